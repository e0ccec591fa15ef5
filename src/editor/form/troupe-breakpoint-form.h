/* troupe-breakpoint-form.h: form of the breakpoint on a method or a wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeBreakpointForm:
 *
 * A group with a switch for the breakpoint and a row for its condition. It follows changes of the document.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_BREAKPOINT_FORM (troupe_breakpoint_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBreakpointForm,
                      troupe_breakpoint_form,
                      TROUPE,
                      BREAKPOINT_FORM,
                      GtkWidget)

/* Creates the form of a breakpoint, as troupe_flow_find_breakpoint() finds it. @kind: `method` or `event`, a static string;
 * @target: (nullable) */
GtkWidget *troupe_breakpoint_form_new (TroupeEditorContext *context,
                                       const char *kind,
                                       const char *name,
                                       const char *target);

/* Returns why @condition is no expression over the values of a paused run. (transfer full)
 * (nullable): NULL if it is one, or empty */
char *troupe_breakpoint_form_check (const char *condition);

G_END_DECLS
