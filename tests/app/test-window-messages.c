/* test-window-messages.c: toasts of the window in quick succession
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-subpage.h"
#include "troupe-toast.h"
#include "window-test.h"

static gboolean
is_over (gpointer user_data)
{
  return g_get_monotonic_time () >= *(gint64 *) user_data;
}

static void
wait_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  wait_until (is_over, &end);
}

static gboolean
says (TroupeWindow *window, const char *text)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (window->toasts));

  return strstr (texts, text) != NULL;
}

static gboolean
says_other (gpointer user_data)
{
  return says (user_data, "Delta has happened");
}

static gboolean
says_the_last (gpointer user_data)
{
  return says (user_data, "Gamma has happened");
}

/* A toast that is dismissed before its animation has finished is freed twice by libadwaita. */
static void
test_messages_in_haste (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("message %u", i);

      g_signal_emit_by_name (page, "message", text);
      wait_for ((guint) g_test_rand_int_range (0, 160));
    }
  wait_for (1200);
  g_signal_emit_by_name (page, "message", "Gamma has happened");
  wait_until (says_the_last, window);
  close_window (window);
}

typedef struct
{
  AdwToastOverlay *overlay;
  AdwToast *toast;
} Shown;

static gboolean
is_shown (gpointer user_data)
{
  const Shown *shown = user_data;
  g_autofree char *texts = list_texts (GTK_WIDGET (shown->overlay));

  return strstr (texts, adw_toast_get_title (shown->toast)) != NULL;
}

static gboolean
is_empty (gpointer user_data)
{
  const Shown *shown = user_data;

  return gtk_widget_get_last_child (GTK_WIDGET (shown->overlay)) ==
         adw_toast_overlay_get_child (shown->overlay);
}

/* A toast that replaces another one appears more slowly than it disappears, and may be dismissed as soon as it is there. */
static void
test_toasts_at_once (void)
{
  GtkWidget *window = adw_window_new ();
  Shown first = { ADW_TOAST_OVERLAY (adw_toast_overlay_new ()), adw_toast_new ("Alpha") };
  Shown second = { first.overlay, adw_toast_new ("Beta") };
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (g_free);

  adw_toast_overlay_set_child (first.overlay, gtk_label_new ("Page"));
  adw_window_set_content (ADW_WINDOW (window), GTK_WIDGET (first.overlay));
  gtk_window_present (GTK_WINDOW (window));
  troupe_toast_show (first.overlay, g_object_ref (first.toast));
  troupe_toast_show (first.overlay, g_object_ref (second.toast));
  wait_until (is_shown, &first);
  adw_toast_dismiss (first.toast);
  wait_until (is_shown, &second);
  adw_toast_dismiss (second.toast);
  wait_until (is_empty, &second);
  /* The animation of its appearance would end after it has disappeared, and change what uses the same memory by then. */
  for (gsize size = 40; size <= 72; size += 8)
    for (guint i = 0; i < 200; i++)
      {
        char *block = g_malloc (size);

        memset (block, 0x5a, size);
        g_ptr_array_add (blocks, block);
      }
  wait_for (700);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (first.toast);
  g_object_unref (second.toast);
}

/* Toasts of the window are queued. A newer toast of a page replaces an older toast of a page,
 * but waits for a toast of the window. */
static void
test_messages_in_order (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  g_signal_emit_by_name (page, "message", "Alpha has happened");
  g_assert_true (says (window, "Alpha has happened"));
  g_signal_emit_by_name (page, "message", "Beta has happened");
  troupe_window_add_toast (window, "Delta has happened");
  g_signal_emit_by_name (page, "message", "Gamma has happened");
  wait_until (says_other, window);
  g_assert_false (says (window, "Alpha has happened"));
  wait_until (says_the_last, window);
  g_assert_false (says (window, "Delta has happened"));
  close_window (window);
}

static gboolean
has_none (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return gtk_widget_get_last_child (GTK_WIDGET (window->toasts)) ==
         adw_toast_overlay_get_child (window->toasts);
}

static gboolean
says_own (gpointer user_data)
{
  return says (user_data, "Own message");
}

