/* troupe-cel-completion.c: completion popup of an expression field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-completion"

#include "config.h"

#include <string.h>

#include "troupe-cel-completion.h"
#include "troupe-popover-clicks.h"

struct _TroupeCelCompletion
{
  GObject parent_instance;

  TroupeCelField *field; /* owns this object */
  GtkWidget *popover;
  GtkWidget *list;
  gsize start;
};

G_DEFINE_FINAL_TYPE (TroupeCelCompletion, troupe_cel_completion, G_TYPE_OBJECT)

static GtkTextBuffer *
get_buffer (TroupeCelCompletion *self)
{
  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  return troupe_text_field_get_buffer (troupe_cel_field_get_text_field (self->field));
}

static GtkTextView *
get_view (TroupeCelCompletion *self)
{
  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  return GTK_TEXT_VIEW (troupe_text_field_get_view (troupe_cel_field_get_text_field (self->field)));
}

static char *
get_text_before (TroupeCelCompletion *self)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter begin;
  GtkTextIter cursor;

  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  gtk_text_buffer_get_start_iter (buffer, &begin);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));

  return gtk_text_buffer_get_text (buffer, &begin, &cursor, TRUE);
}

static void
accept (TroupeCelCompletion *self, GtkListBoxRow *row)
{
  GtkTextBuffer *buffer = get_buffer (self);
  g_autofree char *before = get_text_before (self);
  const char *word = g_object_get_data (G_OBJECT (row), "word");
  GtkTextIter begin;
  GtkTextIter cursor;
  int begun;

  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  begun = (int) g_utf8_strlen (before + MIN (self->start, strlen (before)), -1);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  begin = cursor;
  gtk_text_iter_backward_chars (&begin, begun);
  troupe_cel_completion_hide (self);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &begin, &cursor);
  gtk_text_buffer_insert (buffer, &begin, word, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
row_activated_cb (TroupeCelCompletion *self, GtkListBoxRow *row)
{
  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  accept (self, row);
}

static gboolean
key_pressed_cb (TroupeCelCompletion *self, guint keyval, guint keycode, GdkModifierType state)
{
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  if (keyval == GDK_KEY_space && (state & GDK_CONTROL_MASK) != 0)
    {
      troupe_cel_completion_show (self);
      return TRUE;
    }

  if (!troupe_cel_completion_is_open (self))
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      {
        int step = keyval == GDK_KEY_Up ? -1 : 1;
        GtkListBox *list = GTK_LIST_BOX (self->list);
        GtkListBoxRow *selection = gtk_list_box_get_selected_row (list);
        GtkListBoxRow *next = gtk_list_box_get_row_at_index (
            list, selection != NULL ? gtk_list_box_row_get_index (selection) + step : 0);

        if (next != NULL)
          gtk_list_box_select_row (list, next);
      }
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
      if (row != NULL)
        accept (self, row);
      return TRUE;
    case GDK_KEY_Escape:
      troupe_cel_completion_hide (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Closes the list, which would cover other rows. */
static void
focus_left_cb (TroupeCelCompletion *self)
{
  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  troupe_cel_completion_hide (self);
}

static void
troupe_cel_completion_dispose (GObject *object)
{
  TroupeCelCompletion *self = TROUPE_CEL_COMPLETION (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_cel_completion_parent_class)->dispose (object);
}

static void
troupe_cel_completion_class_init (TroupeCelCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_cel_completion_dispose;
}

static void
troupe_cel_completion_init (TroupeCelCompletion *self)
{
}

TroupeCelCompletion *
troupe_cel_completion_new (TroupeCelField *field)
{
  TroupeCelCompletion *self;
  GtkEventController *keys;
  GtkEventController *focus;
  GtkWidget *scroller;

  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (field), NULL);

  self = g_object_new (TROUPE_TYPE_CEL_COMPLETION, NULL);
  self->field = field;
  scroller = gtk_scrolled_window_new ();
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  troupe_popover_direct_clicks (GTK_POPOVER (self->popover));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->popover, "completion");
  gtk_widget_set_can_focus (self->popover, FALSE);

  self->list = gtk_list_box_new ();
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->list), TRUE);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 220);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_popover_set_child (GTK_POPOVER (self->popover), scroller);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (get_view (self)));

  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (get_view (self)), keys);

  focus = gtk_event_controller_focus_new ();
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (get_view (self)), focus);
  g_signal_connect_object (get_buffer (self), "notify::cursor-position",
                           G_CALLBACK (troupe_cel_completion_update), self, G_CONNECT_SWAPPED);

  return self;
}

