/* troupe-transcript-finder.c: incremental search in the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-finder"

#include "config.h"

#include "troupe-transcript-body.h"
#include "troupe-transcript-entry.h"
#include "troupe-transcript-finder.h"

/* Duration of a step in microseconds. */
#define SLICE 3000
/* Number of characters of each part of an entry that are searched. */
#define REACH (100 * 1000)

struct _TroupeTranscriptFinder
{
  GObject parent_instance;

  GListModel *entries;
  TroupeTranscriptWords *words;
  GArray *found; /* (element-type guint): positions, ascending */
  guint next;    /* first position not yet searched */
  guint idle;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptFinder, troupe_transcript_finder, G_TYPE_OBJECT)

static gboolean
look_cb (gpointer user_data)
{
  TroupeTranscriptFinder *self = user_data;
  const gint64 end = g_get_monotonic_time () + SLICE;
  const guint n_found = self->found->len;
  const guint n_items = g_list_model_get_n_items (self->entries);

  g_assert (TROUPE_IS_TRANSCRIPT_FINDER (self));

  for (; self->next < n_items && g_get_monotonic_time () < end; self->next++)
    {
      g_autoptr (TroupeTranscriptEntry) entry = g_list_model_get_item (self->entries, self->next);
      g_autofree char *text = troupe_transcript_body_to_text (entry, REACH);

      if (troupe_transcript_words_find (self->words, text, NULL) != NULL)
        g_array_append_val (self->found, self->next);
    }
  if (self->next >= n_items)
    self->idle = 0;
  if (self->found->len != n_found || self->idle == 0)
    g_signal_emit (self, signals[CHANGED], 0);

  return self->idle != 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Searches again from @position; earlier matches are preserved. */
static void
look_from (TroupeTranscriptFinder *self, guint position)
{
  g_assert (TROUPE_IS_TRANSCRIPT_FINDER (self));

  while (self->found->len > 0 &&
         g_array_index (self->found, guint, self->found->len - 1) >= position)
    g_array_set_size (self->found, self->found->len - 1);
  self->next = MIN (self->next, position);
  if (self->words != NULL && self->idle == 0)
    self->idle = g_idle_add (look_cb, self);
}

static void
items_changed_cb (TroupeTranscriptFinder *self, guint position)
{
  g_assert (TROUPE_IS_TRANSCRIPT_FINDER (self));

  look_from (self, position);
}

void
troupe_transcript_finder_set_text (TroupeTranscriptFinder *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_FINDER (self));

  g_clear_pointer (&self->words, troupe_transcript_words_free);
  g_clear_handle_id (&self->idle, g_source_remove);
  self->words = troupe_transcript_words_new (text);
  look_from (self, 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

const TroupeTranscriptWords *
troupe_transcript_finder_get_words (TroupeTranscriptFinder *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_FINDER (self), NULL);

  return self->words;
}

guint
troupe_transcript_finder_get_n_found (TroupeTranscriptFinder *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_FINDER (self), 0);

  return self->found->len;
}

guint
troupe_transcript_finder_get_place (TroupeTranscriptFinder *self, guint position)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_FINDER (self), 0);

  for (guint i = 0; i < self->found->len; i++)
    if (g_array_index (self->found, guint, i) == position)
      return i + 1;

  return 0;
}

guint
troupe_transcript_finder_step (TroupeTranscriptFinder *self, guint position, gboolean forward)
{
  const guint n_found = self->found->len;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_FINDER (self), GTK_INVALID_LIST_POSITION);

  if (n_found == 0)
    return GTK_INVALID_LIST_POSITION;
  for (guint i = 0; position != GTK_INVALID_LIST_POSITION && i < n_found; i++)
    {
      const guint here = g_array_index (self->found, guint, forward ? i : n_found - 1 - i);

      if (forward ? here > position : here < position)
        return here;
    }

  return g_array_index (self->found, guint, forward ? 0 : n_found - 1);
}

static void
troupe_transcript_finder_finalize (GObject *object)
{
  TroupeTranscriptFinder *self = TROUPE_TRANSCRIPT_FINDER (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->words, troupe_transcript_words_free);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_object (&self->entries);

  G_OBJECT_CLASS (troupe_transcript_finder_parent_class)->finalize (object);
}

static void
troupe_transcript_finder_class_init (TroupeTranscriptFinderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_finder_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_TRANSCRIPT_FINDER, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_transcript_finder_init (TroupeTranscriptFinder *self)
{
  self->found = g_array_new (FALSE, FALSE, sizeof (guint));
}

TroupeTranscriptFinder *
troupe_transcript_finder_new (GListModel *entries)
{
  TroupeTranscriptFinder *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (entries), NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_FINDER, NULL);
  self->entries = g_object_ref (entries);
  g_signal_connect_object (entries, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
