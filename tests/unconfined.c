/* The program, run within a test, does not enter the sandbox: the test has more to do. */
#include "sandbox/sandbox.h"

struct sandbox __wrap_sandbox_enter(bool opens);

struct sandbox __wrap_sandbox_enter(bool opens)
{
    (void)opens;
    return (struct sandbox){0};
}
