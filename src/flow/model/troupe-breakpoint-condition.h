/* troupe-breakpoint-condition.h: expressions that are the conditions of breakpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"

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

/* Compiles a condition. Returns NULL with a %TROUPE_CEL_ERROR. (transfer full) (nullable). Threads: any thread. */
TroupeCelProgram *troupe_breakpoint_condition_compile (const char *text, GError **error);
/* Checks a condition before it is used: that it compiles, that its operands can fit, and that it can be true or false.
 * @types: (nullable): the type of each root, NULL if it is not known. Returns FALSE with a %TROUPE_CEL_ERROR. */
gboolean
troupe_breakpoint_condition_check (const char *text, TroupeCelType *const *types, GError **error);

G_END_DECLS
