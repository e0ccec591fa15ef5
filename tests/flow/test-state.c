/* test-state.c: the state of a flow: defaults, conversions, refusals, formats
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "flow-test.h"
#include "troupe-flow-document.h"

static TroupeFlow *
load_state (const char *state)
{
  g_autofree char *text = g_strdup_printf ("{'name': 'F', 'state': %s}", state);

  return test_load (text, NULL);
}

static char *
to_text (TroupeValue *value)
{
  return value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : NULL;
}

/* --- Conversions --------------------------------------------------------------------------- */

typedef struct
{
  const char *property; /* of the field `x` */
  const char *given;
  const char *expected; /* NULL: it is refused */
} Conversion;

#define S(word) "{'type': '" word "'}"
#define FORMAT(word) "{'type': 'string', 'format': '" word "'}"

static const Conversion conversions[] = {
  /* spec/flow-semantics.md §1 */
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
  /* what a reference leads to counts with its rules, and of one member a union is that member */
  { "{'$ref': '#/$defs/D'}", "3", NULL },
  { "{'$ref': '#/$defs/D', 'maximum': 1}", "8", "8" },
  { "{'type': 'array', 'items': {'$ref': '#/$defs/D'}}", "[3]", "[3]" },
  { "{'anyOf': [{'type': 'integer'}], 'minimum': 5}", "3", NULL },
  { "{'type': ['integer', 'integer'], 'minimum': 5}", "3", NULL },
  { "{'allOf': [{'type': 'integer'}], 'minimum': 5}", "3", NULL },
  { "{'anyOf': [{'type': 'integer'}, {}]}", "'3'", "'3'" },
  { "{'anyOf': [{'type': 'integer'}, {'type': 'string'}], 'format': 'date'}", "'x'", NULL },
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
      g_autofree char *state = g_strdup_printf (
          "{'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {'x': %s}, "
          "'$defs':"
          " {'P': {'type': 'object', 'properties': {'k': {'type': 'integer'}, 'next': {'$ref': "
          "'#/$defs/P'}}, 'required': ['k']}, 'D': {'type': 'integer', 'minimum': 5}}}}",
          item->property);
      g_autofree char *inputs_text = g_strdup_printf ("{'x': %s}", item->given);
      g_autofree char *inputs_json = test_quote (inputs_text);
      g_autofree char *expected = item->expected != NULL ? test_quote (item->expected) : NULL;
      g_autoptr (TroupeFlow) flow = load_state (state);
      g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, NULL);
      g_autoptr (TroupeValue) initial = troupe_state_model_create (model, "i", NULL);
      g_autoptr (TroupeValue) inputs = troupe_value_from_json (inputs_json, -1, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) merged = NULL;
      g_autofree char *found = NULL;

      g_assert_true (troupe_state_model_is_typed (model));
      merged = troupe_state_model_merge (model, initial, inputs, &error);
      if (merged != NULL)
        found = to_text (troupe_value_map_lookup_string (merged, "x", -1));
      else
        {
          g_assert_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA);
          g_assert_nonnull (strstr (error->message, "x"));
        }
      if (g_strcmp0 (found, expected) == 0)
        continue;
      n_failed++;
      g_test_message ("%s of %s: expected %s, found %s (%s)", item->given, item->property,
                      expected ? expected : "a refusal", found ? found : "a refusal",
                      error ? error->message : "");
    }
  g_assert_cmpuint (n_failed, ==, 0);
}

/* --- The state as a whole ------------------------------------------------------------------- */

static void
check_create (const char *state, const char *expected)
{
  g_autoptr (TroupeFlow) flow = load_state (state);
  g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, NULL);
  g_autoptr (TroupeValue) value = troupe_state_model_create (model, "i", NULL);
  g_autofree char *text = to_text (value);
  g_autofree char *json = expected != NULL ? test_quote (expected) : NULL;

  g_assert_cmpstr (text, ==, json);
}

#define SCHEMA(properties, rest)                                                                   \
  "{'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {" properties "}" rest  \
  "}}"

