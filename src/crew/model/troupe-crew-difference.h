/* troupe-crew-difference.h: which results of an earlier run no longer fit a crew, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-change.h"
#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewDifference:
 *
 * The differences between the crew that a run has executed and the crew as it is now, for each task: what was changed in the task,
 * its agent or the crew, and on which other stale tasks its result hangs. See #TroupeFlowDifference. Immutable; any thread.
 */
typedef struct _TroupeCrewDifference TroupeCrewDifference;

/* @files_before, @files_after: (nullable): see troupe_changes_compare_files(); @kept: (nullable): titles of tasks whose results the user keeps in spite of
 * changes */
TroupeCrewDifference *troupe_crew_difference_new (TroupeCrew *before,
                                                  TroupeCrew *after,
                                                  TroupeValue *files_before,
                                                  TroupeValue *files_after,
                                                  const char *const *kept);
void troupe_crew_difference_free (TroupeCrewDifference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewDifference, troupe_crew_difference_free)

/* Returns why the result of the task at @index is stale. (transfer none) (nullable) (element-type TroupeChange): NULL if it is not, or if the
 * crew before had no such task */
GPtrArray *troupe_crew_difference_get_task (TroupeCrewDifference *self, guint index);
/* Returns what was changed in the agent. @name: its name in the crew. (transfer none) (nullable): NULL for nothing */
GPtrArray *troupe_crew_difference_get_agent (TroupeCrewDifference *self, const char *name);
/* Returns the index that the task had in the crew before; -1 if it is new. */
int troupe_crew_difference_get_before (TroupeCrewDifference *self, guint index);
/* Returns the number of stale tasks. */
guint troupe_crew_difference_count (TroupeCrewDifference *self);

G_END_DECLS
