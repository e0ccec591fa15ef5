/* troupe-folder-watch.c: renames protected files that code has created in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-watch"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>

#include "troupe-file.h"
#include "troupe-folder-baseline.h"
#include "troupe-folder-grants.h"
#include "troupe-folder-lease-file.h"
#include "troupe-folder-lease.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-sweep.h"
#include "troupe-folder-watch.h"

/* @error: (nullable): why no code may run; @lease: (nullable) */
struct _TroupeFolderWatch
{
  TroupeFolderBaseline *base;
  TroupeFolderLease *lease;
  GError *error;
};

/* --- Other runs ------------------------------------------------------------------------------- */

/* Returns TRUE if all folders above @path that code of other runs could have moved are where those runs have recorded
 * them, so that nothing was moved to another path with one of them. @path: relative to the folder */
static gboolean
is_in_place (TroupeFolderWatch *self, const char *path)
{
  GHashTable *others = troupe_folder_lease_get_others (self->lease);

  g_assert (self != NULL);

  for (const char *end = strchr (path, '/'); end != NULL; end = strchr (end + 1, '/'))
    {
      g_autofree char *name = g_strndup (path, (gsize) (end - path));
      g_autofree char *whole = g_build_filename (self->base->folder, name, NULL);
      g_autofree char *above = g_path_get_dirname (whole);
      g_autoptr (TroupeFolderRecord) before = NULL;
      const TroupeFolderRecord *now = g_hash_table_lookup (self->base->known, name);
      const char *data = g_hash_table_lookup (others, whole);

      if (!troupe_folder_lease_has_other (self->lease, above))
        continue;
      before = data != NULL ? troupe_folder_record_read (data) : NULL;
      if (before == NULL || now == NULL || !troupe_folder_record_is_same_kind (before, now))
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the entry @path may have been created by code of another run, which has not recorded it. That is not
 * so if it was not changed since: the configuration of a repository that only this run has found leads to it, for
 * example. No program can set the time of a change. The folder of the other run is not an entry that its code creates. */
static gboolean
is_doubtful (TroupeFolderWatch *self, const char *path, const TroupeFolderRecord *record)
{
  g_autofree char *whole = g_build_filename (self->base->folder, path, NULL);
  g_autofree char *above = g_path_get_dirname (whole);

  g_assert (self != NULL);

  return troupe_folder_lease_has_other (self->lease, above) &&
         (record->change_ns >= troupe_folder_lease_get_since (self->lease, above) ||
          !is_in_place (self, path));
}

/* Merges what was found with what other runs have recorded. What they have recorded existed before their code was
 * started. What this run has found in addition, where their code may write, could be of that code. */
static void
take_others (TroupeFolderWatch *self)
{
  g_autoptr (GPtrArray) doubtful = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->base->known);
  while (g_hash_table_iter_next (&iter, &path, &data))
    if (is_doubtful (self, path, data))
      g_ptr_array_add (doubtful, g_strdup (path));
  for (guint i = 0; i < doubtful->len; i++)
    g_hash_table_remove (self->base->known, doubtful->pdata[i]);
  g_hash_table_iter_init (&iter, troupe_folder_lease_get_others (self->lease));
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      const char *rest = troupe_path_get_below (path, self->base->folder);

      if (rest != NULL && *rest != '\0')
        g_hash_table_replace (self->base->known, g_strdup (rest), troupe_folder_record_read (data));
    }
}

/* Takes what was granted to other runs into account: at the start, because the files of those that end are removed, and at
 * the end, because others have begun. */
static void
take_grants (TroupeFolderBaseline *base)
{
  g_autoptr (GPtrArray) paths = troupe_folder_grants_list (base->folder);

  for (guint i = 0; i < paths->len; i++)
    troupe_folder_baseline_grant (base, paths->pdata[i]);
}

/* --- The start of a run ------------------------------------------------------------------------ */

/* Returns the absolute paths of what was granted to this run and to others. Links may lead to the roots. (transfer
 * full) */
static char **
list_granted (TroupeFolderBaseline *base)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **) base->roots);
  for (guint i = 0; i < base->granted->len; i++)
    {
      g_autofree char *path = g_build_filename (base->folder, base->granted->pdata[i], NULL);

      if (!g_strv_contains ((const char *const *) base->roots, path))
        g_strv_builder_add (builder, path);
    }
  return g_strv_builder_end (builder);
}

/* Records what the folder contains. A folder whose content another run has recorded is not searched. */
static void
record (TroupeFolderWatch *self)
{
  g_autoptr (GHashTable) records = NULL;
  g_auto (GStrv) granted = NULL;
  g_autofree char *shown = NULL;
  GHashTableIter iter;
  gpointer path;
  gpointer known;

  g_assert (self != NULL);

  if ((self->lease == NULL || !troupe_folder_lease_has_same (self->lease)) &&
      !troupe_folder_sweep_record (self->base, &self->error))
    /* Other runs must not compare with a part of the folder. */
    g_clear_pointer (&self->lease, troupe_folder_lease_free);
  if (self->lease == NULL)
    return;
  take_others (self);
  take_grants (self->base);
  records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  granted = list_granted (self->base);
  g_hash_table_iter_init (&iter, self->base->known);
  while (g_hash_table_iter_next (&iter, &path, &known))
    g_hash_table_replace (records, g_build_filename (self->base->folder, path, NULL),
                          troupe_folder_record_write (known));
  if (!troupe_folder_lease_publish (self->lease, records, (const char *const *) granted))
    {
      shown = g_filename_display_name (self->base->folder);
      g_clear_error (&self->error);
      g_set_error (
          &self->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
          /* Translators: %s is a folder. */
          _ ("The folder “%s” contains too many files with long names to check what code creates "
             "in it. Nothing was run. Move the document to a smaller folder."),
          shown);
    }
  /* Stores what was granted to this run, without the folder itself, in which nothing is hidden
   * because of it. The first root is the folder. */
  troupe_folder_grants_store (self->base->folder, (const char *const *) self->base->roots + 1);
}

