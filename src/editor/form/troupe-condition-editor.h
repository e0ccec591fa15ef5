/* troupe-condition-editor.h: editor for the condition of a method: a tree of and/or with events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeConditionEditor:
 *
 * The popover of «Runs after», which is an alternative to drawing wires and gates (doc/interface.md
 * §8).
 */
#define TROUPE_TYPE_CONDITION_EDITOR (troupe_condition_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConditionEditor,
                      troupe_condition_editor,
                      TROUPE,
                      CONDITION_EDITOR,
                      GtkPopover)

GtkWidget *troupe_condition_editor_new (TroupeEditorContext *context, const char *method);

/* Sets the new name of the method. Must be called after it was renamed. */
void troupe_condition_editor_set_method (TroupeConditionEditor *self, const char *method);

/* Lists the events that @method could listen to. These are the names of all other methods and
 * the events of all routers, without duplicates. (transfer full), NULL-terminated. */
char **troupe_flow_list_events_for (TroupeFlow *flow, const char *method);

/* Shows after what @method runs in @row: as chips with their operators in @chips, a box at the end of the
 * row, or, if names would be shortened there, as the subtitle, which is wrapped. */
void troupe_condition_fill_row (AdwActionRow *row, GtkBox *chips, const TroupeFlowMethod *method);

G_END_DECLS
