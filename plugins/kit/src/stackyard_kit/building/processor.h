/* Whether this processor has the instructions of x86-64-v3 that compiled code uses. */
#pragma once
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define STACKYARD_CHOICE

static int has_newer(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt")
        && __builtin_cpu_supports("movbe") && __builtin_cpu_supports("popcnt");
}

/* The first Zens take hundreds of cycles for the instruction pdep. */
static int prefers_newer(void)
{
    return has_newer() && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
#endif
