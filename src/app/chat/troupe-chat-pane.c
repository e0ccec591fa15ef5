/* troupe-chat-pane.c: chat pane next to the graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-pane"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chat-pane.h"
#include "troupe-chat-row.h"
#include "troupe-pass-focus.h"

/* Distance in pixels from the end of the list within which the list follows new content. */
#define NEAR_END 24
/* Maximum height of the message entry, in pixels. */
#define FIELD_HEIGHT 132

struct _TroupeChatPane
{
  GtkWidget parent_instance;

  TroupeChatController *talk;
  GListModel *entries;

  GtkLabel *subtitle;
  GtkWidget *inspector_button;
  GtkWidget *canvas_button;
  GtkScrolledWindow *scroller;
  GtkBox *list;
  GPtrArray *rows; /* (element-type TroupeChatRow) in display order; owned by @list */
  GtkWidget *empty;
  GtkWidget *last;      /* continues the last conversation */
  GtkWidget *continued; /* says that this is the last conversation, and begins another one */
  AdwBin *question;
  GtkTextView *field;
  GtkWidget *placeholder;
  GtkWidget *send;
  GtkWidget *anew;
  GtkWidget *foot;

  TroupeChatEntry *chosen; /* (nullable) */
  gboolean is_ready;
  gboolean is_composing; /* an input method has uncommitted text */
  gboolean follows;
  gboolean has_last;     /* whether there is a conversation to continue */
  gboolean is_continued; /* whether the last conversation was shown without a request */
  double upper; /* last seen values of the adjustment: upper and page size */
  double page;
  guint scroll; /* source that scrolls to the end */
  guint tick;
};

enum
{
  SENT,
  CHOSEN,
  REFUSED,
  AGAIN,
  RESUMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChatPane, troupe_chat_pane, GTK_TYPE_WIDGET)

/* --- Message entry ---------------------------------------------------------------------------- */

char *
troupe_chat_pane_get_text (TroupeChatPane *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  g_return_val_if_fail (TROUPE_IS_CHAT_PANE (self), NULL);

  buffer = gtk_text_view_get_buffer (self->field);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

void
troupe_chat_pane_set_text (TroupeChatPane *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));
  g_return_if_fail (text != NULL);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->field), text, -1);
}

static gboolean
is_blank (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  return *stripped == '\0';
}

static void
update_foot (TroupeChatPane *self)
{
  const gboolean has_ended = troupe_chat_controller_has_ended (self->talk) &&
                             !troupe_chat_controller_is_running (self->talk);
  g_autofree char *text = troupe_chat_pane_get_text (self);

  g_assert (TROUPE_IS_CHAT_PANE (self));

  gtk_widget_set_sensitive (GTK_WIDGET (self->field), !has_ended);
  gtk_widget_set_sensitive (self->send, self->is_ready && !has_ended && !is_blank (text));
  gtk_widget_set_visible (self->placeholder, *text == '\0');
  gtk_widget_set_visible (self->anew, has_ended);
  gtk_widget_set_visible (self->continued, self->is_continued && self->rows->len > 0 && !has_ended);
}

