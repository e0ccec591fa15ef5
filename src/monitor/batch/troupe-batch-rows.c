/* troupe-batch-rows.c: list model of the items of a batch, read lazily in pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-rows"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-batch-rows.h"

/* Number of rows per page, and the number of loaded pages above which unwatched pages are
 * released. */
#define PAGE 64u
#define MOST_PAGES 48u
/* Maximum number of characters of a result in a cell. */
#define LONGEST_RESULT 160
/* Maximum number of failed items that are grouped by failure. Only the last ones are grouped. */
#define MOST_FAILURES 2000
/* Minimum interval between two reads of the visible rows, in milliseconds. */
#define REFRESH_MS 250

typedef struct
{
  guint index;
  GPtrArray *rows; /* (element-type TroupeBatchRow) */
  gboolean is_stale;
  guint64 asked; /* sequence number of the last request */
} Page;

struct _TroupeBatchRows
{
  GObject parent_instance;

  TroupeBatch *batch; /* (nullable) */
  GCancellable *cancellable;
  TroupeBatchFilter filter;
  char *words;      /* (nullable) */
  GArray *ordinals; /* (nullable) (element-type gint64): NULL for all items, from 1 */
  guint n_items;
  GHashTable *pages;  /* (element-type guint Page) */
  GHashTable *places; /* (element-type gint64 TroupeBatchPlace) */
  gint64 front;       /* the highest ordinal that has started */
  char **names;       /* (nullable) */
  GPtrArray *failures;
  gint64 n_failed; /* number of failed items when @failures was read */
  guint64 n_asked;
  gboolean is_busy;
  gboolean wants_list; /* whether the filtered ordinals must be read */
  gboolean wants_failures;
  guint read_source;
  guint refresh_source;
};

enum
{
  NAMES,
  FAILURES,
  IDLE,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void read_next (TroupeBatchRows *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeBatchRows,
                               troupe_batch_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
page_free (gpointer data)
{
  Page *page = data;

  g_ptr_array_unref (page->rows);
  g_free (page);
}

static void
failure_free (gpointer data)
{
  TroupeBatchFailure *failure = data;

  g_free (failure->message);
  g_free (failure->method);
  g_array_unref (failure->ordinals);
  g_free (failure);
}

/* --- List model ------------------------------------------------------------------------------- */

static gboolean
is_watched (const Page *page)
{
  g_assert (page != NULL);

  for (guint i = 0; i < page->rows->len; i++)
    if (troupe_batch_row_is_watched (g_ptr_array_index (page->rows, i)))
      return TRUE;
  return FALSE;
}

static gboolean
is_unwatched_cb (gpointer key, gpointer value, gpointer user_data)
{
  return !is_watched (value);
}

static gpointer
get_item (GListModel *model, guint position)
{
  TroupeBatchRows *self = TROUPE_BATCH_ROWS (model);
  Page *page;
  guint index;

  if (position >= self->n_items)
    return NULL;
  index = position / PAGE;
  page = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (index));
  if (page == NULL)
    {
      if (g_hash_table_size (self->pages) >= MOST_PAGES)
        g_hash_table_foreach_remove (self->pages, is_unwatched_cb, NULL);
      page = g_new0 (Page, 1);
      page->index = index;
      page->rows = g_ptr_array_new_with_free_func (g_object_unref);
      page->is_stale = TRUE;
      g_hash_table_insert (self->pages, GUINT_TO_POINTER (index), page);
    }
  for (guint i = index * PAGE + page->rows->len; i < MIN (self->n_items, (index + 1) * PAGE); i++)
    {
      const gint64 ordinal =
          self->ordinals != NULL ? g_array_index (self->ordinals, gint64, i) : (gint64) i + 1;
      TroupeBatchRow *row = troupe_batch_row_new (ordinal);

      troupe_batch_row_set_place (row, g_hash_table_lookup (self->places, &ordinal));
      g_ptr_array_add (page->rows, row);
      page->is_stale = TRUE;
    }
  page->asked = ++self->n_asked;
  return g_object_ref (g_ptr_array_index (page->rows, position % PAGE));
}

static guint
get_n_items (GListModel *model)
{
  return TROUPE_BATCH_ROWS (model)->n_items;
}

static GType
get_item_type (GListModel *model)
{
  return TROUPE_TYPE_BATCH_ROW;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item = get_item;
  iface->get_n_items = get_n_items;
  iface->get_item_type = get_item_type;
}

/* --- Reading on the thread of the batch ------------------------------------------------------- */

static gpointer
read_page (TroupeBatchStore *store, gpointer data, GError **error)
{
  const GArray *ordinals = data;
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_batch_facts_free);

