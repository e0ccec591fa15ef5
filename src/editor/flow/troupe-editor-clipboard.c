/* troupe-editor-clipboard.c: cut, copy, paste and duplicate of methods, notes and groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-clipboard"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-editor-clipboard.h"
#include "troupe-editor-delete.h"
#include "troupe-editor-groups.h"
#include "troupe-editor-places.h"
#include "troupe-scene-notes.h"

#define NOTE_WIDTH_MIN 160.0
#define NOTE_WIDTH_MAX 320.0
#define NOTE_HEIGHT_MIN 64.0
#define NOTE_HEIGHT_MAX 640.0
#define MIME_GRAPH "application/x-troupe-graph+json"

static const char *const accepted[] = { MIME_GRAPH, "text/plain;charset=utf-8", "text/plain",
                                        NULL };

struct _TroupeEditorClipboard
{
  GObject parent_instance;

  /* NULL after the page was disposed, while a paste may still be pending. */
  TroupeDrawing *drawing;
  TroupeFlowDocument *document;
  TroupeCanvas *canvas;
  TroupeEditorView *view;
};

G_DEFINE_FINAL_TYPE (TroupeEditorClipboard, troupe_editor_clipboard, G_TYPE_OBJECT)

/* Returns the selected methods and the methods of selected groups. (transfer full),
 * NULL-terminated. */
static char **
list_copied (TroupeEditorClipboard *self)
{
  g_auto (GStrv) names = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_auto (GStrv) grouped =
      troupe_editor_groups_list_methods (self->drawing, (const char *const *) groups);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  g_strv_builder_addv (builder, (const char **) names);
  for (guint i = 0; grouped[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) names, grouped[i]))
      g_strv_builder_add (builder, grouped[i]);

  return g_strv_builder_end (builder);
}

/* Serializes what is copied. @plain: (out) (optional): the text for other programs: that of the
 * notes if nothing else is copied, or the same text. (transfer full) (nullable) */
static char *
make_text (TroupeEditorClipboard *self, char **plain)
{
  g_auto (GStrv) names = list_copied (self);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  if (names[0] == NULL && notes[0] == NULL && groups[0] == NULL)
    return NULL;
  text = troupe_flow_document_copy (self->document, (const char *const *) names,
                                    (const char *const *) notes, (const char *const *) groups);
  if (plain != NULL && names[0] == NULL && groups[0] == NULL)
    {
      g_autoptr (GString) texts = g_string_new (NULL);

      for (guint i = 0; notes[i] != NULL; i++)
        g_string_append_printf (texts, "%s%s", i > 0 ? "\n\n" : "",
                                troupe_document_get_note_text (self->document, notes[i]));
      *plain = g_strdup (texts->str);
    }
  else if (plain != NULL)
    {
      *plain = g_strdup (text);
    }
  return g_steal_pointer (&text);
}

gboolean
troupe_editor_clipboard_copy (TroupeEditorClipboard *self)
{
  g_autoptr (GdkContentProvider) both = NULL;
  g_autoptr (GBytes) bytes = NULL;
  GdkContentProvider *providers[2];
  g_autofree char *text = NULL;
  g_autofree char *plain = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CLIPBOARD (self), FALSE);

  text = make_text (self, &plain);
  if (text == NULL)
    return FALSE;

  troupe_document_note_copied (TROUPE_DOCUMENT (self->document), text);
  troupe_document_note_copied (TROUPE_DOCUMENT (self->document), plain);
  bytes = g_bytes_new (text, strlen (text));
  providers[0] = gdk_content_provider_new_for_bytes (MIME_GRAPH, bytes);
  providers[1] = gdk_content_provider_new_typed (G_TYPE_STRING, plain);
  both = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));

  return gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self->canvas)), both);
}

void
troupe_editor_clipboard_cut (TroupeEditorClipboard *self)
{
  g_auto (GStrv) names = NULL;
  g_auto (GStrv) notes = NULL;
  g_auto (GStrv) groups = NULL;
  g_autoptr (GStrvBuilder) cut = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_CLIPBOARD (self));

  if (!troupe_editor_clipboard_copy (self))
    return;
  names = list_copied (self);
  notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_strv_builder_addv (cut, (const char **) names);
  g_strv_builder_addv (cut, (const char **) notes);
  g_strv_builder_addv (cut, (const char **) groups);
  ids = g_strv_builder_end (cut);
  /* Wires and gates of other cards are selected, too, but were not copied. */
  troupe_canvas_set_selection (self->canvas, (const char *const *) ids);
  troupe_editor_delete_selected (self->drawing, FALSE);
}

/* Reports why the clipboard could not be read. Content in an unsupported format, and content that
 * was withdrawn by the application that offered it, count as an empty clipboard. */
