/* troupe-crew-stale.h: which results of a run no longer fit the crew that is edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-change.h"
#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewStale:
 *
 * The changes of a crew since its run, see #TroupeCrewDifference, and the results that the user keeps in spite of them.
 */
typedef struct _TroupeCrewStale TroupeCrewStale;

/* @crew: the crew that has run */
TroupeCrewStale *troupe_crew_stale_new (TroupeCrewSubject *subject, TroupeCrew *crew);
void troupe_crew_stale_free (TroupeCrewStale *self);

/* Must be called after the crew was changed. If it does not load just now, it has the changes of before. */
void troupe_crew_stale_update (TroupeCrewStale *self);
/* Sets the files that the crew referred to when the run began, and those to which it refers now. Both are (nullable). */
void troupe_crew_stale_set_files (TroupeCrewStale *self, TroupeValue *before, TroupeValue *after);
/* Returns the changes of the task or the agent with the card @id. (transfer none) (nullable) (element-type TroupeChange) */
GPtrArray *troupe_crew_stale_get (TroupeCrewStale *self, const char *id);
/* Keeps the result of the task until the task is changed again. */
void troupe_crew_stale_keep (TroupeCrewStale *self, guint task);
/* Lists the titles of the tasks whose results are kept. (transfer full) */
char **troupe_crew_stale_list_kept (TroupeCrewStale *self);

G_END_DECLS
