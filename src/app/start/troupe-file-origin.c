/* troupe-file-origin.c: checks whether a file comes from elsewhere, so that running it requires
 * consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-file-origin"

#include "config.h"

#include "troupe-consent.h"
#include "troupe-file-origin.h"
#include "troupe-store.h"

typedef struct
{
  TroupeFlow *flow;
  char *path;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  troupe_flow_unref (question->flow);
  g_free (question->path);
  g_free (question);
}

/* Returns TRUE if the content is the user's own or was granted. */
static gboolean
is_known (TroupeConsent *consent)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  TroupePythonPermissions granted;

  if (troupe_consent_is_own (consent, folder, FALSE))
    return TRUE;
  return troupe_consent_was_granted (consent, folder, &granted) &&
         (troupe_consent_get_python (consent) & ~granted) == 0;
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Question *question = task_data;
  g_autoptr (TroupeConsent) consent = NULL;
  TroupeFlow *flow;
  const char *path;
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) stated = NULL;

  g_assert (G_IS_TASK (task));

  flow = question->flow;
  path = question->path;
  folder = troupe_path_get_document_folder (path);
  stated = troupe_permissions_report_in_folder (flow, folder);
  consent = troupe_consent_new (
      troupe_flow_get_digest (flow), path, stated,
      troupe_project_code_find (folder, troupe_value_map_lookup_string (stated, "python", -1)));
  g_task_return_boolean (task, troupe_consent_is_needed (consent) && !is_known (consent));
}

void
troupe_foreign_file_look_async (TroupeFlow *flow,
                                const char *path,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_return_if_fail (flow != NULL);
  g_return_if_fail (path != NULL);

  question = g_new0 (Question, 1);
  question->flow = troupe_flow_ref (flow);
  question->path = g_strdup (path);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_foreign_file_look_async);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, look_thread);
}

gboolean
troupe_foreign_file_look_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}
