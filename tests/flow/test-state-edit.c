/* test-state-edit.c: edits of a flow's state, each a single undo step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-state-edit.h"
#include "troupe-tree.h"

static const char typed[] =
    "{\n"
    "  \"schema\": \"crewai.flow/v1\",\n"
    "  \"name\": \"Typed\",\n"
    "  \"state\": {\n"
    "    \"type\": \"json_schema\",\n"
    "    \"json_schema\": {\n"
    "      \"type\": \"object\",\n"
    "      \"properties\": {\n"
    "        \"topic\": { \"type\": \"string\", \"description\": \"What to write about\" },\n"
    "        \"score\": { \"type\": \"number\", \"minimum\": 0, \"default\": 0.5 },\n"
    "        \"sources\": { \"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/Source\" } },\n"
    "        \"notes\": { \"type\": \"object\", \"properties\": { \"who\": { \"type\": \"string\" "
    "} } }\n"
    "      },\n"
    "      \"required\": [\"topic\"],\n"
    "      \"$defs\": {\n"
    "        \"Source\": { \"type\": \"object\", \"required\": [\"url\"],\n"
    "          \"properties\": { \"url\": { \"type\": \"string\" } } }\n"
    "      }\n"
    "    }\n"
    "  },\n"
    "  \"methods\": {\n"
    "    \"a\": { \"start\": true, \"do\": { \"call\": \"expression\",\n"
    "      \"expr\": \"state.topic + state['topic'] + outputs.state.topic + 'state.topic'\" } },\n"
    "    \"b\": { \"listen\": \"a\", \"do\": { \"call\": \"tool\", \"ref\": \"m:T\",\n"
    "      \"with\": { \"text\": \"About ${state.topic} and topic, ${state.notes.who}\",\n"
    "        \"url\": \"${state.sources[size(state.sources) - 1].url}\" } } },\n"
    "    \"c\": { \"listen\": \"b\", \"do\": { \"call\": \"each\", \"in\": \"state.sources\", "
    "\"do\": [\n"
    "      { \"name\": \"s\", \"if\": \"item.url != state.topic\",\n"
    "        \"action\": { \"call\": \"expression\", \"expr\": \"item.url\" } } ] } }\n"
    "  }\n"
    "}\n";

static const char plain[] =
    "{ \"schema\": \"crewai.flow/v1\", \"name\": \"Plain\", \"state\": { \"type\": \"dict\","
    " \"default\": { \"count\": 3, \"names\": [\"a\"] } }, \"methods\": { \"a\": { \"start\": true,"
    " \"do\": { \"call\": \"expression\", \"expr\": \"state.count\" } } } }";

static TroupeFlowDocument *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), "state.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

static JsonNode *
get_root (TroupeFlowDocument *document)
{
  return troupe_document_get_root (TROUPE_DOCUMENT (document));
}

static char *
to_text (TroupeFlowDocument *document)
{
  return troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
}

/* Asserts that the value at @path, with keys separated by `/`, is @json. If @json is NULL, there
 * must be no value. */
static void
assert_value (TroupeFlowDocument *document, const char *path, const char *json)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  JsonNode *node = troupe_json_tree_get (get_root (document), (const char *const *) keys);
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *text = NULL;

  if (json == NULL)
    {
      g_assert_null (node);
      return;
    }
  g_assert_nonnull (node);
  value = troupe_value_from_node (node);
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, json);
}

/* Returns the field with the name @name, for example `topic` or `sources/url`. */
static TroupeStateField *
find (TroupeFlowDocument *document, const char *name)
{
  g_autoptr (GPtrArray) fields = troupe_state_list_fields (get_root (document));

  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *field = g_ptr_array_index (fields, i);
      g_autofree char *outer = g_strjoinv ("/", field->outer);
      g_autofree char *whole =
          outer[0] != '\0' ? g_strconcat (outer, "/", field->name, NULL) : g_strdup (field->name);

      if (g_str_equal (whole, name))
        return troupe_state_field_copy (field);
    }
  g_error ("no field %s", name);
}

