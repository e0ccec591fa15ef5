/* troupe-memory-vectors.c: vector matrix with exact nearest neighbor search (SIMD)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-vectors"

#include "config.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "troupe-memory-vectors.h"

/* Number of parallel sums, which allows the compiler to use SIMD instructions. */
#define LANES 32u

/* Size of a mapping. A search reads the complete mapping, which takes three times as long with
 * small pages. Therefore the mapping consists of aligned huge pages. */
#define PAGE_BYTES ((gsize) 2 << 20)
#define SEGMENT_BYTES (16 * PAGE_BYTES)

/* The function is also compiled for newer processors. The suitable version is selected at
 * program start, before the thread sanitizer is ready. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) &&                            \
    !defined(__SANITIZE_THREAD__)
#  define FAST __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#  define FAST
#endif

struct _TroupeMemoryVectors
{
  guint dimension;
  guint stride; /* floats per row: a multiple of LANES, padded with zeros */
  guint n_rows;
  guint n_rows_each;   /* rows per segment */
  GPtrArray *segments; /* (element-type float): mmap()ed, so that growing copies nothing */
  GArray *squares;     /* (element-type float): squared norm of each row */
};

/* Indexes are gsize, because a narrower type could overflow, which prevents vectorization. */
FAST static float
get_product (const float *a, const float *b, gsize stride)
{
  float sums[LANES] = { 0.0f };
  float sum = 0.0f;

  for (gsize i = 0; i < stride; i += LANES)
    for (gsize j = 0; j < LANES; j++)
      sums[j] += a[i + j] * b[i + j];
  for (gsize j = 0; j < LANES; j++)
    sum += sums[j];

  return sum;
}

FAST static float
get_distance (const float *a, const float *b, gsize stride)
{
  float sums[LANES] = { 0.0f };
  float sum = 0.0f;

  for (gsize i = 0; i < stride; i += LANES)
    for (gsize j = 0; j < LANES; j++)
      sums[j] += (a[i + j] - b[i + j]) * (a[i + j] - b[i + j]);
  for (gsize j = 0; j < LANES; j++)
    sum += sums[j];

  return sum;
}

static gsize
get_segment_bytes (const TroupeMemoryVectors *self)
{
  gsize n_bytes = (gsize) self->n_rows_each * self->stride * sizeof (float);

  return (n_bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

TroupeMemoryVectors *
troupe_memory_vectors_new (guint dimension)
{
  TroupeMemoryVectors *self = g_new0 (TroupeMemoryVectors, 1);

  g_return_val_if_fail (dimension > 0, self);

  self->dimension = dimension;
  self->stride = (dimension + LANES - 1) / LANES * LANES;
  self->n_rows_each = (guint) MAX (SEGMENT_BYTES / (self->stride * sizeof (float)), 1);
  self->segments = g_ptr_array_new ();
  self->squares = g_array_new (FALSE, FALSE, sizeof (float));

  return self;
}

void
troupe_memory_vectors_free (TroupeMemoryVectors *self)
{
  for (guint i = 0; i < self->segments->len; i++)
    munmap (g_ptr_array_index (self->segments, i), get_segment_bytes (self));
  g_ptr_array_unref (self->segments);
  g_array_unref (self->squares);
  g_free (self);
}

static float *
get_row (TroupeMemoryVectors *self, guint row)
{
  g_assert (row < self->n_rows);

  return (float *) g_ptr_array_index (self->segments, row / self->n_rows_each) +
         (gsize) (row % self->n_rows_each) * self->stride;
}

gboolean
troupe_memory_vectors_add (TroupeMemoryVectors *self, const float *vector)
{
  const float none = 0.0f;
  gsize n_bytes;
  gsize before;
  char *start;

  g_return_val_if_fail (self != NULL && vector != NULL, FALSE);

  /* Maps more than required and unmaps the parts outside of the aligned huge pages. Pages that
   * were never written use no memory. */
  n_bytes = get_segment_bytes (self);
  if (self->n_rows >= self->segments->len * self->n_rows_each)
    {
      start = mmap (NULL, n_bytes + PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
      if (start == MAP_FAILED)
        return FALSE;
      before = (PAGE_BYTES - (gsize) (guintptr) start % PAGE_BYTES) % PAGE_BYTES;
      if (before > 0)
        munmap (start, before);
      munmap (start + before + n_bytes, PAGE_BYTES - before);
      madvise (start + before, n_bytes, MADV_HUGEPAGE);
      g_ptr_array_add (self->segments, start + before);
    }
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

/* Returns TRUE if @a is farther than @b. */
static gboolean
is_farther (const TroupeMemoryNear *a, const TroupeMemoryNear *b)
{
  return a->distance > b->distance || (a->distance == b->distance && a->row > b->row);
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
      TroupeMemoryNear *items;

      g_array_append_val (heap, near);
      items = (TroupeMemoryNear *) (gpointer) heap->data;
      for (guint at = heap->len - 1; at > 0 && is_farther (&items[at], &items[(at - 1) / 2]);)
        {
          guint parent = (at - 1) / 2;
          TroupeMemoryNear item = items[at];

          items[at] = items[parent];
          items[parent] = item;
          at = parent;
        }
    }
  else if (is_farther (&g_array_index (heap, TroupeMemoryNear, 0), &near))
    {
      TroupeMemoryNear *items;
      guint at = 0;

      g_array_index (heap, TroupeMemoryNear, 0) = near;
      /* Restores the heap. Its root is the farthest item, with which the next row is compared. */
      items = (TroupeMemoryNear *) (gpointer) heap->data;
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
      float product;
      float both;

      if (func != NULL && !func (row, user_data))
        continue;
      if (!is_cosine)
        near.distance = get_distance (get_row (self, row), wanted, self->stride);
      else
        {
          product = get_product (get_row (self, row), wanted, self->stride);
          both = sqrtf (square * g_array_index (self->squares, float, row));

          near.distance = both > 0.0f ? 1.0f - CLAMP (product / both, -1.0f, 1.0f) : 1.0f;
        }
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
