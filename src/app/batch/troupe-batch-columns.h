/* troupe-batch-columns.h: the columns of the table of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-batch-rows.h"

G_BEGIN_DECLS

/* Number, state, time, cost, result, and a button where an item failed, which activates “batch.retry-item” (gint64); those of inputs come once their names are known, before the state. */
void troupe_batch_columns_add (GtkColumnView *view, TroupeBatchRows *rows);
/* A column a name; the first two are shown, the others as the menu says. (transfer full): the menu's entries, whose actions
 * are in @actions, “columns.N” */
GMenuModel *troupe_batch_columns_add_inputs (GtkColumnView *view,
                                             TroupeBatchRows *rows,
                                             GSimpleActionGroup *actions);
/* Only number, state, result and the button, and the first input. */
void troupe_batch_columns_set_narrow (GtkColumnView *view, gboolean narrow);

/* “0:31”, a time span of an item. (transfer full) */
char *troupe_batch_span_to_text (double seconds);

G_END_DECLS
