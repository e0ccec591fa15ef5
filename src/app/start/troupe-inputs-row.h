/* troupe-inputs-row.h: one input of a run, by what it takes
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
 * Rows of a list for one field: a text, a number with steps, a switch, a choice, lines of a list of texts, else JSON;
 * and below it what is wrong with it, with a repair. A field that was left empty is not given.
 *
 * Signals: `edited` (), `activated` (Enter was pressed in it).
 */
#define TROUPE_TYPE_INPUTS_ROW (troupe_inputs_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInputsRow, troupe_inputs_row, TROUPE, INPUTS_ROW, GObject)

/* @field: as long as the row; @node: (nullable): what its schema says. */
TroupeInputsRow *troupe_inputs_row_new (TroupeSchemaField *field, const TroupeSchemaNode *node);
const TroupeSchemaField *troupe_inputs_row_get_field (TroupeInputsRow *self);
/* The row itself. (transfer none) */
GtkWidget *troupe_inputs_row_get_widget (TroupeInputsRow *self);
/* The row below with what is wrong. (transfer none) */
GtkWidget *troupe_inputs_row_get_message_widget (TroupeInputsRow *self);

/* @value: (nullable): NULL is the field's own */
void troupe_inputs_row_set_value (TroupeInputsRow *self, TroupeValue *value);
/* (transfer full) (nullable): NULL where nothing is given, or with @error where it is none of its kind. */
TroupeValue *troupe_inputs_row_read (TroupeInputsRow *self, GError **error);
/* @text: (nullable): what is wrong; the repair is to use the field's own value, where it has one. */
void troupe_inputs_row_set_message (TroupeInputsRow *self, const char *text);
/* @value in one line, texts as they are. (transfer full) */
char *troupe_inputs_value_to_text (TroupeValue *value);

G_END_DECLS
