/* troupe-cel-completion.h: what can stand at the cursor of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-field.h"

G_BEGIN_DECLS

/**
 * TroupeCelCompletion:
 *
 * A small list below the cursor, opened by Ctrl+Space and by a dot (doc/interface.md §8), and open only while
 * a name is being typed: never in a text, nor right behind one, a number or a closing bracket. It
 * belongs to one field; Up, Down, Enter, Tab and Esc are its keys while it is open.
 */
#define TROUPE_TYPE_CEL_COMPLETION (troupe_cel_completion_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCelCompletion, troupe_cel_completion, TROUPE, CEL_COMPLETION, GObject)

TroupeCelCompletion *troupe_cel_completion_new (TroupeCelField *field);

/* In troupe-cel-words.c: what fits behind @before, the text up to the cursor; @start: (out): where the
 * begun word starts, in bytes. (transfer full), NULL-terminated. */
char **troupe_cel_completion_list (TroupeCelField *field, const char *before, gsize *start);

void troupe_cel_completion_show (TroupeCelCompletion *self);
/* The text or the cursor is another: an open list follows, or goes where the name has ended. */
void troupe_cel_completion_update (TroupeCelCompletion *self);
void troupe_cel_completion_hide (TroupeCelCompletion *self);
gboolean troupe_cel_completion_is_open (TroupeCelCompletion *self);

G_END_DECLS
