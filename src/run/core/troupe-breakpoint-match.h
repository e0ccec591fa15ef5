/* troupe-breakpoint-match.h: evaluation of the conditions of breakpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-breakpoint-condition.h"
#include "troupe-breakpoints.h"

G_BEGIN_DECLS

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
