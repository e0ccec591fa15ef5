/* troupe-outline.h: outline: list of the methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-editor-context.h"

G_BEGIN_DECLS

/**
 * TroupeOutline:
 *
 * Lists name, kind, state and «after …» of every method. It supports every operation of the canvas
 * for users who cannot see the canvas (doc/interface.md §16).
 *
 * Signals: `selection-changed` (): the user has changed the selection; `method-activated` (name).
 */
#define TROUPE_TYPE_OUTLINE (troupe_outline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeOutline, troupe_outline, TROUPE, OUTLINE, GtkWidget)

/* Returns the state of a method in the current run as a word, or NULL if the method has no
 * state. (transfer full) (nullable) */
typedef char *(*TroupeOutlineStateFunc) (const char *method, gpointer user_data);

void troupe_outline_set_context (TroupeOutline *self,
                                 TroupeEditorContext *context,
                                 TroupeOutlineStateFunc state,
                                 gpointer user_data);
/* Updates the rows. Must be called after every change to the document. */
void troupe_outline_refresh (TroupeOutline *self);
/* Updates the states shown in the rows. */
void troupe_outline_refresh_states (TroupeOutline *self);

/* Returns the names of the selected methods. (transfer full), NULL-terminated. */
char **troupe_outline_get_selection (TroupeOutline *self);
/* Selects only the methods in @names. Names that are not methods are ignored. Does not emit
 * `selection-changed`. */
void troupe_outline_set_selection (TroupeOutline *self, const char *const *names);

G_END_DECLS