  for (guint i = 0; i < ordinals->len; i++)
    {
      g_autoptr (TroupeBatchItem) item =
          troupe_batch_store_get_item (store, g_array_index (ordinals, gint64, i), error);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (found, troupe_batch_facts_new (item, LONGEST_RESULT));
    }
  return g_steal_pointer (&found);
}

typedef struct
{
  guint states;
  char *words; /* (nullable) */
} Wish;

static void
wish_free (gpointer data)
{
  g_free (((Wish *) data)->words);
  g_free (data);
}

static gpointer
read_list (TroupeBatchStore *store, gpointer data, GError **error)
{
  const Wish *wish = data;

  return troupe_batch_store_list_ordinals (store, wish->states, wish->words, error);
}

static gboolean
is_of_a_busy_provider (const char *message)
{
  return message != NULL &&
         (strstr (message, "429") != NULL || strstr (message, "529") != NULL ||
          strstr (message, "rate limit") != NULL || strstr (message, "Rate limit") != NULL);
}

static void
add_failure (GHashTable *kinds, const TroupeBatchFacts *facts)
{
  GString *words;
  const char *message;
  g_autofree char *key = NULL;
  TroupeBatchFailure *failure;

  g_assert (facts != NULL);

  /* Messages that differ only in numbers have the same key. */
  words = g_string_new (facts->method);
  message = facts->message != NULL ? facts->message : "";
  g_string_append_c (words, '\n');
  for (const char *at = message; *at != '\0'; at++)
    if (!g_ascii_isdigit (*at))
      g_string_append_c (words, *at);
    else if (!g_ascii_isdigit (at[1]))
      g_string_append_c (words, '#');
  key = g_string_free (words, FALSE);
  failure = g_hash_table_lookup (kinds, key);

  if (failure == NULL)
    {
      failure = g_new0 (TroupeBatchFailure, 1);
      failure->message = g_strdup (facts->message != NULL ? facts->message : "");
      failure->method = g_strdup (facts->method);
      failure->ordinals = g_array_new (FALSE, FALSE, sizeof (gint64));
      failure->is_busy = is_of_a_busy_provider (facts->message);
      g_hash_table_insert (kinds, g_steal_pointer (&key), failure);
    }
  g_array_append_val (failure->ordinals, facts->ordinal);
}

static int
compare_failures (gconstpointer a, gconstpointer b)
{
  const TroupeBatchFailure *first = *(const TroupeBatchFailure *const *) a;
  const TroupeBatchFailure *second = *(const TroupeBatchFailure *const *) b;

  return first->ordinals->len < second->ordinals->len ? 1
         : first->ordinals->len > second->ordinals->len
             ? -1
             : g_strcmp0 (first->message, second->message);
}

static gpointer
read_failures (TroupeBatchStore *store, gpointer data, GError **error)
{
  const guint states = 1u << TROUPE_BATCH_ITEM_FAILED | 1u << TROUPE_BATCH_ITEM_TEMPORARY |
                       1u << TROUPE_BATCH_ITEM_INVALID;
  g_autoptr (GArray) ordinals = troupe_batch_store_list_ordinals (store, states, NULL, error);
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *failures = g_ptr_array_new_with_free_func (failure_free);
  GHashTableIter iter;
  gpointer failure;

  for (guint i = 0; ordinals != NULL && i < MIN (ordinals->len, MOST_FAILURES); i++)
    {
      const gint64 ordinal = g_array_index (ordinals, gint64, ordinals->len - 1 - i);
      g_autoptr (TroupeBatchItem) item = troupe_batch_store_get_item (store, ordinal, NULL);
      g_autoptr (TroupeBatchFacts) facts = NULL;

      if (item == NULL)
        continue;
      facts = troupe_batch_facts_new (item, 1);
      add_failure (kinds, facts);
    }
  g_hash_table_iter_init (&iter, kinds);
  while (g_hash_table_iter_next (&iter, NULL, &failure))
    g_ptr_array_add (failures, failure);
  g_ptr_array_sort (failures, compare_failures);
  return failures;
}

/* --- Handling results ------------------------------------------------------------------------- */

/* Replaces the contents of the list. @ordinals: (transfer full) (nullable) */
static void
set_list (TroupeBatchRows *self, GArray *ordinals, guint n_items)
{
  const guint n_before = self->n_items;

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  g_clear_pointer (&self->ordinals, g_array_unref);
  self->ordinals = ordinals;
  self->n_items = n_items;
  g_hash_table_remove_all (self->pages);
  if (n_before > 0 || n_items > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, n_items);
}

