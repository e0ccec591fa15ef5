/* troupe-flow-diagnose.c: diagnostics of a flow: reports settings that can be loaded but are
 * probably mistakes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose.h"
#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-keys.h"
#include "troupe-flow-load.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-types.h"
#include "troupe-tree.h"

/* Maximum number of state fields whose types are compared with expressions; schemas may be
 * circular. */
#define MOST_TYPES 500

/* --- Shared helpers --------------------------------------------------------------------------- */

void
troupe_diagnosis_offer (TroupeProblem *problem, char *fix, char *action, char *label)
{
  g_free (problem->fix);
  g_free (problem->fix_action);
  g_free (problem->fix_label);
  problem->fix = fix;
  problem->fix_action = action;
  problem->fix_label = label;
}

void
troupe_diagnosis_offer_value (TroupeProblem *problem, char *json, char *label)
{
  troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Write %s."), json),
                          g_strconcat ("set-value:", json, NULL), label);
  g_free (json);
}

void
troupe_diagnosis_offer_removal (TroupeProblem *problem)
{
  troupe_diagnosis_offer (problem, g_strdup (_ ("Remove it.")), g_strdup ("remove-key"),
                          g_strdup (_ ("Remove It")));
}

char *
troupe_diagnosis_quote (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

/* --- Methods -------------------------------------------------------------------------------- */

/* --- Reachability ----------------------------------------------------------------------------- */

static void
check_reach (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  g_autofree char *proof = NULL;
  TroupeProblem *problem;
  gsize mark;

  if (!self->has_start || troupe_flow_reach_can_run (self->reach, method->index))
    return;
  if (troupe_flow_reach_get_starved (self->reach, method->index) != NULL)
    {
      proof = troupe_flow_starved_to_text (self->reach, method->index);
      mark = troupe_flow_reader_enter (self->reader, "listen");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_tree_get_member (method->node, "listen"), "join_never",
                                 "%s", proof);
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  if (self->dead)
    return;
  proof = troupe_flow_reach_explain_text (self->reach, method->index);
  problem =
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, method->node, "unreachable",
                                 _ ("“%s” never runs. %s"), method->name, proof);
  if (method->listen == NULL && method->start_condition == NULL)
    troupe_diagnosis_offer (
        problem, g_strdup (_ ("Let it listen to a method or an event, or make it a start method.")),
        g_strdup_printf ("make-start:%s", method->name),
        g_strdup_printf (_ ("Start With %s"), method->name));
}

static void
check_loops (TroupeFlowDiagnosis *self)
{
  g_autoptr (GPtrArray) loops = troupe_flow_find_endless_loops (self->reach, self->flow);

  g_assert (self != NULL);

  for (guint i = 0; i < loops->len; i++)
    {
      GArray *loop = loops->pdata[i];
      GString *names = g_string_new (NULL);
      const TroupeFlowMethod *head;
      guint lowest = G_MAXUINT;
      gsize mark;

      for (guint j = 0; j < loop->len; j++)
        {
          guint index = g_array_index (loop, guint, j);

          lowest = MIN (lowest, index);
          g_string_append_printf (names, "%s%s", j > 0 ? " → " : "",
                                  troupe_flow_get_method (self->flow, index)->name);
        }
      head = troupe_flow_get_method (self->flow, lowest);
      self->reader->method = head->name;
      mark = troupe_flow_reader_enter (self->reader, head->name);
      troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, head->node, "loop_without_exit",
          _ ("After %u calls, the run stops in this loop, which has no exit: %s."),
          troupe_flow_get_max_method_calls (self->flow), names->str);
      troupe_flow_reader_leave (self->reader, mark);
      self->reader->method = NULL;
      g_string_free (names, TRUE);
    }
}

/* Reports keys that CrewAI silently ignores if they are similar to a known key. */
static void
check_ignored_keys (TroupeFlowDiagnosis *self, JsonNode *node, const char *const *known)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  g_assert (self != NULL);

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      const char *near;
      TroupeProblem *problem;
      gsize mark;

      if (g_strv_contains (known, key) || g_str_has_prefix (key, "x-"))
        continue;
      near = troupe_nearest_word (key, known);
      if (near == NULL || troupe_tree_get_member (node, near) != NULL)
        continue;
      mark = troupe_flow_reader_enter (self->reader, key);
      problem =
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, member, "ignored_key",
                                     _ ("“%s” is not a known key and is ignored."), key);
      problem->fix = g_strdup_printf (_ ("Did you mean “%s”?"), near);
      problem->fix_action = g_strdup_printf ("rename-key:%s", near);
      problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

