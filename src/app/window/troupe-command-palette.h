/* troupe-command-palette.h: searches methods, commands and files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeCommandPalette:
 *
 * A list under a search field, at the top of its parent: what is typed finds methods of the flow,
 * commands of the window and recent files; `>` commands alone, `@` methods alone. Enter goes there, and
 * the list closes. It goes with its closing.
 *
 * Signals: `file-chosen` (GFile).
 */
#define TROUPE_TYPE_COMMAND_PALETTE (troupe_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCommandPalette,
                      troupe_command_palette,
                      TROUPE,
                      COMMAND_PALETTE,
                      GtkPopover)

/* @parent: what it stands over; @page: (nullable): the flow whose methods are found. Shows it.
 * (transfer none) */
GtkWidget *troupe_command_palette_open (GtkWidget *parent, TroupePage *page);

/* Types @text for a person. */
void troupe_command_palette_search (TroupeCommandPalette *self, const char *text);
GtkListBox *troupe_command_palette_get_list (TroupeCommandPalette *self);

G_END_DECLS