/* Asserts that the text loads and that one undo step restores @before. */
static void
assert_one_step (TroupeFlowDocument *document, const char *before)
{
  g_autofree char *text = NULL;
  g_autofree char *after = to_text (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) again =
      troupe_flow_document_load_text (after, strlen (after), NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (again);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  text = to_text (document);
  g_assert_cmpstr (text, ==, before);
  g_assert_false (troupe_document_undo (TROUPE_DOCUMENT (document)));
}

static void
test_lists_fields (void)
{
  static const char *const expected[] = { "topic",       "score", "sources",
                                          "sources/url", "notes", "notes/who" };
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (GPtrArray) fields = troupe_state_list_fields (get_root (document));

  g_assert_cmpuint (fields->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < fields->len; i++)
    {
      g_autoptr (TroupeStateField) field = find (document, expected[i]);

      g_assert_true (troupe_state_field_equal (field, g_ptr_array_index (fields, i)));
    }
}

static void
test_endless_definitions (void)
{
  g_autoptr (TroupeFlowDocument) document = load (
      "{ \"schema\": \"crewai.flow/v1\", \"name\": \"E\", \"state\": { \"type\": "
      "\"json_schema\", \"json_schema\": { \"properties\": { \"a\": { \"$ref\": \"#/$defs/N\" "
      "}, \"b\": { \"$ref\": \"#/$defs/M\" } }, \"$defs\": { \"N\": { \"properties\": { \"n\": { "
      "\"$ref\": \"#/$defs/N\" } } }, \"M\": { \"$ref\": \"#/$defs/M\" } } } }, \"methods\": { "
      "\"a\": "
      "{ \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } } } }");
  g_autoptr (GPtrArray) fields = troupe_state_list_fields (get_root (document));

  g_assert_cmpuint (fields->len, >, 2);
  g_assert_cmpuint (fields->len, <, 20);
}

static void
test_renames_everywhere (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) field = find (document, "topic");
  g_auto (GStrv) users = troupe_state_list_users (get_root (document), field);
  g_autofree char *joined = g_strjoinv (",", users);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (troupe_state_count_uses (get_root (document), field), ==, 3);
  g_assert_cmpstr (joined, ==, "a,b,c");
  troupe_flow_document_rename_state_field (document, field, "subject", TRUE, &error);
  g_assert_no_error (error);
  assert_value (document, "methods/a/do/expr",
                "\"state.subject + state['subject'] + outputs.state.topic + 'state.topic'\"");
  assert_value (document, "methods/b/do/with/text",
                "\"About ${state.subject} and topic, ${state.notes.who}\"");
  assert_value (document, "methods/c/do/do/0/if", "\"item.url != state.subject\"");
  assert_value (document, "state/json_schema/required", "[\"subject\"]");
  /* Unchanged values keep their formatting. */
  text = to_text (document);
  g_assert_nonnull (strstr (text, "        \"score\": { \"type\": \"number\", \"minimum\": 0, "
                                  "\"default\": 0.5 },\n"));
  assert_one_step (document, typed);
}

static void
test_renames_inside (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) url = find (document, "sources/url");
  g_autoptr (TroupeStateField) who = find (document, "notes/who");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (troupe_state_count_uses (get_root (document), url), ==, 1);
  troupe_flow_document_rename_state_field (document, url, "link", TRUE, &error);
  g_assert_no_error (error);
  assert_value (document, "methods/b/do/with/url",
                "\"${state.sources[size(state.sources) - 1].link}\"");
  assert_value (document, "state/json_schema/$defs/Source/required", "[\"link\"]");
  assert_one_step (document, typed);
  troupe_flow_document_rename_state_field (document, who, "author", FALSE, &error);
  g_assert_no_error (error);
  assert_value (document, "methods/b/do/with/text",
                "\"About ${state.topic} and topic, ${state.notes.who}\"");
  assert_value (document, "state/json_schema/properties/notes/properties/author/type",
                "\"string\"");
  assert_one_step (document, typed);
}