static gboolean
is_beginning_of (const GArray *before, const GArray *now)
{
  return before != NULL && before->len <= now->len &&
         memcmp (before->data, now->data, before->len * sizeof (gint64)) == 0;
}

static void
take_list (TroupeBatchRows *self, GArray *ordinals)
{
  g_assert (TROUPE_IS_BATCH_ROWS (self));

  if (is_beginning_of (self->ordinals, ordinals))
    {
      const guint n_before = self->ordinals->len;

      g_array_unref (self->ordinals);
      self->ordinals = ordinals;
      self->n_items = ordinals->len;
      if (ordinals->len > n_before)
        g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, ordinals->len - n_before);
    }
  else
    set_list (self, ordinals, ordinals->len);
}

static void
learn_names (TroupeBatchRows *self, GPtrArray *found)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  if (self->names != NULL)
    return;
  for (guint i = 0; i < found->len; i++)
    {
      const TroupeBatchFacts *facts = g_ptr_array_index (found, i);

      if (facts->input == NULL || !troupe_value_is (facts->input, TROUPE_VALUE_MAP))
        continue;
      for (gsize j = 0; j < troupe_value_map_get_size (facts->input); j++)
        {
          const char *name =
              troupe_value_get_string (troupe_value_map_get_key (facts->input, j), NULL);

          if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
            g_ptr_array_add (names, (gpointer) name);
        }
    }
  if (names->len == 0)
    return;
  g_ptr_array_add (names, NULL);
  self->names = g_strdupv ((char **) names->pdata);
  g_signal_emit (self, signals[NAMES], 0);
}

static void
take_page (TroupeBatchRows *self, GPtrArray *found)
{
  g_assert (TROUPE_IS_BATCH_ROWS (self));

  learn_names (self, found);
  for (guint i = 0; i < found->len; i++)
    {
      const TroupeBatchFacts *facts = g_ptr_array_index (found, i);
      guint position;
      Page *page;
      TroupeBatchRow *row;

      if (!troupe_batch_rows_find (self, facts->ordinal, &position))
        row = NULL;
      else
        {
          page = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (position / PAGE));
          row = page != NULL && position % PAGE < page->rows->len
                    ? g_ptr_array_index (page->rows, position % PAGE)
                    : NULL;
        }

      if (row != NULL)
        troupe_batch_row_take_facts (row, g_steal_pointer (&g_ptr_array_index (found, i)));
    }
}

/* --- Requesting reads ------------------------------------------------------------------------- */

typedef enum
{
  LOOK_PAGE,
  LOOK_LIST,
  LOOK_FAILURES,
} LookKind;

typedef struct
{
  TroupeBatchRows *self;
  LookKind kind;
} Look;

static void
looked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Look *look = user_data;
  g_autoptr (TroupeBatchRows) self = look->self;
  g_autoptr (GError) error = NULL;
  const LookKind kind = look->kind;
  gpointer found = troupe_batch_look_finish (TROUPE_BATCH (object), result, &error);

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  g_free (look);
  self->is_busy = FALSE;
  if (found != NULL && self->batch == TROUPE_BATCH (object))
    {
      if (kind == LOOK_PAGE)
        {
          take_page (self, found);
          g_ptr_array_unref (found);
        }
      else if (kind == LOOK_LIST)
        take_list (self, found);
      else
        {
          g_ptr_array_unref (self->failures);
          self->failures = found;
          g_signal_emit (self, signals[FAILURES], 0);
        }
    }
  else if (found != NULL && kind == LOOK_LIST)
    g_array_unref (found);
  else if (found != NULL)
    g_ptr_array_unref (found);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_signal_emit (self, signals[FAILED], 0, error->message);
  read_next (self);
  if (!self->is_busy)
    g_signal_emit (self, signals[IDLE], 0);
}

static void
ask (TroupeBatchRows *self,
     LookKind kind,
     TroupeBatchLookFunc func,
     gpointer data,
     GDestroyNotify free_data)
{
  Look *look = g_new0 (Look, 1);

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  look->self = g_object_ref (self);
  look->kind = kind;
  self->is_busy = TRUE;
  troupe_batch_look_async (self->batch, func, data, free_data,
                           kind == LOOK_LIST ? (GDestroyNotify) g_array_unref
                                             : (GDestroyNotify) g_ptr_array_unref,
                           self->cancellable, looked_cb, look);
}

