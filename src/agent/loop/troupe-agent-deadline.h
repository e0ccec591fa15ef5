/* troupe-agent-deadline.h: time limit of an agent's execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeAgentDeadline:
 *
 * Cancels an agent's execution when its time limit is exceeded, or when the caller cancels it. Used
 * on the run's thread.
 */
typedef struct _TroupeAgentDeadline TroupeAgentDeadline;

/* Creates a deadline and starts it immediately. @seconds: time limit; 0 or less for none.
 * @outer: (nullable): also cancels the execution */
TroupeAgentDeadline *troupe_agent_deadline_new (double seconds, GCancellable *outer);
void troupe_agent_deadline_free (TroupeAgentDeadline *self);

/* Returns the cancellable that is cancelled at the deadline, or together with the outer
 * cancellable. (transfer none) (nullable): NULL if there is neither */
GCancellable *troupe_agent_deadline_get_cancellable (TroupeAgentDeadline *self);
/* Returns the time limit in seconds; 0 for none. */
double troupe_agent_deadline_get_seconds (TroupeAgentDeadline *self);
/* Returns the deadline on the monotonic clock; 0 for none. */
gint64 troupe_agent_deadline_get_end (TroupeAgentDeadline *self);
/* Returns TRUE if the time limit was exceeded. */
gboolean troupe_agent_deadline_is_over (TroupeAgentDeadline *self);

/* Pauses the deadline, for example while the user is asked. */
void troupe_agent_deadline_stop (TroupeAgentDeadline *self);
/* Starts the deadline again with the full time limit. */
void troupe_agent_deadline_restart (TroupeAgentDeadline *self);
/* Ends the deadline. Afterwards nothing is cancelled any more, even if the owner of the deadline
 * is kept. */
void troupe_agent_deadline_end (TroupeAgentDeadline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDeadline, troupe_agent_deadline_free)

G_END_DECLS
