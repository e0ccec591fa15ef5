/* troupe-a2a-task.h: state of an A2A message or task: responses received so far
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeA2aTask:
 *
 * Tracks the responses to one message that was sent to a remote agent. A response is a message, a
 * task, or an update of the task (A2A 0.3, Message, Task, TaskStatusUpdateEvent and
 * TaskArtifactUpdateEvent). Independent of the transport.
 */
typedef struct _TroupeA2aTask TroupeA2aTask;

/* @history: a list of the previous messages and the message that is being sent */
TroupeA2aTask *troupe_a2a_task_new (TroupeValue *history);
void troupe_a2a_task_free (TroupeA2aTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeA2aTask, troupe_a2a_task_free)

/* Processes a response @result of the agent. Returns FALSE if it does not follow the protocol. */
gboolean troupe_a2a_task_take (TroupeA2aTask *self, TroupeValue *result);

/* Returns TRUE if no more responses are expected. This is the case after a message, or after a
 * task that has ended or requires input. */
gboolean troupe_a2a_task_is_over (TroupeA2aTask *self);
/* Returns the ID of the task, which is used to poll it. (transfer none) (nullable) */
const char *troupe_a2a_task_get_id (TroupeA2aTask *self);

/**
 * troupe_a2a_task_end:
 *
 * Returns the outcome: a map of `status` (completed, input-required, failed, auth-required,
 * canceled), `result` or `error`, a string, and `history`, a list of all messages including the
 * received ones. If none of the agent's messages contains its answer, a message with the answer is
 * appended to make the history complete.
 *
 * Returns: (transfer full): the map
 */
TroupeValue *troupe_a2a_task_end (TroupeA2aTask *self);
/* Returns the outcome of a failed request; @message is appended to the history as a message of
 * the agent. (transfer full) */
TroupeValue *troupe_a2a_task_fail (TroupeA2aTask *self, const char *message);

/**
 * troupe_a2a_message_new:
 * @role: `user` or `agent`
 * @context_id, @task_id: (nullable)
 *
 * Creates a message with a single text part and a unique ID. (transfer full)
 */
TroupeValue *troupe_a2a_message_new (const char *role,
                                     const char *text,
                                     const char *context_id,
                                     const char *task_id);
/* Returns @message in the form that is shown to a model: without its ID, and with its fields in
 * a fixed order. (transfer full) */
TroupeValue *troupe_a2a_message_show (TroupeValue *message);

G_END_DECLS
