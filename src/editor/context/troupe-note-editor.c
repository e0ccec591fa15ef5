/* troupe-note-editor.c: editing of the text of a note in its place on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-note-editor"

#include "config.h"

#include <math.h>

#include <glib/gi18n.h>

#include "troupe-note-editor.h"
#include "troupe-scene-notes.h"
#include "troupe-typed-text.h"

/* In widget pixels without the text scale: a smaller text would be hard to read. */
#define READABLE_SCALE 0.8
/* Distance from the edges of the canvas in widget pixels. */
#define EDGE 8.0

struct _TroupeNoteEditor
{
  GtkWidget parent_instance;

  TroupeDrawing *drawing;
  GtkWidget *sheet; /* what is drawn over the note */
  GtkWidget *view;
  GtkTextBuffer *buffer;
  GtkTextTag *title;
  GtkWidget *placeholder;

  char *id;             /* (nullable): the edited note */
  JsonNode *added;      /* (nullable): the document when the note was added, if it is new */
  GtkRoot *root;        /* (unowned) (nullable): while a note is edited */
  gulong focus_handler; /* of @root */
};

G_DEFINE_FINAL_TYPE (TroupeNoteEditor, troupe_note_editor, GTK_TYPE_WIDGET)

static TroupeDocument *
get_document (TroupeNoteEditor *self)
{
  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  return TROUPE_DOCUMENT (troupe_drawing_get_document (self->drawing));
}

/* (transfer full) */
static char *
dup_text (TroupeNoteEditor *self)
{
  char *text;

  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  g_object_get (self->buffer, "text", &text, NULL);
  return text;
}

/* (transfer full) */
static char *
make_field (const char *id)
{
  return g_strconcat ("notes.", id, NULL);
}

/* --- Text ------------------------------------------------------------------------------------- */

static void
changed_cb (TroupeNoteEditor *self)
{
  g_autofree char *text = NULL;
  g_autofree char *field = NULL;
  GtkTextIter start, end;

  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  gtk_widget_set_visible (self->placeholder, gtk_text_buffer_get_char_count (self->buffer) == 0);
  /* The canvas draws the first of several lines as a title. */
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->title, &start, &end);
  if (gtk_text_buffer_get_line_count (self->buffer) >= 2)
    {
      gtk_text_buffer_get_iter_at_line (self->buffer, &end, 1);
      gtk_text_buffer_apply_tag (self->buffer, self->title, &start, &end);
    }
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  if (self->id == NULL)
    return;
  text = dup_text (self);
  field = make_field (self->id);
  troupe_document_set_typed (
      get_document (self), field,
      g_strcmp0 (text, troupe_document_get_note_text (troupe_drawing_get_document (self->drawing),
                                                      self->id)) == 0
          ? NULL
          : text);
}

/* Writes the text into the document if it was changed. */
static void
write_note (TroupeNoteEditor *self, const char *id)
{
  const TroupeCanvasNote *note =
      troupe_canvas_scene_get_note (troupe_drawing_get_scene (self->drawing), id);
  g_autofree char *field = make_field (id);
  g_autofree char *text = dup_text (self);

  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  troupe_document_set_typed (get_document (self), field, NULL);
  if (note == NULL)
    return;
  if (g_strcmp0 (text, troupe_document_get_note_text (troupe_drawing_get_document (self->drawing),
                                                      id)) != 0)
    troupe_document_set_note (get_document (self), id, text, note->x, note->y, note->width,
                              note->height);
}

