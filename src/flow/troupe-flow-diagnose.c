/* troupe-flow-diagnose.c: what loads and yet will hardly do what was meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-reach.h"

/* A near name is looked for in the first problems only: it takes a look at every method. */
#define MOST_SUGGESTIONS 20

typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlow *flow;
  TroupeFlowReach *reach;
  gboolean dead; /* whether the method under way waits for something that nobody emits */
} Diagnosis;

static JsonNode *
get_member (JsonNode *node, const char *key)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node)
             ? json_object_get_member (json_node_get_object (node), key)
             : NULL;
}

/* --- What CrewAI tells too (spec/flow-semantics.md §1.1) --------------------------------------- */

static void
check_emit (Diagnosis *self, const TroupeFlowMethod *method)
{
  TroupeFlowReader *reader = self->reader;
  TroupeProblem *problem;
  gsize mark;

  if (method->router || method->emit == NULL || method->emit[0] == NULL)
    return;
  mark = troupe_flow_reader_enter (reader, "emit");
  problem = troupe_flow_reader_report (reader, TROUPE_SEVERITY_WARNING,
                                       get_member (method->node, "emit"), "emit_without_router",
                                       _ ("Only a router emits events, and “%s” is not one."),
                                       method->name);
  problem->fix = g_strdup_printf (_ ("Make “%s” a router, or remove “emit”."), method->name);
  problem->fix_action = g_strdup_printf ("make-router:%s", method->name);
  problem->fix_label = g_strdup_printf (_ ("Make %s a Router"), method->name);
  troupe_flow_reader_leave (reader, mark);
}

static void
check_feedback (Diagnosis *self, const TroupeFlowMethod *method)
{
  TroupeFlowReader *reader = self->reader;
  TroupeValue *outcome, *emit;
  JsonNode *node;
  gboolean known = FALSE;
  gsize mark, inner;

  if (method->feedback == NULL)
    return;
  outcome = troupe_value_map_lookup_string (method->feedback, "default_outcome", -1);
  emit = troupe_value_map_lookup_string (method->feedback, "emit", -1);
  if (!troupe_value_is (outcome, TROUPE_VALUE_STRING))
    return;
  mark = troupe_flow_reader_enter (reader, "human_feedback");
  inner = troupe_flow_reader_enter (reader, "default_outcome");
  node = get_member (get_member (method->node, "human_feedback"), "default_outcome");
  if (!troupe_value_is (emit, TROUPE_VALUE_LIST) || troupe_value_list_get_length (emit) == 0)
    troupe_flow_reader_report (reader, TROUPE_SEVERITY_WARNING, node,
                               "human_feedback_default_requires_emit",
                               _ ("A default outcome needs outcomes to choose from: “emit” is "
                                  "missing."));
  else
    {
      for (gsize i = 0; i < troupe_value_list_get_length (emit); i++)
        known = known || troupe_value_equal (troupe_value_list_get (emit, i), outcome);
      if (!known)
        troupe_flow_reader_report (reader, TROUPE_SEVERITY_WARNING, node,
                                   "human_feedback_default_not_in_emit",
                                   _ ("The default outcome “%s” is not among the outcomes."),
                                   troupe_value_get_string (outcome, NULL));
    }
  troupe_flow_reader_leave (reader, inner);
  troupe_flow_reader_leave (reader, mark);
}

/* --- Events -------------------------------------------------------------------------------- */

static void
check_heard (Diagnosis *self, const TroupeFlowMethod *method)
{
  TroupeFlowReader *reader = self->reader;
  JsonNode *list = get_member (method->node, "emit");
  gboolean feedback = FALSE;
  gsize mark = reader->path->len;

  if (!method->router || method->emit == NULL)
    return;
  if (method->feedback != NULL)
    {
      JsonNode *asked = get_member (get_member (method->node, "human_feedback"), "emit");

      feedback = asked != NULL && JSON_NODE_HOLDS_ARRAY (asked) &&
                 json_array_get_length (json_node_get_array (asked)) > 0;
      list = feedback ? asked : list;
    }
  if (feedback)
    troupe_flow_reader_enter (reader, "human_feedback");
  troupe_flow_reader_enter (reader, "emit");
  for (guint i = 0; method->emit[i] != NULL; i++)
    {
      TroupeProblem *problem;
      gsize inner;

      if (troupe_flow_reach_is_heard (self->reach, method->emit[i]))
        continue;
      inner = troupe_flow_reader_enter_index (reader, i);
      problem =
          troupe_flow_reader_report (reader, TROUPE_SEVERITY_WARNING,
                                     list != NULL && JSON_NODE_HOLDS_ARRAY (list) &&
                                             i < json_array_get_length (json_node_get_array (list))
                                         ? json_array_get_element (json_node_get_array (list), i)
                                         : NULL,
                                     "unheard_event", _ ("Nothing listens to “%s”."),
                                     method->emit[i]);
      problem->fix = g_strdup_printf (_ ("Add a method that listens to “%s”, or remove the event."),
                                      method->emit[i]);
      problem->fix_action = g_strdup_printf ("remove-event:%s", method->emit[i]);
      problem->fix_label = g_strdup (_ ("Remove the Event"));
      troupe_flow_reader_leave (reader, inner);
    }
  troupe_flow_reader_leave (reader, mark);
}

