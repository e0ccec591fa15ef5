/* troupe-memory-vectors.h: a matrix of vectors, and which of them are nearest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What no vector is longer than. */
#define TROUPE_MEMORY_MOST_DIMENSIONS (1u << 20)

/**
 * TroupeMemoryVectors:
 *
 * Rows of equal length, one behind the other. Searched one row after another by vector instructions of the processor,
 * as fast as memory can be read. For one thread at a time.
 */
typedef struct _TroupeMemoryVectors TroupeMemoryVectors;

TroupeMemoryVectors *troupe_memory_vectors_new (guint dimension);
void troupe_memory_vectors_free (TroupeMemoryVectors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryVectors, troupe_memory_vectors_free)

guint troupe_memory_vectors_get_dimension (TroupeMemoryVectors *self);
guint troupe_memory_vectors_get_n_rows (TroupeMemoryVectors *self);
/* FALSE where there is no memory left for it. */
gboolean troupe_memory_vectors_add (TroupeMemoryVectors *self, const float *vector);
void troupe_memory_vectors_set (TroupeMemoryVectors *self, guint row, const float *vector);

/* Whether a row may be found. */
typedef gboolean (*TroupeMemoryVectorsFunc) (guint row, gpointer user_data);

typedef struct
{
  guint row;
  float distance;
} TroupeMemoryNear;

/**
 * troupe_memory_vectors_find:
 * @is_cosine: whether what counts is the angle, 1 − cos; else the squared distance
 * @func: (nullable): every row may be found
 * @limit: at least 1
 *
 * Returns: (transfer full) (element-type TroupeMemoryNear): nearest first, equally near ones by their rows
 */
GArray *troupe_memory_vectors_find (TroupeMemoryVectors *self,
                                    const float *vector,
                                    gboolean is_cosine,
                                    TroupeMemoryVectorsFunc func,
                                    gpointer user_data,
                                    guint limit);

/* The cosine of the angle between two vectors; 0 where one of them is nothing but zeros. */
double troupe_memory_vectors_get_cosine (const float *a, const float *b, guint dimension);

G_END_DECLS
