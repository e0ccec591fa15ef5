/* troupe-flow-reader.c: parses the sections of a flow and its methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-reader"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-action.h"
#include "troupe-flow-condition.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-record.h"
#include "troupe-flow-sections.h"

static void
take_member (TroupeMapBuilder *builder, const char *key, TroupeFlowReader *reader, JsonNode *node)
{
  JsonNode *member = json_object_get_member (json_node_get_object (node), key);

  troupe_map_builder_add (builder, key,
                          member != NULL ? troupe_flow_value_from_node (reader->source, member)
                                         : troupe_value_new_null ());
}

static TroupeValue *
value_from_text (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

/* --- State ------------------------------------------------------------------------------------ */

static const struct
{
  const char *name;
  TroupeStateType type;
  const char *known[5];
} states[] = {
  { "dict", TROUPE_STATE_DICT, { "type", "default" } },
  { "json_schema", TROUPE_STATE_JSON_SCHEMA, { "type", "json_schema", "default" } },
  { "pydantic", TROUPE_STATE_PYDANTIC, { "type", "ref", "json_schema", "default" } },
  { "unknown", TROUPE_STATE_UNKNOWN, { "type", "ref", "default" } },
};

static void
read_typed_state (TroupeFlowReader *self, JsonNode *state, guint kind)
{
  TroupeStateType type = states[kind].type;
  JsonNode *node;

  g_assert (self != NULL);

  self->flow->state_type = type;
  troupe_flow_reader_refuse_unknown (self, state, states[kind].known, _ ("this state"));
  node = troupe_flow_reader_get_object (self, state, "default", TROUPE_FIELD_NULLABLE);
  if (node != NULL)
    self->flow->state_default = troupe_flow_value_from_node (self->source, node);
  if (type == TROUPE_STATE_JSON_SCHEMA || type == TROUPE_STATE_PYDANTIC)
    {
      node = troupe_flow_reader_get_object (self, state, "json_schema",
                                            type == TROUPE_STATE_PYDANTIC ? TROUPE_FIELD_NULLABLE
                                                                          : TROUPE_FIELD_REQUIRED);
      if (node != NULL)
        self->flow->state_schema = troupe_flow_value_from_node (self->source, node);
    }
  if (type == TROUPE_STATE_PYDANTIC || type == TROUPE_STATE_UNKNOWN)
    self->flow->state_reference =
        troupe_flow_reader_get_text (self, state, "ref", TROUPE_FIELD_NULLABLE);
}

void
troupe_flow_reader_read_state (TroupeFlowReader *self, JsonNode *root)
{
  static const char *const words[] = { "dict", "json_schema", "pydantic", "unknown", NULL };
  JsonNode *state = troupe_flow_reader_get_object (self, root, "state", TROUPE_FIELD_NULLABLE);
  g_autofree char *type = NULL;
  TroupeProblem *problem;
  const char *near;
  gsize mark, inner;

  if (state == NULL)
    return;
  mark = troupe_flow_reader_enter (self, "state");
  type = troupe_flow_reader_get_text (self, state, "type", TROUPE_FIELD_REQUIRED);
  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (states); i++)
    {
      if (g_str_equal (type, states[i].name))
        {
          read_typed_state (self, state, i);
          troupe_flow_reader_leave (self, mark);
          return;
        }
    }
  if (type != NULL)
    {
      inner = troupe_flow_reader_enter (self, "type");
      problem = troupe_flow_reader_report (
          self, TROUPE_SEVERITY_ERROR,
          json_object_get_member (json_node_get_object (state), "type"), "bad_value",
          _ ("Expected dict, json_schema, pydantic or unknown, found “%s”."), type);
      near = troupe_nearest_word (type, words);
      if (near != NULL)
        problem->fix = g_strdup_printf (_ ("Write “%s”."), near);
      troupe_flow_reader_leave (self, inner);
    }
  troupe_flow_reader_leave (self, mark);
}

/* --- Configuration --------------------------------------------------------------------------- */

