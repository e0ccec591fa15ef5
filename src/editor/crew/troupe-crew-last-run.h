/* troupe-crew-last-run.h: a crew as it ran, beside what it is now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRan:
 *
 * What tasks and agents said when a run began, so that cards tell what was changed since, wherever a task stands now.
 * Immutable.
 */
typedef struct _TroupeCrewRan TroupeCrewRan;

TroupeCrewRan *troupe_crew_ran_new (TroupeCrewSubject *subject);
void troupe_crew_ran_free (TroupeCrewRan *self);

/* The place in the run of the task that stands at @index now: that of the same text, else of the same name; -1 where none
 * ran. @is_changed: (out): it, or the agent that does it, is another one than ran */
int troupe_crew_ran_find_task (TroupeCrewRan *self,
                               TroupeCrewSubject *subject,
                               guint index,
                               gboolean *is_changed);
gboolean troupe_crew_ran_is_agent_changed (TroupeCrewRan *self,
                                           TroupeCrewSubject *subject,
                                           const char *name);

G_END_DECLS