static void
test_create (void)
{
  check_create ("null", "{'id':'i'}");
  check_create ("{'type': 'dict'}", "{'id':'i'}");
  check_create ("{'type': 'dict', 'default': {'a': 1}}", "{'a':1,'id':'i'}");
  check_create ("{'type': 'dict', 'default': {'id': 'own', 'a': 1}}", "{'id':'own','a':1}");
  check_create ("{'type': 'unknown', 'default': {'a': 1}}", "{'a':1,'id':'i'}");
  check_create (SCHEMA ("'a': {'type': 'integer', 'default': 'unchecked'}, 'b': {}", ""),
                "{'a':'unchecked','b':null,'id':'i'}");
  check_create (
      SCHEMA ("'a': {'type': 'number', 'default': 0}, 'b': {'type': 'integer', 'default': "
              "true}, 'c': {'type': 'array', 'items': {'type': 'number'}, 'default': [1]}",
              ""),
      "{'a':0.0,'b':1,'c':[1.0],'id':'i'}");
  /* id is a text and stands last, whatever the schema says. */
  check_create (SCHEMA ("'id': {'type': 'integer'}, 'a': {'type': 'string'}", ""),
                "{'a':null,'id':'i'}");
  /* Only something is missing: made as it was given. */
  check_create (
      "{'type': 'json_schema', 'default': {'n': '7'}, 'json_schema': {'properties': {'n': "
      "{'type': 'integer'}, 'm': {'type': 'string'}, 'o': {}}, 'required': ['m']}}",
      "{'n':'7','o':null,'id':'i'}");
  check_create (
      "{'type': 'json_schema', 'default': {'n': 'x'}, 'json_schema': {'properties': {'n': "
      "{'type': 'integer'}, 'm': {'type': 'string'}}, 'required': ['m']}}",
      NULL);
  check_create ("{'type': 'json_schema', 'default': {'z': 1}, 'json_schema': {'properties': {'n': "
                "{'type': 'integer'}}}}",
                NULL);
}

static void
test_unusable_schemas (void)
{
  static const char *const states[] = {
    SCHEMA ("'a': {'type': 'date'}", ""),
    SCHEMA ("'a': {'type': []}", ""),
    SCHEMA ("'a': true", ""),
    SCHEMA ("'_a': {}", ""),
    SCHEMA ("'a': {'$ref': '#/nope'}", ""),
    SCHEMA ("'a': {'type': 'string', 'pattern': '('}", ""),
    SCHEMA ("'a': {'type': 'string', 'pattern': '(?=a)b'}", ""),
    "{'type': 'json_schema', 'json_schema': {}}",
    SCHEMA ("'a': {'$ref': '#/properties/b'}, 'b': {'$ref': '#/properties/a'}", ""),
    "{'type': 'pydantic', 'ref': 'a:B'}",
    "{'type': 'json_schema', 'json_schema': {'title': 1, 'properties': {}}}",
    "{'type': 'json_schema', 'json_schema': {'properties': ['n']}}",
    "{'type': 'json_schema', 'json_schema': {'properties': {}, 'allOf': 1}}",
    SCHEMA ("'a': {'type': 'integer', 'minimum': 'low'}", ""),
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (TroupeFlow) flow = load_state (states[i]);
      g_autofree char *warning = NULL;
      g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, &warning);

      g_test_message ("%s: %s", states[i], warning);
      g_assert_nonnull (warning);
      g_assert_false (troupe_state_model_is_typed (model));
    }
}

