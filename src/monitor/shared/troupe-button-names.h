/* troupe-button-names.h: what buttons are called for who cannot see them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names every button at or below @root whose label has a mnemonic: the toolkit reads its underscore out.
 * To be called again where a label was set. */
void troupe_name_buttons (GtkWidget *root);

G_END_DECLS
