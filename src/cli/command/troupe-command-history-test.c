/* troupe-command-history-test.c: troupectl history make-test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history-test"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command-history-test.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"
#include "troupe-test-from-run.h"

TroupeExit
troupe_command_history_make_test (TroupeCommandLine *line, TroupeStore *store, const char *id)
{
  const char *given = troupe_command_line_get (line, "output");
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, id, &error);
  g_autoptr (GPtrArray) events =
      record != NULL ? troupe_store_get_events (store, record->id, &error) : NULL;
  g_autofree char *path = NULL;

  if (events == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  if (record->path == NULL || record->status == TROUPE_RUN_STATUS_RUNNING)
    {
      troupe_terminal_print_error (record->path == NULL
                                       ? _ ("The run has no document file, which a test requires.")
                                       : _ ("The run has not ended yet."));
      return TROUPE_EXIT_INVALID;
    }
  path = given != NULL ? g_strdup (given) : troupe_test_file_find_beside (record->path);
  if (!troupe_test_from_run_save (record, events, path, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (!troupe_command_line_has (line, "quiet"))
    /* Translators: %s is a file */
    troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("The test was added to “%s”.\n"), path);
  return TROUPE_EXIT_OK;
}
