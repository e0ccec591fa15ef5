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

/* Return TRUE if all of the selected methods (or wires, for breakpoints) are muted, are pinned, or have a breakpoint; FALSE if
 * none is selected. */
gboolean troupe_editor_control_are_muted (TroupeDrawing *drawing);
gboolean troupe_editor_control_are_pinned (TroupeDrawing *drawing);
gboolean troupe_editor_control_have_breakpoints (TroupeDrawing *drawing);

gboolean troupe_editor_control_has_any_breakpoint (TroupeDrawing *drawing);
/* Removes all breakpoints of the document as one undo step. */
void troupe_editor_control_remove_breakpoints (TroupeDrawing *drawing);

G_END_DECLS
