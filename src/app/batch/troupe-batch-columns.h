/* troupe-batch-columns.h: column setup of the batch table (GtkColumnView)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-batch-rows.h"

G_BEGIN_DECLS

/* Adds the columns number, state, time, cost and result. Also adds a column with a retry button
 * for failed items, which activates “batch.retry-item” (gint64). The input columns are added
 * after the number by troupe_batch_columns_add_inputs() once the input names are known. */
void troupe_batch_columns_add (GtkColumnView *view, TroupeBatchRows *rows);
/* Adds one column per input name. The first two columns are visible; the menu toggles the
 * visibility of all input columns. Returns: (transfer full): the menu, whose actions “columns.N”
 * are added to @actions. */
GMenuModel *troupe_batch_columns_add_inputs (GtkColumnView *view,
                                             TroupeBatchRows *rows,
                                             GSimpleActionGroup *actions);
/* If @narrow, shows only the number, the first input, the state, the result and the retry
 * button. */
void troupe_batch_columns_set_narrow (GtkColumnView *view, gboolean narrow);

G_END_DECLS
