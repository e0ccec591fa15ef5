/* troupe-log-model.c: list model of the events of a run, with filters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-log-model"

#include "config.h"

#include <string.h>

#include "troupe-clock.h"
#include "troupe-log-model.h"

struct _TroupeLogItem
{
  GObject parent_instance;

  TroupeEvent *event;
};

G_DEFINE_FINAL_TYPE (TroupeLogItem, troupe_log_item, G_TYPE_OBJECT)

static void
troupe_log_item_finalize (GObject *object)
{
  troupe_event_unref (TROUPE_LOG_ITEM (object)->event);
  G_OBJECT_CLASS (troupe_log_item_parent_class)->finalize (object);
}

static void
troupe_log_item_class_init (TroupeLogItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_log_item_finalize;
}

static void
troupe_log_item_init (TroupeLogItem *self)
{
}

const TroupeEvent *
troupe_log_item_get_event (TroupeLogItem *self)
{
  g_return_val_if_fail (TROUPE_IS_LOG_ITEM (self), NULL);

  return self->event;
}

struct _TroupeLogModel
{
  GObject parent_instance;

  TroupeRunModel *run;
  GArray
      *shown;   /* (nullable) (element-type guint): indexes of the matching events if there is a
                   filter */
  guint n_seen; /* number of events that were filtered */
  guint runs;   /* number of the run they belong to */
  char *text;   /* (nullable) */
  TroupeLogKind kind;
  gboolean is_watched;
};

static void troupe_log_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeLogModel,
                               troupe_log_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      troupe_log_model_iface_init))

/* --- List model ------------------------------------------------------------------------------- */

static GType
troupe_log_model_get_item_type (GListModel *list)
{
  return TROUPE_TYPE_LOG_ITEM;
}

static guint
troupe_log_model_get_n_items (GListModel *list)
{
  TroupeLogModel *self = TROUPE_LOG_MODEL (list);

  return self->shown != NULL ? self->shown->len : self->n_seen;
}

static gpointer
troupe_log_model_get_item (GListModel *list, guint position)
{
  TroupeLogModel *self = TROUPE_LOG_MODEL (list);
  GPtrArray *events = troupe_run_model_get_events (self->run);
  TroupeLogItem *item;

  if (position >= troupe_log_model_get_n_items (list))
    return NULL;
  if (self->shown != NULL)
    position = g_array_index (self->shown, guint, position);
  /* The run may have begun again before this list was notified. */
  if (position >= events->len)
    return NULL;
  item = g_object_new (TROUPE_TYPE_LOG_ITEM, NULL);
  item->event = troupe_event_ref (g_ptr_array_index (events, position));
  return item;
}

static void
troupe_log_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = troupe_log_model_get_item_type;
  iface->get_n_items = troupe_log_model_get_n_items;
  iface->get_item = troupe_log_model_get_item;
}

/* --- Filtering -------------------------------------------------------------------------------- */

static gboolean
is_of_kind (const TroupeEvent *event, TroupeLogKind kind)
{
  const TroupeEventCategory category = troupe_event_type_get_info (event->type)->category;

  switch (kind)
    {
    case TROUPE_LOG_METHODS:
      return category == TROUPE_EVENT_CATEGORY_METHOD || category == TROUPE_EVENT_CATEGORY_QUESTION;
    case TROUPE_LOG_CALLS:
      return category == TROUPE_EVENT_CATEGORY_CALL;
    case TROUPE_LOG_PROBLEMS:
      return troupe_trace_line_is_problem (event);
    case TROUPE_LOG_ALL:
    case TROUPE_LOG_N_KINDS:
    default:
      return TRUE;
    }
}

static gboolean
has_text (const char *text, const char *wanted)
{
  return text != NULL && strcasestr (text, wanted) != NULL;
}

/* Searches the strings of @map itself, and of a nested error map. */
static gboolean
map_has_text (const TroupeValue *map, const char *wanted, gboolean inside)
{
  const gsize size =
      map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP) ? troupe_value_map_get_size (map) : 0;

  for (gsize i = 0; i < size; i++)
    {
      TroupeValue *value = troupe_value_map_get_value (map, i);

      if (troupe_value_is (value, TROUPE_VALUE_STRING) &&
          has_text (troupe_value_get_string (value, NULL), wanted))
        return TRUE;
      if (inside && troupe_value_is (value, TROUPE_VALUE_MAP) &&
          map_has_text (value, wanted, FALSE))
        return TRUE;
    }
  return FALSE;
}