static void
report_unread (TroupeEditorClipboard *self, const GError *error)
{
  TroupeEditorContext *context;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  /* The page was closed in the meantime. */
  if (self->drawing == NULL)
    return;
  context = troupe_drawing_get_context (self->drawing);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    troupe_editor_context_say (context, _ ("There is nothing to paste."));
  else
    troupe_editor_context_report (context, error);
}

/* Adds a note with a size that suits its text, within limits. */
static void
paste_note (TroupeEditorClipboard *self, const char *text, double x, double y)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  glong letters = g_utf8_strlen (plain, -1);
  double width = CLAMP (8.0 * (double) letters, NOTE_WIDTH_MIN, NOTE_WIDTH_MAX);
  double lines = 1;
  double height;
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  if (*plain == '\0')
    {
      troupe_editor_context_say (troupe_drawing_get_context (self->drawing),
                                 _ ("There is nothing to paste."));
      return;
    }

  for (const char *at = plain; *at != '\0'; at++)
    lines += *at == '\n' ? 1 : 0;
  lines += 7.0 * (double) letters / width;
  height = CLAMP (24 + 18 * lines, NOTE_HEIGHT_MIN, NOTE_HEIGHT_MAX);
  width = troupe_canvas_snap (width);
  height = troupe_canvas_snap (height);
  troupe_editor_places_find_free_area (self->drawing, width, height, &x, &y);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), _ ("Paste"));
  id = troupe_document_add_note (TROUPE_DOCUMENT (self->document), plain, x, y);
  if (id != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, plain, x, y, width, height);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  if (id != NULL)
    {
      const char *const ids[] = { id, NULL };

      troupe_canvas_set_selection (self->canvas, ids);
      troupe_editor_view_reveal (self->view, id, TRUE);
    }
}

/* Returns TRUE if the text looks like JSON, even if it is not valid. */
static gboolean
is_data (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return *text == '{' || *text == '[';
}

/* Selects what was pasted, and scrolls as little as possible to show all of it. If it does not
 * fit, the first method is shown. */
static void
show_pasted (TroupeEditorClipboard *self, const TroupeFlowPasted *pasted)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  g_strv_builder_addv (builder, (const char **) pasted->methods);
  g_strv_builder_addv (builder, (const char **) pasted->notes);
  if (pasted->methods[0] == NULL)
    g_strv_builder_addv (builder, (const char **) pasted->groups);
  ids = g_strv_builder_end (builder);
  troupe_canvas_set_selection (self->canvas, (const char *const *) ids);
  /* The arrow keys continue from the pasted items. */
  if (pasted->methods[0] != NULL)
    troupe_canvas_set_focus_id (self->canvas, pasted->methods[0]);
  for (guint i = g_strv_length (ids); i-- > 0;)
    troupe_editor_view_reveal (self->view, ids[i], FALSE);
}

static void
insert_text (TroupeEditorClipboard *self, const char *text, double x, double y, gboolean keep_wires)
{
  g_autoptr (GError) error = NULL;
  g_auto (TroupeFlowPasted) pasted = { NULL };
  g_autofree char *methods = troupe_flow_methods_from_text (text);
  gboolean was_own;
  const char *items;
  gboolean done;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  if (methods == NULL && !is_data (text))
    {
      paste_note (self, text, x, y);
      return;
    }

  /* First, so that a draft never contains foreign methods as the user's own. Invalid methods are
   * rejected by the document, which reports the reason. */
  was_own = troupe_document_is_own (TROUPE_DOCUMENT (self->document));
  troupe_document_note_pasted (TROUPE_DOCUMENT (self->document), text);
  /* Pastes methods, notes, groups and their positions as one undo step. */
  items = methods != NULL ? methods : text;
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), _ ("Paste"));
  done = troupe_flow_document_paste (self->document, items, x, y, keep_wires, &pasted, &error);
  if (done)
    troupe_editor_places_move_pasted (self->drawing, &pasted, x, y, _ ("Paste"));
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  if (!done)
    {
      troupe_document_set_own (TROUPE_DOCUMENT (self->document), was_own);
      troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
      return;
    }
  show_pasted (self, &pasted);
  if (pasted.notice != NULL)
    troupe_editor_context_say (troupe_drawing_get_context (self->drawing), pasted.notice);
}

/* Gets the pointer position if it is over the canvas, otherwise the center of the visible part. */
static void
find_paste_place (TroupeEditorClipboard *self, double *x, double *y)
{
  graphene_rect_t view;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  if (troupe_canvas_get_pointer (self->canvas, x, y))
    return;

  troupe_editor_view_get_free (self->view, &view);
  *x = (double) (view.origin.x + view.size.width / 2) - 80;
  *y = (double) (view.origin.y + view.size.height / 2) - 26;
}

