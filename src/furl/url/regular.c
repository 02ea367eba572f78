#include "regular.h"

/* The masks of a URL, bit i being about octet i. */
struct masks {
    uint64_t name, digit, dot; /* of a name; and some of these */
    uint64_t colon, slash, joint, equals, ampersand;
};

static struct masks masks_of(const struct furl_split *split)
{
    return (struct masks){
        .name = split->look.of[FURL_IN_NAME],
        .digit = furl_in_names(split, FURL_NUMERAL),
        .dot = furl_in_names(split, FURL_DOT),
        .colon = split->look.of[FURL_MARK_COLON],
        .slash = split->look.of[FURL_MARK_SLASH],
        .joint = furl_not_in_names(split, FURL_JOINT),
        .equals = furl_not_in_names(split, FURL_EQUALS),
        .ampersand = furl_not_in_names(split, FURL_AMPERSAND),
    };
}

static bool is_one_at_most(uint64_t mask)
{
    return mask == furl_lowest_of(mask);
}

/* Whether the separators of a part leave nothing empty: none is first or last, and no two are
 * beside each other. */
static bool separate(uint64_t separators, uint64_t part)
{
    uint64_t inner = part & part << 1 & part >> 1;

    return (separators & ~inner) == 0 && (separators & separators << 1) == 0;
}

/* areatag ["@" domain], separated by `+`; no slash is first */
static bool are_areas(const struct masks *masks, uint64_t part)
{
    return part != 0 && separate(masks->joint & part, part) &&
           (masks->slash & furl_lowest_of(part)) == 0;
}

/* [zone ":"] net "/" node ["." point] ["@" domain], the domain being a name; `joint` is its `@` */
FURL_MODULAR static bool is_address(const struct masks *masks, uint64_t part, uint64_t joint)
{
    uint64_t numbers = joint != 0 ? part & (joint - 1) : part;
    uint64_t domain = part & ~numbers & ~joint;
    uint64_t colon = masks->colon & numbers, slash = masks->slash & numbers,
             dot = masks->dot & numbers;
    uint64_t before_slash = furl_lowest_of(slash) - 1;

    return slash != 0 && is_one_at_most(slash) && is_one_at_most(colon) && is_one_at_most(dot) &&
           (joint == 0) == (domain == 0) && (colon & ~before_slash) == 0 &&
           (dot & before_slash) == 0 && (numbers & ~(masks->digit | colon | slash | dot)) == 0 &&
           separate(colon | slash | dot, numbers) && (domain & ~masks->name) == 0;
}

/* A request or objects, each after a slash; none, if there is none. */
static bool are_objects(const struct masks *masks, uint64_t part)
{
    uint64_t slash = masks->slash & part;

    /* The first slash begins the part; as for the rest, it might come before it. */
    return part == 0 || ((slash & furl_lowest_of(part)) != 0 && (slash & ~(part >> 1)) == 0 &&
                         (slash & slash << 1) == 0);
}

/* name ["=" value] parameters, separated by `&`; nothing is empty. */
static bool are_parameters(const struct masks *masks, uint64_t part)
{
    uint64_t equals = masks->equals & part, ampersand = masks->ampersand & part;

    return separate(equals | ampersand, part) && furl_repeated(equals, ampersand) == 0;
}

/* Whether the areas or the address are what they should be. */
static bool has_authority(const struct furl_split *split, const struct masks *masks)
{
    uint64_t part = furl_mask(split, split->authority);

    if (!split->known->required->address) {
        return are_areas(masks, part);
    }
    uint64_t joint = furl_lowest_of(masks->joint & part);
    return (joint == 0 || split->url.at[furl_place_of(joint)] == '@') &&
           is_address(masks, part, joint);
}

bool furl_is_regular(const struct furl_split *split)
{
    const struct furl_look *look = &split->look;

    if (split->url.n > FURL_SPLIT_LOOK || look->of[FURL_MARK_HASH] != 0 ||
        look->of[FURL_MARK_QUESTION] >> (split->url.n - 1) != 0) {
        return false;
    }
    struct masks masks = masks_of(split);
    uint64_t dash = furl_in_names(split, FURL_DASH);
    uint64_t query = furl_mask(split, split->query);
    return (dash & dash >> 1 & dash >> 2) == 0 && has_authority(split, &masks) &&
           are_objects(&masks, furl_mask(split, split->path)) && are_parameters(&masks, query) &&
           ((masks.equals | masks.ampersand) & ~query) == 0 &&
           is_one_at_most(look->of[FURL_MARK_QUESTION]);
}
