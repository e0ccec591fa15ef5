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

/* Returns a value as the text that a reader sees: the answer of an agent or a crew, a text, or JSON. @value: (nullable).
 * (transfer full) */
char *troupe_case_facts_to_text (TroupeValue *value);

G_END_DECLS