static void
test_refuses_names (void)
{
  static const char *const bad[] = { "score", "two words", "1st", "", "_hidden", "id" };
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) field = find (document, "topic");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (
          troupe_flow_document_rename_state_field (document, field, bad[i], TRUE, &error));
      g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
    }
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
}

static void
test_adds_and_removes (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) list = find (document, "sources");
  g_autoptr (TroupeStateField) topic = find (document, "topic");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_flow_document_add_state_field (document, NULL, &error);
  g_autofree char *inner = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "field_5");
  assert_value (document, "state/json_schema/properties/field_5", "{\"type\":\"string\"}");
  assert_one_step (document, typed);
  inner = troupe_flow_document_add_state_field (document, list, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/$defs/Source/properties/field_2",
                "{\"type\":\"string\"}");
  assert_one_step (document, typed);
  troupe_flow_document_remove_state_field (document, topic, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/properties/topic", NULL);
  assert_value (document, "state/json_schema/required", NULL);
  assert_one_step (document, typed);
}

static void
test_moves (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) notes = find (document, "notes");
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (GError) error = NULL;

  troupe_flow_document_move_state_field (document, notes, "topic", &error);
  g_assert_no_error (error);
  fields = troupe_state_list_fields (get_root (document));
  g_assert_cmpstr (((TroupeStateField *) fields->pdata[0])->name, ==, "notes");
  g_assert_cmpstr (((TroupeStateField *) fields->pdata[2])->name, ==, "topic");
  assert_one_step (document, typed);
}

static void
test_types (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) score = find (document, "score");
  g_autoptr (TroupeStateField) topic = find (document, "topic");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (troupe_state_get_type (get_root (document), score), ==,
                   TROUPE_STATE_TYPE_NUMBER);
  troupe_flow_document_set_state_type (document, score, TROUPE_STATE_TYPE_INTEGER, &error);
  g_assert_no_error (error);
  /* The default 0.5 is not an integer, and a limit of the old type is not applicable. */
  assert_value (document, "state/json_schema/properties/score", "{\"type\":\"integer\"}");
  assert_one_step (document, typed);
  troupe_flow_document_set_state_type (document, topic, TROUPE_STATE_TYPE_CHOICE, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/properties/topic",
                "{\"enum\":[\"one\",\"two\"],\"description\":\"What to write about\"}");
  assert_one_step (document, typed);
  for (guint type = 0; type < TROUPE_STATE_TYPE_OTHER; type++)
    {
      if (type == TROUPE_STATE_TYPE_TEXT)
        continue;
      troupe_flow_document_set_state_type (document, topic, (TroupeFieldType) type, &error);
      g_assert_no_error (error);
      g_assert_cmpint (troupe_state_get_type (get_root (document), topic), ==, type);
      assert_one_step (document, typed);
    }
}

