#include "config.h"

#include "signals.h"

#include <signal.h>
#include <stddef.h>

/* Blocks SIGPIPE, or lets it through, and what was sent meanwhile. */
static void mask_pipe(int how)
{
    sigset_t pipe;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigprocmask(how, &pipe, NULL);
}

void signals_set(void)
{
    mask_pipe(SIG_BLOCK);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
}

void signals_end(void)
{
    mask_pipe(SIG_UNBLOCK);
}
