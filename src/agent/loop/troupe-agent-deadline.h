/* troupe-agent-deadline.h: the time that an agent may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeAgentDeadline:
 *
 * Cancels what an agent does when its time is over, or when who asked for it cancels. On the thread of the run.
 */
typedef struct _TroupeAgentDeadline TroupeAgentDeadline;

/* @seconds: how long it may take; 0 or less: any time. Begins at once. @outer: (nullable): what else ends it */
TroupeAgentDeadline *troupe_agent_deadline_new (double seconds, GCancellable *outer);
void troupe_agent_deadline_free (TroupeAgentDeadline *self);

/* Cancelled when the time is over, or with the outer one. (transfer none) (nullable): where neither can be */
GCancellable *troupe_agent_deadline_get_cancellable (TroupeAgentDeadline *self);
/* The seconds that it may take; 0 where it is any time. */
double troupe_agent_deadline_get_seconds (TroupeAgentDeadline *self);
/* When the time is over, by the monotonic clock; 0 where it never is. */
gint64 troupe_agent_deadline_get_end (TroupeAgentDeadline *self);
/* Whether it was the time that ended it. */
gboolean troupe_agent_deadline_is_over (TroupeAgentDeadline *self);

/* Stands still, as while a person thinks. */
void troupe_agent_deadline_stop (TroupeAgentDeadline *self);
/* From now on there is the whole of the time again. */
void troupe_agent_deadline_restart (TroupeAgentDeadline *self);
/* Nothing is cancelled any more: others may keep what holds it. */
void troupe_agent_deadline_end (TroupeAgentDeadline *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDeadline, troupe_agent_deadline_free)

G_END_DECLS
