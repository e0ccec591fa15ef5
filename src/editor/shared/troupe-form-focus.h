/* troupe-form-focus.h: where a person is in a form that is about to be built anew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A place in a tree of widgets, with the cursor where it is one of a text. */
typedef struct _TroupeFormFocus TroupeFormFocus;

/* Closes what is open over @root and takes the focus out of it, so that what is in it can go; NULL where
 * the focus was elsewhere.
 * (transfer full) */
TroupeFormFocus *troupe_form_focus_take (GtkWidget *root);
/* Gives it to what stands at the same place of @root now, or to the nearest around it. Takes @self. */
void troupe_form_focus_give_back (TroupeFormFocus *self, GtkWidget *root);
void troupe_form_focus_free (TroupeFormFocus *self);

/* Whether a person is writing a text at or below @root. */
gboolean troupe_form_focus_is_writing (GtkWidget *root);

G_END_DECLS
