/* test-hands-notes.c: notes are edited in their place on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-note-editor.h"
#include "troupe-scene-notes.h"

static const char flow[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 120], \"second\": [340, 120]}, "
    "\"notes\": [{\"id\": \"ask\", \"text\": \"Ask Dana\", \"x\": 80, \"y\": 320, \"width\": 220, "
    "\"height\": 90}]}}";

typedef struct
{
  char *path;
  int width;
  TroupeWindow *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
  TroupeFlowDocument *document;
} Page;

static gboolean
has_width (gpointer user_data)
{
  Page *page = user_data;

  return abs (gtk_widget_get_width (GTK_WIDGET (page->window)) - page->width) < 100 &&
         troupe_editor_frame_is_inspector_over (troupe_editor_get_frame (page->editor)) ==
             (page->width < 900);
}

static void
open_flow (Page *page, const char *name, int width)
{
  page->path = write_file (name, flow);
  page->width = width;
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  g_settings_set_int (get_settings (), "window-width", 1300);
  g_settings_set_int (get_settings (), "window-height", 760);
  page->window = open_still_window (page->path);
  hands_wait_frame (GTK_WIDGET (page->window));
  gtk_window_set_default_size (GTK_WINDOW (page->window), width, 760);
  page->editor = get_editor (troupe_window_get_page (page->window));
  wait_until (has_width, page);
  page->canvas = troupe_editor_frame_get_canvas (troupe_editor_get_frame (page->editor));
  page->document = get_document (page->window);
  hands_wait_frame (GTK_WIDGET (page->canvas));
  troupe_canvas_fit_all (page->canvas, FALSE);
  hands_wait_frame (GTK_WIDGET (page->canvas));
}

static void
close_flow (Page *page)
{
  close_window (page->window);
  g_clear_pointer (&page->path, g_free);
}

/* --- What is edited --------------------------------------------------------------------------- */

/* Returns the view in which the text of a note is edited. (nullable) */
static GtkWidget *
find_view (Page *page)
{
  GtkWidget *editor = hands_find_type (GTK_WIDGET (page->editor), TROUPE_TYPE_NOTE_EDITOR);

  return editor != NULL ? hands_find_type (editor, GTK_TYPE_TEXT_VIEW) : NULL;
}

static gboolean
is_edited (gpointer user_data)
{
  Page *page = user_data;
  GtkWidget *view = find_view (page);

  return view != NULL && gtk_window_get_focus (GTK_WINDOW (page->window)) == view;
}

static gboolean
is_ended (gpointer user_data)
{
  return find_view (user_data) == NULL;
}

static char *
dup_typed (Page *page)
{
  char *text;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_view (page))), "text", &text, NULL);
  return text;
}

static void
assert_typed (Page *page, const char *expected)
{
  g_autofree char *text = NULL;

  hands_settle ();
  text = dup_typed (page);
  g_assert_cmpstr (text, ==, expected);
}

static guint
count_notes (Page *page)
{
  return troupe_canvas_scene_get_n_notes (troupe_canvas_get_scene (page->canvas));
}

/* Gets the bounds of a note or card in pixels of the canvas widget. */
static graphene_rect_t
get_place (Page *page, const char *id)
{
  graphene_rect_t bounds;
  graphene_point_t start, end;

  hands_wait_view (page->canvas);
  g_assert_true (troupe_canvas_get_bounds (page->canvas, id, &bounds));
  start =
      troupe_canvas_to_widget (page->canvas, (double) bounds.origin.x, (double) bounds.origin.y);
  end = troupe_canvas_to_widget (page->canvas, (double) (bounds.origin.x + bounds.size.width),
                                 (double) (bounds.origin.y + bounds.size.height));
  return GRAPHENE_RECT_INIT (start.x, start.y, end.x - start.x, end.y - start.y);
}

/* Gets the bounds of the edited text in pixels of the canvas widget. */
static graphene_rect_t
get_edited_place (Page *page)
{
  graphene_rect_t bounds;

  hands_wait_frame (GTK_WIDGET (page->canvas));
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_parent (find_view (page)),
                                            GTK_WIDGET (page->canvas), &bounds));
  return bounds;
}

static void
assert_covers_note (Page *page, const char *id)
{
  const graphene_rect_t edited = get_edited_place (page);
  const graphene_rect_t note = get_place (page, id);
  const double scale = troupe_canvas_get_scale (page->canvas);

  g_test_message ("edited %g,%g %g×%g note %g,%g %g×%g", (double) edited.origin.x,
                  (double) edited.origin.y, (double) edited.size.width, (double) edited.size.height,
                  (double) note.origin.x, (double) note.origin.y, (double) note.size.width,
                  (double) note.size.height);
  g_assert_cmpfloat (fabs ((double) (edited.origin.x - note.origin.x)), <, 2 * scale);
  g_assert_cmpfloat (fabs ((double) (edited.origin.y - note.origin.y)), <, 2 * scale);
  g_assert_cmpfloat (fabs ((double) (edited.size.width - note.size.width)), <, 4 * scale);
  g_assert_cmpfloat (fabs ((double) (edited.size.height - note.size.height)), <, 4 * scale);
}

