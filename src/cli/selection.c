#include "config.h"

#include "selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "print/fields.h"
#include "suggestions.h"

/* The kinds of parameters in an area's URL (draft 7.2.1 to 7.2.7). */
enum kind { FILTER, USETZ, UNSUPPORTED, VIEW, UNKNOWN };

/* Parameters that are no filters here. The parameters before the first VIEW would change the
 * selection. */
static const struct {
    const char *name;
    enum kind kind;
} others[] = {
    {"usetz", USETZ},         {"tag", UNSUPPORTED}, {"ttop", UNSUPPORTED}, {"geomark", UNSUPPORTED},
    {"geofrom", UNSUPPORTED}, {"view", VIEW},       {"kl", VIEW},          {"full", VIEW},
    {"sort", VIEW},           {"leaf", VIEW},
};

static enum kind kind_of(struct furl_range name)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (name.n == strlen(others[i].name) && furl_starts(name, others[i].name)) {
            return others[i].kind;
        }
    }
    return mail_filter_named(name) != MAIL_FILTERS ? FILTER : UNKNOWN;
}

/* Returns the nth name of a parameter that selects messages, or NULL after the last name. */
static const char *selecting_name(const void *table, size_t nth)
{
    if (nth < MAIL_FILTERS) {
        return mail_filter_name(table, nth);
    }
    return others[nth - MAIL_FILTERS].kind != VIEW ? others[nth - MAIL_FILTERS].name : NULL;
}

static const char no_such_url[] = "not an area: or mid: URL; write it as in area:TAG?find=WORD";

/* A URL that is being compiled. */
struct compiler {
    struct selection *selection;
    struct run *run;
    unsigned char *to; /* end of the decoded octets */
    bool is_url;       /* whether it has a scheme */
};

/* Reports an error in a part of the URL, or in the whole URL if the part is empty. Returns
 * false. */
static bool refuse_selection(struct compiler *compiler, struct furl_range part, const char *what)
{
    struct run *run = compiler->run;
    char quoted[QUOTED_SIZE];

    if (!output_has_memory(&run->output, what != mail_no_memory)) {
        return false;
    }
    run_raise(run, STATUS_ERROR);
    quote_range(part.n > 0 ? part : furl_range_of(run->options->select), quoted);
    return usage_error(run->options->command, part.n > 0 ? "--select: %s: %s" : "--select '%s': %s",
                       quoted, what);
}

static struct furl_range decode_part(struct compiler *compiler, struct furl_range data, bool plus)
{
    struct furl_range out = {compiler->to, furl_decode(data, plus, compiler->to)};

    compiler->to += out.n;
    return out;
}

static bool add_areas(struct compiler *compiler, struct furl_range list)
{
    struct selection *selection = compiler->selection;
    struct furl_range area;

    while (list.n > 0 && furl_next_piece(&list, '+', &area)) {
        struct furl_divided pair = furl_divide(area, '@');
        if (selection->areas_n == SELECTION_AREAS) {
            return refuse_selection(compiler, (struct furl_range){NULL, 0},
                                    "more than " FURL_DIGITS(SELECTION_AREAS) " areas; name fewer");
        }
        selection->areas[selection->areas_n++].tag = decode_part(compiler, pair.first, true);
        selection->has_domains = selection->has_domains || pair.second.ptr != NULL;
    }
    return true;
}

/* Reports a parameter that is not in the draft. Returns true if the parameter is ignored: the URL
 * has a scheme, and the parameter is close to no parameter that selects messages, and no part of a
 * URL or a message has the name. */
static bool add_unknown(struct compiler *compiler, struct furl_range name)
{
    char quoted[QUOTED_SIZE], out[MEANT_SIZE], what[PHRASE_SIZE], field[CLOSEST_MAX];
    const bool excludes = name.n > 0 && name.ptr[name.n - 1] == '!';
    const struct furl_range word = {name.ptr, name.n - (excludes ? 1 : 0)};
    const char *hint = suggest(out, SUGGEST_PARAMETER, word, selecting_name, NULL, NULL);

    snprintf(field, sizeof field, "%s%.*s", field_named(word) != NULL ? "" : FIELDS_OF_HEAD,
             (int)(word.n < sizeof field ? word.n : 0), (const char *)word.ptr);
    const bool has_field = field_named(furl_range_of(field)) != NULL;
    if (excludes || (has_field && hint[0] == '\0')) {
        snprintf(what, sizeof what, "%s; for links, use %s--where='%s%s=PATTERN'",
                 excludes ? "a filter has no !=" : "not a filter",
                 compiler->run->options->command->bit == MESSAGES ? "extract " : "",
                 has_field ? field : FIELDS_OF_HEAD "name", excludes ? "!" : "");
        return refuse_selection(compiler, word, what);
    }
    if (hint[0] != '\0' || !compiler->is_url) {
        snprintf(what, sizeof what, "unknown parameter%s",
                 hint[0] != '\0' ? hint : "; the filters are in fidourl-mail(7)");
        return refuse_selection(compiler, name, what);
    }
    diagnose_counted(&compiler->selection->diagnostics, "--select: unknown parameter '%s' ignored",
                     quote_range(name, quoted));
    run_raise(compiler->run, STATUS_MALFORMED);
    return true;
}

