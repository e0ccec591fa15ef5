/* troupe-flow-diagnose-condition.c: diagnostics of conditions with an unexpected effect
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-condition"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-tree.h"

static void check_condition (TroupeFlowDiagnosis *self, const TroupeCondition *condition);

/* Returns the key of the gate's list. If a gate has both keys, only the key that is read first
 * counts. */
static const char *
get_word (const TroupeCondition *gate)
{
  return gate->type == TROUPE_CONDITION_AND ? "and" : "or";
}

/* Checks the list of a gate. @list: the value of the gate's key, which is the reader's current
 * path. */
static void
check_list (TroupeFlowDiagnosis *self, const TroupeCondition *gate, JsonNode *list)
{
  TroupeProblem *problem;

  g_assert (self != NULL);

  if (troupe_json_node_is_text (list))
    {
      g_autofree char *quoted = troupe_diagnosis_quote (json_node_get_string (list));

      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, list, "letters_as_events",
          _ ("Expected a list of events. CrewAI reads each character of “%s” as an event."),
          json_node_get_string (list));
      troupe_diagnosis_offer_value (problem, g_strdup_printf ("[%s]", quoted),
                                    g_strdup (_ ("Convert to List")));
    }
  else if (gate->n_children == 0 && gate->type == TROUPE_CONDITION_AND)
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_WARNING, list, "always_met",
        _ ("An “and” without branches is met by every event, including the end of this method, so "
           "the method runs until it reaches the call limit."));
  else if (gate->n_children == 0)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, list, "never_met",
                               _ ("An “or” without branches is never met."));
}

/* Returns an event of the inner gate that is also a direct branch of @gate, or NULL. */
static const char *
find_absorbing (const TroupeCondition *gate, const TroupeCondition *child, GHashTable *seen)
{
  g_assert (gate != NULL);

  if ((child->type != TROUPE_CONDITION_AND && child->type != TROUPE_CONDITION_OR) ||
      child->type == gate->type)
    return NULL;
  /* Removing one of two branches would change how often the method runs, because with both
   * branches the method runs only once (§2.2). */
  if (gate->type == TROUPE_CONDITION_OR && gate->n_children < 3)
    return NULL;
  for (guint i = 0; i < child->n_children; i++)
    {
      const TroupeCondition *inner = child->children[i];

      if (inner->type == TROUPE_CONDITION_EVENT && g_hash_table_contains (seen, inner->event))
        return inner->event;
    }
  return NULL;
}

/* Reports duplicate events, and inner gates that are redundant because of an event next to them. */
static void
check_branches (TroupeFlowDiagnosis *self, const TroupeCondition *gate)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert (self != NULL);

  /* Events that are listed twice in the gate. */
  for (guint i = 0; i < gate->n_children; i++)
    {
      const TroupeCondition *child = gate->children[i];
      TroupeProblem *problem;
      gsize mark;

      if (child->type != TROUPE_CONDITION_EVENT || g_hash_table_add (seen, child->event))
        continue;
      mark = troupe_flow_reader_enter_index (self->reader, i);
      problem =
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, child->node,
                                     "duplicate_event", _ ("“%s” is listed twice."), child->event);
      troupe_diagnosis_offer_removal (problem);
      troupe_flow_reader_leave (self->reader, mark);
    }
  for (guint i = 0; i < gate->n_children; i++)
    {
      const char *event = find_absorbing (gate, gate->children[i], seen);
      gsize mark;

      if (event == NULL)
        continue;
      mark = troupe_flow_reader_enter_index (self->reader, i);
      troupe_diagnosis_offer_removal (troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, gate->children[i]->node, "absorbed_branch",
          _ ("This branch has no effect, because “%s” next to it is sufficient on its own."),
          event));
      troupe_flow_reader_leave (self->reader, mark);
    }
}

