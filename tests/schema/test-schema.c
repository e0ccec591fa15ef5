/* test-schema.c: validation of values against schemas: conversions, errors, formats, answers of
 * models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-schema.h"

/* Parses JSON with ' for " and ` for '. */
static TroupeValue *
read_quoted (const char *text)
{
  g_autofree char *json = g_strdup (text);
  g_autoptr (GError) error = NULL;
  TroupeValue *value;

  for (char *c = json; *c != '\0'; c++)
    *c = *c == '\'' ? '"' : *c == '`' ? '\'' : *c;
  value = troupe_value_from_json (json, -1, &error);
  g_assert_no_error (error);
  return value;
}

static TroupeSchema *
make_schema (const char *text, GError **error)
{
  g_autoptr (TroupeValue) document = read_quoted (text);

  return troupe_schema_new (document, NULL, error);
}

/* --- Conversions --------------------------------------------------------------------------- */

typedef struct
{
  const char *property; /* of the field `x` */
  const char *given;
  const char *expected; /* NULL if it is rejected */
} Conversion;

#define S(word) "{'type': '" word "'}"
#define FORMAT(word) "{'type': 'string', 'format': '" word "'}"
#define OBJECT(type) "{'type': 'object', 'properties': {'a': {'type': '" type "'}}}"

