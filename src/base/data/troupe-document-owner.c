/* troupe-document-owner.c: to which document at a path something stored belongs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-owner"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-document-owner.h"
#include "troupe-folder-name.h"
#include "troupe-folder-record.h"
#include "troupe-project-file.h"

/* Limits of a folder whose content is identified: entries, bytes of the files that count, and depth. */
#define MOST_ENTRIES 2000u
#define MOST_BYTES (4u * 1024 * 1024)
#define MOST_DEPTH 16u

/* --- Folder ----------------------------------------------------------------------------------- */

char *
troupe_document_identify_folder (const char *path)
{
  g_autofree char *folder = NULL;
  struct stat status;

  g_return_val_if_fail (path != NULL, NULL);

  folder = g_path_get_dirname (path);
  if (stat (folder, &status) != 0)
    return NULL;
  return g_strdup_printf ("folder %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT, (guint64) status.st_ino,
                          troupe_folder_record_read_birth (AT_FDCWD, folder));
}

/* --- Parts ------------------------------------------------------------------------------------ */

/* @paths: (element-type utf8): files that count, relative to the folder; @texts: (element-type utf8): other texts, which count if a
 * declaration names a prompt; @is_known: whether all were found */
typedef struct
{
  GPtrArray *paths;
  GPtrArray *texts;
  guint n_entries;
  gboolean is_known;
} Parts;