/* Returns TRUE if the note was added to be edited and nothing was typed. */
static gboolean
is_unused (TroupeNoteEditor *self)
{
  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  return self->added != NULL && gtk_text_buffer_get_char_count (self->buffer) == 0;
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static gboolean
has_focus (TroupeNoteEditor *self)
{
  GtkWidget *focus = self->root != NULL ? gtk_root_get_focus (self->root) : NULL;

  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

void
troupe_note_editor_end (TroupeNoteEditor *self)
{
  g_autofree char *id = NULL;
  gboolean had_focus;

  g_return_if_fail (TROUPE_IS_NOTE_EDITOR (self));

  if (self->id == NULL)
    return;
  had_focus = has_focus (self);
  g_signal_handler_disconnect (self->root, self->focus_handler);
  self->root = NULL;
  id = g_steal_pointer (&self->id);
  if (is_unused (self))
    {
      TroupeDocument *document = get_document (self);
      g_autofree char *field = make_field (id);

      /* Removes a new note. If nothing else was changed, it leaves nothing that could be undone
       * or redone. */
      troupe_document_set_typed (document, field, NULL);
      if (troupe_document_get_root (document) != self->added || !troupe_document_retract (document))
        troupe_document_remove_note (document, id);
    }
  else
    write_note (self, id);
  g_clear_pointer (&self->added, json_node_unref);

  /* GTK would only move the focus after the next frame, and a key until then would be lost. */
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (troupe_drawing_get_canvas (self->drawing)));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

gboolean
troupe_note_editor_drop (TroupeNoteEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_NOTE_EDITOR (self), FALSE);

  if (self->id == NULL || !is_unused (self) ||
      troupe_document_get_root (get_document (self)) != self->added)
    return FALSE;
  troupe_note_editor_end (self);

  return TRUE;
}

static void
commit (GtkWidget *widget)
{
  TroupeNoteEditor *self = TROUPE_NOTE_EDITOR (widget);

  if (self->id == NULL)
    return;
  if (is_unused (self))
    troupe_note_editor_end (self);
  else
    write_note (self, self->id);
}

/* The focus is NULL while it moves. */
static void
focus_changed_cb (TroupeNoteEditor *self)
{
  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  if (gtk_root_get_focus (self->root) != NULL && !has_focus (self))
    troupe_note_editor_end (self);
}

static void
document_changed_cb (TroupeNoteEditor *self)
{
  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  if (self->id != NULL &&
      troupe_document_get_note_text (troupe_drawing_get_document (self->drawing), self->id) == NULL)
    troupe_note_editor_end (self);
}

static gboolean
key_cb (TroupeNoteEditor *self, guint keyval, guint keycode, GdkModifierType modifiers)
{
  const guint lower = gdk_keyval_to_lower (keyval);
  const GdkModifierType held = modifiers & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  g_assert (TROUPE_IS_NOTE_EDITOR (self));

  if (keyval == GDK_KEY_Escape)
    {
      troupe_note_editor_end (self);
      return TRUE;
    }

  /* The view takes the keys of undo only while it has a step. They must not undo the document. */
  return (held == GDK_CONTROL_MASK && (lower == GDK_KEY_z || lower == GDK_KEY_y)) ||
         (held == (GDK_CONTROL_MASK | GDK_SHIFT_MASK) && lower == GDK_KEY_z);
}

gboolean
troupe_note_editor_edit (TroupeNoteEditor *self, const char *id, gboolean is_new)
{
  g_autofree char *wanted = g_strdup (id);
  g_autofree char *field = NULL;
  const char *text;
  const char *typed;

  g_return_val_if_fail (TROUPE_IS_NOTE_EDITOR (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  troupe_note_editor_end (self);
  text = troupe_document_get_note_text (troupe_drawing_get_document (self->drawing), wanted);
  self->root = gtk_widget_get_root (GTK_WIDGET (self));
  if (text == NULL || self->root == NULL)
    return FALSE;

  /* A text that was being typed when the program was killed. */
  field = make_field (wanted);
  typed = troupe_document_find_typed (get_document (self), field);
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_set_text (self->buffer, typed != NULL ? typed : text, -1);
  gtk_text_buffer_end_irreversible_action (self->buffer);
  self->id = g_steal_pointer (&wanted);
  self->added = is_new ? json_node_ref (troupe_document_get_root (get_document (self))) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_widget_grab_focus (self->view);
  self->focus_handler =
      g_signal_connect_object (self->root, "notify::focus-widget", G_CALLBACK (focus_changed_cb),
                               self, G_CONNECT_SWAPPED);

  return TRUE;
}

/* --- Widget ----------------------------------------------------------------------------------- */

/* Only the sheet is above the canvas for the pointer. */
static gboolean
troupe_note_editor_contains (GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
troupe_note_editor_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = *natural = 0;
}

/* Returns the offset that keeps a length inside of the canvas and is closest to @offset. */
static double
keep_inside (double offset, double length, double available)
{
  return MAX (MIN (offset, available - EDGE - length), EDGE);
}

/* Covers the note with the sheet. The sheet is laid out in canvas pixels and scaled, so that lines break
 * where they break in the note. */
static void
troupe_note_editor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeNoteEditor *self = TROUPE_NOTE_EDITOR (widget);
  TroupeCanvas *canvas = troupe_drawing_get_canvas (self->drawing);
  const double unit = troupe_canvas_get_scale (canvas) / troupe_canvas_get_zoom (canvas);
  const double scale = MAX (troupe_canvas_get_scale (canvas), READABLE_SCALE * unit);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  graphene_point_t corner;
  GskTransform *transform;
  int minimum, natural, sheet_width, sheet_height;

  if (self->id != NULL)
    troupe_canvas_get_bounds (canvas, self->id, &bounds);
  corner = troupe_canvas_to_widget (canvas, (double) bounds.origin.x, (double) bounds.origin.y);

  gtk_widget_measure (self->sheet, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  sheet_width = (int) MIN (round ((double) bounds.size.width), floor ((width - 2 * EDGE) / scale));
  sheet_width = MAX (sheet_width, minimum);
  gtk_widget_measure (self->sheet, GTK_ORIENTATION_VERTICAL, sheet_width, &minimum, &natural, NULL,
                      NULL);
  sheet_height = (int) MIN (MAX (round ((double) bounds.size.height), natural),
                            floor ((height - 2 * EDGE) / scale));
  sheet_height = MAX (sheet_height, minimum);

  corner.x = (float) keep_inside ((double) corner.x, sheet_width * scale, width);
  corner.y = (float) keep_inside ((double) corner.y, sheet_height * scale, height);
  transform =
      gsk_transform_scale (gsk_transform_translate (NULL, &corner), (float) scale, (float) scale);
  gtk_widget_allocate (self->sheet, sheet_width, sheet_height, -1, transform);
}

static void
troupe_note_editor_dispose (GObject *object)
{
  TroupeNoteEditor *self = TROUPE_NOTE_EDITOR (object);

  if (self->root != NULL && self->focus_handler != 0)
    g_clear_signal_handler (&self->focus_handler, self->root);
  self->root = NULL;
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->added, json_node_unref);
  g_clear_pointer (&self->sheet, gtk_widget_unparent);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_note_editor_parent_class)->dispose (object);
}

static void
troupe_note_editor_class_init (TroupeNoteEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_note_editor_dispose;
  widget_class->contains = troupe_note_editor_contains;
  widget_class->measure = troupe_note_editor_measure;
  widget_class->size_allocate = troupe_note_editor_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "note-editor");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_note_editor_init (TroupeNoteEditor *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *label = gtk_label_new (_ ("Note"));
  GtkWidget *view;
  GtkTextView *text;

  g_assert (TROUPE_IS_NOTE_EDITOR (self));
  g_assert (self != NULL);

  /* Shows what to type while the view is empty. A text view has no placeholder of its own. */
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_halign (label, GTK_ALIGN_START);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_margin_start (label, 13);
  gtk_widget_set_margin_top (label, 10);
  gtk_widget_set_can_target (label, FALSE);
  self->placeholder = label;
  view = gtk_text_view_new ();
  text = GTK_TEXT_VIEW (view);
  self->buffer = gtk_text_view_get_buffer (text);
  self->title = gtk_text_buffer_create_tag (self->buffer, NULL, "weight", PANGO_WEIGHT_BOLD,
                                            "scale", 13.5 / 12.5, "pixels-below-lines", 5, NULL);
  gtk_text_view_set_wrap_mode (text, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (text, FALSE);
  gtk_text_view_set_left_margin (text, 13);
  gtk_text_view_set_right_margin (text, 13);
  gtk_text_view_set_top_margin (text, 10);
  gtk_text_view_set_bottom_margin (text, 8);
  gtk_text_view_set_pixels_inside_wrap (text, 2);
  gtk_text_view_set_pixels_below_lines (text, 2);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Note text"), -1);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->view = view;
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  self->sheet = gtk_overlay_new ();
  gtk_widget_add_css_class (self->sheet, "note-text");
  gtk_widget_set_overflow (self->sheet, GTK_OVERFLOW_HIDDEN);
  gtk_overlay_set_child (GTK_OVERLAY (self->sheet), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->sheet), self->placeholder);
  gtk_widget_set_parent (self->sheet, GTK_WIDGET (self));

  /* In the bubble phase, because an input method needs Escape first. */
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  troupe_typed_text_set_commit (GTK_WIDGET (self), commit);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
troupe_note_editor_new (TroupeDrawing *drawing)
{
  TroupeNoteEditor *self;

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);

  self = g_object_new (TROUPE_TYPE_NOTE_EDITOR, NULL);
  self->drawing = g_object_ref (drawing);
  g_signal_connect_object (troupe_drawing_get_canvas (drawing), "view-changed",
                           G_CALLBACK (gtk_widget_queue_allocate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_drawing_get_document (drawing), "changed",
                           G_CALLBACK (document_changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
