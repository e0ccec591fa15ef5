/* troupe-runner-extent.h: which part of a flow is executed, and what replaces the rest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* What is used instead of executing a method. */
typedef enum
{
  TROUPE_BYPASS_NOTHING,
  TROUPE_BYPASS_PINNED, /* the output is in the document */
  TROUPE_BYPASS_MUTED,  /* the output is what the method is given */
  TROUPE_BYPASS_REUSED, /* the result is that of an earlier run */
} TroupeRunnerBypass;

/* (transfer full). All functions: on the run's thread. */
TroupeRunnerExtent *troupe_runner_extent_new (TroupeFlowRunner *runner);
void troupe_runner_extent_free (TroupeRunnerExtent *self);

/* --- Where the run ends ----------------------------------------------------------------------- */

/* Returns TRUE if nothing else may start, because the run ends early. */
gboolean troupe_runner_extent_is_over (TroupeRunnerExtent *self);
/* Called when the end of a method was reported. */
void troupe_runner_extent_take_end (TroupeRunnerExtent *self,
                                    const TroupeFlowMethod *method,
                                    TroupeValue *result);
/* Returns the method after which the run ends early, and its output. (transfer none) (nullable) */
const TroupeFlowMethod *troupe_runner_extent_get_last (TroupeRunnerExtent *self,
                                                       TroupeValue **result);
/* Returns the only method that is executed. (transfer none) (nullable): NULL for the whole flow */
const TroupeFlowMethod *troupe_runner_extent_get_only (TroupeRunnerExtent *self);

/* --- What methods are given ------------------------------------------------------------------- */

/* Returns what the execution of a method is given instead of the value of its trigger or of its `with`. (transfer none)
 * (nullable) */
TroupeValue *troupe_runner_extent_find_input (TroupeRunnerExtent *self, guint method, guint launch);
/* Sets what one execution of a method is given. */
void troupe_runner_extent_set_input (TroupeRunnerExtent *self,
                                     guint method,
                                     guint launch,
                                     TroupeValue *value);
/* Returns TRUE if that replaces what `with` of the method's action evaluates to, FALSE if it replaces the value of the
 * trigger. */
gboolean troupe_runner_extent_is_with (const TroupeFlowMethod *method);

/* --- Pins and mutes --------------------------------------------------------------------------- */

/* Returns TRUE if pins and mutes of the document are used. */
gboolean troupe_runner_extent_has_pins (TroupeRunnerExtent *self);
/* Returns what is used instead of executing the method. */
TroupeRunnerBypass troupe_runner_extent_find_bypass (TroupeRunnerExtent *self, guint method);
/* Returns the frame's result without executing its action. (transfer full) (nullable) Errors:
 * %TROUPE_RUN_ERROR_SCHEMA if the pin does not have the form of the method's output */
TroupeValue *
troupe_runner_extent_bypass (TroupeRunnerExtent *self, TroupeRunnerFrame *frame, GError **error);

G_END_DECLS