static void
double_click_note (Page *page, const char *id)
{
  const graphene_rect_t place = get_place (page, id);
  const double x = (double) (place.origin.x + place.size.width / 2);
  const double y = (double) (place.origin.y + place.size.height / 2);

  hands_double_click (GTK_WIDGET (page->canvas), x, y);
  wait_until (is_edited, page);
}

static void
add_note (Page *page)
{
  gtk_widget_grab_focus (GTK_WIDGET (page->canvas));
  hands_key (GDK_KEY_N, GDK_SHIFT_MASK);
  wait_until (is_edited, page);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static gboolean
has_old_text (gpointer user_data)
{
  Page *page = user_data;

  return g_strcmp0 (troupe_document_get_note_text (page->document, "ask"), "Ask Dana") == 0;
}

/* A double click opens the text in the note, which it covers at each zoom and wherever the view is moved.
 * Escape writes it as one step. */
static void
test_double_click (void)
{
  Page page = { NULL };

  open_flow (&page, "click.json", 1300);
  double_click_note (&page, "ask");
  assert_covers_note (&page, "ask");
  troupe_canvas_set_zoom (page.canvas, 2, FALSE);
  troupe_canvas_set_origin (page.canvas, 20, 260);
  assert_covers_note (&page, "ask");
  troupe_canvas_pan (page.canvas, -60, 30);
  assert_covers_note (&page, "ask");
  hands_type (" about it");
  assert_typed (&page, "Ask Dana about it");
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_ended, &page);
  g_assert_cmpstr (troupe_document_get_note_text (page.document, "ask"), ==, "Ask Dana about it");
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (page.canvas)));

  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (has_old_text, &page);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (page.document)));
  close_flow (&page);
}

/* Enter opens the text, and a click on another item ends and writes it. */
static void
test_enter (void)
{
  Page page = { NULL };
  graphene_rect_t card;

  open_flow (&page, "enter.json", 1300);
  troupe_canvas_select_only (page.canvas, "ask");
  gtk_widget_grab_focus (GTK_WIDGET (page.canvas));
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_edited, &page);
  hands_key (GDK_KEY_Return, 0);
  hands_type ("today");
  assert_typed (&page, "Ask Dana\ntoday");
  card = get_place (&page, "first");
  hands_click (GTK_WIDGET (page.canvas), (double) card.origin.x + 60, (double) card.origin.y + 30);
  wait_until (is_ended, &page);
  g_assert_cmpstr (troupe_document_get_note_text (page.document, "ask"), ==, "Ask Dana\ntoday");
  g_assert_true (troupe_canvas_is_selected (page.canvas, "first"));
  close_flow (&page);
}

/* F2 edits the selected note, and renames nothing if a wire is selected, whichever card had the focus before. */
static void
test_rename (void)
{
  Page page = { NULL };
  g_autofree const char **selected = NULL;
  graphene_rect_t card;

  open_flow (&page, "rename.json", 1300);
  card = get_place (&page, "first");
  hands_click (GTK_WIDGET (page.canvas), (double) card.origin.x + 60, (double) card.origin.y + 30);
  g_assert_true (troupe_canvas_is_selected (page.canvas, "first"));
  card = get_place (&page, "ask");
  hands_click (GTK_WIDGET (page.canvas), (double) card.origin.x + 60, (double) card.origin.y + 30);
  g_assert_true (troupe_canvas_is_selected (page.canvas, "ask"));
  hands_key (GDK_KEY_F2, 0);
  wait_until (is_edited, &page);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_ended, &page);

  hands_key (GDK_KEY_w, 0);
  selected = troupe_canvas_list_selected (page.canvas);
  g_assert_false (troupe_canvas_is_selected (page.canvas, "ask"));
  g_assert_nonnull (selected[0]);
  hands_key (GDK_KEY_F2, 0);
  g_assert_true (troupe_canvas_is_selected (page.canvas, selected[0]));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (page.canvas)));
  close_flow (&page);
}

/* A new note in which nothing was typed is removed and leaves nothing to undo or redo. What could be
 * redone before can still be redone. */
