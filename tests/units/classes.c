#include "furl/text/start.h"

#include "units.h"

/* The classes again, by hand, from what fidourl(1) says of the end of a URL (extract): the octets
 * below 80 of each. The others below 80 end any URL. */
static const struct {
    enum furl_text class;
    const char *octets;
} classes[] = {
    {FURL_TEXT_KEPT, "$/@+"},        {FURL_TEXT_DIGIT, "0123456789"},
    {FURL_TEXT_HEX, "ABCDEFabcdef"}, {FURL_TEXT_LETTER, "GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz"},
    {FURL_TEXT_TRIMMED, ".,;:!"},    {FURL_TEXT_EMPHASIS, "*_-"},
    {FURL_TEXT_EQUALS, "="},         {FURL_TEXT_AMPERSAND, "&"},
    {FURL_TEXT_TILDE, "~"},          {FURL_TEXT_FOREIGN, "#"},
    {FURL_TEXT_QUESTION, "?"},       {FURL_TEXT_QUOTE, "'"},
    {FURL_TEXT_OPENING, "("},        {FURL_TEXT_CLOSING, ")"},
    {FURL_TEXT_PERCENT, "%"},        {FURL_TEXT_ANGLE, "<"},
    {FURL_TEXT_BRACKET, "["},        {FURL_TEXT_BAR, "|"},
};

static enum furl_text class_by_hand(int octet)
{
    if (octet >= 0x80) {
        return FURL_TEXT_EIGHT;
    }
    for (size_t i = 0; octet != 0 && i < COUNT(classes); i++) {
        if (strchr(classes[i].octets, octet) != NULL) {
            return classes[i].class;
        }
    }
    return FURL_TEXT_ENDS;
}

START_TEST(every_octet_has_its_class)
{
    ck_assert_int_eq(furl_text[_i], class_by_hand(_i));
}
END_TEST

Suite *classes_suite(void)
{
    Suite *suite = suite_create("classes");

    loop_case(suite, "classes", every_octet_has_its_class, 256);
    return suite;
}
