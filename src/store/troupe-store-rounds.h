/* troupe-store-rounds.h: store: saved trainings and tests of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/* The purpose of a run with several kickoffs. It is stored as `rounds.kind` in the options of
 * the run. Such a run is never resumed. */
#define TROUPE_STORE_ROUNDS_TEST "test"
#define TROUPE_STORE_ROUNDS_TRAINING "training"

/**
 * troupe_store_list_rounds:
 * @path: the file of the crew, or of the flow that contains it
 * @method: (nullable): the method that contains the crew
 * @kind: TROUPE_STORE_ROUNDS_TEST or TROUPE_STORE_ROUNDS_TRAINING
 * @limit: maximum number of runs
 *
 * Lists the trainings or tests that were completed, except those of an earlier document at the path. Blocks; may be called on any thread.
 *
 * Returns: (transfer full) (element-type TroupeRunRecord) (nullable): complete records, newest
 * first
 */
GPtrArray *troupe_store_list_rounds (TroupeStore *self,
                                     const char *path,
                                     const char *method,
                                     const char *kind,
                                     guint limit,
                                     GError **error);

G_END_DECLS