static void
send (TroupeChatPane *self)
{
  g_autofree char *text = troupe_chat_pane_get_text (self);

  g_assert (TROUPE_IS_CHAT_PANE (self));

  if (!self->is_ready && !is_blank (text) && gtk_widget_get_sensitive (GTK_WIDGET (self->field)))
    {
      GtkWidget *question = adw_bin_get_child (self->question);
      /* The place of the questions keeps its content, hidden, when they are answered. */
      const gboolean is_asked = question != NULL && gtk_widget_is_visible (question);

      /* Says why a message is not sent. It stays in the entry, and so does the focus: in the entry of the question,
       * the next Enter would answer. */
      if (!is_asked)
        g_signal_emit (self, signals[REFUSED], 0,
                       _ ("The message was not sent: wait until this turn has ended."));
      else
        g_signal_emit (self, signals[REFUSED], 0,
                       _ ("The message was not sent: answer the question above it first."));
    }
  if (!gtk_widget_get_sensitive (self->send))
    return;
  troupe_chat_pane_set_text (self, "");
  troupe_chat_pane_set_continued (self, FALSE);
  self->follows = TRUE;
  g_signal_emit (self, signals[SENT], 0, text);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                gpointer user_data)
{
  TroupeChatPane *self = TROUPE_CHAT_PANE (user_data);
  const GdkModifierType held = state & gtk_accelerator_get_default_mod_mask ();
  g_autofree char *text = troupe_chat_pane_get_text (self);
  TroupeChatEntry *last = NULL;

  g_assert (GTK_IS_EVENT_CONTROLLER_KEY (controller));

  if (self->is_composing)
    return GDK_EVENT_PROPAGATE;
  if ((key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter) && held == 0)
    {
      send (self);
      return GDK_EVENT_STOP;
    }
  last = troupe_chat_controller_get_last (self->talk);
  if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) && held == 0 && *text == '\0' && last != NULL)
    {
      troupe_chat_pane_set_text (self, troupe_chat_entry_get_message (last));
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
preedit_cb (TroupeChatPane *self, const char *preedit)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  self->is_composing = *preedit != '\0';
  gtk_widget_set_visible (self->placeholder,
                          !self->is_composing && gtk_text_buffer_get_char_count (
                                                     gtk_text_view_get_buffer (self->field)) == 0);
}

void
troupe_chat_pane_set_ready (TroupeChatPane *self, gboolean is_ready)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));

  self->is_ready = is_ready;
  update_foot (self);
}

/* --- Scrolling to the end --------------------------------------------------------------------- */

static void
scrolled_cb (TroupeChatPane *self, GtkAdjustment *adjustment)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  /* Ignores changes of the scroll position that are caused by a change of the size. */
  if (gtk_adjustment_get_upper (adjustment) != self->upper ||
      gtk_adjustment_get_page_size (adjustment) != self->page)
    return;
  self->follows =
      gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) >
      gtk_adjustment_get_upper (adjustment) - NEAR_END;
}

static gboolean
scroll_cb (gpointer user_data)
{
  TroupeChatPane *self = TROUPE_CHAT_PANE (user_data);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  g_assert (TROUPE_IS_CHAT_PANE (self));

  self->scroll = 0;
  if (self->follows)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) -
                                              gtk_adjustment_get_page_size (adjustment));
  return G_SOURCE_REMOVE;
}

/* Scrolls to the end if the content has grown, unless the user has scrolled up. The viewport reports its
 * new size while it is allocated, and would forget a value that is set then. */
static void
grown_cb (TroupeChatPane *self, GtkAdjustment *adjustment)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  self->upper = gtk_adjustment_get_upper (adjustment);
  self->page = gtk_adjustment_get_page_size (adjustment);
  if (self->follows && self->scroll == 0)
    self->scroll = g_idle_add_full (G_PRIORITY_HIGH, scroll_cb, self, NULL);
}

/* --- Turns -------------------------------------------------------------------------------------- */

static gboolean
tick_cb (gpointer user_data)
{
  TroupeChatPane *self = TROUPE_CHAT_PANE (user_data);

  g_assert (TROUPE_IS_CHAT_PANE (self));

  if (self->rows->len > 0)
    troupe_chat_row_tick (g_ptr_array_index (self->rows, self->rows->len - 1));
  return G_SOURCE_CONTINUE;
}

static void
update_head (TroupeChatPane *self)
{
  g_autofree char *text = troupe_chat_controller_describe (self->talk);
  const gboolean runs = troupe_chat_controller_is_running (self->talk);

  g_assert (TROUPE_IS_CHAT_PANE (self));

  gtk_label_set_text (self->subtitle, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->subtitle),
                               troupe_chat_controller_get_id (self->talk));
  if (runs && self->tick == 0)
    self->tick = g_timeout_add_seconds (1, tick_cb, self);
  else if (!runs)
    g_clear_handle_id (&self->tick, g_source_remove);
  update_foot (self);
}

static void
row_chosen_cb (TroupeChatPane *self, TroupeChatRow *row)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  g_signal_emit (self, signals[CHOSEN], 0, troupe_chat_row_get_entry (row));
}