/* A pending paste. */
typedef struct
{
  TroupeEditorClipboard *clipboard;
  gboolean keep_wires;
  gboolean has_place;
  graphene_point_t place;
  GOutputStream *memory;
} Paste;

static void
paste_free (Paste *paste)
{
  g_object_unref (paste->clipboard);
  g_clear_object (&paste->memory);
  g_free (paste);
}

static void
spliced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Paste *paste = user_data;
  g_autoptr (GError) error = NULL;
  gssize size = g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error);
  double x = 0;
  double y = 0;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (paste->clipboard->drawing == NULL)
    {
      /* The page was closed in the meantime. */
    }
  else if (size < 0)
    {
      report_unread (paste->clipboard, error);
    }
  else if (size > (gssize) TROUPE_LIMIT_DOCUMENT)
    {
      troupe_editor_context_say (troupe_drawing_get_context (paste->clipboard->drawing),
                                 _ ("The copied content is too large for a flow."));
    }
  else
    {
      const char *data = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (source));
      /* The data is NULL if the stream is empty. */
      g_autofree char *text = g_strndup (data != NULL ? data : "", (gsize) size);

      if (paste->has_place)
        {
          x = (double) paste->place.x;
          y = (double) paste->place.y;
        }
      else
        {
          find_paste_place (paste->clipboard, &x, &y);
        }
      insert_text (paste->clipboard, text, x, y, paste->keep_wires);
    }
  paste_free (paste);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Paste *paste = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (stream == NULL)
    {
      report_unread (paste->clipboard, error);
      paste_free (paste);
      return;
    }

  /* Source and target may use the same main loop, so this must not block. */
  paste->memory = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (paste->memory, stream,
                                G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE |
                                    G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                G_PRIORITY_DEFAULT, NULL, spliced_cb, paste);
}

void
troupe_editor_clipboard_paste (TroupeEditorClipboard *self,
                               gboolean keep_wires,
                               const graphene_point_t *place)
{
  Paste *paste;

  g_return_if_fail (TROUPE_IS_EDITOR_CLIPBOARD (self));

  paste = g_new0 (Paste, 1);
  paste->clipboard = g_object_ref (self);
  paste->keep_wires = keep_wires;
  paste->has_place = place != NULL;
  if (place != NULL)
    paste->place = *place;
  gdk_clipboard_read_async (gtk_widget_get_clipboard (GTK_WIDGET (self->canvas)),
                            (const char **) accepted, G_PRIORITY_DEFAULT, NULL, read_cb, paste);
}

static void
include_corners (TroupeEditorClipboard *self, char **ids, double *x, double *y)
{
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_EDITOR_CLIPBOARD (self));

  for (guint i = 0; ids[i] != NULL; i++)
    if (troupe_canvas_get_bounds (self->canvas, ids[i], &bounds))
      {
        *x = MIN (*x, (double) bounds.origin.x);
        *y = MIN (*y, (double) bounds.origin.y);
      }
}

void
troupe_editor_clipboard_duplicate (TroupeEditorClipboard *self)
{
  g_auto (GStrv) names = list_copied (self);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_autofree char *text = NULL;
  double x = G_MAXDOUBLE;
  double y = G_MAXDOUBLE;

  g_return_if_fail (TROUPE_IS_EDITOR_CLIPBOARD (self));

  text = make_text (self, NULL);
  if (text == NULL)
    return;

  include_corners (self, names, &x, &y);
  include_corners (self, notes, &x, &y);
  if (names[0] == NULL)
    include_corners (self, groups, &x, &y);
  if (x == G_MAXDOUBLE)
    troupe_editor_places_find_room (self->drawing, self->view, names[0], &x, &y);
  troupe_document_note_copied (TROUPE_DOCUMENT (self->document), text);
  insert_text (self, text, x + 32, y + 32, TRUE);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_clipboard_dispose (GObject *object)
{
  TroupeEditorClipboard *self = TROUPE_EDITOR_CLIPBOARD (object);

  g_clear_object (&self->view);
  g_clear_object (&self->document);
  g_clear_object (&self->canvas);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_editor_clipboard_parent_class)->dispose (object);
}

static void
troupe_editor_clipboard_class_init (TroupeEditorClipboardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_editor_clipboard_dispose;
}

static void
troupe_editor_clipboard_init (TroupeEditorClipboard *self)
{
}

TroupeEditorClipboard *
troupe_editor_clipboard_new (TroupeDrawing *drawing, TroupeEditorView *view)
{
  TroupeEditorClipboard *self;

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_VIEW (view), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_CLIPBOARD, NULL);
  self->drawing = g_object_ref (drawing);
  self->canvas = g_object_ref (troupe_drawing_get_canvas (drawing));
  self->document = g_object_ref (troupe_drawing_get_document (drawing));
  self->view = g_object_ref (view);

  return self;
}
