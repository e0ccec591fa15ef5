/* troupe-finder.h: search popover of the flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-find.h"

G_BEGIN_DECLS

/**
 * TroupeFinder:
 *
 * A popover with a search entry and a list of hits. Enter chooses the selected or the first hit, Up
 * and Down move the selection.
 *
 * Signals: `chosen` (hit). The popover is closed before the signal is emitted.
 */
#define TROUPE_TYPE_FINDER (troupe_finder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFinder, troupe_finder, TROUPE, FINDER, GtkPopover)

GtkWidget *troupe_finder_new (TroupeFlowDocument *document);

/* Shows the uses of a name, see troupe_find_new_uses(), until the user types other words. @name:
 * (nullable): NULL searches for the present words in all texts again */
void troupe_finder_set_used (TroupeFinder *self, const char *name);
/* Chooses the next (@forward) or previous hit of the last search, and wraps around. Returns
 * FALSE if there are no hits. */
gboolean troupe_finder_step (TroupeFinder *self, gboolean forward);

G_END_DECLS
