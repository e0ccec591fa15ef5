/* troupe-memory-index.h: what of a space is kept in memory to search it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-database.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryIndex:
 *
 * The vectors of a space, and of each record that by which searches are narrowed. For one thread at a time.
 */
typedef struct _TroupeMemoryIndex TroupeMemoryIndex;

TroupeMemoryIndex *troupe_memory_index_load (TroupeMemoryDatabase *database,
                                             gint64 space,
                                             guint dimension,
                                             GError **error);
void troupe_memory_index_free (TroupeMemoryIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryIndex, troupe_memory_index_free)

/* The stamp of the database that it was read from. */
gint64 troupe_memory_index_get_stamp (TroupeMemoryIndex *self);

/* What was written. FALSE where there is no memory for it: the index is of no use then. */
gboolean troupe_memory_index_add (TroupeMemoryIndex *self,
                                  gint64 number,
                                  const TroupeMemoryRecord *record,
                                  const float *vector);
/* @vector: (nullable): as it was */
void troupe_memory_index_update (TroupeMemoryIndex *self,
                                 gint64 number,
                                 const TroupeMemoryRecord *record,
                                 const float *vector);
void troupe_memory_index_remove (TroupeMemoryIndex *self, gint64 number);

typedef struct
{
  gint64 number;
  double similarity;
} TroupeMemoryFound;

/* @filter: without its metadata. (transfer full) (element-type TroupeMemoryFound) */
GArray *troupe_memory_index_search (TroupeMemoryIndex *self,
                                    const float *vector,
                                    TroupeMemoryMetric metric,
                                    const TroupeMemoryFilter *filter,
                                    guint limit);

/* Whether a record is meant. @prefix: (nullable): of the filter's scope */
gboolean troupe_memory_filter_fits (const TroupeMemoryFilter *self,
                                    const char *prefix,
                                    const TroupeMemoryRecord *record);

G_END_DECLS
