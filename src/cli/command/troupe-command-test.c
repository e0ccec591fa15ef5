/* troupe-command-test.c: troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-test"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-command-test-import.h"
#include "troupe-document-tests.h"
#include "troupe-rounds.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"

/* Maximum depth of folders that are searched for files of tests. */
#define MOST_DEPTH 16u

/* Same default as CrewAI. */
#define ITERATIONS 3

static const TroupeOption options[] = {
  { "iterations", 'n', "N", N_ ("Number of iterations (default: 3)") },
  { "model", 'm', "MODEL",
    N_ ("Model that scores the results (default: the default model of agents)") },
  TROUPE_DOCUMENT_TESTS_OPTIONS,
  TROUPE_COMMAND_TEST_IMPORT_OPTIONS,
  TROUPE_ROUNDS_OPTIONS,
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { NULL },
};

static void
prepare (TroupeCommandLine *line, TroupeRun *run, guint n)
{
  troupe_run_set_evaluation (run, n, troupe_command_line_get (line, "model"));
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds the files of tests in a folder and below, in the order of their paths. Hidden folders and links are not searched. */
static void
collect (GPtrArray *files, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = depth < MOST_DEPTH ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && !g_str_equal (name, "node_modules"))
      g_ptr_array_add (paths, g_str_equal (folder, ".") ? g_strdup (name)
                                                        : g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = paths->pdata[i];

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        collect (files, path, depth + 1);
      else if (troupe_test_file_matches (path) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_strdup (path));
    }
}

/* Says that a document or a folder has no tests, and how to make one. */
static void
print_no_tests (const char *given)
{
  g_autofree char *shown = troupe_text_to_line (given);

  troupe_terminal_print_error (
      /* Translators: %s is a file or a folder */
      _ ("“%s” has no tests. To make one from a saved run: troupectl history make-test RUN, where "
         "“troupectl history” lists the runs. Or write a file NAME.test.json beside the document."),
      shown);
}

/* Returns TRUE for a flow, and for a folder without the parts of a crew. What does not load is reported elsewhere. */
static gboolean
has_no_crew (const char *given)
{
  static const char *const parts[] = { "crew.jsonc", "crew.json", "agents", "config", "src" };
  g_autoptr (TroupeLoaded) loaded = NULL;

  if (g_file_test (given, G_FILE_TEST_IS_DIR))
    {
      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          g_autofree char *path = g_build_filename (given, parts[i], NULL);

          if (g_file_test (path, G_FILE_TEST_EXISTS))
            return FALSE;
        }
      return TRUE;
    }
  loaded = troupe_command_load (given);
  return loaded->document != NULL && loaded->crew == NULL;
}

/* Runs files of tests, unless the number of iterations or the model of an evaluation is given, or there are none. */
static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *arguments = troupe_command_line_get_arguments (line);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const gboolean is_evaluation =
      troupe_command_line_has (line, "iterations") || troupe_command_line_has (line, "model");

  if (g_str_equal (arguments[0], "import") && arguments[1] != NULL && arguments[2] == NULL)
    return troupe_command_test_import (line, arguments[1]);
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      const guint n_before = files->len;

      if (!is_evaluation || troupe_test_file_matches (arguments[i]))
        {
          const char *given = arguments[i];
          g_autofree char *beside = NULL;

          /* Adds the files of tests that an argument means: itself, those below a folder, or
           * the one beside a document. */
          if (troupe_test_file_matches (given))
            g_ptr_array_add (files, g_strdup (given));
          else if (g_file_test (given, G_FILE_TEST_IS_DIR))
            collect (files, given, 0);
          else
            {
              beside = troupe_test_file_find_beside (given);
              if (g_file_test (beside, G_FILE_TEST_IS_REGULAR))
                g_ptr_array_add (files, g_steal_pointer (&beside));
            }
        }
      if (files->len == n_before && arguments[1] != NULL)
        {
          print_no_tests (arguments[i]);
          return TROUPE_EXIT_INVALID;
        }
    }
  if (files->len == 0 && !is_evaluation && has_no_crew (arguments[0]))
    {
      print_no_tests (arguments[0]);
      return TROUPE_EXIT_INVALID;
    }
  if (files->len == 0)
    return troupe_rounds_execute (line, ITERATIONS, prepare);
  g_ptr_array_add (files, NULL);
  return troupe_document_tests_run (line, (const char *const *) files->pdata);
}

const TroupeCommand troupe_command_test = {
  .name = "test",
  .arguments = "FILE… | FOLDER | import FILE",
  .summary = N_ ("Run the tests of documents, or of all documents in a folder. With -n or -m, run "
                 "a crew several times "
                 "and let a model score the outputs of its tasks."),
  .example = "troupectl test . --junit results.xml",
  .options = options,
  .min_arguments = 1,
  .max_arguments = G_MAXUINT,
  .run = run,
};
