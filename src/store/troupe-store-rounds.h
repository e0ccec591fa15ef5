/* troupe-store-rounds.h: kept trainings and tests of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/* What a run of several kickoffs is for: `rounds.kind` in its options. Such a run is never resumed. */
#define TROUPE_STORE_ROUNDS_TEST "test"
#define TROUPE_STORE_ROUNDS_TRAINING "training"

/**
 * troupe_store_list_rounds:
 * @path: the file of the crew, or of the flow that it stands in
 * @method: (nullable): the method that it stands in
 * @kind: one of the above
 * @limit: how many at most
 *
 * Those that came to their end. Blocks; on any thread.
 *
 * Returns: (transfer full) (element-type TroupeRunRecord) (nullable): whole records, newest first
 */
GPtrArray *troupe_store_list_rounds (TroupeStore *self,
                                     const char *path,
                                     const char *method,
                                     const char *kind,
                                     guint limit,
                                     GError **error);

G_END_DECLS
