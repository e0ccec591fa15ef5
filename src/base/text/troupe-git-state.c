/* troupe-git-state.c: what is committed and staged in the repositories of a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-git-state"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-git-state.h"

/* Maximum size of a file that is read, in bytes. */
#define MOST_BYTES (64u * 1024 * 1024)
/* Maximum depth of folders below `refs`. */
#define MOST_DEPTH 32u
/* How long to wait for a lock of Git, and how often it is looked at. */
#define LOCK_US (2 * G_USEC_PER_SEC)
#define LOCK_PAUSE_US (5 * 1000)

/* A search of the files of one repository. @records: (nullable): receives records of the baseline; @files: (nullable):
 * receives contents; @number: an errno if a file could not be read, or 0 */
typedef struct
{
  TroupeFolderBaseline *base;
  const char *git;
  GHashTable *records;
  GHashTable *files;
  int number;
} Search;

/* (transfer full) */
static char *
join (const char *folder, const char *name)
{
  return *folder != '\0' ? g_strconcat (folder, "/", name, NULL) : g_strdup (name);
}

/* Opens a folder below the baseline without following links. Returns -1 with errno set. */
static int
open_folder (TroupeFolderBaseline *base, const char *path)
{
  const int place = troupe_folder_open_exact (base->place, path);
  int folder = -1;
  int number;

  if (place < 0)
    return -1;
  folder = openat (place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  number = errno;
  close (place);
  errno = number;
  return folder;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Returns TRUE for a file beside the references that names commits, or what is staged: `HEAD`, `FETCH_HEAD`,
 * `AUTO_MERGE`. A shared index contains the entries to which an index refers. */
static gboolean
is_of_interest (const char *name)
{
  return g_str_equal (name, "HEAD") || g_str_has_suffix (name, "_HEAD") ||
         g_str_equal (name, "AUTO_MERGE") || g_str_equal (name, "index") ||
         g_str_equal (name, "packed-refs") || g_str_has_prefix (name, "sharedindex.");
}

/* Returns TRUE for a path of which troupe_git_state_get() is about. */
static gboolean
is_part (const char *rest)
{
  return strchr (rest, '/') == NULL || g_str_has_prefix (rest, "refs/") ||
         g_str_has_prefix (rest, "reftable/");
}

/* (nullable): %NULL with errno set */
static GBytes *
read_content (int folder, const char *name)
{
  const int file = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  g_autofree guint8 *data = NULL;
  gsize done = 0;

  if (file < 0)
    return NULL;
  if (fstat (file, &status) != 0 || !S_ISREG (status.st_mode) ||
      status.st_size > (off_t) MOST_BYTES)
    {
      close (file);
      errno = EFBIG;
      return NULL;
    }
  data = g_malloc ((gsize) status.st_size + 1);
  while (done < (gsize) status.st_size)
    {
      const gssize length = read (file, data + done, (gsize) status.st_size - done);

      if (length < 0 && errno == EINTR)
        continue;
      if (length <= 0)
        break;
      done += (gsize) length;
    }
  close (file);
  return g_bytes_new_take (g_steal_pointer (&data), done);
}

/* @rest: the path in the repository */
static void
take_file (Search *search, int folder, const char *name, const char *rest)
{
  g_autoptr (GBytes) content = read_content (folder, name);
  struct stat status;

  if (content == NULL && errno == ENOENT)
    return;
  /* A link, or a file that code has made too large, names nothing that can be examined. */
  if (content == NULL && search->number == 0 && errno != ELOOP)
    search->number = errno;
  if (content == NULL)
    content = g_bytes_new_static ("", 0);
  if (search->files != NULL)
    g_hash_table_replace (search->files, g_strdup (rest), g_bytes_ref (content));
  if (search->records != NULL && fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISREG (status.st_mode))
    {
      TroupeFolderRecord *record = troupe_folder_record_new (folder, name, &status);

      record->content = g_steal_pointer (&content);
      g_hash_table_replace (search->records, join (search->git, rest), record);
    }
}

/* Reads the files of a folder. @rest: its path in the repository, or empty */
static void
search_folder (Search *search, const char *rest, guint depth)
{
  g_autofree char *path = *rest != '\0' ? join (search->git, rest) : g_strdup (search->git);
  const int folder = open_folder (search->base, path);
  DIR *stream = folder >= 0 ? fdopendir (folder) : NULL;
  const struct dirent *entry = NULL;

  if (stream == NULL)
    {
      if (search->number == 0 && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
        search->number = errno;
      if (folder >= 0)
        close (folder);
      return;
    }
  while ((entry = readdir (stream)) != NULL)
    {
      g_autofree char *inner = join (rest, entry->d_name);
      struct stat status;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, "..") ||
          (*rest == '\0' && !is_of_interest (entry->d_name) &&
           !g_str_equal (entry->d_name, "refs") && !g_str_equal (entry->d_name, "reftable")) ||
          fstatat (folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISDIR (status.st_mode) && depth < MOST_DEPTH)
        search_folder (search, inner, depth + 1);
      else if (!S_ISDIR (status.st_mode) && !g_str_has_suffix (entry->d_name, ".lock"))
        take_file (search, folder, entry->d_name, inner);
    }
  closedir (stream);
}

GHashTable *
troupe_git_state_read (TroupeFolderBaseline *base, const char *git)
{
  GHashTable *files = NULL;
  Search search = { .base = base, .git = git };

  g_return_val_if_fail (base != NULL && git != NULL, NULL);

  files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  search.files = files;
  search_folder (&search, "", 0);
  return files;
}

/* --- Recording -------------------------------------------------------------------------------- */

/* Returns the folders of the known files called `HEAD`, which are recorded in repositories only. @needs_content: whether
 * only those with a content count. (transfer full) */
static GPtrArray *
list_heads (TroupeFolderBaseline *base, gboolean needs_content)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;
  gpointer record;

  g_hash_table_iter_init (&iter, base->known);
  while (g_hash_table_iter_next (&iter, &path, &record))
    {
      const char *slash = strrchr (path, '/');
      const char *name = slash != NULL ? slash + 1 : path;

      if (g_str_equal (name, "HEAD") && S_ISREG (((TroupeFolderRecord *) record)->type) &&
          (!needs_content || ((TroupeFolderRecord *) record)->content != NULL))
        g_ptr_array_add (list, slash != NULL ? g_strndup (path, (gsize) (slash - (char *) path))
                                             : g_strdup (""));
    }
  return list;
}

/* Returns TRUE for a folder of references, such as `refs/remotes/origin`, which has a `HEAD` as well. */
static gboolean
is_of_refs (const char *git)
{
  return g_str_has_prefix (git, "refs/") || strstr (git, "/refs/") != NULL;
}

gboolean
troupe_git_state_record (TroupeFolderBaseline *base, GError **error)
{
  g_autoptr (GPtrArray) list = NULL;

  g_return_val_if_fail (base != NULL, FALSE);

  list = list_heads (base, FALSE);
  for (guint i = 0; i < list->len; i++)
    {
      Search search = { .base = base, .git = list->pdata[i], .records = base->known };
      g_autofree char *shown = NULL;

      if (is_of_refs (list->pdata[i]))
        continue;
      search_folder (&search, "", 0);
      if (search.number == 0)
        continue;
      shown = g_filename_display_name (list->pdata[i]);
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (search.number),
                   /* Translators: first %s is a path, second %s the reason. */
                   _ ("What is committed and staged in the Git repository “%s” could not be read: "
                      "%s. Nothing was run, because changes that code makes there could not be "
                      "undone."),
                   *shown != '\0' ? shown : ".", g_strerror (search.number));
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
troupe_git_state_list (TroupeFolderBaseline *base)
{
  g_autoptr (GPtrArray) heads = NULL;
  GPtrArray *list = NULL;

  g_return_val_if_fail (base != NULL, NULL);

  heads = list_heads (base, TRUE);
  list = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < heads->len; i++)
    if (!is_of_refs (heads->pdata[i]))
      g_ptr_array_add (list, g_strdup (heads->pdata[i]));
  return list;
}

GHashTable *
troupe_git_state_get (TroupeFolderBaseline *base, const char *git)
{
  GHashTable *files = NULL;
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_return_val_if_fail (base != NULL && git != NULL, NULL);

  files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  g_hash_table_iter_init (&iter, base->known);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      const TroupeFolderRecord *record = data;
      const char *rest = *git != '\0' ? troupe_path_get_below (path, git) : path;

      if (record->content != NULL && rest != NULL && *rest != '\0' && is_part (rest))
        g_hash_table_replace (files, g_strdup (rest), g_bytes_ref (record->content));
    }
  return files;
}

