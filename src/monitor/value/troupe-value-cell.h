/* troupe-value-cell.h: a value in a table that is edited in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeValueCell:
 *
 * Shows a value in one line, with what it was before it was changed. troupe_value_cell_edit() replaces the line with an entry,
 * or opens a text view over it if the value does not fit into a line. Enter and leaving the field commit the text, Shift+Enter
 * breaks the line of the text view, Esc keeps the value. A text that is no value of the same type stays, with the reason below
 * it.
 *
 * Signals: `edited` (TroupeValue, as a pointer: the owner calls troupe_value_cell_finish()), `reverted` (the user wants the
 * value before the change back).
 */
#define TROUPE_TYPE_VALUE_CELL (troupe_value_cell_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueCell, troupe_value_cell, TROUPE, VALUE_CELL, GtkWidget)

GtkWidget *troupe_value_cell_new (void);
/* Shows another value. An edit of the same place goes on. @path: the place, which names the field, too; @before: (nullable):
 * what it was before it was changed; @by: (nullable): who changed it */
void troupe_value_cell_set (TroupeValueCell *self,
                            const char *path,
                            TroupeValue *value,
                            TroupeValue *before,
                            const char *by);
/* Shows whether the value can be edited: a button that edits it, or @why not. @why: (nullable): translated */
void troupe_value_cell_set_editable (TroupeValueCell *self, gboolean is_editable, const char *why);
/* Ends an edit without committing it, and forgets the value. */
void troupe_value_cell_clear (TroupeValueCell *self);
/* Returns FALSE if the value cannot be edited. */
gboolean troupe_value_cell_edit (TroupeValueCell *self);
/* Commits the text of an edit. Returns FALSE if it is no value, so that the edit goes on. */
gboolean troupe_value_cell_commit (TroupeValueCell *self);
/* Ends the edit after `edited`. @error: (nullable): why the value was rejected; then the edit goes on */
void troupe_value_cell_finish (TroupeValueCell *self, const char *error);
const char *troupe_value_cell_get_path (TroupeValueCell *self); /* (nullable) */

G_END_DECLS
