/* troupe-outline.h: the methods of a flow as a list
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
 * Name, kind, state and «after …» of every method; can do everything the canvas can, for who cannot
 * see it (doc/interface.md §16).
 *
 * Signals: `selection-changed` (): by the person; `method-activated` (name).
 */
#define TROUPE_TYPE_OUTLINE (troupe_outline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeOutline, troupe_outline, TROUPE, OUTLINE, GtkWidget)

/* The word for how far a method is in the run that is shown; NULL where none is.
 * (transfer full) (nullable) */
typedef char *(*TroupeOutlineStateFunc) (const char *method, gpointer user_data);

void troupe_outline_set_context (TroupeOutline *self,
                                 TroupeEditorContext *context,
                                 TroupeOutlineStateFunc state,
                                 gpointer user_data);
/* After every change of the document. */
void troupe_outline_refresh (TroupeOutline *self);
/* Shows new states. */
void troupe_outline_refresh_states (TroupeOutline *self);

/* (transfer full), NULL-terminated. */
char **troupe_outline_get_selection (TroupeOutline *self);
/* @names: those that are methods are selected, nothing else. Emits nothing. */
void troupe_outline_set_selection (TroupeOutline *self, const char *const *names);

G_END_DECLS
