/* troupe-store-own.c: whether the data of a folder were stored for this user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-own"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "troupe-file.h"
#include "troupe-folder-record.h"
#include "troupe-store-own.h"
#include "troupe-store.h"

/* The list of databases in the folder of Troupe's state: a number and a time a line. */
#define LIST "own-databases"
#define LARGEST_LIST (256u * 1024)
#define MEMORY "memory"

/* The databases of a folder: of its runs, and of the items of a batch, whose inputs and results are used when it is continued. */
static const char *const databases[] = { TROUPE_STORE_OWN_RUNS, TROUPE_STORE_OWN_BATCH };

static GMutex lock;

/* @folder: as it was given; @name: of the database; @database: (nullable): what identified the database then; @is_own: whether it and what is beside it belong
 * to the user */
struct _TroupeStoreOwnBefore
{
  char *folder;
  char *name;
  char *database;
  gboolean is_own;
};

/* --- The list --------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
make_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "troupe", LIST, NULL);
}

/* Returns what identifies a database of a folder. (transfer full) (nullable): %NULL if there is none */
static char *
identify (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat status;

  if (lstat (path, &status) != 0)
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT,
                          (guint64) status.st_dev, (guint64) status.st_ino,
                          troupe_folder_record_read_birth (AT_FDCWD, path));
}

static gboolean
is_listed (const char *database)
{
  g_autofree char *path = make_path ();
  g_autofree char *text = troupe_file_read (path, LARGEST_LIST, NULL, NULL, NULL);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;

  return lines != NULL && g_strv_contains ((const char *const *) lines, database);
}

/* --- Folders ---------------------------------------------------------------------------------- */

static gboolean
is_default (const char *folder)
{
  g_autofree char *own = troupe_store_get_default_folder ();
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  g_autofree char *real = troupe_path_resolve_existing (absolute);
  g_autofree char *real_own = troupe_path_resolve_existing (own);

  return g_str_equal (real, real_own);
}

static gboolean
has_memory (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, MEMORY, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Returns TRUE if all databases of the folder were created for this user. */
static gboolean
is_own (const char *folder)
{
  guint n_found = 0;

  if (is_default (folder))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (databases); i++)
    {
      g_autofree char *database = identify (folder, databases[i]);

      if (database != NULL && !is_listed (database))
        return FALSE;
      n_found += database != NULL;
    }
  return n_found > 0 || !has_memory (folder);
}

gboolean
troupe_store_own_is (const char *folder)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_return_val_if_fail (folder != NULL, FALSE);

  if (!is_own (folder))
    return FALSE;
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, "shard-") && !is_own (inner))
        return FALSE;
    }
  return TRUE;
}

TroupeStoreOwnBefore *
troupe_store_own_look (const char *folder, const char *name)
{
  TroupeStoreOwnBefore *self = NULL;

  g_return_val_if_fail (folder != NULL && name != NULL, NULL);

  self = g_new0 (TroupeStoreOwnBefore, 1);
  self->folder = g_strdup (folder);
  self->name = g_strdup (name);
  self->database = identify (folder, name);
  self->is_own = is_own (folder);
  return self;
}

void
troupe_store_own_note (TroupeStoreOwnBefore *before)
{
  g_autofree char *database = NULL;

  g_return_if_fail (before != NULL);

  database = identify (before->folder, before->name);
  if (before->is_own && database != NULL && g_strcmp0 (database, before->database) != 0 &&
      !is_default (before->folder))
    {
      g_autofree char *path = make_path ();
      g_autofree char *above = g_path_get_dirname (path);
      g_autofree char *text = NULL;
      g_autofree char *longer = NULL;
      const char *rest = NULL;
      gsize length = 0;

      /* Adds a database. The oldest ones are forgotten, so that permissions are asked for again. */
      g_mutex_lock (&lock);
      text = troupe_file_read (path, LARGEST_LIST, &length, NULL, NULL);
      rest = text != NULL ? text : "";
      if (length > LARGEST_LIST / 2 && (rest = strchr (rest + length / 2, '\n')) != NULL)
        rest++;
      longer = g_strconcat (rest != NULL ? rest : "", database, "\n", NULL);
      if (g_mkdir_with_parents (above, 0700) != 0 ||
          !troupe_file_save (path, longer, strlen (longer), NULL, NULL, NULL))
        g_message ("A database could not be noted");
      g_mutex_unlock (&lock);
    }
  g_free (before->folder);
  g_free (before->name);
  g_free (before->database);
  g_free (before);
}