/* The plain method whose expression gives @event as its value, which is no event. */
static const TroupeFlowMethod *
find_plain_source (Diagnosis *self, const char *event)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autoptr (GPtrArray) results = NULL;

      if (method->router || method->action->type != TROUPE_ACTION_EXPRESSION ||
          method->action->expression->program == NULL ||
          strstr (troupe_cel_program_get_text (method->action->expression->program), event) == NULL)
        continue;
      results = troupe_flow_find_constant_results (
          troupe_cel_program_get_text (method->action->expression->program), NULL);
      for (guint j = 0; results != NULL && j < results->len; j++)
        {
          if (g_str_equal (results->pdata[j], event))
            return method;
        }
    }
  return NULL;
}

static const char *
find_near_event (Diagnosis *self, const char *event)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gboolean complete;

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      GPtrArray *events = troupe_flow_reach_get_events (self->reach, i, &complete);

      g_ptr_array_add (names, troupe_flow_get_method (self->flow, i)->name);
      for (guint j = 0; j < events->len; j++)
        g_ptr_array_add (names, events->pdata[j]);
    }
  g_ptr_array_add (names, NULL);
  return troupe_nearest_word (event, (const char *const *) names->pdata);
}

static void
suggest_source (Diagnosis *self, TroupeProblem *problem, const char *event)
{
  const TroupeFlowMethod *method;
  const char *near;

  if (self->reader->problems->len > MOST_SUGGESTIONS)
    return;
  method = find_plain_source (self, event);
  if (method != NULL)
    {
      problem->fix = g_strdup_printf (_ ("Make “%s” a router."), method->name);
      problem->fix_action = g_strdup_printf ("make-router:%s", method->name);
      problem->fix_label = g_strdup_printf (_ ("Make %s a Router"), method->name);
      return;
    }
  near = find_near_event (self, event);
  if (near == NULL || (problem->method != NULL && g_str_equal (near, problem->method)))
    return;
  problem->fix = g_strdup_printf (_ ("Did you mean “%s”?"), near);
  problem->fix_action = g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s", strlen (event), near);
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
}

static void
report_dead (Diagnosis *self, const TroupeCondition *condition)
{
  gboolean open = troupe_flow_reach_is_open (self->reach);
  TroupeProblem *problem;

  problem = troupe_flow_reader_report (
      self->reader, open ? TROUPE_SEVERITY_HINT : TROUPE_SEVERITY_WARNING, condition->node,
      "dead_listener",
      open ? _ ("Nobody is known to emit “%s”; a router that does not say its events may.")
           : _ ("Nobody emits “%s”. A method’s return value is not an event."),
      condition->event);
  suggest_source (self, problem, condition->event);
  self->dead = TRUE;
}

