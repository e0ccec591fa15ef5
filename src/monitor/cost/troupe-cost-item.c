/* troupe-cost-item.c: list model item for a row of the cost panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cost-item"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cost-item.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

struct _TroupeCostItem
{
  GObject parent_instance;

  TroupeTraceCost cost; /* without parts */
  GListStore *parts;
  double share;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCostItem, troupe_cost_item, G_TYPE_OBJECT)

static void
troupe_cost_item_finalize (GObject *object)
{
  TroupeCostItem *self = TROUPE_COST_ITEM (object);

  g_free (self->cost.name);
  g_clear_object (&self->parts);

  G_OBJECT_CLASS (troupe_cost_item_parent_class)->finalize (object);
}

static void
troupe_cost_item_class_init (TroupeCostItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_cost_item_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_COST_ITEM, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_cost_item_init (TroupeCostItem *self)
{
  self->parts = g_list_store_new (TROUPE_TYPE_COST_ITEM);
}

static void
set (TroupeCostItem *self, const TroupeTraceCost *row, const TroupeTraceCost *whole)
{
  char *name = g_strdup (row->name);
  gint64 tokens;
  gint64 all_tokens;

  g_assert (TROUPE_IS_COST_ITEM (self));

  g_free (self->cost.name);
  self->cost = *row;
  self->cost.name = name;
  self->cost.parts = NULL;
  tokens = row->prompt_tokens + row->completion_tokens;
  all_tokens = whole->prompt_tokens + whole->completion_tokens;
  if (whole->micro_dollars > 0)
    self->share = MIN ((double) row->micro_dollars / (double) whole->micro_dollars, 1.0);
  else
    self->share = all_tokens > 0 ? MIN ((double) tokens / (double) all_tokens, 1.0) : 0.0;
  troupe_cost_items_update (self->parts, row->parts, whole);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_cost_items_update (GListStore *items, GPtrArray *rows, const TroupeTraceCost *whole)
{
  guint n_items;

  g_return_if_fail (G_IS_LIST_STORE (items));
  g_return_if_fail (rows != NULL);
  g_return_if_fail (whole != NULL);

  n_items = g_list_model_get_n_items (G_LIST_MODEL (items));
  /* During a run, new rows are only appended. Another run has other rows. */
  for (guint i = 0; i < rows->len; i++)
    {
      const TroupeTraceCost *row = g_ptr_array_index (rows, i);
      g_autoptr (TroupeCostItem) item =
          i < n_items ? g_list_model_get_item (G_LIST_MODEL (items), i) : NULL;

      if (item != NULL &&
          (g_strcmp0 (item->cost.name, row->name) != 0 || item->cost.kind != row->kind))
        {
          g_list_store_splice (items, i, n_items - i, NULL, 0);
          n_items = i;
          g_clear_object (&item);
        }
      if (item != NULL)
        {
          set (item, row, whole);
          continue;
        }
      item = g_object_new (TROUPE_TYPE_COST_ITEM, NULL);
      set (item, row, whole);
      g_list_store_append (items, item);
    }
  if (n_items > rows->len)
    g_list_store_splice (items, rows->len, n_items - rows->len, NULL, 0);
}

const TroupeTraceCost *
troupe_cost_item_get (TroupeCostItem *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_ITEM (self), NULL);

  return &self->cost;
}

GListModel *
troupe_cost_item_get_parts (TroupeCostItem *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_ITEM (self), NULL);

  return G_LIST_MODEL (self->parts);
}

char *
troupe_cost_item_describe_name (TroupeCostItem *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_ITEM (self), NULL);

  if (self->cost.name == NULL)
    return g_strdup (_ ("No agent"));
  if (*self->cost.name == '\0' && self->cost.kind == TROUPE_COST_AGENT)
    return g_strdup (_ ("Agent without a role"));

  return troupe_text_first_line (self->cost.name);
}

char *
troupe_cost_item_describe_cost (TroupeCostItem *self)
{
  const TroupeTraceCost *cost;

  g_return_val_if_fail (TROUPE_IS_COST_ITEM (self), NULL);

  cost = &self->cost;
  if (cost->n_unpriced > 0)
    return cost->micro_dollars > 0 ? troupe_money_describe_sum (cost->micro_dollars, FALSE)
                                   /* Translators: the cost of calls whose price is unknown. */
                                   : g_strdup (C_ ("cost", "?"));

  return troupe_money_describe_cost (cost->micro_dollars, TRUE);
}

double
troupe_cost_item_get_share (TroupeCostItem *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_ITEM (self), 0.0);

  return self->share;
}
