/* troupe-mcp-copies.c: copies of the files with which the program of an MCP server starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-copies"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-search.h"
#include "troupe-mcp-copies.h"

/* @path: relative to the document's folder; @copy: absolute */
typedef struct
{
  char *path;
  char *copy;
} Part;

/* @folder: (nullable): of the copies */
struct _TroupeMcpCopies
{
  char *folder;
  GPtrArray *parts;
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_unlink (part->copy);
  g_free (part->path);
  g_free (part->copy);
  g_free (part);
}

TroupeMcpCopies *
troupe_mcp_copies_new (void)
{
  TroupeMcpCopies *self = g_new0 (TroupeMcpCopies, 1);

  self->parts = g_ptr_array_new_with_free_func (part_free);
  return self;
}

void
troupe_mcp_copies_free (TroupeMcpCopies *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->parts);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self);
}

static gboolean
set_error (GError **error, const char *path)
{
  const int code = errno;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
  return FALSE;
}

/* Creates the folder of the copies. */
static gboolean
ensure_folder (TroupeMcpCopies *self, GError **error)
{
  g_autofree char *above = g_build_filename (g_get_user_runtime_dir (), "troupe", NULL);
  g_autofree char *folder = g_build_filename (above, "code-XXXXXX", NULL);

  if (self->folder != NULL)
    return TRUE;
  if (g_mkdir_with_parents (above, 0700) != 0 || g_mkdtemp (folder) == NULL)
    return set_error (error, above);
  self->folder = g_steal_pointer (&folder);
  return TRUE;
}

gboolean
troupe_mcp_copies_add (TroupeMcpCopies *self,
                       const char *path,
                       const char *text,
                       gsize length,
                       gboolean is_executable,
                       GError **error)
{
  Part *part = NULL;
  int descriptor = -1;
  gboolean is_written = FALSE;

  g_return_val_if_fail (self != NULL && path != NULL && text != NULL, FALSE);

  if (!ensure_folder (self, error))
    return FALSE;
  part = g_new0 (Part, 1);
  part->path = g_strdup (path);
  part->copy = g_strdup_printf ("%s/%u", self->folder, self->parts->len);
  g_ptr_array_add (self->parts, part);
  descriptor = open (part->copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     is_executable ? 0500 : 0400);
  is_written = descriptor >= 0 && troupe_file_write_all (descriptor, text, length);
  if (!is_written)
    set_error (error, part->copy);
  if (descriptor >= 0)
    close (descriptor);
  return is_written;
}

/* Returns TRUE if the sandbox hides the file, or a folder above it: what is mounted at its path is not the file. @path: in
 * the sandbox; @part: relative to the document's folder */
static gboolean
is_hidden (GPtrArray *words, const char *path, const char *part)
{
  for (guint i = 1; i < words->len; i++)
    {
      const char *before = words->pdata[i - 1];
      const char *word = words->pdata[i];

      if (g_str_equal (word, path) && !g_str_has_suffix (before, part))
        return TRUE;
      if (g_str_equal (before, "--tmpfs") && strlen (word) > strlen (path) - strlen (part) &&
          troupe_path_is_within (path, word))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the file has keys by its path or its content. In a shared folder, where only files that arguments name are visible, no
 * search has found it. */
static gboolean
has_keys (const char *folder, const char *path)
{
  g_autofree char *whole = g_build_filename (folder, path, NULL);
  g_autofree char *above = g_path_get_dirname (whole);
  g_autofree char *name = g_path_get_basename (whole);
  g_autofree char *folded = troupe_folder_name_fold (name);
  const int parent = open (above, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean has = troupe_folder_policy_is_protected (path);

  if (parent < 0)
    return TRUE;
  has = has || troupe_folder_search_is_key (parent, name, folded);
  close (parent);
  return has;
}

void
troupe_mcp_copies_show (TroupeMcpCopies *self,
                        GPtrArray *words,
                        TroupeSandboxMounts *mounts,
                        const char *folder)
{
  g_return_if_fail (self != NULL && words != NULL && mounts != NULL && folder != NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = self->parts->pdata[i];
      g_autofree char *path = g_build_filename (folder, part->path, NULL);

      if (is_hidden (words, path, part->path) || has_keys (folder, part->path))
        continue;
      troupe_sandbox_mounts_bind (mounts, words, "--ro-bind", part->copy, path,
                                  open (part->copy, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    }
}