static gboolean
is_second (gpointer user_data)
{
  g_autofree char *path = get_example ("in-parallel.json");
  TroupePage *page = troupe_window_get_page (user_data);
  const char *own =
      page != NULL ? troupe_document_get_path (troupe_page_get_document (page)) : NULL;

  return g_strcmp0 (own, path) == 0;
}

static gboolean
says_mistake (gpointer user_data)
{
  return says (user_data, "The text in a field is not valid.");
}

/* A run does not contain the text of a field that is kept as a draft, and says so. */
static void
test_run_with_mistake (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  troupe_document_set_typed (troupe_page_get_document (page), "methods/greet/do", "{ broken");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (says_mistake, window);
  wait_until (is_idle, window);
  troupe_document_set_typed (troupe_page_get_document (page), "methods/greet/do", NULL);
  close_window (window);
}

/* A message of a document is shown over its own tab only: it goes with the tab, and waits until the
 * tab is visible. A message of the window is shown over any tab. */
static void
test_messages_of_tabs (void)
{
  g_autofree char *first_path = get_example ("straight-line.json");
  g_autofree char *second_path = get_example ("in-parallel.json");
  g_autoptr (GFile) second_file = g_file_new_for_path (second_path);
  TroupeWindow *window = open_window (first_path);
  TroupePage *first = troupe_window_get_page (window);
  AdwTabPage *tab = adw_tab_view_get_selected_page (troupe_window_get_tabs (window));

  g_signal_emit_by_name (first, "message", "Own message");
  wait_until (says_own, window);
  troupe_window_open_file (window, second_file);
  wait_until (is_second, window);
  wait_until (has_none, window);

  g_signal_emit_by_name (first, "message", "Own message again");
  troupe_window_add_toast (window, "Delta has happened");
  wait_until (says_other, window);
  g_assert_false (says_own (window));
  adw_tab_view_set_selected_page (troupe_window_get_tabs (window), tab);
  g_assert_true (says_other (window));
  wait_until (says_own, window);
  wait_until (has_none, window);

  /* The messages of a closed tab are gone. */
  g_signal_emit_by_name (troupe_window_get_nth_page (window, 1), "message", "Own message");
  adw_tab_view_close_page (troupe_window_get_tabs (window),
                           adw_tab_view_get_nth_page (troupe_window_get_tabs (window), 1));
  g_signal_emit_by_name (first, "message", "Gamma has happened");
  wait_until (says_the_last, window);
  g_assert_false (says_own (window));
  close_window (window);
}

static GtkWidget *
find_canvas (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "TroupeCanvas"))
    return gtk_widget_get_mapped (widget) && gtk_widget_get_height (widget) > 0 ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_canvas (child);

  return found;
}

