/* troupe-messages.c: what a window says in passing, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-messages"

#include "config.h"

#include "troupe-messages.h"

/* libadwaita 1.2 lets a toast come in 300 ms, or in 500 where another one is just going, and go in
 * 300. It frees one that has gone also while it still comes, and writes to it then: so none may go
 * before it has come, and none may come while another one goes. */
#define COMING_US (400 * 1000)
#define INTERVAL 50 /* at which it is looked whether the one before has gone, in milliseconds */

typedef struct
{
  char *text;
  gboolean brief;
} Message;

struct _TroupeMessages
{
  AdwToastOverlay *overlay; /* not owned */
  TroupeMessagesPlace place;
  gpointer data;  /* of place */
  GQueue waiting; /* (element-type Message) */
  guint source;   /* while any wait */

  AdwToast *toast; /* (nullable): the last one */
  gboolean brief;
  gboolean goes; /* as soon as it has come */
  guint tick_id; /* while it comes */
  gint64 begin;  /* of coming, in the time of frames; 0: not yet */
};

static void
message_free (Message *message)
{
  g_free (message->text);
  g_free (message);
}

/* Also while it goes. */
static gboolean
has_toast (TroupeMessages *self)
{
  return gtk_widget_get_last_child (GTK_WIDGET (self->overlay)) !=
         adw_toast_overlay_get_child (self->overlay);
}

/* Away from what it must not cover. */
static void
put (TroupeMessages *self)
{
  if (has_toast (self) && self->place != NULL)
    self->place (gtk_widget_get_last_child (GTK_WIDGET (self->overlay)), self->data);
}

static gboolean
coming_cb (GtkWidget *overlay, GdkFrameClock *clock, gpointer user_data)
{
  TroupeMessages *self = user_data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  g_assert (self != NULL);

  /* What it is about may just be opening a panel. */
  put (self);
  if (self->begin == 0)
    self->begin = now;
  if (now - self->begin < COMING_US)
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;
  /* It says so only once by itself. */
  if (self->goes)
    g_signal_emit_by_name (self->toast, "dismissed");

  return G_SOURCE_REMOVE;
}

static void
dismissed_cb (TroupeMessages *self)
{
  self->goes = TRUE;
  if (self->tick_id != 0)
    g_signal_stop_emission_by_name (self->toast, "dismissed");
}

static void
forget_toast (TroupeMessages *self)
{
  g_assert (self != NULL);

  if (self->toast != NULL)
    g_signal_handlers_disconnect_by_data (self->toast, self);
  g_clear_object (&self->toast);
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->overlay), self->tick_id);
  self->tick_id = 0;
}

/* Toasts read markup at this version of the library. */
static void
show (TroupeMessages *self, const Message *message)
{
  g_autofree char *markup = g_markup_escape_text (message->text, -1);

  forget_toast (self);
  self->toast = adw_toast_new (markup);
  self->brief = message->brief;
  self->goes = FALSE;
  self->begin = 0;
  /* Both before those of the overlay: of what it hears, and of ticks, which run in reverse. */
  g_signal_connect_swapped (self->toast, "dismissed", G_CALLBACK (dismissed_cb), self);
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->overlay), coming_cb, self, NULL);
  adw_toast_overlay_add_toast (self->overlay, g_object_ref (self->toast));
  put (self);
}

static gboolean
show_next_cb (gpointer user_data)
{
  TroupeMessages *self = user_data;
  Message *message;

  g_assert (self != NULL);

  if (has_toast (self))
    return G_SOURCE_CONTINUE;

  message = g_queue_pop_head (&self->waiting);
  show (self, message);
  message_free (message);
  if (!g_queue_is_empty (&self->waiting))
    return G_SOURCE_CONTINUE;

  self->source = 0;

  return G_SOURCE_REMOVE;
}

static void
drop_brief (TroupeMessages *self)
{
  GList *next;

  for (GList *each = self->waiting.head; each != NULL; each = next)
    {
      Message *message = each->data;

      next = each->next;
      if (!message->brief)
        continue;
      g_queue_delete_link (&self->waiting, each);
      message_free (message);
    }
  if (self->toast != NULL && self->brief && !self->goes)
    adw_toast_dismiss (self->toast);
}

void
troupe_messages_add (TroupeMessages *self, const char *text, gboolean brief)
{
  Message *message;

  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  if (brief)
    drop_brief (self);
  message = g_new0 (Message, 1);
  message->text = g_strdup (text);
  message->brief = brief;
  g_queue_push_tail (&self->waiting, message);
  if (self->source == 0 && show_next_cb (self))
    self->source = g_timeout_add (INTERVAL, show_next_cb, self);
}

TroupeMessages *
troupe_messages_new (AdwToastOverlay *overlay, TroupeMessagesPlace place, gpointer data)
{
  TroupeMessages *self;

  g_return_val_if_fail (ADW_IS_TOAST_OVERLAY (overlay), NULL);

  self = g_new0 (TroupeMessages, 1);
  self->overlay = overlay;
  self->place = place;
  self->data = data;

  return self;
}

void
troupe_messages_free (TroupeMessages *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->source, g_source_remove);
  forget_toast (self);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) message_free);
  g_free (self);
}
