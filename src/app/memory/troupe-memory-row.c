/* troupe-memory-row.c: list model item for a memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-row"

#include "config.h"

#include "troupe-memory-row.h"

struct _TroupeMemoryRow
{
  GObject parent_instance;

  gint64 number;
  TroupeMemoryRecord *record; /* (nullable) */
  double score;
  double similarity;
  guint n_watching;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMemoryRow, troupe_memory_row, G_TYPE_OBJECT)

gint64
troupe_memory_row_get_number (TroupeMemoryRow *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_ROW (self), 0);

  return self->number;
}

TroupeMemoryRecord *
troupe_memory_row_get_record (TroupeMemoryRow *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_ROW (self), NULL);

  return self->record;
}

void
troupe_memory_row_set_record (TroupeMemoryRow *self, TroupeMemoryRecord *record)
{
  TroupeMemoryRecord *before;

  g_return_if_fail (TROUPE_IS_MEMORY_ROW (self));
  g_return_if_fail (record != NULL);

  before = self->record;
  self->record = troupe_memory_record_ref (record);
  g_clear_pointer (&before, troupe_memory_record_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

double
troupe_memory_row_get_fit (TroupeMemoryRow *self, double *similarity)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_ROW (self), -1.0);

  if (similarity != NULL)
    *similarity = self->similarity;

  return self->score;
}

void
troupe_memory_row_set_fit (TroupeMemoryRow *self, double score, double similarity)
{
  g_return_if_fail (TROUPE_IS_MEMORY_ROW (self));

  if (self->score >= score && self->score <= score)
    return;
  self->score = score;
  self->similarity = similarity;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_memory_row_watch (TroupeMemoryRow *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_ROW (self));

  self->n_watching++;
}

void
troupe_memory_row_unwatch (TroupeMemoryRow *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_ROW (self));
  g_return_if_fail (self->n_watching > 0);

  self->n_watching--;
}

gboolean
troupe_memory_row_is_watched (TroupeMemoryRow *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_ROW (self), FALSE);

  return self->n_watching > 0;
}

static void
troupe_memory_row_finalize (GObject *object)
{
  TroupeMemoryRow *self = TROUPE_MEMORY_ROW (object);

  g_clear_pointer (&self->record, troupe_memory_record_unref);

  G_OBJECT_CLASS (troupe_memory_row_parent_class)->finalize (object);
}

static void
troupe_memory_row_class_init (TroupeMemoryRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_memory_row_init (TroupeMemoryRow *self)
{
  self->score = -1.0;
}

TroupeMemoryRow *
troupe_memory_row_new (gint64 number)
{
  TroupeMemoryRow *self = g_object_new (TROUPE_TYPE_MEMORY_ROW, NULL);

  self->number = number;

  return self;
}
