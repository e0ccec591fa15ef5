/* troupe-run-comparison.h: where two stored runs differ, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_run_comparison_new:
 * @first, @second: complete records, of troupe_store_get_run()
 * @first_events, @second_events: (element-type TroupeEvent): of troupe_store_get_events()
 *
 * Compares two runs, also of different versions of a document (doc/tests.md §3).
 *
 * Returns: (transfer full): a map: `runs`, the IDs; `same`; `first`, the first difference or null: `what`
 *   (`document`, `inputs`, `model`, `tool`, `method`, `task`), `name`, `by` (method, task and agent), `number` of
 *   the call, `failed` (`first` or `second`, if it failed in one of them only), `path`, `first` and `second`; `document`: `changed` and `removed` parts; `differences` of
 *   inputs, outputs, state and final value, each `path`, `first` and `second`; `status`, `cost`, `seconds`: a
 *   list of two
 */
TroupeValue *troupe_run_comparison_new (const TroupeRunRecord *first,
                                        GPtrArray *first_events,
                                        const TroupeRunRecord *second,
                                        GPtrArray *second_events);

G_END_DECLS
