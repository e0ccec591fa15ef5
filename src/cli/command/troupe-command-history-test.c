/* troupe-command-history-test.c: troupectl history make-test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history-test"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command-history-test.h"
#include "troupe-store-own.h"
#include "troupe-terminal.h"
#include "troupe-test-from-run.h"

/* Returns TRUE if the file of tests cannot be extended or written, FALSE if the run is none for a test. */
static gboolean
is_about_file (const GError *error)
{
  return error->domain == G_FILE_ERROR ||
         (error->domain == G_IO_ERROR && error->code != G_IO_ERROR_NOT_FOUND &&
          error->code != G_IO_ERROR_BUSY && error->code != G_IO_ERROR_NOT_SUPPORTED);
}

TroupeExit
troupe_command_history_make_test (TroupeCommandLine *line, TroupeStore *store, const char *id)
{
  const char *output = troupe_command_line_get (line, "output");
  g_autofree char *folder = troupe_store_get_folder (store);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMadeTest) made = NULL;
  g_autofree char *text = NULL;

  /* The record chooses the path of its document. */
  if (output == NULL && !troupe_store_own_is (folder))
    {
      troupe_terminal_print_error (
          _ ("The data of this run was not stored by you on this computer. "
             "Specify the file of tests with -o."));
      return TROUPE_EXIT_INVALID;
    }
  made = troupe_test_from_run_make (store, id, output, &error);
  if (made == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return is_about_file (error) ? TROUPE_EXIT_RUN_FAILED : TROUPE_EXIT_INVALID;
    }
  text = troupe_made_test_describe (made, made->path);
  if (!troupe_command_line_has (line, "quiet"))
    troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", text);
  return TROUPE_EXIT_OK;
}
