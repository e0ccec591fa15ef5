/* troupe-text-field.c: multi-line text field with title, message and fix buttons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-text-field"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bar-box.h"
#include "troupe-form-entry.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-scroll-end.h"
#include "troupe-text-field.h"
#include "troupe-typed-text.h"

#define LINES_MIN 3
#define LINES_MAX 12
#define HEIGHT_MIN 78

/* Maximum length of a word in bytes. A longer word is expensive, because its layout is computed
 * again for each line into which it is broken. */
#define LONGEST_WORD 4000
#define PLACEHOLDER_CHARS 26 /* after which a placeholder is wrapped */

struct _TroupeTextField
{
  GtkWidget parent_instance;

  GtkWidget *head;
  GtkLabel *title;
  GtkLabel *note;
  GtkLabel *chip;
  GtkWidget *card;
  GtkScrolledWindow *scroller;
  GtkSourceView *view;
  GtkSourceBuffer *buffer;
  GtkWidget *message_box;
  GtkImage *message_icon;
  GtkLabel *message;
  GtkWidget *fixes;
  GtkWidget *footer;
  GtkLabel *footer_label;
  GtkLabel *footer_value;
  GtkWidget *placeholder; /* (nullable): a child of @view */

  gboolean loading;
  gboolean is_draft;
  gboolean fills;
  guint height_id;
  guint undo_id;
};

enum
{
  EDITED,
  DISCARDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTextField, troupe_text_field, GTK_TYPE_WIDGET)

static int
get_line_height (TroupeTextField *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->view));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));

  g_assert (TROUPE_IS_TEXT_FIELD (self));

  pango_font_metrics_unref (metrics);

  return height;
}

static gboolean
update_height_cb (gpointer data)
{
  TroupeTextField *self = data;
  int margins = gtk_text_view_get_top_margin (GTK_TEXT_VIEW (self->view)) +
                gtk_text_view_get_bottom_margin (GTK_TEXT_VIEW (self->view));
  int height = MAX (HEIGHT_MIN, LINES_MIN * get_line_height (self) + margins);
  GtkTextView *view;
  gboolean more = TRUE;
  GtkTextIter iter;
  GdkRectangle place;
  int y;
  int lines;

  g_assert (TROUPE_IS_TEXT_FIELD (self));

  self->height_id = 0;
  /* The actual layout is measured, because a fallback font for missing glyphs makes lines
   * higher than the font of the view. */
  view = GTK_TEXT_VIEW (self->view);
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &iter);
  for (guint i = 0; i < LINES_MAX && more; i++)
    {
      gtk_text_view_get_iter_location (view, &iter, &place);
      more = gtk_text_view_forward_display_line (view, &iter);
    }
  gtk_text_view_get_line_yrange (view, &iter, &y, &lines);
  height = MAX (height, (more ? place.y + place.height : y + lines) + margins);
  if (height == gtk_scrolled_window_get_min_content_height (self->scroller))
    return G_SOURCE_REMOVE;

  /* The minimum must never exceed the maximum. */
  gtk_scrolled_window_set_min_content_height (self->scroller, -1);
  gtk_scrolled_window_set_max_content_height (self->scroller, height);
  gtk_scrolled_window_set_min_content_height (self->scroller, height);

  return G_SOURCE_REMOVE;
}

/* Measures before the next frame. At this point, the text view has not validated its new lines
 * and would still return the old height. */
static void
queue_height (TroupeTextField *self)
{
  g_assert (TROUPE_IS_TEXT_FIELD (self));

  if (self->height_id == 0 && !self->fills && gtk_widget_get_width (GTK_WIDGET (self->view)) > 0)
    self->height_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_height_cb, self, NULL);
}

static void
show_placeholder (TroupeTextField *self)
{
  g_assert (TROUPE_IS_TEXT_FIELD (self));

  if (self->placeholder != NULL)
    gtk_widget_set_visible (self->placeholder,
                            gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (self->buffer)) == 0);
}

static void
buffer_changed_cb (TroupeTextField *self)
{
  g_assert (TROUPE_IS_TEXT_FIELD (self));

  show_placeholder (self);
  queue_height (self);
  if (!self->loading)
    g_signal_emit (self, signals[EDITED], 0);
}

static void
update_scheme_cb (TroupeTextField *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *scheme =
      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita");

  g_assert (TROUPE_IS_TEXT_FIELD (self));

  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
}