static guint
read_max_method_calls (TroupeFlowReader *self, JsonNode *config)
{
  JsonNode *node =
      troupe_flow_reader_get_member (self, config, "max_method_calls", TROUPE_FIELD_PLAIN, "");
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) number = NULL;
  gint64 calls;
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL)
    return TROUPE_LIMIT_METHOD_CALLS;
  value = troupe_flow_value_from_node (self->source, node);
  number = troupe_schema_coerce_integer (value);
  if (number == NULL)
    {
      mark = troupe_flow_reader_enter (self, "max_method_calls");
      troupe_flow_reader_wrong_type (self, node, N_ ("an integer"));
      troupe_flow_reader_leave (self, mark);
      return TROUPE_LIMIT_METHOD_CALLS;
    }
  if (troupe_value_is (number, TROUPE_VALUE_BIG_INTEGER))
    return troupe_value_get_string (number, NULL)[0] == '-' ? 0 : G_MAXUINT;
  calls = troupe_value_get_integer (number);
  return calls < 0 ? 0 : (guint) MIN (calls, (gint64) G_MAXUINT);
}

void
troupe_flow_reader_read_config (TroupeFlowReader *self, JsonNode *root)
{
  g_autoptr (JsonNode) empty = NULL;
  JsonNode *config = troupe_flow_reader_get_object (self, root, "config", TROUPE_FIELD_PLAIN);
  g_autofree char *provider = NULL;
  TroupeMapBuilder builder;
  gboolean tracing;
  gsize mark = troupe_flow_reader_enter (self, "config");
  JsonNode *node;

  if (config == NULL)
    {
      empty = json_node_init_object (json_node_alloc (), json_object_new ());
      json_object_unref (json_node_get_object (empty));
      config = empty;
    }
  troupe_map_builder_init (&builder);
  tracing = troupe_flow_reader_get_boolean (self, config, "tracing", FALSE, TROUPE_FIELD_NULLABLE);
  troupe_map_builder_add (&builder, "tracing",
                          troupe_flow_reader_get_member (self, config, "tracing",
                                                         TROUPE_FIELD_NULLABLE, "") != NULL
                              ? troupe_value_new_boolean (tracing)
                              : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "stream",
                          troupe_value_new_boolean (troupe_flow_reader_get_boolean (
                              self, config, "stream", FALSE, TROUPE_FIELD_PLAIN)));
  troupe_flow_reader_get_object (self, config, "memory", TROUPE_FIELD_NULLABLE);
  take_member (&builder, "memory", self, config);
  provider = troupe_flow_reader_get_text (self, config, "input_provider", TROUPE_FIELD_NULLABLE);
  troupe_map_builder_add (&builder, "input_provider", value_from_text (provider));
  self->flow->suppress_events =
      troupe_flow_reader_get_boolean (self, config, "suppress_flow_events", FALSE,
                                      TROUPE_FIELD_PLAIN);
  troupe_map_builder_add (&builder, "suppress_flow_events",
                          troupe_value_new_boolean (self->flow->suppress_events));
  self->flow->max_method_calls = read_max_method_calls (self, config);
  troupe_map_builder_add (&builder, "max_method_calls",
                          troupe_value_new_integer (self->flow->max_method_calls));
  troupe_map_builder_add (
      &builder, "defer_trace_finalization",
      troupe_value_new_boolean (troupe_flow_reader_get_boolean (
          self, config, "defer_trace_finalization", FALSE, TROUPE_FIELD_PLAIN)));
  /* Checks `checkpoint`, which may be a boolean, an object, or missing. */
  node = troupe_flow_reader_get_member (self, config, "checkpoint", TROUPE_FIELD_NULLABLE, "");
  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    troupe_flow_reader_get_boolean (self, config, "checkpoint", FALSE, TROUPE_FIELD_PLAIN);
  take_member (&builder, "checkpoint", self, config);
  self->flow->config = troupe_map_builder_end (&builder);
  troupe_flow_reader_leave (self, mark);
}

TroupeValue *
troupe_flow_reader_read_persist (TroupeFlowReader *self, JsonNode *owner)
{
  JsonNode *node = troupe_flow_reader_get_object (self, owner, "persist", TROUPE_FIELD_NULLABLE);
  TroupeMapBuilder builder;
  gsize mark;

  if (node == NULL)
    return NULL;
  mark = troupe_flow_reader_enter (self, "persist");
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "enabled",
                          troupe_value_new_boolean (troupe_flow_reader_get_boolean (
                              self, node, "enabled", FALSE, TROUPE_FIELD_PLAIN)));
  troupe_map_builder_add (&builder, "verbose",
                          troupe_value_new_boolean (troupe_flow_reader_get_boolean (
                              self, node, "verbose", FALSE, TROUPE_FIELD_PLAIN)));
  take_member (&builder, "persistence", self, node);
  troupe_flow_reader_leave (self, mark);
  return troupe_map_builder_end (&builder);
}

