#include "stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct store_format *const store_formats[] = {
    &store_pkt, &store_msg,   &store_jam,  &store_squish, &store_hudson, &store_qwk,
    &store_smb, &store_rnews, &store_emlx, &store_mbx,    NULL};

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
    if (n > 0) {
        memcpy(copy, form, n);
    }
    copy[n] = '\0';
    store->offsets[store->n++] = store->files[STORE_FIRST].n;
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
        free(store->files[i].ptr);
        store->files[i] = (struct octets){0};
    }
}

void store_index(struct store *store, const char *index)
{
    for (const char *ptr = index; *ptr != '\0' && store->format->enter != NULL;) {
        size_t n = strcspn(ptr, ",");
        uint32_t number = (uint32_t)strtoul(ptr + (*ptr == '@' ? 1 : 0), NULL, 0);
        if (*ptr == '-') {
            number = STORE_GONE;
        } else if (*ptr != '@' && store->format->enters_offsets) {
            number = (uint32_t)store->offsets[number - 1];
        }
        store->format->enter(store, number);
        ptr += n + (ptr[n] == ',' ? 1 : 0);
    }
}

const char *store_name(const struct store *store, const char *base, size_t file)
{
    static char name[4096];
    const char *form = store->format->files[file];

    snprintf(name, sizeof name, "%s%s", form != NULL ? base : "", form != NULL ? form + 2 : "");
    return name;
}

void store_take(const struct store *store, const char *base, size_t n, store_taker *take)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = store_name(store, base, i);
        if (*name != '\0') {
            take(name, store->files[i].ptr, store->files[i].n);
        }
    }
}

void store_files(const char *format, const char *base, const char *const letters[],
                 const char *index, store_taker *take)
{
    static struct store store;

    store_make(&store, format, letters);
    store_index(&store, index);
    store_take(&store, base, *index != '\0' ? STORE_FILES : STORE_INDEX, take);
    store_free(&store);
}
