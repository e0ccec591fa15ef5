/* troupe-chat-sessions.c: window to choose a stored chat session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-sessions"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chat-sessions.h"
#include "troupe-row-name.h"
#include "troupe-time-text.h"

/* Maximum number of characters of the first message that are shown. */
#define MESSAGE_LENGTH 120

struct _TroupeChatSessions
{
  AdwWindow parent_instance;

  TroupeChatController *talk;
  GPtrArray *sessions; /* (nullable) (element-type TroupeStoredSession) */
  GtkStack *stack;
  GtkListBox *list;
  GtkWidget *id_list;
  GtkLabel *trouble;
};

enum
{
  READ,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChatSessions, troupe_chat_sessions, ADW_TYPE_WINDOW)

static void
tell_trouble (TroupeChatSessions *self, const char *text)
{
  g_assert (TROUPE_IS_CHAT_SESSIONS (self));

  gtk_label_set_text (self->trouble, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text != NULL);
}

/* --- Reading a session ------------------------------------------------------------------------ */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeChatSessions) self = TROUPE_CHAT_SESSIONS (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStoredChat) kept = troupe_stored_chat_read_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  /* The window was closed in the meantime. */
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_sensitive (self->id_list, TRUE);
  if (kept == NULL)
    {
      tell_trouble (self, error->message);
      return;
    }
  g_signal_emit (self, signals[READ], 0, kept);
  gtk_window_close (GTK_WINDOW (self));
}

static void
read_session (TroupeChatSessions *self, const char *id, GPtrArray *run_ids)
{
  g_assert (TROUPE_IS_CHAT_SESSIONS (self));

  tell_trouble (self, NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->stack), FALSE);
  gtk_widget_set_sensitive (self->id_list, FALSE);
  troupe_stored_chat_read_async (self->talk, id, run_ids, read_cb, g_object_ref (self));
}

static void
row_activated_cb (TroupeChatSessions *self, GtkListBoxRow *row)
{
  const TroupeStoredSession *session =
      g_ptr_array_index (self->sessions, (guint) gtk_list_box_row_get_index (row));

  g_assert (TROUPE_IS_CHAT_SESSIONS (self));

  read_session (self, session->id, session->run_ids);
}

/* Reads the session with the entered id. A session of the list is instead read together with its
 * runs. */
static void
id_given_cb (TroupeChatSessions *self, AdwEntryRow *row)
{
  g_autofree char *id = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));

  g_assert (TROUPE_IS_CHAT_SESSIONS (self));

  if (*id == '\0')
    return;
  for (guint i = 0; self->sessions != NULL && i < self->sessions->len; i++)
    {
      const TroupeStoredSession *session = g_ptr_array_index (self->sessions, i);

      if (g_str_equal (session->id, id))
        {
          read_session (self, id, session->run_ids);
          return;
        }
    }
  read_session (self, id, NULL);
}

/* --- List of sessions ------------------------------------------------------------------------- */

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeChatSessions) self = TROUPE_CHAT_SESSIONS (user_data);
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->sessions = troupe_stored_chat_list_finish (result, &error);
  if (error != NULL)
    tell_trouble (self, error->message);
  for (guint i = 0; self->sessions != NULL && i < self->sessions->len; i++)
    {
      const TroupeStoredSession *session = g_ptr_array_index (self->sessions, i);
      GtkWidget *row = adw_action_row_new ();
      const guint n = session->run_ids->len;
      g_autofree char *time = troupe_time_for_display (session->last_us);
      g_autofree char *turns = g_strdup_printf (ngettext ("%u turn", "%u turns", n), n);
      g_autofree char *subtitle = g_strjoin (" · ", turns, time, session->id, NULL);
      g_autofree char *start = g_utf8_strlen (session->message, -1) > MESSAGE_LENGTH
                                   ? g_utf8_substring (session->message, 0, MESSAGE_LENGTH)
                                   : g_strdup (session->message);

      /* Messages are shown verbatim, never as markup. */
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), start);
      adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
      troupe_row_leave_ellipsis_room (row);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_list_box_append (self->list, row);
    }
  gtk_stack_set_visible_child_name (
      self->stack, self->sessions != NULL && self->sessions->len > 0 ? "list" : "none");
  /* Enter continues the newest session. */
  if (self->sessions != NULL && self->sessions->len > 0)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0)));
}

/* --- GObject implementation ------------------------------------------------------------------- */

/* Creates the entry for the id of a session of another program, whose runs are not in this
 * store. */
static GtkWidget *
make_id (TroupeChatSessions *self)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *row = adw_entry_row_new ();

  g_assert (TROUPE_IS_CHAT_SESSIONS (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Session ID"));
  troupe_row_follow_title (row);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "apply", G_CALLBACK (id_given_cb), self, G_CONNECT_SWAPPED);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_visible (list, troupe_conversation_is_stored (troupe_flow_document_get_flow (
                                    troupe_chat_controller_get_document (self->talk))));
  return list;
}

static gboolean
close_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  g_assert (GTK_IS_WINDOW (widget));

  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

static void
troupe_chat_sessions_dispose (GObject *object)
{
  TroupeChatSessions *self = TROUPE_CHAT_SESSIONS (object);

  g_clear_object (&self->talk);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  G_OBJECT_CLASS (troupe_chat_sessions_parent_class)->dispose (object);
}

static void
troupe_chat_sessions_class_init (TroupeChatSessionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_chat_sessions_dispose;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, close_cb, NULL);

  signals[READ] = g_signal_new ("read", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
troupe_chat_sessions_init (TroupeChatSessions *self)
{
}

GtkWidget *
troupe_chat_sessions_new (TroupeChatController *talk)
{
  TroupeChatSessions *self;
  GtkWidget *box;
  GtkWidget *content;
  GtkWidget *list;
  GtkWidget *scroller;
  GtkWidget *spinner;
  GtkWidget *none;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk), NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_SESSIONS, "title", _ ("Continue a Conversation"),
                       "default-width", 480, "default-height", 420, "modal", TRUE, NULL);
  self->talk = g_object_ref (talk);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  scroller = gtk_scrolled_window_new ();
  spinner = gtk_spinner_new ();
  none = gtk_label_new (_ ("No other session of this flow has been saved yet."));
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_set_valign (GTK_WIDGET (self->list), GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Saved Sessions"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_label_set_wrap (GTK_LABEL (none), TRUE);
  gtk_widget_add_css_class (none, "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, spinner, "busy");
  gtk_stack_add_named (self->stack, none, "none");
  gtk_stack_add_named (self->stack, scroller, "list");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  list = GTK_WIDGET (self->stack);
  self->id_list = make_id (self);
  self->trouble = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->trouble, TRUE);
  gtk_label_set_xalign (self->trouble, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->trouble), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), FALSE);
  gtk_widget_set_margin_start (content, 12);
  gtk_widget_set_margin_end (content, 12);
  gtk_widget_set_margin_top (content, 12);
  gtk_widget_set_margin_bottom (content, 12);
  gtk_box_append (GTK_BOX (content), list);
  gtk_box_append (GTK_BOX (content), self->id_list);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->trouble));
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), content);
  adw_window_set_content (ADW_WINDOW (self), box);
  troupe_stored_chat_list_async (talk, listed_cb, g_object_ref (self));
  return GTK_WIDGET (self);
}
