/* test-hands-canvas.c: where the keys go: focus, panes, popovers and the letters of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-canvas-minimap.h"
#include "troupe-chooser.h"
#include "troupe-inspector.h"
#include "troupe-outline.h"
#include "troupe-palette.h"
#include "troupe-rename-popover.h"
#include "troupe-problem-list.h"

static const char flow[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
    "\"alone\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 120], \"second\": [300, 120], \"alone\": [560, "
    "120]}}}";

typedef struct
{
  char *path;
  TroupeWindow *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
} Page;

/* Returns TRUE if the layout of the page is that of the window's width. */
static gboolean
has_width (gpointer user_data)
{
  Page *page = user_data;
  const int width = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (page->window), "test-width"));
  TroupeEditorFrame *frame = troupe_editor_get_frame (page->editor);

  return abs (gtk_widget_get_width (GTK_WIDGET (page->window)) - width) < 100 &&
         troupe_editor_frame_is_inspector_over (frame) == (width < 900) &&
         troupe_editor_frame_is_outline_over (frame) == (width < 600);
}

static void
open_text (Page *page, const char *name, const char *text, int width)
{
  page->path = write_file (name, text);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  /* The window begins wide, whatever the size of the previous one was. */
  g_settings_set_int (get_settings (), "window-width", 1300);
  g_settings_set_int (get_settings (), "window-height", 760);
  page->window = open_still_window (page->path);
  hands_wait_frame (GTK_WIDGET (page->window));
  gtk_window_set_default_size (GTK_WINDOW (page->window), width, 760);
  g_object_set_data (G_OBJECT (page->window), "test-width", GINT_TO_POINTER (width));
  page->editor = get_editor (troupe_window_get_page (page->window));
  wait_until (has_width, page);
  page->canvas = troupe_editor_frame_get_canvas (troupe_editor_get_frame (page->editor));
  hands_wait_frame (GTK_WIDGET (page->canvas));
  troupe_canvas_fit_all (page->canvas, FALSE);
  hands_wait_frame (GTK_WIDGET (page->canvas));
}

static void
open_flow (Page *page, const char *name, int width)
{
  open_text (page, name, flow, width);
}

static void
close_flow (Page *page)
{
  close_window (page->window);
  g_free (page->path);
}

typedef struct
{
  Page *page;
  const char *id;
} Card;

static gboolean
is_only_selected (gpointer user_data)
{
  Card *card = user_data;

  return troupe_canvas_get_n_selected (card->page->canvas) == 1 &&
         troupe_canvas_is_selected (card->page->canvas, card->id);
}

/* Clicks the card where it stands after the next frame: a pane that was shown or hidden before changes
 * the size of the canvas only then, and the view follows it. */
static void
click_card (Page *page, const char *id)
{
  Card card = { page, id };

  hands_click_card (page->canvas, id, 60, 30, HANDS_CLICK);
  wait_until (is_only_selected, &card);
}

static gboolean
has_focus (Page *page, GtkWidget *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (page->window));

  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

typedef struct
{
  Page *page;
  GtkWidget *pane;
} Focus;

static gboolean
has_come (gpointer user_data)
{
  Focus *focus = user_data;

  return has_focus (focus->page, focus->pane);
}

static void
wait_for_focus (Page *page, GtkWidget *pane)
{
  Focus focus = { page, pane };

  g_assert_nonnull (pane);
  wait_until (has_come, &focus);
}

static gboolean
shows_pane (Page *page, const char *property)
{
  gboolean shown;

  g_object_get (troupe_editor_get_frame (page->editor), property, &shown, NULL);
  return shown;
}

typedef struct
{
  Page *page;
  const char *property;
  gboolean shown;
} Shown;

static gboolean
is_as_wanted (gpointer user_data)
{
  Shown *wanted = user_data;

  return shows_pane (wanted->page, wanted->property) == wanted->shown;
}

static void
wait_for_pane (Page *page, const char *property, gboolean shown)
{
  Shown wanted = { page, property, shown };

  wait_until (is_as_wanted, &wanted);
}

static guint
count_methods (Page *page)
{
  return troupe_flow_get_n_methods (troupe_flow_document_get_flow (get_document (page->window)));
}

typedef struct
{
  Page *page;
  guint n;
} Methods;

static gboolean
has_methods (gpointer user_data)
{
  const Methods *methods = user_data;

  return count_methods (methods->page) == methods->n;
}

static void
wait_for_methods (Page *page, guint n)
{
  Methods methods = { page, n };

  wait_until (has_methods, &methods);
}

static char *
dup_text (Page *page)
{
  return troupe_document_to_text (TROUPE_DOCUMENT (get_document (page->window)), NULL);
}

/* --- Focus ------------------------------------------------------------------------------------ */

/* F6 onto the canvas gives the focus to a card that is in view, also if none had it before. */
static void
test_turn (void)
{
  Page page = { NULL };
  g_autofree char *after = NULL;

  open_flow (&page, "turn.json", 1300);
  troupe_canvas_select_none (page.canvas);
  troupe_canvas_set_focus_id (page.canvas, NULL);
  gtk_widget_child_focus (GTK_WIDGET (page.window->header), GTK_DIR_TAB_FORWARD);
  for (guint i = 0; i < 8 && !has_focus (&page, GTK_WIDGET (page.canvas)); i++)
    hands_key (GDK_KEY_F6, 0);
  g_assert_true (has_focus (&page, GTK_WIDGET (page.canvas)));
  g_assert_cmpstr (troupe_canvas_get_focus_id (page.canvas), ==, "first");
  g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (page.window)));
  g_assert_cmpuint (troupe_canvas_get_n_selected (page.canvas), ==, 0);

  /* C connects the card that has the focus, although it is not selected. */
  hands_key (GDK_KEY_c, 0);
  g_assert_nonnull (hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_CHOOSER));
  hands_type ("alo");
  hands_key (GDK_KEY_Return, 0);
  after = dup_text (&page);
  g_assert_nonnull (strstr (after, "\"or\""));
  close_flow (&page);
}

