#include "config.h"

#include "list.h"

#include <string.h>

const char *list_open(struct list *list, const char *name, const struct output *output)
{
    list->at = list->n = 0;
    list->number = 0;
    return input_open(&list->input, name, output);
}

/* Makes sure that the block has an octet. Returns whether there is one. */
static bool fill(struct list *list, struct output *output)
{
    if (list->at == list->n) {
        list->at = 0;
        list->n = input_read(&list->input, output, list->block, sizeof list->block);
    }
    return list->n > 0;
}

/* Adds octets to a name of `length`. Returns how long it is now: more than LIST_NAME_MAX, if it is
 * too long. */
static size_t add(struct list *list, size_t length, const unsigned char *octets, size_t n)
{
    if (length > LIST_NAME_MAX || n > LIST_NAME_MAX - length) {
        return LIST_NAME_MAX + 1;
    }
    memcpy(list->name + length, octets, n);
    return length + n;
}

enum list_answer list_next(struct list *list, struct output *output)
{
    size_t length = 0;
    bool ended = false, there = false;

    while (!ended && fill(list, output)) {
        const unsigned char *from = list->block + list->at;
        const unsigned char *nul = memchr(from, '\0', list->n - list->at);
        size_t some = nul != NULL ? (size_t)(nul - from) : list->n - list->at;
        length = add(list, length, from, some);
        list->at += some + (nul != NULL ? 1 : 0);
        ended = nul != NULL;
        there = true;
    }
    if (!there || list->input.error != 0 || output_failed(output)) {
        return LIST_END; /* of a name that was cut, nobody knows what it is */
    }
    list->number++;
    if (length > LIST_NAME_MAX) {
        return LIST_TOO_LONG;
    }
    list->name[length] = '\0';
    return length > 0 ? LIST_NAME : LIST_EMPTY;
}

void list_close(struct list *list)
{
    input_close(&list->input);
}