/* Overrides the undo shortcuts of the view, because undo steps belong to the document. */
static gboolean
key_pressed_cb (TroupeTextField *self, guint keyval, guint keycode, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  guint lower = gdk_keyval_to_lower (keyval);

  g_assert (TROUPE_IS_TEXT_FIELD (self));

  /* A draft is not in the document, so its own steps come before those of the document. A draft whose
   * steps are not known, because it was reopened, is discarded as a whole. */
  if (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_z && self->is_draft)
    {
      if (gtk_text_buffer_get_can_undo (GTK_TEXT_BUFFER (self->buffer)))
        gtk_text_buffer_undo (GTK_TEXT_BUFFER (self->buffer));
      else
        g_signal_emit (self, signals[DISCARDED], 0);
      return TRUE;
    }
  if (self->is_draft && gtk_text_buffer_get_can_redo (GTK_TEXT_BUFFER (self->buffer)) &&
      ((modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK) && lower == GDK_KEY_z) ||
       (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_y)))
    {
      gtk_text_buffer_redo (GTK_TEXT_BUFFER (self->buffer));
      return TRUE;
    }
  if (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_z)
    return troupe_form_undo (GTK_WIDGET (self));
  if ((modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK) && lower == GDK_KEY_z) ||
      (modifiers == GDK_CONTROL_MASK && lower == GDK_KEY_y))
    return troupe_form_redo (GTK_WIDGET (self));
  if (modifiers == GDK_CONTROL_MASK && (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter))
    {
      GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
      GtkWidget *window = adw_window_new ();
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      GtkWidget *bar = adw_header_bar_new ();
      GtkWidget *scroller = gtk_scrolled_window_new ();
      GtkWidget *view = gtk_source_view_new_with_buffer (self->buffer);

      /* Opens a large window that shows the same buffer. */
      gtk_window_set_title (GTK_WINDOW (window), gtk_label_get_label (self->title));
      gtk_window_set_default_size (GTK_WINDOW (window), 760, 560);
      gtk_window_set_modal (GTK_WINDOW (window), TRUE);
      gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
      if (GTK_IS_WINDOW (root))
        gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));

      gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
      gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
      gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 12);
      gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 12);
      gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
      troupe_scroll_end_with (view);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
      gtk_widget_set_vexpand (scroller, TRUE);
      gtk_box_append (GTK_BOX (box), bar);
      gtk_box_append (GTK_BOX (box), scroller);
      adw_window_set_content (ADW_WINDOW (window), box);
      troupe_typed_text_take_save_key (window);
      gtk_window_present (GTK_WINDOW (window));
      gtk_widget_grab_focus (view);
      return TRUE;
    }

  return FALSE;
}

static void
troupe_text_field_dispose (GObject *object)
{
  g_clear_handle_id (&TROUPE_TEXT_FIELD (object)->height_id, g_source_remove);
  g_clear_handle_id (&TROUPE_TEXT_FIELD (object)->undo_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_TEXT_FIELD);

  G_OBJECT_CLASS (troupe_text_field_parent_class)->dispose (object);
}

static gboolean
troupe_text_field_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_TEXT_FIELD (widget)->view));
}

static void
troupe_text_field_class_init (TroupeTextFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_text_field_dispose;
  widget_class->grab_focus = troupe_text_field_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[EDITED] = g_signal_new ("edited", TROUPE_TYPE_TEXT_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[DISCARDED] = g_signal_new ("discarded", TROUPE_TYPE_TEXT_FIELD, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (TROUPE_TYPE_BAR_BOX);
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_BUFFER);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-text-field.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, head);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, note);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, chip);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, card);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, view);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, buffer);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, message_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, message_icon);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, message);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, fixes);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, footer);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, footer_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeTextField, footer_value);
}

static void
troupe_text_field_init (TroupeTextField *self)
{
  GtkEventController *keys;

  gtk_widget_init_template (GTK_WIDGET (self));

  troupe_bar_box_set_at_start (TROUPE_BAR_BOX (self->fixes), TRUE);
  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);

  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (buffer_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (update_scheme_cb), self, G_CONNECT_SWAPPED);
  troupe_scroll_end_with (GTK_WIDGET (self->view));
  /* The width changes the line breaks, and the font changes the line height. */
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scroller), "changed",
                           G_CALLBACK (queue_height), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scroller), "changed",
                           G_CALLBACK (queue_height), self, G_CONNECT_SWAPPED);
  update_scheme_cb (self);
}

/* GtkSourceView frees the rules of a language together with its last buffer. It parses several
 * files for the next buffer, which takes longer than the rest of the form. Therefore one empty
 * buffer of each language is kept alive as long as the language. */
static GtkSourceLanguage *
get_language (const char *id)
{
  GtkSourceLanguage *language =
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), id);

  if (language != NULL && g_object_get_data (G_OBJECT (language), "troupe-kept-buffer") == NULL)
    g_object_set_data_full (G_OBJECT (language), "troupe-kept-buffer",
                            gtk_source_buffer_new_with_language (language), g_object_unref);

  return language;
}