static bool add_parameter(struct compiler *compiler, struct furl_range name,
                          struct furl_range value)
{
    const enum kind kind = kind_of(name);
    const char *wrong = kind == FILTER        ? mail_selection_add(&compiler->selection->filters,
                                                                   mail_filter_named(name), value)
                        : kind == UNSUPPORTED ? "this parameter is not supported; remove it"
                                              : NULL;

    if (wrong != NULL) {
        return refuse_selection(compiler, name, wrong);
    }
    return kind != UNKNOWN || add_unknown(compiler, name);
}

/* Returns whether the query contains "usetz", in any position. In this case, `now` is in UTC. */
static bool has_usetz(struct furl_range query)
{
    struct furl_range param;
    bool has = false;

    while (furl_next_piece(&query, '&', &param)) {
        has = has || kind_of(furl_divide(param, '=').first) == USETZ;
    }
    return has;
}

static bool add_parameters(struct compiler *compiler, struct furl_range query)
{
    struct mail_selection *filters = &compiler->selection->filters;
    struct furl_range param;

    filters->by_utc = has_usetz(query);
    filters->now = filters->by_utc ? compiler->run->utc : compiler->run->local;
    while (furl_next_piece(&query, '&', &param)) {
        struct furl_divided pair = furl_divide(param, '=');
        struct furl_range name = decode_part(compiler, pair.first, true);
        if (param.n > 0 &&
            !add_parameter(compiler, name, decode_part(compiler, pair.second, true))) {
            return false;
        }
    }
    return true;
}

/* Compiles the parts of the URL. */
static bool add_parts(struct compiler *compiler, const struct furl_parts *parts)
{
    const struct furl_range scheme = parts->scheme, path = parts->path;
    const struct furl_range none = {NULL, 0};

    if (furl_spells(scheme.ptr, scheme.n, "mid")) {
        const char *wrong =
            path.n == 0 ? "no Message-ID is given; write it, as in mid:1@a.example"
            : memchr(path.ptr, '/', path.n) != NULL
                ? "parts of messages are not supported; remove the slash and the part"
                : mail_selection_add(&compiler->selection->filters, MAIL_BY_ID,
                                     decode_part(compiler, path, false));
        return wrong == NULL || refuse_selection(compiler, none, wrong);
    }
    if (!furl_spells(scheme.ptr, scheme.n, "area")) {
        return refuse_selection(compiler, none, no_such_url);
    }
    if (path.n > 0) {
        return refuse_selection(compiler, path,
                                "objects in messages are not supported; remove the path");
    }
    return add_areas(compiler, parts->areas) && add_parameters(compiler, parts->query);
}

/* Reports that --select is no URL. A word without a scheme and a colon can be an area, a filter or
 * a Message-ID, and the report then says how to write the URL. Returns false. */
static bool refuse_url(struct compiler *compiler, enum furl_error error, struct furl_range url)
{
    char quoted[QUOTED_SIZE];
    const struct furl_divided pair = furl_divide(url, '?');
    bool plain = pair.second.ptr == NULL,
         filters = plain && furl_divide(url, '=').second.ptr != NULL;
    bool id = plain && furl_divide(url, '@').second.ptr != NULL;

    if (error != FURL_NO_SCHEME || url.n == 0 || furl_divide(url, ':').second.ptr != NULL) {
        return refuse_selection(compiler, (struct furl_range){NULL, 0},
                                error == FURL_NO_SCHEME ? no_such_url : furl_error_text(error));
    }
    if (filters && !add_parameters(compiler, url)) {
        return false; /* a filter is wrong, too, and is reported */
    }
    run_raise(compiler->run, STATUS_ERROR);
    return usage_error(compiler->run->options->command,
                       "--select: the URL has no scheme; write %s%s",
                       filters ? "area:?"
                       : id    ? "mid:"
                               : "area:",
                       quote_range(url, quoted));
}

