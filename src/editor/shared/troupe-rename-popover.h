/* troupe-rename-popover.h: asks for another name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeRenamePopover:
 *
 * An entry with the name of a thing on the canvas. Owns the text that is typed and says at once
 * what is wrong with it.
 *
 * Signals: `named` (text: a person has chosen it; the popover is closed).
 */
#define TROUPE_TYPE_RENAME_POPOVER (troupe_rename_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRenamePopover,
                      troupe_rename_popover,
                      TROUPE,
                      RENAME_POPOVER,
                      GtkPopover)

/* What is wrong with a name; NULL where it can be given. (transfer full) (nullable) */
typedef char *(*TroupeRenameCheck) (const char *name, gpointer user_data);

/* @user_data has to outlive the popover's use. */
GtkWidget *troupe_rename_popover_new (TroupeRenameCheck check, gpointer user_data);

/* @label: what is asked for. @text: what it is now. */
void troupe_rename_popover_ask (TroupeRenamePopover *self, const char *label, const char *text);

G_END_DECLS
