/* troupe-memory-vectors.c: a matrix of vectors, and which of them are nearest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-vectors"

#include "config.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "troupe-memory-vectors.h"

/* Sums that are kept beside each other, so that they can be vectors of the processor. */
#define LANES 32u

/* The same code for newer processors, chosen when the program starts. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#  define FAST __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#  define FAST
#endif

struct _TroupeMemoryVectors
{
  guint dimension;
  guint stride; /* numbers a row: a multiple of LANES, zeros at its end */
  guint n_rows;
  float *rows; /* mapped by itself, so that it grows without being copied */
  gsize n_bytes;
  GArray *squares; /* of float: the sum of the squares of each row */
};

FAST static float
get_product (const float *a, const float *b, guint stride)
{
  float sums[LANES] = { 0.0f };
  float sum = 0.0f;

  for (guint i = 0; i < stride; i += LANES)
    for (guint j = 0; j < LANES; j++)
      sums[j] += a[i + j] * b[i + j];
  for (guint j = 0; j < LANES; j++)
    sum += sums[j];

  return sum;
}

FAST static float
get_distance (const float *a, const float *b, guint stride)
{
  float sums[LANES] = { 0.0f };
  float sum = 0.0f;

  for (guint i = 0; i < stride; i += LANES)
    for (guint j = 0; j < LANES; j++)
      sums[j] += (a[i + j] - b[i + j]) * (a[i + j] - b[i + j]);
  for (guint j = 0; j < LANES; j++)
    sum += sums[j];

  return sum;
}

TroupeMemoryVectors *
troupe_memory_vectors_new (guint dimension)
{
  TroupeMemoryVectors *self = g_new0 (TroupeMemoryVectors, 1);

  g_return_val_if_fail (dimension > 0, self);

  self->dimension = dimension;
  self->stride = (dimension + LANES - 1) / LANES * LANES;
  self->squares = g_array_new (FALSE, FALSE, sizeof (float));

  return self;
}

void
troupe_memory_vectors_free (TroupeMemoryVectors *self)
{
  if (self->rows != NULL)
    munmap (self->rows, self->n_bytes);
  g_array_unref (self->squares);
  g_free (self);
}

guint
troupe_memory_vectors_get_dimension (TroupeMemoryVectors *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->dimension;
}

