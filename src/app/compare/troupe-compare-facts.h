/* troupe-compare-facts.h: two stored runs as they are read to be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-history-work.h"
#include "troupe-trace-comparison.h"

G_BEGIN_DECLS

/**
 * TroupeCompareFacts:
 * @runs: the first run, A, and the second one, B
 * @traces: their complete traces
 * @methods: (element-type TroupeComparedMethod): what their methods did
 * @comparison: of troupe_run_comparison_new(): where they differ first
 * @documents: (nullable): what they executed, %NULL if it does not load; in that of B, methods have the names of A
 * @renames: (nullable) (element-type TroupeFlowRename): methods that B has under another name: `mine` in A, `theirs` in B
 * @store: of the runs
 *
 * Two runs and their differences.
 */
typedef struct
{
  TroupeHistoryRun *runs[2];
  TroupeTrace *traces[2];
  GPtrArray *methods;
  TroupeValue *comparison;
  TroupeValue *documents[2];
  GPtrArray *renames;
  TroupeStore *store;
} TroupeCompareFacts;

void troupe_compare_facts_free (TroupeCompareFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCompareFacts, troupe_compare_facts_free)

/* Reads and compares two runs on another thread. */
void troupe_compare_facts_read_async (TroupeHistoryStoreFunc find,
                                      const char *first,
                                      const char *second,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeCompareFacts *troupe_compare_facts_read_finish (GAsyncResult *result, GError **error);

/* Returns a method, or a task of a standalone crew, in the document of a run. @side: 0 for A, 1 for B. (transfer none)
 * (nullable) */
TroupeValue *troupe_compare_facts_find_part (const TroupeCompareFacts *self,
                                             const TroupeComparedMethod *method,
                                             guint side);
/* Returns the name of a method of A in B, if it was renamed. @name: (nullable). (transfer none) (nullable) */
const char *troupe_compare_facts_get_new_name (const TroupeCompareFacts *self, const char *name);
/* Returns TRUE if a method or task differs in the two documents, other than by its name. @name: (nullable) */
gboolean troupe_compare_facts_is_changed (const TroupeCompareFacts *self, const char *name);

G_END_DECLS
