/* troupe-memory-plan.h: what becomes of the texts that are saved together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-private.h"

G_BEGIN_DECLS

/* How alike two texts of one saving are when the second one is left out. */
#define TROUPE_MEMORY_DUPLICATE 0.98

/**
 * TroupeMemoryItem:
 * @vector: of all that are saved
 * @is_dropped: it is nearly the same as one before it
 * @similar: (element-type TroupeMemoryMatch) (nullable): what is there already and like it
 * @analysis, @plan: (nullable): what the model said
 * @result: (nullable): what it became
 *
 * One text on its way.
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

/* Those that are nearly the same as one before. */
void troupe_memory_items_drop_duplicates (TroupeMemoryItem *items, guint n_items, guint dimension);

/**
 * TroupeMemoryOutcome:
 * @inserts, @updates: (element-type TroupeMemoryRecord)
 * @insert_items: (element-type guint): which item each insert is of
 * @embedded: (element-type utf8): the new texts of @updates, in their order
 * @deletes: ids, without a NULL at the end
 *
 * All that is written for one saving.
 */
typedef struct
{
  GPtrArray *inserts;
  GArray *insert_items;
  GPtrArray *updates;
  GPtrArray *embedded;
  GPtrArray *deletes;
} TroupeMemoryOutcome;

/* Decides for all items, and sets what each becomes. @root: (nullable) */
TroupeMemoryOutcome *troupe_memory_outcome_new (TroupeMemoryItem *items,
                                                guint n_items,
                                                const TroupeMemoryFields *fields,
                                                const TroupeMemoryOptions *options,
                                                const char *root);
void troupe_memory_outcome_free (TroupeMemoryOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryOutcome, troupe_memory_outcome_free)

G_END_DECLS
