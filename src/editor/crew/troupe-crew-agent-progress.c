/* troupe-crew-agent-progress.c: progress of an agent in a run: current task, model calls, cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-agent-progress"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-agent-progress.h"
#include "troupe-money.h"

/* A work item of an agent. */
typedef struct
{
  TroupeSpan *span;
  int task;          /* index of the task; -1: not a task of the crew */
  gboolean is_asked; /* delegated by another agent */
} Work;

struct _TroupeCrewAgentProgress
{
  TroupeSpan
      *latest; /* (nullable): the running work that began last, or the last one */
  GArray
      *works; /* Work: possibly running. An agent can execute parallel tasks */
  GPtrArray *open; /* TroupeSpan: calls of its model whose cost is not known yet */
  guint n_calls;
  gint64 micro_dollars; /* of the calls that have ended */
  guint n_unpriced;
  int task;          /* of @latest, as in its Work */
  gboolean is_asked; /* the same */
};

static void
work_clear (gpointer data)
{
  g_clear_pointer (&((Work *) data)->span, troupe_span_unref);
}

TroupeCrewAgentProgress *
troupe_crew_agent_progress_new (void)
{
  TroupeCrewAgentProgress *self = g_new0 (TroupeCrewAgentProgress, 1);

  self->task = -1;
  self->works = g_array_new (FALSE, TRUE, sizeof (Work));
  g_array_set_clear_func (self->works, work_clear);
  self->open = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  return self;
}

void
troupe_crew_agent_progress_free (TroupeCrewAgentProgress *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->latest, troupe_span_unref);
  g_array_unref (self->works);
  g_ptr_array_unref (self->open);
  g_free (self);
}

/* --- Current work ----------------------------------------------------------------------------- */

static void
take_work (TroupeCrewAgentProgress *self, const Work *work)
{
  TroupeSpan *old = self->latest;

  g_assert (self != NULL);

  self->latest = troupe_span_ref (work->span);
  g_clear_pointer (&old, troupe_span_unref);
  self->is_asked = work->is_asked;
  self->task = work->task;
}

/* Chooses the work that is shown. If the last work has ended, an earlier one may still be
 * running. */
static void
choose_work (TroupeCrewAgentProgress *self)
{
  g_assert (self != NULL);

  for (guint i = self->works->len; i > 0; i--)
    if (!troupe_span_is_under_way (g_array_index (self->works, Work, i - 1).span))
      g_array_remove_index (self->works, i - 1);
  if (self->works->len > 0)
    take_work (self, &g_array_index (self->works, Work, self->works->len - 1));
}

void
troupe_crew_agent_progress_begin (TroupeCrewAgentProgress *self,
                                  TroupeSpan *span,
                                  int task,
                                  gboolean is_asked)
{
  const Work work = { .span = troupe_span_ref (span), .task = task, .is_asked = is_asked };

  g_return_if_fail (self != NULL);

  g_array_append_val (self->works, work);
  take_work (self, &work);
}

TroupeSpan *
troupe_crew_agent_progress_get_latest (TroupeCrewAgentProgress *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  choose_work (self);
  return self->latest;
}

int
troupe_crew_agent_progress_get_task (TroupeCrewAgentProgress *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->task;
}

gboolean
troupe_crew_agent_progress_is_asked (TroupeCrewAgentProgress *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_asked;
}

/* --- Model calls ------------------------------------------------------------------------------ */

void
troupe_crew_agent_progress_add_call (TroupeCrewAgentProgress *self, TroupeSpan *call)
{
  g_return_if_fail (self != NULL && call != NULL);

  self->n_calls++;
  g_ptr_array_add (self->open, troupe_span_ref (call));
}

/* Adds the cost of the calls that have ended since the last time. */
static void
count_costs (TroupeCrewAgentProgress *self)
{
  g_assert (self != NULL);

  for (guint i = self->open->len; i > 0; i--)
    {
      const TroupeSpan *call = g_ptr_array_index (self->open, i - 1);
      gint64 cost = 0;

      if (troupe_span_is_under_way (call))
        continue;
      if (troupe_span_get_cost (call, &cost))
        self->micro_dollars += cost;
      else if (call->state == TROUPE_SCOPE_FINISHED)
        self->n_unpriced++;
      g_ptr_array_remove_index_fast (self->open, i - 1);
    }
}

char *
troupe_crew_agent_progress_describe_calls (TroupeCrewAgentProgress *self, gboolean at_work)
{
  g_autofree char *cost = NULL;
  g_autofree char *calls = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  count_costs (self);
  if (self->n_calls == 0)
    return NULL;
  cost = self->micro_dollars > 0 && self->n_unpriced == 0
             ? troupe_money_for_display (self->micro_dollars)
             : NULL;
  if (self->is_asked && !at_work)
    return g_steal_pointer (&cost);
  calls = g_strdup_printf (ngettext ("%u call", "%u calls", self->n_calls), self->n_calls);
  return cost != NULL ? g_strdup_printf ("%s · %s", calls, cost) : g_steal_pointer (&calls);
}