/* Enter on a card opens the inspector and moves the focus into it, and one Escape closes it if it
 * covers the canvas, wherever the focus is. */
static void
test_inspector (gconstpointer data)
{
  const int width = GPOINTER_TO_INT (data);
  const gboolean is_over = width < 900;
  Page page = { NULL };
  g_autofree char *name = g_strdup_printf ("inspector-%d.json", width);

  open_flow (&page, name, width);
  g_object_set (page.window, "show-inspector", FALSE, NULL);
  hands_settle ();
  click_card (&page, "second");
  if (is_over && shows_pane (&page, "inspector-visible"))
    {
      hands_key (GDK_KEY_Escape, 0);
      wait_for_pane (&page, "inspector-visible", FALSE);
    }
  hands_key (GDK_KEY_Return, 0);
  wait_for_pane (&page, "inspector-visible", TRUE);
  wait_for_focus (&page, hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_INSPECTOR));
  hands_key (GDK_KEY_Escape, 0);
  wait_for_pane (&page, "inspector-visible", !is_over);
  g_assert_true (has_focus (&page, GTK_WIDGET (page.canvas)));
  g_assert_cmpstr (troupe_editor_get_selected_method (page.editor), ==, "second");
  /* From the canvas. */
  if (is_over)
    {
      g_object_set (page.window, "show-inspector", TRUE, NULL);
      hands_settle ();
      gtk_widget_grab_focus (GTK_WIDGET (page.canvas));
      hands_key (GDK_KEY_Escape, 0);
      wait_for_pane (&page, "inspector-visible", FALSE);
      g_assert_cmpstr (troupe_editor_get_selected_method (page.editor), ==, "second");
    }
  g_object_set (page.window, "show-inspector", TRUE, NULL);
  close_flow (&page);
}

/* F9 moves the focus into the outline and back to the canvas. Shift+F9 and Ctrl+F9 do the same for
 * the inspector and the panel. */
static void
test_sides (void)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *property;
  } sides[] = {
    { 0, "outline-visible" },
    { GDK_SHIFT_MASK, "inspector-visible" },
    { GDK_CONTROL_MASK, "bottom-open" },
  };
  Page page = { NULL };

  open_flow (&page, "sides.json", 1300);
  g_object_set (page.window, "show-inspector", FALSE, "show-outline", FALSE, NULL);
  hands_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      TroupeEditorFrame *frame = troupe_editor_get_frame (page.editor);
      GtkWidget *const panes[] = { troupe_editor_frame_get_outline (frame),
                                   troupe_editor_frame_get_inspector (frame),
                                   troupe_editor_frame_get_bottom (frame) };

      click_card (&page, "first");
      if (shows_pane (&page, sides[i].property))
        {
          hands_key (GDK_KEY_F9, sides[i].modifiers);
          wait_for_pane (&page, sides[i].property, FALSE);
        }
      hands_key (GDK_KEY_F9, sides[i].modifiers);
      wait_for_pane (&page, sides[i].property, TRUE);
      wait_for_focus (&page, panes[i]);
      hands_key (GDK_KEY_F9, sides[i].modifiers);
      wait_for_pane (&page, sides[i].property, FALSE);
      wait_for_focus (&page, GTK_WIDGET (page.canvas));
      g_assert_cmpstr (troupe_canvas_get_focus_id (page.canvas), ==, "first");
    }
  g_object_set (page.window, "show-inspector", TRUE, NULL);
  close_flow (&page);
}

static gboolean
is_palette_open (gpointer user_data)
{
  GtkWidget *palette =
      hands_find_type (GTK_WIDGET (((Page *) user_data)->window), TROUPE_TYPE_PALETTE);

  return palette != NULL && gtk_widget_get_mapped (palette);
}

/* The list of keys shows I for inserting on a wire, so Shift+I does the same: the letters that follow would
 * otherwise be keys of the canvas, among them X, which deletes the wire. */
static void
test_insert_key (void)
{
  Page page = { NULL };

  open_flow (&page, "insert-key.json", 1300);
  click_card (&page, "first");
  hands_key (GDK_KEY_w, 0);
  hands_settle ();
  hands_key (GDK_KEY_i, GDK_SHIFT_MASK);
  wait_until (is_palette_open, &page);
  hands_key (GDK_KEY_Escape, 0);
  close_flow (&page);
}

typedef struct
{
  TroupeDocument *document;
  guint n_left;
} Mistakes;

/* Returns TRUE if at most that many listeners are misspelled. */
static gboolean
has_fewer (gpointer user_data)
{
  const Mistakes *mistakes = user_data;
  g_autofree char *text = troupe_document_to_text (mistakes->document, NULL);
  g_auto (GStrv) parts = g_strsplit (text, "frist", -1);

  return g_strv_length (parts) - 1 <= mistakes->n_left;
}

/* Returns TRUE if the button of a repair has the focus. */
static gboolean
is_on_repair (gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (((Page *) user_data)->window));

  return GTK_IS_BUTTON (focus) && gtk_widget_get_visible (focus);
}

/* The key of the problems moves the focus into their list. After a repair, it stays in the list, at the problem
 * that takes the place of the repaired one. */
