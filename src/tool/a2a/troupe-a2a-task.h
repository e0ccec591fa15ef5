/* troupe-a2a-task.h: what a remote agent has answered so far
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeA2aTask:
 *
 * Follows one message to a remote agent through what comes back: a message, a task, and what changes in it (A2A 0.3,
 * Message, Task, TaskStatusUpdateEvent and TaskArtifactUpdateEvent). Knows nothing of how it comes.
 */
typedef struct _TroupeA2aTask TroupeA2aTask;

/* @history: what was said before, a list of messages, with the one that is sent now */
TroupeA2aTask *troupe_a2a_task_new (TroupeValue *history);
void troupe_a2a_task_free (TroupeA2aTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeA2aTask, troupe_a2a_task_free)

/* The agent answered with @result. FALSE where that is nothing of the protocol's. */
gboolean troupe_a2a_task_take (TroupeA2aTask *self, TroupeValue *result);

/* Whether it is over for now: there is a message, or a task that is ended or waits for us. */
gboolean troupe_a2a_task_is_over (TroupeA2aTask *self);
/* The task's id, by which it can be asked for. (transfer none) (nullable) */
const char *troupe_a2a_task_get_id (TroupeA2aTask *self);

/**
 * troupe_a2a_task_end:
 *
 * What came of it: a map of `status` (completed, input-required, failed, auth-required, canceled), `result` or `error`,
 * a text, and `history`, all messages with those that came. Where the agent's answer is in none of its messages one is
 * added that has it, so that who goes on with the history knows it.
 *
 * Returns: (transfer full): the map
 */
TroupeValue *troupe_a2a_task_end (TroupeA2aTask *self);
/* The same where there was no answer; @message becomes one of the agent's. (transfer full) */
TroupeValue *troupe_a2a_task_fail (TroupeA2aTask *self, const char *message);

/**
 * troupe_a2a_message_new:
 * @role: `user` or `agent`
 * @context_id, @task_id: (nullable)
 *
 * A message of one text, with an id of its own. (transfer full)
 */
TroupeValue *troupe_a2a_message_new (const char *role,
                                     const char *text,
                                     const char *context_id,
                                     const char *task_id);
/* @message as a model is shown it: without its id, with its fields in order. (transfer full) */
TroupeValue *troupe_a2a_message_show (TroupeValue *message);

G_END_DECLS