/* --- References ------------------------------------------------------------------------------- */

gboolean
troupe_git_state_is_number (const char *text, gsize *length)
{
  gsize number;

  g_return_val_if_fail (text != NULL, FALSE);

  number = strspn (text, "0123456789abcdef");
  if (length != NULL)
    *length = number;
  /* SHA-1 and SHA-256. */
  return (number == 40 || number == 64) && !g_ascii_isalnum (text[number]);
}

/* Adds the lines `NUMBER NAME`. */
static void
read_packed (GHashTable *refs, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize length = 0;

      g_strchomp (lines[i]);
      if (troupe_git_state_is_number (lines[i], &length) && lines[i][length] == ' ')
        g_hash_table_replace (refs, g_strdup (lines[i] + length + 1), g_strndup (lines[i], length));
    }
}

static char *
to_text (GBytes *content)
{
  return g_strndup (g_bytes_get_data (content, NULL), g_bytes_get_size (content));
}

GHashTable *
troupe_git_state_list_refs (GHashTable *files)
{
  GHashTable *refs = NULL;
  GBytes *packed = NULL;
  GHashTableIter iter;
  gpointer name;
  gpointer content;

  g_return_val_if_fail (files != NULL, NULL);

  refs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  packed = g_hash_table_lookup (files, "packed-refs");
  if (packed != NULL)
    {
      g_autofree char *text = to_text (packed);

      read_packed (refs, text);
    }
  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &name, &content))
    if (g_str_has_prefix (name, "refs/") || g_str_equal (name, "AUTO_MERGE") ||
        g_str_has_suffix (name, "HEAD"))
      g_hash_table_replace (refs, g_strdup (name), g_strchomp (to_text (content)));
  return refs;
}

