/* troupe-condition-editor.h: when a method runs: a tree of and/or with events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeConditionEditor:
 *
 * The popover behind «Runs after»: the same as drawing wires and gates (doc/interface.md §8).
 */
#define TROUPE_TYPE_CONDITION_EDITOR (troupe_condition_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConditionEditor,
                      troupe_condition_editor,
                      TROUPE,
                      CONDITION_EDITOR,
                      GtkPopover)

GtkWidget *troupe_condition_editor_new (TroupeEditorContext *context, const char *method);

/* The method has another name now. */
void troupe_condition_editor_set_method (TroupeConditionEditor *self, const char *method);

/* Events that @method could listen to: every method but itself and every router's event, each once.
 * (transfer full), NULL-terminated. */
char **troupe_flow_list_events_for (TroupeFlow *flow, const char *method);

/* For the row: words in chips and what joins them. @box is emptied first. */
void troupe_condition_fill_chips (GtkBox *box, const TroupeFlowMethod *method);

G_END_DECLS
