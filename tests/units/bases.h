/* Stores in memory, for the units of their readers. After units.h. */
#ifndef BASES_H
#define BASES_H

#include "mail/reader.h"
#include "stores/memory.h"
#include "stores/octets.h"

/* Goes on to what is next, and reads it if it is a message. */
enum mail_result next_of(struct base *base);

/* Fails unless the next thing that the store gives is a message so: its parts, as UTF-8, as
 * "number|from|to|subject|area|id|date|declared|charset|text". */
void expect_message(struct base *base, const char *wanted);

/* The parts of the message that was read last, valid until the next call. */
const char *last_row(struct base *base);

/* Fails unless it is damage at this place of this message. */
void expect_damage(struct base *base, const char *what, uint64_t number, uint64_t offset);

/* Fails unless it is the end. Closes the store. */
void expect_end(struct base *base);

#endif
