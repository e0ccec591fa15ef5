/* troupe-heap-trimmer.h: giving back what documents took
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a document took lies in pieces between what others took: the allocator keeps the pages until it is asked for
 * them. */
typedef struct
{
  guint source;
} TroupeHeapTrimmer;

/* A moment after the last of these calls, on another thread, as it takes its time. */
void troupe_heap_trimmer_soon (TroupeHeapTrimmer *self);
/* What has not begun does not. */
void troupe_heap_trimmer_clear (TroupeHeapTrimmer *self);

G_END_DECLS