static void
row_again_cb (TroupeChatPane *self)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  g_signal_emit (self, signals[AGAIN], 0);
}

static void
row_resumed_cb (TroupeChatPane *self)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  g_signal_emit (self, signals[RESUMED], 0);
}

static void
mark_rows (TroupeChatPane *self)
{
  g_assert (TROUPE_IS_CHAT_PANE (self));

  for (guint i = 0; i < self->rows->len; i++)
    {
      TroupeChatRow *row = g_ptr_array_index (self->rows, i);

      troupe_chat_row_set_last (row, i + 1 == self->rows->len);
      troupe_chat_row_set_chosen (row, troupe_chat_row_get_entry (row) == self->chosen);
    }
  gtk_widget_set_visible (self->empty, self->rows->len == 0);
  gtk_widget_set_visible (self->last, self->has_last && self->rows->len == 0);
  if (self->rows->len == 0)
    self->is_continued = FALSE;
}

static void
entries_changed_cb (TroupeChatPane *self, guint at, guint n_removed, guint n_added)
{
  /* A new turn, and a conversation that was opened, are shown from their end. */
  if (n_added > 0 && at + n_added == troupe_chat_controller_get_n_turns (self->talk))
    self->follows = TRUE;
  g_assert (TROUPE_IS_CHAT_PANE (self));

  for (guint i = 0; i < n_removed; i++)
    {
      gtk_box_remove (self->list, g_ptr_array_index (self->rows, at));
      g_ptr_array_remove_index (self->rows, at);
    }
  for (guint i = 0; i < n_added; i++)
    {
      guint row_at = at + i;
      g_autoptr (TroupeChatEntry) entry = g_list_model_get_item (self->entries, row_at);
      GtkWidget *row = troupe_chat_row_new (entry);

      g_signal_connect_object (row, "chosen", G_CALLBACK (row_chosen_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (row, "again", G_CALLBACK (row_again_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (row, "resumed", G_CALLBACK (row_resumed_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_box_insert_child_after (self->list, row,
                                  row_at > 0 ? g_ptr_array_index (self->rows, row_at - 1) : NULL);
      g_ptr_array_insert (self->rows, (int) row_at, row);
    }
  mark_rows (self);
}

void
troupe_chat_pane_set_chosen (TroupeChatPane *self, TroupeChatEntry *entry)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));
  g_return_if_fail (entry == NULL || TROUPE_IS_CHAT_ENTRY (entry));

  if (g_set_object (&self->chosen, entry))
    mark_rows (self);
}

AdwBin *
troupe_chat_pane_get_question_place (TroupeChatPane *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_PANE (self), NULL);

  return self->question;
}

void
troupe_chat_pane_set_selected (TroupeChatPane *self, gboolean is_selected)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));

  gtk_widget_set_visible (self->inspector_button, is_selected);
}

void
troupe_chat_pane_offer_last (TroupeChatPane *self, const char *message)
{
  GtkWidget *label;

  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));

  self->has_last = message != NULL;
  gtk_button_set_label (GTK_BUTTON (self->last), _ ("Continue Last Conversation"));
  label = gtk_button_get_child (GTK_BUTTON (self->last));
  if (GTK_IS_LABEL (label))
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (self->last, message);
  gtk_widget_set_visible (self->last, self->has_last && gtk_widget_get_visible (self->empty));
}

void
troupe_chat_pane_set_continued (TroupeChatPane *self, gboolean is_continued)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));

  self->is_continued = is_continued;
  update_foot (self);
}

void
troupe_chat_pane_set_narrow (TroupeChatPane *self, gboolean is_narrow)
{
  g_return_if_fail (TROUPE_IS_CHAT_PANE (self));

  gtk_widget_set_visible (self->canvas_button, is_narrow);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static GtkWidget *
new_button (const char *icon, const char *name, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_menu_button (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) text = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();

  g_menu_append (text, _ ("_Copy Conversation"), "chat.copy");
  g_menu_append (text, _ ("_Export Conversation…"), "chat.export");
  g_menu_append (others, _ ("C_ontinue Another Conversation…"), "chat.sessions");
  g_menu_append (others, _ ("Show _Inspector"), "chat.inspector");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (text));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Conversation Menu"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Conversation Menu"), -1);
  return button;
}

