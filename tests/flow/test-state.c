/* test-state.c: the state of a flow: defaults, conversions, errors, formats
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
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

/* --- The complete state ----------------------------------------------------------------------- */

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
  /* The field id is a string and the last field, regardless of what the schema specifies. */
  check_create (SCHEMA ("'id': {'type': 'integer'}, 'a': {'type': 'string'}", ""),
                "{'a':null,'id':'i'}");
  /* If a required value is missing, the given values are used without conversion. */
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
    "{'type': 'pydantic'}",
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

/* A class has a type, which only its code knows. */
static void
test_class (void)
{
  g_autoptr (TroupeFlow) flow = load_state ("{'type': 'pydantic', 'ref': 'a:B'}");
  g_autofree char *warning = NULL;
  g_autoptr (TroupeStateModel) model = troupe_state_model_new (flow, &warning);

  g_assert_null (warning);
  g_assert_false (troupe_state_model_is_typed (model));
}

/* Schema keywords with values of the wrong type are interpreted as Python does (§5). */
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

/* The state computed from the inputs equals the recorded state unless a method changes the
 * state. */
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
  TroupeSchemaField *field;

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

/* The types are recursive, by reference and in lists. Their defaults match none of the types. */
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
      gint64 begun_us = test_time_get_own ();

      g_strdelimit (text, "'", '"');
      document = troupe_flow_document_load_text (text, strlen (text), NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (test_time_get_own () - begun_us, <, 20 * TEST_SLOWNESS * G_USEC_PER_SEC);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/state/create", test_create);
  g_test_add_func ("/flow/state/unusable-schemas", test_unusable_schemas);
  g_test_add_func ("/flow/state/class", test_class);
  g_test_add_func ("/flow/state/odd-schemas", test_odd_schemas);
  g_test_add_func ("/flow/state/merge", test_merge);
  g_test_add_func ("/flow/state/recorded", test_recorded);
  g_test_add_func ("/flow/state/fields", test_fields);
  g_test_add_func ("/flow/state/circles", test_circles);

  return g_test_run ();
}
