#include "config.h"

#include "runs.h"

#include "faults/faults.h"

/* Whether a message says why nothing in the input can be read, which status 2 tells, too: it is
 * compressed, or it is one of the two files of a base. */
static bool tells_unreadable(const unsigned char *messages)
{
    static const char *const reasons[] = {"; unpack it", "; give its name instead"};
    bool tells = false;

    for (size_t i = 0; i < COUNT(reasons); i++) {
        tells = tells || strstr((const char *)messages, reasons[i]) != NULL;
    }
    return tells;
}

void fuzz_run(const char *const arguments[RUN_ARGUMENTS], struct furl_range input, size_t pieces,
              struct run_outcome *outcome)
{
    static bool ready;
    static unsigned char none[1];
    struct run some = {.given = {input.n > 0 ? (unsigned char *)input.ptr : none, input.n},
                       .manner = {.piece = pieces, .slow = pieces > 0, .hints = true}};
    struct outcome got;

    if (!ready) {
        runs_begin();
        ready = true;
    }
    for (size_t i = 0; i < RUN_ARGUMENTS && arguments[i] != NULL; i++) {
        some.arguments[i] = arguments[i];
    }
    run(&some, &got);
    fuzz_run_free(outcome);
    outcome->status = got.status;
    outcome->output = (struct fuzz_text){got.output.ptr, got.output.n, got.output.n};
    outcome->messages = (struct fuzz_text){got.messages.ptr, got.messages.n, got.messages.n};
    HOLDS(got.status == 0 || got.status == 1 ||
          (got.status == 2 && tells_unreadable(got.messages.ptr)));
    HOLDS(got.trace.blocks == 0 && got.left == 0);
}

void fuzz_run_free(struct run_outcome *outcome)
{
    free(outcome->output.ptr);
    free(outcome->messages.ptr);
}
