/* troupe-agent-task.c: executes a task of a crew with an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-task"

#include "config.h"

#include "troupe-agent-job.h"
#include "troupe-agent-remote.h"

void
troupe_agent_execute_async (TroupeAgentDefinition *self,
                            const TroupeAgentTask *task,
                            const TroupeAgentContext *call,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (TroupeAgentRemotes) remotes = NULL;
  g_autoptr (TroupeAgentJob) job = NULL;
  g_autoptr (TroupeValue) input = NULL;
  GError *error = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (task != NULL && task->description != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  remotes = troupe_agent_remotes_new (self, &error);
  if (remotes != NULL)
    {
      troupe_agent_remote_work_async (self, g_steal_pointer (&remotes), task, NULL, call,
                                      cancellable, callback, user_data);
      return;
    }
  job = error == NULL ? troupe_agent_job_new_task (task, call, &error) : NULL;
  if (job == NULL)
    {
      g_task_report_error (NULL, callback, user_data, troupe_agent_execute_async, error);
      return;
    }
  input = troupe_value_take_string (troupe_agent_job_write_prompt (task), -1);
  troupe_agent_work_async (self, input, g_steal_pointer (&job), call, cancellable, callback,
                           user_data);
}

TroupeValue *
troupe_agent_execute_finish (GAsyncResult *result, GError **error)
{
  return troupe_agent_work_finish (result, error);
}