/* --- Restoring -------------------------------------------------------------------------------- */

/* Waits until Git does not write the file. Code may have left the lock, which is then removed, because Git would
 * refuse every command of the user. */
static void
wait_for_lock (int folder, const char *name)
{
  const gint64 deadline_us = g_get_monotonic_time () + LOCK_US;
  g_autofree char *lock = g_strconcat (name, ".lock", NULL);
  struct stat status;

  while (fstatat (folder, lock, &status, AT_SYMLINK_NOFOLLOW) == 0)
    {
      if (g_get_monotonic_time () >= deadline_us)
        {
          unlinkat (folder, lock, 0);
          return;
        }
      g_usleep (LOCK_PAUSE_US);
    }
}

/* Opens the folder of a file, which may have to be created again. */
static int
open_above (TroupeFolderBaseline *base, const char *path)
{
  g_autofree char *above = g_path_get_dirname (path);
  const int root = openat (base->place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int folder = -1;

  if (root < 0)
    return -1;
  folder = troupe_folder_open_beneath (root, above, O_RDONLY | O_DIRECTORY, TRUE, NULL);
  close (root);
  return folder;
}

static gboolean
save (int folder, const char *name, GBytes *content)
{
  const mode_t usual = 0644;
  struct stat status;
  gboolean is_saved = FALSE;

  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG (status.st_mode))
    status.st_mode = usual;
  /* Folders of removed references are left empty. */
  unlinkat (folder, name, AT_REMOVEDIR);
  is_saved = troupe_folder_save (folder, name, g_bytes_get_data (content, NULL),
                                 g_bytes_get_size (content), NULL);
  if (is_saved)
    fchmodat (folder, name, status.st_mode & 0777, 0);
  return is_saved;
}

gboolean
troupe_git_state_put (TroupeFolderBaseline *base,
                      const char *git,
                      const char *name,
                      GBytes *content)
{
  g_autofree char *path = NULL;
  g_autofree char *last = NULL;
  gboolean is_done = FALSE;
  int folder = -1;

  g_return_val_if_fail (base != NULL && git != NULL && name != NULL, FALSE);

  path = join (git, name);
  last = g_path_get_basename (path);
  folder = open_above (base, path);
  if (folder < 0)
    return FALSE;
  wait_for_lock (folder, last);
  if (content != NULL)
    is_done = save (folder, last, content);
  else
    is_done = unlinkat (folder, last, 0) == 0 || errno == ENOENT;
  close (folder);
  return is_done;
}

/* Removes a reference from `packed-refs`, also in @files. */
static gboolean
remove_packed (TroupeFolderBaseline *base, const char *git, const char *name, GHashTable *files)
{
  GBytes *content = g_hash_table_lookup (files, "packed-refs");
  g_autofree char *text = content != NULL ? to_text (content) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autofree char *end = g_strconcat (" ", name, NULL);
  gboolean is_removed = FALSE;
  gboolean skips = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* The commit of a tag follows it. */
      skips = g_str_has_suffix (lines[i], end) || (skips && *lines[i] == '^');
      is_removed = is_removed || skips;
      if (!skips && (*lines[i] != '\0' || lines[i + 1] != NULL))
        g_string_append_printf (kept, "%s\n", lines[i]);
    }
  if (!is_removed)
    return TRUE;
  content = g_bytes_new (kept->str, kept->len);
  g_hash_table_replace (files, g_strdup ("packed-refs"), content);
  return troupe_git_state_put (base, git, "packed-refs", content);
}

gboolean
troupe_git_state_put_ref (TroupeFolderBaseline *base,
                          const char *git,
                          const char *name,
                          const char *text,
                          GHashTable *files)
{
  g_autofree char *line = text != NULL ? g_strconcat (text, "\n", NULL) : NULL;
  g_autoptr (GBytes) content = line != NULL ? g_bytes_new (line, strlen (line)) : NULL;

  g_return_val_if_fail (files != NULL, FALSE);

  return troupe_git_state_put (base, git, name, content) &&
         (content != NULL || remove_packed (base, git, name, files));
}
