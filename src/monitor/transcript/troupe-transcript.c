/* troupe-transcript.c: list model of the transcript: what agents said and did in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-transcript-builder.h"
#include "troupe-transcript.h"

/* Minimum intervals of updates in milliseconds: the first for new entries, the second for text
 * of existing entries. */
#define PAUSE 250
#define TEXT_PAUSE 100
/* Updating the list takes at most this fraction (1/SHARE) of the time. */
#define SHARE 20

struct _TroupeTranscript
{
  GObject parent_instance;

  TroupeTrace *trace;
  TroupeTranscriptBuilder *walk;
  GPtrArray *entries;  /* (element-type TroupeTranscriptEntry) */
  GHashTable *touched; /* (element-type TroupeSpan): spans of which only the text has changed */
  GListStore *groups;
  TroupeTranscriptGroupKind filter;
  char *key;
  guint timeout;
  guint text_timeout;
  gint64 took; /* duration of the last update in microseconds */
  gboolean is_stale;
  gboolean is_watched;
  gboolean is_looking;
};

enum
{
  UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- List model ------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return TROUPE_TYPE_TRANSCRIPT_ENTRY;
}

static guint
get_n_items (GListModel *model)
{
  return TROUPE_TRANSCRIPT (model)->entries->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TroupeTranscript *self = TROUPE_TRANSCRIPT (model);

  return position < self->entries->len ? g_object_ref (g_ptr_array_index (self->entries, position))
                                       : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeTranscript,
                               troupe_transcript,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- Updating --------------------------------------------------------------------------------- */

static void queue_look (TroupeTranscript *self);

static void
look (TroupeTranscript *self)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) before = NULL;
  guint n_same = 0;
  guint n_end = 0;
  guint least;
  GPtrArray *counts;
  guint n_groups;

  g_assert (TROUPE_IS_TRANSCRIPT (self));

  /* A handler of a group's signal may change the filter. In this case the filter is applied by a
   * separate update. */
  if (self->is_looking)
    {
      queue_look (self);
      return;
    }
  self->is_looking = TRUE;
  self->is_stale = FALSE;
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->text_timeout, g_source_remove);
  g_hash_table_remove_all (self->touched);
  entries = troupe_transcript_builder_run (self->walk, self->filter, self->key);
  /* Updates the groups, and removes the groups of a previous run. */
  counts = troupe_transcript_builder_get_counts (self->walk);
  n_groups = g_list_model_get_n_items (G_LIST_MODEL (self->groups));
  for (guint i = 0; i < counts->len; i++)
    {
      const TroupeTranscriptCount *count = g_ptr_array_index (counts, i);
      g_autoptr (TroupeTranscriptGroup) group =
          i < n_groups ? g_list_model_get_item (G_LIST_MODEL (self->groups), i) : NULL;

      if (group == NULL || troupe_transcript_group_get_kind (group) != count->kind ||
          g_strcmp0 (troupe_transcript_group_get_key (group), count->key) != 0 ||
          troupe_transcript_group_get_manages (group) != count->manages)
        {
          g_clear_object (&group);
          group = troupe_transcript_group_new (count->kind, count->key, count->name, count->number);
          troupe_transcript_group_set_manages (group, count->manages);
          /* A new task is inserted before the agents. */
          g_list_store_insert (self->groups, i, group);
          n_groups++;
        }
      troupe_transcript_group_set_n_calls (group, count->n_calls);
    }
  if (n_groups > counts->len)
    g_list_store_splice (self->groups, counts->len, n_groups - counts->len, NULL, 0);
  /* Notifies only of the entries that have changed. */
  before = self->entries;
  least = MIN (before->len, entries->len);
  while (n_same < least && before->pdata[n_same] == entries->pdata[n_same])
    n_same++;
  while (n_end < least - n_same &&
         before->pdata[before->len - 1 - n_end] == entries->pdata[entries->len - 1 - n_end])
    n_end++;
  self->entries = g_ptr_array_ref (entries);
  if (n_same < MAX (before->len, entries->len))
    g_list_model_items_changed (G_LIST_MODEL (self), n_same, before->len - n_same - n_end,
                                entries->len - n_same - n_end);
  troupe_transcript_builder_tell_changes (self->walk);
  self->took = g_get_monotonic_time () - begin;
  self->is_looking = FALSE;
  g_signal_emit (self, signals[UPDATED], 0);
}

static gboolean
pause_over_cb (gpointer user_data)
{
  TroupeTranscript *self = user_data;

  g_assert (TROUPE_IS_TRANSCRIPT (self));

  self->timeout = 0;
  if (self->is_watched && self->is_stale)
    look (self);

  return G_SOURCE_REMOVE;
}

static void
queue_look (TroupeTranscript *self)
{
  const gint64 pause = MAX (PAUSE, self->took * SHARE / 1000);

  g_assert (TROUPE_IS_TRANSCRIPT (self));

  self->is_stale = TRUE;
  if (self->is_watched && self->timeout == 0)
    self->timeout = g_timeout_add (troupe_trace_is_under_way (self->trace) ? (guint) pause : 0,
                                   pause_over_cb, self);
}