static void
check_gate (TroupeFlowDiagnosis *self, const TroupeCondition *gate)
{
  JsonNode *list = troupe_tree_get_member (gate->node, get_word (gate));
  gsize mark;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;
  TroupeProblem *needless;
  g_autoptr (TroupeValue) value = NULL;

  g_assert (self != NULL);

  if (list == NULL)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (gate->node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      TroupeProblem *problem;
      gsize inner;

      if (g_str_equal (key, get_word (gate)))
        continue;
      inner = troupe_flow_reader_enter (self->reader, key);
      if (g_str_equal (key, "or"))
        problem = troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_WARNING, member, "gate_with_both",
            _ ("A condition can only have one operator: “or” is ignored next to “and”."));
      else
        problem = troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_WARNING, member, "ignored_gate_key",
            _ ("“%s” is not a known key of a condition and is ignored."), key);
      troupe_diagnosis_offer_removal (problem);
      troupe_flow_reader_leave (self->reader, inner);
    }
  if (gate->n_children == 1 && gate->children[0]->node != NULL &&
      gate->children[0]->node != gate->node &&
      json_object_get_size (json_node_get_object (gate->node)) == 1)
    {
      needless =
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, gate->node,
                                     "needless_gate", _ ("“%s” with a single branch is redundant."),
                                     get_word (gate));
      value = troupe_value_from_node (gate->children[0]->node);
      troupe_diagnosis_offer_value (needless, troupe_value_to_json (value, TROUPE_JSON_COMPACT),
                                    g_strdup (_ ("Use the Branch Directly")));
    }
  mark = troupe_flow_reader_enter (self->reader, get_word (gate));
  check_list (self, gate, list);
  if (JSON_NODE_HOLDS_ARRAY (list))
    {
      check_branches (self, gate);
      for (guint i = 0; i < gate->n_children; i++)
        {
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          check_condition (self, gate->children[i]);
          troupe_flow_reader_leave (self->reader, inner);
        }
    }
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_condition (TroupeFlowDiagnosis *self, const TroupeCondition *condition)
{
  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_AND || condition->type == TROUPE_CONDITION_OR)
    check_gate (self, condition);
  else if (condition->type == TROUPE_CONDITION_EVENT && *condition->event == '\0')
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_WARNING, condition->node, "empty_event",
        _ ("An event without a name never occurs: an empty router result is not an event."));
  else if (condition->type == TROUPE_CONDITION_EVENT && strstr (condition->event, "${") != NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, condition->node,
                               "template_in_event",
                               _ ("“%s” is used literally: event names are not templates."),
                               condition->event);
}

void
troupe_diagnose_conditions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  gsize mark;
  const TroupeCondition *start;
  g_autoptr (TroupeValue) value = NULL;
  TroupeProblem *problem;
  gboolean meant;

  if (method->listen != NULL)
    {
      mark = troupe_flow_reader_enter (self->reader, "listen");
      check_condition (self, method->listen);
      troupe_flow_reader_leave (self->reader, mark);
    }
  if (method->start_condition == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "start");
  check_condition (self, method->start_condition);
  /* Reports a `start` that is a string such as "true". A string is an event name, even if it
   * looks like true or false (doc/flow-semantics.md §1). */
  start = method->start_condition;
  if (start->type == TROUPE_CONDITION_EVENT &&
      !troupe_flow_reach_is_emitted (self->reach, start->event) &&
      troupe_flow_find_index (self->flow, start->event) < 0)
    {
      value = troupe_value_new_string (start->event, -1);
      if (troupe_schema_coerce_boolean (value, &meant))
        {
          problem = troupe_flow_reader_report (
              self->reader, TROUPE_SEVERITY_WARNING, start->node, "start_is_text",
              _ ("Because of the quotes, “%s” is an event name, not a boolean."), start->event);
          troupe_diagnosis_offer_value (problem, g_strdup (meant ? "true" : "false"),
                                        g_strdup_printf (_ ("Use “%s”"), meant ? "true" : "false"));
        }
    }
  if (!troupe_flow_is_conversational (self->flow) &&
      !troupe_flow_reach_has_unconditional_start (self->reach))
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_HINT, method->start_condition->node, "starts_at_once",
        _ ("“%s” also runs when the flow begins, because no method starts unconditionally."),
        method->name);
  troupe_flow_reader_leave (self->reader, mark);
}
