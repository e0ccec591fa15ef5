/* troupe-memory-vectors.h: vector matrix with exact nearest neighbor search (SIMD)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum length of a vector. */
#define TROUPE_MEMORY_MOST_DIMENSIONS (1u << 20)

/**
 * TroupeMemoryVectors:
 *
 * Rows of equal length in contiguous memory. They are searched row by row with SIMD instructions,
 * so that the memory bandwidth limits the speed. Must be used by one thread at a time.
 */
typedef struct _TroupeMemoryVectors TroupeMemoryVectors;

TroupeMemoryVectors *troupe_memory_vectors_new (guint dimension);
void troupe_memory_vectors_free (TroupeMemoryVectors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryVectors, troupe_memory_vectors_free)

/* Returns FALSE if memory allocation fails. */
gboolean troupe_memory_vectors_add (TroupeMemoryVectors *self, const float *vector);
void troupe_memory_vectors_set (TroupeMemoryVectors *self, guint row, const float *vector);

/* Returns TRUE if the row may be included in the result. */
typedef gboolean (*TroupeMemoryVectorsFunc) (guint row, gpointer user_data);

typedef struct
{
  guint row;
  float distance;
} TroupeMemoryNear;

/**
 * troupe_memory_vectors_find:
 * @is_cosine: whether to use the cosine distance, 1 − cos; otherwise the squared distance
 * @func: (nullable): filters the rows
 * @limit: at least 1
 *
 * Returns: (transfer full) (element-type TroupeMemoryNear): the nearest rows, the nearest one
 * first; equally near rows are sorted by row number
 */
GArray *troupe_memory_vectors_find (TroupeMemoryVectors *self,
                                    const float *vector,
                                    gboolean is_cosine,
                                    TroupeMemoryVectorsFunc func,
                                    gpointer user_data,
                                    guint limit);

/* Returns the cosine similarity of two vectors; 0 if one of them contains only zeros. */
double troupe_memory_vectors_get_cosine (const float *a, const float *b, guint dimension);

G_END_DECLS