GtkWidget *
troupe_text_field_new (const char *title, const char *chip, const char *language)
{
  TroupeTextField *self = g_object_new (TROUPE_TYPE_TEXT_FIELD, NULL);

  gtk_label_set_label (self->title, title != NULL ? title : "");
  /* An empty title would be the name of the view, whatever name the view is given. */
  if (title == NULL)
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->view),
                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_widget_set_visible (self->head, title != NULL || chip != NULL);
  gtk_label_set_label (self->chip, chip != NULL ? chip : "");
  gtk_widget_set_visible (GTK_WIDGET (self->chip), chip != NULL);
  if (language != NULL)
    gtk_source_buffer_set_language (self->buffer, get_language (language));

  return GTK_WIDGET (self);
}

char *
troupe_text_field_get_text (TroupeTextField *self)
{
  GtkTextIter start;
  GtkTextIter end;

  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);

  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}

/* Replaces only the part of @present that differs from @text, so that the cursor keeps its
 * position. */
static void
replace_what_differs (GtkTextBuffer *buffer, const char *present, const char *text)
{
  const char *present_end = present + strlen (present);
  const char *text_end = text + strlen (text);
  const char *start = text;
  GtkTextIter from;
  GtkTextIter to;

  while (*start != '\0' && g_utf8_get_char (start) == g_utf8_get_char (present + (start - text)))
    start = g_utf8_next_char (start);
  present += start - text;
  while (text_end > start && present_end > present)
    {
      const char *before = g_utf8_prev_char (text_end);
      const char *present_before = g_utf8_prev_char (present_end);

      if (g_utf8_get_char (before) != g_utf8_get_char (present_before))
        break;
      text_end = before;
      present_end = present_before;
    }

  gtk_text_buffer_get_iter_at_offset (buffer, &from, (int) g_utf8_pointer_to_offset (text, start));
  to = from;
  gtk_text_iter_forward_chars (&to, (int) g_utf8_pointer_to_offset (present, present_end));
  gtk_text_buffer_delete (buffer, &from, &to);
  gtk_text_buffer_insert (buffer, &from, start, (int) (text_end - start));
}

static gboolean
has_endless_word (const char *text)
{
  gsize length;

  for (const char *word = text; *word != '\0'; word += length)
    {
      word += strspn (word, " \t\n");
      length = strcspn (word, " \t\n");
      if (length > LONGEST_WORD)
        return TRUE;
    }
  return FALSE;
}

void
troupe_text_field_set_text (TroupeTextField *self, const char *text)
{
  g_autofree char *present = NULL;
  gboolean wraps;

  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));
  g_return_if_fail (text != NULL);

  present = troupe_text_field_get_text (self);
  if (g_str_equal (present, text))
    return;

  wraps = !has_endless_word (text);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view),
                               wraps ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
  gtk_scrolled_window_set_policy (self->scroller, wraps ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  self->loading = TRUE;
  replace_what_differs (GTK_TEXT_BUFFER (self->buffer), present, text);
  self->loading = FALSE;
}

void
troupe_text_field_set_editable (TroupeTextField *self, gboolean editable)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), editable);
}

GtkTextBuffer *
troupe_text_field_get_buffer (TroupeTextField *self)
{
  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);

  return GTK_TEXT_BUFFER (self->buffer);
}

GtkSourceView *
troupe_text_field_get_view (TroupeTextField *self)
{
  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);

  return self->view;
}

void
troupe_text_field_go_to (TroupeTextField *self, guint line, guint column)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  buffer = troupe_text_field_get_buffer (self);
  gtk_text_buffer_get_iter_at_line (buffer, &iter, line > 0 ? (int) line - 1 : 0);
  if (column > 1)
    gtk_text_iter_forward_chars (&iter, (int) column - 1);
  gtk_text_buffer_place_cursor (buffer, &iter);
  gtk_widget_grab_focus (GTK_WIDGET (troupe_text_field_get_view (self)));
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (troupe_text_field_get_view (self)),
                                      gtk_text_buffer_get_insert (buffer));
}

/* The buffer has steps of its own while its text is a draft. This cannot be changed while the buffer is
 * being edited. */
static gboolean
undo_cb (gpointer user_data)
{
  TroupeTextField *self = user_data;

  g_assert (TROUPE_IS_TEXT_FIELD (self));

  self->undo_id = 0;
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self->buffer), self->is_draft);
  return G_SOURCE_REMOVE;
}

