/* test-window-corpus.c: hostile documents, each of which is opened and viewed in the window
 *
 * A run of the test tries a sample, which depends on the seed, unless TROUPE_CORPUS_ALL is set in the
 * environment.
 *
 * A seccomp filter kills the test if any of its code starts a process or opens a socket, and
 * Landlock rules deny writing outside of its folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "hostile-corpus.h"
#include "no-network.h"
#include "only-folder.h"
#include "window-test.h"

/* Seconds of the processor within which a document is opened or rejected with a message. */
#define OPENED_SECONDS (20 * TEST_SLOWNESS)

/* Maximum number of methods that are selected in a document. */
#define MOST_SELECTED 3

/* Larger documents are not opened in this test, because drawing them would only take long. The
 * command-line test reads them. */
#define LARGEST_DRAWN (256 * 1024)

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options (void);

/* The leak sanitizer uses a separate process, which the filter would not allow. */
const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

static void
settle (void)
{
  for (guint i = 0; i < 100 && g_main_context_iteration (NULL, FALSE); i++)
    continue;
}

static void
look_around (TroupeWindow *window)
{
  static const char *const actions[] = { "flow.fit", "flow.select-all", "flow.copy",
                                         "flow.select-none" };
  TroupeEditor *editor = get_editor (troupe_window_get_page (window));
  TroupeFlow *flow = troupe_flow_document_get_flow (get_document (window));

  for (guint i = 0; i < MIN (troupe_flow_get_n_methods (flow), MOST_SELECTED); i++)
    {
      troupe_editor_select_method (editor, troupe_flow_get_method (flow, i)->name);
      settle ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (editor), actions[i], NULL);
      settle ();
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-problems", NULL);
  settle ();
}

static gboolean
has_no_page (gpointer user_data)
{
  return !has_page (user_data);
}

/* Closes the tab as the user does, without a prompt. */
static void
close_page (TroupeWindow *window)
{
  window->may_close = TRUE;
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_no_page, window);
  window->may_close = FALSE;
}

static gboolean
is_answered (gpointer user_data)
{
  return find_dialog () != NULL || has_page (user_data);
}

/* Returns TRUE if the document was opened. */
static gboolean
check_document (TroupeWindow *window, const HostileDocument *document)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), document->name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *after = NULL;
  const gint64 begin = test_time_get_own ();
  gboolean is_open;
  gsize length;

  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  g_assert_true (g_file_set_contents (path, document->text, (gssize) document->length, NULL));
  troupe_window_open_file (window, file);
  wait_until (is_answered, window);
  is_open = find_dialog () == NULL;
  if (is_open)
    {
      look_around (window);
      close_page (window);
    }
  else
    answer_dialog ("close");
  if (test_time_get_own () - begin > OPENED_SECONDS * G_USEC_PER_SEC)
    g_error ("%s takes %.1f s of the processor", document->name,
             (double) (test_time_get_own () - begin) / G_USEC_PER_SEC);
  g_assert_true (g_file_get_contents (path, &after, &length, NULL));
  g_assert_cmpmem (after, length, document->text, document->length);
  return is_open;
}

static void
test_corpus (void)
{
  const guint turn = (guint) g_test_rand_int_range (0, G_MAXINT32);
  g_autoptr (GPtrArray) corpus = hostile_corpus_new_sample (turn);
  TroupeWindow *window = open_window (NULL);
  guint n_opened = 0, n_tried = 0;

  for (guint i = 0; i < corpus->len; i++)
    {
      const HostileDocument *document = corpus->pdata[i];

      if (document->length > LARGEST_DRAWN)
        continue;
      n_tried++;
      n_opened += check_document (window, document) ? 1 : 0;
    }
  close_window (window);
  g_test_message ("%u of %u documents opened", n_opened, n_tried);
  g_assert_cmpuint (n_tried, >=, 100);
  g_assert_cmpuint (n_opened, >, 60);
  g_assert_false (g_file_test ("/tmp/troupe-was-here", G_FILE_TEST_EXISTS));
}

int
main (int argc, char *argv[])
{
  g_autofree char *path = NULL, *folder = NULL;
  TroupeWindow *window;

  window_test_init (&argc, &argv);
  g_test_add_func ("/window-corpus/documents", test_corpus);

  /* Connections of GTK are created before the filter is installed. */
  path = get_example ("straight-line.json");
  window = open_window (path);
  look_around (window);
  close_window (window);
  folder = g_path_get_dirname (g_get_user_data_dir ());
  g_mkdir_with_parents (folder, 0700);
  if (only_folder_install (folder) != 0)
    g_printerr ("# no rule for files: %s\n", g_strerror (errno));
  if (no_network_install () != 0)
    g_printerr ("# no filter: %s; nothing is proven here\n", g_strerror (errno));
  return window_test_run ();
}