static const Conversion conversions[] = {
  /* doc/flow-semantics.md §1 */
  { S ("integer"), "3", "3" },
  { S ("integer"), "'3'", "3" },
  { S ("integer"), "' 3 '", "3" },
  { S ("integer"), "'+1_0'", "10" },
  { S ("integer"), "'3.0'", "3" },
  { S ("integer"), "'-007'", "-7" },
  { S ("integer"), "'123456789012345678901234567890'", "123456789012345678901234567890" },
  { S ("integer"), "3.0", "3" },
  { S ("integer"), "true", "1" },
  { S ("integer"), "3.5", NULL },
  { S ("integer"), "'1e1'", NULL },
  { S ("integer"), "'1__0'", NULL },
  { S ("integer"), "'_1'", NULL },
  { S ("integer"), "''", NULL },
  { S ("integer"), "'3.5'", NULL },
  { S ("integer"), "[3]", NULL },
  { S ("number"), "2", "2.0" },
  { S ("number"), "'1e3'", "1000.0" },
  { S ("number"), "false", "0.0" },
  { S ("number"), "'0x10'", NULL },
  { S ("number"), "'abc'", NULL },
  { S ("number"), "'inf'", "null" },
  { S ("boolean"), "'ON'", "true" },
  { S ("boolean"), "'n'", "false" },
  { S ("boolean"), "0.0", "false" },
  { S ("boolean"), "1", "true" },
  { S ("boolean"), "2", NULL },
  { S ("boolean"), "' yes'", NULL },
  { S ("string"), "'x'", "'x'" },
  { S ("string"), "5", NULL },
  { S ("string"), "true", NULL },
  { S ("string"), "null", "null" },
  { S ("null"), "null", "null" },
  { S ("null"), "0", NULL },
  { S ("array"), "[1,'a']", "[1,'a']" },
  { S ("array"), "'ab'", NULL },
  { "{'type': 'array', 'items': {'type': 'integer'}}", "['1',2.0]", "[1,2]" },
  { "{'type': 'array', 'items': {'type': 'integer', 'minimum': 5}, 'maxItems': 1}", "[1,2]",
    "[1,2]" },
  { "{'type': 'array', 'items': {'type': 'integer'}}", "[1,'x']", NULL },
  { S ("object"), "{'a':1}", "{'a':1}" },
  { "{}", "[1]", "[1]" },
  { "{'enum': ['a', 2]}", "'2'", NULL },
  { "{'enum': ['a', 2]}", "2.0", "2" },
  { "{'const': 1}", "1.0", "1" },
  { "{'const': 1}", "true", "1" },
  { "{'const': 1}", "false", NULL },
  { "{'enum': [true]}", "1", "true" },
  { "{'enum': [1, true]}", "true", "true" },
  { "{'type': 'integer', 'minimum': 1, 'maximum': 5}", "0", NULL },
  { "{'type': 'integer', 'exclusiveMaximum': 5}", "5", NULL },
  { "{'type': 'integer', 'exclusiveMaximum': 5}", "4", "4" },
  { "{'type': 'number', 'multipleOf': 0.1}", "0.3", "0.3" },
  { "{'type': 'number', 'multipleOf': 0.1}", "0.35", NULL },
  { "{'type': 'string', 'minLength': 2, 'maxLength': 3}", "'äöü'", "'äöü'" },
  { "{'type': 'string', 'minLength': 2, 'maxLength': 3}", "'abcd'", NULL },
  { "{'type': 'string', 'pattern': '^[a-z]+$'}", "'ab1'", NULL },
  { "{'type': 'string', 'pattern': 'b'}", "'abc'", "'abc'" },
  { "{'type': ['string', 'null']}", "null", "null" },
  { "{'type': ['integer']}", "'4'", "4" },
  { "{'type': ['integer', 'string']}", "'4'", "'4'" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'number'}]}", "3", "3" },
  { "{'anyOf': [{'type': 'number'}, {'type': 'integer'}]}", "3", "3" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'boolean'}]}", "'7'", "7" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'boolean'}]}", "'zzz'", NULL },
  { "{'$ref': '#/$defs/P'}", "{'k':'1'}", "{'k':1,'next':null}" },
  { "{'$ref': '#/$defs/P'}", "{'k':1,'next':{'k':'2'}}", "{'k':1,'next':{'k':2,'next':null}}" },
  { "{'$ref': '#/$defs/P'}", "{'k':1,'q':1}", NULL },
  { "{'allOf': [{'properties': {'a': {'type': 'integer'}}, 'required': ['a']}, {'properties': "
    "{'b': {'type': 'string', 'default': 5}}}]}",
    "{'a':'1'}", "{'a':1,'b':5}" },
  /* formats */
  { FORMAT ("time"), "'03:04'", "'03:04:00'" },
  { FORMAT ("time"), "'25:04'", NULL },
  { FORMAT ("date"), "'2026-02-28'", "'2026-02-28'" },
  { FORMAT ("date"), "'2026-02-30'", NULL },
  { FORMAT ("date-time"), "'2026-11-21 08:30:00.5+00:00'", "'2026-11-21T08:30:00.500000Z'" },
  { FORMAT ("date-time"), "'soon'", NULL },
  { FORMAT ("uri"), "'HTTP://X.y:80'", "'http://x.y/'" },
  { FORMAT ("uri"), "'nothing'", NULL },
  { FORMAT ("email"), "'Me@Example.ORG'", "'Me@example.org'" },
  { FORMAT ("email"), "'me'", NULL },
  { FORMAT ("ipv4"), "'1.2.3.4'", "'1.2.3.4'" },
  { FORMAT ("ipv4"), "'::1'", NULL },
  { FORMAT ("ipv6"), "'0:0::1'", "'::1'" },
  { FORMAT ("uuid"), "'{6BA7B8109DAD11D180B400C04FD430C8}'",
    "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'" },
  { FORMAT ("uuid4"), "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'", NULL },
  { FORMAT ("duration"), "'PT90M'", "'PT1H30M'" },
  { FORMAT ("binary"), "'x'", NULL },
  { FORMAT ("anything"), "'x'", "'x'" },
  { FORMAT ("ipvanynetwork"), "'10.0.0.0/8'", "'10.0.0.0/8'" },
  { FORMAT ("ipvanynetwork"), "'10.0.0.1/8'", NULL },
  { FORMAT ("ipvanynetwork"), "'10.0.0.0/255.0.0.0'", "'10.0.0.0/8'" },
  { FORMAT ("ipvanyinterface"), "'fe80::1%eth0'", "'fe80::1%eth0/128'" },
  { FORMAT ("ipv6"), "'::FFFF:1.2.3.4'", "'::ffff:102:304'" },
  { FORMAT ("ipv6"), "1000000000000000000000000000000", "'0:c:9f2c:9cd0:4674:edea:4000:0'" },
  { FORMAT ("ipv4"), "1", "'0.0.0.1'" },
  { FORMAT ("ipv4"), "4294967296", NULL },
  { FORMAT ("ipv4"), "1.0", NULL },
  { FORMAT ("date-time"), "1764000000", "'2025-11-24T16:00:00Z'" },
  { FORMAT ("date-time"), "1764000000000", "'2025-11-24T16:00:00Z'" },
  { FORMAT ("date-time"), "'1.5'", "'1970-01-01T00:00:01.500000Z'" },
  { FORMAT ("date-time"), "true", NULL },
  { FORMAT ("date-time"), "1.0e300", NULL },
  { FORMAT ("date"), "86400", "'1970-01-02'" },
  { FORMAT ("date"), "86401", NULL },
  { FORMAT ("date"), "'2026-11-21T00:00:00Z'", "'2026-11-21'" },
  { FORMAT ("date"), "'2026-11-21T00:00:01'", NULL },
  { FORMAT ("time"), "5", "'00:00:05Z'" },
  { FORMAT ("time"), "86400", NULL },
  { FORMAT ("duration"), "1764000000", "'P55Y341DT16H'" },
  { FORMAT ("duration"), "-0.5", "'-PT0.5S'" },
  { FORMAT ("duration"), "'3 days, 01:02:03.5'", "'P3DT1H2M3.5S'" },
  { FORMAT ("duration"), "'P1Y2M1W'", "'P1Y67D'" },
  { FORMAT ("duration"), "'PT1.5H'", "'PT1H30M'" },
  { FORMAT ("duration"), "'PT1.5H1S'", NULL },
  { FORMAT ("duration"), "'123:00'", "'P5DT3H'" },
  { FORMAT ("duration"), "'8:30'", NULL },
  { FORMAT ("uri"), "' http://é.de/a/../%2e/b c '", "'http://xn--9ca.de/b%20c'" },
  { FORMAT ("uri"), "'http://0x7f.1'", "'http://127.0.0.1/'" },
  { FORMAT ("uri"), "'http://256.1.1.1'", NULL },
  { FORMAT ("uri"), "'http://x.y:99999'", NULL },
  { FORMAT ("uri"), "'mailto:Me@X.y'", "'mailto:Me@X.y'" },
  { FORMAT ("uri"), "'file:/a/../b'", "'file:///b'" },
  { FORMAT ("multi-host-uri"), "'mongodb://u:p@h1:1,h2/d'", "'mongodb://u:p@h1:1,h2:27017/d'" },
  { FORMAT ("multi-host-uri"), "'mysql://h'", NULL },
  { FORMAT ("uuid"), "'6ba7-b8109dad11d180b400c04fd430c8'", NULL },
  { FORMAT ("uuid4"), "'f47ac10b-58cc-4372-0567-0e02b2c3d479'", NULL },
  /* a reference includes its rules, and a union with one member equals that member */
  { "{'$ref': '#/$defs/D'}", "3", NULL },
  { "{'$ref': '#/$defs/D', 'maximum': 1}", "8", "8" },
  { "{'type': 'array', 'items': {'$ref': '#/$defs/D'}}", "[3]", "[3]" },
  { "{'anyOf': [{'type': 'integer'}], 'minimum': 5}", "3", NULL },
  { "{'type': ['integer', 'integer'], 'minimum': 5}", "3", NULL },
  { "{'allOf': [{'type': 'integer'}], 'minimum': 5}", "3", NULL },
  { "{'anyOf': [{'type': 'integer'}, {}]}", "'3'", "'3'" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'string'}], 'format': 'date'}", "'x'", NULL },
  /* the best matching member, otherwise the first one */
  { "{'anyOf': [{'type': 'integer'}, {'type': 'string'}]}", "'5'", "'5'" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'string'}]}", "5.0", "5" },
  { "{'anyOf': [{'type': 'string'}, {'type': 'integer'}]}", "true", "1" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'null'}]}", "'x'", NULL },
  { "{'anyOf': [{'type': 'boolean'}, {'type': 'number'}]}", "1", "1.0" },
  { "{'oneOf': [{'type': 'integer'}, {'type': 'number'}]}", "3", "3" },
  { "{'anyOf': [{'type': 'integer', 'minimum': 5}, {'type': 'number'}]}", "3", "3" },
  { "{'type': ['null', 'string']}", "3", NULL },
  { "{'anyOf': [{'enum': ['a', 'b']}, {'type': 'integer'}]}", "'7'", "7" },
  { "{'anyOf': [{'enum': ['a', 'b']}, {'type': 'integer'}]}", "'c'", NULL },
  { "{'anyOf': [{'const': 'a'}, {'const': 1}]}", "1", "1" },
  { "{'anyOf': [{'type': 'array', 'items': {'type': 'string'}}, {'type': 'array', 'items': "
    "{'type': 'integer'}}]}",
    "[1,2]", "[1,2]" },
  { "{'anyOf': [" OBJECT ("integer") ", " OBJECT ("string") "]}", "{'a':'7'}", "{'a':'7'}" },
  { "{'anyOf': [" OBJECT ("integer") ", " OBJECT ("number") "]}", "{'a':1.0}", "{'a':1.0}" },
  { "{'anyOf': [" OBJECT ("number") ", " OBJECT ("integer") "]}", "{'a':1}", "{'a':1.0}" },
  { "{'anyOf': [" OBJECT ("boolean") ", " OBJECT ("integer") "]}", "{'a':'1'}", "{'a':true}" },
  { "{'anyOf': [{'type': 'array', 'items': " OBJECT (
        "integer") "}, {'type': 'array', 'items': " OBJECT ("string") "}]}",
    "[{'a':'7'}]", "[{'a':'7'}]" },
  { "{'type': 'boolean', 'minimum': 1}", "false", NULL },
  { "{'type': 'integer', 'multipleOf': 3}", "10000000000000000", NULL },
  { "{'type': 'integer', 'multipleOf': 3}", "1000000000000000000000000000002",
    "1000000000000000000000000000002" },
  { "{'type': 'number', 'multipleOf': 3}", "1.0e10", NULL },
  { "{'type': 'integer', 'exclusiveMaximum': 9223372036854775808}", "9223372036854775807",
    "9223372036854775807" },
  { "{'enum': [9007199254740993]}", "9007199254740992", NULL },
};

