/* troupe-finder.h: looks for words in a flow and shows where they stand
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
 * A popover with a search entry and a list of hits. Enter takes the selected or first, Up and Down move.
 *
 * Signals: `chosen` (hit). The popover is closed before.
 */
#define TROUPE_TYPE_FINDER (troupe_finder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFinder, troupe_finder, TROUPE, FINDER, GtkPopover)

GtkWidget *troupe_finder_new (TroupeFlowDocument *document);

/* Chooses the hit after the last one, or before it, of the search that was made last, and begins again
 * at the other end; FALSE where there is none. */
gboolean troupe_finder_step (TroupeFinder *self, gboolean forward);

G_END_DECLS
