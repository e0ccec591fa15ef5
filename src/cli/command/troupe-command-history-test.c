/* troupe-command-history-test.c: troupectl history make-test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history-test"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-command-history-test.h"
#include "troupe-file.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"
#include "troupe-test-from-run.h"

/* Returns the path of the document as seen from the folder of @file. (transfer full) */
static char *
make_document_path (const char *file, const char *document)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *whole = g_canonicalize_filename (folder, NULL);
  const gsize length = strlen (whole);

  return g_str_has_prefix (document, whole) && document[length] == G_DIR_SEPARATOR
             ? g_strdup (document + length + 1)
             : g_strdup (document);
}

/* Reads the file of tests, if it exists. Returns FALSE with an error if it cannot be extended.
 * @value: (out) (nullable) (transfer full) */
static gboolean
read_file (const char *path, TroupeValue **value, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  gsize length = 0;

  *value = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (text == NULL)
    return FALSE;
  *value = troupe_value_from_json (text, (gssize) length, &cause);
  if (*value != NULL && troupe_value_is (*value, TROUPE_VALUE_MAP))
    return TRUE;
  g_clear_pointer (value, troupe_value_unref);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               /* Translators: the first %s is a file, the second one the reason */
               _ ("A test cannot be added to “%s”: %s"), path,
               cause != NULL ? cause->message : _ ("it is not an object"));
  return FALSE;
}

static gboolean
write_test (const TroupeRunRecord *record, GPtrArray *events, const char *path, GError **error)
{
  g_autofree char *name = g_strdup_printf ("run %.8s", record->id);
  g_autofree char *document = make_document_path (path, record->path);
  g_autoptr (TroupeValue) old = NULL;
  g_autoptr (TroupeValue) test = NULL;
  g_autoptr (TroupeValue) file = NULL;
  g_autofree char *text = NULL;

  if (!read_file (path, &old, error))
    return FALSE;
  if (g_path_is_absolute (document))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   /* Translators: %s is a document */
                   _ ("The file of tests must be in the folder of “%s” or above it."), document);
      return FALSE;
    }
  test = troupe_test_from_run (record, events, name);
  file = troupe_test_from_run_add (old, test, document);
  text = troupe_value_to_json (file, TROUPE_JSON_PRETTY);
  return troupe_file_save_chosen (path, text, strlen (text), NULL, error);
}

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
  if (!write_test (record, events, path, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (!troupe_command_line_has (line, "quiet"))
    /* Translators: %s is a file */
    troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, _ ("The test was added to “%s”.\n"), path);
  return TROUPE_EXIT_OK;
}