static void
test_problem_keys (void)
{
  static const char text[] =
      "{\"name\": \"F\", \"methods\": {"
      "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
      "\"a\": {\"listen\": \"frist\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
      "\"b\": {\"listen\": \"frist\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
      "\"c\": {\"listen\": \"frist\", \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}}}";
  Page page = { NULL };
  Mistakes mistakes = { NULL, 3 };
  GtkWidget *list;

  open_text (&page, "problem-keys.json", text, 1300);
  mistakes.document = troupe_page_get_document (troupe_window_get_page (page.window));
  click_card (&page, "first");
  hands_key (GDK_KEY_6, GDK_CONTROL_MASK | GDK_ALT_MASK);
  wait_for_pane (&page, "bottom-open", TRUE);
  list = hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_PROBLEM_LIST);
  g_assert_nonnull (list);
  wait_for_focus (&page, list);
  while (mistakes.n_left-- > 0)
    {
      hands_settle ();
      hands_key (GDK_KEY_Tab, 0);
      wait_until (is_on_repair, &page);
      hands_key (GDK_KEY_space, 0);
      wait_until (has_fewer, &mistakes);
      hands_settle ();
      if (mistakes.n_left > 0)
        wait_for_focus (&page, list);
    }
  hands_key (GDK_KEY_6, GDK_CONTROL_MASK | GDK_ALT_MASK);
  close_flow (&page);
}

/* --- Popovers --------------------------------------------------------------------------------- */

static gboolean
is_file_saved (gpointer user_data)
{
  Page *page = user_data;
  g_autofree char *text = NULL;

  return g_file_get_contents (page->path, &text, NULL, NULL) && strstr (text, "308") != NULL;
}

/* Ctrl+S saves while a popover has the focus, and the popover stays open. */
static void
test_save_key (void)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *type;
  } openers[] = {
    { GDK_KEY_c, 0, "TroupeChooser" },
    { GDK_KEY_slash, 0, "TroupePalette" },
    { GDK_KEY_f, GDK_CONTROL_MASK, "TroupeFinder" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      Page page = { NULL };
      g_autofree char *name = g_strdup_printf ("save-key-%u.json", i);

      open_flow (&page, name, 1300);
      click_card (&page, "second");
      hands_key (GDK_KEY_Right, GDK_CONTROL_MASK);
      hands_key (openers[i].key, openers[i].modifiers);
      g_assert_nonnull (
          hands_find_type (GTK_WIDGET (page.editor), g_type_from_name (openers[i].type)));
      hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
      wait_until (is_file_saved, &page);
      g_assert_nonnull (
          hands_find_type (GTK_WIDGET (page.editor), g_type_from_name (openers[i].type)));
      hands_key (GDK_KEY_Escape, 0);
      wait_until (is_saved, page.window);
      close_flow (&page);
    }
}

/* No letter that is typed in a popover or a field reaches the canvas. */
static void
test_letters (void)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz./[]";
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } openers[] = {
    { GDK_KEY_c, 0 },                /* Connect To */
    { GDK_KEY_slash, 0 },            /* palette */
    { GDK_KEY_f, GDK_CONTROL_MASK }, /* Find */
    { GDK_KEY_F2, 0 },               /* Rename */
    { GDK_KEY_k, GDK_CONTROL_MASK }, /* Find Everything */
    { GDK_KEY_Return, 0 },           /* inspector */
  };
  Page page = { NULL };
  g_autofree char *before = NULL;

  open_flow (&page, "letters.json", 1300);
  before = dup_text (&page);
  for (guint i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      g_autofree char *after = NULL;
      double zoom = troupe_canvas_get_zoom (page.canvas);

      click_card (&page, "second");
      hands_key (openers[i].key, openers[i].modifiers);
      hands_settle ();
      hands_type (letters);
      g_assert_cmpuint (count_methods (&page), ==, 3);
      g_assert_cmpuint (troupe_canvas_get_n_selected (page.canvas), ==, 1);
      g_assert_cmpfloat (troupe_canvas_get_zoom (page.canvas), ==, zoom);
      hands_key (GDK_KEY_Escape, 0);
      hands_key (GDK_KEY_Escape, 0);
      hands_settle ();
      while (troupe_document_undo (TROUPE_DOCUMENT (get_document (page.window))))
        hands_settle ();
      after = dup_text (&page);
      g_assert_cmpstr (after, ==, before);
    }
  close_flow (&page);
}

static gboolean
is_open (gpointer user_data)
{
  Page *page = user_data;
  GtkWidget *inspector = hands_find_type (GTK_WIDGET (page->editor), TROUPE_TYPE_INSPECTOR);
  GtkWidget *revealer =
      inspector != NULL ? gtk_widget_get_ancestor (inspector, GTK_TYPE_REVEALER) : NULL;

  return revealer != NULL && shows_pane (page, "inspector-visible") &&
         gtk_widget_get_can_target (revealer);
}

/* Below 900 pixels a click on a card opens the inspector, which leaves the card in view if it does not
 * fill the window. A click with a modifier, a drag and an arrow key open nothing. */
static void
test_click_opens (gconstpointer data)
{
  const int width = GPOINTER_TO_INT (data);
  Page page = { NULL };
  graphene_rect_t card;
  graphene_point_t place;

  open_flow (&page, "click.json", width);
  hands_key (GDK_KEY_F6, 0);
  wait_for_pane (&page, "inspector-visible", FALSE);
  hands_wait_view (page.canvas);
  g_assert_true (troupe_canvas_get_bounds (page.canvas, "alone", &card));
  place = troupe_canvas_to_widget (page.canvas, (double) card.origin.x + 60,
                                   (double) card.origin.y + 30);
  hands_drag (GTK_WIDGET (page.canvas), (double) place.x, (double) place.y, (double) place.x,
              (double) place.y + 60);
  hands_settle ();
  hands_key (GDK_KEY_Left, 0);
  hands_settle ();
  g_assert_false (shows_pane (&page, "inspector-visible"));

  click_card (&page, "alone");
  wait_until (is_open, &page);
  hands_wait_frame (GTK_WIDGET (page.canvas));
  g_assert_true (troupe_canvas_is_selected (page.canvas, "alone"));
  if (width >= 600)
    {
      GtkWidget *inspector = hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_INSPECTOR);
      graphene_rect_t pane;

      g_assert_true (gtk_widget_compute_bounds (inspector, GTK_WIDGET (page.canvas), &pane));
      g_assert_true (troupe_canvas_get_bounds (page.canvas, "alone", &card));
      place = troupe_canvas_to_widget (page.canvas, (double) (card.origin.x + card.size.width),
                                       (double) card.origin.y);
      g_assert_cmpfloat ((double) place.x, <=, (double) pane.origin.x);
    }
  hands_key (GDK_KEY_Escape, 0);
  wait_for_pane (&page, "inspector-visible", FALSE);
  close_flow (&page);
}

