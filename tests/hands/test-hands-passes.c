/* test-hands-passes.c: passes of a loop and items of an each, in a run and in a past run, by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-history-row.h"
#include "troupe-item-bar.h"
#include "troupe-method-detail.h"
#include "troupe-run-view.h"

/* `lap` runs three times; `each` has three items. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"passes\", \"methods\": {"
    "\"begin\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"turn\": {\"router\": true, \"listen\": {\"or\": [\"begin\", \"lap\"]}, "
    "\"emit\": [\"again\", \"enough\"], \"do\": {\"call\": \"expression\", \"expr\": "
    "\"has(outputs.lap) && outputs.lap.n >= 3 ? 'enough' : 'again'\"}}, "
    "\"lap\": {\"listen\": \"again\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"{'n': has(outputs.lap) ? outputs.lap.n + 1 : 1, "
    "'name': 'lap-' + string(has(outputs.lap) ? outputs.lap.n + 1 : 1)}\"}}, "
    "\"items\": {\"listen\": \"enough\", \"do\": {\"call\": \"each\", \"in\": \"[10, 20, 30]\", "
    "\"do\": "
    "[{\"name\": \"make\", \"action\": {\"call\": \"expression\", \"expr\": "
    "\"{'name': 'item-' + string(item)}\"}}]}}}}\n";

static TroupeWindow *window;

static gboolean
has_ended (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));
  TroupeValue *items =
      troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), "items");

  return items != NULL && !troupe_page_run_is_under_way (troupe_page_content_get_run (content));
}

static gboolean
has_type (gpointer type)
{
  return hands_find_type (GTK_WIDGET (window), GPOINTER_TO_SIZE (type)) != NULL;
}

/* Selects a card by a click. */
static void
click_card (GtkWidget *root, const char *name)
{
  TroupeCanvas *canvas = TROUPE_CANVAS (hands_find_type (root, TROUPE_TYPE_CANVAS));

  hands_click_card (canvas, name, 60, 26, HANDS_CLICK);
}

/* Walks through the passes and picks an item, which the details show. */
static void
check (GtkWidget *root)
{
  GtkWidget *detail = hands_find_type (root, TROUPE_TYPE_METHOD_DETAIL);
  GtkWidget *number = NULL;

  click_card (root, "lap");
  wait_for_text (detail, "Pass 3 of 3");
  wait_for_text (detail, "\"lap-3\"");
  hands_wait_frame (detail);
  hands_click_middle (gtk_widget_get_prev_sibling (
      gtk_widget_get_ancestor (hands_find_label (detail, "Pass 3 of 3"), GTK_TYPE_MENU_BUTTON)));
  wait_for_text (detail, "Pass 2 of 3");
  wait_for_text (detail, "\"lap-2\"");
  click_card (root, "items");
  wait_for_text (detail, "All Items");
  wait_for_text (detail, "of 3");
  hands_wait_frame (detail);
  number = hands_find_type (hands_find_type (detail, TROUPE_TYPE_ITEM_BAR), GTK_TYPE_SPIN_BUTTON);
  hands_click (number, 12, gtk_widget_get_height (number) / 2.0);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("2");
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (detail, "\"item-20\"");
  g_assert_false (shows_text (detail, "\"item-10\""));
  /* The next one by a key, and all of them again. */
  hands_key (GDK_KEY_Up, 0);
  wait_for_text (detail, "\"item-30\"");
  hands_click_found (find_labelled, detail, "All Items");
  hands_settle ();
  g_assert_false (shows_text (detail, "\"item-30\""));
}

static void
test_passes (void)
{
  g_autofree char *path = write_file ("passes.json", flow);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_ended, NULL);
  check (GTK_WIDGET (troupe_window_get_page (window)));
  hands_key (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_HISTORY_ROW));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW));
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  hands_wait_frame (GTK_WIDGET (window));
  check (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_RUN_VIEW));
  close_window (window);
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
  g_test_add_func ("/hands/passes", test_passes);
  return window_test_run ();
}
