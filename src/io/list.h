/* A list of files' names, each ended by NUL (fidourl(1), --files0-from). It is read as it arrives,
 * a name at a time. */
#ifndef LIST_H
#define LIST_H

#include <stdint.h>

#include "input.h"

/* Octets in the longest name: no system opens a longer one. */
#define LIST_NAME_MAX ((size_t)4096)

/* The list; the caller's. */
struct list {
    struct input input;
    unsigned char block[4096];
    size_t at, n;    /* of the block: the next octet, and those that were read */
    uint64_t number; /* of the name read last, from 1 */
    char name[LIST_NAME_MAX + 1];
};

enum list_answer {
    LIST_NAME,     /* the next name is in `name` */
    LIST_EMPTY,    /* it is empty */
    LIST_TOO_LONG, /* it is longer than LIST_NAME_MAX */
    LIST_END,      /* there is none, or reading failed: list->input.error says so */
};

/* Opens the list in the file `name`, "-" being standard input. Returns NULL, or why it cannot be
 * read. */
const char *list_open(struct list *list, const char *name, const struct output *output);

/* Reads the next name; what ends the list ends a name, too. `output` is written out before a read
 * that has to wait. */
enum list_answer list_next(struct list *list, struct output *output);

void list_close(struct list *list);

#endif
