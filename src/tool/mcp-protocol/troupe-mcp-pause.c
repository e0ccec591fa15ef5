/* troupe-mcp-pause.c: asynchronous delay before a retry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-pause"

#include "config.h"

#include "troupe-cancel.h"
#include "troupe-mcp-pause.h"

typedef struct
{
  GSource *timer;
  GSource *cancelled;
} Pause;

static void
pause_free (gpointer data)
{
  Pause *pause = data;

  g_source_destroy (pause->timer);
  g_source_unref (pause->timer);
  if (pause->cancelled != NULL)
    g_source_destroy (pause->cancelled);
  g_clear_pointer (&pause->cancelled, g_source_unref);
  g_free (pause);
}

/* GTask itself checks whether it was cancelled. */
static void
end (GTask *task)
{
  Pause *pause = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  g_source_destroy (pause->timer);
  if (pause->cancelled != NULL)
    g_source_destroy (pause->cancelled);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static gboolean
over_cb (gpointer user_data)
{
  end (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  end (user_data);
  return G_SOURCE_REMOVE;
}

void
troupe_mcp_pause_async (guint milliseconds,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Pause *pause = g_new0 (Pause, 1);
  GMainContext *context = g_task_get_context (task);

  g_task_set_source_tag (task, troupe_mcp_pause_async);
  g_task_set_task_data (task, pause, pause_free);
  pause->timer = g_timeout_source_new (milliseconds);
  g_source_set_callback (pause->timer, over_cb, task, NULL);
  g_source_attach (pause->timer, context);
  if (cancellable == NULL)
    return;
  pause->cancelled = troupe_cancel_source_new (cancellable, context);
  g_source_set_callback (pause->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (pause->cancelled, context);
}

gboolean
troupe_mcp_pause_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
