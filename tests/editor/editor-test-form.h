/* editor-test-form.h: access to the fields of the inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "editor-test.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/* All functions abort if there is no match. @skip: the number of matches to skip. */

GtkWidget *editor_test_inspector (EditorTest *test);
/* Returns an AdwPreferencesRow. */
GtkWidget *editor_test_row (EditorTest *test, const char *title, guint skip);
/* Opens all rows of the inspector that contain others. */
void editor_test_open_rows (EditorTest *test);
TroupeTextField *editor_test_text_field (EditorTest *test, const char *title, guint skip);
GtkTextBuffer *editor_test_buffer (EditorTest *test, const char *title, guint skip);
/* (transfer full) */
char *editor_test_buffer_text (GtkTextBuffer *buffer);
/* Returns the label below @root that has the text @label. (nullable) */
GtkWidget *editor_test_label (GtkWidget *root, const char *label);
/* Presses the button below @root with this tooltip. */
void editor_test_click (GtkWidget *root, const char *tooltip, guint skip);

/* Asserts the JSON value at @path, whose keys are separated by slashes. If @expected is NULL,
 * there must be no value. */
void editor_test_assert_value (EditorTest *test, const char *path, const char *expected);
/* Undoes the only step. */
void editor_test_undo_step (EditorTest *test);

G_END_DECLS
