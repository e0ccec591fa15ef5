/* troupe-disk-watch.c: detects that another program has written an open file
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

  GFileMonitor *monitor; /* (nullable) */
  char *monitored;       /* (nullable): the monitored path, with links resolved */
  guint settle_source;
  GCancellable *looking; /* (nullable): set during a check */
  gboolean is_in_doubt;  /* the file has changed since the check started */
  gboolean had_doubt;    /* the current check was caused by a change */
  gboolean was_gone;     /* already reported as deleted */
  char *reported;        /* (nullable): digest or error reported last */
};

/* A single check. */
typedef struct
{
  TroupeDiskWatch *watch; /* valid only if the check was not cancelled */
  char *path;
  TroupeDiskOpenFunc open;
  gboolean takes_errors; /* whether other invalid content is reported too, because the document
                            is being repaired */
  TroupeFileStamp stamp; /* stamp of the content that the document last read or wrote */
  char *real_path;       /* (nullable) */
  TroupeDiskState state;
  TroupeDocument *now; /* (nullable) */
  GError *error;       /* (nullable) */
} Look;

static void
look_free (Look *self)
{
  g_free (self->path);
  g_free (self->real_path);
  g_clear_object (&self->now);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Look *look = task_data;
  char *real = realpath (look->path, NULL);

  g_assert (G_IS_TASK (task));

  look->real_path = g_strdup (real);
  free (real);
  if (look->real_path == NULL)
    look->state = TROUPE_DISK_GONE;
  else if (troupe_file_is_unchanged (look->path, &look->stamp))
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
stop_monitor (TroupeDiskWatch *self)
{
  g_assert (self != NULL);

  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
    }
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->monitored, g_free);
}

/* Monitors @real_path. Returns TRUE if @real_path was not monitored before. */
static gboolean
monitor_file (TroupeDiskWatch *self, const char *real_path)
{
  g_autoptr (GFile) file = NULL;

  if (real_path == NULL || g_strcmp0 (real_path, self->monitored) == 0)
    return FALSE;
  stop_monitor (self);
  file = g_file_new_for_path (real_path);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  self->monitored = g_strdup (real_path);
  if (self->monitor != NULL)
    g_signal_connect (self->monitor, "changed", G_CALLBACK (file_changed_cb), self);
  return TRUE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Look) look = user_data;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  TroupeDiskWatch *self = look->watch;
  TroupeFileStamp stamp;
  TroupeDiskState state;
  TroupeFileStamp known;
  const char *now = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (g_cancellable_is_cancelled (cancellable))
    return;
  g_clear_object (&self->looking);
  /* The file is in doubt if monitoring has just started, because changes between the check and
   * this start would be missed. */
  self->is_in_doubt |= monitor_file (self, look->real_path);
  /* The document was saved or the file was written again in the meantime. */
  if (self->is_in_doubt || !troupe_document_get_stamp (self->document, &stamp) ||
      strcmp (stamp.digest, look->stamp.digest) != 0 ||
      g_strcmp0 (troupe_document_get_path (self->document), look->path) != 0)
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
      self->was_gone = FALSE;
      if (look->now != NULL && troupe_document_get_stamp (look->now, &known))
        now = known.digest;
      else
        now = look->error->message;
      if (g_strcmp0 (now, self->reported) == 0)
        state = TROUPE_DISK_TOLD;
      else
        {
          g_free (self->reported);
          self->reported = g_strdup (now);
          state = look->state;
        }
    }
  self->func (state, state == TROUPE_DISK_CHANGED ? look->now : NULL, look->error, self->user_data);
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
  look->stamp = stamp;
  self->looking = g_cancellable_new ();
  task = g_task_new (NULL, self->looking, looked_cb, look);
  g_task_set_source_tag (task, troupe_disk_watch_look);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, look, NULL);
  g_task_run_in_thread (task, look_thread);
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
  self->saved_id =
      g_signal_connect_swapped (document, "saved", G_CALLBACK (troupe_disk_watch_look), self);
  troupe_disk_watch_look (self);
  return self;
}

void
troupe_disk_watch_free (TroupeDiskWatch *self)
{
  g_return_if_fail (self != NULL);

  stop_monitor (self);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_signal_handler (&self->saved_id, self->document);
  g_clear_object (&self->document);
  g_free (self->reported);
  g_free (self);
}
