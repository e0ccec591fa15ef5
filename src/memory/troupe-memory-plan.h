/* troupe-memory-plan.h: consolidation plan of a save operation: inserts, updates and deletes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-private.h"

G_BEGIN_DECLS

/* Minimum similarity of two texts in one save operation at which the second text is dropped. */
#define TROUPE_MEMORY_DUPLICATE 0.98

/**
 * TroupeMemoryItem:
 * @vector: points into the vectors of all items
 * @is_dropped: whether the item is a near duplicate of a previous item
 * @similar: (element-type TroupeMemoryMatch) (nullable): similar existing records
 * @analysis, @plan: (nullable): the responses of the model
 * @result: (nullable): the resulting record
 *
 * A text that is being saved.
 */
typedef struct
{
  const char *content;
  const float *vector;
  gboolean is_dropped;
  GPtrArray *similar;
  TroupeValue *analysis;
  TroupeValue *plan;
  TroupeMemoryRecord *result;
} TroupeMemoryItem;

/* Drops items that are near duplicates of previous ones. */
void troupe_memory_items_drop_duplicates (TroupeMemoryItem *items, guint n_items, guint dimension);

/**
 * TroupeMemoryOutcome:
 * @inserts, @updates: (element-type TroupeMemoryRecord)
 * @insert_items: (element-type guint): for each insert, the index of its item
 * @embedded: (element-type utf8): the new contents of @updates, in the same order
 * @deletes: IDs, not NULL-terminated
 *
 * All changes of one save operation.
 */
typedef struct
{
  GPtrArray *inserts;
  GArray *insert_items;
  GPtrArray *updates;
  GPtrArray *embedded;
  GPtrArray *deletes;
} TroupeMemoryOutcome;

/* Decides what to do with all items, and sets their results. @root: (nullable) */
TroupeMemoryOutcome *troupe_memory_outcome_new (TroupeMemoryItem *items,
                                                guint n_items,
                                                const TroupeMemoryFields *fields,
                                                const TroupeMemoryOptions *options,
                                                const char *root);
void troupe_memory_outcome_free (TroupeMemoryOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryOutcome, troupe_memory_outcome_free)

G_END_DECLS
