/* troupe-heap-trimmer.h: returns unused heap memory to the system after documents are closed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The heap memory of a closed document is fragmented, so the allocator keeps its pages until it
 * is trimmed explicitly. */
typedef struct
{
  guint source;
} TroupeHeapTrimmer;

/* Trims the heap shortly after the last call of this function. Trimming uses another thread,
 * because it takes some time. */
void troupe_heap_trimmer_soon (TroupeHeapTrimmer *self);
/* Cancels a scheduled trim. */
void troupe_heap_trimmer_clear (TroupeHeapTrimmer *self);

G_END_DECLS