static gboolean
passes (TroupeLogModel *self, const TroupeEvent *event)
{
  g_assert (TROUPE_IS_LOG_MODEL (self));

  if (!is_of_kind (event, self->kind))
    return FALSE;
  return self->text == NULL || has_text (troupe_event_type_get_name (event->type), self->text) ||
         has_text (troupe_event_get_method (event), self->text) ||
         map_has_text (event->fields, self->text, TRUE);
}

/* Filters the events that have arrived since the last call. */
static void
look (TroupeLogModel *self)
{
  GPtrArray *events = troupe_run_model_get_events (self->run);

  g_assert (TROUPE_IS_LOG_MODEL (self));

  for (; self->n_seen < events->len; self->n_seen++)
    if (self->shown != NULL && passes (self, g_ptr_array_index (events, self->n_seen)))
      g_array_append_val (self->shown, self->n_seen);
}

static void
start_over (TroupeLogModel *self)
{
  const guint old = troupe_log_model_get_n_items (G_LIST_MODEL (self));

  g_assert (TROUPE_IS_LOG_MODEL (self));

  self->n_seen = 0;
  g_clear_pointer (&self->shown, g_array_unref);
  if (troupe_log_model_is_filtered (self))
    self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  look (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, old,
                              troupe_log_model_get_n_items (G_LIST_MODEL (self)));
}

static void
run_changed_cb (TroupeLogModel *self)
{
  const guint runs = troupe_run_model_get_n_runs (self->run);
  const GPtrArray *events = troupe_run_model_get_events (self->run);
  guint old;
  guint now;

  g_assert (TROUPE_IS_LOG_MODEL (self));

  if (!self->is_watched)
    return;
  if (runs != self->runs)
    {
      self->runs = runs;
      start_over (self);
      return;
    }
  /* If the trace was rewound, the same events follow again, so that only their number has to be compared. */
  if (events->len < self->n_seen)
    {
      guint n_events = events->len;
      const guint event_old = troupe_log_model_get_n_items (G_LIST_MODEL (self));
      guint event_now;

      /* Removes the events after the first @n_events ones. */
      self->n_seen = n_events;
      while (self->shown != NULL && self->shown->len > 0 &&
             g_array_index (self->shown, guint, self->shown->len - 1) >= n_events)
        g_array_set_size (self->shown, self->shown->len - 1);
      event_now = troupe_log_model_get_n_items (G_LIST_MODEL (self));
      if (event_now < event_old)
        g_list_model_items_changed (G_LIST_MODEL (self), event_now, event_old - event_now, 0);
    }
  old = troupe_log_model_get_n_items (G_LIST_MODEL (self));
  look (self);
  now = troupe_log_model_get_n_items (G_LIST_MODEL (self));
  if (now > old)
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, now - old);
}

void
troupe_log_model_set_watched (TroupeLogModel *self, gboolean is_watched)
{
  g_return_if_fail (TROUPE_IS_LOG_MODEL (self));

  if (self->is_watched == is_watched)
    return;
  self->is_watched = is_watched;
  if (is_watched)
    run_changed_cb (self);
}

void
troupe_log_model_set_filter (TroupeLogModel *self, TroupeLogKind kind, const char *text)
{
  const char *wanted = text != NULL && *text != '\0' ? text : NULL;

  g_return_if_fail (TROUPE_IS_LOG_MODEL (self));
  g_return_if_fail (kind < TROUPE_LOG_N_KINDS);

  if (!troupe_set_str (&self->text, wanted) && self->kind == kind)
    return;
  self->kind = kind;
  start_over (self);
}

gboolean
troupe_log_model_is_filtered (TroupeLogModel *self)
{
  g_return_val_if_fail (TROUPE_IS_LOG_MODEL (self), FALSE);

  return self->kind != TROUPE_LOG_ALL || self->text != NULL;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_log_model_finalize (GObject *object)
{
  TroupeLogModel *self = TROUPE_LOG_MODEL (object);

  g_clear_object (&self->run);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (troupe_log_model_parent_class)->finalize (object);
}

static void
troupe_log_model_class_init (TroupeLogModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_log_model_finalize;
}

static void
troupe_log_model_init (TroupeLogModel *self)
{
  self->is_watched = TRUE;
}

TroupeLogModel *
troupe_log_model_new (TroupeRunModel *run)
{
  TroupeLogModel *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (run), NULL);

  self = g_object_new (TROUPE_TYPE_LOG_MODEL, NULL);
  self->run = g_object_ref (run);
  self->runs = troupe_run_model_get_n_runs (run);
  look (self);
  g_signal_connect_object (run, "changed", G_CALLBACK (run_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
