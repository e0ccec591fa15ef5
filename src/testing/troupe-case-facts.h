/* troupe-case-facts.h: what assertions can say about a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeCasePath:
 *
 * The methods of a flow or the tasks of a crew, in the order in which they start.
 * Threads: any thread.
 */
typedef struct _TroupeCasePath TroupeCasePath;

/* Follows a run that has not started. (transfer full) */
TroupeCasePath *troupe_case_path_new (TroupeRun *run);
/* Call after the run has ended. */
void troupe_case_path_free (TroupeCasePath *self);

/* Returns a map with the value of each root of assertions. (transfer full) */
TroupeValue *troupe_case_facts_new (TroupeRun *run,
                                    const TroupeRunResult *result,
                                    TroupeRecorder *recorder,
                                    TroupeCasePath *path,
                                    TroupeValue *inputs);

G_END_DECLS
