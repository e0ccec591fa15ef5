/* troupe-command-palette.h: command palette: searches methods, commands, templates and recent files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeCommandPalette:
 *
 * A list below a search entry, at the top of its parent. The search finds methods of the flow,
 * commands of the window, templates and recent files. The prefix `>` restricts the search to commands, and `@`
 * to methods. Enter activates a result and closes the palette, which is then destroyed.
 *
 * Signals: `file-chosen` (GFile), `template-chosen` (the path of the template).
 */
#define TROUPE_TYPE_COMMAND_PALETTE (troupe_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCommandPalette,
                      troupe_command_palette,
                      TROUPE,
                      COMMAND_PALETTE,
                      GtkPopover)

/* Opens the palette. @parent: the widget over which the palette is placed; @page: (nullable):
 * the page whose methods are found. (transfer none) */
GtkWidget *troupe_command_palette_open (GtkWidget *parent, TroupePage *page);

/* Enters @text into the search entry. */
void troupe_command_palette_search (TroupeCommandPalette *self, const char *text);
GtkListBox *troupe_command_palette_get_list (TroupeCommandPalette *self);

G_END_DECLS
