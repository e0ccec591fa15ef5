/* troupe-flow-diagnose-settings.c: diagnostics of settings, persistence, configuration and state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-settings"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-keys.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-tree.h"

#define BACKEND "SQLiteFlowPersistence"

/* --- Fields -------------------------------------------------------------------------------- */

/* Reports a boolean that is written as a string or a number. Such a value is accepted, but
 * misleading. */
static void
check_truth (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  JsonNode *node = troupe_tree_get_member (owner, key);
  g_autoptr (TroupeValue) value = NULL;
  gboolean meant;
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return;
  value = troupe_flow_value_from_node (self->reader->source, node);
  if (!troupe_schema_coerce_boolean (value, &meant))
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  troupe_diagnosis_offer_value (
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, node, "coerced_value",
                                 _ ("This is read as %s."), meant ? "true" : "false"),
      g_strdup (meant ? "true" : "false"),
      g_strdup_printf (_ ("Use “%s”"), meant ? "true" : "false"));
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_python_key (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  g_autofree char *plain = g_strndup (key, strlen (key) - 1);
  JsonNode *node = troupe_tree_get_member (owner, key);
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL || troupe_tree_get_member (owner, plain) != NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  troupe_diagnosis_offer (troupe_flow_reader_report (
                              self->reader, TROUPE_SEVERITY_HINT, node, "python_key",
                              _ ("“%s” is the Python name; in a document, use “%s”."), key, plain),
                          g_strdup_printf (_ ("Write “%s”."), plain),
                          g_strdup_printf ("rename-key:%s", plain),
                          g_strdup_printf (_ ("Use “%s”"), plain));
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_keys (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  static const char *const truths[] = { "learn", "learn_strict" };
  JsonNode *start = troupe_tree_get_member (method->node, "start");
  gsize mark;
  JsonNode *action;
  JsonArray *steps;
  gsize in_do;

  check_truth (self, method->node, "router");
  /* A string is the name of an event here. */
  if (start != NULL && !troupe_json_node_is_text (start))
    check_truth (self, method->node, "start");
  mark = troupe_flow_reader_enter (self->reader, "human_feedback");
  for (guint i = 0; i < G_N_ELEMENTS (truths); i++)
    check_truth (self, troupe_tree_get_member (method->node, "human_feedback"), truths[i]);
  troupe_flow_reader_leave (self->reader, mark);
  mark = troupe_flow_reader_enter (self->reader, "do");
  action = troupe_tree_get_member (method->node, "do");
  steps = troupe_tree_get_member_list (action, "do");
  check_python_key (self, action, "with_");
  check_python_key (self, action, "in_");
  if (steps != NULL)
    {
      in_do = troupe_flow_reader_enter (self->reader, "do");
      for (guint i = 0; i < json_array_get_length (steps); i++)
        {
          JsonNode *step = json_array_get_element (steps, i);
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          check_python_key (self, step, "if_");
          troupe_flow_reader_enter (self->reader, "action");
          check_python_key (self, troupe_tree_get_member (step, "action"), "with_");
          troupe_flow_reader_leave (self->reader, inner);
        }
      troupe_flow_reader_leave (self->reader, in_do);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Persistence --------------------------------------------------------------------------- */

static void
check_backend (TroupeFlowDiagnosis *self, JsonNode *block)
{
  JsonNode *node = troupe_tree_get_member (block, "persistence");
  const char *type = troupe_tree_get_member_text (node, "persistence_type");
  gsize mark = troupe_flow_reader_enter (self->reader, "persistence");
  TroupeProblem *problem;

  g_assert (self != NULL);

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  if (g_strcmp0 (type, BACKEND) != 0)
    {
      JsonNode *word = troupe_tree_get_member (node, "persistence_type");

      troupe_flow_reader_enter (self->reader, "persistence_type");
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, word != NULL ? word : node, "unknown_backend",
          _ ("Only “%s” is supported here; others require Python."), BACKEND);
      troupe_diagnosis_offer_value (problem, g_strdup ("\"" BACKEND "\""),
                                    g_strdup_printf (_ ("Use “%s”"), BACKEND));
    }
  else if (troupe_tree_get_member_text (node, "db_path") == NULL)
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_WARNING, node, "backend_without_path",
        _ ("The field “%s” is missing, so the run will fail when it saves the state."), "db_path");
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_persist (TroupeFlowDiagnosis *self, JsonNode *owner)
{
  JsonNode *block = troupe_tree_get_member (owner, "persist");
  TroupeProblem *problem;
  gsize mark, inner;

  if (block == NULL || !JSON_NODE_HOLDS_OBJECT (block))
    return;
  mark = troupe_flow_reader_enter (self->reader, "persist");
  check_truth (self, block, "enabled");
  check_truth (self, block, "verbose");
  check_backend (self, block);
  if (troupe_tree_get_member (block, "enabled") == NULL)
    {
      inner = troupe_flow_reader_enter (self->reader, "enabled");
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, block, "persist_off",
          _ ("The state is not saved, because “enabled” is missing and defaults to false."));
      troupe_diagnosis_offer_value (problem, g_strdup ("true"), g_strdup (_ ("Turn On")));
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Configuration --------------------------------------------------------------------------- */

/* Returns TRUE if a method can run more than once, because a listener precedes itself. */
static gboolean
has_loop (TroupeFlowDiagnosis *self, gboolean *has_listener)
{
  g_assert (self != NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
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
  JsonNode *node = troupe_tree_get_member (config, "max_method_calls");
  gboolean has_listener = FALSE, loops;
  TroupeProblem *problem;
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL || troupe_flow_get_max_method_calls (self->flow) > 1)
    return;
  loops = has_loop (self, &has_listener);
  if (!has_listener || (!loops && troupe_flow_get_max_method_calls (self->flow) == 1))
    return;
  mark = troupe_flow_reader_enter (self->reader, "max_method_calls");
  problem =
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "limit_too_low",
                                 troupe_flow_get_max_method_calls (self->flow) == 0
                                     ? _ ("With this limit, the run fails at the first listener.")
                                     : _ ("With this limit, the run fails when a loop repeats."));
  troupe_diagnosis_offer_value (problem, g_strdup_printf ("%d", TROUPE_LIMIT_METHOD_CALLS),
                                g_strdup_printf (_ ("Use “%d”"), TROUPE_LIMIT_METHOD_CALLS));
  troupe_flow_reader_leave (self->reader, mark);
}

static gboolean
is_checkpoint_key (const char *name)
{
  for (const TroupeFlowKey *row = troupe_flow_keys_list (TROUPE_FLOW_OBJECT_CHECKPOINT);
       row->key != NULL; row++)
    if (g_str_equal (row->key, name))
      return TRUE;
  return FALSE;
}

/* Checks the fields of a checkpoint block (doc/flow-semantics.md §9.1). */
static void
check_checkpoint (TroupeFlowDiagnosis *self, JsonNode *config)
{
  JsonNode *block = troupe_tree_get_member (config, "checkpoint");
  gsize mark = troupe_flow_reader_enter (self->reader, "checkpoint");
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  g_assert (self != NULL);

  if (block == NULL || !JSON_NODE_HOLDS_OBJECT (block))
    {
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  json_object_iter_init_ordered (&iter, json_node_get_object (block));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      gsize inner;

      if (is_checkpoint_key (key))
        continue;
      inner = troupe_flow_reader_enter (self->reader, key);
      troupe_diagnosis_offer_removal (troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT, member, "unknown_checkpoint_key",
          _ ("“%s” is not a checkpoint field. The presence of the block enables checkpoints."),
          key));
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_conversation (TroupeFlowDiagnosis *self, JsonNode *root)
{
  static const char *const old[] = { "answer_from_history_prompt", "answer_from_history_llm" };
  JsonNode *block = troupe_tree_get_member (root, "conversational");
  gsize mark = troupe_flow_reader_enter (self->reader, "conversational");

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (old); i++)
    {
      JsonNode *node = troupe_tree_get_member (block, old[i]);
      gsize inner = troupe_flow_reader_enter (self->reader, old[i]);

      if (node != NULL && !JSON_NODE_HOLDS_NULL (node))
        troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_HINT, node, "deprecated_field",
            _ ("“%s” is deprecated: conversations include the history automatically."), old[i]);
      troupe_flow_reader_leave (self->reader, inner);
    }
  if (troupe_tree_get_member_text (block, "trace_scope") != NULL &&
      troupe_tree_get_member (block, "defer_trace_finalization") != NULL)
    {
      troupe_flow_reader_enter (self->reader, "defer_trace_finalization");
      troupe_diagnosis_offer_removal (troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT,
          troupe_tree_get_member (block, "defer_trace_finalization"), "unused_setting",
          _ ("“%s” has no effect when “%s” is set."), "defer_trace_finalization", "trace_scope"));
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- State ------------------------------------------------------------------------------------ */

static gboolean
is_too_large (JsonNode *node)
{
  g_autoptr (TroupeValue) value = troupe_value_from_node (node);

  return troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER);
}

/* Reports dates and too large integers in the default of the state. A single value that is not
 * valid JSON makes every expression fail (doc/flow-semantics.md §6, doc/cel.md §3). */
static void
check_default_cb (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeFlowDiagnosis *self = user_data;

  /* A date with a time is a valid timestamp. */
  if (troupe_json_node_is_time (node) && strchr (json_node_get_string (node), 'T') == NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "date_in_state",
                               _ ("Because of the date in the state, every expression fails in "
                                  "CrewAI. Put the date in quotes."));
  else if (JSON_NODE_HOLDS_VALUE (node) && is_too_large (node))
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_WARNING, node, "integer_too_large",
        _ ("Because of a number of more than 64 bits in the state, every expression fails."));
}