static gboolean
shows_name (gpointer user_data)
{
  Page *page = user_data;
  GtkWidget *inspector = hands_find_type (GTK_WIDGET (page->editor), TROUPE_TYPE_INSPECTOR);

  return inspector != NULL && hands_find_label (inspector, "alone") != NULL;
}

/* The form of a card to which an arrow key goes is built after the frame, or when it is entered: a key
 * that follows at once goes into the form of that card. */
static void
test_walk (void)
{
  Page page = { NULL };
  g_autofree char *text = NULL;

  open_flow (&page, "walk.json", 1300);
  click_card (&page, "first");
  hands_key (GDK_KEY_Right, 0);
  hands_key (GDK_KEY_Right, 0);
  wait_until (shows_name, &page);
  g_assert_true (troupe_canvas_is_selected (page.canvas, "alone"));
  hands_key (GDK_KEY_Left, 0);
  hands_key (GDK_KEY_F2, 0);
  hands_type ("renamed");
  hands_key (GDK_KEY_Return, 0);
  hands_settle ();
  text = dup_text (&page);
  g_assert_nonnull (strstr (text, "renamed"));
  g_assert_null (strstr (text, "second"));
  /* A card that is removed before its form was built is not shown. */
  hands_key (GDK_KEY_Right, 0);
  hands_key (GDK_KEY_Delete, 0);
  wait_for_methods (&page, 2);
  close_flow (&page);
}

static gboolean
shows_inspector (gpointer page)
{
  return shows_pane (page, "inspector-visible");
}

static gboolean
has_77 (gpointer user_data)
{
  g_autofree char *text = dup_text (user_data);

  return strstr (text, "77") != NULL;
}

/* Enter on a hit of the search leads to its card, where the next key types nothing; Enter on the card leads into the field
 * that was found. */
static void
test_found (void)
{
  Page page = { NULL };
  Card card = { &page, "alone" };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  open_flow (&page, "found.json", 1300);
  click_card (&page, "first");
  wait_until (shows_inspector, &page);
  before = dup_text (&page);
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  hands_wait_field (NULL);
  hands_type ("3");
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_only_selected, &card);
  wait_for_focus (&page, GTK_WIDGET (page.canvas));
  hands_key (GDK_KEY_9, 0);
  hands_settle ();
  after = dup_text (&page);
  g_assert_cmpstr (after, ==, before);
  hands_key (GDK_KEY_Return, 0);
  wait_for_focus (&page, hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_INSPECTOR));
  g_assert_true (GTK_IS_TEXT_VIEW (hands_get_field ()));
  hands_type ("77");
  wait_until (has_77, &page);
  close_flow (&page);
}

/* A flow whose cards have no wires: three in a row, one below. */
static const char apart[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"one\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"two\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
    "\"end\": {\"listen\": \"one\", \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"low\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"4\"}}}, "
    "\"x-troupe\": {\"positions\": {\"one\": [40, 120], \"two\": [300, 120], \"end\": [560, 120], "
    "\"low\": [640, 320]}}}";

static void
walk (Page *page, guint key, const char *id)
{
  Card card = { page, id };

  hands_key (key, 0);
  wait_until (is_only_selected, &card);
}

/* The arrow keys reach every card, also those without a wire: the next one in that direction. */
static void
test_walk_apart (void)
{
  Page page = { NULL };

  open_text (&page, "apart.json", apart, 1300);
  click_card (&page, "one");
  walk (&page, GDK_KEY_Right, "two");
  walk (&page, GDK_KEY_Right, "end");
  walk (&page, GDK_KEY_Left, "two");
  walk (&page, GDK_KEY_Left, "one");
  walk (&page, GDK_KEY_Down, "low");
  walk (&page, GDK_KEY_Up, "end");
  walk (&page, GDK_KEY_Right, "low");
  walk (&page, GDK_KEY_Left, "end");
  close_flow (&page);
}

typedef struct
{
  Page *page;
  GtkWidget *tools;
} Tools;

static gboolean
are_shown (gpointer user_data)
{
  return gtk_widget_get_mapped (((Tools *) user_data)->tools);
}

static gboolean
are_hidden (gpointer user_data)
{
  return !are_shown (user_data);
}

/* Moves the view so that the card begins 110 pixels left of the left edge of @tools, or if @inside at
 * their left edge, and is covered by them. */
static void
put_below (Tools *self, const char *id, gboolean inside)
{
  graphene_rect_t tools, card;
  const double scale = troupe_canvas_get_scale (self->page->canvas);

  g_assert_true (gtk_widget_compute_bounds (self->tools, GTK_WIDGET (self->page->canvas), &tools));
  g_assert_true (troupe_canvas_get_bounds (self->page->canvas, id, &card));
  troupe_canvas_set_origin (self->page->canvas,
                            (double) card.origin.x -
                                ((double) tools.origin.x - (inside ? 0 : 110)) / scale,
                            (double) card.origin.y - ((double) tools.origin.y - 10) / scale);
  hands_wait_frame (GTK_WIDGET (self->page->canvas));
}

static void
check_uncovered (Tools *self, const char *id)
{
  graphene_rect_t tools, view, card;

  g_assert_true (troupe_canvas_get_bounds (self->page->canvas, id, &card));
  troupe_canvas_get_view (self->page->canvas, &view);
  g_assert_true (troupe_canvas_rect_contains (&view, &card));
  if (!gtk_widget_get_mapped (self->tools))
    return;
  g_assert_true (gtk_widget_compute_bounds (self->tools, GTK_WIDGET (self->page->canvas), &tools));
  for (guint i = 0; i < 4; i++)
    {
      const graphene_point_t corner =
          troupe_canvas_to_widget (self->page->canvas,
                                   (double) (card.origin.x + (i % 2 == 0 ? 0 : card.size.width)),
                                   (double) (card.origin.y + (i < 2 ? 0 : card.size.height)));

      g_assert_false (graphene_rect_contains_point (&tools, &corner));
    }
}

/* A key deletes nothing after a click beside all cards, also not the card that had the focus before. */
static void
test_nothing_focused (void)
{
  static const guint keys[] = { GDK_KEY_x, GDK_KEY_Delete, GDK_KEY_m };
  Page page = { NULL };
  guint n_before;

  open_flow (&page, "beside.json", 1300);
  click_card (&page, "first");
  n_before = count_methods (&page);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      click_card (&page, "first");
      hands_click (GTK_WIDGET (page.canvas), 400, 200); /* the background */
      hands_key (keys[i], 0);
      hands_settle ();
      g_assert_cmpuint (count_methods (&page), ==, n_before);
      g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (page.window))));
    }
  close_flow (&page);
}

