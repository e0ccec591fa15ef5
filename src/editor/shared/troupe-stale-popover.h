/* troupe-stale-popover.h: popover that says why a result is out of date
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeStalePopover:
 *
 * Lists why the result of a method or a task no longer fits the document (doc/interface.md §24).
 *
 * Signals: `run-again` and `kept`, each with the id of the card.
 */
#define TROUPE_TYPE_STALE_POPOVER (troupe_stale_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStalePopover, troupe_stale_popover, TROUPE, STALE_POPOVER, GtkPopover)

GtkWidget *troupe_stale_popover_new (void);

/**
 * troupe_stale_popover_tell:
 * @id: the id of the card
 * @started_us: when the run began, in microseconds since 1970; 0 if it is not known
 * @changes: (element-type TroupeChange): why the result is stale
 * @is_result: whether there is one result that can be kept or computed again, unlike for an agent
 * @can_run: whether it can be run again from there; @why_not: (nullable): the reason if not
 *
 * Sets what the popover shows. Open it with troupe_popover_open().
 */
void troupe_stale_popover_tell (TroupeStalePopover *self,
                                const char *id,
                                gint64 started_us,
                                GPtrArray *changes,
                                gboolean is_result,
                                gboolean can_run,
                                const char *why_not);

G_END_DECLS
