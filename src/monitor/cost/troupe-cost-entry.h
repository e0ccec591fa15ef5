/* troupe-cost-entry.h: a field for a sum of money
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeCostEntry:
 *
 * Takes “2”, “$2.00” and “2,50”; nothing is no sum. What is written holds after Enter or when the focus leaves; what is
 * no sum is marked and holds nothing.
 *
 * Properties: `micro-dollars` (gint64, 0: none), as settings have it. Signal: `edited` (its text is
 * another one).
 */
#define TROUPE_TYPE_COST_ENTRY (troupe_cost_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostEntry, troupe_cost_entry, TROUPE, COST_ENTRY, GtkWidget)

/* @label: for who hears it */
GtkWidget *troupe_cost_entry_new (const char *label);

gint64 troupe_cost_entry_get_micro_dollars (TroupeCostEntry *self);
void troupe_cost_entry_set_micro_dollars (TroupeCostEntry *self, gint64 micro_dollars);
/* Whether what is written now is a sum, or nothing. */
gboolean troupe_cost_entry_is_sum (TroupeCostEntry *self);
/* Takes what is written now. FALSE: it is no sum. */
gboolean troupe_cost_entry_commit (TroupeCostEntry *self);

/* What @text means; blank is 0. FALSE: it is no sum. @micro_dollars: (out) */
gboolean troupe_cost_entry_parse (const char *text, gint64 *micro_dollars);

G_END_DECLS