/* The minimap and the zoom tools give way to the card that is selected or has the focus, and come
 * back. They do not vanish below the pointer. */
static void
test_tools_give_way (void)
{
  Page page = { NULL };
  Tools map = { &page, NULL }, zoom = { &page, NULL };
  double before;

  open_flow (&page, "tools.json", 1300);
  hands_key (GDK_KEY_m, GDK_CONTROL_MASK);
  hands_settle ();
  map.tools = gtk_widget_get_parent (
      hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_CANVAS_MINIMAP));
  zoom.tools = gtk_widget_get_parent (
      hands_find_type (gtk_widget_get_parent (map.tools), GTK_TYPE_MENU_BUTTON));
  wait_until (are_shown, &map);
  hands_wait_frame (map.tools);
  put_below (&map, "first", FALSE);
  g_assert_true (are_shown (&map));
  click_card (&page, "first");
  wait_until (are_hidden, &map);
  g_assert_true (are_shown (&zoom));
  hands_click (GTK_WIDGET (page.canvas), 400, 200); /* the background */
  wait_until (are_shown, &map);

  /* The keyboard moves from below the minimap to a card that is uncovered. */
  click_card (&page, "first");
  wait_until (are_hidden, &map);
  hands_key (GDK_KEY_Right, 0);
  hands_wait_frame (GTK_WIDGET (page.canvas));
  g_assert_true (troupe_canvas_is_selected (page.canvas, "second"));
  check_uncovered (&map, "second");
  check_uncovered (&zoom, "second");

  put_below (&zoom, "second", TRUE);
  wait_until (are_hidden, &zoom);
  hands_key (GDK_KEY_Escape, 0); /* no selection, but the focus */
  hands_settle ();
  g_assert_false (are_shown (&zoom));

  /* The button stays below the pointer. The pointer hides the focus. */
  hands_click (GTK_WIDGET (page.canvas), 400, 200);
  wait_until (are_shown, &zoom);
  before = troupe_canvas_get_zoom (page.canvas);
  for (guint i = 0; i < 3; i++)
    {
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (zoom.tools, GTK_WIDGET (page.canvas), &bounds));
      troupe_canvas_select_only (page.canvas, "second");
      put_below (&zoom, "second", TRUE);
      if (i == 0)
        {
          wait_until (are_hidden, &zoom);
          troupe_canvas_select_none (page.canvas);
          troupe_canvas_set_focus_id (page.canvas, NULL);
          wait_until (are_shown, &zoom);
        }
      hands_click (GTK_WIDGET (page.canvas), (double) bounds.origin.x + 20,
                   (double) bounds.origin.y + 20);
      hands_settle ();
      g_assert_true (are_shown (&zoom));
    }
  wait_until (are_shown, &zoom);
  g_assert_cmpfloat (troupe_canvas_get_zoom (page.canvas), <, before);
  close_flow (&page);
}

static gboolean
shows_palette (gpointer user_data)
{
  Page *page = user_data;
  GtkWidget *palette = hands_find_type (GTK_WIDGET (page->editor), TROUPE_TYPE_PALETTE);

  return palette != NULL && gtk_widget_get_mapped (palette);
}

static gboolean
hides_palette (gpointer user_data)
{
  return !shows_palette (user_data);
}

/* What is typed right after a wire was dropped reaches the palette, also if that has not opened yet. */
static void
test_drop_and_type (void)
{
  Page page = { NULL };
  graphene_rect_t bounds;
  graphene_point_t from, to;
  g_autofree char *before = NULL, *after = NULL;

  open_flow (&page, "drop.json", 1300);
  before = dup_text (&page);
  hands_wait_view (page.canvas);
  g_assert_true (troupe_canvas_get_bounds (page.canvas, "alone", &bounds));
  from = troupe_canvas_to_widget (page.canvas, (double) (bounds.origin.x + bounds.size.width),
                                  (double) bounds.origin.y + 26);
  to = troupe_canvas_to_widget (page.canvas, (double) bounds.origin.x,
                                (double) bounds.origin.y + 160);
  hands_drag_and_type (GTK_WIDGET (page.canvas), (double) from.x, (double) from.y, (double) to.x,
                       (double) to.y, "rox\b");
  wait_until (shows_palette, &page);
  g_assert_cmpstr (
      gtk_editable_get_text (GTK_EDITABLE (hands_find_type (
          hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_PALETTE), GTK_TYPE_SEARCH_ENTRY))),
      ==, "ro");
  after = dup_text (&page);
  g_assert_cmpstr (after, ==, before);
  hands_key (GDK_KEY_Return, 0);
  wait_for_methods (&page, 4);
  close_flow (&page);
}

/* The window system shows no popover while another program has grabbed the pointer. The keys that are
 * typed until then are for the palette, not for the canvas. */
