/* troupe-case-item.c: row of the table of test cases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-item"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-case-item.h"

struct _TroupeCaseItem
{
  GObject parent_instance;

  TroupeCaseWork *work;
  guint index;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (TroupeCaseItem, troupe_case_item, G_TYPE_OBJECT)

/* The words are states of a test case. */
static const struct
{
  const char *word;
  const char *sign;
} states[] = {
  [TROUPE_CASE_NOT_RUN] = { N_ ("not run"), "" },
  [TROUPE_CASE_WAITING] = { N_ ("waiting"), "◷" },
  [TROUPE_CASE_PASSED] = { N_ ("passed"), "✓" },
  [TROUPE_CASE_FAILED] = { N_ ("failed"), "✕" },
};

const char *
troupe_case_state_get_word (TroupeCaseState state)
{
  return _ (states[state].word);
}

const char *
troupe_case_state_get_sign (TroupeCaseState state)
{
  return states[state].sign;
}

gboolean
troupe_case_result_get_score (const TroupeCaseResult *result, double *score)
{
  double sum = 0;

  g_return_val_if_fail (result != NULL && score != NULL, FALSE);

  for (guint i = 0; i < result->scores->len; i++)
    sum += g_array_index (result->scores, double, i);
  if (result->scores->len > 0)
    *score = sum / result->scores->len;
  return result->scores->len > 0;
}

guint
troupe_case_item_get_index (TroupeCaseItem *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_ITEM (self), 0);

  return self->index;
}

const TroupeTestCase *
troupe_case_item_get_test (TroupeCaseItem *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_ITEM (self), NULL);

  return troupe_case_work_get_file (self->work)->cases->pdata[self->index];
}

const TroupeCaseResult *
troupe_case_item_get_result (TroupeCaseItem *self, guint column)
{
  g_return_val_if_fail (TROUPE_IS_CASE_ITEM (self), NULL);

  return column < troupe_case_work_get_n_columns (self->work)
             ? troupe_case_work_get_result (self->work, column, self->index)
             : NULL;
}

TroupeCaseState
troupe_case_item_get_state (TroupeCaseItem *self, guint column)
{
  const TroupeCaseResult *result = troupe_case_item_get_result (self, column);

  if (result == NULL)
    return TROUPE_CASE_NOT_RUN;
  if (!result->has_ended)
    return troupe_case_work_is_running (self->work) ? TROUPE_CASE_WAITING : TROUPE_CASE_NOT_RUN;
  return result->failures->len > 0 ? TROUPE_CASE_FAILED : TROUPE_CASE_PASSED;
}

void
troupe_case_item_note_changed (TroupeCaseItem *self)
{
  g_return_if_fail (TROUPE_IS_CASE_ITEM (self));

  g_signal_emit (self, changed_signal, 0);
}

static void
troupe_case_item_finalize (GObject *object)
{
  g_clear_object (&TROUPE_CASE_ITEM (object)->work);

  G_OBJECT_CLASS (troupe_case_item_parent_class)->finalize (object);
}

static void
troupe_case_item_class_init (TroupeCaseItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_case_item_finalize;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_case_item_init (TroupeCaseItem *self)
{
}

TroupeCaseItem *
troupe_case_item_new (TroupeCaseWork *work, guint index)
{
  TroupeCaseItem *self;

  g_return_val_if_fail (TROUPE_IS_CASE_WORK (work), NULL);

  self = g_object_new (TROUPE_TYPE_CASE_ITEM, NULL);
  self->work = g_object_ref (work);
  self->index = index;
  return self;
}