/* @by_router: a conditional start is only run by a router's event (§3). */
static void
check_condition (Diagnosis *self, const TroupeCondition *condition, gboolean by_router)
{
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      if (troupe_flow_reach_is_emitted (self->reach, condition->event))
        return;
      if (troupe_flow_find_index (self->flow, condition->event) < 0)
        report_dead (self, condition);
      else if (by_router)
        troupe_flow_reader_report (
            self->reader,
            troupe_flow_reach_is_open (self->reach) ? TROUPE_SEVERITY_HINT
                                                    : TROUPE_SEVERITY_WARNING,
            condition->node, "dead_listener",
            _ ("“%s” is a method. A conditional start only runs for a router’s event."),
            condition->event);
      return;
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      gsize mark =
          troupe_flow_reader_enter (self->reader,
                                    condition->type == TROUPE_CONDITION_AND ? "and" : "or");

      troupe_flow_reader_enter_index (self->reader, i);
      check_condition (self, condition->children[i], by_router);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

static void
check_triggers (Diagnosis *self, const TroupeFlowMethod *method)
{
  gsize mark;

  self->dead = FALSE;
  if (method->listen != NULL)
    {
      mark = troupe_flow_reader_enter (self->reader, "listen");
      check_condition (self, method->listen, FALSE);
      troupe_flow_reader_leave (self->reader, mark);
    }
  if (method->start_condition != NULL)
    {
      mark = troupe_flow_reader_enter (self->reader, "start");
      check_condition (self, method->start_condition, TRUE);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

static void
check_known_events (Diagnosis *self, const TroupeFlowMethod *method)
{
  TroupeProblem *problem;
  gboolean complete;
  gsize mark;

  troupe_flow_reach_get_events (self->reach, method->index, &complete);
  if (complete)
    return;
  mark = troupe_flow_reader_enter (self->reader, "router");
  problem = troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_HINT, get_member (method->node, "router"),
      "router_without_events",
      _ ("“%s” does not say which events it emits, so they cannot be drawn or checked."),
      method->name);
  problem->fix = g_strdup (_ ("List its events in “emit”."));
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- What can happen ----------------------------------------------------------------------- */

static void
check_reach (Diagnosis *self, const TroupeFlowMethod *method, gboolean has_start)
{
  g_autofree char *proof = NULL;
  gsize mark;

  if (!has_start || troupe_flow_reach_can_run (self->reach, method->index))
    return;
  if (troupe_flow_reach_get_starved (self->reach, method->index) != NULL)
    {
      proof = troupe_flow_starved_to_text (self->reach, method->index);
      mark = troupe_flow_reader_enter (self->reader, "listen");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 get_member (method->node, "listen"), "join_never", "%s", proof);
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  if (self->dead)
    return;
  proof = troupe_flow_reach_explain_text (self->reach, method->index);
  troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, method->node, "unreachable",
                             _ ("“%s” never runs. %s"), method->name, proof);
}

static void
check_loops (Diagnosis *self)
{
  g_autoptr (GPtrArray) loops = troupe_flow_find_endless_loops (self->reach, self->flow);

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
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, head->node,
                                 "loop_without_exit",
                                 _ ("This loop has no way out; it stops after %u calls: %s."),
                                 troupe_flow_get_max_method_calls (self->flow), names->str);
      troupe_flow_reader_leave (self->reader, mark);
      self->reader->method = NULL;
      g_string_free (names, TRUE);
    }
}

/* Keys that CrewAI passes over without a word, where they look like one that it knows. */
static void
check_ignored_keys (Diagnosis *self, JsonNode *node, const char *const *known)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

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
      if (near == NULL || get_member (node, near) != NULL)
        continue;
      mark = troupe_flow_reader_enter (self->reader, key);
      problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, member,
                                           "ignored_key", _ ("“%s” means nothing here."), key);
      problem->fix = g_strdup_printf (_ ("Did you mean “%s”?"), near);
      problem->fix_action = g_strdup_printf ("rename-key:%s", near);
      problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

static void
check_state (Diagnosis *self)
{
  g_autofree char *warning = NULL;
  g_autoptr (TroupeStateModel) model = NULL;
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *node = get_member (self->flow->root, "state");
  gsize mark;

  if (self->flow->state_type == TROUPE_STATE_NONE)
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
                                 get_member (node, "default"), "state_default", "%s",
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
check_method (Diagnosis *self, const TroupeFlowMethod *method, gboolean has_start)
{
  static const char *const known[] = { "description", "start",   "listen",         "router", "emit",
                                       "do",          "persist", "human_feedback", NULL };

  check_ignored_keys (self, method->node, known);
  check_emit (self, method);
  check_feedback (self, method);
  /* A conversation brings methods and events of its own (§12). */
  if (self->flow->conversational)
    return;
  check_heard (self, method);
  check_known_events (self, method);
  check_triggers (self, method);
  check_reach (self, method, has_start);
}

void
troupe_flow_reader_diagnose (TroupeFlowReader *self)
{
  static const char *const known[] = { "schema",  "name",    "description",    "state",
                                       "config",  "persist", "conversational", "methods",
                                       "schema_", NULL };
  g_autoptr (TroupeFlowReach) reach = troupe_flow_reach_new (self->flow);
  Diagnosis diagnosis = { self, self->flow, reach, FALSE };
  gboolean has_start = has_start_method (self->flow);
  gsize mark;

  check_ignored_keys (&diagnosis, self->flow->root, known);
  check_state (&diagnosis);
  mark = troupe_flow_reader_enter (self, "methods");
  if (!has_start && !self->flow->conversational && self->flow->methods->len > 0)
    troupe_flow_reader_report (self, TROUPE_SEVERITY_WARNING,
                               get_member (self->flow->root, "methods"), "no_start",
                               _ ("No method starts, so nothing runs."));
  for (guint i = 0; i < self->flow->methods->len; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      gsize inner = troupe_flow_reader_enter (self, method->name);

      self->method = method->name;
      check_method (&diagnosis, method, has_start);
      troupe_flow_reader_leave (self, inner);
    }
  self->method = NULL;
  if (!self->flow->conversational)
    check_loops (&diagnosis);
  troupe_flow_reader_leave (self, mark);
}