void
troupe_flow_reader_read_conversational (TroupeFlowReader *self, JsonNode *root)
{
  static const char *const lists[] = { "default_intents", NULL };
  JsonNode *block =
      troupe_flow_reader_get_object (self, root, "conversational", TROUPE_FIELD_NULLABLE);
  g_autofree char *scope = NULL;
  gsize mark;
  static const char *const texts[] = { "prompt", "default_intent", "fallback_intent", NULL };
  JsonNode *router;
  JsonNode *format;
  gsize in_router;
  gsize in_format;

  if (block == NULL)
    return;
  mark = troupe_flow_reader_enter (self, "conversational");
  self->flow->conversational =
      troupe_flow_reader_get_boolean (self, block, "enabled", TRUE, TROUPE_FIELD_PLAIN);
  if (self->flow->conversational)
    self->flow->conversation = troupe_flow_value_from_node (self->source, block);
  for (guint i = 0; lists[i] != NULL; i++)
    g_strfreev (troupe_flow_reader_get_words (self, block, lists[i], TROUPE_FIELD_NULLABLE));
  troupe_flow_reader_get_boolean (self, block, "defer_trace_finalization", TRUE,
                                  TROUPE_FIELD_PLAIN);
  g_free (troupe_flow_reader_get_text (self, block, "system_prompt", TROUPE_FIELD_NULLABLE));
  scope = troupe_flow_reader_get_text (self, block, "trace_scope", TROUPE_FIELD_NULLABLE);
  if (scope != NULL && !g_str_equal (scope, "turn") && !g_str_equal (scope, "session"))
    {
      gsize inner = troupe_flow_reader_enter (self, "trace_scope");

      troupe_flow_reader_report (
          self, TROUPE_SEVERITY_ERROR,
          json_object_get_member (json_node_get_object (block), "trace_scope"), "bad_value",
          _ ("Expected “turn” or “session”, found “%s”."), scope);
      troupe_flow_reader_leave (self, inner);
    }
  router = troupe_flow_reader_get_object (self, block, "router", TROUPE_FIELD_NULLABLE);
  if (router != NULL)
    {
      in_router = troupe_flow_reader_enter (self, "router");
      for (guint i = 0; texts[i] != NULL; i++)
        g_free (troupe_flow_reader_get_text (self, router, texts[i], TROUPE_FIELD_NULLABLE));
      g_free (troupe_flow_reader_get_text (self, router, "intent_field", TROUPE_FIELD_PLAIN));
      g_strfreev (troupe_flow_reader_get_words (self, router, "routes", TROUPE_FIELD_NULLABLE));
      troupe_flow_reader_get_object (self, router, "route_descriptions", TROUPE_FIELD_NULLABLE);
      format =
          troupe_flow_reader_get_object (self, router, "response_format", TROUPE_FIELD_NULLABLE);
      if (format != NULL)
        {
          in_format = troupe_flow_reader_enter (self, "response_format");
          g_free (troupe_flow_reader_get_text (self, format, "python", TROUPE_FIELD_REQUIRED));
          troupe_flow_reader_leave (self, in_format);
        }
      troupe_flow_reader_leave (self, in_router);
    }
  troupe_flow_reader_leave (self, mark);
}

/* --- Methods ------------------------------------------------------------------------------- */

static void
add_feedback_flag (TroupeFlowReader *self,
                   TroupeMapBuilder *builder,
                   JsonNode *node,
                   const char *key)
{
  gboolean flag = troupe_flow_reader_get_boolean (self, node, key, FALSE, TROUPE_FIELD_PLAIN);

  troupe_map_builder_add (builder, key, troupe_value_new_boolean (flag));
}

