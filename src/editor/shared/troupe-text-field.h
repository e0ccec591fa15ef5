/* troupe-text-field.h: a text of several lines with a title, a complaint and repairs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/**
 * TroupeTextField:
 *
 * A GtkSourceView in a card that grows from 3 to 12 lines (doc/interface.md §8). Ctrl+Enter opens the same
 * text large in a window. Undo is the document's.
 *
 * Signals: `edited` (): the person has changed the text; never for set_text().
 */
#define TROUPE_TYPE_TEXT_FIELD (troupe_text_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTextField, troupe_text_field, TROUPE, TEXT_FIELD, GtkWidget)

/* @chip, @language (of GtkSourceView): (nullable) */
GtkWidget *troupe_text_field_new (const char *title, const char *chip, const char *language);

/* (transfer full) */
char *troupe_text_field_get_text (TroupeTextField *self);
void troupe_text_field_set_text (TroupeTextField *self, const char *text);
/* FALSE: the text can be read and copied only. */
void troupe_text_field_set_editable (TroupeTextField *self, gboolean editable);
GtkTextBuffer *troupe_text_field_get_buffer (TroupeTextField *self);
GtkSourceView *troupe_text_field_get_view (TroupeTextField *self);

/* Focuses it with the cursor there; both from 1, 0 is the beginning. */
void troupe_text_field_go_to (TroupeTextField *self, guint line, guint column);

/* What is wrong, below the card; NULL takes it away with its repairs. @severe: red, else amber. */
void troupe_text_field_set_message (TroupeTextField *self, const char *text, gboolean severe);
const char *troupe_text_field_get_message (TroupeTextField *self);
/* A button below the message. */
GtkWidget *troupe_text_field_add_fix (TroupeTextField *self, const char *label);

/* A quiet last line, `Current result: 3`; NULL takes it away. */
void troupe_text_field_set_footer (TroupeTextField *self, const char *label, const char *value);
const char *troupe_text_field_get_footer (TroupeTextField *self);

/* A quiet word at the end of the title's line, `{topic} is given`; NULL takes it away. */
void troupe_text_field_set_note (TroupeTextField *self, const char *text);

/* Lets the card take all the height it gets, for a pane of its own. */
void troupe_text_field_set_fills (TroupeTextField *self, gboolean fills);

G_END_DECLS
