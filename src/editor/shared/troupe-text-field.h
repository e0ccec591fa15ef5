/* troupe-text-field.h: multi-line text field with title, message and fix buttons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/**
 * TroupeTextField:
 *
 * A GtkSourceView in a card that grows from 3 to 12 lines (doc/interface.md §8). Ctrl+Enter opens
 * the same text in a large window. Undo is provided by the document.
 *
 * Signals: `edited` (): the user has changed the text; not emitted for set_text(). `discarded` (): the
 * user has discarded the draft, see troupe_text_field_set_draft().
 */
#define TROUPE_TYPE_TEXT_FIELD (troupe_text_field_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTextField, troupe_text_field, TROUPE, TEXT_FIELD, GtkWidget)

/* Creates a field. @chip, @language (of GtkSourceView): (nullable) */
GtkWidget *troupe_text_field_new (const char *title, const char *chip, const char *language);

/* (transfer full) */
char *troupe_text_field_get_text (TroupeTextField *self);
void troupe_text_field_set_text (TroupeTextField *self, const char *text);
/* Sets whether the text can be edited. If not, it can only be read and copied. */
void troupe_text_field_set_editable (TroupeTextField *self, gboolean editable);
GtkTextBuffer *troupe_text_field_get_buffer (TroupeTextField *self);
GtkSourceView *troupe_text_field_get_view (TroupeTextField *self);

/* Focuses the field and moves the cursor to @line and @column, which start at 1; 0 is the
 * beginning of the text. */
void troupe_text_field_go_to (TroupeTextField *self, guint line, guint column);

/* Sets the message below the card. NULL removes the message together with its fix buttons.
 * @severe: TRUE for a red message, FALSE for an amber one. */
void troupe_text_field_set_message (TroupeTextField *self, const char *text, gboolean severe);
/* Shows a text in the field while it is empty. */
void troupe_text_field_set_placeholder (TroupeTextField *self, const char *text);
/* Marks the text as a draft, which has a mistake and is not in the document. @message: (nullable):
 * the mistake; %NULL removes the mark. Until then, the button below the message and Ctrl+Z discard
 * the draft. */
void troupe_text_field_set_draft (TroupeTextField *self, const char *message);
const char *troupe_text_field_get_message (TroupeTextField *self);
/* Adds a button below the message. */
GtkWidget *troupe_text_field_add_fix (TroupeTextField *self, const char *label);

/* Sets dimmed last lines, such as `Current result: 3`. @label: NULL removes them, and "" is for values alone */
void troupe_text_field_set_footer (TroupeTextField *self, const char *label, const char *value);
const char *troupe_text_field_get_footer (TroupeTextField *self);

/* Sets a dimmed note at the end of the title line, such as `{topic} is given`. NULL removes it. */
void troupe_text_field_set_note (TroupeTextField *self, const char *text);

/* Lets the card fill the available height, for use in a pane. */
void troupe_text_field_set_fills (TroupeTextField *self, gboolean fills);

G_END_DECLS
