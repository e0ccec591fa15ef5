/* troupe-batch-side.h: side pane of a batch: selected item and grouped failures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-batch-rows.h"

G_BEGIN_DECLS

/**
 * TroupeBatchSide:
 *
 * Shows the selected item with its inputs and its result or error. Below it, failed items are
 * grouped by error, one line per group, with an action that may fix the problem.
 *
 * Signals: `slow-down` (a provider is overloaded), `ordinal-chosen` (gint64: number of the item to
 * show), `run-again` (gint64: number of a failed item), `run-requested` (utf8: id of the item's run
 * that the user wants to see; gint64: number of the item; #TroupeValue (nullable): its inputs).
 */
#define TROUPE_TYPE_BATCH_SIDE (troupe_batch_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchSide, troupe_batch_side, TROUPE, BATCH_SIDE, GtkWidget)

/* Sets the input schema, for the default values of inputs that an item does not set. @fields:
 * (element-type TroupeSchemaField) */
void troupe_batch_side_set_fields (TroupeBatchSide *self, GPtrArray *fields);
/* @row: (nullable): the selected row; @facts: (nullable): details of the row, if they have been
 *   read */
void
troupe_batch_side_show (TroupeBatchSide *self, TroupeBatchRow *row, const TroupeBatchFacts *facts);
/* @failures: (element-type TroupeBatchFailure). @may_slow_down: whether the concurrency can be
 *   reduced further */
void
troupe_batch_side_set_failures (TroupeBatchSide *self, GPtrArray *failures, gboolean may_slow_down);
/* Sets whether the pane is below the table of a narrow window, whose width it then takes. */
void troupe_batch_side_set_narrow (TroupeBatchSide *self, gboolean is_narrow);

G_END_DECLS