void
troupe_text_field_set_message (TroupeTextField *self, const char *text, gboolean severe)
{
  g_autofree char *shown = text != NULL ? troupe_text_to_lines (text) : NULL;
  GtkWidget *child;

  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  self->is_draft = FALSE;
  if (self->undo_id == 0)
    self->undo_id = g_idle_add (undo_cb, self);
  while ((child = gtk_widget_get_first_child (self->fixes)) != NULL)
    gtk_widget_unparent (child);
  gtk_widget_set_visible (self->fixes, FALSE);

  gtk_widget_set_visible (self->message_box, text != NULL);
  gtk_label_set_label (self->message, shown != NULL ? shown : "");
  gtk_image_set_from_icon_name (self->message_icon,
                                severe ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), severe ? "warning" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), severe ? "error" : "warning");
  gtk_widget_remove_css_class (GTK_WIDGET (self->message_icon), severe ? "warning" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->message_icon), severe ? "error" : "warning");
  if (text != NULL && severe)
    gtk_widget_add_css_class (self->card, "error");
  else
    gtk_widget_remove_css_class (self->card, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_STATE_INVALID,
      text != NULL && severe ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
discard_clicked_cb (TroupeTextField *self)
{
  g_assert (TROUPE_IS_TEXT_FIELD (self));

  g_signal_emit (self, signals[DISCARDED], 0);
}

void
troupe_text_field_set_draft (TroupeTextField *self, const char *message)
{
  g_autofree char *text = NULL;
  GtkWidget *button;

  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  if (message == NULL)
    {
      troupe_text_field_set_message (self, NULL, FALSE);
      return;
    }
  text = g_strdup_printf ("%s\n%s", message,
                          _ ("This text is kept as a draft. The document is unchanged."));
  troupe_text_field_set_message (self, text, TRUE);
  button = troupe_text_field_add_fix (self, _ ("Discard Draft"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (discard_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  self->is_draft = TRUE;
}

const char *
troupe_text_field_get_message (TroupeTextField *self)
{
  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);

  return gtk_widget_get_visible (self->message_box) ? gtk_label_get_label (self->message) : NULL;
}

GtkWidget *
troupe_text_field_add_fix (TroupeTextField *self, const char *label)
{
  GtkWidget *button;
  GtkLabel *text;

  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);
  g_return_val_if_fail (label != NULL, NULL);

  button = gtk_button_new_with_label (label);
  gtk_widget_add_css_class (button, "celfix");
  if (gtk_widget_get_first_child (self->fixes) != NULL)
    gtk_widget_add_css_class (button, "flat");
  text = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));
  gtk_label_set_wrap (text, TRUE);
  gtk_label_set_wrap_mode (text, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (text, GTK_NATURAL_WRAP_NONE);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->fixes), button);
  gtk_widget_set_visible (self->fixes, TRUE);

  return button;
}

void
troupe_text_field_set_footer (TroupeTextField *self, const char *label, const char *value)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  gtk_widget_set_visible (self->footer, label != NULL);
  gtk_label_set_label (self->footer_label, label != NULL ? label : "");
  gtk_widget_set_visible (GTK_WIDGET (self->footer_label), label != NULL && label[0] != '\0');
  gtk_label_set_label (self->footer_value, value != NULL ? value : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->footer_value), value);
}

const char *
troupe_text_field_get_footer (TroupeTextField *self)
{
  g_return_val_if_fail (TROUPE_IS_TEXT_FIELD (self), NULL);

  return gtk_widget_get_visible (self->footer) ? gtk_label_get_label (self->footer_value) : NULL;
}

void
troupe_text_field_set_note (TroupeTextField *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
  gtk_label_set_label (self->note, text != NULL ? text : "");
}

void
troupe_text_field_set_placeholder (TroupeTextField *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));
  g_return_if_fail (text != NULL);

  if (self->placeholder == NULL)
    {
      self->placeholder = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (self->placeholder), 0);
      /* A text view is as wide as its overlays, and gives them no more than their minimum width. */
      gtk_label_set_wrap (GTK_LABEL (self->placeholder), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (self->placeholder), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_max_width_chars (GTK_LABEL (self->placeholder), PLACEHOLDER_CHARS);
      gtk_widget_set_can_target (self->placeholder, FALSE);
      gtk_widget_set_margin_start (self->placeholder,
                                   gtk_text_view_get_left_margin (GTK_TEXT_VIEW (self->view)));
      gtk_widget_add_css_class (self->placeholder, "dim-label");
      gtk_text_view_add_overlay (GTK_TEXT_VIEW (self->view), self->placeholder, 0, 0);
    }
  gtk_label_set_label (GTK_LABEL (self->placeholder), text);
  gtk_label_set_width_chars (GTK_LABEL (self->placeholder),
                             (int) MIN (g_utf8_strlen (text, -1), PLACEHOLDER_CHARS));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  text, -1);
  show_placeholder (self);
}

void
troupe_text_field_set_fills (TroupeTextField *self, gboolean fills)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (self));

  self->fills = fills;
  if (fills)
    g_clear_handle_id (&self->height_id, g_source_remove);
  gtk_widget_set_vexpand (GTK_WIDGET (self), fills);
  gtk_widget_set_vexpand (self->card, fills);
  gtk_scrolled_window_set_max_content_height (self->scroller, fills ? -1 : 240);
}