static gboolean
text_came_cb (gpointer user_data)
{
  TroupeTranscript *self = user_data;
  GHashTableIter iter;
  gpointer span;

  g_assert (TROUPE_IS_TRANSCRIPT (self));

  self->text_timeout = 0;
  g_hash_table_iter_init (&iter, self->touched);
  while (g_hash_table_iter_next (&iter, &span, NULL))
    {
      TroupeTranscriptEntry *entry =
          troupe_transcript_builder_find (self->walk, TROUPE_TRANSCRIPT_STREAM, span);

      if (entry != NULL)
        troupe_transcript_entry_changed (entry);
    }
  g_hash_table_remove_all (self->touched);

  return G_SOURCE_REMOVE;
}

/* --- Following the trace ---------------------------------------------------------------------- */

static void
span_changed_cb (TroupeTranscript *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_TRANSCRIPT (self));

  if (!self->is_watched)
    {
      self->is_stale = TRUE;
      return;
    }
  /* A method also changes if only the text of its calls changes, which is handled below. */
  if (span->kind == TROUPE_SCOPE_METHOD && span->is_open)
    return;
  if (span->kind != TROUPE_SCOPE_MODEL_CALL || !span->is_open)
    {
      queue_look (self);
      return;
    }
  g_hash_table_add (self->touched, troupe_span_ref (span));
  if (self->text_timeout == 0)
    self->text_timeout = g_timeout_add (TEXT_PAUSE, text_came_cb, self);
}

static void
span_added_cb (TroupeTranscript *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_TRANSCRIPT (self));

  queue_look (self);
}

/* --- Public functions ------------------------------------------------------------------------- */

void
troupe_transcript_update (TroupeTranscript *self)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT (self));

  look (self);
}

void
troupe_transcript_set_watched (TroupeTranscript *self, gboolean watched)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT (self));

  if (self->is_watched == watched)
    return;
  self->is_watched = watched;
  if (watched && self->is_stale)
    look (self);
}

GListModel *
troupe_transcript_get_groups (TroupeTranscript *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT (self), NULL);

  return G_LIST_MODEL (self->groups);
}

void
troupe_transcript_expect (TroupeTranscript *self, GListModel *groups)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT (self));

  troupe_transcript_builder_expect (self->walk, groups);
  queue_look (self);
}

void
troupe_transcript_set_filter (TroupeTranscript *self,
                              TroupeTranscriptGroupKind kind,
                              const char *key)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT (self));

  if (self->filter == kind && g_strcmp0 (self->key, key) == 0)
    return;
  self->filter = kind;
  g_free (self->key);
  self->key = g_strdup (key);
  look (self);
}

void
troupe_transcript_fold (TroupeTranscript *self, TroupeTranscriptEntry *entry, gboolean open)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT (self));
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  if (!troupe_transcript_entry_can_fold (entry) || troupe_transcript_entry_get_open (entry) == open)
    return;
  troupe_transcript_entry_set_open (entry, open);
  /* The contents of a check are separate entries. */
  if (troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_CHECK)
    look (self);
}

TroupeTranscriptEntry *
troupe_transcript_get_newest (TroupeTranscript *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT (self), NULL);

  for (guint i = self->entries->len; i > 0; i--)
    {
      TroupeTranscriptEntry *entry = g_ptr_array_index (self->entries, i - 1);

      if (troupe_transcript_entry_get_span (entry)->kind == TROUPE_SCOPE_MODEL_CALL)
        return entry;
    }

  return NULL;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_transcript_dispose (GObject *object)
{
  TroupeTranscript *self = TROUPE_TRANSCRIPT (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->text_timeout, g_source_remove);
  g_clear_pointer (&self->walk, troupe_transcript_builder_free);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (troupe_transcript_parent_class)->dispose (object);
}

static void
troupe_transcript_finalize (GObject *object)
{
  TroupeTranscript *self = TROUPE_TRANSCRIPT (object);

  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->touched, g_hash_table_unref);
  g_clear_object (&self->groups);
  g_free (self->key);

  G_OBJECT_CLASS (troupe_transcript_parent_class)->finalize (object);
}

static void
troupe_transcript_class_init (TroupeTranscriptClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_transcript_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_finalize;

  signals[UPDATED] = g_signal_new ("updated", TROUPE_TYPE_TRANSCRIPT, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_transcript_init (TroupeTranscript *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->touched = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_span_unref, NULL);
  self->groups = g_list_store_new (TROUPE_TYPE_TRANSCRIPT_GROUP);
  self->key = g_strdup ("");
  self->is_stale = TRUE;
}

TroupeTranscript *
troupe_transcript_new (TroupeTrace *trace)
{
  TroupeTranscript *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT, NULL);
  self->trace = g_object_ref (trace);
  self->walk = troupe_transcript_builder_new (trace);
  g_signal_connect_object (trace, "span-added", G_CALLBACK (span_added_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "span-changed", G_CALLBACK (span_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "run-changed", G_CALLBACK (queue_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "rewound", G_CALLBACK (queue_look), self, G_CONNECT_SWAPPED);

  return self;
}