/* Returns TRUE if @area overlaps no child of the bar. */
static gboolean
is_clear_of (GtkWidget *bar, GtkWidget *overlay, const graphene_rect_t *area)
{
  for (GtkWidget *child = gtk_widget_get_first_child (bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t words;

      if (gtk_widget_get_visible (child) && !gtk_widget_has_css_class (child, "bar-space") &&
          gtk_widget_compute_bounds (child, overlay, &words) &&
          graphene_rect_intersection (&words, area, NULL))
        return FALSE;
    }

  return TRUE;
}

/* Returns TRUE if the toast is above the bar because it does not fit into the free space of the
 * bar. */
static gboolean
lies_above_bar (gpointer user_data)
{
  TroupeWindow *window = user_data;
  GtkWidget *overlay = GTK_WIDGET (window->toasts);
  GtkWidget *toast = gtk_widget_get_last_child (overlay);
  GtkWidget *bar = troupe_monitor_get_bar (get_monitor (troupe_window_get_page (window)));
  graphene_rect_t area;
  graphene_rect_t words;

  return toast != adw_toast_overlay_get_child (window->toasts) &&
         gtk_widget_compute_bounds (bar, overlay, &words) &&
         gtk_widget_compute_bounds (toast, overlay, &area) && area.size.height > 0 &&
         area.origin.y + area.size.height <= words.origin.y + 6 &&
         area.origin.y + area.size.height > words.origin.y - 12;
}

/* Returns TRUE if the toast is on the bar. It may be slightly higher, between the canvas and the
 * open panel. */
static gboolean
lies_on_bar (gpointer user_data)
{
  TroupeWindow *window = user_data;
  GtkWidget *overlay = GTK_WIDGET (window->toasts);
  GtkWidget *toast = gtk_widget_get_last_child (overlay);
  GtkWidget *ground = find_canvas (overlay);
  GtkWidget *bar = troupe_monitor_get_bar (get_monitor (troupe_window_get_page (window)));
  graphene_rect_t canvas;
  graphene_rect_t area;
  graphene_rect_t words;

  return toast != adw_toast_overlay_get_child (window->toasts) && ground != NULL &&
         gtk_widget_compute_bounds (ground, overlay, &canvas) &&
         gtk_widget_compute_bounds (bar, overlay, &words) &&
         gtk_widget_compute_bounds (toast, overlay, &area) && area.size.height > 0 &&
         is_clear_of (bar, overlay, &area) &&
         area.origin.y > canvas.origin.y + canvas.size.height - 12 &&
         area.origin.y + area.size.height < words.origin.y + words.size.height + 12;
}

/* A toast covers neither the lowest card nor the panel, even while the panel is opening. It is
 * shown on the bar if it fits into the free space, and otherwise above the bar. The bar has more
 * space without the inspector. */
static void
test_messages_beside_panel (void)
{
  g_autofree char *path = get_example ("straight-line.json");

  for (int opens = FALSE; opens <= TRUE; opens++)
    {
      TroupeWindow *window = open_window (path);

      g_object_set (troupe_page_get_content (troupe_window_get_page (window)), "inspector-visible",
                    FALSE, NULL);
      g_signal_emit_by_name (troupe_window_get_page (window), "message", "Alpha has happened");
      if (opens)
        gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-toggle", NULL);
      wait_until (lies_on_bar, window);
      close_window (window);
    }
}

/* Returns TRUE if the toast is on the bar of the page that replaces the editor. */
static gboolean
lies_on_subpage (gpointer user_data)
{
  TroupeWindow *window = user_data;
  GtkWidget *overlay = GTK_WIDGET (window->toasts);
  GtkWidget *toast = gtk_widget_get_last_child (overlay);
  TroupeSubpage *subpage =
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)));
  graphene_rect_t gap, area;

  return subpage != NULL && toast != adw_toast_overlay_get_child (window->toasts) &&
         troupe_subpage_get_gap (subpage, overlay, &gap) &&
         gtk_widget_compute_bounds (toast, overlay, &area) && area.size.height > 0 &&
         area.origin.x >= gap.origin.x &&
         area.origin.x + area.size.width <= gap.origin.x + gap.size.width &&
         area.origin.y + area.size.height < gap.origin.y + gap.size.height + 12;
}

/* On a page such as that of tests, a toast does not cover rows. */
static void
test_messages_on_subpage (void)
{
  g_autofree char *path = get_example ("research-crew/crew.jsonc");
  TroupeWindow *window = open_window (path);

  gtk_window_set_default_size (GTK_WINDOW (window), 1380, 880);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  g_signal_emit_by_name (troupe_window_get_page (window), "message", "Finished in 38 ms");
  wait_until (lies_on_subpage, window);
  close_window (window);
}

static void
test_messages_long (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  g_autofree char *text = g_strnfill (100, 'm');
  TroupeWindow *window = open_window (path);

  g_signal_emit_by_name (troupe_window_get_page (window), "message", text);
  wait_until (lies_above_bar, window);
  close_window (window);
}

/* Returns TRUE if the toast does not cover the zoom tools, or is wider than the canvas beside them. */
static gboolean
is_beside_zoom_tools (TroupeWindow *window)
{
  GtkWidget *overlay = GTK_WIDGET (window->toasts);
  TroupeEditorFrame *frame = troupe_editor_get_frame (get_editor (troupe_window_get_page (window)));
  GtkWidget *tools = troupe_editor_frame_get_zoom_tools (frame);
  graphene_rect_t pane, zoom, area;

  return !gtk_widget_get_mapped (tools) || !gtk_widget_compute_bounds (tools, overlay, &zoom) ||
         !gtk_widget_compute_bounds (troupe_editor_frame_get_inspector (frame), overlay, &pane) ||
         !gtk_widget_compute_bounds (gtk_widget_get_last_child (overlay), overlay, &area) ||
         area.origin.x >= zoom.origin.x + zoom.size.width ||
         area.size.width > pane.origin.x - zoom.origin.x - zoom.size.width;
}