static void
add_head (TroupeChatPane *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (_ ("Conversation"));

  g_assert (TROUPE_IS_CHAT_PANE (self));

  gtk_widget_add_css_class (head, "chat-head");
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  self->subtitle = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->subtitle, 0);
  gtk_label_set_ellipsize (self->subtitle, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "dim-label");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), title);
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->subtitle));
  self->canvas_button = gtk_button_new_with_label (_ ("Canvas"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->canvas_button), "chat.canvas");
  gtk_widget_set_valign (self->canvas_button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->canvas_button, FALSE);
  self->inspector_button =
      new_button ("document-edit-symbolic", _ ("Inspector of the Selection"), "chat.inspector");
  gtk_widget_set_visible (self->inspector_button, FALSE);
  gtk_box_append (GTK_BOX (head), words);
  gtk_box_append (GTK_BOX (head), self->canvas_button);
  gtk_box_append (GTK_BOX (head), self->inspector_button);
  gtk_box_append (GTK_BOX (head),
                  new_button ("edit-undo-symbolic", _ ("Undo Turn"), "chat.take-back"));
  gtk_box_append (GTK_BOX (head),
                  new_button ("document-new-symbolic", _ ("New Conversation"), "chat.new"));
  gtk_box_append (GTK_BOX (head), make_menu_button ());
  gtk_widget_set_parent (head, GTK_WIDGET (self));
}

/* Adds the list of turns, followed by the container for feedback requests. */
static void
add_list (TroupeChatPane *self)
{
  GtkAdjustment *adjustment;
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *label;
  GtkWidget *button;

  g_assert (TROUPE_IS_CHAT_PANE (self));

  self->list =
      GTK_BOX (g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 10,
                             "accessible-role", GTK_ACCESSIBLE_ROLE_LOG, NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Messages"), -1);
  self->empty = gtk_label_new (_ ("Type a message to begin."));
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_vexpand (self->empty, TRUE);
  self->question = ADW_BIN (adw_bin_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->question), "bubble");
  gtk_widget_add_css_class (GTK_WIDGET (self->question), "asks");
  gtk_widget_set_visible (GTK_WIDGET (self->question), FALSE);
  gtk_widget_add_css_class (content, "chat-list");
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (content), self->empty);
  self->last = gtk_button_new ();
  gtk_widget_set_halign (self->last, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->last, "pill");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->last), "chat.continue-last");
  gtk_widget_set_visible (self->last, FALSE);
  gtk_box_append (GTK_BOX (content), self->last);
  label = gtk_label_new (_ ("This is the last conversation. Your message continues it."));
  button = gtk_button_new_with_label (_ ("New Conversation"));
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "chat.new");
  self->continued = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (self->continued), label);
  gtk_box_append (GTK_BOX (self->continued), button);
  gtk_widget_set_visible (self->continued, FALSE);
  gtk_box_append (GTK_BOX (content), self->continued);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->question));
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scroller, content);
  /* With minimum heights, a question in a full list would show only the first line of what it is about. */
  gtk_scrollable_set_vscroll_policy (GTK_SCROLLABLE (gtk_widget_get_parent (content)),
                                     GTK_SCROLL_NATURAL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->scroller), GTK_WIDGET (self));
  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (grown_cb), self, G_CONNECT_SWAPPED);
}

