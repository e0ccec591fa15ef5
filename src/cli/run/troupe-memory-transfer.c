/* troupe-memory-transfer.c: troupectl memory FILE import, export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-transfer"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-consent-prompt.h"
#include "troupe-line-source.h"
#include "troupe-memory-import.h"
#include "troupe-memory-transfer.h"
#include "troupe-terminal.h"

/* Number of lines that are written at once. */
#define PAGE 200u

/* Returns the embedding model of the document's memory, because CrewAI's store does not record
 * which model created the vectors. (transfer none) */
static const char *
find_embedder (TroupeMemorySubject *subject)
{
  TroupeValue *memory = troupe_memory_subject_get (subject, "memory");
  TroupeValue *embedder = memory != NULL && troupe_value_is (memory, TROUPE_VALUE_MAP)
                              ? troupe_value_get_member (memory, "embedder")
                              : troupe_memory_subject_get (subject, "embedder");
  const char *model =
      troupe_value_get_member_text (troupe_value_get_member (embedder, "config"), "model_name");

  return model != NULL ? model : TROUPE_MEMORY_DEFAULT_EMBEDDING;
}

static void
tell (TroupeMemorySubject *subject, const TroupeMemoryImported *imported)
{
  g_assert (subject != NULL);

  if (troupe_command_line_has (subject->line, "json"))
    {
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "read", troupe_value_new_integer (imported->n_read));
      troupe_map_builder_add (&builder, "imported", troupe_value_new_integer (imported->n_new));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else if (!troupe_command_line_has (subject->line, "quiet"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                           ngettext ("%u record imported; %u already existed.\n",
                                     "%u records imported; %u already existed.\n", imported->n_new),
                           imported->n_new, imported->n_read - imported->n_new);
}

/* --- CrewAI's store --------------------------------------------------------------------------- */

typedef struct
{
  GMainLoop *loop;
  TroupeMemoryImported imported;
  GError *error;
  gboolean is_shown;
} Wait;

static void
imported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Wait *wait = user_data;

  g_assert (source == NULL);

  (void) troupe_memory_import_finish (result, &wait->imported, &wait->error);
  g_main_loop_quit (wait->loop);
}

static void
progress_cb (guint n, guint total, gpointer user_data)
{
  const Wait *wait = user_data;

  g_assert (wait != NULL);

  if (wait->is_shown && n < total)
    /* Translators: the first %u is how many records were read, the second one how many there are */
    troupe_terminal_print (stderr, TROUPE_COLOUR_DIM, _ ("%u of %u records read\n"), n, total);
}

/* --- JSON lines ------------------------------------------------------------------------------- */

static gboolean
write_lines (TroupeMemorySubject *subject,
             GPtrArray *values,
             TroupeMemoryImported *imported,
             GError **error)
{
  g_autoptr (TroupeValue) list = NULL;

  g_assert (subject != NULL);

  for (guint i = 0; i < values->len; i++)
    troupe_value_ref (g_ptr_array_index (values, i));
  list = troupe_value_new_list ((TroupeValue **) values->pdata, values->len);
  g_ptr_array_set_size (values, 0);

  return troupe_memory_import_lines (subject->store, list, find_embedder (subject), imported,
                                     error);
}

static TroupeExit
import_lines (TroupeMemorySubject *subject, const char *file)
{
  g_autoptr (TroupeLineSource) lines = troupe_line_source_open (file);
  g_autoptr (GPtrArray) values =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeMemoryImported imported = { 0 };
  g_autoptr (GError) error = NULL;
  const char *text = NULL;
  gboolean is_good = TRUE;

  g_assert (subject != NULL);

  if (lines == NULL)
    return TROUPE_EXIT_INVALID;
  while (is_good && (is_good = troupe_line_source_read (lines, &text)) && text != NULL)
    {
      TroupeValue *value = NULL;

      if (*text == '\0')
        continue;
      value = troupe_value_from_json (text, -1, &error);
      if (value == NULL)
        return troupe_memory_subject_fail (error);
      g_ptr_array_add (values, value);
      if (values->len == PAGE && !write_lines (subject, values, &imported, &error))
        return troupe_memory_subject_fail (error);
    }
  if (!is_good)
    return TROUPE_EXIT_INVALID;
  if (values->len > 0 && !write_lines (subject, values, &imported, &error))
    return troupe_memory_subject_fail (error);
  tell (subject, &imported);

  return TROUPE_EXIT_OK;
}

TroupeExit
troupe_memory_transfer_import (TroupeMemorySubject *subject, const char *place)
{
  g_autofree char *project = NULL;
  g_autofree char *folder = NULL;
  TroupePythonPermissions permissions;
  Wait wait = { 0 };
  TroupeExit result = TROUPE_EXIT_OK;

  g_return_val_if_fail (subject != NULL, TROUPE_EXIT_INVALID);

  if (place != NULL && !g_file_test (place, G_FILE_TEST_IS_DIR))
    return import_lines (subject, place);
  project = g_path_get_dirname (subject->document);
  folder = place != NULL ? g_strdup (place) : troupe_memory_import_find_folder (project);

  permissions = troupe_consent_prompt_get_permissions (subject->line);
  if ((permissions & TROUPE_PYTHON_PERMIT_CODE) == 0)
    {
      troupe_terminal_print_error (
          /* Translators: %s is a folder */
          _ ("Nothing was run. Reading CrewAI’s memory in “%s” requires Python with LanceDB; use "
             "--allow code to allow it."),
          folder);
      return TROUPE_EXIT_CONSENT;
    }
  wait.is_shown = troupe_terminal_is (stderr) && !troupe_command_line_has (subject->line, "quiet");
  wait.loop = g_main_loop_new (NULL, FALSE);
  troupe_memory_import_async (subject->store, folder, permissions, find_embedder (subject),
                              progress_cb, &wait, NULL, imported_cb, &wait);
  g_main_loop_run (wait.loop);
  g_main_loop_unref (wait.loop);
  if (wait.error != NULL)
    result = troupe_memory_subject_fail (wait.error);
  else
    tell (subject, &wait.imported);
  g_clear_error (&wait.error);
  return result;
}

static gboolean
print_line (TroupeValue *line, gpointer user_data G_GNUC_UNUSED, GError **error)
{
  troupe_terminal_print_json (line);
  if (!ferror (stdout))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Could not write the records."));

  return FALSE;
}

TroupeExit
troupe_memory_transfer_export (TroupeMemorySubject *subject)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (subject != NULL, TROUPE_EXIT_INVALID);

  return troupe_memory_export (subject->store, print_line, NULL, &error)
             ? TROUPE_EXIT_OK
             : troupe_memory_subject_fail (error);
}