/* Returns TRUE if the toast is above the bar and ends before the inspector. */
static gboolean
lies_beside_inspector (gpointer user_data)
{
  TroupeWindow *window = user_data;
  GtkWidget *overlay = GTK_WIDGET (window->toasts);
  TroupeEditorFrame *frame = troupe_editor_get_frame (get_editor (troupe_window_get_page (window)));
  graphene_rect_t pane, area;

  return lies_above_bar (window) && is_beside_zoom_tools (window) &&
         gtk_widget_compute_bounds (troupe_editor_frame_get_inspector (frame), overlay, &pane) &&
         gtk_widget_compute_bounds (gtk_widget_get_last_child (overlay), overlay, &area) &&
         area.origin.x >= 0 && area.origin.x + area.size.width <= pane.origin.x;
}

/* Returns the label that wraps the message. (nullable) */
static GtkWidget *
find_wrapped (GtkWidget *widget)
{
  GtkWidget *found =
      GTK_IS_LABEL (widget) && gtk_label_get_wrap (GTK_LABEL (widget)) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_wrapped (child);
  return found;
}

static gboolean
shows_inspector (gpointer user_data)
{
  TroupeWindow *window = user_data;
  TroupeEditorFrame *frame = troupe_editor_get_frame (get_editor (troupe_window_get_page (window)));
  const gboolean is_narrow = gtk_widget_get_width (GTK_WIDGET (window)) < 900;
  graphene_rect_t pane;
  gboolean shown;

  if (troupe_editor_frame_is_inspector_over (frame) != is_narrow)
    return FALSE;
  g_object_set (window, "show-inspector", TRUE, NULL);
  g_object_get (frame, "inspector-visible", &shown, NULL);
  return shown &&
         gtk_widget_compute_bounds (troupe_editor_frame_get_inspector (frame), GTK_WIDGET (window),
                                    &pane) &&
         pane.size.width > 0 &&
         pane.origin.x + pane.size.width <= gtk_widget_get_width (GTK_WIDGET (window));
}

static gboolean
shows_short (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return shows_text (GTK_WIDGET (window->toasts), "The state of the flow belongs") &&
         !shows_text (GTK_WIDGET (window->toasts), "internationalization");
}

/* A wrapped toast is hardly wider than its longest line and ends before the inspector, beside the canvas
 * or over it. */
