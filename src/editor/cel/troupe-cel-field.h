/* troupe-cel-field.h: entry field for a CEL expression or a text with expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cel-check.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/**
 * TroupeCelField:
 *
 * Highlights the text, shows mistakes with fixes, completes names and shows the value with the data
 * of the last run (doc/interface.md §8).
 *
 * Signals: `edited` (): the text was changed by the user or by a fix.
 */
#define TROUPE_TYPE_CEL_FIELD (troupe_cel_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelField, troupe_cel_field, TROUPE, CEL_FIELD, GtkWidget)

GtkWidget *
troupe_cel_field_new (TroupeEditorContext *context, const char *title, TroupeCelMode mode);

/* (transfer full) */
char *troupe_cel_field_get_text (TroupeCelField *self);
void troupe_cel_field_set_text (TroupeCelField *self, const char *text);

/* Prepares a field in a step of an `each` action: defines `item` as the first item of @source,
 * and adds the outputs of @steps. Both nullable. */
void troupe_cel_field_set_step (TroupeCelField *self, const char *source, const char *const *steps);

/* Sets whether an empty text is allowed. */
void troupe_cel_field_set_optional (TroupeCelField *self, gboolean optional);
gboolean troupe_cel_field_get_optional (TroupeCelField *self);

/* Makes the field read-only if the value in the document is not a string. @words: (nullable):
 * the reason that is shown; NULL for an editable field */
void troupe_cel_field_set_foreign (TroupeCelField *self, const char *words);

/* Sets the path of the field in the document. Problems of that path are shown. */
void troupe_cel_field_set_path (TroupeCelField *self, const char *path);

/* Moves the cursor to a line and a character column, both from 1, and focuses the field. */
void troupe_cel_field_go_to (TroupeCelField *self, guint line, guint column);

TroupeTextField *troupe_cel_field_get_text_field (TroupeCelField *self);

/* --- Accessors for completion ----------------------------------------------------------------- */

TroupeEditorContext *troupe_cel_field_get_context (TroupeCelField *self);
gboolean troupe_cel_field_knows_item (TroupeCelField *self);
/* Returns the item that a preview uses. (transfer full) (nullable) */
TroupeValue *troupe_cel_field_make_item (TroupeCelField *self);
const char *const *troupe_cel_field_get_steps (TroupeCelField *self);
TroupeCelMode troupe_cel_field_get_mode (TroupeCelField *self);

G_END_DECLS