/* Words of a schema that have the wrong kind of value mean what Python makes of them (§5). */
static void
test_odd_schemas (void)
{
  static const struct
  {
    const char *schema;
    const char *inputs;
    gboolean fits;
  } cases[] = {
    { "{'properties': {'n': {'enum': 'ab'}}}", "{\"n\": \"b\"}", TRUE },
    { "{'properties': {'n': {'enum': 'ab'}}}", "{\"n\": \"ab\"}", FALSE },
    { "{'properties': {'n': {'enum': {'ab': 1}}}}", "{\"n\": \"ab\"}", TRUE },
    { "{'properties': {'n': {'enum': {'ab': 1}}}}", "{\"n\": \"a\"}", FALSE },
    { "{'properties': {'n': {}}, 'required': 'not n'}", "{}", FALSE },
    { "{'properties': {'n': {}}, 'required': {'n': 0}}", "{}", FALSE },
    { "{'properties': {'n': {}}, 'required': 'x'}", "{}", TRUE },
    { "{'properties': 0}", "{\"n\": 1}", FALSE },
    { "{'title': false, 'properties': {'n': {'type': 'integer'}}}", "{\"n\": \"x\"}", FALSE },
    { "{'properties': {'n': {}}, 'allOf': 'x'}", "{\"n\": 1}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{'type': 'json_schema', 'json_schema': %s}", cases[i].schema);
      g_autoptr (TroupeFlow) flow = load_state (text);
      g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, NULL);
      g_autoptr (TroupeValue) state = troupe_state_model_create (model, "i", NULL);
      g_autoptr (TroupeValue) inputs = troupe_value_from_json (cases[i].inputs, -1, NULL);
      g_autoptr (TroupeValue) merged = troupe_state_model_merge (model, state, inputs, NULL);

      g_test_message ("%s with %s", cases[i].schema, cases[i].inputs);
      g_assert_cmpint (merged != NULL, ==, cases[i].fits);
    }
}

static void
test_merge (void)
{
  g_autoptr (TroupeFlow) flow = load_state ("{'type': 'dict', 'default': {'a': 1, 'b': {'x': 1}}}");
  g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, NULL);
  g_autoptr (TroupeValue) state = troupe_state_model_create (model, "i", NULL);
  g_autoptr (TroupeValue) inputs =
      troupe_value_from_json ("{\"id\": \"no\", \"b\": {\"z\": 3}, \"c\": 4}", -1, NULL);
  g_autoptr (TroupeValue) merged = troupe_state_model_merge (model, state, inputs, NULL);
  g_autofree char *text = to_text (merged);

  g_assert_cmpstr (text, ==, "{\"a\":1,\"b\":{\"z\":3},\"id\":\"i\",\"c\":4}");
}

/* A recorded state is what is made of the inputs, wherever no method changes it. */
static void
check_recorded (const char *file)
{
  g_autoptr (JsonNode) root = test_read_conformance (file);
  JsonArray *cases;
  guint n_checked = 0, n_wrong = 0;

  if (root == NULL)
    return;
  cases = json_node_get_array (test_get (root, "cases"));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonNode *item = json_array_get_element (cases, i);
      JsonNode *document = test_get (item, "flow");
      JsonNode *inputs_node = test_get (item, "inputs");
      JsonNode *expect = test_get (item, "expect");
      const char *result = test_get_text (expect, "result");
      g_autoptr (TroupeFlow) flow = NULL;
      g_autoptr (TroupeStateModel) model = NULL;
      g_autoptr (TroupeValue) initial = NULL, inputs = NULL, merged = NULL, expected = NULL,
                              compared = NULL;
      g_autofree char *found = NULL;

      if (document == NULL || test_get (item, "script") != NULL ||
          g_strcmp0 (result, "load_error") == 0)
        continue;
      flow = troupe_flow_new_from_node (document, NULL, NULL, NULL);
      model = troupe_state_model_new (flow, NULL);
      initial = troupe_state_model_create (model, "i", NULL);
      if (g_strcmp0 (result, "build_error") == 0)
        {
          n_checked++;
          if (g_str_has_prefix (test_get_text (item, "name"), "state_") && initial != NULL)
            n_wrong++;
          continue;
        }
      g_assert_nonnull (initial);
      if (JSON_NODE_HOLDS_OBJECT (inputs_node))
        {
          inputs = troupe_value_from_node (inputs_node);
          merged = troupe_state_model_merge (model, initial, inputs, NULL);
        }
      if (merged == NULL)
        merged = troupe_value_ref (initial);
      n_checked++;
      if (test_get (expect, "state") == NULL)
        continue;
      expected = troupe_value_from_node (test_get (expect, "state"));
      compared = troupe_value_map_without (merged, "id");
      if (troupe_value_map_lookup_string (expected, "id", -1) != NULL)
        {
          g_autoptr (TroupeValue) without = troupe_value_map_without (expected, "id");

          g_clear_pointer (&expected, troupe_value_unref);
          expected = g_steal_pointer (&without);
        }
      if (troupe_value_equal (compared, expected))
        continue;
      n_wrong++;
      found = to_text (compared);
      g_test_message ("%s: found %s", test_get_text (item, "name"), found);
    }
  g_test_message ("%s: %u of %u states agree", file, n_checked - n_wrong, n_checked);
  g_assert_cmpuint (n_checked, >, 100);
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_recorded (void)
{
  check_recorded ("flow-golden.json");
  check_recorded ("flow-random.json");
}