static TroupeValue *
read_feedback (TroupeFlowReader *self, JsonNode *method)
{
  JsonNode *node =
      troupe_flow_reader_get_object (self, method, "human_feedback", TROUPE_FIELD_NULLABLE);
  g_autofree char *message = NULL, *outcome = NULL, *source = NULL;
  g_auto (GStrv) emit = NULL;
  TroupeMapBuilder builder;
  gsize mark;
  guint n_words;
  g_autofree TroupeValue **items = NULL;
  TroupeValue *result;

  if (node == NULL)
    return NULL;
  mark = troupe_flow_reader_enter (self, "human_feedback");
  troupe_map_builder_init (&builder);
  message = troupe_flow_reader_get_text (self, node, "message", TROUPE_FIELD_REQUIRED);
  troupe_map_builder_add (&builder, "message", value_from_text (message));
  emit = troupe_flow_reader_get_words (self, node, "emit", TROUPE_FIELD_NULLABLE);
  n_words = emit != NULL ? g_strv_length (emit) : 0;
  items = g_new (TroupeValue *, n_words + 1);
  if (emit == NULL)
    result = troupe_value_new_null ();
  else
    {
      for (guint i = 0; i < n_words; i++)
        items[i] = troupe_value_new_string (emit[i], -1);
      result = troupe_value_new_list (items, n_words);
    }
  troupe_map_builder_add (&builder, "emit", result);
  take_member (&builder, "llm", self, node);
  outcome = troupe_flow_reader_get_text (self, node, "default_outcome", TROUPE_FIELD_NULLABLE);
  troupe_map_builder_add (&builder, "default_outcome", value_from_text (outcome));
  troupe_flow_reader_get_object (self, node, "metadata", TROUPE_FIELD_NULLABLE);
  take_member (&builder, "metadata", self, node);
  take_member (&builder, "provider", self, node);
  add_feedback_flag (self, &builder, node, "learn");
  source = troupe_flow_reader_get_text (self, node, "learn_source", TROUPE_FIELD_PLAIN);
  troupe_map_builder_add (&builder, "learn_source",
                          value_from_text (source != NULL ? source : "hitl"));
  add_feedback_flag (self, &builder, node, "learn_strict");
  troupe_flow_reader_leave (self, mark);
  return troupe_map_builder_end (&builder);
}

/* Parses `start`, which may be true, an event, a condition, or missing. A string is always an
 * event, even `"true"` (§1). */
static void
read_start (TroupeFlowReader *self, JsonNode *node, TroupeFlowMethod *method)
{
  JsonNode *start = troupe_flow_reader_get_member (self, node, "start", TROUPE_FIELD_NULLABLE, "");
  gsize mark;

  g_assert (self != NULL);

  if (start == NULL)
    return;
  mark = troupe_flow_reader_enter (self, "start");
  if (JSON_NODE_HOLDS_OBJECT (start))
    {
      if (json_object_get_size (json_node_get_object (start)) > 0)
        method->start_condition = troupe_flow_reader_read_condition (self, start, NULL);
      method->start = method->start_condition != NULL;
    }
  else if (troupe_json_node_is_text (start))
    {
      if (*json_node_get_string (start) != '\0')
        method->start_condition = troupe_flow_reader_read_condition (self, start, NULL);
      method->start = method->start_condition != NULL;
    }
  else
    {
      g_autoptr (TroupeValue) value = troupe_flow_value_from_node (self->source, start);

      if (!troupe_schema_coerce_boolean (value, &method->start))
        troupe_flow_reader_wrong_type (self, start, N_ ("true, an event name or a condition"));
    }
  troupe_flow_reader_leave (self, mark);
}

