/* troupe-value-editor.h: table of values that are edited in their place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeValueEditor:
 *
 * A tree of values with the columns field, type and value. A double click or Enter edits a leaf and expands anything else, F2
 * and the button in the row edit both; an object or a list is edited as JSON. A row that cannot be edited says why. A changed value shows what it was and who changed it, with a button that
 * restores it.
 *
 * Signal: `edit` (path, TroupeValue, as a pointer): the owner makes the change and calls troupe_value_editor_finish().
 */
#define TROUPE_TYPE_VALUE_EDITOR (troupe_value_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueEditor, troupe_value_editor, TROUPE, VALUE_EDITOR, GtkWidget)

/* @name: the accessible name of the table */
GtkWidget *troupe_value_editor_new (const char *name);
/**
 * troupe_value_editor_set:
 * @roots: a map of the values, by their paths such as `state` or `input.write`; the first one is expanded
 * @edits: (nullable): the changes so far, as in #TroupeRunPause
 *
 * Shows other values. Expanded and selected rows, and an edit of a place that still exists, stay as they are.
 */
void troupe_value_editor_set (TroupeValueEditor *self, TroupeValue *roots, TroupeValue *edits);
/* Makes the values at and below a path unchangeable, from the next troupe_value_editor_set() on. @reason: (nullable): why, a
 * sentence (translated); NULL if they can be changed */
void troupe_value_editor_set_fixed (TroupeValueEditor *self, const char *path, const char *reason);
/* Commits the text that is being edited. Returns FALSE if it is rejected at once, with the reason below the row. */
gboolean troupe_value_editor_commit (TroupeValueEditor *self);
/* Ends the edit of a value. @error: (nullable): why it was rejected, shown below the row */
void troupe_value_editor_finish (TroupeValueEditor *self, const char *path, const char *error);

G_END_DECLS