static void
test_late_palette (void)
{
  Page page = { NULL };
  g_autofree char *before = NULL, *after = NULL;

  open_flow (&page, "late.json", 1300);
  click_card (&page, "alone");
  before = dup_text (&page);
  hands_grab_pointer (TRUE);
  hands_key (GDK_KEY_slash, 0);
  g_assert_false (shows_palette (&page));
  hands_type ("agx");
  hands_key (GDK_KEY_BackSpace, 0);
  hands_key (GDK_KEY_Delete, 0);
  g_assert_false (shows_palette (&page));
  hands_grab_pointer (FALSE);
  wait_until (shows_palette, &page);
  g_assert_cmpstr (
      gtk_editable_get_text (GTK_EDITABLE (hands_find_type (
          hands_find_type (GTK_WIDGET (page.editor), TROUPE_TYPE_PALETTE), GTK_TYPE_SEARCH_ENTRY))),
      ==, "ag");
  hands_type ("e");
  after = dup_text (&page);
  g_assert_cmpstr (after, ==, before);
  hands_key (GDK_KEY_Return, 0);
  wait_for_methods (&page, 4);
  g_assert_nonnull (troupe_flow_find_method (
      troupe_flow_document_get_flow (get_document (page.window)), "agent"));

  /* Escape gives up, and the keys are for the canvas again. */
  hands_grab_pointer (TRUE);
  hands_key (GDK_KEY_slash, 0);
  hands_key (GDK_KEY_Escape, 0);
  hands_key (GDK_KEY_Delete, 0);
  wait_for_methods (&page, 3);
  hands_grab_pointer (FALSE);
  hands_settle ();
  g_assert_false (shows_palette (&page));
  close_flow (&page);
}

/* Drags a wire from the output of a card to a point relative to a card. */
static void
drag_wire (Page *page, const char *from, const char *to, double x, double y)
{
  graphene_rect_t bounds;
  graphene_point_t begin, end;

  hands_wait_view (page->canvas);
  g_assert_true (troupe_canvas_get_bounds (page->canvas, from, &bounds));
  begin = troupe_canvas_to_widget (page->canvas, (double) (bounds.origin.x + bounds.size.width),
                                   (double) bounds.origin.y + 26);
  g_assert_true (troupe_canvas_get_bounds (page->canvas, to, &bounds));
  end = troupe_canvas_to_widget (page->canvas, (double) bounds.origin.x + x,
                                 (double) bounds.origin.y + y);
  hands_drag (GTK_WIDGET (page->canvas), (double) begin.x, (double) begin.y, (double) end.x,
              (double) end.y);
}

typedef struct
{
  Page *page;
  const char *text;
} Written;

static gboolean
has_been_written (gpointer user_data)
{
  const Written *written = user_data;
  g_autofree char *text = dup_text (written->page);

  return strstr (text, written->text) != NULL;
}

static void
wait_for_written (Page *page, const char *text)
{
  Written written = { page, text };

  g_test_message ("waiting for %s", text);
  wait_until (has_been_written, &written);
}

typedef struct
{
  Page *page;
  const char *method;
  const char *event;
} Listening;

static gboolean
is_listening (gpointer user_data)
{
  const Listening *listening = user_data;
  const TroupeFlowMethod *method = troupe_flow_find_method (
      troupe_flow_document_get_flow (get_document (listening->page->window)), listening->method);

  return method != NULL && method->listen != NULL &&
         troupe_condition_mentions (method->listen, listening->event);
}

static void
wait_for_listener (Page *page, const char *method, const char *event)
{
  Listening listening = { page, method, event };

  g_test_message ("%s after %s", method, event);
  wait_until (is_listening, &listening);
}

/* Words for a gate find it. Without methods to join, the palette says what to do. A wire that was dropped is
 * joined alone, and the other inputs are dragged to the gate; several selected methods are joined with it. */
static void
test_gates (void)
{
  static const char *const words[] = { "and", "gate", "or", "join", "wait" };
  Page page = { NULL };

  open_flow (&page, "gates.json", 1300);
  click_card (&page, "first");
  hands_key (GDK_KEY_Escape, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      hands_key (GDK_KEY_slash, 0);
      wait_until (shows_palette, &page);
      hands_type (words[i]);
      hands_wait_frame (GTK_WIDGET (page.canvas));
      g_assert_nonnull (
          hands_find_label (GTK_WIDGET (page.editor), "First, select the methods to join"));
      hands_key (GDK_KEY_Return, 0);
      g_assert_cmpuint (count_methods (&page), ==, 3);
      hands_key (GDK_KEY_Escape, 0);
      wait_until (hides_palette, &page);
    }

  /* The selected method may only be what was added last, so that it is not joined. */
  click_card (&page, "first");
  drag_wire (&page, "alone", "alone", 0, 160);
  wait_until (shows_palette, &page);
  hands_type ("and");
  hands_wait_frame (GTK_WIDGET (page.canvas));
  g_assert_nonnull (hands_find_label (GTK_WIDGET (page.editor), "Joins alone"));
  hands_key (GDK_KEY_Return, 0);
  wait_for_written (&page, "\"and\": [\"alone\"]");
  drag_wire (&page, "second", "join/", 4, 16);
  wait_for_written (&page, "\"and\": [\"alone\", \"second\"]");

  /* Two selected methods are meant. */
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_settle ();
  drag_wire (&page, "first", "first", 0, 160);
  wait_until (shows_palette, &page);
  hands_type ("and");
  hands_wait_frame (GTK_WIDGET (page.canvas));
  g_assert_nonnull (
      hands_find_label (GTK_WIDGET (page.editor), "Joins first, second, alone, join"));
  hands_key (GDK_KEY_Escape, 0);
  close_flow (&page);
}

static const char *
get_selected (Page *page)
{
  return troupe_editor_get_selected_method (page->editor);
}

typedef struct
{
  Page *page;
  const char *name;
} Selected;

static gboolean
is_selected_method (gpointer user_data)
{
  const Selected *selected = user_data;

  return g_strcmp0 (get_selected (selected->page), selected->name) == 0;
}

