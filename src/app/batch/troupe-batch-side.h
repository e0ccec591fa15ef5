/* troupe-batch-side.h: what is told of a batch beside its table
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
 * The item that is selected with its inputs, and its result or why it failed; below it the items that failed in the same way
 * on one line each, with what may repair them.
 *
 * Signals: `slow-down` (a provider has too much to do), `ordinal-chosen` (gint64: an item to be shown), `run-again` (gint64: an
 * item that failed), `run-requested` (utf8: the id of an item's run, that a person wants to see).
 */
#define TROUPE_TYPE_BATCH_SIDE (troupe_batch_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchSide, troupe_batch_side, TROUPE, BATCH_SIDE, GtkWidget)

/* What an input is where an item does not say it. @fields: (element-type TroupeSchemaField) */
void troupe_batch_side_set_fields (TroupeBatchSide *self, GPtrArray *fields);
/* @row: (nullable): the one that is selected; @facts: (nullable): all of it, where that was read */
void
troupe_batch_side_show (TroupeBatchSide *self, TroupeBatchRow *row, const TroupeBatchFacts *facts);
/* @failures: (element-type TroupeBatchFailure). @may_slow_down: whether fewer can be under way than are */
void
troupe_batch_side_set_failures (TroupeBatchSide *self, GPtrArray *failures, gboolean may_slow_down);

G_END_DECLS