static void
test_conversions (void)
{
  guint n_failed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (conversions); i++)
    {
      const Conversion *item = &conversions[i];
      g_autofree char *text = g_strdup_printf (
          "{'type': 'object', 'properties': {'x': %s}, '$defs': {'P': {'type': 'object', "
          "'properties': {'k': {'type': 'integer'}, 'next': {'$ref': '#/$defs/P'}}, 'required': "
          "['k']}, 'D': {'type': 'integer', 'minimum': 5}}}",
          item->property);
      g_autofree char *given = g_strdup_printf ("{'x': %s}", item->given);
      g_autoptr (TroupeSchema) schema = make_schema (text, NULL);
      g_autoptr (TroupeValue) value = read_quoted (given);
      g_autoptr (TroupeValue) expected =
          item->expected != NULL ? read_quoted (item->expected) : NULL;
      g_autoptr (GPtrArray) problems =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
      g_autoptr (TroupeValue) checked = troupe_schema_check (schema, value, problems);
      g_autofree char *found = NULL;
      g_autofree char *wanted =
          expected != NULL ? troupe_value_to_json (expected, TROUPE_JSON_COMPACT) : NULL;

      if (checked != NULL)
        found = troupe_value_to_json (troupe_value_map_lookup_string (checked, "x", -1),
                                      TROUPE_JSON_COMPACT);
      g_assert_true ((checked == NULL) == (problems->len > 0));
      for (guint j = 0; j < problems->len; j++)
        g_assert_true (g_str_has_prefix (((TroupeSchemaProblem *) problems->pdata[j])->path, "x"));
      if (g_strcmp0 (found, wanted) == 0)
        continue;
      n_failed++;
      g_test_message ("%s of %s: expected %s, found %s", item->given, item->property,
                      wanted ? wanted : "a refusal", found ? found : "a refusal");
    }
  g_assert_cmpuint (n_failed, ==, 0);
}