void
troupe_diagnose_settings (TroupeFlowDiagnosis *self)
{
  static const char *const truths[] = { "stream", "suppress_flow_events",
                                        "defer_trace_finalization", "tracing" };
  JsonNode *root = troupe_flow_get_root (self->flow);
  JsonNode *config = troupe_tree_get_member (root, "config");
  JsonNode *state = troupe_tree_get_member (root, "state");
  JsonNode *initial = troupe_tree_get_member (state, "default");
  gsize mark;

  if (troupe_flow_get_name (self->flow) != NULL &&
      troupe_flow_get_name (self->flow)[strspn (troupe_flow_get_name (self->flow), " \t\n")] ==
          '\0')
    {
      mark = troupe_flow_reader_enter (self->reader, "name");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_tree_get_member (root, "name"), "empty_text",
                                 _ ("“%s” is empty."), "name");
      troupe_flow_reader_leave (self->reader, mark);
    }
  if (troupe_flow_get_n_methods (self->flow) == 0 && !troupe_flow_is_conversational (self->flow))
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, root, "no_methods",
                               _ ("The flow has no methods, so nothing runs."));
  check_python_key (self, root, "schema_");
  troupe_diagnose_persist (self, root);
  check_conversation (self, root);
  mark = troupe_flow_reader_enter (self->reader, "config");
  for (guint i = 0; i < G_N_ELEMENTS (truths); i++)
    check_truth (self, config, truths[i]);
  check_limit (self, config);
  check_checkpoint (self, config);
  troupe_flow_reader_leave (self->reader, mark);
  mark = troupe_flow_reader_enter (self->reader, "state");
  troupe_flow_reader_enter (self->reader, "default");
  if (initial != NULL && troupe_flow_get_state_type (self->flow) == TROUPE_STATE_DICT)
    troupe_flow_reader_visit_leaves (self->reader, NULL, initial, check_default_cb, self);
  troupe_flow_reader_leave (self->reader, mark);
}
