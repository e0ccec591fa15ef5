/* troupe-rename-popover.h: popover to rename an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeRenamePopover:
 *
 * An entry with the name of an object on the canvas. It validates the text while it is typed.
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

/* Prompts the user for a name. @label: label of the entry. @text: the current name. */
void troupe_rename_popover_ask (TroupeRenamePopover *self, const char *label, const char *text);

G_END_DECLS
