/* troupe-trace-checkpoints.h: checkpoints of a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-span.h"

G_BEGIN_DECLS

/* Embedded in TroupeTrace. */
typedef struct
{
  GPtrArray *list; /* (nullable) (element-type Checkpoint): in order; NULL before the first one */
  GPtrArray *created; /* (nullable) (element-type TroupeSpan): all spans but the run, in order */
  guint interval;     /* number of events between two checkpoints; 0: none are saved */
  guint n_events;     /* number of events that were added */
} TroupeTraceCheckpoints;

G_END_DECLS
