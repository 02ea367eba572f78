#include "settled.h"

/*
 * What an octet is, by bits. Those of plain octets and those of the others have nothing to do with
 * each other, and share their places.
 */
enum {
    PLAIN, /* it stays as it is in all parts */

    /* Of plain ones: digits of escapes in upper case, the first digits of those of 80-FF, decimal
     * digits, and the dot. */
    HEX = 1,
    HIGH,
    DIGIT,
    DOT,

    /* Of the others. */
    PERCENT = 1,
    DASH,
    AMPERSAND,
    EQUALS,
    AT,
    PLUS,
};

/* The masks of a URL, bit i being about octet i. */
struct masks {
    uint64_t plain; /* those too of escapes that stay */
    uint64_t dash, ampersand, equals, at, plus, colon, slash, digit, dot;
};

static void put(struct furl_kinds *kinds, const char *octets, unsigned kind)
{
    for (; *octets != '\0'; octets++) {
        kinds->of[(unsigned char)*octets] |= (unsigned char)(1 << kind);
    }
}

void furl_settled_kinds(struct furl_kinds *kinds, const struct furl_byteset *plain)
{
    *kinds = (struct furl_kinds){{0}};
    for (size_t octet = 0; octet < sizeof kinds->of; octet++) {
        kinds->of[octet] = plain->has[octet] ? 1 << PLAIN : 0;
    }
    put(kinds, "0123456789ABCDEF", HEX);
    put(kinds, "89ABCDEF", HIGH);
    put(kinds, "0123456789", DIGIT);
    put(kinds, ".", DOT);
    put(kinds, "%", PERCENT);
    put(kinds, "-", DASH);
    put(kinds, "&", AMPERSAND);
    put(kinds, "=", EQUALS);
    put(kinds, "@", AT);
    put(kinds, "+", PLUS);
}

static struct masks look(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                         const struct furl_split *split)
{
    struct furl_look look;

    kernels->look(kinds, split->url.at, split->url.n, &look);
    uint64_t plain = look.of[PLAIN];
    uint64_t escapes =
        furl_escapes_of(look.of[PERCENT] & ~plain, look.of[HIGH] & plain, look.of[HEX] & plain);
    return (struct masks){
        .plain = plain | escapes, /* the digits are plain already */
        .dash = look.of[DASH] & ~plain,
        .ampersand = look.of[AMPERSAND] & ~plain,
        .equals = look.of[EQUALS] & ~plain,
        .at = look.of[AT],
        .plus = look.of[PLUS],
        .colon = split->look.of[FURL_MARK_COLON],
        .slash = split->look.of[FURL_MARK_SLASH],
        .digit = look.of[DIGIT] & plain,
        .dot = look.of[DOT] & plain,
    };
}

static bool is_one_at_most(uint64_t mask)
{
    return mask == furl_lowest_of(mask);
}

/* Whether the separators leave nothing empty in a part, which has octets: none is first or last,
 * and no two are beside each other. */
static bool separate(uint64_t separators, uint64_t part)
{
    uint64_t inner = part & part << 1 & part >> 1;

    return (separators & ~inner) == 0 && (separators & separators << 1) == 0;
}

/* areatag ["@" domain], separated by `+` */
static bool are_areas(const struct masks *masks, uint64_t part)
{
    uint64_t separators = (masks->at | masks->plus) & part;

    return part != 0 && (part & ~(masks->plain | masks->dash | separators)) == 0 &&
           separate(separators, part);
}

/* [zone ":"] net "/" node ["." point] ["@" domain] */
FURL_MODULAR static bool is_address(const struct masks *masks, uint64_t part)
{
    uint64_t at = masks->at & part;
    uint64_t numbers = at != 0 ? part & (furl_lowest_of(at) - 1) : part;
    uint64_t domain = part & ~numbers & ~at;
    uint64_t colon = masks->colon & numbers, slash = masks->slash & numbers,
             dot = masks->dot & numbers;
    uint64_t before_slash = furl_lowest_of(slash) - 1;

    return slash != 0 && is_one_at_most(slash) && is_one_at_most(colon) && is_one_at_most(dot) &&
           is_one_at_most(at) && (at == 0) == (domain == 0) && (colon & ~before_slash) == 0 &&
           (dot & before_slash) == 0 && (numbers & ~(masks->digit | colon | slash | dot)) == 0 &&
           separate(colon | slash | dot, numbers) && (domain & ~(masks->plain | masks->dash)) == 0;
}

/* A request or objects, each after a slash; none, if there is none. */
static bool are_objects(const struct masks *masks, uint64_t part)
{
    uint64_t slash = masks->slash & part;
    uint64_t others = masks->plain | masks->dash | masks->at | masks->plus;

    /* The first slash begins the part; as for the rest, it might come before it. */
    return part == 0 || ((part & ~(others | slash)) == 0 && (slash & furl_lowest_of(part)) != 0 &&
                         (slash & ~(part >> 1)) == 0 && (slash & slash << 1) == 0);
}

/* name ["=" value] parameters, separated by `&`; nothing is empty. */
static bool are_parameters(const struct masks *masks, uint64_t part)
{
    uint64_t equals = masks->equals & part, ampersand = masks->ampersand & part;
    uint64_t both = equals | ampersand;
    uint64_t others = masks->plain | masks->dash | masks->at | masks->plus | masks->slash;

    return (part & ~(others | both)) == 0 && (part == 0 || separate(both, part)) &&
           furl_repeated(equals, ampersand) == 0;
}

bool furl_is_settled(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                     const struct furl_split *split)
{
    const struct furl_required *required = split->known->required;
    size_t delimiter = split->scheme.n + strlen(split->known->canonical);
    struct furl_range last = split->query.at != NULL ? split->query : split->path;

    if (split->url.n > FURL_SPLIT_LOOK || last.at + last.n != split->url.at + split->url.n ||
        split->authority.at != split->url.at + delimiter ||
        (split->query.at != NULL && split->query.n == 0)) {
        return false;
    }
    struct masks masks = look(kernels, kinds, split);
    uint64_t authority = furl_mask(split, split->authority);
    bool three_dashes = (masks.dash & masks.dash >> 1 & masks.dash >> 2) != 0;
    bool fine = required->address ? is_address(&masks, authority) : are_areas(&masks, authority);
    return fine && !three_dashes && are_objects(&masks, furl_mask(split, split->path)) &&
           are_parameters(&masks, furl_mask(split, split->query));
}
