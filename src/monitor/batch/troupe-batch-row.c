/* troupe-batch-row.c: list model item for an item of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-row"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-batch-results.h"
#include "troupe-batch-row.h"
#include "troupe-value-start.h"

/* Maximum number of characters of an input in a cell. */
#define LONGEST_CELL 200

struct _TroupeBatchRow
{
  GObject parent_instance;

  gint64 ordinal;
  TroupeBatchFacts *facts; /* (nullable) */
  TroupeBatchPlace *place; /* (nullable) */
  guint n_watchers;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeBatchRow, troupe_batch_row, G_TYPE_OBJECT)

/* --- Facts ------------------------------------------------------------------------------------ */

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, key, -1)
             : NULL;
}

static char *
dup_string (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (value, NULL))
             : NULL;
}

static char *
show (TroupeValue *value, gsize longest)
{
  g_autoptr (TroupeValue) start = NULL;
  g_autofree char *text = NULL;

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return g_strdup ("");
  /* A character has up to four bytes. */
  start = troupe_value_dup_start (value, longest * 4, NULL);
  text = troupe_value_is (start, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (start, NULL))
             : troupe_value_to_json (start, TROUPE_JSON_SPACED);
  if (g_utf8_strlen (text, -1) > (glong) longest)
    {
      g_autofree char *cut = g_utf8_substring (text, 0, (glong) longest);

      return g_strconcat (cut, "…", NULL);
    }
  return g_steal_pointer (&text);
}

TroupeBatchFacts *
troupe_batch_facts_new (const TroupeBatchItem *item, gsize longest)
{
  TroupeBatchFacts *self;
  g_autoptr (TroupeValue) whole = NULL;
  TroupeValue *error;
  TroupeValue *final;
  TroupeValue *seconds;

  g_return_val_if_fail (item != NULL, NULL);

  self = g_new0 (TroupeBatchFacts, 1);
  self->ordinal = item->ordinal;
  self->line = item->line;
  self->id = g_strdup (item->id);
  self->state = item->state;
  self->attempts = item->attempts;
  self->micro_dollars = item->micro_dollars;
  if (item->input != NULL)
    self->input = troupe_value_from_json (item->input, -1, NULL);
  if (item->result != NULL)
    whole = troupe_value_from_json (item->result, -1, NULL);
  error = get (whole, "error");
  final = get (whole, "final");
  seconds = get (whole, "seconds");
  if (seconds != NULL && troupe_value_is (seconds, TROUPE_VALUE_DOUBLE))
    self->seconds = troupe_value_get_double (seconds);
  else if (seconds != NULL && troupe_value_is (seconds, TROUPE_VALUE_INTEGER))
    self->seconds = (double) troupe_value_get_integer (seconds);
  self->message = dup_string (get (error, "message"));
  self->method = dup_string (get (error, "method"));
  self->run = dup_string (get (whole, "run"));
  self->result = show (troupe_batch_results_get_said (final), longest);
  return self;
}

void
troupe_batch_facts_free (TroupeBatchFacts *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_clear_pointer (&self->input, troupe_value_unref);
  g_free (self->message);
  g_free (self->method);
  g_free (self->result);
  g_free (self->run);
  g_free (self);
}

char *
troupe_batch_facts_show_input (const TroupeBatchFacts *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  return show (get (self->input, name), LONGEST_CELL);
}

char *
troupe_batch_show_value (TroupeValue *value)
{
  return show (value, LONGEST_CELL);
}

/* --- Row object ------------------------------------------------------------------------------- */

gint64
troupe_batch_row_get_ordinal (TroupeBatchRow *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROW (self), 0);

  return self->ordinal;
}

const TroupeBatchFacts *
troupe_batch_row_get_facts (TroupeBatchRow *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROW (self), NULL);

  return self->facts;
}

const TroupeBatchPlace *
troupe_batch_row_get_place (TroupeBatchRow *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROW (self), NULL);

  return self->place;
}

void
troupe_batch_row_take_facts (TroupeBatchRow *self, TroupeBatchFacts *facts)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROW (self));
  g_return_if_fail (facts != NULL && facts->ordinal == self->ordinal);

  troupe_batch_facts_free (self->facts);
  self->facts = facts;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_batch_row_set_place (TroupeBatchRow *self, const TroupeBatchPlace *place)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROW (self));

  if (place == NULL && self->place == NULL)
    return;
  g_clear_pointer (&self->place, troupe_batch_place_free);
  if (place != NULL)
    {
      self->place = g_memdup2 (place, sizeof (TroupeBatchPlace));
      self->place->method = g_strdup (place->method);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_batch_row_watch (TroupeBatchRow *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROW (self));

  self->n_watchers++;
}

void
troupe_batch_row_unwatch (TroupeBatchRow *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROW (self));
  g_return_if_fail (self->n_watchers > 0);

  self->n_watchers--;
}

gboolean
troupe_batch_row_is_watched (TroupeBatchRow *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROW (self), FALSE);

  return self->n_watchers > 0;
}

const char *
troupe_batch_row_get_state_name (TroupeBatchRow *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROW (self), NULL);

  if (self->place != NULL)
    return "running";
  if (self->facts == NULL || self->facts->state == TROUPE_BATCH_ITEM_WAITING)
    return "waiting";
  return self->facts->state == TROUPE_BATCH_ITEM_OK ? "done" : "failed";
}

const char *
troupe_batch_row_get_state_word (TroupeBatchRow *self)
{
  const char *name = troupe_batch_row_get_state_name (self);

  return g_str_equal (name, "running")  ? C_ ("item", "Running")
         : g_str_equal (name, "done")   ? C_ ("item", "Done")
         : g_str_equal (name, "failed") ? C_ ("item", "Failed")
                                        : C_ ("item", "Waiting");
}

static void
troupe_batch_row_finalize (GObject *object)
{
  TroupeBatchRow *self = TROUPE_BATCH_ROW (object);

  troupe_batch_facts_free (self->facts);
  troupe_batch_place_free (self->place);
  G_OBJECT_CLASS (troupe_batch_row_parent_class)->finalize (object);
}

static void
troupe_batch_row_class_init (TroupeBatchRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_batch_row_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_batch_row_init (TroupeBatchRow *self)
{
}

TroupeBatchRow *
troupe_batch_row_new (gint64 ordinal)
{
  TroupeBatchRow *self = g_object_new (TROUPE_TYPE_BATCH_ROW, NULL);

  self->ordinal = ordinal;
  return self;
}