static void
wait_for_selected (Page *page, const char *name)
{
  Selected selected = { page, name };

  wait_until (is_selected_method, &selected);
}

static gboolean
asks_name (gpointer user_data)
{
  Page *page = user_data;
  GtkWidget *popover = hands_find_type (GTK_WIDGET (page->editor), TROUPE_TYPE_RENAME_POPOVER);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (page->window));

  return popover != NULL && gtk_widget_get_mapped (popover) && focus != NULL &&
         gtk_widget_is_ancestor (focus, popover);
}

static gboolean
has_canvas_focus (gpointer user_data)
{
  Page *page = user_data;

  return has_focus (page, GTK_WIDGET (page->canvas));
}

/* Answers the question for the name of a new method. @name: (nullable): NULL for the proposed one */
static void
name_method (Page *page, const char *name)
{
  wait_until (asks_name, page);
  if (name != NULL)
    hands_type (name);
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_canvas_focus, page);
}

/* Returns the ID of the first wire into @to. */
static const char *
find_wire_to (Page *page, const char *to)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (page->canvas);

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    if (g_str_equal (troupe_canvas_scene_get_nth_wire (scene, i)->to, to))
      return troupe_canvas_scene_get_nth_wire (scene, i)->id;
  g_assert_not_reached ();
}

/* Each new method asks for its name: letters are not commands of the canvas. */
static void
test_new_name (void)
{
  Page page = { NULL };

  open_flow (&page, "new-name.json", 1300);
  click_card (&page, "alone");
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  hands_type ("start m");
  hands_key (GDK_KEY_Return, 0);
  name_method (&page, "two");
  wait_for_selected (&page, "two");

  /* A card inserted on a wire. */
  troupe_canvas_set_selection (page.canvas, (const char *const[]){ "second", NULL });
  hands_settle ();
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  hands_type ("express");
  hands_key (GDK_KEY_Return, 0);
  name_method (&page, "mix");
  wait_for_listener (&page, "mix", "second");
  troupe_canvas_set_selection (page.canvas,
                               (const char *const[]){ find_wire_to (&page, "mix"), NULL });
  hands_settle ();
  hands_key (GDK_KEY_i, 0);
  wait_until (shows_palette, &page);
  hands_type ("express");
  hands_key (GDK_KEY_Return, 0);
  name_method (&page, "box");
  wait_for_listener (&page, "mix", "box");
  wait_for_listener (&page, "box", "second");
  g_assert_cmpuint (count_methods (&page), ==, 6);

  /* A command of the window takes the name as well. */
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  hands_type ("express");
  hands_key (GDK_KEY_Return, 0);
  wait_until (asks_name, &page);
  hands_type ("last");
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  wait_for_listener (&page, "last", "box");
  close_flow (&page);
}

/* Tab creates what runs after the selected card, so that a chain is drawn with keys alone; a router's new wire begins at an
 * event that nothing listens to. Without a selection it creates a card alone. */
static void
test_chain (void)
{
  Page page = { NULL };

  open_flow (&page, "chain.json", 1300);
  click_card (&page, "alone");
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  g_assert_nonnull (hands_find_label (GTK_WIDGET (page.editor), "After alone"));
  hands_type ("router");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "router");
  wait_for_listener (&page, "router", "alone");
  name_method (&page, NULL);
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  hands_type ("agent");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "agent");
  wait_for_listener (&page, "agent", "yes");
  name_method (&page, NULL);
  click_card (&page, "router");
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  hands_type ("tool");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "tool");
  wait_for_listener (&page, "tool", "no");
  name_method (&page, NULL);

  hands_key (GDK_KEY_Escape, 0);
  hands_key (GDK_KEY_Tab, 0);
  wait_until (shows_palette, &page);
  g_assert_null (hands_find_label (GTK_WIDGET (page.editor), "After tool"));
  hands_type ("express");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "expression");
  g_assert_null (troupe_flow_find_method (
                     troupe_flow_document_get_flow (get_document (page.window)), "expression")
                     ->listen);
  close_flow (&page);
}

/* C offers new methods behind the ones to connect to, and proposes an event of a router that nothing listens to. */
static void
test_connect_to_new (void)
{
  Page page = { NULL };

  open_flow (&page, "connect-new.json", 1300);
  click_card (&page, "second");
  hands_key (GDK_KEY_c, 0);
  hands_type ("new: rou");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "router");
  wait_for_listener (&page, "router", "second");
  name_method (&page, NULL);
  hands_key (GDK_KEY_c, 0);
  hands_type ("alone");
  hands_key (GDK_KEY_Return, 0);
  wait_for_listener (&page, "alone", "yes");
  hands_key (GDK_KEY_c, 0);
  hands_type ("python");
  hands_key (GDK_KEY_Return, 0);
  wait_for_selected (&page, "script");
  wait_for_listener (&page, "script", "no");
  close_flow (&page);
}

/* The title of a selection counts methods and notes. */
static void
test_selection_title (void)
{
  Page page = { NULL };
  g_autofree char *note = NULL;

  open_flow (&page, "title.json", 1300);
  note = troupe_document_add_note (TROUPE_DOCUMENT (get_document (page.window)), "Hello", 60, 300);
  g_assert_nonnull (note);
  click_card (&page, "second");
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_wait_frame (GTK_WIDGET (page.canvas));
  g_assert_nonnull (hands_find_label (GTK_WIDGET (page.editor), "3 methods · 1 note"));
  close_flow (&page);
}

/* --- Fit ---------------------------------------------------------------------------------------- */

