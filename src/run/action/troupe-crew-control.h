/* troupe-crew-control.h: breakpoints, pins and extent of the crew of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewControl:
 *
 * Decides for one kickoff of a crew which tasks run, which are pinned or muted, and where it pauses. Run's thread.
 */
typedef struct _TroupeCrewControl TroupeCrewControl;

/* @method: of the flow; @crew: borrowed; @place: identifies the kickoff in the run. (transfer full) */
TroupeCrewControl *troupe_crew_control_new (TroupeFlowRunner *runner,
                                            const TroupeFlowMethod *method,
                                            TroupeCrew *crew,
                                            const char *place);
void troupe_crew_control_free (TroupeCrewControl *self);

/* Sets the members of the context that concern tasks. @self: of its functions, the user data must lead to it with
 * troupe_crew_control_may_begin() and the like */
void troupe_crew_control_fill (TroupeCrewControl *self, TroupeCrewContext *context);
/* Returns FALSE if the task waits until the run continues. */
gboolean
troupe_crew_control_may_begin (TroupeCrewControl *self, TroupeCrewRunner *crew, guint task);
/* Returns the output of a pinned or muted task: a map, or a string that is its text. (transfer full) (nullable) */
TroupeValue *troupe_crew_control_stand_in (TroupeCrewControl *self,
                                           guint task,
                                           const char *context,
                                           gboolean *is_muted);
/* Returns the context that the user has given the task. (transfer none) (nullable) */
const char *troupe_crew_control_find_context (TroupeCrewControl *self, guint task);
/* Returns the task after which the crew ended early. (transfer none) (nullable) */
const char *troupe_crew_control_get_end (TroupeCrewControl *self);

G_END_DECLS
