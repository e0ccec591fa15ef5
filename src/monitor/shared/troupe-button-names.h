/* troupe-button-names.h: accessible names of buttons with mnemonics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Returns @label without its mnemonic. For example, «_Open» becomes Open, «打开(_O)» becomes 打开, and two
 * underscores become one. (transfer full) */
char *troupe_label_strip_mnemonic (const char *label);

/* Sets the accessible name of every button at or below @root whose label has a mnemonic, because
 * the toolkit would read out the underscore. Must be called again after a label was changed. */
void troupe_name_buttons (GtkWidget *root);

/* Gives each icon button at or below @root the accessible name of its tooltip, for widgets of libadwaita
 * whose buttons GTK calls by the type of the icon otherwise. */
void troupe_name_icon_buttons (GtkWidget *root);

/* Names the button that closes a toast of @overlay, which GTK calls by the type of its icon otherwise.
 * Call it after a toast was added. */
void troupe_name_toasts (AdwToastOverlay *overlay);

/* Presents a message dialog to which all responses were already added. Sets the accessible names
 * of the responses without mnemonic underscores. */
void troupe_question_present (GtkWidget *dialog);

G_END_DECLS
