/* troupe-flow-diagnose-breakpoints.c: diagnoses of breakpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-breakpoints"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-breakpoint-condition.h"
#include "troupe-crew.h"
#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-offer.h"
#include "troupe-task-mark.h"
#include "troupe-tree.h"

/* --- Places ----------------------------------------------------------------------------------- */

/* Returns TRUE if the crew has the task. @tasks: (nullable): of the crew in the document; @definition: the crew */
static gboolean
has_task (JsonArray *tasks, TroupeValue *definition, const char *text)
{
  g_autoptr (TroupeCrew) crew = NULL;

  if (troupe_task_find (tasks, text) >= 0)
    return TRUE;
  /* The text may be the key of a task. */
  crew = troupe_crew_new (definition, NULL, NULL);
  return crew != NULL && troupe_crew_find_task (crew, text) >= 0;
}

/* Returns TRUE if a crew at or below the action has the task, or may have it, because the crew is in a file. */
static gboolean
may_have_task (const TroupeFlowAction *action, const char *text)
{
  JsonNode *with = NULL;

  for (guint i = 0; i < action->n_steps; i++)
    if (may_have_task (action->steps[i].action, text))
      return TRUE;
  if (action->type != TROUPE_ACTION_CREW)
    return FALSE;
  if (action->reference != NULL || action->definition == NULL)
    return TRUE;
  with = troupe_tree_get_member (action->node, "with");
  return has_task (with != NULL ? troupe_tree_get_member_list (with, "tasks") : NULL,
                   action->definition, text);
}

gboolean
troupe_diagnosis_may_have_task (TroupeFlowDiagnosis *self,
                                const TroupeFlowMethod *method,
                                const char *task)
{
  if (method != NULL)
    return may_have_task (method->action, task);
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    if (may_have_task (troupe_flow_get_method (self->flow, i)->action, task))
      return TRUE;
  return FALSE;
}

/* Returns why runs never reach the breakpoint. (transfer full) (nullable) */
static char *
explain_place (TroupeFlowDiagnosis *self, JsonNode *node)
{
  const char *task = troupe_tree_get_member_text (node, "task");
  const char *method = troupe_tree_get_member_text (node, "method");
  const char *event = troupe_tree_get_member_text (node, "event");
  const char *target =
      task == NULL && method == NULL ? troupe_tree_get_member_text (node, "target") : NULL;
  const char *owner = method != NULL ? method : target;

  if (owner != NULL && troupe_flow_find_method (self->flow, owner) == NULL)
    return g_strdup_printf (
        _ ("The method “%s” is pinned, muted or has a breakpoint, but does not exist."), owner);
  if (task != NULL &&
      !troupe_diagnosis_may_have_task (
          self, method != NULL ? troupe_flow_find_method (self->flow, method) : NULL, task))
    return g_strdup_printf (
        _ ("The task “%s” is pinned, muted or has a breakpoint, but does not exist."), task);
  if (task == NULL && method == NULL && event == NULL)
    return g_strdup (_ ("The breakpoint names no method, task or event."));
  if (task == NULL && method == NULL && !troupe_flow_has_listener (self->flow, event))
    return g_strdup_printf (_ ("The event “%s” has a breakpoint, but no method listens to it."),
                            event);
  return NULL;
}

/* --- Conditions ------------------------------------------------------------------------------- */

static void
check_condition (TroupeFlowDiagnosis *self, JsonNode *breakpoint, JsonNode *node)
{
  const char *text = troupe_tree_get_text (node);
  TroupeCelType *types[TROUPE_BREAKPOINT_N_ROOTS] = { NULL };
  g_autoptr (TroupeCelType) string = troupe_cel_type_new (TROUPE_CEL_KIND_STRING);
  g_autoptr (GError) error = NULL;
  TroupeCelPlace place = { 0 };
  TroupeProblem *problem = NULL;

  types[TROUPE_BREAKPOINT_ROOT_STATE] = self->types[TROUPE_FLOW_ROOT_STATE];
  /* A task is given the text of its context. */
  if (troupe_tree_get_member_text (breakpoint, "task") != NULL)
    types[TROUPE_BREAKPOINT_ROOT_INPUT] = string;
  else if (troupe_tree_get_member_text (breakpoint, "method") == NULL)
    types[TROUPE_BREAKPOINT_ROOT_EVENT] = string;
  if (text != NULL && troupe_breakpoint_condition_check (text, types, &error))
    return;
  problem = troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, node, "breakpoint_condition",
      _ ("The condition of the breakpoint is not valid: %s"),
      error != NULL ? error->message : _ ("It has to be an expression in a string."));
  if (error != NULL && troupe_cel_error_get_place (error, &place))
    troupe_flow_reader_place_inside (self->reader, problem, node, place.start);
  troupe_diagnosis_offer_removal (problem);
}

void
troupe_diagnose_breakpoints (TroupeFlowDiagnosis *self, JsonNode *block)
{
  JsonArray *list = troupe_tree_get_member_list (block, "breakpoints");
  const gsize mark = troupe_flow_reader_enter (self->reader, "breakpoints");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      JsonNode *condition = troupe_tree_get_member (node, "if");
      const gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      g_autofree char *message = explain_place (self, node);
      gsize last;

      if (message != NULL)
        troupe_diagnosis_offer_removal (troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_WARNING, node, "pin_of_nothing", "%s", message));
      last = troupe_flow_reader_enter (self->reader, "if");
      if (condition != NULL)
        check_condition (self, node, condition);
      troupe_flow_reader_leave (self->reader, last);
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}
