/* troupe-method-form.h: form of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeMethodForm:
 *
 * Edits name, description, condition, action, events, human feedback and state persistence of a
 * method (doc/interface.md §8). Rebuilds itself if the kind of the method changes.
 */
#define TROUPE_TYPE_METHOD_FORM (troupe_method_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMethodForm, troupe_method_form, TROUPE, METHOD_FORM, GtkWidget)

GtkWidget *troupe_method_form_new (TroupeEditorContext *context, const char *method);
const char *troupe_method_form_get_method (TroupeMethodForm *self);
/* Sets the new name of the method and updates every field. Must be called after the method was
 * renamed. */
void troupe_method_form_set_method (TroupeMethodForm *self, const char *method);
/* Writes pending input to the document. Must not be called while the focus changes. */
void troupe_method_form_commit (TroupeMethodForm *self);
/* Updates the fields from the document. Returns FALSE if the method no longer exists. */
gboolean troupe_method_form_refresh (TroupeMethodForm *self);
void troupe_method_form_edit_name (TroupeMethodForm *self);
/* Returns the field at @path. (nullable) (transfer none) @path: inside the document */
GtkWidget *troupe_method_form_find (TroupeMethodForm *self, const char *path);
/* Focuses the field at @path. Returns FALSE if there is no such field. @path: inside the
 * document */
gboolean
troupe_method_form_show (TroupeMethodForm *self, const char *path, guint line, guint column);

G_END_DECLS