/* --- Runs that were killed --------------------------------------------------------------------- */

/* Renames what is new since a run began whose process was killed. Returns FALSE if that failed for a file, or a
 * folder could not be searched, so that the next run tries again. */
static gboolean
recover_one (const TroupeFolderLeaseFile *file, gpointer messages)
{
  g_autoptr (TroupeFolderBaseline) base =
      troupe_folder_baseline_new (file->folder, (const char *const *) file->granted);
  g_auto (TroupeFolderFindings) findings = { .is_late = TRUE };
  GHashTableIter iter;
  gpointer path;
  gpointer data;
  struct stat status;
  int reason;

  g_hash_table_iter_init (&iter, file->records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      const char *rest = troupe_path_get_below (path, base->folder);

      if (rest != NULL && *rest != '\0')
        g_hash_table_replace (base->known, g_strdup (rest), troupe_folder_record_read (data));
    }
  /* The folder was compared with the record by its path, which may lead elsewhere since. */
  if (base->place < 0 || fstat (base->place, &status) != 0 || (gint64) status.st_ino != file->inode)
    return FALSE;
  base->is_recovery = TRUE;
  reason = troupe_folder_baseline_find_hooks (base);
  base->limit_ns = troupe_folder_lease_file_get_limit (file);
  take_grants (base);
  troupe_folder_sweep_rename (base, &findings);
  /* Hooks with visible names were not recognized. */
  if (reason != 0 && g_strv_length (findings.unseen) == 0)
    {
      g_strfreev (findings.unseen);
      findings.unseen = g_strsplit (".", "/", -1);
      findings.reason = g_strdup (g_strerror (reason));
    }
  troupe_folder_findings_describe (&findings, base->folder, messages);
  return g_strv_length (findings.left) == 0 && g_strv_length (findings.unseen) == 0;
}

/* Begins to use the folder, and looks for what was left in it before. */
static void
begin_lease (TroupeFolderWatch *self, GPtrArray *messages)
{
  g_autofree char *hole = troupe_folder_baseline_make_hole (self->base);

  g_assert (self != NULL);

  self->lease = troupe_folder_lease_new (self->base->folder, hole);
  if (self->lease != NULL)
    troupe_folder_lease_recover (self->lease, recover_one, messages);
}

static TroupeFolderWatch *
new_watch (const char *folder, const char *const *granted)
{
  TroupeFolderWatch *self = g_new0 (TroupeFolderWatch, 1);

  self->base = troupe_folder_baseline_new (folder, granted);
  return self;
}

void
troupe_folder_watch_recover (const char *folder, GPtrArray *messages)
{
  g_autoptr (TroupeFolderWatch) self = NULL;

  g_return_if_fail (folder != NULL && messages != NULL);

  if (!troupe_folder_lease_has_records () || troupe_folder_policy_is_shared (folder))
    return;
  self = new_watch (folder, NULL);
  begin_lease (self, messages);
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeFolderWatch *
troupe_folder_watch_new (const char *folder, const char *const *granted, GPtrArray *messages)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autoptr (TroupeFolderWatch) self = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (folder != NULL && messages != NULL, NULL);

  if (troupe_folder_policy_is_shared (folder))
    return NULL;
  self = new_watch (folder, granted);
  /* Code that was killed may have created so much that the folder is refused. */
  begin_lease (self, messages);
  policy = troupe_folder_policy_new (folder);
  if (troupe_folder_policy_list_hidden (policy, &error) == NULL)
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
        return NULL;
      /* A sandbox may start later. */
      self->error = g_steal_pointer (&error);
      g_clear_pointer (&self->lease, troupe_folder_lease_free);
      return g_steal_pointer (&self);
    }
  g_hash_table_unref (self->base->hooks);
  self->base->hooks = g_hash_table_ref (troupe_folder_policy_list_hooks (policy));
  record (self);
  return g_steal_pointer (&self);
}

void
troupe_folder_watch_free (TroupeFolderWatch *self)
{
  if (self == NULL)
    return;
  troupe_folder_lease_free (self->lease);
  troupe_folder_grants_clean ();
  troupe_folder_baseline_free (self->base);
  g_clear_error (&self->error);
  g_free (self);
}

void
troupe_folder_watch_set_supervised (TroupeFolderWatch *self)
{
  g_return_if_fail (self != NULL);

  self->base->is_supervised = TRUE;
}

gboolean
troupe_folder_watch_check (TroupeFolderWatch *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

const char *
troupe_folder_watch_get_folder (TroupeFolderWatch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->base->folder;
}

void
troupe_folder_watch_end (TroupeFolderWatch *self, TroupeFolderFindings *findings)
{
  g_return_if_fail (self != NULL && findings != NULL);

  /* No code was run. */
  if (self->error != NULL)
    return;
  take_grants (self->base);
  troupe_folder_sweep_rename (self->base, findings);
  if (self->lease != NULL)
    troupe_folder_lease_set_clean (self->lease, g_strv_length (findings->unseen) == 0);
}