static void
test_fields (void)
{
  g_autoptr (TroupeFlow) flow = load_state (
      "{'type': 'json_schema', 'default': {'b': 3}, 'json_schema': {'properties': {"
      "'a': {'type': 'string', 'title': 'A', 'description': 'first'},"
      "'b': {'type': ['integer', 'null']}, 'c': {'enum': ['x', 'y']}}, 'required': ['a', 'b']}}");
  g_autoptr (GPtrArray) fields = troupe_flow_list_state_fields (flow);
  TroupeStateField *field;

  g_assert_cmpuint (fields->len, ==, 3);
  field = fields->pdata[0];
  g_assert_cmpstr (field->name, ==, "a");
  g_assert_cmpstr (field->type, ==, "string");
  g_assert_cmpstr (field->title, ==, "A");
  g_assert_cmpstr (field->description, ==, "first");
  g_assert_true (field->required);
  field = fields->pdata[1];
  g_assert_cmpstr (field->type, ==, "integer");
  g_assert_false (field->required);
  g_assert_cmpint (troupe_value_get_integer (field->initial), ==, 3);
  field = fields->pdata[2];
  g_assert_cmpstr (field->type, ==, "string");
  g_assert_cmpuint (troupe_value_list_get_length (field->choices), ==, 2);
}

/* Types that hold themselves, by each other and in lists, with defaults that fit none of them. */
static void
test_circles (void)
{
  static const char *const schemas[] = {
    "{'anyOf': [{'$ref': '#/properties/a'}]}",
    "{'anyOf': [{'$ref': '#/properties/a'}, {'$ref': '#/properties/a'}]}",
    "{'anyOf': [{'$ref': '#/properties/a'}, {'type': 'null'}], 'default': 1}",
    "{'type': 'array', 'items': {'$ref': '#/properties/a'}, 'default': [[[1]]]}",
    "{'anyOf': [{'type': 'array', 'items': {'$ref': '#/properties/a'}}, {'type': 'array', 'items': "
    "{'$ref': '#/properties/a'}}, {'type': 'integer'}], 'default': "
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['x']]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'schema': 'crewai.flow/v1', 'name': 'F', 'state': {'type': 'json_schema', "
          "'json_schema': {'properties': {'a': %s}}}, 'methods': {'m': {'start': true, 'do': "
          "{'call': 'expression', 'expr': '1'}}}}",
          schemas[i]);
      g_autoptr (TroupeFlowDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      gint64 begun_us = g_get_monotonic_time ();

      g_strdelimit (text, "'", '"');
      document = troupe_flow_document_load_text (text, strlen (text), NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (g_get_monotonic_time () - begun_us, <, 20 * G_USEC_PER_SEC);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/state/conversions", test_conversions);
  g_test_add_func ("/flow/state/create", test_create);
  g_test_add_func ("/flow/state/unusable-schemas", test_unusable_schemas);
  g_test_add_func ("/flow/state/odd-schemas", test_odd_schemas);
  g_test_add_func ("/flow/state/merge", test_merge);
  g_test_add_func ("/flow/state/recorded", test_recorded);
  g_test_add_func ("/flow/state/fields", test_fields);
  g_test_add_func ("/flow/state/circles", test_circles);

  return g_test_run ();
}
