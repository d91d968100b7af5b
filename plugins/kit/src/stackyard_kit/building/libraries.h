/* Included before the C of a package. A wheel for others holds it twice in one shared library: for
 * any processor, and with STACKYARD_NEWER for those that have the instructions of x86-64-v3. A
 * build for one machine holds one of these, with STACKYARD_ONLY_NEWER the second. */
#pragma once
#include <Python.h>
#include "processor.h"

PyObject *stackyard_init(void);
PyObject *stackyard_init_newer(void);

#ifdef STACKYARD_NEWER
#define STACKYARD_INIT stackyard_init_newer
#else
#define STACKYARD_INIT stackyard_init

/* How the shared library is entered. Its attribute `processor` says which half is used. */
__attribute__((externally_visible)) PyMODINIT_FUNC STACKYARD_ENTRY(void)
{
    const char *wanted = getenv("STACKYARD_PROCESSOR");
    int any = wanted && strcmp(wanted, "any") == 0;
    const char *processor = "any";
    PyObject *module = NULL;
#if defined(STACKYARD_ONLY_NEWER)
    if (any || !has_newer()) {
        PyErr_SetString(PyExc_ImportError,
            STACKYARD_PACKAGE " is compiled for x86-64-v3 processors only: on this machine, install"
            " Stackyard again by python -m pip install --force-reinstall -r requirements.txt, run"
            " in the clone");
        return NULL;
    }
    processor = "x86-64-v3";
    module = stackyard_init();
#elif defined(STACKYARD_BOTH) && defined(STACKYARD_CHOICE)
    if (!any && prefers_newer()) {
        processor = "x86-64-v3";
        module = stackyard_init_newer();
    } else
        module = stackyard_init();
#else
    (void)any;
    module = stackyard_init();
#endif
    if (module && PyModule_AddStringConstant(module, "processor", processor) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
#endif

#if defined(STACKYARD_NEWER) || defined(STACKYARD_ONLY_NEWER)
#pragma GCC target ("avx2,bmi,bmi2,lzcnt,movbe,popcnt")
#ifndef __BMI2__
#error "The pragma was not obeyed."
#endif
#endif