guint
troupe_memory_vectors_get_n_rows (TroupeMemoryVectors *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

static float *
get_row (TroupeMemoryVectors *self, guint row)
{
  g_assert (row < self->n_rows);

  return self->rows + (gsize) row * self->stride;
}

/* By half as much again; pages that nothing was written to take no memory. */
static gboolean
grow (TroupeMemoryVectors *self)
{
  gsize needed = ((gsize) self->n_rows + 1) * self->stride * sizeof (float);
  gsize n_bytes = MAX (needed + needed / 2, 1u << 21);
  void *rows;

  if (needed <= self->n_bytes)
    return TRUE;
  n_bytes = (n_bytes + (1u << 21) - 1) >> 21 << 21;
  rows = self->rows == NULL ? mmap (NULL, n_bytes, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                            : mremap (self->rows, self->n_bytes, n_bytes, MREMAP_MAYMOVE);
  if (rows == MAP_FAILED)
    return FALSE;
  self->rows = rows;
  self->n_bytes = n_bytes;
  /* Reading it is what a search waits for, and looking up small pages is half of that. */
  madvise (rows, n_bytes, MADV_HUGEPAGE);

  return TRUE;
}

gboolean
troupe_memory_vectors_add (TroupeMemoryVectors *self, const float *vector)
{
  const float none = 0.0f;

  g_return_val_if_fail (self != NULL && vector != NULL, FALSE);

  if (!grow (self))
    return FALSE;
  self->n_rows++;
  g_array_append_val (self->squares, none);
  troupe_memory_vectors_set (self, self->n_rows - 1, vector);

  return TRUE;
}

void
troupe_memory_vectors_set (TroupeMemoryVectors *self, guint row, const float *vector)
{
  float *to;

  g_return_if_fail (self != NULL && vector != NULL);
  g_return_if_fail (row < self->n_rows);

  to = get_row (self, row);
  memcpy (to, vector, self->dimension * sizeof (float));
  memset (to + self->dimension, 0, (self->stride - self->dimension) * sizeof (float));
  g_array_index (self->squares, float, row) = get_product (to, to, self->stride);
}

/* --- Searching ------------------------------------------------------------------------------ */

/* Whether @a is farther than @b. */
static gboolean
is_farther (const TroupeMemoryNear *a, const TroupeMemoryNear *b)
{
  return a->distance > b->distance || (a->distance == b->distance && a->row > b->row);
}

/* The farthest of those that were found stands in front, so that the next one is compared with it. */
static void
sink (GArray *heap)
{
  TroupeMemoryNear *items = (TroupeMemoryNear *) (gpointer) heap->data;
  guint at = 0;

  for (guint child = 1; child < heap->len; child = 2 * at + 1)
    {
      TroupeMemoryNear item = items[at];

      if (child + 1 < heap->len && is_farther (&items[child + 1], &items[child]))
        child++;
      if (!is_farther (&items[child], &item))
        break;
      items[at] = items[child];
      items[child] = item;
      at = child;
    }
}

static void
rise (GArray *heap)
{
  TroupeMemoryNear *items = (TroupeMemoryNear *) (gpointer) heap->data;

  for (guint at = heap->len - 1; at > 0 && is_farther (&items[at], &items[(at - 1) / 2]);)
    {
      guint parent = (at - 1) / 2;
      TroupeMemoryNear item = items[at];

      items[at] = items[parent];
      items[parent] = item;
      at = parent;
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return is_farther (a, b) ? 1 : -1;
}

static void
offer (GArray *heap, TroupeMemoryNear near, guint limit)
{
  if (heap->len < limit)
    {
      g_array_append_val (heap, near);
      rise (heap);
    }
  else if (is_farther (&g_array_index (heap, TroupeMemoryNear, 0), &near))
    {
      g_array_index (heap, TroupeMemoryNear, 0) = near;
      sink (heap);
    }
}

static float
measure (TroupeMemoryVectors *self,
         const float *vector,
         float square,
         gboolean is_cosine,
         guint row)
{
  float product, both;

  if (!is_cosine)
    return get_distance (get_row (self, row), vector, self->stride);
  product = get_product (get_row (self, row), vector, self->stride);
  both = sqrtf (square * g_array_index (self->squares, float, row));

  return both > 0.0f ? 1.0f - CLAMP (product / both, -1.0f, 1.0f) : 1.0f;
}

GArray *
troupe_memory_vectors_find (TroupeMemoryVectors *self,
                            const float *vector,
                            gboolean is_cosine,
                            TroupeMemoryVectorsFunc func,
                            gpointer user_data,
                            guint limit)
{
  GArray *heap = g_array_new (FALSE, FALSE, sizeof (TroupeMemoryNear));
  g_autofree float *wanted = NULL;
  float square;

  g_return_val_if_fail (self != NULL && vector != NULL && limit > 0, heap);

  wanted = g_new0 (float, self->stride);
  memcpy (wanted, vector, self->dimension * sizeof (float));
  square = get_product (wanted, wanted, self->stride);
  for (guint row = 0; row < self->n_rows; row++)
    {
      TroupeMemoryNear near = { .row = row };

      if (func != NULL && !func (row, user_data))
        continue;
      near.distance = measure (self, wanted, square, is_cosine, row);
      offer (heap, near, limit);
    }
  g_array_sort (heap, compare);

  return heap;
}

double
troupe_memory_vectors_get_cosine (const float *a, const float *b, guint dimension)
{
  double product = 0.0, of_a = 0.0, of_b = 0.0;

  g_return_val_if_fail (a != NULL && b != NULL, 0.0);

  for (guint i = 0; i < dimension; i++)
    {
      product += (double) a[i] * (double) b[i];
      of_a += (double) a[i] * (double) a[i];
      of_b += (double) b[i] * (double) b[i];
    }

  return of_a > 0.0 && of_b > 0.0 ? product / sqrt (of_a * of_b) : 0.0;
}