static const char corners[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
    "\"third\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"fourth\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": \"4\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 40], \"second\": [340, 300], \"third\": [340, "
    "240], "
    "\"fourth\": [640, 400]}}}";

/* Fails if a widget with @class at or below @widget covers a card. */
static guint
check_covers (Page *page, GtkWidget *widget, const char *class)
{
  static const char *const cards[] = { "first", "second", "third", "fourth" };
  graphene_rect_t area, card;
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_covers (page, child, class);
  if (!gtk_widget_has_css_class (widget, class) || !gtk_widget_get_mapped (widget) ||
      !gtk_widget_compute_bounds (widget, GTK_WIDGET (page->canvas), &area))
    return n;
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    {
      graphene_point_t start, end;

      g_assert_true (troupe_canvas_get_bounds (page->canvas, cards[i], &card));
      start =
          troupe_canvas_to_widget (page->canvas, (double) card.origin.x, (double) card.origin.y);
      end = troupe_canvas_to_widget (page->canvas, (double) (card.origin.x + card.size.width),
                                     (double) (card.origin.y + card.size.height));
      card = GRAPHENE_RECT_INIT (start.x, start.y, end.x - start.x, end.y - start.y);
      g_assert_false (graphene_rect_intersection (&area, &card, NULL));
    }
  return n + 1;
}

/* Puts the first card at the upper left corner of a drawing of that size, and the fourth one at the lower right
 * one; then fits the drawing. */
static void
fit_drawing (Page *page, double width, double height)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (page->canvas);
  graphene_rect_t card;

  g_assert_true (troupe_canvas_get_bounds (page->canvas, "fourth", &card));
  troupe_canvas_scene_set_position (scene, "first", 0, 0);
  troupe_canvas_scene_set_position (scene, "second", width / 2, height / 2);
  troupe_canvas_scene_set_position (scene, "third", width / 2, height / 3);
  troupe_canvas_scene_set_position (scene, "fourth", width - (double) card.size.width,
                                    height - (double) card.size.height);
  hands_wait_frame (GTK_WIDGET (page->canvas));
  hands_key (GDK_KEY_1, GDK_CONTROL_MASK);
  hands_wait_view (page->canvas);
}

/* No tool covers a card when everything is in view, neither where small margins make cards legible, nor below the
 * pinned minimap. */
static void
test_fit_clear (void)
{
  Page page = { NULL };
  double width, height;

  open_text (&page, "corners.json", corners, 1000);
  hands_wait_view (page.canvas);
  width = gtk_widget_get_width (GTK_WIDGET (page.canvas));
  height = gtk_widget_get_height (GTK_WIDGET (page.canvas));
  /* With margins of 64, cards would show their names only; with 64 above and 20 below, they show everything. */
  fit_drawing (&page, (width - 96) / 0.62, (height - 84) / 0.601);
  g_assert_cmpfloat (troupe_canvas_get_zoom (page.canvas), >=, 0.6);
  g_assert_cmpuint (check_covers (&page, GTK_WIDGET (page.editor), "canvas-tools"), >=, 2);
  /* Cards are legible only with small margins above and below, as in the low canvas over an open panel: the drawing is
   * moved beside the Add bar. */
  fit_drawing (&page, (width - 240) / 0.601, (height - 40) / 0.601);
  g_assert_cmpfloat (troupe_canvas_get_zoom (page.canvas), >=, 0.6);
  g_assert_cmpuint (check_covers (&page, GTK_WIDGET (page.editor), "canvas-tools"), >=, 2);
  /* If the drawing fits neither beside the Add bar nor below it at that zoom, it is smaller. */
  fit_drawing (&page, (width - 48) / 0.601, (height - 40) / 0.601);
  g_assert_cmpuint (check_covers (&page, GTK_WIDGET (page.editor), "canvas-tools"), >=, 2);
  hands_key (GDK_KEY_m, GDK_CONTROL_MASK);
  hands_settle ();
  fit_drawing (&page, width - 100, height - 132);
  check_covers (&page, GTK_WIDGET (page.editor), "canvas-tools");
  g_assert_cmpuint (check_covers (&page, GTK_WIDGET (page.editor), "minimap"), ==, 1);
  close_flow (&page);
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
  g_test_add_func ("/hands/canvas/turn", test_turn);
  g_test_add_func ("/hands/canvas/sides", test_sides);
  g_test_add_func ("/hands/canvas/problem-keys", test_problem_keys);
  g_test_add_func ("/hands/canvas/insert-key", test_insert_key);
  g_test_add_data_func ("/hands/canvas/inspector-wide", GINT_TO_POINTER (1300), test_inspector);
  g_test_add_data_func ("/hands/canvas/inspector-narrow", GINT_TO_POINTER (800), test_inspector);
  g_test_add_data_func ("/hands/canvas/inspector-tiny", GINT_TO_POINTER (420), test_inspector);
  g_test_add_func ("/hands/canvas/save-key", test_save_key);
  g_test_add_func ("/hands/canvas/letters", test_letters);
  g_test_add_data_func ("/hands/canvas/click-narrow", GINT_TO_POINTER (800), test_click_opens);
  g_test_add_data_func ("/hands/canvas/click-tiny", GINT_TO_POINTER (420), test_click_opens);
  g_test_add_func ("/hands/canvas/found", test_found);
  g_test_add_func ("/hands/canvas/walk", test_walk);
  g_test_add_func ("/hands/canvas/walk-apart", test_walk_apart);
  g_test_add_func ("/hands/canvas/nothing-focused", test_nothing_focused);
  g_test_add_func ("/hands/canvas/tools-give-way", test_tools_give_way);
  g_test_add_func ("/hands/canvas/fit-clear", test_fit_clear);
  g_test_add_func ("/hands/canvas/drop-and-type", test_drop_and_type);
  g_test_add_func ("/hands/canvas/late-palette", test_late_palette);
  g_test_add_func ("/hands/canvas/gates", test_gates);
  g_test_add_func ("/hands/canvas/new-name", test_new_name);
  g_test_add_func ("/hands/canvas/chain", test_chain);
  g_test_add_func ("/hands/canvas/connect-to-new", test_connect_to_new);
  g_test_add_func ("/hands/canvas/selection-title", test_selection_title);
  return window_test_run ();
}