/* --- Unsupported schemas ---------------------------------------------------------------------- */

static void
test_unusable (void)
{
  static const char *const schemas[] = {
    "{}",
    "{'properties': {'a': {'type': 'date'}}}",
    "{'properties': {'a': {'type': []}}}",
    "{'properties': {'a': true}}",
    "{'properties': {'_a': {}}}",
    "{'properties': {'a': {'$ref': '#/nope'}}}",
    "{'properties': {'a': {'type': 'string', 'pattern': '(?=a)b'}}}",
    "{'title': 1, 'properties': {}}",
    "{'properties': {'a': {'type': 'integer', 'minimum': 0.5}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", schemas[i]);
      g_assert_null (make_schema (schemas[i], &error));
      g_assert_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_SCHEMA);
    }
}

/* The schema of a state excludes the member `id`, but the schema of an answer includes it. */
static void
test_left_out (void)
{
  g_autoptr (TroupeValue) document =
      read_quoted ("{'properties': {'id': {'type': 'integer'}, 'in': {'properties': {'id': "
                   "{'type': 'integer'}}, "
                   "'type': 'object'}}}");
  g_autoptr (TroupeSchema) state = troupe_schema_new (document, "id", NULL);
  g_autoptr (TroupeSchema) answer = troupe_schema_new (document, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) inner =
      troupe_schema_read_text (state, "{\"in\":{\"id\":\"1\"}}", &error);
  g_autoptr (TroupeValue) own = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (inner);
  own = troupe_schema_read_text (answer, "{\"id\":\"1\"}", &error);
  g_assert_no_error (error);
  g_assert_null (troupe_schema_read_text (state, "{\"id\":1}", &error));
  g_assert_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE);
}

