/* Signals: what writing does to a run where nobody reads, or a file may not grow. */
#ifndef SIGNALS_H
#define SIGNALS_H

/*
 * Sets what signals do, whoever started the run. A write that fails is an error like any other:
 * SIGXFSZ is ignored, and SIGPIPE, which a write to a pipe without a reader sends, is held back
 * until signals_end. So a reader of messages that goes away ends nothing.
 */
void signals_set(void);

/* Ends the run by the SIGPIPE that the last write sent, as shells expect of a filter whose output
 * nobody reads. Returns only where the system sent none. */
void signals_end(void);

#endif
