/* troupe-messages.c: queue of toasts for a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-messages"

#include "config.h"

#include <string.h>

#include "troupe-button-names.h"
#include "troupe-messages.h"
#include "troupe-toast.h"

#define NARROW 48           /* characters in a line of a message that may be over a narrow window */
#define LONG 80             /* characters in a line of a message */
#define SHORT 16            /* characters in a line of a message at least */
#define TIMEOUT 5           /* libadwaita's timeout, in seconds */
#define LETTERS_PER_SECOND 30 /* reading speed */
#define INTERVAL 50 /* polling interval until the previous toast has disappeared, in milliseconds */

typedef struct
{
  char *text;
  char *button;     /* (nullable) */
  char *action;     /* (nullable): of the button, with its target */
  gboolean is_kept; /* shown until it is dismissed */
  gboolean brief;
  GObject *tab; /* (nullable): only compared */
} Message;

struct _TroupeMessages
{
  AdwToastOverlay *overlay; /* not owned */
  TroupeMessagesPlace place;
  gpointer data;  /* user data of place */
  GQueue waiting; /* (element-type Message) */
  guint source;   /* set while a queued message can be shown */
  GObject *tab;   /* (nullable): the visible tab; only compared */
  GHashTable *tabs; /* tabs that have had messages, with a weak reference each */

  AdwToast *toast; /* (nullable): the last one shown */
  GtkWidget *title; /* (nullable): label that wraps its text; a weak pointer */
  int width;        /* width for which the title was made narrow, in pixels */
  gboolean brief;
  GObject *shown_tab; /* (nullable): the tab of the toast; only compared */
  gboolean is_dismissed;
  guint tick_id; /* set while it is shown */
};

static void tab_gone_cb (gpointer user_data, GObject *tab);

static void
message_free (Message *message)
{
  g_free (message->text);
  g_free (message->button);
  g_free (message->action);
  g_free (message);
}

/* Returns TRUE also while a toast is disappearing. */
static gboolean
has_toast (TroupeMessages *self)
{
  return gtk_widget_get_last_child (GTK_WIDGET (self->overlay)) !=
         adw_toast_overlay_get_child (self->overlay);
}

/* Moves the toast away from widgets that it must not cover. */
static void
put (TroupeMessages *self)
{
  GtkWidget *toast = gtk_widget_get_last_child (GTK_WIDGET (self->overlay));
  int width;
  GtkWidget *label;
  g_autoptr (PangoLayout) layout = NULL;
  PangoContext *context;
  PangoFontMetrics *metrics;
  int letter;
  int n_lines, n_letters;
  int whole, own;

  if (!has_toast (self))
    return;
  if (self->place != NULL)
    self->place (toast, self->data);

  width = gtk_widget_get_width (GTK_WIDGET (self->overlay)) - gtk_widget_get_margin_start (toast) -
          gtk_widget_get_margin_end (toast);
  if (self->title == NULL || width == self->width)
    return;
  self->width = width;
  /* Makes a wrapping label only as wide as its lines. Otherwise it is as wide as the longest
   * line may be, although words that do not fit leave every line shorter. */
  label = self->title;
  layout = gtk_widget_create_pango_layout (label, gtk_label_get_text (GTK_LABEL (label)));
  context = pango_layout_get_context (layout);
  metrics = pango_context_get_metrics (context, NULL, NULL);
  letter = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                pango_font_metrics_get_approximate_digit_width (metrics));
  /* The toast gives a wrapping title that is not to fill the toast only the width for the height of the
   * buttons, although it has requested that for one line. */
  gtk_widget_set_halign (gtk_widget_get_parent (label), GTK_ALIGN_FILL);
  pango_font_metrics_unref (metrics);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  /* Determines the width of what a toast has beside its title: padding and buttons, of which
   * one may have a long label. */
  gtk_widget_measure (toast, GTK_ORIENTATION_HORIZONTAL, -1, &whole, NULL, NULL, NULL);
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &own, NULL, NULL, NULL);
  n_letters = CLAMP ((width - (whole - own - gtk_widget_get_margin_start (toast) -
                               gtk_widget_get_margin_end (toast))) *
                         PANGO_SCALE / letter,
                     SHORT, LONG);
  pango_layout_set_width (layout, n_letters * letter);
  n_lines = pango_layout_get_line_count (layout);
  while (n_letters > 1)
    {
      pango_layout_set_width (layout, (n_letters - 1) * letter);
      if (pango_layout_get_line_count (layout) > n_lines)
        break;
      n_letters--;
    }
  gtk_label_set_max_width_chars (GTK_LABEL (label), n_letters);
}

