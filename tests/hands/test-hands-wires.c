/* test-hands-wires.c: moving, cutting and finding out about wires by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "hands.h"
#include "troupe-chooser.h"

static const char flow[] =
    "{\"name\": \"F\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}, "
    "\"third\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"fourth\": {\"listen\": \"third\", \"do\": {\"call\": \"expression\", \"expr\": \"4\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 120], \"second\": [420, 120], \"third\": [40, 420], "
    "\"fourth\": [420, 420]}}}";

typedef struct
{
  TroupeWindow *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
} Page;

static void
open_flow (Page *page, const char *name)
{
  g_autofree char *path = write_file (name, flow);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  page->window = open_still_window (path);
  page->editor = get_editor (troupe_window_get_page (page->window));
  page->canvas = troupe_editor_frame_get_canvas (troupe_editor_get_frame (page->editor));
  hands_wait_frame (GTK_WIDGET (page->canvas));
  troupe_canvas_fit_all (page->canvas, FALSE);
  hands_wait_view (page->canvas);
}

typedef struct
{
  Page *page;
  const char *method;
  const char *from; /* (nullable): NULL for a method that listens to nothing */
} Listening;

static gboolean
is_listening (gpointer user_data)
{
  const Listening *listening = user_data;
  TroupeFlow *current = troupe_flow_document_get_flow (get_document (listening->page->window));
  const TroupeFlowMethod *method = troupe_flow_find_method (current, listening->method);
  g_autofree char *text =
      method->listen != NULL ? troupe_condition_to_text (method->listen) : NULL;

  return g_strcmp0 (text, listening->from) == 0;
}

static void
wait_for_listening (Page *page, const char *method, const char *from)
{
  Listening listening = { page, method, from };

  g_test_message ("waits until %s listens to %s", method, from != NULL ? from : "nothing");
  wait_until (is_listening, &listening);
}

static graphene_point_t
find_port (Page *page, const char *id, gboolean is_input)
{
  graphene_point_t port;

  hands_wait_view (page->canvas);
  g_assert_true (troupe_canvas_get_port (page->canvas, id, is_input, is_input ? NULL : id, &port));
  return troupe_canvas_to_widget (page->canvas, (double) port.x, (double) port.y);
}

static void
drag (Page *page, graphene_point_t from, graphene_point_t to)
{
  hands_drag (GTK_WIDGET (page->canvas), (double) from.x, (double) from.y, (double) to.x,
              (double) to.y);
}

/* A drag from the input of a card moves the end of its wire: to another card, into the void, and to the
 * output of a card, from which it draws another wire. */
static void
test_drag_port (void)
{
  Page page;
  graphene_point_t end;
  graphene_point_t empty;

  open_flow (&page, "drag-port.json");
  end = find_port (&page, "second", TRUE);
  drag (&page, end, find_port (&page, "fourth", TRUE));
  wait_for_listening (&page, "fourth", "third or first");
  g_assert_true (
      troupe_document_undo (TROUPE_DOCUMENT (get_document (page.window))));
  wait_for_listening (&page, "second", "first");
  end = find_port (&page, "second", TRUE);
  empty = GRAPHENE_POINT_INIT (end.x - 60, end.y - 40);
  drag (&page, end, empty);
  wait_for_listening (&page, "second", NULL);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (page.window))));
  wait_for_listening (&page, "second", "first");
  end = find_port (&page, "second", TRUE);
  drag (&page, end, find_port (&page, "third", FALSE));
  wait_for_listening (&page, "second", "first or third");
  close_window (page.window);
}

static gboolean
has_menu (gpointer user_data)
{
  GtkWidget *menu = hands_find_type (user_data, GTK_TYPE_POPOVER_MENU);

  return menu != NULL && hands_find_label (menu, "Move End…") != NULL;
}

static gboolean
has_chooser (gpointer user_data)
{
  GtkWidget *chooser = hands_find_type (user_data, TROUPE_TYPE_CHOOSER);

  return chooser != NULL && hands_find_label (chooser, "Move End To") != NULL &&
         hands_get_field () != NULL;
}

static graphene_point_t
find_wire (gpointer user_data)
{
  Page *page = user_data;
  const graphene_point_t from = find_port (page, "first", FALSE);
  const graphene_point_t to = find_port (page, "second", TRUE);

  return GRAPHENE_POINT_INIT ((from.x + to.x) / 2, (from.y + to.y) / 2);
}

/* Returns whether an entry that is disabled says that reason in its tooltip. */
static gboolean
has_reason (GtkWidget *widget, const char *reason)
{
  if (!gtk_widget_is_sensitive (widget) &&
      g_strcmp0 (gtk_widget_get_tooltip_text (widget), reason) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_reason (child, reason))
      return TRUE;
  return FALSE;
}

/* The menu of a wire, and C while it is selected, move its end. */
static void
test_menu (void)
{
  Page page;

  open_flow (&page, "wire-menu.json");
  hands_click_place (find_wire, &page, GTK_WIDGET (page.canvas), HANDS_MENU);
  wait_until (has_menu, page.window);
  g_assert_true (has_reason (hands_find_type (GTK_WIDGET (page.window), GTK_TYPE_POPOVER_MENU),
                             "The wire has no bends."));
  hands_click_found (hands_find_label,
                     hands_find_type (GTK_WIDGET (page.window), GTK_TYPE_POPOVER_MENU), "Move End…");
  wait_until (has_chooser, page.editor);
  hands_type ("four");
  hands_key (GDK_KEY_Return, 0);
  wait_for_listening (&page, "fourth", "third or first");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (page.window))));
  wait_for_listening (&page, "second", "first");
  hands_click_place (find_wire, &page, GTK_WIDGET (page.canvas), HANDS_CLICK);
  hands_key (GDK_KEY_c, 0);
  wait_until (has_chooser, page.editor);
  hands_type ("four");
  hands_key (GDK_KEY_Return, 0);
  wait_for_listening (&page, "fourth", "third or first");
  close_window (page.window);
}

static gboolean
has_hint (gpointer words)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      for (GtkWidget *child = gtk_widget_get_first_child (window); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        if (gtk_widget_get_mapped (child) && GTK_IS_NATIVE (child) && shows_text (child, words))
          return TRUE;
    }
  return FALSE;
}

/* A wire and the input it leads to say what can be done with them. */
static void
test_hint (void)
{
  Page page;
  graphene_point_t place;

  open_flow (&page, "wire-hint.json");
  place = find_wire (&page);
  hands_move (GTK_WIDGET (page.canvas), (double) place.x, (double) place.y);
  wait_until (has_hint, (gpointer) "Right-click to change or remove the wire.");
  close_window (page.window);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/wires/drag-port", test_drag_port);
  g_test_add_func ("/hands/wires/menu", test_menu);
  g_test_add_func ("/hands/wires/hint", test_hint);
  return window_test_run ();
}
