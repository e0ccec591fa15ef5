/* troupe-heap-trimmer.c: returns unused heap memory to the system after documents are closed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-heap-trimmer"

#include "config.h"

#include <gio/gio.h>
#include <malloc.h>

#include "troupe-heap-trimmer.h"

/* Delay in seconds. */
#define TRIM_AFTER 1

static void
trim_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_assert (G_IS_TASK (task));

#ifdef __GLIBC__
  malloc_trim (0);
#endif
  g_task_return_boolean (task, TRUE);
}

static gboolean
trim_cb (gpointer user_data)
{
  TroupeHeapTrimmer *self = user_data;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_assert (self != NULL);

  self->source = 0;
  g_task_set_source_tag (task, trim_cb);
  g_task_run_in_thread (task, trim_thread);
  return G_SOURCE_REMOVE;
}

void
troupe_heap_trimmer_soon (TroupeHeapTrimmer *self)
{
  g_return_if_fail (self != NULL);

  troupe_heap_trimmer_clear (self);
  self->source = g_timeout_add_seconds (TRIM_AFTER, trim_cb, self);
}

void
troupe_heap_trimmer_clear (TroupeHeapTrimmer *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->source, g_source_remove);
}