/* The position is updated in every frame, because a panel may be opened or closed. */
static gboolean
put_cb (GtkWidget *overlay, GdkFrameClock *clock, gpointer user_data)
{
  TroupeMessages *self = user_data;

  g_assert (self != NULL);

  put (self);
  if (has_toast (self))
    return G_SOURCE_CONTINUE;
  self->tick_id = 0;

  return G_SOURCE_REMOVE;
}

static void
dismissed_cb (TroupeMessages *self)
{
  self->is_dismissed = TRUE;
}

static void
forget_toast (TroupeMessages *self)
{
  g_assert (self != NULL);

  if (self->toast != NULL)
    g_signal_handlers_disconnect_by_data (self->toast, self);
  g_clear_weak_pointer (&self->title);
  g_clear_object (&self->toast);
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->overlay), self->tick_id);
  self->tick_id = 0;
}

/* A title has one line, which is cut off at the end. A longer message is wrapped, and is shown
 * long enough to be read. Returns the label that wraps it. @n_fitting: characters that fit into one line. (nullable) (transfer none) */
static GtkWidget *
wrap_title (AdwToast *toast, const char *text, glong n_fitting)
{
  glong n_letters = g_utf8_strlen (text, -1);
  GtkWidget *label;

  if (n_letters <= n_fitting && strchr (text, '\n') == NULL)
    return NULL;
  label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LONG);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  adw_toast_set_custom_title (toast, label);
  adw_toast_set_timeout (toast, TIMEOUT + (guint) n_letters / LETTERS_PER_SECOND);
  return label;
}

/* A wrapping title that is not to fill the toast gets only the width for the height of the buttons. */
static void
title_placed_cb (GtkWidget *label)
{
  GtkWidget *parent = gtk_widget_get_parent (label);

  if (parent != NULL)
    gtk_widget_set_halign (parent, GTK_ALIGN_FILL);
}

AdwToast *
troupe_toast_new (const char *text)
{
  g_autofree char *markup = NULL;
  AdwToast *toast;
  GtkWidget *title;

  g_return_val_if_fail (text != NULL, NULL);

  markup = g_markup_escape_text (text, -1);
  toast = adw_toast_new (markup);
  title = wrap_title (toast, text, NARROW);
  if (title != NULL)
    g_signal_connect (title, "notify::parent", G_CALLBACK (title_placed_cb), NULL);
  return toast;
}

/* Returns the first message that belongs to no tab or to the visible one. (nullable) */
static GList *
find_next (TroupeMessages *self)
{
  g_assert (self != NULL);

  for (GList *each = self->waiting.head; each != NULL; each = each->next)
    {
      const Message *message = each->data;

      if (message->tab == NULL || message->tab == self->tab)
        return each;
    }
  return NULL;
}

static gboolean
show_next_cb (gpointer user_data)
{
  TroupeMessages *self = user_data;
  GList *next;
  Message *message;

  g_assert (self != NULL);

  next = find_next (self);
  if (next != NULL && has_toast (self))
    return G_SOURCE_CONTINUE;
  if (next != NULL)
    {
      g_autofree char *markup = NULL;

      message = next->data;
      g_queue_delete_link (&self->waiting, next);
      /* The title of a toast is markup in this version of libadwaita. */
      markup = g_markup_escape_text (message->text, -1);
      forget_toast (self);
      self->toast = adw_toast_new (markup);
      g_set_weak_pointer (&self->title, wrap_title (self->toast, message->text, LONG));
      if (message->button != NULL)
        {
          adw_toast_set_button_label (self->toast, message->button);
          adw_toast_set_detailed_action_name (self->toast, message->action);
        }
      if (message->is_kept)
        adw_toast_set_timeout (self->toast, 0);
      self->width = 0;
      self->brief = message->brief;
      self->shown_tab = message->tab;
      self->is_dismissed = FALSE;
      g_signal_connect_swapped (self->toast, "dismissed", G_CALLBACK (dismissed_cb), self);
      self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->overlay), put_cb, self, NULL);
      troupe_toast_show (self->overlay, g_object_ref (self->toast));
      troupe_name_toasts (self->overlay);
      put (self);
      message_free (message);
      if (find_next (self) != NULL)
        return G_SOURCE_CONTINUE;
    }

  self->source = 0;

  return G_SOURCE_REMOVE;
}