static void
test_unused (void)
{
  Page page = { NULL };
  gboolean can_undo = TRUE;
  gboolean can_redo = TRUE;
  g_autofree char *redo_label = NULL;

  open_flow (&page, "unused.json", 1300);
  for (guint i = 0; i < 3; i++)
    {
      add_note (&page);
      g_assert_cmpuint (count_notes (&page), ==, 2);
      if (i == 0)
        hands_key (GDK_KEY_Escape, 0);
      else if (i == 1)
        hands_click (GTK_WIDGET (page.canvas), 12, 300);
      else
        {
          hands_type ("no");
          hands_key (GDK_KEY_BackSpace, 0);
          hands_key (GDK_KEY_BackSpace, 0);
          hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
        }
      wait_until (is_ended, &page);
      g_assert_cmpuint (count_notes (&page), ==, 1);
      wait_until (is_saved, page.window);
      g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (page.document)));
      g_object_get (page.document, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
      g_assert_false (can_undo);
      g_assert_false (can_redo);
    }
  troupe_document_remove_note (TROUPE_DOCUMENT (page.document), "ask");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (page.document)));
  add_note (&page);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_ended, &page);
  g_assert_cmpuint (count_notes (&page), ==, 1);
  g_object_get (page.document, "redo-label", &redo_label, NULL);
  g_assert_cmpstr (redo_label, ==, "Delete Note");
  close_flow (&page);
}

/* Ctrl+Z undoes what was typed, and never the document below it. Keys of the canvas are text. */
static void
test_keys (void)
{
  Page page = { NULL };
  g_autofree char *typed = NULL;

  open_flow (&page, "keys.json", 1300);
  add_note (&page);
  hands_type ("a1cnxh?/ ");
  assert_typed (&page, "a1cnxh?/ ");
  for (guint i = 0; i < 4; i++)
    hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  assert_typed (&page, "");
  g_assert_cmpuint (count_notes (&page), ==, 2);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  hands_settle ();
  typed = dup_typed (&page);
  g_assert_cmpstr (typed, !=, "");
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_Delete, 0);
  hands_key (GDK_KEY_Delete, 0);
  hands_type ("kept");
  hands_key (GDK_KEY_Home, GDK_CONTROL_MASK);
  hands_type ("is ");
  assert_typed (&page, "is kept");
  g_assert_cmpuint (count_notes (&page), ==, 2);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_ended, &page);
  g_assert_cmpuint (count_notes (&page), ==, 2);
  g_assert_cmpuint (troupe_flow_get_n_methods (troupe_flow_document_get_flow (page.document)), ==,
                    2);
  close_flow (&page);
}

/* Escape belongs to the input method while it composes a character. */
static void
test_composing (void)
{
  Page page = { NULL };

  open_flow (&page, "composing.json", 1300);
  double_click_note (&page, "ask");
  hands_key (GDK_KEY_U, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  hands_type ("e9");
  hands_key (GDK_KEY_Escape, 0);
  hands_settle ();
  g_assert_true (is_edited (&page));
  assert_typed (&page, "Ask Dana");
  hands_key (GDK_KEY_U, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  hands_type ("e9 ");
  assert_typed (&page, "Ask Dana\303\251");
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_ended, &page);
  close_flow (&page);
}

/* With a small window and large text, all of the text is inside of the canvas, and it can be read even if
 * the note is tiny. It grows with its lines. */
static void
test_narrow (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  Page page = { NULL };
  graphene_rect_t edited;
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  open_flow (&page, "narrow.json", 360);
  for (guint i = 0; i < 2; i++)
    {
      float height;

      troupe_canvas_set_zoom (page.canvas, i == 0 ? 0.2 : 1, FALSE);
      troupe_canvas_set_origin (page.canvas, 0, i == 0 ? 0 : 200);
      troupe_canvas_select_only (page.canvas, "ask");
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page.editor), "flow.edit", NULL));
      wait_until (is_edited, &page);
      edited = get_edited_place (&page);
      height = edited.size.height;
      hands_key (GDK_KEY_End, GDK_CONTROL_MASK);
      for (guint line = 0; line < 8; line++)
        {
          hands_key (GDK_KEY_Return, 0);
          hands_type ("line");
        }
      edited = get_edited_place (&page);
      g_assert_cmpfloat ((double) edited.size.height, >, (double) height);
      g_assert_cmpfloat ((double) edited.size.width, >=, 200);
      g_assert_cmpfloat ((double) edited.origin.x, >=, 0);
      g_assert_cmpfloat ((double) edited.origin.y, >=, 0);
      g_assert_cmpfloat ((double) (edited.origin.x + edited.size.width), <=,
                         gtk_widget_get_width (GTK_WIDGET (page.canvas)));
      g_assert_cmpfloat ((double) (edited.origin.y + edited.size.height), <=,
                         gtk_widget_get_height (GTK_WIDGET (page.canvas)));
      hands_key (GDK_KEY_Escape, 0);
      wait_until (is_ended, &page);
      hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
      hands_settle ();
    }
  close_flow (&page);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

int
main (int argc, char *argv[])
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/notes/double-click", test_double_click);
  g_test_add_func ("/hands/notes/enter", test_enter);
  g_test_add_func ("/hands/notes/rename", test_rename);
  g_test_add_func ("/hands/notes/unused", test_unused);
  g_test_add_func ("/hands/notes/keys", test_keys);
  g_test_add_func ("/hands/notes/composing", test_composing);
  g_test_add_func ("/hands/notes/narrow", test_narrow);
  return window_test_run ();
}
