/* troupe-cost-entry.h: entry for an amount of money
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeCostEntry:
 *
 * An entry for an amount of money. It accepts “2”, “$2.00” and “2,50”; an empty text means no
 * amount. The input is applied on Enter and when the entry loses the focus. Invalid input is marked
 * and not applied.
 *
 * Properties: `micro-dollars` (gint64, 0: none), as in settings. Signal: `edited` (the text has
 * changed).
 */
#define TROUPE_TYPE_COST_ENTRY (troupe_cost_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostEntry, troupe_cost_entry, TROUPE, COST_ENTRY, GtkWidget)

/* @label: accessible label */
GtkWidget *troupe_cost_entry_new (const char *label);

gint64 troupe_cost_entry_get_micro_dollars (TroupeCostEntry *self);
void troupe_cost_entry_set_micro_dollars (TroupeCostEntry *self, gint64 micro_dollars);
/* Returns TRUE if the current text is a valid amount or empty. */
gboolean troupe_cost_entry_is_sum (TroupeCostEntry *self);
/* Applies the current text. Returns FALSE if it is not a valid amount. */
gboolean troupe_cost_entry_commit (TroupeCostEntry *self);

/* Parses @text. A blank text is 0. Returns FALSE if the text is not a valid amount.
 * @micro_dollars: (out) */
gboolean troupe_cost_entry_parse (const char *text, gint64 *micro_dollars);

G_END_DECLS
