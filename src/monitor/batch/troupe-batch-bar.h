/* troupe-batch-bar.h: segmented progress bar of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeBatchBar:
 *
 * A bar 12 px high with one part for each group of items: done, failed and running. The background
 * represents waiting items. A part that is not empty is at least 2 px wide. The owner provides the
 * text next to the bar.
 */
#define TROUPE_TYPE_BATCH_BAR (troupe_batch_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchBar, troupe_batch_bar, TROUPE, BATCH_BAR, GtkWidget)

void troupe_batch_bar_set (TroupeBatchBar *self,
                           gint64 n_items,
                           gint64 n_ok,
                           gint64 n_failed,
                           gint64 n_running);

G_END_DECLS
