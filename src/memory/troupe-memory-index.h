/* troupe-memory-index.h: in-memory vector index of a space
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-database.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryIndex:
 *
 * The vectors of a space, and the fields of each record by which searches are filtered. It must be
 * used by one thread at a time.
 */
typedef struct _TroupeMemoryIndex TroupeMemoryIndex;

TroupeMemoryIndex *troupe_memory_index_load (TroupeMemoryDatabase *database,
                                             gint64 space,
                                             guint dimension,
                                             GError **error);
void troupe_memory_index_free (TroupeMemoryIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryIndex, troupe_memory_index_free)

/* Returns the stamp of the database from which the index was loaded. */
gint64 troupe_memory_index_get_stamp (TroupeMemoryIndex *self);

/* Adds a written record. Returns FALSE if memory allocation fails. After that, the index must
 * not be used any more. */
gboolean troupe_memory_index_add (TroupeMemoryIndex *self,
                                  gint64 number,
                                  const TroupeMemoryRecord *record,
                                  const float *vector);
/* @vector: (nullable): unchanged */
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

/* Finds the nearest records. @filter: its metadata are ignored. (transfer full) (element-type
 * TroupeMemoryFound) */
GArray *troupe_memory_index_search (TroupeMemoryIndex *self,
                                    const float *vector,
                                    TroupeMemoryMetric metric,
                                    const TroupeMemoryFilter *filter,
                                    guint limit);

/* Returns TRUE if the record matches the filter. @prefix: (nullable): the prefix of the filter's
 * scope */
gboolean troupe_memory_filter_fits (const TroupeMemoryFilter *self,
                                    const char *prefix,
                                    const TroupeMemoryRecord *record);

G_END_DECLS
