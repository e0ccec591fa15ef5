/* troupe-form-entry.h: entry row that commits its text on Enter or focus-out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeFormEntry:
 *
 * An entry row for names. An incomplete name must not change the document, so the text is only
 * committed on Enter, after the focus has left, and on demand. It is never committed while the
 * focus changes, because handlers may remove widgets. Until then it is kept in the draft of the
 * document, see troupe_form_entry_keep_typed().
 *
 * Signals: `committed` (text: differs from the value that was set last).
 */
#define TROUPE_TYPE_FORM_ENTRY (troupe_form_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFormEntry, troupe_form_entry, TROUPE, FORM_ENTRY, AdwEntryRow)

GtkWidget *troupe_form_entry_new (const char *title, const char *text);

/* Sets the value of the document. Text that the user has typed in the meantime is preserved,
 * unless it was just committed. */
void troupe_form_entry_set_value (TroupeFormEntry *self, const char *text);
/* Keeps what is typed in the draft of @document, and shows the text that was typed before a crash.
 * Must be called again if the key changes. @field: as for troupe_document_set_typed() */
void
troupe_form_entry_keep_typed (TroupeFormEntry *self, TroupeDocument *document, const char *field);
gboolean troupe_form_entry_is_edited (TroupeFormEntry *self);
/* Commits the typed text, if any. Afterwards the row shows its value again. */
void troupe_form_entry_commit (TroupeFormEntry *self);

/* Commits all entries at or below @root. Must not be called while the focus changes. */
void troupe_form_entry_commit_below (GtkWidget *root);

/* Makes the undo shortcuts undo changes to the document, because an entry would handle them even
 * if it has nothing to undo. @widget: the entry or a widget that contains it */
void troupe_form_entry_take_undo_keys (GtkWidget *widget);
/* Undoes or redoes the last change if the key is one of these shortcuts. Returns FALSE for other keys. */
gboolean troupe_form_undo_by_key (GtkWidget *widget, guint keyval, GdkModifierType state);

/* Returns TRUE if the key is the undo shortcut and the text of @entry is still @before, so that the shortcut is for the
 * last change of the document, which may be what asked for the text. */
gboolean troupe_form_wants_undo (GtkEditable *entry,
                                 const char *before,
                                 guint keyval,
                                 GdkModifierType state);

/* Undoes or redoes the last change of the page's document. Returns FALSE if @widget is not on a
 * page. */
gboolean troupe_form_undo (GtkWidget *widget);
gboolean troupe_form_redo (GtkWidget *widget);

G_END_DECLS
