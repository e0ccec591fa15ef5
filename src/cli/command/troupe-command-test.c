/* troupe-command-test.c: troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-test"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command-test-import.h"
#include "troupe-document-tests.h"
#include "troupe-rounds.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"

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

/* A file of tests, or a document with one beside it, unless the number of iterations or the model of an
 * evaluation is given. */
static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *arguments = troupe_command_line_get_arguments (line);
  const char *given = arguments[0];
  g_autofree char *beside = NULL;

  if (arguments[1] != NULL && g_str_equal (given, "import"))
    return troupe_command_test_import (line, arguments[1]);
  if (arguments[1] != NULL)
    {
      troupe_terminal_print_error (_ ("Unexpected argument “%s”. Usage: troupectl test FILE"),
                                   arguments[1]);
      return TROUPE_EXIT_INVALID;
    }
  beside = troupe_test_file_find_beside (given);
  if (troupe_test_file_matches (given))
    return troupe_document_tests_run (line, given);
  if (!troupe_command_line_has (line, "iterations") && !troupe_command_line_has (line, "model") &&
      g_file_test (beside, G_FILE_TEST_IS_REGULAR))
    return troupe_document_tests_run (line, beside);
  return troupe_rounds_execute (line, ITERATIONS, prepare);
}

const TroupeCommand troupe_command_test = {
  .name = "test",
  .arguments = "FILE | import FILE",
  .summary =
      N_ ("Run the tests of a document, or run a crew several times and let a model score the "
          "outputs of its tasks."),
  .example = "troupectl test . -n 3 -m gpt-4.1",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 2,
  .run = run,
};
