/* troupe-own-crew.c: remembers that a crew in a folder was created in this application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-own-crew"

#include "config.h"

#include "troupe-consent.h"
#include "troupe-crew-document.h"
#include "troupe-own-crew.h"
#include "troupe-run-factory.h"
#include "troupe-store.h"

typedef struct
{
  TroupeFlow *flow; /* that runs the crew */
  char *path;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  troupe_flow_unref (work->flow);
  g_free (work->path);
  g_free (work);
}

static void
store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (TroupeConsent) consent = troupe_consent_new_for_flow (work->flow, work->path);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_consent_store_own (consent, folder, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_own_crew_store_async (const char *folder, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  g_autofree char *path = NULL;
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (TroupeRunFactory) factory = NULL;
  GError *error = NULL;
  Work *work;

  g_return_if_fail (folder != NULL);

  g_task_set_source_tag (task, troupe_own_crew_store_async);
  path = g_build_filename (folder, "crew.jsonc", NULL);
  document = troupe_crew_document_load (path, NULL, &error);
  if (document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  factory = troupe_run_factory_new (TROUPE_DOCUMENT (document));
  work = g_new0 (Work, 1);
  work->flow = troupe_flow_ref (troupe_run_factory_get_flow (factory));
  work->path = g_strdup (troupe_document_get_path (TROUPE_DOCUMENT (document)));
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, store_thread);
}

gboolean
troupe_own_crew_store_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
