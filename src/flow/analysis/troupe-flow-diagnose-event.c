/* troupe-flow-diagnose-event.c: diagnostics of events that no method emits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-event"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-events.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"

/* Returns a method whose expression evaluates to @event although the method is not a router, so
 * that @event is not emitted. */
static const TroupeFlowMethod *
find_plain_source (TroupeFlowDiagnosis *self, const char *event)
{
  g_assert (self != NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autoptr (GPtrArray) results = NULL;

      if (method->router || g_strcmp0 (self->reader->method, method->name) == 0 ||
          method->action->type != TROUPE_ACTION_EXPRESSION ||
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

static void
suggest_source (TroupeFlowDiagnosis *self, TroupeProblem *problem, const char *event)
{
  const TroupeFlowMethod *method;
  const char *near;
  g_autoptr (GPtrArray) names = NULL;
  gboolean complete;

  g_assert (self != NULL);

  if (self->reader->problems->len > TROUPE_MOST_SUGGESTIONS)
    return;
  method = find_plain_source (self, event);
  if (method != NULL)
    {
      problem->fix = g_strdup_printf (_ ("Make “%s” a router."), method->name);
      problem->fix_action = g_strdup_printf ("make-router:%s", method->name);
      problem->fix_label = g_strdup_printf (_ ("Make %s a Router"), method->name);
      return;
    }
  names = g_ptr_array_new ();
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      GPtrArray *events = troupe_flow_reach_get_events (self->reach, i, &complete);

      g_ptr_array_add (names, troupe_flow_get_method (self->flow, i)->name);
      for (guint j = 0; j < events->len; j++)
        g_ptr_array_add (names, events->pdata[j]);
    }
  g_ptr_array_add (names, NULL);
  near = troupe_nearest_word (event, (const char *const *) names->pdata);
  if (near == NULL || (problem->method != NULL && g_str_equal (near, problem->method)))
    return;
  problem->fix = g_strdup_printf (_ ("Did you mean “%s”?"), near);
  problem->fix_action = g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s", strlen (event), near);
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
}

static gboolean
is_truth (const char *word)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (word, -1);
  gboolean meant;

  return troupe_schema_coerce_boolean (value, &meant);
}

/* Reports a condition for `true` or `false`, because the booleans of a router are emitted as the
 * events True and False (§4). */
static gboolean
report_truth (TroupeFlowDiagnosis *self, const TroupeCondition *condition)
{
  gboolean is_true = g_str_equal (condition->event, "true");
  const char *meant = is_true ? "True" : "False";
  TroupeProblem *problem;

  g_assert (self != NULL);

  if ((!is_true && !g_str_equal (condition->event, "false")) ||
      troupe_flow_reach_is_open (self->reach))
    return FALSE;
  problem = troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, condition->node, "truth_as_event",
      _ ("If a router returns %s, the event is “%s”, with a capital letter."), condition->event,
      meant);
  troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Write “%s”."), meant),
                          g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s",
                                           strlen (condition->event), meant),
                          g_strdup_printf (_ ("Use “%s”"), meant));
  self->dead = TRUE;
  return TRUE;
}

/* Checks the events of a condition. @by_router: whether the condition is a conditional start,
 * which is only triggered by a router's event (§3). */
static void
check_condition (TroupeFlowDiagnosis *self, const TroupeCondition *condition, gboolean by_router)
{
  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      if (troupe_flow_reach_is_emitted (self->reach, condition->event))
        return;
      if (*condition->event == '\0' || strstr (condition->event, "${") != NULL ||
          (by_router && is_truth (condition->event)))
        self->dead = TRUE;
      else if (troupe_flow_find_index (self->flow, condition->event) < 0)
        {
          if (!report_truth (self, condition))
            {
              gboolean open = troupe_flow_reach_is_open (self->reach);
              TroupeProblem *problem;

              problem = troupe_flow_reader_report (
                  self->reader, open ? TROUPE_SEVERITY_HINT : TROUPE_SEVERITY_WARNING,
                  condition->node, "dead_listener",
                  open ? _ ("No method is known to emit “%s”, but a router that does not list its "
                            "events may "
                            "do so.")
                       : _ ("No method emits “%s”. A method’s return value is not an event."),
                  condition->event);
              suggest_source (self, problem, condition->event);
              self->dead = TRUE;
            }
        }
      else if (by_router)
        {
          self->dead = TRUE;
          troupe_flow_reader_report (self->reader,
                                     troupe_flow_reach_is_open (self->reach)
                                         ? TROUPE_SEVERITY_HINT
                                         : TROUPE_SEVERITY_WARNING,
                                     condition->node, "dead_listener",
                                     _ ("“%s” is a method. A conditional start method runs only "
                                        "for the event of a router."),
                                     condition->event);
        }
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

void
troupe_diagnose_triggers (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
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
