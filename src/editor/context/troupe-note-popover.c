/* troupe-note-popover.c: popover that edits the text of a note
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-note-popover"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-note-popover.h"
#include "troupe-scene-notes.h"
#include "troupe-scroll-end.h"
#include "troupe-typed-text.h"

struct _TroupeNotePopover
{
  GtkPopover parent_instance;

  TroupeDrawing *drawing;
  GtkTextBuffer *buffer;
  GtkWidget *placeholder;
  char *id; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeNotePopover, troupe_note_popover, GTK_TYPE_POPOVER)

gboolean
troupe_note_popover_set_note (TroupeNotePopover *self, const char *id)
{
  const char *text;

  g_return_val_if_fail (TROUPE_IS_NOTE_POPOVER (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  text = troupe_document_get_note_text (troupe_drawing_get_document (self->drawing), id);
  if (text == NULL)
    return FALSE;

  g_clear_pointer (&self->id, g_free);
  gtk_text_buffer_set_text (self->buffer, text, -1);
  troupe_set_str (&self->id, id);

  return TRUE;
}

/* @text: (nullable) */
static void
keep_typed (TroupeNotePopover *self, const char *id, const char *text)
{
  g_autofree char *field = g_strconcat ("notes.", id, NULL);

  g_assert (TROUPE_IS_NOTE_POPOVER (self));

  troupe_document_set_typed (TROUPE_DOCUMENT (troupe_drawing_get_document (self->drawing)), field,
                             text);
}

static void
changed_cb (TroupeNotePopover *self)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_NOTE_POPOVER (self));

  gtk_widget_set_visible (self->placeholder, gtk_text_buffer_get_char_count (self->buffer) == 0);
  if (self->id == NULL)
    return;
  g_object_get (self->buffer, "text", &text, NULL);
  keep_typed (self, self->id, text);
}

/* Writes the text into the document if it was changed. */
static void
write_note (TroupeNotePopover *self, const char *id)
{
  TroupeFlowDocument *document;
  const TroupeCanvasNote *note;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_NOTE_POPOVER (self));

  note = troupe_canvas_scene_get_note (troupe_drawing_get_scene (self->drawing), id);
  keep_typed (self, id, NULL);
  if (note == NULL)
    return;

  document = troupe_drawing_get_document (self->drawing);
  g_object_get (self->buffer, "text", &text, NULL);
  if (g_strcmp0 (text, troupe_document_get_note_text (document, id)) != 0)
    troupe_document_set_note (TROUPE_DOCUMENT (document), id, text, note->x, note->y, note->width,
                              note->height);
}

static void
commit (GtkWidget *widget)
{
  TroupeNotePopover *self = TROUPE_NOTE_POPOVER (widget);

  if (self->id != NULL)
    write_note (self, self->id);
}

static void
closed_cb (TroupeNotePopover *self)
{
  g_autofree char *id = g_steal_pointer (&self->id);

  g_assert (TROUPE_IS_NOTE_POPOVER (self));

  if (id != NULL)
    write_note (self, id);
}

static void
troupe_note_popover_dispose (GObject *object)
{
  TroupeNotePopover *self = TROUPE_NOTE_POPOVER (object);

  g_clear_pointer (&self->id, g_free);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_note_popover_parent_class)->dispose (object);
}

static void
troupe_note_popover_class_init (TroupeNotePopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_note_popover_dispose;
}

/* Shows what to type while @view is empty. A text view has no placeholder of its own. (transfer
 * floating) */
static GtkWidget *
make_overlay (TroupeNotePopover *self, GtkWidget *view)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->placeholder = gtk_label_new (_ ("Note"));
  gtk_widget_add_css_class (self->placeholder, "dim-label");
  gtk_widget_set_halign (self->placeholder, GTK_ALIGN_START);
  gtk_widget_set_valign (self->placeholder, GTK_ALIGN_START);
  gtk_widget_set_can_target (self->placeholder, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), view);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->placeholder);

  return overlay;
}

static void
troupe_note_popover_init (TroupeNotePopover *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();

  g_assert (self != NULL);

  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Note text"), -1);
  troupe_scroll_end_with (view);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_size_request (scroller, 300, 140);
  gtk_popover_set_child (GTK_POPOVER (self), make_overlay (self, scroller));
  g_signal_connect_object (self, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  troupe_typed_text_set_commit (GTK_WIDGET (self), commit);
  troupe_typed_text_take_save_key (GTK_WIDGET (self));
}

GtkWidget *
troupe_note_popover_new (TroupeDrawing *drawing)
{
  TroupeNotePopover *self;

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);

  self = g_object_new (TROUPE_TYPE_NOTE_POPOVER, NULL);
  self->drawing = g_object_ref (drawing);

  return GTK_WIDGET (self);
}