static void
add_foot (TroupeChatPane *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *overlay;
  GtkWidget *scroller;
  GtkEventController *keys;

  g_assert (TROUPE_IS_CHAT_PANE (self));

  self->foot = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->anew = gtk_button_new_with_label (_ ("New Conversation"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->anew), "chat.new");
  gtk_widget_add_css_class (self->anew, "pill");
  gtk_widget_set_halign (self->anew, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->anew, FALSE);
  self->send = new_button ("go-up-symbolic", _ ("Send (Enter)"), NULL);
  gtk_widget_remove_css_class (self->send, "flat");
  gtk_widget_add_css_class (self->send, "circular");
  gtk_widget_add_css_class (self->send, "suggested-action");
  gtk_widget_set_valign (self->send, GTK_ALIGN_END);
  g_signal_connect_object (self->send, "clicked", G_CALLBACK (send), self, G_CONNECT_SWAPPED);
  overlay = gtk_overlay_new ();
  scroller = gtk_scrolled_window_new ();
  keys = gtk_event_controller_key_new ();
  self->field = GTK_TEXT_VIEW (gtk_text_view_new ());
  gtk_text_view_set_wrap_mode (self->field, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (self->field, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->field), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Write a message"), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->field), keys);
  g_signal_connect_object (self->field, "preedit-changed", G_CALLBACK (preedit_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_text_view_get_buffer (self->field), "changed",
                           G_CALLBACK (update_foot), self, G_CONNECT_SWAPPED);
  /* A vertical scrollbar would make the entry higher than one line. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), FIELD_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->field));
  self->placeholder = gtk_label_new (_ ("Write a message"));
  gtk_label_set_xalign (GTK_LABEL (self->placeholder), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->placeholder), PANGO_ELLIPSIZE_END);
  gtk_widget_set_can_target (self->placeholder, FALSE);
  gtk_widget_add_css_class (self->placeholder, "placeholder");
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->placeholder);
  gtk_widget_add_css_class (overlay, "chat-field");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (overlay, TRUE);
  gtk_box_append (GTK_BOX (row), overlay);
  gtk_box_append (GTK_BOX (row), self->send);
  gtk_box_append (GTK_BOX (self->foot), self->anew);
  gtk_box_append (GTK_BOX (self->foot), row);
  gtk_widget_add_css_class (self->foot, "chat-foot");
  gtk_widget_set_parent (self->foot, GTK_WIDGET (self));
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_chat_pane_grab_focus (GtkWidget *widget)
{
  TroupeChatPane *self = TROUPE_CHAT_PANE (widget);

  return gtk_widget_grab_focus (
      gtk_widget_is_sensitive (GTK_WIDGET (self->field)) ? GTK_WIDGET (self->field) : self->anew);
}

static void
troupe_chat_pane_dispose (GObject *object)
{
  TroupeChatPane *self = TROUPE_CHAT_PANE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->scroll, g_source_remove);
  g_clear_handle_id (&self->tick, g_source_remove);
  if (self->talk != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->talk, self);
      g_signal_handlers_disconnect_by_data (self->entries, self);
    }
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->chosen);
  g_clear_object (&self->entries);
  g_clear_object (&self->talk);
  G_OBJECT_CLASS (troupe_chat_pane_parent_class)->dispose (object);
}

static void
troupe_chat_pane_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_CHAT_PANE (object)->rows);
  G_OBJECT_CLASS (troupe_chat_pane_parent_class)->finalize (object);
}

static void
troupe_chat_pane_class_init (TroupeChatPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_chat_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_chat_pane_finalize;
  widget_class->grab_focus = troupe_chat_pane_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "chat-pane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);

  signals[SENT] = g_signal_new ("sent", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TROUPE_TYPE_CHAT_ENTRY);
  signals[AGAIN] =
      g_signal_new ("again", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESUMED] =
      g_signal_new ("resumed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_chat_pane_init (TroupeChatPane *self)
{
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Conversation"), -1);
  self->rows = g_ptr_array_new ();
  self->is_ready = TRUE;
  self->follows = TRUE;
}

GtkWidget *
troupe_chat_pane_new (TroupeChatController *talk)
{
  TroupeChatPane *self;

  g_return_val_if_fail (TROUPE_IS_CHAT_CONTROLLER (talk), NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_PANE, NULL);
  self->talk = g_object_ref (talk);
  self->entries = g_object_ref (troupe_chat_controller_get_entries (talk));
  add_head (self);
  add_list (self);
  add_foot (self);
  g_signal_connect_object (talk, "changed", G_CALLBACK (update_head), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entries, "items-changed", G_CALLBACK (entries_changed_cb), self,
                           G_CONNECT_SWAPPED);
  entries_changed_cb (self, 0, 0, g_list_model_get_n_items (self->entries));
  update_head (self);
  return GTK_WIDGET (self);
}
