/* troupe-state-row.c: list model item for a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-row"

#include "config.h"

#include "troupe-state-row.h"

struct _TroupeStateRow
{
  GObject parent_instance;

  TroupeStateField *field; /* (nullable) */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStateRow, troupe_state_row, G_TYPE_OBJECT)

const TroupeStateField *
troupe_state_row_get_field (TroupeStateRow *self)
{
  g_return_val_if_fail (TROUPE_IS_STATE_ROW (self), NULL);

  return self->field;
}

gboolean
troupe_state_row_is_of (TroupeStateRow *self, const TroupeStateField *field)
{
  g_return_val_if_fail (TROUPE_IS_STATE_ROW (self), FALSE);

  if (field == NULL || self->field == NULL)
    return field == self->field;
  return troupe_state_field_equal (field, self->field);
}

void
troupe_state_row_changed (TroupeStateRow *self)
{
  g_return_if_fail (TROUPE_IS_STATE_ROW (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

static void
troupe_state_row_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_STATE_ROW (object)->field, troupe_state_field_free);

  G_OBJECT_CLASS (troupe_state_row_parent_class)->finalize (object);
}

static void
troupe_state_row_class_init (TroupeStateRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_state_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_STATE_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_state_row_init (TroupeStateRow *self)
{
}

TroupeStateRow *
troupe_state_row_new (const TroupeStateField *field)
{
  TroupeStateRow *self = g_object_new (TROUPE_TYPE_STATE_ROW, NULL);

  self->field = field != NULL ? troupe_state_field_copy (field) : NULL;
  return self;
}
