/* troupe-form-field-private.h: one field of a form and its place in the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-editor-context.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_FIELD_TEXT,   /* a GtkEditable */
  TROUPE_FIELD_MODEL,  /* a GtkEditable: a model's name, or that in a map with settings beside it */
  TROUPE_FIELD_SWITCH, /* a GtkSwitch */
  TROUPE_FIELD_NUMBER, /* a GtkSpinButton */
  TROUPE_FIELD_CEL,    /* a TroupeCelField */
  TROUPE_FIELD_CODE,   /* a TroupeTextField */
  TROUPE_FIELD_JSON,   /* a TroupeTextField with JSON */
} TroupeFieldKind;

#define TROUPE_TYPE_FORM_FIELD (troupe_form_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFormField, troupe_form_field, TROUPE, FORM_FIELD, GObject)

TroupeFormField *troupe_form_field_new (TroupeEditorContext *context,
                                        TroupeFieldKind kind,
                                        GtkWidget *widget,
                                        const char *label,
                                        const char *const *path);
void troupe_form_field_set_required (TroupeFormField *self, gboolean required);
/* What a switch or a number is where the document says nothing. */
void troupe_form_field_set_initial (TroupeFormField *self, int initial);
/* The method of that field has this name now. */
void troupe_form_field_set_method (TroupeFormField *self, const char *method);
/* What was typed and is not written yet is written. */
void troupe_form_field_commit (TroupeFormField *self);
gboolean troupe_form_field_is_writing (TroupeFormField *self);
void troupe_form_field_refresh (TroupeFormField *self);
const char *troupe_form_field_get_key (TroupeFormField *self);
GtkWidget *troupe_form_field_get_widget (TroupeFormField *self);

G_END_DECLS
