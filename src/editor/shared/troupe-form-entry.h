/* troupe-form-entry.h: a row for a word that counts when a person is done with it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeFormEntry:
 *
 * For names, of which half a one would change the document: what was typed is told on Enter, when the
 * focus has gone elsewhere, and on demand. It is never told while the focus is on its way: who listens
 * may take widgets away.
 *
 * Signals: `committed` (text: not the one that was set last).
 */
#define TROUPE_TYPE_FORM_ENTRY (troupe_form_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFormEntry, troupe_form_entry, TROUPE, FORM_ENTRY, AdwEntryRow)

GtkWidget *troupe_form_entry_new (const char *title, const char *text);

/* What the document says. What a person has typed meanwhile stays, unless it was just told. */
void troupe_form_entry_set_value (TroupeFormEntry *self, const char *text);
gboolean troupe_form_entry_is_edited (TroupeFormEntry *self);
/* Tells what was typed, if anything; afterwards the row shows its value again. */
void troupe_form_entry_commit (TroupeFormEntry *self);

/* The same for all that are at or below @root. Not from inside of a change of focus. */
void troupe_form_entry_commit_below (GtkWidget *root);

/* An entry keeps the keys of undo for itself, also where it has nothing to undo: here they are the
 * document's. @widget: it or what it is in. */
void troupe_form_entry_take_undo_keys (GtkWidget *widget);

/* Undoes or does again what the page's document did last; FALSE where @widget is on no page. */
gboolean troupe_form_undo (GtkWidget *widget);
gboolean troupe_form_redo (GtkWidget *widget);

G_END_DECLS