static void
read_method (TroupeFlowReader *self, TroupeFlowMethod *method)
{
  JsonNode *node = method->node;
  JsonNode *action = NULL;
  gsize mark;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonNode *listen;
      gsize inner;
      TroupeValue *emit = NULL;

      method->description =
          troupe_flow_reader_get_text (self, node, "description", TROUPE_FIELD_NULLABLE);
      read_start (self, node, method);
      listen = troupe_flow_reader_get_member (self, node, "listen", TROUPE_FIELD_NULLABLE, "");
      if (listen != NULL)
        {
          inner = troupe_flow_reader_enter (self, "listen");
          if (JSON_NODE_HOLDS_OBJECT (listen) || troupe_json_node_is_text (listen))
            method->listen = troupe_flow_reader_read_condition (self, listen, method->name);
          else
            troupe_flow_reader_wrong_type (self, listen, N_ ("an event name or a condition"));
          troupe_flow_reader_leave (self, inner);
        }
      /* Parses the events of a router. Human feedback with events makes the method a router,
       * and replaces the events of the method (§10). */
      method->router =
          troupe_flow_reader_get_boolean (self, node, "router", FALSE, TROUPE_FIELD_PLAIN);
      method->emit = troupe_flow_reader_get_words (self, node, "emit", TROUPE_FIELD_NULLABLE);
      method->feedback = read_feedback (self, node);
      if (method->feedback != NULL)
        emit = troupe_value_map_lookup_string (method->feedback, "emit", -1);
      if (emit != NULL && troupe_value_is (emit, TROUPE_VALUE_LIST) &&
          troupe_value_list_get_length (emit) != 0)
        {
          method->router = TRUE;
          g_strfreev (method->emit);
          method->emit = g_new0 (char *, troupe_value_list_get_length (emit) + 1);
          for (gsize i = 0; i < troupe_value_list_get_length (emit); i++)
            method->emit[i] =
                g_strdup (troupe_value_get_string (troupe_value_list_get (emit, i), NULL));
        }
      method->persist = troupe_flow_reader_read_persist (self, node);
      action =
          troupe_flow_reader_get_member (self, node, "do", TROUPE_FIELD_REQUIRED, N_ ("an action"));
    }
  else
    troupe_flow_reader_wrong_type (self, node, N_ ("a method (object)"));
  mark = troupe_flow_reader_enter (self, "do");
  method->action = troupe_flow_reader_read_action (self, action, NULL);
  troupe_flow_reader_leave (self, mark);
}

static void
unit_clear (gpointer data)
{
  TroupeFlowUnit *unit = data;

  g_clear_pointer (&unit->program, troupe_cel_program_unref);
  g_clear_pointer (&unit->template, troupe_cel_template_unref);
}

void
troupe_flow_reader_read_methods (TroupeFlowReader *self, JsonNode *root, TroupeFlow *previous)
{
  JsonNode *methods = troupe_flow_reader_get_object (self, root, "methods", TROUPE_FIELD_PLAIN);
  gsize mark;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (methods == NULL)
    return;
  /* Adds all names and indexes before the methods are parsed, so that references can be resolved
   * while parsing. */
  g_assert (self->flow != NULL);
  json_object_iter_init_ordered (&iter, json_node_get_object (methods));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      TroupeFlowMethodRecord *record = g_new0 (TroupeFlowMethodRecord, 1);

      record->public.name = g_strdup (name);
      record->public.index = self->flow->methods->len;
      record->public.node = node;
      record->units = g_array_new (FALSE, FALSE, sizeof (TroupeFlowUnit));
      g_array_set_clear_func (record->units, unit_clear);
      g_ptr_array_add (self->flow->methods, record);
      g_hash_table_insert (self->flow->indexes, record->public.name,
                           GUINT_TO_POINTER (self->flow->methods->len));
    }
  mark = troupe_flow_reader_enter (self, "methods");
  for (guint i = 0; i < self->flow->methods->len; i++)
    {
      TroupeFlowMethodRecord *record = g_ptr_array_index (self->flow->methods, i);
      gsize inner = troupe_flow_reader_enter (self, record->public.name);
      int index;
      TroupeFlowMethodRecord *old_record;
      TroupeProblem *problem;
      TroupePlace place;

      self->method = record->public.name;
      self->units = record->units;
      index = previous != NULL ? troupe_flow_find_index (previous, record->public.name) : -1;
      if (index < 0)
        self->old_units = NULL;
      else
        {
          old_record = g_ptr_array_index (previous->methods, index);
          self->old_units =
              old_record->public.node == record->public.node ? old_record->units : NULL;
        }
      if (!troupe_flow_name_is_valid (record->public.name))
        {
          problem = troupe_flow_reader_report (
              self, TROUPE_SEVERITY_ERROR, record->public.node, "bad_name",
              _ ("“%s” is not a valid method name. Only letters, digits and _ "
                 "are allowed; the first character must not be a digit."),
              record->public.name);
          if (self->source != NULL &&
              troupe_json_text_get_key_place (self->source, record->public.node, &place))
            {
              problem->line = place.line;
              problem->column = place.column;
            }
        }
      read_method (self, &record->public);
      troupe_flow_reader_leave (self, inner);
    }
  self->method = NULL;
  troupe_flow_reader_leave (self, mark);
}
