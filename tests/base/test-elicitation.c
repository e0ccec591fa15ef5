/* test-elicitation.c: MCP elicitation: forms of servers and validation of answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-elicitation.h"

/* Parses JSON in which quotation marks are written as '. (transfer full) */
static TroupeValue *
value (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeValue *result = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  return result;
}

/* Parses a request for a form. @properties, @more: parts of the requested schema. (transfer
 * full) */
static TroupeElicitation *
ask (const char *message, const char *properties, const char *more, GError **error)
{
  g_autofree char *text = g_strdup_printf (
      "{'message': '%s', 'requestedSchema': {'type': 'object', 'properties': {%s}%s}}", message,
      properties, more);
  g_autoptr (TroupeValue) params = value (text);

  return troupe_elicitation_new ("a server", params, error);
}

static TroupeElicitation *
ask_url (const char *url, GError **error)
{
  g_autofree char *text =
      g_strdup_printf ("{'mode': 'url', 'message': 'm', 'elicitationId': 'e', 'url': '%s'}", url);
  g_autoptr (TroupeValue) params = value (text);

  return troupe_elicitation_new ("a server", params, error);
}

#define ALL_KINDS                                                                                  \
  "'name': {'type': 'string', 'title': 'Your name', 'default': 'Ada', 'maxLength': 5},"            \
  "'age': {'type': 'integer', 'minimum': 18, 'maximum': 120, 'default': 30},"                      \
  "'score': {'type': 'number', 'default': 95.5},"                                                  \
  "'ok': {'type': 'boolean', 'default': true},"                                                    \
  "'colour': {'type': 'string', 'enum': ['r', 'g'], 'enumNames': ['Red', 'Green']},"               \
  "'size': {'type': 'string', 'oneOf': [{'const': 's', 'title': 'Small'}], 'default': 's'},"       \
  "'many': {'type': 'array', 'items': {'type': 'string', 'enum': ['a', 'b', 'c']}, 'maxItems': 2}"

/* The fields keep their order, and an answer without input contains the defaults. */
static void
test_defaults (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeElicitation) form = ask ("m", ALL_KINDS, ", 'required': ['name']", &error);
  g_autoptr (TroupeValue) content = NULL;
  g_autofree char *json = NULL;
  const TroupeElicitationField *field = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (form->fields->len, ==, 7);
  field = form->fields->pdata[0];
  g_assert_cmpstr (field->title, ==, "Your name");
  g_assert_true (field->is_required);
  field = form->fields->pdata[4];
  g_assert_cmpint (field->type, ==, TROUPE_ELICITATION_CHOICE);
  g_assert_cmpstr (field->titles[1], ==, "Green");
  content = troupe_elicitation_complete (form, NULL, &error);
  g_assert_no_error (error);
  json = troupe_value_to_json (content, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (json, ==,
                   "{\"name\":\"Ada\",\"age\":30,\"score\":95.5,\"ok\":true,\"size\":\"s\"}");
}

/* Input into each kind of field and the expected result. An exclamation mark (`!`) means an
 * error. */
static void
test_typed (void)
{
  static const struct
  {
    guint field;
    const char *text;
    const char *expected;
  } cases[] = {
    { 0, "Bob", "\"Bob\"" },
    { 0, "too long", "!" },
    { 0, "", "!" },
    { 1, "18", "18" },
    { 1, "17", "!" },
    { 1, "121", "!" },
    { 1, "20.5", "!" },
    { 1, "x", "!" },
    { 1, "", "" },
    { 2, "0.5", "0.5" },
    { 2, "-3", "-3" },
    { 2, "1e400", "!" },
    { 2, "nan", "!" },
    { 3, "yes", "true" },
    { 3, "N", "false" },
    { 3, "perhaps", "!" },
    { 4, "Green", "\"g\"" },
    { 4, "r", "\"r\"" },
    { 4, "2", "\"g\"" },
    { 4, "3", "!" },
    { 4, "0", "!" },
    { 4, "blue", "!" },
    { 6, "a, c", "[\"a\",\"c\"]" },
    { 6, "1,2", "[\"a\",\"b\"]" },
    { 6, "a,b,c", "!" },
    { 6, "a,z", "!" },
  };
  g_autoptr (TroupeElicitation) form = ask ("m", ALL_KINDS, ", 'required': ['name']", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TroupeElicitationField *field = form->fields->pdata[cases[i].field];
      g_autoptr (TroupeValue) read = NULL;
      g_autoptr (GError) error = NULL;
      const gboolean is_read = troupe_elicitation_field_read (field, cases[i].text, &read, &error);
      g_autofree char *json =
          read != NULL ? troupe_value_to_json (read, TROUPE_JSON_COMPACT) : g_strdup ("");

      g_test_message ("%s: %s", field->name, cases[i].text);
      g_assert_cmpint (is_read, ==, *cases[i].expected != '!');
      if (is_read)
        g_assert_cmpstr (json, ==, cases[i].expected);
      else
        {
          g_assert_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_ANSWER);
          g_assert_nonnull (strstr (error->message, field->title));
        }
    }
}

