/* troupe-breakpoint-match.h: evaluation of the conditions of breakpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-breakpoints.h"
#include "troupe-cel.h"

G_BEGIN_DECLS

/* The names that a condition may use. */
typedef enum
{
  TROUPE_BREAKPOINT_ROOT_STATE,
  TROUPE_BREAKPOINT_ROOT_OUTPUTS,
  TROUPE_BREAKPOINT_ROOT_INPUTS, /* of the kickoff */
  TROUPE_BREAKPOINT_ROOT_INPUT,  /* what the method, the task or the listeners are given */
  TROUPE_BREAKPOINT_ROOT_EVENT,
  TROUPE_BREAKPOINT_N_ROOTS,
} TroupeBreakpointRoot;

/* Returns the value of a name. (transfer full) */
typedef TroupeValue *(*TroupeBreakpointRootFunc) (TroupeBreakpointRoot root, gpointer user_data);

/* Returns TRUE if the run has to pause at the breakpoint: if it has no condition, if the condition is true (or a value
 * other than an empty one), or if it cannot be evaluated. @problem: (out) (transfer full) (nullable): why it
 * cannot be evaluated */
gboolean troupe_breakpoints_match (TroupeBreakpoints *self,
                                   guint index,
                                   gint64 now_us,
                                   TroupeBreakpointRootFunc func,
                                   gpointer user_data,
                                   char **problem);
/* Returns the breakpoint as a map. @problem: (nullable): of troupe_breakpoints_match(). (transfer full) */
TroupeValue *troupe_breakpoint_to_value (const TroupeBreakpoint *self, const char *problem);

G_END_DECLS
