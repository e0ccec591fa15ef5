/* troupe-disk-watch.c: detects that another program has written a file of an open document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-disk-watch"

#include "config.h"

#include <stdlib.h>

#include "troupe-disk-watch.h"
#include "troupe-file.h"

/* Delay after the last change in milliseconds, because programs write files in several steps. */
#define SETTLED 150

struct _TroupeDiskWatch
{
  TroupeDocument *document;
  gulong saved_id;
  TroupeDiskOpenFunc open;
  TroupeDiskFunc func;
  gpointer user_data;

  GHashTable *
      monitors; /* the #GFileMonitor of each path, with links resolved; (nullable): of what cannot be monitored */
  guint settle_source;
  GCancellable *looking; /* (nullable): set during a check */
  gboolean is_in_doubt;  /* a file has changed since the check started */
  gboolean had_doubt;    /* the current check was caused by a change */
  gboolean was_gone;     /* already reported as deleted */
  char *reported;        /* (nullable): digests or error reported last */
};

/* A single check. @real_paths: those of @files that exist; @changed: the names of those that differ */
typedef struct
{
  TroupeDiskWatch *watch; /* valid only if the check was not cancelled */
  char *path;
  TroupeDiskOpenFunc open;
  gboolean takes_errors; /* whether other invalid content is reported too, because the document
                            is being repaired */
  GPtrArray *files;      /* (element-type TroupeKnownFile): what the document last read or wrote */
  GPtrArray *real_paths;
  GPtrArray *changed;
  TroupeDiskState state;
  TroupeDocument *now; /* (nullable) */
  GError *error;       /* (nullable) */
} Look;

static void
look_free (Look *self)
{
  g_free (self->path);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->real_paths);
  g_ptr_array_unref (self->changed);
  g_clear_object (&self->now);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

/* Finds the files that have changed. Returns FALSE if that of the main part does not exist any more. */
static gboolean
look_at_files (Look *look)
{
  gboolean has_main = FALSE;

  for (guint i = 0; i < look->files->len; i++)
    {
      const TroupeKnownFile *file = g_ptr_array_index (look->files, i);
      char *real = realpath (file->path, NULL);

      if (real != NULL)
        g_ptr_array_add (look->real_paths, g_strdup (real));
      if (real != NULL && *file->name == '\0')
        has_main = TRUE;
      if (real == NULL || !troupe_file_is_unchanged (file->path, &file->stamp))
        g_ptr_array_add (look->changed, g_strdup (file->name));
      free (real);
    }
  g_ptr_array_add (look->changed, NULL);
  return has_main;
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Look *look = task_data;

  g_assert (G_IS_TASK (task));

  if (!look_at_files (look))
    look->state = TROUPE_DISK_GONE;
  else if (look->changed->len == 1)
    look->state = TROUPE_DISK_UNCHANGED;
  else
    {
      g_autoptr (GPtrArray) problems = NULL;

      look->now = look->open (look->path, &problems, &look->error);
      if (look->now != NULL && !look->takes_errors &&
          !troupe_document_refuse_errors (look->now, &look->error))
        g_clear_object (&look->now);
      /* The message of the error is replaced, because it is intended for the command line. */
      if (look->now == NULL && problems != NULL && problems->len > 0)
        {
          g_free (look->error->message);
          look->error->message = troupe_problem_to_sentence (g_ptr_array_index (problems, 0));
        }
      look->state = look->now != NULL ? TROUPE_DISK_CHANGED : TROUPE_DISK_BROKEN;
    }
  g_task_return_boolean (task, TRUE);
}

static gboolean
settled_cb (gpointer user_data)
{
  TroupeDiskWatch *self = user_data;

  g_assert (self != NULL);

  self->settle_source = 0;
  troupe_disk_watch_look (self);
  return G_SOURCE_REMOVE;
}

static void
file_changed_cb (GFileMonitor *monitor,
                 GFile *file,
                 GFile *other,
                 GFileMonitorEvent event,
                 gpointer user_data)
{
  TroupeDiskWatch *self = user_data;

  g_assert (self != NULL);

  if (event == G_FILE_MONITOR_EVENT_PRE_UNMOUNT || event == G_FILE_MONITOR_EVENT_UNMOUNTED)
    return;
  self->is_in_doubt = TRUE;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLED, settled_cb, self);
}

static void
stop_monitor (gpointer data)
{
  GFileMonitor *monitor = data;

  if (monitor == NULL)
    return;
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static gboolean
is_left (gpointer path, gpointer monitor, gpointer real_paths)
{
  if (g_ptr_array_find_with_equal_func (real_paths, path, g_str_equal, NULL))
    return FALSE;
  if (monitor != NULL)
    g_signal_handlers_disconnect_matched (monitor, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, file_changed_cb,
                                          NULL);
  return TRUE;
}

/* Monitors @real_paths, and the files that were monitored and do not exist now, because they may come back. Returns TRUE if one
 * of them was not monitored before. */
static gboolean
monitor_files (TroupeDiskWatch *self, GPtrArray *real_paths)
{
  gboolean is_new = FALSE;

  for (guint i = 0; i < real_paths->len; i++)
    {
      const char *path = g_ptr_array_index (real_paths, i);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      GFileMonitor *monitor;

      if (g_hash_table_contains (self->monitors, path))
        continue;
      monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
      if (monitor != NULL)
        g_signal_connect (monitor, "changed", G_CALLBACK (file_changed_cb), self);
      g_hash_table_insert (self->monitors, g_strdup (path), monitor);
      is_new = TRUE;
    }
  if (is_new)
    g_hash_table_foreach_remove (self->monitors, is_left, real_paths);
  return is_new;
}

/* Returns the paths and digests of the files. (transfer full) */
static char *
join_digests (GPtrArray *files)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    {
      const TroupeKnownFile *file = g_ptr_array_index (files, i);

      g_string_append_printf (text, "%s %s\n", file->path, file->stamp.digest);
    }
  return g_string_free (text, FALSE);
}

