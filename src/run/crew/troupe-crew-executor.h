/* troupe-crew-executor.h: executes a task with an agent, natively or with a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewExecution:
 * @agent: index of the agent, -1 for the manager
 * @task: index of the crew's task
 * @is_own: whether the task itself is executed, not work delegated to a coworker
 *
 * The work that an agent executes, and its crew.
 */
typedef struct
{
  TroupeCrewRunner *runner;
  int agent;
  guint task;
  gboolean is_own;
} TroupeCrewExecution;

/**
 * troupe_crew_executor_execute_async:
 * @what, @call: as for troupe_agent_execute_async(); borrowed objects except strings must live
 *   until the end
 *
 * Executes the agent. If the class of the agent or of the task overrides the execution, the
 * overriding method is called. When that method calls the default behavior of CrewAI's class, this
 * behavior is executed (doc/crew-semantics.md §18).
 */
void troupe_crew_executor_execute_async (const TroupeCrewExecution *work,
                                         const TroupeAgentTask *what,
                                         const TroupeAgentContext *call,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Finishes the execution, like troupe_agent_execute_finish(). (transfer full) (nullable) */
TroupeValue *troupe_crew_executor_execute_finish (GAsyncResult *result, GError **error);

/**
 * troupe_crew_executor_answer:
 * @what, @call: of the execution, as far as @asks does not specify it
 * @asks: request of a method: to execute an agent, call its model, or write a prompt
 *
 * Answers the request of a Python method like CrewAI's own class.
 */
void troupe_crew_executor_answer (const TroupeCrewExecution *work,
                                  const TroupeAgentTask *what,
                                  const TroupeAgentContext *call,
                                  TroupeValue *asks,
                                  TroupePythonObjectCall *asking,
                                  GCancellable *cancellable);

G_END_DECLS
