/* troupe-trace-comparison.h: what the methods of two runs did differently
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* How a method of the second run differs from the same method of the first one. */
typedef enum
{
  TROUPE_DIFFERENCE_NONE,
  TROUPE_DIFFERENCE_INPUT,       /* other input, but the same output */
  TROUPE_DIFFERENCE_OUTPUT,      /* other output or error */
  TROUPE_DIFFERENCE_PASSES,      /* another number of passes */
  TROUPE_DIFFERENCE_FIRST_ONLY,  /* it did not run in the second run */
  TROUPE_DIFFERENCE_SECOND_ONLY, /* it did not run in the first run */
} TroupeDifference;

/**
 * TroupeComparedSide:
 * @passes: (element-type TroupeSpan): in their order
 * @time_us: duration of all passes, in microseconds
 * @micro_dollars: cost of the calls with a known price
 * @n_unpriced: the number of calls with an unknown price
 *
 * A method in one of the runs.
 */
typedef struct
{
  GPtrArray *passes;
  gint64 time_us;
  gint64 micro_dollars;
  guint n_unpriced;
} TroupeComparedSide;

/**
 * TroupeComparedMethod:
 * @name: of the method, or the title of a task of a standalone crew
 * @task_number: of a task: its number, from 1; otherwise 0
 * @sides: the first and the second run
 *
 * A method or task that began in at least one of two runs.
 */
typedef struct
{
  char *name;
  guint task_number;
  TroupeDifference difference;
  TroupeComparedSide sides[2];
} TroupeComparedMethod;

/**
 * troupe_trace_compare:
 *
 * Compares two runs that have ended, method by method; standalone crews task by task.
 *
 * Returns: (transfer full) (element-type TroupeComparedMethod): in the order in which they began in the first run,
 * followed by those of the second run only
 */
GPtrArray *troupe_trace_compare (TroupeTrace *first, TroupeTrace *second);

G_END_DECLS
