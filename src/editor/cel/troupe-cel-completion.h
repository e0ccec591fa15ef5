/* troupe-cel-completion.h: completion popup of an expression field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-field.h"

G_BEGIN_DECLS

/**
 * TroupeCelCompletion:
 *
 * A small list below the cursor that is opened by Ctrl+Space and by a dot (doc/interface.md §8). It
 * is only open while a name is typed. It is never open in a string, nor directly after a string, a
 * number or a closing bracket. The completion belongs to one field. While it is open, it handles
 * the keys Up, Down, Enter, Tab and Esc.
 */
#define TROUPE_TYPE_CEL_COMPLETION (troupe_cel_completion_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelCompletion, troupe_cel_completion, TROUPE, CEL_COMPLETION, GObject)

TroupeCelCompletion *troupe_cel_completion_new (TroupeCelField *field);

/* Returns the completions for @before, the text up to the cursor. Defined in troupe-cel-words.c.
 * @start: (out): where the partial word begins, in bytes. (transfer full), NULL-terminated. */
char **troupe_cel_completion_list (TroupeCelField *field, const char *before, gsize *start);

/* Returns the names of all steps and methods. Defined in troupe-cel-words.c. (transfer full),
 * NULL-terminated. */
char **troupe_cel_completion_list_methods (TroupeCelField *field);

void troupe_cel_completion_show (TroupeCelCompletion *self);
/* Selects the text from byte @start to byte @end and lists all methods below it. A method that the
 * user chooses replaces the selected text; Esc leaves the text unchanged. */
void troupe_cel_completion_show_methods (TroupeCelCompletion *self, gsize start, gsize end);
/* Updates an open list after the text or the cursor has changed, or closes it if the name has
 * ended. */
void troupe_cel_completion_update (TroupeCelCompletion *self);
void troupe_cel_completion_hide (TroupeCelCompletion *self);
gboolean troupe_cel_completion_is_open (TroupeCelCompletion *self);

G_END_DECLS
