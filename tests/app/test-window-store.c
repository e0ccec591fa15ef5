/* test-window-store.c: a run history that cannot be opened at first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "troupe-store.h"
#include "window-test.h"

static const char flow[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"late\", \"methods\": "
                           "{\"begin\": {\"start\": true, "
                           "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}";

static gboolean
shows_trouble (gpointer user_data)
{
  return shows_text (user_data, "Could not save runs");
}

static gboolean
shows_no_trouble (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return window->trouble == NULL || !gtk_revealer_get_reveal_child (GTK_REVEALER (
                                        gtk_widget_get_first_child (GTK_WIDGET (window->trouble))));
}

/* Whether the next run tries to open the history. */
static gboolean
may_open (gpointer user_data)
{
  TroupeStore *store = NULL;

  return !troupe_application_peek_store (user_data, &store);
}

static gboolean
is_over (gpointer user_data)
{
  return !troupe_page_is_running (user_data) && !troupe_page_is_starting (user_data);
}

static gboolean
is_stored (gpointer user_data)
{
  g_autoptr (GPtrArray) runs = troupe_store_list_runs (user_data, NULL, 10, NULL);

  return runs != NULL && runs->len == 1;
}

/* Root may also write to read-only folders. Therefore, a file is in the place of the folder. */
static void
test_late (void)
{
  g_autofree char *path = write_file ("late.json", flow);
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *away = g_strconcat (folder, "-away", NULL);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeStore *store = NULL;

  g_rename (folder, away);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  troupe_page_run (page, FALSE);
  wait_until (shows_trouble, window);
  wait_until (is_over, page);

  /* The history is opened for the next run, and the bar disappears. */
  g_assert_cmpint (g_unlink (folder), ==, 0);
  wait_until (may_open, window_test_application);
  troupe_page_run (page, FALSE);
  wait_until (shows_no_trouble, window);
  wait_until (is_over, page);
  g_assert_true (troupe_application_peek_store (window_test_application, &store));
  g_assert_nonnull (store);
  wait_until (is_stored, store);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-store/late", test_late);

  return window_test_run ();
}
