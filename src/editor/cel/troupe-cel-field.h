/* troupe-cel-field.h: a field for an expression or for text with expressions in it
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
 * Colours, complains, repairs, completes and shows what the last run would have given
 * (doc/interface.md §8).
 *
 * Signals: `edited` (): the person has changed the text, or a repair has.
 */
#define TROUPE_TYPE_CEL_FIELD (troupe_cel_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelField, troupe_cel_field, TROUPE, CEL_FIELD, GtkWidget)

GtkWidget *
troupe_cel_field_new (TroupeEditorContext *context, const char *title, TroupeCelMode mode);

/* (transfer full) */
char *troupe_cel_field_get_text (TroupeCelField *self);
void troupe_cel_field_set_text (TroupeCelField *self, const char *text);

/* The field stands in a step of an `each`: it knows `item`, the first of what @source gives, and
 * the outputs of @steps. Both nullable. */
void troupe_cel_field_set_step (TroupeCelField *self, const char *source, const char *const *steps);

/* An empty text is no mistake. */
void troupe_cel_field_set_optional (TroupeCelField *self, gboolean optional);
gboolean troupe_cel_field_get_optional (TroupeCelField *self);

/* @words: (nullable): why the text, which is no text in the document, can only be read here. */
void troupe_cel_field_set_foreign (TroupeCelField *self, const char *words);

/* Where the field stands in the document: problems of that place are shown. */
void troupe_cel_field_set_path (TroupeCelField *self, const char *path);

/* Puts the cursor to a byte of the text. */
void troupe_cel_field_go_to (TroupeCelField *self, guint line, guint column);

TroupeTextField *troupe_cel_field_get_text_field (TroupeCelField *self);

/* --- For completion ------------------------------------------------------------------------ */

TroupeEditorContext *troupe_cel_field_get_context (TroupeCelField *self);
gboolean troupe_cel_field_knows_item (TroupeCelField *self);
/* (transfer full) (nullable): the item that a preview uses. */
TroupeValue *troupe_cel_field_make_item (TroupeCelField *self);
const char *const *troupe_cel_field_get_steps (TroupeCelField *self);
TroupeCelMode troupe_cel_field_get_mode (TroupeCelField *self);

G_END_DECLS
