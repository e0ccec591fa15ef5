/* editor-test-form.h: finding the fields of the inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "editor-test.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/* All abort where there is no such thing. @skip: how many of that title come before. */

GtkWidget *editor_test_inspector (EditorTest *test);
/* An AdwPreferencesRow. */
GtkWidget *editor_test_row (EditorTest *test, const char *title, guint skip);
TroupeTextField *editor_test_text_field (EditorTest *test, const char *title, guint skip);
GtkTextBuffer *editor_test_buffer (EditorTest *test, const char *title, guint skip);
/* (transfer full) */
char *editor_test_buffer_text (GtkTextBuffer *buffer);
/* (nullable): the label below @root with that text. */
GtkWidget *editor_test_label (GtkWidget *root, const char *label);
/* Presses the button below @root that has this tooltip. */
void editor_test_click (GtkWidget *root, const char *tooltip, guint skip);

/* The value at a path of keys with slashes, as JSON; NULL where there is none. */
void editor_test_assert_value (EditorTest *test, const char *path, const char *expected);
/* Undoes the one step that was done. */
void editor_test_undo_step (EditorTest *test);

G_END_DECLS