static void
read_next (TroupeBatchRows *self)
{
  Page *page;
  GHashTableIter iter;
  gpointer found;

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  if (self->is_busy || self->batch == NULL)
    return;
  if (self->wants_list)
    {
      Wish *wish = g_new0 (Wish, 1);

      self->wants_list = FALSE;
      wish->states = self->filter == TROUPE_BATCH_FILTER_DONE ? 1u << TROUPE_BATCH_ITEM_OK
                     : self->filter == TROUPE_BATCH_FILTER_FAILED
                         ? 1u << TROUPE_BATCH_ITEM_FAILED | 1u << TROUPE_BATCH_ITEM_TEMPORARY |
                               1u << TROUPE_BATCH_ITEM_INVALID
                         : (1u << TROUPE_BATCH_ITEM_N_STATES) - 1;
      wish->words = g_strdup (self->words);
      ask (self, LOOK_LIST, read_list, wish, wish_free);
      return;
    }
  page = NULL;
  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &found))
    {
      Page *wanted_page = found;

      if (wanted_page->is_stale && is_watched (wanted_page) &&
          (page == NULL || wanted_page->asked > page->asked))
        page = wanted_page;
    }
  if (page != NULL)
    {
      GArray *ordinals = g_array_new (FALSE, FALSE, sizeof (gint64));

      page->is_stale = FALSE;
      for (guint i = 0; i < page->rows->len; i++)
        {
          const gint64 ordinal = troupe_batch_row_get_ordinal (g_ptr_array_index (page->rows, i));

          g_array_append_val (ordinals, ordinal);
        }
      ask (self, LOOK_PAGE, read_page, ordinals, (GDestroyNotify) g_array_unref);
    }
  else if (self->wants_failures)
    {
      self->wants_failures = FALSE;
      ask (self, LOOK_FAILURES, read_failures, NULL, NULL);
    }
}

static gboolean
read_cb (gpointer user_data)
{
  TroupeBatchRows *self = TROUPE_BATCH_ROWS (user_data);

  self->read_source = 0;
  read_next (self);
  return G_SOURCE_REMOVE;
}

void
troupe_batch_rows_read_soon (TroupeBatchRows *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROWS (self));

  if (self->read_source == 0)
    self->read_source = g_idle_add_full (G_PRIORITY_DEFAULT, read_cb, self, NULL);
}

/* --- Following the batch ---------------------------------------------------------------------- */

static int
compare_ordinals (gconstpointer a, gconstpointer b)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return first < second ? -1 : first > second;
}

static void
update (TroupeBatchRows *self)
{
  TroupeBatchProgress progress;
  GHashTableIter iter;
  gpointer found;
  g_autoptr (GPtrArray) places = NULL;

  g_assert (TROUPE_IS_BATCH_ROWS (self));

  troupe_batch_get_progress (self->batch, &progress);
  places = troupe_batch_list_places (self->batch);
  g_hash_table_remove_all (self->places);
  while (places->len > 0)
    {
      TroupeBatchPlace *place = g_ptr_array_steal_index_fast (places, places->len - 1);

      self->front = MAX (self->front, place->ordinal);
      g_hash_table_replace (self->places, &place->ordinal, place);
    }
  if (progress.n_failed != self->n_failed)
    self->wants_failures = TRUE;
  self->n_failed = progress.n_failed;
  if (self->filter == TROUPE_BATCH_FILTER_RUNNING)
    {
      g_autoptr (GArray) ordinals = g_array_new (FALSE, FALSE, sizeof (gint64));
      GHashTableIter each;
      gpointer running;

      /* The running items exist only in memory. */
      g_hash_table_iter_init (&each, self->places);
      while (g_hash_table_iter_next (&each, &running, NULL))
        g_array_append_vals (ordinals, running, 1);
      g_array_sort (ordinals, compare_ordinals);
      if (!is_beginning_of (self->ordinals, ordinals) || self->ordinals->len != ordinals->len)
        take_list (self, g_steal_pointer (&ordinals));
    }
  else if (self->filter != TROUPE_BATCH_FILTER_ALL || self->words != NULL)
    self->wants_list = TRUE;
  else if (progress.n_items > self->n_items)
    {
      const guint n_before = self->n_items;

      self->n_items = (guint) MIN (progress.n_items, G_MAXINT);
      g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_items - n_before);
    }
  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &found))
    {
      Page *page = found;

      page->is_stale = TRUE;
      for (guint i = 0; i < page->rows->len; i++)
        {
          TroupeBatchRow *row = g_ptr_array_index (page->rows, i);
          const gint64 ordinal = troupe_batch_row_get_ordinal (row);

          troupe_batch_row_set_place (row, g_hash_table_lookup (self->places, &ordinal));
        }
    }
  troupe_batch_rows_read_soon (self);
}