static void
check_state (TroupeFlowDiagnosis *self)
{
  g_autofree char *warning = NULL;
  g_autoptr (TroupeStateModel) model = NULL;
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *node = troupe_tree_get_member (troupe_flow_get_root (self->flow), "state");
  gsize mark;

  g_assert (self != NULL);

  if (troupe_flow_get_state_type (self->flow) == TROUPE_STATE_NONE)
    return;
  model = troupe_state_model_new (self->flow, &warning);
  state = troupe_state_model_create (model, "", &error);
  mark = troupe_flow_reader_enter (self->reader, "state");
  if (warning != NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "state_schema", "%s",
                               warning);
  if (error != NULL)
    {
      troupe_flow_reader_enter (self->reader, "default");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_tree_get_member (node, "default"), "state_default", "%s",
                                 error->message);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

static gboolean
has_start_method (TroupeFlow *flow)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      if (troupe_flow_get_method (flow, i)->start)
        return TRUE;
    }
  return FALSE;
}

static void
check_method (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  g_autofree const char **known = troupe_flow_keys_list_names (TROUPE_FLOW_OBJECT_METHOD);
  TroupeProblem *problem;
  gboolean complete;
  gsize mark;
  TroupeFlowReader *reader;
  TroupeProblem *emit_problem;
  gsize emit_mark;

  g_assert (self != NULL);

  if (!JSON_NODE_HOLDS_OBJECT (method->node))
    return;
  check_ignored_keys (self, method->node, known);
  reader = self->reader;
  if (!method->router && method->emit != NULL && method->emit[0] != NULL)
    {
      emit_mark = troupe_flow_reader_enter (reader, "emit");
      emit_problem = troupe_flow_reader_report (
          reader, TROUPE_SEVERITY_WARNING, troupe_tree_get_member (method->node, "emit"),
          "emit_without_router", _ ("Only a router emits events, and “%s” is not one."),
          method->name);
      emit_problem->fix =
          g_strdup_printf (_ ("Make “%s” a router, or remove “emit”."), method->name);
      emit_problem->fix_action = g_strdup_printf ("make-router:%s", method->name);
      emit_problem->fix_label = g_strdup_printf (_ ("Make %s a Router"), method->name);
      troupe_flow_reader_leave (reader, emit_mark);
    }
  troupe_diagnose_keys (self, method);
  troupe_diagnose_router (self, method);
  troupe_diagnose_feedback (self, method);
  troupe_diagnose_persist (self, method->node);
  troupe_diagnose_conditions (self, method);
  troupe_diagnose_action (self, method);
  troupe_diagnose_expressions (self, method);
  /* A conversation has built-in methods and events (§12). */
  if (troupe_flow_is_conversational (self->flow))
    return;
  troupe_flow_reach_get_events (self->reach, method->index, &complete);
  if (!complete)
    {
      mark = troupe_flow_reader_enter (self->reader, "router");
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT, troupe_tree_get_member (method->node, "router"),
          "router_without_events",
          _ ("“%s” does not list the events it emits, so they cannot be drawn or checked."),
          method->name);
      problem->fix = g_strdup (_ ("List its events in “emit”."));
      troupe_flow_reader_leave (self->reader, mark);
    }
  troupe_diagnose_triggers (self, method);
  check_reach (self, method);
}

static void
check_start (TroupeFlowDiagnosis *self)
{
  JsonNode *node = troupe_tree_get_member (troupe_flow_get_root (self->flow), "methods");
  TroupeProblem *problem;

  g_assert (self != NULL);

  if (self->has_start || troupe_flow_is_conversational (self->flow) ||
      troupe_flow_get_n_methods (self->flow) == 0)
    return;
  problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "no_start",
                                       _ ("The flow has no start method, so nothing runs."));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);

      if (method->listen != NULL || !JSON_NODE_HOLDS_OBJECT (method->node))
        continue;
      troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Start with “%s”."), method->name),
                              g_strdup_printf ("make-start:%s", method->name),
                              g_strdup_printf (_ ("Start With %s"), method->name));
      return;
    }
}

