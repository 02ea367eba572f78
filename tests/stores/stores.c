#include "stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct store_format *const store_formats[] = {
    &store_pkt, &store_msg, &store_jam, &store_squish, &store_hudson, &store_qwk, NULL};

void store_begin(struct store *store, const char *format)
{
    const struct store_format *const *row = store_formats;

    while (*row != NULL && strcmp((*row)->name, format) != 0) {
        row++;
    }
    if (*row == NULL) {
        fprintf(stderr, "%s: no format of stores\n", format);
        exit(99);
    }
    *store = (struct store){.format = *row};
    store->format->begin(store);
}

void store_add(struct store *store, const char *form, size_t n)
{
    char *copy = malloc(n + 1);
    struct letter letter;

    if (copy == NULL || store->n == STORE_LETTERS) {
        fprintf(stderr, "too many letters\n");
        exit(99);
    }
    memcpy(copy, form, n);
    copy[n] = '\0';
    store->at[store->n++] = store->files[STORE_FIRST].n;
    letter_read(&letter, copy, (unsigned)store->n);
    store->left += letter_is(&letter, "deleted") ? 0 : 1;
    store->format->add(store, &letter);
    free(copy);
}

void store_end(struct store *store)
{
    if (store->format->end != NULL) {
        store->format->end(store);
    }
}

void store_make(struct store *store, const char *format, const char *const letters[])
{
    store_begin(store, format);
    for (size_t i = 0; letters[i] != NULL; i++) {
        store_add(store, letters[i], strlen(letters[i]));
    }
    store_end(store);
}

void store_free(struct store *store)
{
    for (size_t i = 0; i < STORE_FILES; i++) {
        free(store->files[i].at);
        store->files[i] = (struct octets){0};
    }
}
