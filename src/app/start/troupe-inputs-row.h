/* troupe-inputs-row.h: row of the inputs dialog for one field, according to its type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeInputsRow:
 *
 * List rows for one field. The first row is an entry, a number with steps, a switch, a choice, a
 * list of strings with one string per line, or JSON for any other type. The row below it shows the
 * error message and a button that fixes the error. An empty field has no value.
 *
 * Signals: `edited` (), `activated` (Enter was pressed).
 */
#define TROUPE_TYPE_INPUTS_ROW (troupe_inputs_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInputsRow, troupe_inputs_row, TROUPE, INPUTS_ROW, GObject)

/* @field: must outlive the row; @node: (nullable): schema of the field */
TroupeInputsRow *troupe_inputs_row_new (TroupeSchemaField *field, const TroupeSchemaNode *node);
const TroupeSchemaField *troupe_inputs_row_get_field (TroupeInputsRow *self);
/* Returns the row widget. (transfer none) */
GtkWidget *troupe_inputs_row_get_widget (TroupeInputsRow *self);
/* Returns the row with the error message, which is placed below the row of the field. (transfer
 * none) */
GtkWidget *troupe_inputs_row_get_message_widget (TroupeInputsRow *self);

/* @value: (nullable): NULL for the default of the field */
void troupe_inputs_row_set_value (TroupeInputsRow *self, TroupeValue *value);
/* Returns the value. (transfer full) (nullable): NULL if the field is empty, or with @error if
 * the text does not match the type of the field */
TroupeValue *troupe_inputs_row_read (TroupeInputsRow *self, GError **error);
/* @text: (nullable): the error message. The error can be fixed by restoring the default of the
 *   field, if the field has a default. */
void troupe_inputs_row_set_message (TroupeInputsRow *self, const char *text);
/* Formats @value as one line. Strings are used verbatim. (transfer full) */
char *troupe_inputs_value_to_text (TroupeValue *value);

G_END_DECLS
