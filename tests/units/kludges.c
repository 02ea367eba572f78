#include "mail/reader.h"

#include "labels.h"
#include "units.h"

static void take_all(struct mail_message *draft)
{
    mail_find_charset(draft);
    mail_kludges_read(draft);
}

static void expect_charset(const struct mail_message *message, const char *declared,
                           const char *label)
{
    expect(message->head.of[MAIL_CHARSET].at, message->head.of[MAIL_CHARSET].n, declared);
    ck_assert_str_eq(message->charset != NULL ? label_of(message->charset) : "", label);
}

/* Control lines; the identifier, the name of the charset as it is there, and what it is taken for,
 * if anything. */
static const struct {
    const char *body, *id, *declared, *label;
} controls[] = {
    {"\001MSGID: 2:5/6 1234\r", "2:5/6 1234", "", ""},
    {"\001\001msgid  :  2:5/6 1234  \r", "2:5/6 1234", "", ""},
    {"\001MSGID: a\r\001MSGID: b\r", "a", "", ""},
    {"MSGID: a\r", "", "", ""},
    {"\001CHRS: CP866 2\r", "", "CP866", "cp866"},
    {"\001CHRS:+7 FIDO 2\r", "", "+7 FIDO", "cp866"},
    {"\001\001CHRS:   +7_fido\r", "", "+7_fido", "cp866"},
    {"\001CHARSET: UTF-8\r", "", "UTF-8", "utf-8"},
    {"\001CODEPAGE: 866\r", "", "866", "cp866"},
    {"\001CHRS: IBMPC 2\r", "", "IBMPC", ""},
    {"\001CHRS: IBMPC 2\r\001CODEPAGE: 850\r", "", "850", "cp850"},
    {"\001CHRS: CP866 2\r\001CHARSET: UTF-8\r", "", "CP866", "cp866"},
    {"\001CHRS: XYZ 2\r\001CHARSET: ABC\r", "", "XYZ", ""},
    {"\001CHRSX: CP866 2\r", "", "", ""},
    {"\001", "", "", ""},
    {"\001:", "", "", ""},
};

START_TEST(control_lines_are_read)
{
    struct mail_message draft = {.body = range(controls[_i].body)};

    take_all(&draft);
    expect(draft.head.of[MAIL_ID].at, draft.head.of[MAIL_ID].n, controls[_i].id);
    expect_charset(&draft, controls[_i].declared, controls[_i].label);
}
END_TEST

START_TEST(control_lines_follow_each_other)
{
    static const char lines[] =
        "\001MSGID: a\001CHRS: CP866 2\r\001\001TZUTC: 3\001TZUTC: 0300\0\001INTL x";
    struct mail_message draft = {.controls = {(const unsigned char *)lines, sizeof lines - 1}};

    take_all(&draft);
    expect(draft.head.of[MAIL_ID].at, draft.head.of[MAIL_ID].n, "a");
    expect(draft.zone.at, draft.zone.n, "3");
    expect_charset(&draft, "CP866", "cp866");
    ck_assert(!draft.netmail);
}
END_TEST

/* What the line says that was remembered is what it says when it is read anew. */
START_TEST(a_line_is_remembered)
{
    static const struct {
        const char *body, *declared, *label;
    } messages[] = {
        {"\001CHRS: CP866 2\r", "CP866", "cp866"},
        {"a\r\001CHRS: CP866 2\r\001CHRS: KOI8-R 2\r", "CP866", "cp866"},
        {"\001 CHRS: CP866 2\r", "CP866", "cp866"},
        {"\001!CHRS: CP866 2\r", "", ""},
        {"\001CHRS: CP850 2\r", "CP850", "cp850"},
        {"\001CHRS: CP850 2 \r", "CP850", "cp850"},
        {"\001CHRS: IBMPC 2\r\001CHRS: CP850 2\r", "CP850", "cp850"},
        {"\001CHRS: IBMPC 2\r", "IBMPC", ""},
        {"\001CHRS: CP850 2                                \r", "CP850", "cp850"},
        {"\001CHRS: CP85\r", "CP85", ""},
        {"", "", ""},
    };
    struct mail_memory memory = {.n = 0};

    for (size_t i = 0; i < 4 * COUNT(messages); i++) {
        size_t nth = i / 2 % COUNT(messages); /* each one twice in a row, and all of it twice */
        struct mail_message draft = {.body = range(messages[nth].body), .memory = memory};
        mail_find_charset(&draft);
        memory = draft.memory;
        expect_charset(&draft, messages[nth].declared, messages[nth].label);
    }
}
END_TEST

Suite *kludges_suite(void)
{
    Suite *suite = suite_create("kludges");

    loop_case(suite, "controls", control_lines_are_read, COUNT(controls));
    loop_case(suite, "row", control_lines_follow_each_other, 1);
    loop_case(suite, "memory", a_line_is_remembered, 1);
    return suite;
}
