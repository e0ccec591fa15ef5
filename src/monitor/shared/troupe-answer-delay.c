/* troupe-answer-delay.c: questions that accept no answer before a person can have read the question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-answer-delay"

#include "config.h"

#include "troupe-answer-delay.h"

/* How long a question must have been shown, in milliseconds. It is longer than a double click. */
#define DELAY_MS 700
/* How often the time is added up. A document can keep the window busy: clicks from that time are handled afterwards, before the next interval ends, so that no interval
 * counts more than twice. */
#define INTERVAL_MS 50

/* Data of the question: its AnswerDelay. */
#define KEY "troupe-answer-delay"

typedef struct
{
  GtkWidget *question; /* borrowed: owns the delay */
  TroupeAnswerDelayFunc func;
  guint timeout;
  gint64 last_us;   /* when the last interval ended */
  gint64 passed_us; /* how long the question was shown while it handled events */
} AnswerDelay;

static void
delay_free (gpointer data)
{
  AnswerDelay *self = data;

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_free (self);
}

static gboolean
passed_cb (gpointer user_data)
{
  AnswerDelay *self = user_data;
  const gint64 now_us = g_get_monotonic_time ();

  self->passed_us += MIN (now_us - self->last_us, 2 * INTERVAL_MS * 1000);
  self->last_us = now_us;
  if (self->passed_us < DELAY_MS * 1000)
    return G_SOURCE_CONTINUE;
  self->timeout = 0;
  if (gtk_widget_get_mapped (self->question))
    self->func (self->question, TRUE);
  return G_SOURCE_REMOVE;
}

static void
restart (AnswerDelay *self)
{
  g_assert (self != NULL);

  g_clear_handle_id (&self->timeout, g_source_remove);
  self->func (self->question, FALSE);
  if (gtk_widget_get_mapped (self->question))
    {
      self->passed_us = 0;
      self->last_us = g_get_monotonic_time ();
      self->timeout = g_timeout_add (INTERVAL_MS, passed_cb, self);
    }
}

static void
active_cb (GtkWindow *dialog, GParamSpec *pspec, AnswerDelay *self)
{
  g_assert (GTK_IS_WINDOW (dialog));

  if (gtk_window_is_active (dialog))
    restart (self);
}

static void
map_cb (GtkWidget *question, AnswerDelay *self)
{
  g_assert (GTK_IS_WIDGET (question));

  restart (self);
}

void
troupe_answer_delay_watch (GtkWidget *question, TroupeAnswerDelayFunc func)
{
  AnswerDelay *self;

  g_return_if_fail (GTK_IS_WIDGET (question));
  g_return_if_fail (func != NULL);

  self = g_new0 (AnswerDelay, 1);
  self->question = question;
  self->func = func;
  g_object_set_data_full (G_OBJECT (question), KEY, self, delay_free);
  g_signal_connect (question, "map", G_CALLBACK (map_cb), self);
  if (GTK_IS_WINDOW (question))
    g_signal_connect (question, "notify::is-active", G_CALLBACK (active_cb), self);
  func (question, FALSE);
}

void
troupe_answer_delay_restart (GtkWidget *question)
{
  AnswerDelay *self = g_object_get_data (G_OBJECT (question), KEY);

  g_return_if_fail (self != NULL);

  restart (self);
}
