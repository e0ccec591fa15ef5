/* troupe-batch-row.h: list model item for an item of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch.h"

G_BEGIN_DECLS

/**
 * TroupeBatchRow:
 *
 * The data of one item that the table shows. The row is empty until the item has been read on the
 * database thread; the row itself never reads data.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_BATCH_ROW (troupe_batch_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchRow, troupe_batch_row, TROUPE, BATCH_ROW, GObject)

/**
 * TroupeBatchFacts:
 * @ordinal: from 1
 * @input: (nullable): the map of its inputs
 * @message: (nullable): the error as a sentence
 * @method: (nullable): the method that failed
 * @result: (nullable): the result as displayed; truncated if it is long
 *
 * Data read for an item. It can be created on any thread.
 */
typedef struct
{
  gint64 ordinal;
  gint64 line;
  char *id;
  TroupeValue *input;
  TroupeBatchItemState state;
  guint attempts;
  gint64 micro_dollars;
  double seconds;
  char *message;
  char *method;
  char *result;
  char *run;
} TroupeBatchFacts;

/* @longest: maximum number of characters of the result. (transfer full) */
TroupeBatchFacts *troupe_batch_facts_new (const TroupeBatchItem *item, gsize longest);
void troupe_batch_facts_free (TroupeBatchFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchFacts, troupe_batch_facts_free)
/* Returns an input as shown in a cell; "" if it does not exist. (transfer full) */
char *troupe_batch_facts_show_input (const TroupeBatchFacts *self, const char *name);
/* Returns any value as shown in a cell. @value: (nullable). (transfer full) */
char *troupe_batch_show_value (TroupeValue *value);

TroupeBatchRow *troupe_batch_row_new (gint64 ordinal);
gint64 troupe_batch_row_get_ordinal (TroupeBatchRow *self);
/* Returns the data of the item; NULL until it has been read. (transfer none) (nullable) */
const TroupeBatchFacts *troupe_batch_row_get_facts (TroupeBatchRow *self);
/* Returns the current method of a running item. (transfer none) (nullable) */
const TroupeBatchPlace *troupe_batch_row_get_place (TroupeBatchRow *self);

/* @facts: (transfer full) */
void troupe_batch_row_take_facts (TroupeBatchRow *self, TroupeBatchFacts *facts);
/* @place: (nullable): copied */
void troupe_batch_row_set_place (TroupeBatchRow *self, const TroupeBatchPlace *place);
/* Increments the number of cells that show the row. */
void troupe_batch_row_watch (TroupeBatchRow *self);
void troupe_batch_row_unwatch (TroupeBatchRow *self);
gboolean troupe_batch_row_is_watched (TroupeBatchRow *self);

/* Returns “Done”, “Failed”, “Running” or “Waiting”, possibly with details, for display and
 * accessibility. */
const char *troupe_batch_row_get_state_word (TroupeBatchRow *self);
const char *
troupe_batch_row_get_state_name (TroupeBatchRow *self); /* `done`, `failed`, `running`, `waiting` */

G_END_DECLS
