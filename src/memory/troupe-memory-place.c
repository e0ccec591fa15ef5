/* troupe-memory-place.c: to which document at a path the stored memories belong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-place"

#include "config.h"

#include <fcntl.h>
#include <string.h>

#include "troupe-document-owner.h"
#include "troupe-file.h"
#include "troupe-folder-record.h"
#include "troupe-limits.h"
#include "troupe-memory-place.h"
#include "troupe-memory-scope.h"

/* Appended to the name of the database for the list of the documents to which it belongs. */
#define LIST ".documents"
#define LARGEST_LIST (64u * 1024)

/* --- Identity --------------------------------------------------------------------------------- */

/* Returns the digest of what a run of the document executes: the document, declarations and code in its folder, and what `.env`
 * chooses. (transfer full) (nullable): %NULL if it is unknown */
static char *
identify_content (const char *document)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *parts = troupe_document_identify_parts (document);
  gsize length = 0;
  g_autofree char *text = troupe_file_read (document, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);

  if (text == NULL || parts == NULL)
    return NULL;
  g_checksum_update (sum, (const guchar *) text, (gssize) length);
  g_checksum_update (sum, (const guchar *) parts, (gssize) strlen (parts));
  return g_strconcat ("content ", g_checksum_get_string (sum), NULL);
}

/* --- The list --------------------------------------------------------------------------------- */

static gboolean
has_line (char **lines, const char *line)
{
  return line != NULL && g_strv_contains ((const char *const *) lines, line);
}

/* Adds what identifies the document to the list. @folder, @content: (nullable) */
static void
note (const char *path, const char *text, char **lines, const char *folder, const char *content)
{
  g_autoptr (GString) longer = g_string_new (strlen (text) < LARGEST_LIST / 2 ? text : "");

  if ((content == NULL || has_line (lines, content)) &&
      (folder == NULL || has_line (lines, folder)))
    return;
  if (folder != NULL)
    g_string_append_printf (longer, "%s\n", folder);
  if (content != NULL)
    g_string_append_printf (longer, "%s\n", content);
  troupe_file_save (path, longer->str, longer->len, NULL, NULL, NULL);
}

/* Returns TRUE if the folder was created after the database, to which no document was noted yet. */
static gboolean
is_younger (const char *document, const char *database)
{
  g_autofree char *folder = g_path_get_dirname (document);
  const gint64 of_folder = troupe_folder_record_read_birth (AT_FDCWD, folder);
  const gint64 of_database = troupe_folder_record_read_birth (AT_FDCWD, database);

  return of_folder > 0 && of_database > 0 && of_folder > of_database;
}

/* Returns whether the database at @path belongs to the document. @adopts: whether it does from now on */
static gboolean
is_of (const char *document, const char *path, gboolean adopts)
{
  g_autofree char *list = g_strconcat (path, LIST, NULL);
  g_autofree char *text = troupe_file_read (list, LARGEST_LIST, NULL, NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autofree char *folder = troupe_document_identify_folder (document);
  g_autofree char *content = identify_content (document);
  const gboolean is_known = text != NULL ? has_line (lines, folder) || has_line (lines, content)
                                         : !is_younger (document, path);

  if (is_known || adopts)
    note (list, text != NULL ? text : "", lines, folder, content);
  return is_known || adopts;
}

/* --- Paths ------------------------------------------------------------------------------------ */

/* Returns the database of the first document at this path. (transfer full) */
static char *
make_first (const char *data_folder, const char *project)
{
  g_autofree char *folder = g_path_get_dirname (project);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *part = troupe_memory_scope_from_name (name);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, project, -1);
  g_autofree char *file = g_strdup_printf ("%.40s-%.16s.db", part, digest);

  return g_build_filename (data_folder, "memory", file, NULL);
}

char *
troupe_memory_store_make_path (const char *data_folder, const char *project)
{
  g_autofree char *first = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *digest = NULL;

  g_return_val_if_fail (data_folder != NULL && project != NULL, NULL);

  first = make_first (data_folder, project);
  if (!g_file_test (first, G_FILE_TEST_EXISTS) || is_of (project, first, FALSE))
    return g_steal_pointer (&first);
  folder = troupe_document_identify_folder (project);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder != NULL ? folder : project, -1);
  return g_strdup_printf ("%.*s-%.16s.db", (int) (strlen (first) - strlen (".db")), first, digest);
}

gboolean
troupe_memory_store_has_earlier (const char *data_folder, const char *project)
{
  g_autofree char *first = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (data_folder != NULL && project != NULL, FALSE);

  first = make_first (data_folder, project);
  path = troupe_memory_store_make_path (data_folder, project);
  return !g_str_equal (first, path);
}

void
troupe_memory_store_adopt_earlier (const char *data_folder, const char *project)
{
  g_autofree char *first = NULL;

  g_return_if_fail (data_folder != NULL && project != NULL);

  first = make_first (data_folder, project);
  if (g_file_test (first, G_FILE_TEST_EXISTS))
    is_of (project, first, TRUE);
}