static void
test_formats (void)
{
  static const char *const cases[][3] = {
    { "email", "a@b.org", "a b@c" },
    { "email", "a@b", "@b" },
    { "uri", "https://a.org/x", "nothing" },
    { "date", "2026-02-28", "2026-02-30" },
    { "date-time", "2026-02-28T10:00:00Z", "yesterday" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *properties =
          g_strdup_printf ("'a': {'type': 'string', 'format': '%s'}", cases[i][0]);
      g_autoptr (TroupeElicitation) form = ask ("m", properties, "", NULL);
      g_autoptr (TroupeValue) good = NULL;
      g_autoptr (TroupeValue) bad = NULL;

      g_assert_nonnull (form);
      g_assert_true (
          troupe_elicitation_field_read (form->fields->pdata[0], cases[i][1], &good, NULL));
      g_assert_false (
          troupe_elicitation_field_read (form->fields->pdata[0], cases[i][2], &bad, NULL));
    }
}

/* Input overrides defaults. A null value omits a field, and unknown fields are not sent. */
static void
test_complete (void)
{
  g_autoptr (TroupeElicitation) form = ask ("m", ALL_KINDS, "", NULL);
  g_autoptr (TroupeValue) typed =
      value ("{'name': 'Eve', 'age': null, 'score': 1, 'ok': false, 'size': null, 'extra': 1}");
  g_autoptr (TroupeValue) wrong = value ("{'age': 'old'}");
  g_autoptr (TroupeValue) content = troupe_elicitation_complete (form, typed, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = troupe_value_to_json (content, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (json, ==, "{\"name\":\"Eve\",\"score\":1,\"ok\":false}");
  g_assert_null (troupe_elicitation_complete (form, wrong, &error));
  g_assert_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_ANSWER);
}

/* Forms that request secrets are recognized by the names that servers use. */
static void
test_secrets (void)
{
  static const char *const secrets[] = {
    "'password': {'type': 'string'}",
    "'apiKey': {'type': 'string'}",
    "'api_key': {'type': 'string'}",
    "'x': {'type': 'string', 'title': 'Access-Token'}",
    "'x': {'type': 'string', 'title': 'Pass\\u200bword'}",
    "'x': {'type': 'string', 'description': 'The number of your credit card number'}",
    "'x': {'type': 'string', 'format': 'password'}",
    "'x': {'type': 'string', 'writeOnly': true}",
    "'x': {'type': 'string', 'title': '请输入密码'}",
    "'pin': {'type': 'integer'}",
    "'name': {'type': 'string'}, 'CVV': {'type': 'number'}",
  };
  static const char *const harmless[] = {
    "'max_tokens': {'type': 'integer'}",
    "'passport_country': {'type': 'string'}",
    "'spinning': {'type': 'string', 'description': 'what to pin to the board'}",
    "'has_password': {'type': 'boolean'}",
    "'secret': {'type': 'string', 'enum': ['a', 'b']}",
  };
  g_autoptr (TroupeElicitation) worded = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      g_autoptr (GError) refusal = NULL;

      g_test_message ("%s", secrets[i]);
      g_assert_null (ask ("m", secrets[i], "", &refusal));
      g_assert_error (refusal, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_SECRET);
      g_assert_nonnull (strstr (refusal->message, "a server"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    {
      g_autoptr (TroupeElicitation) form = ask ("m", harmless[i], "", &error);

      g_assert_no_error (error);
    }
  worded = ask ("Please enter your password", "'x': {'type': 'string'}", "", &error);
  g_assert_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_SECRET);
}

/* Forms that are not flat or cannot be shown to the user are rejected. */
static void
test_hostile (void)
{
  static const char *const wrong[] = {
    "'a': {'type': 'object', 'properties': {}}",
    "'a': {'type': 'array', 'items': {'type': 'object'}}",
    "'a': {'type': ['string', 'null']}",
    "'a': {'$ref': 'https://x/y'}",
    "'a': 1",
    "'': {'type': 'string'}",
    "'a': {'type': 'string', 'enum': []}",
    "'a': {'type': 'string', 'enum': [1]}",
  };
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeElicitation) form = NULL;
  g_autofree char *long_message = g_strnfill (1000000, 'm');
  g_autoptr (TroupeElicitation) verbose = NULL;
  const TroupeElicitationField *field = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) refusal = NULL;

      g_test_message ("%s", wrong[i]);
      g_assert_null (ask ("m", wrong[i], "", &refusal));
      g_assert_error (refusal, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_INVALID);
    }
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (many, "%s'f%u': {'type': 'string'}", i > 0 ? "," : "", i);
  g_assert_null (ask ("m", many->str, "", &error));
  g_assert_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_INVALID);
  /* Bidirectional and terminal control characters are escaped. */
  form =
      ask ("\\u001b[2J\\u202eevil", "'a': {'type': 'string', 'title': '\\u001b]0;x\\n'}", "", NULL);
  field = form->fields->pdata[0];
  g_assert_null (strchr (form->message, '\x1b'));
  g_assert_null (strstr (form->message, "\u202e"));
  g_assert_null (strpbrk (field->title, "\x1b\n"));
  verbose = ask (long_message, "", "", NULL);
  g_assert_cmpuint (strlen (verbose->message), <, 5000);
}

