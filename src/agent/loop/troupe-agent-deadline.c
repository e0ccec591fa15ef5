/* troupe-agent-deadline.c: time limit of an agent's execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-deadline"

#include "config.h"

#include "troupe-agent-deadline.h"
#include "troupe-cancel.h"

/* @inner: (nullable): @outer itself if there is no time limit; @alarm: (nullable): set while the
 *   timer is running; @follower: 0 if no handler is connected */
struct _TroupeAgentDeadline
{
  GCancellable *inner;
  GCancellable *outer;
  gulong follower;
  GSource *alarm;
  double seconds;
  gint64 end_us;
  gboolean is_over;
};

static gboolean
alarm_cb (gpointer user_data)
{
  TroupeAgentDeadline *self = user_data;

  g_assert (self != NULL);

  self->is_over = TRUE;
  g_cancellable_cancel (self->inner);

  return G_SOURCE_REMOVE;
}

void
troupe_agent_deadline_stop (TroupeAgentDeadline *self)
{
  g_return_if_fail (self != NULL);

  if (self->alarm != NULL)
    g_source_destroy (self->alarm);
  g_clear_pointer (&self->alarm, g_source_unref);
}

void
troupe_agent_deadline_restart (TroupeAgentDeadline *self)
{
  g_return_if_fail (self != NULL);

  if (self->seconds <= 0.0)
    return;
  troupe_agent_deadline_stop (self);
  self->end_us = g_get_monotonic_time () + (gint64) (self->seconds * (double) G_USEC_PER_SEC);
  self->alarm = g_timeout_source_new ((guint) (self->seconds * 1000.0));
  g_source_set_callback (self->alarm, alarm_cb, self, NULL);
  g_source_attach (self->alarm, g_main_context_get_thread_default ());
}

TroupeAgentDeadline *
troupe_agent_deadline_new (double seconds, GCancellable *outer)
{
  TroupeAgentDeadline *self = g_new0 (TroupeAgentDeadline, 1);

  if (!(seconds > 0.0))
    {
      self->inner = outer != NULL ? g_object_ref (outer) : NULL;
      return self;
    }
  self->seconds = MIN (seconds, (double) (G_MAXINT / 1000));
  self->inner = g_cancellable_new ();
  if (outer != NULL)
    {
      self->outer = g_object_ref (outer);
      self->follower = troupe_cancel_follow (outer, self->inner);
    }
  troupe_agent_deadline_restart (self);

  return self;
}

GCancellable *
troupe_agent_deadline_get_cancellable (TroupeAgentDeadline *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->inner;
}

double
troupe_agent_deadline_get_seconds (TroupeAgentDeadline *self)
{
  g_return_val_if_fail (self != NULL, 0.0);

  return self->seconds;
}

gint64
troupe_agent_deadline_get_end (TroupeAgentDeadline *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->end_us;
}

gboolean
troupe_agent_deadline_is_over (TroupeAgentDeadline *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_over;
}

void
troupe_agent_deadline_end (TroupeAgentDeadline *self)
{
  g_return_if_fail (self != NULL);

  troupe_agent_deadline_stop (self);
  if (self->follower != 0)
    g_cancellable_disconnect (self->outer, self->follower);
  self->follower = 0;
}

void
troupe_agent_deadline_free (TroupeAgentDeadline *self)
{
  if (self == NULL)
    return;

  troupe_agent_deadline_end (self);
  g_clear_object (&self->inner);
  g_clear_object (&self->outer);
  g_free (self);
}
