/* troupe-batch-row.h: an item of a batch, as a line of the table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch.h"

G_BEGIN_DECLS

/**
 * TroupeBatchRow:
 *
 * What the table shows of one item. It says nothing until it was read, which is done where the database is; nothing of it
 * reads by itself.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_BATCH_ROW (troupe_batch_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchRow, troupe_batch_row, TROUPE, BATCH_ROW, GObject)

/**
 * TroupeBatchFacts:
 * @ordinal: from 1
 * @input: (nullable): the map of its inputs
 * @message: (nullable): why it failed, in a sentence
 * @method: (nullable): where it failed
 * @result: (nullable): what it gave, for a person; the beginning of what is long
 *
 * What was read of an item, which any thread may make.
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

/* @longest: letters of the result. (transfer full) */
TroupeBatchFacts *troupe_batch_facts_new (const TroupeBatchItem *item, gsize longest);
void troupe_batch_facts_free (TroupeBatchFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchFacts, troupe_batch_facts_free)
/* An input as a cell shows it. (transfer full): "" where there is none */
char *troupe_batch_facts_show_input (const TroupeBatchFacts *self, const char *name);
/* The same of any value. @value: (nullable). (transfer full) */
char *troupe_batch_show_value (TroupeValue *value);

TroupeBatchRow *troupe_batch_row_new (gint64 ordinal);
gint64 troupe_batch_row_get_ordinal (TroupeBatchRow *self);
/* (transfer none) (nullable): NULL until it was read */
const TroupeBatchFacts *troupe_batch_row_get_facts (TroupeBatchRow *self);
/* Where it is, while it is under way. (transfer none) (nullable) */
const TroupeBatchPlace *troupe_batch_row_get_place (TroupeBatchRow *self);

/* @facts: (transfer full) */
void troupe_batch_row_take_facts (TroupeBatchRow *self, TroupeBatchFacts *facts);
/* @place: (nullable): is copied */
void troupe_batch_row_set_place (TroupeBatchRow *self, const TroupeBatchPlace *place);
/* How many cells show it. */
void troupe_batch_row_watch (TroupeBatchRow *self);
void troupe_batch_row_unwatch (TroupeBatchRow *self);
gboolean troupe_batch_row_is_watched (TroupeBatchRow *self);

/* “Done”, “Failed”, “Running” or “Waiting”, and what stands beside it; for who sees it and who hears it. */
const char *troupe_batch_row_get_state_word (TroupeBatchRow *self);
const char *
troupe_batch_row_get_state_name (TroupeBatchRow *self); /* `done`, `failed`, `running`, `waiting` */

G_END_DECLS
