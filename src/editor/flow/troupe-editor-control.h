/* troupe-editor-control.h: breakpoints, mutes and pins of the selected methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* Each is one undo step. Mutes the selected methods, or if all of them are muted, unmutes them. */
void troupe_editor_control_toggle_mute (TroupeDrawing *drawing);
/* Pins the selected methods to their last outputs in the run that is shown, or if all of them are
 * pinned, unpins them. Methods without an output are reported. */
void troupe_editor_control_toggle_pin (TroupeDrawing *drawing, TroupeTrace *trace);
/* Sets a breakpoint on each selected method and on each selected wire of an event, or removes those
 * breakpoints if all of them are set. */
void troupe_editor_control_toggle_breakpoint (TroupeDrawing *drawing);
/* Returns the condition of the method's breakpoint. (transfer full): "" if there is none */
char *troupe_editor_control_dup_condition (TroupeDrawing *drawing, const char *method);
/* Sets a breakpoint on @method. @condition: an expression, or "" for none */
void troupe_editor_control_set_condition (TroupeDrawing *drawing,
                                          const char *method,
                                          const char *condition);
/* Returns why @condition is no expression over the values of a paused run. (transfer full)
 * (nullable) */
char *troupe_editor_control_check_condition (const char *condition);

G_END_DECLS
