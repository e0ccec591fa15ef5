/* troupe-method-form.h: everything of one method as a form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeMethodForm:
 *
 * Name, description, when it runs, what it does, its events, whether it asks a person and whether
 * state is saved (doc/interface.md §8). Builds itself anew when the method becomes one of another kind.
 */
#define TROUPE_TYPE_METHOD_FORM (troupe_method_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMethodForm, troupe_method_form, TROUPE, METHOD_FORM, GtkWidget)

GtkWidget *troupe_method_form_new (TroupeEditorContext *context, const char *method);
const char *troupe_method_form_get_method (TroupeMethodForm *self);
/* The method has another name now: every field follows it. */
void troupe_method_form_set_method (TroupeMethodForm *self, const char *method);
/* What was typed and is not in the document yet is written. Not from inside of a change of focus. */
void troupe_method_form_commit (TroupeMethodForm *self);
/* FALSE where the method is gone. */
gboolean troupe_method_form_refresh (TroupeMethodForm *self);
void troupe_method_form_edit_name (TroupeMethodForm *self);
/* @path: inside the document. The field of it gets the focus; FALSE where there is none. */
gboolean
troupe_method_form_show (TroupeMethodForm *self, const char *path, guint line, guint column);

G_END_DECLS