/* Returns TRUE if the document still has the files of the check. */
static gboolean
is_same (TroupeDiskWatch *self, const Look *look)
{
  g_autoptr (GPtrArray) files = troupe_document_list_known_files (self->document);
  g_autofree char *now = join_digests (files);
  g_autofree char *then = join_digests (look->files);

  return g_str_equal (now, then) &&
         g_strcmp0 (troupe_document_get_path (self->document), look->path) == 0;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Look) look = user_data;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  TroupeDiskWatch *self = look->watch;
  TroupeDiskState state;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (g_cancellable_is_cancelled (cancellable))
    return;
  g_clear_object (&self->looking);
  /* A file is in doubt if monitoring has just started, because changes between the check and
   * this start would be missed. */
  self->is_in_doubt |= monitor_files (self, look->real_paths);
  /* The document was saved or a file was written again in the meantime. */
  if (self->is_in_doubt || !is_same (self, look))
    {
      troupe_disk_watch_look (self);
      return;
    }
  /* Determines the state to report, which is TROUPE_DISK_TOLD if the state was already reported. */
  if (look->state == TROUPE_DISK_UNCHANGED)
    {
      self->was_gone = FALSE;
      g_clear_pointer (&self->reported, g_free);
      state = look->state;
    }
  else if (look->state == TROUPE_DISK_GONE)
    {
      const gboolean is_known = self->was_gone;

      self->was_gone = TRUE;
      state = is_known ? TROUPE_DISK_TOLD : look->state;
    }
  else
    {
      g_autoptr (GPtrArray) files =
          look->now != NULL ? troupe_document_list_known_files (look->now) : NULL;
      g_autofree char *now = files != NULL ? join_digests (files) : g_strdup (look->error->message);

      self->was_gone = FALSE;
      if (g_strcmp0 (now, self->reported) == 0)
        state = TROUPE_DISK_TOLD;
      else
        {
          g_free (self->reported);
          self->reported = g_steal_pointer (&now);
          state = look->state;
        }
    }
  self->func (state, state == TROUPE_DISK_CHANGED ? look->now : NULL,
              (const char *const *) look->changed->pdata, look->error, self->user_data);
}

void
troupe_disk_watch_look (TroupeDiskWatch *self)
{
  const char *path;
  TroupeFileStamp stamp;
  g_autoptr (GTask) task = NULL;
  Look *look;

  g_return_if_fail (self != NULL);

  path = troupe_document_get_path (self->document);
  if (path == NULL || self->looking != NULL || !troupe_document_get_stamp (self->document, &stamp))
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->had_doubt = self->is_in_doubt;
  self->is_in_doubt = FALSE;
  look = g_new0 (Look, 1);
  look->watch = self;
  look->path = g_strdup (path);
  look->open = self->open;
  look->takes_errors = troupe_document_has_errors (self->document);
  look->files = troupe_document_list_known_files (self->document);
  look->real_paths = g_ptr_array_new_with_free_func (g_free);
  look->changed = g_ptr_array_new_with_free_func (g_free);
  self->looking = g_cancellable_new ();
  task = g_task_new (NULL, self->looking, looked_cb, look);
  g_task_set_source_tag (task, troupe_disk_watch_look);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, look, NULL);
  g_task_run_in_thread (task, look_thread);
}

void
troupe_disk_watch_look_again (TroupeDiskWatch *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->reported, g_free);
  if (self->looking != NULL)
    self->is_in_doubt = TRUE;
  else
    troupe_disk_watch_look (self);
}

gboolean
troupe_disk_watch_is_in_doubt (TroupeDiskWatch *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->is_in_doubt)
    troupe_disk_watch_look (self);
  return self->looking != NULL && (self->is_in_doubt || self->had_doubt);
}

TroupeDiskWatch *
troupe_disk_watch_new (TroupeDocument *document,
                       TroupeDiskOpenFunc open,
                       TroupeDiskFunc func,
                       gpointer user_data)
{
  TroupeDiskWatch *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (open != NULL && func != NULL, NULL);

  self = g_new0 (TroupeDiskWatch, 1);
  self->document = g_object_ref (document);
  self->open = open;
  self->func = func;
  self->user_data = user_data;
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, stop_monitor);
  self->saved_id =
      g_signal_connect_swapped (document, "saved", G_CALLBACK (troupe_disk_watch_look), self);
  troupe_disk_watch_look (self);
  return self;
}

void
troupe_disk_watch_free (TroupeDiskWatch *self)
{
  g_autoptr (GPtrArray) none = NULL;

  g_return_if_fail (self != NULL);

  none = g_ptr_array_new ();
  g_hash_table_foreach_remove (self->monitors, is_left, none);
  g_hash_table_unref (self->monitors);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_signal_handler (&self->saved_id, self->document);
  g_clear_object (&self->document);
  g_free (self->reported);
  g_free (self);
}
