/* troupe-file-access.c: whether the file of a document can be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-file-access"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-file-access.h"
#include "troupe-file.h"

struct _TroupeFileAccess
{
  GObject parent_instance;

  TroupeDocument *document;
  char *path; /* (nullable): the file that was looked at */
  gboolean is_read_only;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (TroupeFileAccess, troupe_file_access, G_TYPE_OBJECT)

static void
look_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_task_return_boolean (task, troupe_file_is_read_only (path));
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFileAccess *self = TROUPE_FILE_ACCESS (source);
  const gboolean is_read_only = g_task_propagate_boolean (G_TASK (result), NULL);

  if (g_strcmp0 (g_task_get_task_data (G_TASK (result)), self->path) != 0 ||
      self->is_read_only == is_read_only)
    return;
  self->is_read_only = is_read_only;
  g_signal_emit (self, changed_signal, 0);
}

static void
look (TroupeFileAccess *self)
{
  g_autoptr (GTask) task = NULL;

  g_assert (TROUPE_IS_FILE_ACCESS (self));

  troupe_set_str (&self->path, troupe_document_get_path (self->document));
  if (self->path == NULL)
    return;
  task = g_task_new (self, NULL, looked_cb, NULL);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, look_in_thread);
}

static void
changed_cb (TroupeFileAccess *self)
{
  g_assert (TROUPE_IS_FILE_ACCESS (self));

  if (g_strcmp0 (self->path, troupe_document_get_path (self->document)) != 0)
    look (self);
}

static void
troupe_file_access_finalize (GObject *object)
{
  TroupeFileAccess *self = TROUPE_FILE_ACCESS (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->path, g_free);

  G_OBJECT_CLASS (troupe_file_access_parent_class)->finalize (object);
}

static void
troupe_file_access_class_init (TroupeFileAccessClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_file_access_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_file_access_init (TroupeFileAccess *self)
{
}

TroupeFileAccess *
troupe_file_access_new (TroupeDocument *document)
{
  TroupeFileAccess *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_FILE_ACCESS, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "saved", G_CALLBACK (look), self, G_CONNECT_SWAPPED);
  look (self);

  return self;
}

gboolean
troupe_file_access_is_read_only (TroupeFileAccess *self)
{
  g_return_val_if_fail (TROUPE_IS_FILE_ACCESS (self), FALSE);

  return self->is_read_only;
}
