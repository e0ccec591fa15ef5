/* troupe-rename-popover.h: popover to rename an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeRenamePopover:
 *
 * An entry with the name of an object on the canvas. It validates the text while it is typed. Enter takes a
 * valid text, and so does everything that leaves the popover: a press elsewhere and a key of the window such as F5, which
 * also do what they do without the popover, and a move of the focus. Escape discards the text. Ctrl+Z undoes the last change of the
 * document if the text is as it was. While the window is not active, the popover is hidden.
 *
 * Signals: `named` (text: the new name; the popover is closed).
 */
#define TROUPE_TYPE_RENAME_POPOVER (troupe_rename_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRenamePopover,
                      troupe_rename_popover,
                      TROUPE,
                      RENAME_POPOVER,
                      GtkPopover)

/* Returns an error message for an invalid name, or NULL for a valid name. (transfer full)
 * (nullable) */
typedef char *(*TroupeRenameCheck) (const char *name, gpointer user_data);

/* Creates the popover. @user_data must outlive it. */
GtkWidget *troupe_rename_popover_new (TroupeRenameCheck check, gpointer user_data);

/* Makes the popover ask for a text instead of a name. @title: shown above the entry.
 * @placeholder: an example. @describe: returns what follows from the text, which is shown below the
 * entry */
void troupe_rename_popover_set_text (TroupeRenamePopover *self,
                                     const char *title,
                                     const char *placeholder,
                                     TroupeRenameCheck describe);

/* Prompts the user for a name. While it is typed it is kept in the draft of @document.
 * @label: label of the entry. @text: (nullable): the current name. @field: as for
 * troupe_document_set_typed() */
void troupe_rename_popover_ask (TroupeRenamePopover *self,
                                const char *label,
                                const char *text,
                                TroupeDocument *document,
                                const char *field);

G_END_DECLS