/* --- Answers of models ------------------------------------------------------------------------ */

#define VERDICT                                                                                    \
  "{'type': 'object', 'title': 'Verdict', 'properties': {'title': {'type': 'string'}, 'score': "   \
  "{'type': 'integer'}}, 'required': ['title', 'score']}"
#define REPORT                                                                                     \
  "{'type': 'object', 'title': 'Report', 'required': ['items', 'kind'], 'properties': {'kind': "   \
  "{'type': 'string', 'enum': ['a', 'b']}, 'note': {'type': 'string'}, 'items': {'type': 'array'," \
  " 'items': {'type': 'object', 'properties': {'n': {'type': 'number'}}, 'required': ['n']}}}}"

/* Results of CrewAI 1.15 for these answers (recorded runs of crews). */
static void
test_answers (void)
{
  static const struct
  {
    const char *schema;
    const char *answer;
    const char *expected; /* NULL: rejected with @code */
    int code;
    gboolean in_text; /* whether the converter of an agent with tools searches for JSON in the
                         text */
  } answers[] = {
    { VERDICT, "{\"title\": \"ANSW-1\", \"score\": 3}", "{'title':'ANSW-1','score':3}", 0, FALSE },
    { VERDICT, "```json\n{\"title\": \"ANSW-1\", \"score\": 3}\n```", NULL,
      TROUPE_SCHEMA_ERROR_JSON, FALSE },
    { VERDICT, "Here it is TEXT-1: {\"title\": \"ANSW-1\", \"score\": 3} so there.", NULL,
      TROUPE_SCHEMA_ERROR_JSON, FALSE },
    { VERDICT, "{\"title\": \"ANSW-1\", \"score\": \"many\"}", NULL, TROUPE_SCHEMA_ERROR_VALUE,
      FALSE },
    { REPORT, "{\"kind\": \"a\", \"items\": [{\"n\": 1.5}, {\"n\": 2}], \"other\": 1}", NULL,
      TROUPE_SCHEMA_ERROR_VALUE, FALSE },
    { REPORT, "{\"kind\": \"b\", \"items\": [{\"n\": 1.5}, {\"n\": 2}], \"note\": null}",
      "{'kind':'b','note':null,'items':[{'n':1.5},{'n':2.0}]}", 0, FALSE },
    { REPORT, "{\"kind\": \"a\", \"items\": []}", "{'kind':'a','note':null,'items':[]}", 0, FALSE },
    { VERDICT, "```json\n{\"title\": \"ANSW-1\", \"score\": 3}\n```",
      "{'title':'ANSW-1','score':3}", 0, TRUE },
    { VERDICT, "Here it is TEXT-1: {\"title\": \"ANSW-1\", \"score\": 3} so there.",
      "{'title':'ANSW-1','score':3}", 0, TRUE },
    { VERDICT, "The title is TEXT-1 and the score is three", NULL, TROUPE_SCHEMA_ERROR_JSON, TRUE },
    { VERDICT, "{\"title\": \"ANSW-1\", \"score\": \"many\"}", NULL, TROUPE_SCHEMA_ERROR_VALUE,
      TRUE },
    { VERDICT, "} and {", NULL, TROUPE_SCHEMA_ERROR_JSON, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (TroupeSchema) schema = make_schema (answers[i].schema, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) value =
          answers[i].in_text ? troupe_schema_find_text (schema, answers[i].answer, &error)
                             : troupe_schema_read_text (schema, answers[i].answer, &error);
      g_autofree char *found =
          value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : NULL;
      g_autofree char *expected = g_strdup (answers[i].expected);

      g_test_message ("%s", answers[i].answer);
      if (expected == NULL)
        {
          g_assert_error (error, TROUPE_SCHEMA_ERROR, answers[i].code);
          continue;
        }
      g_assert_no_error (error);
      g_strdelimit (expected, "'", '"');
      g_assert_cmpstr (found, ==, expected);
    }
}

/* A schema from a Python class ignores unknown members, even in nested objects. A schema in a
 * document rejects unknown members. */
static void
test_open (void)
{
  static const char text[] =
      "{'properties': {'x': {'type': 'integer'}, 'y': {'type': 'object', 'properties': "
      "{'a': {'type': 'string'}}}}, 'required': ['x']}";
  g_autoptr (TroupeValue) document = read_quoted (text);
  g_autoptr (TroupeSchema) open = troupe_schema_new_open (document, NULL);
  g_autoptr (TroupeSchema) closed = troupe_schema_new (document, NULL, NULL);
  g_autoptr (TroupeValue) read = NULL;
  g_autoptr (TroupeValue) expected = read_quoted ("{'x': 1, 'y': {'a': 'b'}}");
  g_autoptr (GError) error = NULL;
  static const char answer[] = "{\"x\": 1, \"z\": 2, \"y\": {\"a\": \"b\", \"c\": 3}}";

  read = troupe_schema_read_text (open, answer, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_value_equal (read, expected));
  g_assert_null (troupe_schema_read_text (closed, answer, &error));
  g_assert_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE);
}