static void
test_required_and_defaults (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) score = find (document, "score");
  g_autoptr (TroupeStateField) topic = find (document, "topic");
  g_autoptr (JsonNode) one = troupe_json_node_new_double (1.5);
  g_autoptr (GError) error = NULL;

  troupe_flow_document_set_state_required (document, score, TRUE, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/required", "[\"topic\",\"score\"]");
  assert_one_step (document, typed);
  troupe_flow_document_set_state_required (document, topic, FALSE, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/required", NULL);
  assert_one_step (document, typed);
  troupe_flow_document_set_state_default (document, score, one, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/properties/score/default", "1.5");
  assert_one_step (document, typed);
  troupe_flow_document_set_state_default (document, score, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (troupe_state_get_default (get_root (document), score));
  assert_one_step (document, typed);
}

static void
test_asked (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeStateField) score = find (document, "score");
  g_autoptr (TroupeStateField) topic = find (document, "topic");
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_state_get_asked (get_root (document), score));
  troupe_flow_document_set_state_asked (document, score, FALSE, &error);
  g_assert_no_error (error);
  assert_value (document, "x-troupe/asked", "[\"topic\",\"sources\",\"notes\"]");
  g_assert_false (troupe_state_get_asked (get_root (document), score));
  troupe_flow_document_rename_state_field (document, topic, "subject", FALSE, &error);
  g_assert_no_error (error);
  assert_value (document, "x-troupe/asked", "[\"subject\",\"sources\",\"notes\"]");
  troupe_flow_document_set_state_asked (document, score, TRUE, &error);
  g_assert_no_error (error);
  assert_value (document, "x-troupe/asked", NULL);
}

static void
test_kinds (void)
{
  g_autoptr (TroupeFlowDocument) document = load (plain);
  g_autoptr (TroupeStateField) count = find (document, "count");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (troupe_state_get_type (get_root (document), count), ==,
                   TROUPE_STATE_TYPE_INTEGER);
  troupe_flow_document_rename_state_field (document, count, "number", TRUE, &error);
  g_assert_no_error (error);
  assert_value (document, "state/default", "{\"number\":3,\"names\":[\"a\"]}");
  assert_value (document, "methods/a/do/expr", "\"state.number\"");
  assert_one_step (document, plain);
  troupe_flow_document_set_state_kind (document, TROUPE_STATE_KIND_SCHEMA, &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/properties",
                "{\"count\":{\"type\":\"integer\"},\"names\":{\"type\":\"array\",\"items\":{"
                "\"type\":\"string\"}}}");
  assert_value (document, "state/default", "{\"count\":3,\"names\":[\"a\"]}");
  assert_one_step (document, plain);
  troupe_flow_document_set_state_kind (document, TROUPE_STATE_KIND_CLASS, &error);
  g_assert_no_error (error);
  assert_value (document, "state/ref", "\"my_state:State\"");
  assert_one_step (document, plain);
  troupe_flow_document_set_state_kind (document, TROUPE_STATE_KIND_NONE, &error);
  g_assert_no_error (error);
  assert_value (document, "state", NULL);
  /* The first field creates the state. */
  g_free (troupe_flow_document_add_state_field (document, NULL, &error));
  g_assert_no_error (error);
  assert_value (document, "state", "{\"type\":\"dict\",\"default\":{\"field_1\":\"\"}}");
}

static void
test_from_a_run (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed);
  g_autoptr (TroupeValue) state = troupe_value_from_json (
      "{\"id\":\"x\",\"topic\":7,\"found\":[{\"a\":1},{\"a\":2}],\"mixed\":[1,\"b\"],\"empty\":{}}",
      -1, NULL);
  g_autoptr (JsonNode) schema = troupe_state_schema_from_value (state);
  g_autoptr (GError) error = NULL;

  troupe_flow_document_take_state_schema (document, schema, FALSE, "From a Run", &error);
  g_assert_no_error (error);
  assert_value (document, "state/json_schema/properties/topic/type", "\"string\"");
  assert_value (document, "state/json_schema/properties/id", NULL);
  assert_value (
      document, "state/json_schema/properties/found",
      "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
      "\"integer\"}}}}");
  assert_value (document, "state/json_schema/properties/mixed", "{\"type\":\"array\"}");
  assert_value (document, "state/json_schema/properties/empty", "{\"type\":\"object\"}");
  assert_one_step (document, typed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/state-edit/lists-fields", test_lists_fields);
  g_test_add_func ("/state-edit/endless-definitions", test_endless_definitions);
  g_test_add_func ("/state-edit/renames-everywhere", test_renames_everywhere);
  g_test_add_func ("/state-edit/renames-inside", test_renames_inside);
  g_test_add_func ("/state-edit/refuses-names", test_refuses_names);
  g_test_add_func ("/state-edit/adds-and-removes", test_adds_and_removes);
  g_test_add_func ("/state-edit/moves", test_moves);
  g_test_add_func ("/state-edit/types", test_types);
  g_test_add_func ("/state-edit/required-and-defaults", test_required_and_defaults);
  g_test_add_func ("/state-edit/asked", test_asked);
  g_test_add_func ("/state-edit/kinds", test_kinds);
  g_test_add_func ("/state-edit/from-a-run", test_from_a_run);

  return g_test_run ();
}
