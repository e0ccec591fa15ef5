/* troupe-wait-durable.c: waiting until stored records are durable
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wait-durable"

#include "config.h"

#include "troupe-wait-durable.h"

/* Interval in ms at which cancellation is checked while the disk is full. */
#define LOOK_MS 500

typedef struct
{
  gatomicrefcount ref_count;
  GMainContext *context;
  TroupeStoreTicket *ticket;
  TroupeRecorder *recorder;          /* (nullable): held until @func was called */
  GCancellable *cancellable;         /* (nullable) */
  GSource *look;                     /* (nullable) */
  void (*func) (gpointer user_data); /* NULL after it was called */
  gpointer user_data;
} Waiting;

static void
waiting_unref (gpointer data)
{
  Waiting *self = data;

  g_assert (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_main_context_unref (self->context);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static gboolean
look_cb (gpointer user_data)
{
  Waiting *self = user_data;
  void (*func) (gpointer user_data) = self->func;
  TroupeStoreTicketState state;

  if (func == NULL)
    return G_SOURCE_REMOVE;
  state = troupe_store_ticket_get_state (self->ticket);
  if (state == TROUPE_STORE_TICKET_OPEN ||
      (state == TROUPE_STORE_TICKET_STUCK && !g_cancellable_is_cancelled (self->cancellable)))
    return G_SOURCE_CONTINUE;
  self->func = NULL;
  g_source_destroy (self->look);
  g_clear_pointer (&self->look, g_source_unref);
  g_clear_pointer (&self->ticket, troupe_store_ticket_unref);
  func (self->user_data);
  troupe_recorder_release (self->recorder);
  g_clear_pointer (&self->recorder, troupe_recorder_unref);
  return G_SOURCE_REMOVE;
}

static gboolean
news_cb (gpointer user_data)
{
  look_cb (user_data);
  return G_SOURCE_REMOVE;
}

/* Called on the store's thread. */
static void
ticket_cb (gpointer data)
{
  Waiting *self = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  g_assert (self != NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, news_cb, self, waiting_unref);
  g_source_attach (source, self->context);
}

void
troupe_crew_wait_durable (TroupeStoreTicket *ticket,
                          GMainContext *context,
                          TroupeRecorder *recorder,
                          GCancellable *cancellable,
                          void (*func) (gpointer user_data),
                          gpointer user_data)
{
  Waiting *waiting = NULL;

  if (ticket == NULL)
    {
      func (user_data);
      return;
    }
  waiting = g_new0 (Waiting, 1);
  g_atomic_ref_count_init (&waiting->ref_count);
  waiting->context = g_main_context_ref (context);
  waiting->ticket = ticket;
  waiting->recorder = recorder != NULL ? troupe_recorder_ref (recorder) : NULL;
  troupe_recorder_hold (recorder);
  waiting->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  waiting->func = func;
  waiting->user_data = user_data;
  waiting->look = g_timeout_source_new (LOOK_MS);
  /* The source and the ticket own one reference each. The source owns the initial reference. */
  g_source_set_callback (waiting->look, look_cb, waiting, waiting_unref);
  g_source_attach (waiting->look, context);
  g_atomic_ref_count_inc (&waiting->ref_count);
  troupe_store_ticket_set_func (ticket, ticket_cb, waiting, waiting_unref);
}
