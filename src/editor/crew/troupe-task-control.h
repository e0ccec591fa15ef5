/* troupe-task-control.h: breakpoints on the selected tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"

G_BEGIN_DECLS

/* Action callbacks. */
void
troupe_task_control_breakpoint_if_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_task_control_remove_all_cb (GtkWidget *widget, const char *name, GVariant *parameter);

/* Returns TRUE if all of the selected tasks have a breakpoint; FALSE if none is selected. */
gboolean troupe_task_control_have_breakpoints (TroupeCrewEditor *editor);
/* Sets a breakpoint on each selected task, or removes those breakpoints if all of them are set. */
void troupe_task_control_toggle_breakpoint (TroupeCrewEditor *editor);
/* Asks for the condition of the breakpoint on the task, which is set then. */
void troupe_task_control_ask_condition (TroupeCrewEditor *editor, guint task);
/* Updates which of the actions are possible. */
void troupe_task_control_update_actions (TroupeCrewEditor *editor);

/* Adds the section of a task to a menu. */
void troupe_task_control_add_menu (TroupeCrewEditor *editor, GMenu *menu);
/* Adds the section of the background to a menu. Does nothing if there are no breakpoints. */
void troupe_task_control_add_ground_menu (TroupeCrewEditor *editor, GMenu *menu);

G_END_DECLS
