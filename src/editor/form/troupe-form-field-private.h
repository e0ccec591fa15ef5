/* troupe-form-field-private.h: one field of a form and its place in the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-form-target.h"
#include "troupe-form-value.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_FORM_FIELD (troupe_form_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFormField, troupe_form_field, TROUPE, FORM_FIELD, GObject)

TroupeFormField *troupe_form_field_new (TroupeFormTarget *target,
                                        TroupeFieldKind kind,
                                        GtkWidget *widget,
                                        const char *label,
                                        const char *const *path);
void troupe_form_field_set_required (TroupeFormField *self, gboolean required);
/* What a switch or a number is where the document says nothing. */
void troupe_form_field_set_initial (TroupeFormField *self, int initial);
/* Of a choice: JSON texts, ended by NULL, for each entry of the row; "" is where nothing stands. @usual: (nullable):
 * which of them is the same as nothing, and is not written */
void troupe_form_field_set_choices (TroupeFormField *self,
                                    const char *const *choices,
                                    const char *usual);
/* What the field is of, the second key below @first, has this name now. */
void
troupe_form_field_set_name (TroupeFormField *self, const char *first, const char *name);
/* What was typed and is not written yet is written. */
void troupe_form_field_commit (TroupeFormField *self);
gboolean troupe_form_field_is_writing (TroupeFormField *self);
/* The same of what is typed, letter by letter. */
gboolean troupe_form_field_is_typing (TroupeFormField *self);
void troupe_form_field_refresh (TroupeFormField *self);
const char *troupe_form_field_get_key (TroupeFormField *self);
GtkWidget *troupe_form_field_get_widget (TroupeFormField *self);

G_END_DECLS
