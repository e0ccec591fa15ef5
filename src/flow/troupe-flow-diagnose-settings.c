/* troupe-flow-diagnose-settings.c: settings, names and the layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-settings"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-private.h"

#define BACKEND "SQLiteFlowPersistence"

/* --- Fields -------------------------------------------------------------------------------- */

/* A yes or no that is written as a text or a number: it is understood, and looks like something else. */
static void
check_truth (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  JsonNode *node = _troupe_diagnosis_get (owner, key);
  g_autoptr (TroupeValue) value = NULL;
  gboolean meant;
  gsize mark;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return;
  value = troupe_flow_value_from_node (self->reader->source, node);
  if (!troupe_coerce_boolean (value, &meant))
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  _troupe_diagnosis_offer_value (
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, node, "coerced_value",
                                 _ ("This is taken for %s."), meant ? "true" : "false"),
      g_strdup (meant ? "true" : "false"),
      g_strdup_printf (_ ("Use “%s”"), meant ? "true" : "false"));
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_python_key (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  g_autofree char *plain = g_strndup (key, strlen (key) - 1);
  JsonNode *node = _troupe_diagnosis_get (owner, key);
  gsize mark;

  if (node == NULL || _troupe_diagnosis_get (owner, plain) != NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  _troupe_diagnosis_offer (
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, node, "python_key",
                                 _ ("“%s” is the name in Python; in a document it is “%s”."), key,
                                 plain),
      g_strdup_printf (_ ("Write “%s”."), plain), g_strdup_printf ("rename-key:%s", plain),
      g_strdup_printf (_ ("Use “%s”"), plain));
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_action_keys (TroupeFlowDiagnosis *self, JsonNode *action)
{
  JsonArray *steps = _troupe_diagnosis_get_list (action, "do");
  gsize mark;

  check_python_key (self, action, "with_");
  check_python_key (self, action, "in_");
  if (steps == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "do");
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonNode *step = json_array_get_element (steps, i);
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);

      check_python_key (self, step, "if_");
      troupe_flow_reader_enter (self->reader, "action");
      check_python_key (self, _troupe_diagnosis_get (step, "action"), "with_");
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

void
_troupe_diagnose_keys (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  static const char *const truths[] = { "learn", "learn_strict" };
  JsonNode *start = _troupe_diagnosis_get (method->node, "start");
  gsize mark;

  check_truth (self, method->node, "router");
  /* A text is an event's name there. */
  if (start != NULL && !troupe_json_node_is_text (start))
    check_truth (self, method->node, "start");
  mark = troupe_flow_reader_enter (self->reader, "human_feedback");
  for (guint i = 0; i < G_N_ELEMENTS (truths); i++)
    check_truth (self, _troupe_diagnosis_get (method->node, "human_feedback"), truths[i]);
  troupe_flow_reader_leave (self->reader, mark);
  mark = troupe_flow_reader_enter (self->reader, "do");
  check_action_keys (self, _troupe_diagnosis_get (method->node, "do"));
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Persistence --------------------------------------------------------------------------- */

static void
check_backend (TroupeFlowDiagnosis *self, JsonNode *block)
{
  JsonNode *node = _troupe_diagnosis_get (block, "persistence");
  const char *type = _troupe_diagnosis_get_text (node, "persistence_type");
  gsize mark = troupe_flow_reader_enter (self->reader, "persistence");
  TroupeProblem *problem;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  if (g_strcmp0 (type, BACKEND) != 0)
    {
      JsonNode *word = _troupe_diagnosis_get (node, "persistence_type");

      troupe_flow_reader_enter (self->reader, "persistence_type");
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, word != NULL ? word : node, "unknown_backend",
          _ ("Only “%s” is known here; any other needs Python that brings it."), BACKEND);
      _troupe_diagnosis_offer_value (problem, g_strdup ("\"" BACKEND "\""),
                                     g_strdup_printf (_ ("Use “%s”"), BACKEND));
    }
  else if (_troupe_diagnosis_get_text (node, "db_path") == NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "backend_without_path",
                               _ ("The field “%s” is missing: the run fails when it saves."),
                               "db_path");
  troupe_flow_reader_leave (self->reader, mark);
}

void
_troupe_diagnose_persist (TroupeFlowDiagnosis *self, JsonNode *owner)
{
  JsonNode *block = _troupe_diagnosis_get (owner, "persist");
  TroupeProblem *problem;
  gsize mark, inner;

  if (block == NULL || !JSON_NODE_HOLDS_OBJECT (block))
    return;
  mark = troupe_flow_reader_enter (self->reader, "persist");
  check_truth (self, block, "enabled");
  check_truth (self, block, "verbose");
  check_backend (self, block);
  if (_troupe_diagnosis_get (block, "enabled") == NULL)
    {
      inner = troupe_flow_reader_enter (self->reader, "enabled");
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, block, "persist_off",
          _ ("Nothing is saved: “enabled” is missing, and without it saving is off."));
      _troupe_diagnosis_offer_value (problem, g_strdup ("true"), g_strdup (_ ("Turn It On")));
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Configuration --------------------------------------------------------------------------- */

/* Whether some method can run more than once: a listener that comes before itself. */
static gboolean
has_loop (TroupeFlowDiagnosis *self, gboolean *has_listener)
{
  for (guint i = 0; i < self->flow->methods->len; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autoptr (GPtrArray) events = NULL;

      if (method->listen == NULL)
        continue;
      *has_listener = TRUE;
      events = troupe_condition_get_events (method->listen);
      for (guint j = 0; j < events->len; j++)
        {
          GPtrArray *own;
          gboolean complete;

          own = troupe_flow_reach_get_events (self->reach, i, &complete);
          for (guint k = 0; k < own->len; k++)
            {
              if (g_str_equal (own->pdata[k], events->pdata[j]))
                return TRUE;
            }
        }
    }
  return FALSE;
}

static void
check_limit (TroupeFlowDiagnosis *self, JsonNode *config)
{
  JsonNode *node = _troupe_diagnosis_get (config, "max_method_calls");
  gboolean has_listener = FALSE, loops;
  TroupeProblem *problem;
  gsize mark;

  if (node == NULL || self->flow->max_method_calls > 1)
    return;
  loops = has_loop (self, &has_listener);
  if (!has_listener || (!loops && self->flow->max_method_calls == 1))
    return;
  mark = troupe_flow_reader_enter (self->reader, "max_method_calls");
  problem = troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, node, "limit_too_low",
      self->flow->max_method_calls == 0
          ? _ ("With this limit the run fails at the first method that listens.")
          : _ ("With this limit the run fails when a loop goes round."));
  _troupe_diagnosis_offer_value (problem, g_strdup_printf ("%d", TROUPE_LIMIT_METHOD_CALLS),
                                 g_strdup_printf (_ ("Use “%d”"), TROUPE_LIMIT_METHOD_CALLS));
  troupe_flow_reader_leave (self->reader, mark);
}

/* The fields of a checkpoint block (spec/flow-semantics.md §9.1). */
static void
check_checkpoint (TroupeFlowDiagnosis *self, JsonNode *config)
{
  static const char *const known[] = { "location",        "on_events",    "provider",
                                       "max_checkpoints", "restore_from", NULL };
  JsonNode *block = _troupe_diagnosis_get (config, "checkpoint");
  gsize mark = troupe_flow_reader_enter (self->reader, "checkpoint");
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (block == NULL || !JSON_NODE_HOLDS_OBJECT (block))
    {
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  json_object_iter_init_ordered (&iter, json_node_get_object (block));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      gsize inner;

      if (g_strv_contains (known, key))
        continue;
      inner = troupe_flow_reader_enter (self->reader, key);
      _troupe_diagnosis_offer_removal (troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT, member, "unknown_checkpoint_key",
          _ ("“%s” is not a field of a checkpoint. The block alone turns it on."), key));
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_conversation (TroupeFlowDiagnosis *self, JsonNode *root)
{
  static const char *const old[] = { "answer_from_history_prompt", "answer_from_history_llm" };
  JsonNode *block = _troupe_diagnosis_get (root, "conversational");
  gsize mark = troupe_flow_reader_enter (self->reader, "conversational");

  for (guint i = 0; i < G_N_ELEMENTS (old); i++)
    {
      JsonNode *node = _troupe_diagnosis_get (block, old[i]);
      gsize inner = troupe_flow_reader_enter (self->reader, old[i]);

      if (node != NULL && !JSON_NODE_HOLDS_NULL (node))
        troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, node, "deprecated_field",
                                   _ ("“%s” is deprecated: a conversation sees what was said "
                                      "before."),
                                   old[i]);
      troupe_flow_reader_leave (self->reader, inner);
    }
  if (_troupe_diagnosis_get_text (block, "trace_scope") != NULL &&
      _troupe_diagnosis_get (block, "defer_trace_finalization") != NULL)
    {
      troupe_flow_reader_enter (self->reader, "defer_trace_finalization");
      _troupe_diagnosis_offer_removal (troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT,
          _troupe_diagnosis_get (block, "defer_trace_finalization"), "unused_setting",
          _ ("“%s” changes nothing while “%s” is there."), "defer_trace_finalization",
          "trace_scope"));
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- The state ----------------------------------------------------------------------------- */

static gboolean
is_too_large (JsonNode *node)
{
  g_autoptr (TroupeValue) value = troupe_value_from_node (node);

  return troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER);
}

/* One value that is no JSON makes every expression fail (spec/flow-semantics.md §6, cel.md §3). */
static void
check_default (TroupeFlowDiagnosis *self, JsonNode *node, guint depth)
{
  gsize mark;

  if (depth > TROUPE_LIMIT_NESTING)
    return;
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          mark = troupe_flow_reader_enter (self->reader, key);
          check_default (self, member, depth + 1);
          troupe_flow_reader_leave (self->reader, mark);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        {
          mark = troupe_flow_reader_enter_index (self->reader, i);
          check_default (self, json_array_get_element (json_node_get_array (node), i), depth + 1);
          troupe_flow_reader_leave (self->reader, mark);
        }
    }
  /* A date with a time is a timestamp there. */
  else if (troupe_json_node_is_time (node) && strchr (json_node_get_string (node), 'T') == NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "date_in_state",
                               _ ("With a date in the state every expression fails in CrewAI. Put "
                                  "it in quotes."));
  else if (JSON_NODE_HOLDS_VALUE (node) && is_too_large (node))
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "integer_too_large",
                               _ ("With a number beyond 64 bits in the state every expression "
                                  "fails."));
}