static gboolean
has_end (const char *name, const char *const *ends)
{
  for (guint i = 0; ends[i] != NULL; i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return FALSE;
}

/* Adds the files of an open folder, which is closed. @path: relative to the folder of the document, empty for it */
static void
add_folder (Parts *self, int folder, const char *path, guint depth, gboolean is_hidden)
{
  static const TroupeFolderTrail none = { 0 };
  DIR *entries = folder >= 0 ? fdopendir (folder) : NULL;
  const struct dirent *entry;

  g_assert (self != NULL);

  if (entries == NULL)
    {
      if (folder >= 0)
        close (folder);
      self->is_known = FALSE;
      return;
    }
  while (self->is_known && (entry = readdir (entries)) != NULL)
    {
      g_autofree char *folded = troupe_folder_name_fold (entry->d_name);
      g_autofree char *inner = g_build_filename (path, entry->d_name, NULL);
      const gboolean hides = is_hidden || *entry->d_name == '.';
      struct stat status;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, "..") ||
          fstatat (dirfd (entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (++self->n_entries > MOST_ENTRIES)
        self->is_known = FALSE;
      else if (!S_ISDIR (status.st_mode))
        {
          static const char *const code[] = { ".py",  ".pyw",  ".pyi", ".so",  ".js",
                                              ".mjs", ".cjs",  ".ts",  ".mts", ".cts",
                                              ".sh",  ".bash", ".rb",  ".pl",  ".php",
                                              ".lua", ".go",   ".rs",  ".jar", NULL };
          static const char *const declarations[] = { ".json", ".jsonc", ".yaml",    ".yml",
                                                      ".toml", ".pkl",   "skill.md", NULL };
          static const char *const texts[] = { ".md", ".txt", ".prompt", NULL };

          /* Adds a file if it is code, a declaration, or a text that may instruct a model. Data
           * change with each run. */
          if (has_end (folded, code) || (!hides && has_end (folded, declarations)))
            g_ptr_array_add (self->paths, g_strdup (inner));
          else if (!hides && has_end (folded, texts))
            g_ptr_array_add (self->texts, g_strdup (inner));
        }
      else if (troupe_folder_name_is_any_repository (folded) || g_str_equal (folded, "__pycache__"))
        continue;
      else if (troupe_folder_name_is_package (&none, folded) || depth >= MOST_DEPTH)
        self->is_known = FALSE;
      else
        add_folder (self,
                    openat (dirfd (entries), entry->d_name,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                    inner, depth + 1, hides);
    }
  closedir (entries);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds a file to the digest. A link that leads out of the folder is not followed, and no run follows it. @all: (nullable): receives
 * the text. Returns FALSE if the files are too large. */
static gboolean
digest_file (GChecksum *sum, const char *folder, const char *path, gsize *rest, GString *all)
{
  gsize length = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize limit;
  g_autofree char *full = NULL;
  int descriptor;
  char *part_text;

  /* Reads a file. A link is followed as a run follows it. */
  limit = *rest + 1;
  full = g_build_filename (folder, path, NULL);
  descriptor = open (full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0)
    text = troupe_project_file_read_any (folder, path, limit, &length, &error);
  else
    {
      part_text = troupe_file_read_open (descriptor, full, limit, &length, NULL, &error);
      close (descriptor);
      text = part_text;
    }
  if (text == NULL && error->code != G_IO_ERROR_NOT_FOUND &&
      error->code != G_IO_ERROR_PERMISSION_DENIED && error->code != G_IO_ERROR_NOT_REGULAR_FILE)
    return FALSE;
  if (length > *rest)
    return FALSE;
  *rest -= length;
  g_checksum_update (sum, (const guchar *) path, (gssize) strlen (path) + 1);
  g_checksum_update (sum, (const guchar *) &length, sizeof length);
  g_checksum_update (sum, (const guchar *) text, (gssize) length);
  if (all != NULL && text != NULL)
    g_string_append_len (all, text, (gssize) length);
  return TRUE;
}

static gboolean
names_prompts (const GString *declarations)
{
  return g_strstr_len (declarations->str, (gssize) declarations->len, "prompt_file") != NULL;
}

char *
troupe_document_identify_parts (const char *path)
{
  g_autofree char *folder = NULL;
  g_autofree char *own = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Parts parts = { .paths = paths, .texts = texts, .is_known = TRUE };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GString) declarations = g_string_new (NULL);
  gsize rest = MOST_BYTES;

  g_return_val_if_fail (path != NULL, NULL);

  folder = g_path_get_dirname (path);
  own = g_path_get_basename (path);
  add_folder (&parts, open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "", 0, FALSE);
  g_ptr_array_sort (paths, compare);
  g_ptr_array_sort (texts, compare);
  for (guint i = 0; parts.is_known && i < paths->len; i++)
    /* The document itself has a digest of its own, but may name prompts. */
    if (!g_str_equal (paths->pdata[i], own))
      parts.is_known = digest_file (sum, folder, paths->pdata[i], &rest, declarations);
  if (parts.is_known)
    {
      g_autofree char *text = troupe_project_file_read_any (folder, own, MOST_BYTES, NULL, NULL);

      g_string_append (declarations, text != NULL ? text : "");
    }
  for (guint i = 0; parts.is_known && names_prompts (declarations) && i < texts->len; i++)
    parts.is_known = digest_file (sum, folder, texts->pdata[i], &rest, NULL);
  parts.is_known = parts.is_known && digest_file (sum, folder, ".env", &rest, NULL);
  return parts.is_known ? g_strdup (g_checksum_get_string (sum)) : NULL;
}

/* --- Owner ------------------------------------------------------------------------------------ */

/* @folder, @parts: (nullable): what identifies the document now; the parts are read when they are first needed */
struct _TroupeDocumentOwner
{
  const TroupeDocumentIdentity *document;
  char *folder;
  gint64 birth_us;
  char *parts;
  gboolean knows_parts;
};

TroupeDocumentOwner *
troupe_document_owner_new (const TroupeDocumentIdentity *document)
{
  TroupeDocumentOwner *self = NULL;

  g_return_val_if_fail (document != NULL, NULL);

  self = g_new0 (TroupeDocumentOwner, 1);
  self->document = document;
  if (document->path != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (document->path);

      self->folder = troupe_document_identify_folder (document->path);
      self->birth_us = troupe_folder_record_read_birth (AT_FDCWD, folder) / 1000;
    }
  return self;
}

void
troupe_document_owner_free (TroupeDocumentOwner *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_free (self->parts);
  g_free (self);
}

/* Marks of earlier versions have no folder: it must have existed then. */
static gboolean
is_same_folder (const TroupeDocumentOwner *self, const TroupeDocumentMark *mark)
{
  return mark->folder != NULL ? g_strcmp0 (self->folder, mark->folder) == 0
                              : mark->time_us >= self->birth_us;
}

static gboolean
is_same_name (const TroupeDocumentIdentity *document, const TroupeDocumentMark *mark)
{
  return document->name == NULL || mark->name == NULL || g_str_equal (document->name, mark->name);
}

gboolean
troupe_document_owner_has (TroupeDocumentOwner *self, const TroupeDocumentMark *mark)
{
  gboolean is_same_content;

  g_return_val_if_fail (self != NULL && mark != NULL, FALSE);

  if (self->document->path == NULL)
    return FALSE;
  is_same_content =
      self->document->digest != NULL && g_strcmp0 (self->document->digest, mark->digest) == 0;
  if ((is_same_content || is_same_name (self->document, mark)) && is_same_folder (self, mark))
    return TRUE;
  if (!is_same_content || mark->parts == NULL)
    return FALSE;
  if (!self->knows_parts)
    self->parts = troupe_document_identify_parts (self->document->path);
  self->knows_parts = TRUE;
  return g_strcmp0 (self->parts, mark->parts) == 0;
}