static gboolean
refresh_cb (gpointer user_data)
{
  TroupeBatchRows *self = TROUPE_BATCH_ROWS (user_data);

  self->refresh_source = 0;
  if (self->batch != NULL)
    update (self);
  return G_SOURCE_REMOVE;
}

void
troupe_batch_rows_refresh (TroupeBatchRows *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROWS (self));

  if (self->refresh_source == 0)
    self->refresh_source = g_timeout_add (REFRESH_MS, refresh_cb, self);
}

void
troupe_batch_rows_set_batch (TroupeBatchRows *self, TroupeBatch *batch)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROWS (self));
  g_return_if_fail (batch == NULL || TROUPE_IS_BATCH (batch));

  if (!g_set_object (&self->batch, batch))
    return;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  /* The failures of another batch are read again, even if this one has none. */
  self->n_failed = -1;
  if (batch != NULL)
    update (self);
}

void
troupe_batch_rows_set_filter (TroupeBatchRows *self, TroupeBatchFilter filter, const char *words)
{
  g_return_if_fail (TROUPE_IS_BATCH_ROWS (self));

  if (words != NULL && *words == '\0')
    words = NULL;
  if (self->filter == filter && g_strcmp0 (self->words, words) == 0)
    return;
  self->filter = filter;
  g_free (self->words);
  self->words = g_strdup (words);
  self->wants_list = FALSE;
  set_list (self, NULL, 0);
  if (self->batch != NULL)
    update (self);
}

/* --- Accessors -------------------------------------------------------------------------------- */

gboolean
troupe_batch_rows_is_busy (TroupeBatchRows *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROWS (self), FALSE);

  return self->is_busy;
}

const char *const *
troupe_batch_rows_get_names (TroupeBatchRows *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROWS (self), NULL);

  return (const char *const *) self->names;
}

gboolean
troupe_batch_rows_find (TroupeBatchRows *self, gint64 ordinal, guint *position)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROWS (self), FALSE);

  if (self->ordinals != NULL)
    return g_array_binary_search (self->ordinals, &ordinal, compare_ordinals, position);
  *position = (guint) MAX (ordinal - 1, 0);
  return ordinal >= 1 && ordinal <= self->n_items;
}

guint
troupe_batch_rows_get_front (TroupeBatchRows *self)
{
  guint position = 0;

  g_return_val_if_fail (TROUPE_IS_BATCH_ROWS (self), 0);

  return troupe_batch_rows_find (self, self->front, &position) ? position : 0;
}

GPtrArray *
troupe_batch_rows_get_failures (TroupeBatchRows *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_ROWS (self), NULL);

  return self->failures;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_batch_rows_dispose (GObject *object)
{
  TroupeBatchRows *self = TROUPE_BATCH_ROWS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->read_source, g_source_remove);
  g_clear_handle_id (&self->refresh_source, g_source_remove);
  g_clear_object (&self->batch);
  G_OBJECT_CLASS (troupe_batch_rows_parent_class)->dispose (object);
}

static void
troupe_batch_rows_finalize (GObject *object)
{
  TroupeBatchRows *self = TROUPE_BATCH_ROWS (object);

  g_object_unref (self->cancellable);
  g_free (self->words);
  g_clear_pointer (&self->ordinals, g_array_unref);
  g_hash_table_unref (self->pages);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->failures);
  g_strfreev (self->names);
  G_OBJECT_CLASS (troupe_batch_rows_parent_class)->finalize (object);
}

static void
troupe_batch_rows_class_init (TroupeBatchRowsClass *klass)
{
  static const char *const names[] = {
    [NAMES] = "names", [FAILURES] = "failures", [IDLE] = "idle"
  };

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_batch_rows_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_batch_rows_init (TroupeBatchRows *self)
{
  self->cancellable = g_cancellable_new ();
  self->pages = g_hash_table_new_full (NULL, NULL, NULL, page_free);
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                        (GDestroyNotify) troupe_batch_place_free);
  self->failures = g_ptr_array_new_with_free_func (failure_free);
}

TroupeBatchRows *
troupe_batch_rows_new (void)
{
  return g_object_new (TROUPE_TYPE_BATCH_ROWS, NULL);
}