static void
show_soon (TroupeMessages *self)
{
  g_assert (self != NULL);

  if (self->source == 0 && show_next_cb (self))
    self->source = g_timeout_add (INTERVAL, show_next_cb, self);
}

static void
dismiss (TroupeMessages *self)
{
  g_assert (self != NULL);

  if (self->toast != NULL && !self->is_dismissed)
    adw_toast_dismiss (self->toast);
}

/* Removes the messages of the tab that wait. @only_brief: whether other messages stay */
static void
drop_waiting (TroupeMessages *self, GObject *tab, gboolean only_brief)
{
  GList *next;

  g_assert (self != NULL);

  for (GList *each = self->waiting.head; each != NULL; each = next)
    {
      Message *message = each->data;

      next = each->next;
      if (message->tab != tab || (only_brief && !message->brief))
        continue;
      g_queue_delete_link (&self->waiting, each);
      message_free (message);
    }
}

/* @message: (transfer full) */
static void
push (TroupeMessages *self, Message *message)
{
  GObject *tab = message->tab;

  g_assert (self != NULL);

  if (message->brief)
    {
      drop_waiting (self, tab, TRUE);
      if (self->brief && self->shown_tab == tab)
        dismiss (self);
    }
  if (tab != NULL && g_hash_table_add (self->tabs, tab))
    g_object_weak_ref (tab, tab_gone_cb, self);
  g_queue_push_tail (&self->waiting, message);
  show_soon (self);
}

void
troupe_messages_add (TroupeMessages *self, GObject *tab, const char *text, gboolean brief)
{
  Message *message;

  g_return_if_fail (self != NULL);
  g_return_if_fail (tab == NULL || G_IS_OBJECT (tab));
  g_return_if_fail (text != NULL);

  message = g_new0 (Message, 1);
  message->text = g_strdup (text);
  message->brief = brief;
  message->tab = tab;
  push (self, message);
}

void
troupe_messages_offer (TroupeMessages *self,
                       GObject *tab,
                       const char *text,
                       const char *button,
                       const char *action,
                       gboolean is_kept)
{
  Message *message;

  g_return_if_fail (self != NULL);
  g_return_if_fail (tab == NULL || G_IS_OBJECT (tab));
  g_return_if_fail (text != NULL && button != NULL && action != NULL);

  message = g_new0 (Message, 1);
  message->text = g_strdup (text);
  message->button = g_strdup (button);
  message->action = g_strdup (action);
  message->is_kept = is_kept;
  message->brief = TRUE;
  message->tab = tab;
  push (self, message);
}

void
troupe_messages_set_tab (TroupeMessages *self, GObject *tab)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (tab == NULL || G_IS_OBJECT (tab));

  if (self->tab == tab)
    return;
  self->tab = tab;
  if (self->shown_tab != NULL && self->shown_tab != tab)
    dismiss (self);
  show_soon (self);
}

/* A tab that was closed has no messages. */
static void
tab_gone_cb (gpointer user_data, GObject *tab)
{
  TroupeMessages *self = user_data;

  g_assert (self != NULL);

  g_hash_table_remove (self->tabs, tab);
  drop_waiting (self, tab, FALSE);
  if (self->shown_tab == tab)
    {
      self->shown_tab = NULL;
      dismiss (self);
    }
  if (self->tab == tab)
    self->tab = NULL;
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
  self->tabs = g_hash_table_new (NULL, NULL);

  return self;
}

void
troupe_messages_free (TroupeMessages *self)
{
  GHashTableIter iter;
  gpointer tab;

  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->source, g_source_remove);
  forget_toast (self);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) message_free);
  g_hash_table_iter_init (&iter, self->tabs);
  while (g_hash_table_iter_next (&iter, &tab, NULL))
    g_object_weak_unref (tab, tab_gone_cb, self);
  g_hash_table_unref (self->tabs);
  g_free (self);
}
