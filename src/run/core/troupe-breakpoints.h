/* troupe-breakpoints.h: breakpoints of a run: where it pauses, and under which condition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* What a breakpoint is on. */
typedef enum
{
  TROUPE_BREAKPOINT_METHOD, /* before a method of a flow starts */
  TROUPE_BREAKPOINT_TASK,   /* before a task of a crew starts */
  TROUPE_BREAKPOINT_EVENT,  /* when an event of a flow is dispatched, before its listeners start */
  TROUPE_BREAKPOINT_N_KINDS,
} TroupeBreakpointKind;

/**
 * TroupeBreakpoint:
 * @name: the name of the method, the task or the event
 * @target: (nullable): of an event: only if this method listens to it, so that the breakpoint is on one wire; of a task: only
 *   in the crew of this method
 * @condition: (nullable): an expression over `state`, `outputs`, `inputs` (those of the kickoff), `input` (what the
 *   method or the listeners receive) and `event`; %NULL: always
 * @problem: (nullable): why @condition does not compile. Such a breakpoint always pauses the run
 *
 * A breakpoint. Owned by its list.
 */
typedef struct
{
  TroupeBreakpointKind kind;
  char *name;
  char *target;
  char *condition;
  char *problem;
} TroupeBreakpoint;

/**
 * TroupeBreakpoints:
 *
 * An immutable list of breakpoints, which is replaced as a whole. Atomic reference count.
 * Threads: any thread.
 */
typedef struct _TroupeBreakpoints TroupeBreakpoints;

/**
 * troupe_breakpoints_new_from_value:
 * @value: (nullable): a list of maps, as under `x-troupe.breakpoints` of a document: one of `method`, `task` and
 *   `event` with the name, and optionally `target` of an event, `method` of a task, `if` and `enabled`. Other members are
 *   ignored
 *
 * Returns: (transfer full): a list of the breakpoints that are enabled; what is not a breakpoint is left out
 */
TroupeBreakpoints *troupe_breakpoints_new_from_value (TroupeValue *value);
TroupeBreakpoints *troupe_breakpoints_ref (TroupeBreakpoints *self);
void troupe_breakpoints_unref (TroupeBreakpoints *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBreakpoints, troupe_breakpoints_unref)

/* Returns a list with one more breakpoint, or with another condition if there is one on the same place. @target,
 * @condition: (nullable). (transfer full) */
TroupeBreakpoints *troupe_breakpoints_with (TroupeBreakpoints *self,
                                            TroupeBreakpointKind kind,
                                            const char *name,
                                            const char *target,
                                            const char *condition);
/* Returns a list without the breakpoint on this place. (transfer full) */
TroupeBreakpoints *troupe_breakpoints_without (TroupeBreakpoints *self,
                                               TroupeBreakpointKind kind,
                                               const char *name,
                                               const char *target);

guint troupe_breakpoints_get_size (TroupeBreakpoints *self);
/* (transfer none) */
const TroupeBreakpoint *troupe_breakpoints_get (TroupeBreakpoints *self, guint index);
/* Returns the value that troupe_breakpoints_new_from_value() reads. (transfer full) */
TroupeValue *troupe_breakpoints_to_value (TroupeBreakpoints *self);

G_END_DECLS