static void
test_messages_beside_inspector (gconstpointer data)
{
  const int width = GPOINTER_TO_INT (data);
  g_autofree char *path = get_example ("straight-line.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
  GtkWidget *label;
  int lines_width;

  gtk_window_set_default_size (GTK_WINDOW (window), width, 700);
  gtk_window_present (GTK_WINDOW (window));
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  g_object_set (window, "show-inspector", TRUE, NULL);
  wait_until (shows_inspector, window);
  g_signal_emit_by_name (
      troupe_window_get_page (window), "message",
      "The run was not started, because the state of the flow that it needs "
      "belongs to internationalization and was saved by a later version of this program");
  wait_until (lies_beside_inspector, window);
  label = find_wrapped (gtk_widget_get_last_child (GTK_WIDGET (window->toasts)));
  g_assert_nonnull (label);
  pango_layout_get_pixel_size (gtk_label_get_layout (GTK_LABEL (label)), &lines_width, NULL);
  /* All of the text and the button to close it are in the toast. */
  g_assert_cmpint (lines_width + 34, <,
                   gtk_widget_get_width (gtk_widget_get_last_child (GTK_WIDGET (window->toasts))));
  if (width > 1000)
    g_assert_cmpint (gtk_widget_get_width (
                         gtk_widget_get_last_child (GTK_WIDGET (window->toasts))) -
                         lines_width,
                     <, 96);
  /* One that is too wide for the bar, but not for the canvas beside the zoom tools. */
  g_signal_emit_by_name (troupe_window_get_page (window), "message",
                         "The state of the flow belongs to a later version of it");
  wait_until (shows_short, window);
  wait_until (lies_beside_inspector, window);
  close_window (window);
}

static gboolean
is_whole (gpointer user_data)
{
  GtkWidget *monitor = GTK_WIDGET (get_monitor (troupe_window_get_page (user_data)));

  return find_canvas (user_data) == NULL &&
         gtk_widget_get_height (monitor) > gtk_widget_get_height (user_data) * 3 / 4;
}

static gboolean
is_below (gpointer user_data)
{
  GtkWidget *monitor = GTK_WIDGET (get_monitor (troupe_window_get_page (user_data)));

  return find_canvas (user_data) != NULL && gtk_widget_get_height (monitor) > 60 &&
         gtk_widget_get_height (monitor) < gtk_widget_get_height (user_data) / 2;
}

static gboolean
is_closed (gpointer user_data)
{
  GtkWidget *monitor = GTK_WIDGET (get_monitor (troupe_window_get_page (user_data)));

  return find_canvas (user_data) != NULL && gtk_widget_get_height (monitor) < 60;
}

static gboolean
has_passed (gpointer user_data)
{
  return g_get_monotonic_time () > *(gint64 *) user_data;
}

/* A toast that has fully appeared makes way for a panel that is opened afterwards. */
static void
test_messages_before_panel (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  gint64 shown;

  g_object_set (troupe_page_get_content (troupe_window_get_page (window)), "inspector-visible",
                FALSE, NULL);
  g_signal_emit_by_name (troupe_window_get_page (window), "message", "Alpha has happened");
  wait_until (lies_on_bar, window);
  /* A toast appears in less than half a second. */
  shown = g_get_monotonic_time () + 700 * 1000;
  wait_until (has_passed, &shown);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-toggle", NULL);
  wait_until (is_below, window);
  wait_until (lies_on_bar, window);
  close_window (window);
}

/* The maximized panel replaces the canvas. Restoring the panel returns it to its previous
 * height. */
static void
test_panel_whole (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupeMonitor *monitor = get_monitor (troupe_window_get_page (window));
  int height;

  wait_until (is_closed, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-toggle", NULL);
  wait_until (is_below, window);
  height = gtk_widget_get_height (GTK_WIDGET (monitor));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-whole", NULL);
  wait_until (is_whole, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-whole", NULL);
  wait_until (is_below, window);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (monitor)), ==, height);
  g_assert_true (troupe_monitor_get_panel_open (monitor));

  /* A closed panel can be maximized, and a maximized panel can be closed. */
  troupe_monitor_set_panel_open (monitor, FALSE);
  wait_until (is_closed, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-whole", NULL);
  wait_until (is_whole, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-toggle", NULL);
  wait_until (is_closed, window);
  g_assert_false (troupe_monitor_get_panel_whole (monitor));
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-messages/run-with-mistake", test_run_with_mistake);
  g_test_add_func ("/window-messages/in-haste", test_messages_in_haste);
  g_test_add_func ("/window-messages/toasts-at-once", test_toasts_at_once);
  g_test_add_func ("/window-messages/of-tabs", test_messages_of_tabs);
  g_test_add_func ("/window-messages/in-order", test_messages_in_order);
  g_test_add_func ("/window-messages/beside-panel", test_messages_beside_panel);
  g_test_add_func ("/window-messages/before-panel", test_messages_before_panel);
  g_test_add_func ("/window-messages/on-subpage", test_messages_on_subpage);
  g_test_add_func ("/window-messages/long", test_messages_long);
  g_test_add_data_func ("/window-messages/long-wide", GINT_TO_POINTER (1400),
                        test_messages_beside_inspector);
  g_test_add_data_func ("/window-messages/long-medium", GINT_TO_POINTER (1100),
                        test_messages_beside_inspector);
  g_test_add_data_func ("/window-messages/long-narrow", GINT_TO_POINTER (800),
                        test_messages_beside_inspector);
  g_test_add_func ("/window-messages/panel-whole", test_panel_whole);
  return window_test_run ();
}