void
_troupe_diagnose_settings (TroupeFlowDiagnosis *self)
{
  static const char *const truths[] = { "stream", "suppress_flow_events",
                                        "defer_trace_finalization", "tracing" };
  JsonNode *root = self->flow->root;
  JsonNode *config = _troupe_diagnosis_get (root, "config");
  JsonNode *state = _troupe_diagnosis_get (root, "state");
  JsonNode *initial = _troupe_diagnosis_get (state, "default");
  gsize mark;

  if (self->flow->name != NULL && self->flow->name[strspn (self->flow->name, " \t\n")] == '\0')
    {
      mark = troupe_flow_reader_enter (self->reader, "name");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 _troupe_diagnosis_get (root, "name"), "empty_text",
                                 _ ("“%s” is empty."), "name");
      troupe_flow_reader_leave (self->reader, mark);
    }
  if (self->flow->methods->len == 0 && !self->flow->conversational)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, root, "no_methods",
                               _ ("The flow has no methods, so nothing runs."));
  check_python_key (self, root, "schema_");
  _troupe_diagnose_persist (self, root);
  check_conversation (self, root);
  mark = troupe_flow_reader_enter (self->reader, "config");
  for (guint i = 0; i < G_N_ELEMENTS (truths); i++)
    check_truth (self, config, truths[i]);
  check_limit (self, config);
  check_checkpoint (self, config);
  troupe_flow_reader_leave (self->reader, mark);
  mark = troupe_flow_reader_enter (self->reader, "state");
  troupe_flow_reader_enter (self->reader, "default");
  if (initial != NULL && self->flow->state_type == TROUPE_STATE_DICT)
    check_default (self, initial, 0);
  troupe_flow_reader_leave (self->reader, mark);
}
