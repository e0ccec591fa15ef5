/* troupe-form-field-private.h: one field of a form, bound to a path in the document
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
/* Sets the value of a switch or a number that is missing in the document. */
void troupe_form_field_set_initial (TroupeFormField *self, int initial);
/* Sets the entries of a choice as NULL-terminated JSON texts; "" represents a missing value.
 * @usual: (nullable): the entry that is equivalent to a missing value and is not written */
void troupe_form_field_set_choices (TroupeFormField *self,
                                    const char *const *choices,
                                    const char *usual);
/* Sets the name of the edited object, which is the key after @first in the path. */
void
troupe_form_field_set_name (TroupeFormField *self, const char *first, const char *name);
/* Writes pending input. */
void troupe_form_field_commit (TroupeFormField *self);
gboolean troupe_form_field_is_writing (TroupeFormField *self);
/* Returns TRUE if the field writes a typed text, as opposed to a click. */
gboolean troupe_form_field_is_typing (TroupeFormField *self);
void troupe_form_field_refresh (TroupeFormField *self);
const char *troupe_form_field_get_key (TroupeFormField *self);
GtkWidget *troupe_form_field_get_widget (TroupeFormField *self);

G_END_DECLS
