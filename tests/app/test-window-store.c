/* test-window-store.c: a run history that cannot be opened at first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-history-work.h"
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

  return !troupe_services_peek_store (TROUPE_SERVICES (user_data), &store);
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

static TroupeStore *
find_nothing (void)
{
  return NULL;
}

static void
facts_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeHistoryFacts) facts = troupe_history_read_facts_finish (result, &error);
  char **message = user_data;

  g_assert_true ((facts != NULL) == (error == NULL));
  *message = g_strdup (error != NULL ? error->message : "");
}

static gboolean
is_set (gpointer user_data)
{
  return *(char **) user_data != NULL;
}

/* A history that cannot be opened, such as that of a newer version, is no empty one. */
static void
test_unreadable (void)
{
  const TroupeRunFilter filter = { NULL };
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *file = g_build_filename (folder, "runs.db", NULL);
  const gboolean is_new = !g_file_test (folder, G_FILE_TEST_EXISTS);
  g_autofree char *empty = NULL;
  g_autofree char *unreadable = NULL;

  troupe_history_read_facts_async (find_nothing, &filter, NULL, facts_read_cb, &empty);
  wait_until (is_set, &empty);
  g_assert_cmpstr (empty, ==, "");
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "newer", -1, NULL));
  troupe_history_read_facts_async (find_nothing, &filter, NULL, facts_read_cb, &unreadable);
  wait_until (is_set, &unreadable);
  g_assert_nonnull (strstr (unreadable, "could not be read"));
  g_assert_cmpint (g_unlink (file), ==, 0);
  if (is_new)
    g_assert_cmpint (g_rmdir (folder), ==, 0);
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
  troupe_page_start_run (page, FALSE);
  wait_until (shows_trouble, window);
  wait_until (is_over, page);

  /* The history is opened for the next run, and the bar disappears. */
  g_assert_cmpint (g_unlink (folder), ==, 0);
  wait_until (may_open, window_test_application);
  troupe_page_start_run (page, FALSE);
  wait_until (shows_no_trouble, window);
  wait_until (is_over, page);
  g_assert_true (troupe_services_peek_store (TROUPE_SERVICES (window_test_application), &store));
  g_assert_nonnull (store);
  wait_until (is_stored, store);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-store/unreadable", test_unreadable);
  g_test_add_func ("/window-store/late", test_late);

  return window_test_run ();
}