static void
show_words (TroupeCelCompletion *self, char **words)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter cursor;
  GdkRectangle place;
  GtkListBoxRow *row;

  g_assert (TROUPE_IS_CEL_COMPLETION (self));

  if (words[0] == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->field)))
    {
      troupe_cel_completion_hide (self);
      return;
    }

  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));

  for (guint i = 0; words[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (words[i]);
      GtkWidget *child = gtk_list_box_row_new ();

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "monospace");
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (child), label);
      g_object_set_data_full (G_OBJECT (child), "word", g_strdup (words[i]), g_free);
      gtk_list_box_append (GTK_LIST_BOX (self->list), child);
    }
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_iter_location (get_view (self), &cursor, &place);
  gtk_text_view_buffer_to_window_coords (get_view (self), GTK_TEXT_WINDOW_WIDGET, place.x, place.y,
                                         &place.x, &place.y);
  place.width = MAX (place.width, 1);
  /* A popover cannot point to a cursor that is scrolled out of view. */
  place.x = CLAMP (place.x, 0, MAX (gtk_widget_get_width (GTK_WIDGET (get_view (self))) - 1, 0));
  place.y = CLAMP (place.y, 0, MAX (gtk_widget_get_height (GTK_WIDGET (get_view (self))) - 1, 0));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

void
troupe_cel_completion_show (TroupeCelCompletion *self)
{
  g_autofree char *before = NULL;
  g_auto (GStrv) words = NULL;

  g_return_if_fail (TROUPE_IS_CEL_COMPLETION (self));

  before = get_text_before (self);
  words = troupe_cel_completion_list (self->field, before, &self->start);
  show_words (self, words);
}

void
troupe_cel_completion_show_methods (TroupeCelCompletion *self, gsize start, gsize end)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  GtkTextBuffer *buffer;
  GtkTextIter from;
  GtkTextIter to;

  g_return_if_fail (TROUPE_IS_CEL_COMPLETION (self));

  text = troupe_cel_field_get_text (self->field);
  if (start > end || end > strlen (text))
    return;
  buffer = get_buffer (self);
  gtk_text_buffer_get_iter_at_offset (buffer, &from, (int) g_utf8_strlen (text, (gssize) start));
  gtk_text_buffer_get_iter_at_offset (buffer, &to, (int) g_utf8_strlen (text, (gssize) end));
  gtk_widget_grab_focus (GTK_WIDGET (get_view (self)));
  /* The cursor is placed at the end, because a word that is chosen replaces the text before it. */
  gtk_text_buffer_select_range (buffer, &to, &from);
  gtk_text_view_scroll_mark_onscreen (get_view (self), gtk_text_buffer_get_insert (buffer));
  self->start = start;
  words = troupe_cel_completion_list_methods (self->field);
  show_words (self, words);
}

void
troupe_cel_completion_update (TroupeCelCompletion *self)
{
  g_autofree char *before = NULL;
  g_auto (GStrv) words = NULL;
  gsize start = 0;
  gboolean named;

  g_return_if_fail (TROUPE_IS_CEL_COMPLETION (self));

  if (!troupe_cel_completion_is_open (self))
    return;

  before = get_text_before (self);
  words = troupe_cel_completion_list (self->field, before, &start);
  named = before[start] != '\0' || (start > 0 && before[start - 1] == '.');
  if (start != self->start || !named ||
      (words[0] != NULL && words[1] == NULL && g_str_equal (words[0], before + start)))
    troupe_cel_completion_hide (self);
  else
    show_words (self, words);
}

void
troupe_cel_completion_hide (TroupeCelCompletion *self)
{
  g_return_if_fail (TROUPE_IS_CEL_COMPLETION (self));

  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

gboolean
troupe_cel_completion_is_open (TroupeCelCompletion *self)
{
  g_return_val_if_fail (TROUPE_IS_CEL_COMPLETION (self), FALSE);

  return self->popover != NULL && gtk_widget_get_visible (self->popover);
}
