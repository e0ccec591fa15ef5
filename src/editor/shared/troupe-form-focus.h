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

/* Called when a form can be filled again. @form: the object that waited */
typedef void (*TroupeFormRefill) (gpointer form);

/* Returns TRUE if a popover below @root is open, in which something is being chosen. The widgets of @root
 * must not be replaced then: their popovers would be closed. @refill is called with @form once that
 * popover is closed, unless @form is finalized before; it is called once, however often the form waits. */
gboolean troupe_form_focus_wait (GtkWidget *root, GObject *form, TroupeFormRefill refill);

/* Returns TRUE if a text widget at or below @root has the focus. */
gboolean troupe_form_focus_is_writing (GtkWidget *root);

G_END_DECLS
