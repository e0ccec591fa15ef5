/* troupe-flow-diagnose-repeats.c: diagnostics of loops back to a method that does not run again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-repeats"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-reader.h"

/* Reports the events of the condition that lead back to its method, where they are. */
static void
check_condition (TroupeFlowDiagnosis *self,
                 const TroupeCondition *condition,
                 const TroupeFlowUnrepeated *unrepeated)
{
  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT && g_str_equal (condition->event, unrepeated->event))
    {
      const char *name = troupe_flow_get_method (self->flow, unrepeated->method)->name;
      TroupeProblem *problem;

      if (unrepeated->fired)
        problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, condition->node,
                                             "not_repeated",
                                             _ ("“%s” does not run again after “%s”. An “or” runs "
                                                "its method once, and again only if "
                                                "a router emits one of the events."),
                                             name, unrepeated->event);
      else
        problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, condition->node,
                                             "not_repeated",
                                             _ ("“%s” does not run again after “%s”. An “and” "
                                                "needs all of its events again, and not "
                                                "all of them occur again."),
                                             name, unrepeated->event);
      problem->fix = g_strdup_printf (_ ("Let “%s” listen to the event of a router in the loop "
                                         "instead: to the event that leads to "
                                         "“%s”, or to that of a router added after it."),
                                      name, unrepeated->event);
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      gsize mark = troupe_flow_reader_enter (
          self->reader, condition->type == TROUPE_CONDITION_AND ? "and" : "or");

      troupe_flow_reader_enter_index (self->reader, i);
      check_condition (self, condition->children[i], unrepeated);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

void
troupe_diagnose_repeats (TroupeFlowDiagnosis *self)
{
  g_autoptr (GArray) list = troupe_flow_find_unrepeated (self->reach);

  g_assert (self != NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const TroupeFlowUnrepeated *unrepeated = &g_array_index (list, TroupeFlowUnrepeated, i);
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, unrepeated->method);
      gsize mark = troupe_flow_reader_enter (self->reader, method->name);

      self->reader->method = method->name;
      troupe_flow_reader_enter (self->reader, "listen");
      check_condition (self, method->listen, unrepeated);
      troupe_flow_reader_leave (self->reader, mark);
      self->reader->method = NULL;
    }
}