/* A class member with a default accepts null only if its type does, and a reference may have a
 * default. */
static void
test_class (void)
{
  static const char text[] =
      "{'x-troupe-class': true, 'properties': {'tags': {'type': 'array', 'items': {'type': "
      "'string'}, "
      "'default': []}, 'part': {'$ref': '#/$defs/Part', 'default': {'a': true}}, 'o': {'anyOf': "
      "[{'type': 'integer'}, {'type': 'null'}], 'default': 4}}, '$defs': {'Part': "
      "{'x-troupe-class': "
      "true, 'type': 'object', 'properties': {'a': {'type': 'boolean', 'default': true}}}}}";
  static const struct
  {
    const char *answer;
    const char *read; /* (nullable): NULL if it is invalid */
  } cases[] = {
    { "{}", "{'tags': [], 'part': {'a': true}, 'o': 4}" },
    { "{\"o\": null, \"part\": {}}", "{'tags': [], 'part': {'a': true}, 'o': null}" },
    { "{\"tags\": null}", NULL },
    { "{\"part\": null}", NULL },
    { "{\"part\": {\"a\": null}}", NULL },
  };
  g_autoptr (TroupeValue) document = read_quoted (text);
  g_autoptr (TroupeSchema) schema = troupe_schema_new_open (document, NULL);

  g_assert_nonnull (schema);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) expected = cases[i].read != NULL ? read_quoted (cases[i].read) : NULL;
      g_autoptr (TroupeValue) read = troupe_schema_read_text (schema, cases[i].answer, &error);

      g_test_message ("%s", cases[i].answer);
      if (expected == NULL)
        g_assert_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE);
      else
        g_assert_true (read != NULL && troupe_value_equal (read, expected));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/conversions", test_conversions);
  g_test_add_func ("/schema/unusable", test_unusable);
  g_test_add_func ("/schema/left-out", test_left_out);
  g_test_add_func ("/schema/answers", test_answers);

  g_test_add_func ("/schema/open", test_open);
  g_test_add_func ("/schema/class", test_class);

  return g_test_run ();
}