/* Compiles the URL of --select. */
static bool add_url(struct selection *selection, struct run *run)
{
    const struct furl_range url = furl_range_of(run->options->select);
    const size_t room = url.n + 2 * FURL_CANONICAL_MAX(url.n);
    struct field_source *source = field_source_new();
    struct furl_unwrapped inside;
    struct furl_parts parts;

    if (!output_has_memory(&run->output,
                           source != NULL && furl_buffer_reserve(&selection->octets, room))) {
        free(source);
        return false;
    }
    source->buffer = selection->octets;
    struct furl_result result = field_source_form(source, url, &parts, &inside);
    bool fine = result.error == FURL_FINE;
    if (fine) {
        furl_split_parts(&parts);
    }
    free(source); /* its buffer belongs to the selection */
    struct compiler compiler = {selection, run,
                                selection->octets.ptr + url.n + (fine ? result.n : 0), fine};
    return fine ? add_parts(&compiler, &parts) : refuse_url(&compiler, result.error, inside.url);
}

/* Compiles --since, a lower limit. */
static bool add_since(struct selection *selection, struct run *run)
{
    const char *since = run->options->since, *wrong = NULL;
    char text[MAIL_DATE_SIZE + 1], quoted[QUOTED_SIZE];

    for (size_t i = 0; since != NULL && wrong == NULL && i < 2; i++) {
        snprintf(text, sizeof text - 1, "%s", run->since[i][0] != '\0' ? run->since[i] : since);
        for (char *ptr = text; *ptr != '\0'; ptr++) { /* ISO 8601, as people type it */
            *ptr = *ptr == '-' ? '/' : *ptr == ' ' ? 'T' : *ptr;
        }
        strcat(text, "-");
        wrong = mail_span_read(furl_range_of(text), &run->local, &selection->since[i]);
        if (wrong == NULL && (selection->since[i].from.has & 1u << MAIL_OF_YEAR) == 0) {
            wrong = "the year is missing; write a date, as in 2026/11/05";
        }
    }
    if (wrong != NULL) {
        run_raise(run, STATUS_ERROR);
        usage_error(run->options->command, "--since '%s': %s, or 7d, 12h, 2w or today",
                    quote(since, quoted), wrong);
    }
    return wrong == NULL;
}

bool selection_init(struct selection *selection, struct run *run)
{
    selection->diagnostics.quiet = run->diagnostics.quiet;
    diagnostics_begin(&selection->diagnostics, "--select");
    return add_since(selection, run) && (run->options->select == NULL || add_url(selection, run));
}

void selection_free(struct selection *selection)
{
    diagnostics_end(&selection->diagnostics);
    mail_selection_free(&selection->filters);
    free(selection->octets.ptr);
}

bool selection_has_area(struct selection *selection, const struct mail_head *head)
{
    struct furl_range rest = head->of[MAIL_AREA], area;
    bool has = selection->areas_n == 0;

    while (selection->areas_n > 0 && mail_next_area(head, &rest, &area)) {
        for (size_t i = 0; i < selection->areas_n; i++) {
            struct selection_area *one = &selection->areas[i];
            if (area.n > 0 && mail_same_letters(one->tag, area)) {
                has = one->found = true;
            }
        }
    }
    return has;
}

bool selection_has_head(struct selection *selection, struct mail_facts *message,
                        struct furl_range zone)
{
    const struct mail_date utc = mail_date_utc(&message->date, zone);
    const bool zoned = utc.month != 0, limited = selection->since[0].from.has != 0;
    const bool recent =
        !limited || (message->date.month != 0 &&
                     mail_span_has(&selection->since[zoned], zoned ? &utc : &message->date));

    message->date = selection->filters.by_utc ? utc : message->date;
    if (message->date.month == 0 &&
        (limited || mail_selection_has(&selection->filters, MAIL_BY_TIME))) {
        selection->undated++;
    }
    return recent && mail_selection_matches(&selection->filters, message, false);
}

bool selection_has_text(const struct selection *selection, const struct mail_facts *message)
{
    return mail_selection_matches(&selection->filters, message, true);
}

bool selection_wants_text(const struct selection *selection)
{
    return mail_selection_has(&selection->filters, MAIL_BY_TEXT) ||
           mail_selection_has(&selection->filters, MAIL_BY_EITHER);
}

void selection_conclude(struct selection *selection, struct run *run)
{
    char quoted[QUOTED_SIZE];

    for (size_t i = 0; i < selection->areas_n; i++) {
        const struct selection_area *area = &selection->areas[i];
        if (!area->found) {
            diagnose_counted(&selection->diagnostics, "--select: no message is in the area '%s'",
                             quote_range(area->tag, quoted));
            run_raise(run, STATUS_MALFORMED);
        }
    }
    if (selection->has_domains) {
        run_note(run, "domains of areas in --select are ignored");
    }
    run_note_count(run,
                   selection->filters.by_utc ? "messages skipped without a date and time zone"
                                             : "messages skipped without a date",
                   selection->undated, "");
}
