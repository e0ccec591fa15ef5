/* troupe-memory-rows.c: list model of memory records that are loaded on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-rows"

#include "config.h"

#include "troupe-memory-listing.h"
#include "troupe-memory-rows.h"

/* Number of rows that are read at once, and number of cached rows above which unwatched rows are
 * dropped. */
#define AT_ONCE 64u
#define MOST_ROWS 2000u

struct _TroupeMemoryRows
{
  GObject parent_instance;

  TroupeMemoryFile *file;
  GCancellable *cancellable;
  GArray *numbers;   /* (element-type gint64) */
  GHashTable *rows;  /* (element-type gint64 TroupeMemoryRow): rows created so far */
  GHashTable *stale; /* (element-type gint64): numbers of rows to be read */
  gboolean is_reading;
  guint read_source;
};

static void list_model_init (GListModelInterface *iface);
static void read_next (TroupeMemoryRows *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeMemoryRows,
                               troupe_memory_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- GListModel implementation ---------------------------------------------------------------- */

static gboolean
is_unwatched_cb (gpointer key, gpointer value, gpointer user_data)
{
  return !troupe_memory_row_is_watched (value);
}

static void
mark_stale (TroupeMemoryRows *self, gint64 number)
{
  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  g_hash_table_add (self->stale, g_memdup2 (&number, sizeof number));
}

/* (transfer none) */
static TroupeMemoryRow *
need_row (TroupeMemoryRows *self, gint64 number)
{
  TroupeMemoryRow *row = g_hash_table_lookup (self->rows, &number);

  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  if (row != NULL)
    return row;
  if (g_hash_table_size (self->rows) >= MOST_ROWS)
    g_hash_table_foreach_remove (self->rows, is_unwatched_cb, NULL);
  row = troupe_memory_row_new (number);
  g_hash_table_insert (self->rows, g_memdup2 (&number, sizeof number), row);
  mark_stale (self, number);

  return row;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TroupeMemoryRows *self = TROUPE_MEMORY_ROWS (model);

  return position < self->numbers->len
             ? g_object_ref (need_row (self, g_array_index (self->numbers, gint64, position)))
             : NULL;
}

static guint
get_n_items (GListModel *model)
{
  return TROUPE_MEMORY_ROWS (model)->numbers->len;
}

static GType
get_item_type (GListModel *model)
{
  return TROUPE_TYPE_MEMORY_ROW;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item = get_item;
  iface->get_n_items = get_n_items;
  iface->get_item_type = get_item_type;
}

gint64
troupe_memory_rows_get_number (TroupeMemoryRows *self, guint position)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_ROWS (self), 0);
  g_return_val_if_fail (position < self->numbers->len, 0);

  return g_array_index (self->numbers, gint64, position);
}

/* --- Reading -------------------------------------------------------------------------------------- */

static gpointer
read_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  return store != NULL ? troupe_memory_listing_read (store, data, error) : NULL;
}

static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeMemoryRows) self = TROUPE_MEMORY_ROWS (user_data);
  g_autoptr (GPtrArray) records =
      troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, NULL);

  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  self->is_reading = FALSE;
  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (records, i);
      TroupeMemoryRow *row = g_hash_table_lookup (self->rows, &record->number);

      if (row != NULL)
        troupe_memory_row_set_record (row, record);
    }
  if (!g_cancellable_is_cancelled (self->cancellable))
    troupe_memory_rows_read_soon (self);
}

static void
read_next (TroupeMemoryRows *self)
{
  g_autoptr (GArray) numbers = NULL;
  GHashTableIter iter;
  gpointer key;

  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  if (self->is_reading)
    return;
  numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_hash_table_iter_init (&iter, self->stale);
  while (numbers->len < AT_ONCE && g_hash_table_iter_next (&iter, &key, NULL))
    {
      TroupeMemoryRow *row = g_hash_table_lookup (self->rows, key);

      if (row != NULL && !troupe_memory_row_is_watched (row))
        continue;
      if (row != NULL)
        g_array_append_vals (numbers, key, 1);
      g_hash_table_iter_remove (&iter);
    }
  if (numbers->len == 0)
    return;
  self->is_reading = TRUE;
  troupe_memory_file_look_async (self->file, read_work, g_steal_pointer (&numbers),
                                 (GDestroyNotify) g_array_unref, (GDestroyNotify) g_ptr_array_unref,
                                 self->cancellable, read_cb, g_object_ref (self));
}