static void
test_addresses (void)
{
  static const char *const good[] = {
    "https://a.org/sign?x=1#y", "http://127.0.0.1:8080/",    "http://localhost/",
    "https://a.org:8443/",      "https://xn--bcher-kva.de/",
  };
  static const char *const bad[] = {
    "javascript:alert(1)",     "data:text/html,x",  "file:///etc/passwd", "http://a.org/",
    "https://bank.com@a.org/", "ftp://a.org/",      "https:///x",         "//a.org",
    "https://a.org/\\u202e",   "https://a.org/ x",  "https://bücher.de/", "",
    "https://a.org\\\\@b.org", "https://a.org/\\n", "JAVASCRIPT:x",       "https:a.org",
  };
  gsize begin = 0;
  gsize end = 0;
  g_autoptr (TroupeElicitation) one = ask_url ("https://u.a.org:44/p?q", NULL);
  g_autofree char *host = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeElicitation) asked = ask_url (good[i], &error);

      g_assert_no_error (error);
      g_assert_cmpstr (asked->url, ==, good[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_null (ask_url (bad[i], &error));
      g_assert_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_ADDRESS);
    }
  g_assert_true (troupe_elicitation_find_host (one, &begin, &end));
  host = g_strndup (one->url + begin, end - begin);
  g_assert_cmpstr (host, ==, "u.a.org:44");
  g_assert_cmpstr (one->host, ==, host);
}

static void
test_results (void)
{
  g_autoptr (TroupeElicitation) form = ask ("m", "'a': {'type': 'string'}", "", NULL);
  g_autoptr (TroupeElicitation) address = ask_url ("https://a.org/", NULL);
  g_autoptr (TroupeValue) content = value ("{'a': 'x'}");
  g_autoptr (TroupeValue) yes =
      troupe_elicitation_make_result (form, TROUPE_ELICITATION_ACCEPT, content);
  g_autoptr (TroupeValue) no =
      troupe_elicitation_make_result (form, TROUPE_ELICITATION_DECLINE, content);
  g_autoptr (TroupeValue) opened =
      troupe_elicitation_make_result (address, TROUPE_ELICITATION_ACCEPT, content);
  g_autofree char *yes_json = troupe_value_to_json (yes, TROUPE_JSON_COMPACT);
  g_autofree char *no_json = troupe_value_to_json (no, TROUPE_JSON_COMPACT);
  g_autofree char *opened_json = troupe_value_to_json (opened, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (yes_json, ==, "{\"action\":\"accept\",\"content\":{\"a\":\"x\"}}");
  g_assert_cmpstr (no_json, ==, "{\"action\":\"decline\"}");
  g_assert_cmpstr (opened_json, ==, "{\"action\":\"accept\"}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/elicitation/defaults", test_defaults);
  g_test_add_func ("/elicitation/typed", test_typed);
  g_test_add_func ("/elicitation/formats", test_formats);
  g_test_add_func ("/elicitation/complete", test_complete);
  g_test_add_func ("/elicitation/secrets", test_secrets);
  g_test_add_func ("/elicitation/hostile", test_hostile);
  g_test_add_func ("/elicitation/addresses", test_addresses);
  g_test_add_func ("/elicitation/results", test_results);

  return g_test_run ();
}