static void
diagnose (TroupeFlowReader *self)
{
  g_autofree const char **known = troupe_flow_keys_list_names (TROUPE_FLOW_OBJECT_FLOW);
  TroupeFlowDiagnosis diagnosis = { NULL };
  gsize mark;
  JsonNode *root;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;
  TroupeFlowDiagnosis *it;
  guint budget = MOST_TYPES;

  /* The data that the checks of all methods need. */
  diagnosis.reader = self;
  diagnosis.flow = self->flow;
  diagnosis.reach = troupe_flow_reach_new (self->flow);
  diagnosis.has_start = has_start_method (self->flow);
  diagnosis.noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (troupe_flow_get_state_schema (diagnosis.flow) != NULL &&
      !troupe_flow_is_conversational (diagnosis.flow))
    {
      diagnosis.schema =
          troupe_schema_new (troupe_flow_get_state_schema (diagnosis.flow), "id", NULL);
      if (diagnosis.schema != NULL)
        diagnosis.types[TROUPE_FLOW_ROOT_STATE] =
            troupe_diagnosis_type_from_schema (troupe_schema_get_root (diagnosis.schema), &budget);
    }
  for (guint i = 0; i < troupe_flow_get_n_methods (diagnosis.flow); i++)
    {
      TroupeActionType type = troupe_flow_get_method (diagnosis.flow, i)->action->type;

      diagnosis.has_code =
          diagnosis.has_code || type == TROUPE_ACTION_CODE || type == TROUPE_ACTION_SCRIPT;
    }
  diagnosis.types[TROUPE_FLOW_ROOT_OUTPUTS] =
      troupe_diagnosis_type_of_outputs (diagnosis.flow, diagnosis.types);
  check_ignored_keys (&diagnosis, troupe_flow_get_root (self->flow), known);
  check_state (&diagnosis);
  troupe_diagnose_settings (&diagnosis);
  /* Looks for API keys outside of methods. */
  root = troupe_flow_get_root (diagnosis.flow);
  if (JSON_NODE_HOLDS_OBJECT (root))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (root));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          gsize inner = troupe_flow_reader_enter (diagnosis.reader, key);

          if (!g_str_equal (key, "methods"))
            troupe_diagnose_secrets (&diagnosis, key, member);
          troupe_flow_reader_leave (diagnosis.reader, inner);
        }
    }
  mark = troupe_flow_reader_enter (self, "methods");
  check_start (&diagnosis);
  troupe_diagnose_names (&diagnosis);
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      gsize inner = troupe_flow_reader_enter (self, method->name);

      self->method = method->name;
      check_method (&diagnosis, method);
      troupe_diagnose_secrets (&diagnosis, NULL, method->node);
      troupe_flow_reader_leave (self, inner);
    }
  self->method = NULL;
  if (!troupe_flow_is_conversational (self->flow))
    {
      check_loops (&diagnosis);
      troupe_diagnose_repeats (&diagnosis);
    }
  troupe_flow_reader_leave (self, mark);
  troupe_diagnose_layout (&diagnosis);
  troupe_diagnose_pins (&diagnosis);
  it = &diagnosis;
  troupe_flow_reach_free (it->reach);
  g_clear_pointer (&it->schema, troupe_schema_unref);
  g_hash_table_unref (it->noted);
  for (guint i = 0; i < G_N_ELEMENTS (it->types); i++)
    g_clear_pointer (&it->types[i], troupe_cel_type_free);
}

/* --- Public functions -------------------------------------------------------------------------- */

void
troupe_flow_diagnose (TroupeFlow *self, TroupeJsonText *source, GPtrArray *problems)
{
  TroupeFlowReader reader = { .flow = self, .source = source, .problems = problems };

  reader.path = g_string_new (NULL);
  diagnose (&reader);
  troupe_flow_sort_problems (self, problems);
  g_string_free (reader.path, TRUE);
}

TroupeFlow *
troupe_flow_new_from_node (JsonNode *root,
                           TroupeJsonText *source,
                           TroupeFlow *previous,
                           GPtrArray **problems)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  TroupeFlow *self;

  g_return_val_if_fail (root != NULL, NULL);

  self = troupe_flow_read (root, source, previous, found);
  if (problems != NULL && self != NULL)
    troupe_flow_diagnose (self, source, found);
  if (problems != NULL)
    *problems = g_steal_pointer (&found);
  return self;
}