static gboolean
read_soon_cb (gpointer user_data)
{
  TroupeMemoryRows *self = TROUPE_MEMORY_ROWS (user_data);

  self->read_source = 0;
  read_next (self);

  return G_SOURCE_REMOVE;
}

void
troupe_memory_rows_read_soon (TroupeMemoryRows *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_ROWS (self));

  if (self->read_source == 0 && !self->is_reading)
    self->read_source = g_idle_add (read_soon_cb, self);
}

/* --- Setting the items ------------------------------------------------------------------------ */

/* Marks all rows as stale, because any record may have changed. */
static void
forget_read (TroupeMemoryRows *self)
{
  GHashTableIter iter;
  gpointer key;

  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  g_hash_table_foreach_remove (self->rows, is_unwatched_cb, NULL);
  g_hash_table_remove_all (self->stale);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    mark_stale (self, *(gint64 *) key);
}

/* Replaces the items and emits `items-changed` for the range between the common beginning and
 * the common end. @numbers: (transfer full) */
static void
put_numbers (TroupeMemoryRows *self, GArray *numbers)
{
  g_autoptr (GArray) before = self->numbers;
  const guint least = MIN (before->len, numbers->len);
  guint front = 0, back = 0;

  g_assert (TROUPE_IS_MEMORY_ROWS (self));

  while (front < least &&
         g_array_index (before, gint64, front) == g_array_index (numbers, gint64, front))
    front++;
  while (back < least - front && g_array_index (before, gint64, before->len - 1 - back) ==
                                     g_array_index (numbers, gint64, numbers->len - 1 - back))
    back++;
  self->numbers = numbers;
  if (before->len > front + back || numbers->len > front + back)
    g_list_model_items_changed (G_LIST_MODEL (self), front, before->len - front - back,
                                numbers->len - front - back);
  troupe_memory_rows_read_soon (self);
}

void
troupe_memory_rows_set_numbers (TroupeMemoryRows *self, const GArray *numbers)
{
  GArray *own = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (TROUPE_IS_MEMORY_ROWS (self));
  g_return_if_fail (numbers != NULL);

  g_array_append_vals (own, numbers->data, numbers->len);
  forget_read (self);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    troupe_memory_row_set_fit (row, -1.0, 0.0);
  put_numbers (self, own);
}

void
troupe_memory_rows_set_matches (TroupeMemoryRows *self, GPtrArray *matches)
{
  GArray *own = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_return_if_fail (TROUPE_IS_MEMORY_ROWS (self));
  g_return_if_fail (matches != NULL);

  forget_read (self);
  for (guint i = 0; i < matches->len; i++)
    {
      const TroupeMemoryMatch *match = g_ptr_array_index (matches, i);
      TroupeMemoryRow *row = need_row (self, match->record->number);

      g_array_append_val (own, match->record->number);
      troupe_memory_row_set_record (row, match->record);
      troupe_memory_row_set_fit (row, match->score, match->similarity);
      g_hash_table_remove (self->stale, &match->record->number);
    }
  put_numbers (self, own);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_memory_rows_dispose (GObject *object)
{
  TroupeMemoryRows *self = TROUPE_MEMORY_ROWS (object);

  g_clear_handle_id (&self->read_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);

  G_OBJECT_CLASS (troupe_memory_rows_parent_class)->dispose (object);
}

static void
troupe_memory_rows_finalize (GObject *object)
{
  TroupeMemoryRows *self = TROUPE_MEMORY_ROWS (object);

  g_clear_object (&self->file);
  g_clear_object (&self->cancellable);
  g_array_unref (self->numbers);
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->stale);

  G_OBJECT_CLASS (troupe_memory_rows_parent_class)->finalize (object);
}

static void
troupe_memory_rows_class_init (TroupeMemoryRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_memory_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_rows_finalize;
}

static void
troupe_memory_rows_init (TroupeMemoryRows *self)
{
  self->cancellable = g_cancellable_new ();
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  self->stale = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

TroupeMemoryRows *
troupe_memory_rows_new (TroupeMemoryFile *file)
{
  TroupeMemoryRows *self = g_object_new (TROUPE_TYPE_MEMORY_ROWS, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (file), self);

  self->file = g_object_ref (file);

  return self;
}
