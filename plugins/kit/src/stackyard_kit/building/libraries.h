/* Included before the C of a package, which is compiled twice into one shared library: for any
 * processor, and with STACKYARD_NEWER for those that have the instructions of x86-64-v3. */
#include <Python.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define STACKYARD_CHOICE
#endif

PyObject *stackyard_init(void);
PyObject *stackyard_init_newer(void);

#ifdef STACKYARD_NEWER
#define STACKYARD_INIT stackyard_init_newer
#else
#define STACKYARD_INIT stackyard_init

#ifdef STACKYARD_CHOICE
static int is_newer(void)
{
    const char *wanted = getenv("STACKYARD_PROCESSOR");
    if (wanted && strcmp(wanted, "any") == 0)
        return 0;
    __builtin_cpu_init();
    /* The first Zens take hundreds of cycles for the instruction pdep. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt")
        && __builtin_cpu_supports("movbe") && __builtin_cpu_supports("popcnt")
        && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
#endif

/* How the shared library is entered. Its attribute `processor` says which half is used. */
__attribute__((externally_visible)) PyMODINIT_FUNC STACKYARD_ENTRY(void)
{
    const char *processor = "any";
    PyObject *module;
#ifdef STACKYARD_CHOICE
    if (is_newer()) {
        processor = "x86-64-v3";
        module = stackyard_init_newer();
    } else
#endif
        module = stackyard_init();
    if (module && PyModule_AddStringConstant(module, "processor", processor) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
#endif
