/* troupe-batch-bar.h: how far a batch is, as a bar in parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeBatchBar:
 *
 * 12 high: what is done, failed and under way, of all; what waits is the ground. Parts that are anything are 2 wide at
 * least. The words beside it are whose who has it.
 */
#define TROUPE_TYPE_BATCH_BAR (troupe_batch_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchBar, troupe_batch_bar, TROUPE, BATCH_BAR, GtkWidget)

GtkWidget *troupe_batch_bar_new (void);
void troupe_batch_bar_set (TroupeBatchBar *self,
                           gint64 n_items,
                           gint64 n_ok,
                           gint64 n_failed,
                           gint64 n_running);

G_END_DECLS
