/* troupe-run-reuse-tasks.h: reusing the outputs of the unchanged tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Makes a run of a crew begin with the outputs of those tasks of an earlier run that are not stale, if both have the same inputs. A task
 * of a crew with a memory is executed, because the memory is no part of the document. @before: the flow of the earlier run, which wraps its crew;
 * @calls: (element-type TroupeStoredAnswer): its calls. Called by troupe_run_set_reuse(). */
void troupe_run_reuse_tasks (TroupeRun *self,
                             TroupeStore *store,
                             const TroupeRunRecord *record,
                             TroupeFlow *before,
                             GPtrArray *calls);

G_END_DECLS
