/* troupe-form-focus.h: saving and restoring the focus when a form is rebuilt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A position in a widget tree, with the cursor position of a text. */
typedef struct _TroupeFormFocus TroupeFormFocus;

/* Closes popovers in @root and removes the focus from it, so that its children can be removed.
 * Returns NULL if the focus was elsewhere. (transfer full) */
TroupeFormFocus *troupe_form_focus_take (GtkWidget *root);
/* Focuses the widget at the same position of @root, or its nearest existing ancestor. Takes
 * ownership of @self. */
void troupe_form_focus_give_back (TroupeFormFocus *self, GtkWidget *root);
void troupe_form_focus_free (TroupeFormFocus *self);

/* Returns TRUE if a text widget at or below @root has the focus. */
gboolean troupe_form_focus_is_writing (GtkWidget *root);

G_END_DECLS
