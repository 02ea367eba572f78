/*
 * Writes mail as an editor leaves it, and which URLs a careful reader sees in it.
 *
 *     mail EDITOR URLS SEED MAIL LABELS
 *
 * MAIL gets messages with so many URLs or a few more. LABELS gets a line for each URL: its offset
 * in MAIL, what happened to it, and the URL, separated by TABs: `whole`, `cut` by line ends, `torn`
 * by blanks only, or `lost`, which is cut before its delimiter ends, so that no URL begins there.
 * Without operands it lists the editors.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "editors.h"

static const char *const line_ends[] = {"\r", "\n", "\r\n"};

struct place {
    size_t start;
    size_t line;
    size_t last; /* the octet after the one seen last */
    bool seen;
    bool cut;  /* by a line's end */
    bool torn; /* by anything */
    bool lost; /* before the end of "://" */
    size_t cells;
};

/* Writes the octets, and notes where URLs are; returns the offset after them. */
static size_t write_octets(FILE *mail, const struct page *message, const struct urls *urls,
                           enum charset charset, size_t offset, struct place *places)
{
    const char *line_end = line_ends[roll(COUNT(line_ends))];
    size_t line = 0;

    for (size_t i = 0; i < message->used; i++) {
        const struct cell *cell = &message->cells[i];
        unsigned char octets[4];
        size_t n;

        if (cell->code == '\n') {
            fputs(line_end, mail);
            offset += strlen(line_end);
            line++;
            continue;
        }
        n = octets_of(cell->code, charset, octets);
        fwrite(octets, 1, n, mail);
        if (cell->owner > 0) {
            struct place *place = &places[cell->owner - 1];
            const char *text = urls->text[cell->owner - 1];
            size_t delimiter = (size_t)(strstr(text, "://") - text) + 3;

            place->start = place->seen ? place->start : offset;
            place->torn = place->torn || (place->seen && place->last != offset);
            place->lost = place->lost || (place->cells < delimiter && place->torn);
            place->cells++;
            place->cut = place->cut || (place->seen && place->line != line);
            place->line = line;
            place->seen = true;
            place->last = offset + n;
        }
        offset += n;
    }
    fputc('\0', mail);
    return offset + 1;
}

static int by_start(const void *a, const void *b)
{
    const struct place *const *x = a;
    const struct place *const *y = b;

    return ((*x)->start > (*y)->start) - ((*x)->start < (*y)->start);
}

static const char *fate(const struct place *place)
{
    if (place->lost)
        return "lost";
    return place->cut ? "cut" : place->torn ? "torn" : "whole";
}

static void write_labels(FILE *labels, const struct urls *urls, const struct place *places)
{
    const struct place *sorted[URLS_MAX];

    for (size_t i = 0; i < urls->count; i++)
        sorted[i] = &places[i];
    qsort(sorted, urls->count, sizeof sorted[0], by_start);
    for (size_t i = 0; i < urls->count; i++)
        fprintf(labels, "%zu\t%s\t%s\n", sorted[i]->start, fate(sorted[i]),
                urls->text[sorted[i] - places]);
}

static int write_mail(const struct editor *editor, size_t wanted, FILE *mail, FILE *labels)
{
    static struct urls urls;
    struct page message = {0};
    size_t offset = 0;

    for (size_t written = 0; written < wanted; written += urls.count) {
        struct place places[URLS_MAX] = {0};
        enum charset charset = chance(60) ? CP866 : UTF_8;

        urls.count = 0;
        page_clear(&message);
        write_message(&message, &urls, editor, charset);
        offset = write_octets(mail, &message, &urls, charset, offset, places);
        write_labels(labels, &urls, places);
    }
    page_free(&message);
    return fclose(mail) == 0 && fclose(labels) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        for (size_t i = 0; i < editors_count; i++)
            puts(editors[i].name);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; argc == 6 && i < editors_count; i++) {
        if (strcmp(argv[1], editors[i].name) == 0) {
            FILE *mail = fopen(argv[4], "wb");
            FILE *labels = fopen(argv[5], "wb");

            if (mail == NULL || labels == NULL) {
                perror("mail");
                return FAILED_SETUP;
            }
            wrapped_dice = strtoull(argv[3], NULL, 10) * 2654435761u + i + 1;
            return write_mail(&editors[i], (size_t)strtoull(argv[2], NULL, 10), mail, labels);
        }
    }
    fputs("usage: mail EDITOR URLS SEED MAIL LABELS\n", stderr);
    return FAILED_SETUP;
}
