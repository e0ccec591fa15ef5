/* troupe-transcript-entry.c: transcript entry: one message, call or other activity of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-entry"

#include "config.h"

#include "troupe-transcript-entry.h"
#include "troupe-transcript-text.h"

struct _TroupeTranscriptEntry
{
  GObject parent_instance;

  TroupeSpan *span;
  TroupeTranscriptPlace place;
  guint64 part;
  TroupeTranscriptKind kind;
  guint is_open : 1;
  guint is_whole : 1;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptEntry, troupe_transcript_entry, G_TYPE_OBJECT)

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
clear_place (TroupeTranscriptPlace *place)
{
  g_clear_pointer (&place->extra, troupe_span_unref);
  g_clear_pointer (&place->event, troupe_event_unref);
}

static void
troupe_transcript_entry_finalize (GObject *object)
{
  TroupeTranscriptEntry *self = TROUPE_TRANSCRIPT_ENTRY (object);

  clear_place (&self->place);
  g_clear_pointer (&self->span, troupe_span_unref);

  G_OBJECT_CLASS (troupe_transcript_entry_parent_class)->finalize (object);
}

static void
troupe_transcript_entry_class_init (TroupeTranscriptEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_entry_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_TRANSCRIPT_ENTRY, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_transcript_entry_init (TroupeTranscriptEntry *self)
{
}

TroupeTranscriptEntry *
troupe_transcript_entry_new (TroupeTranscriptKind kind, TroupeSpan *span, guint64 part)
{
  TroupeTranscriptEntry *self;

  g_return_val_if_fail (kind < TROUPE_TRANSCRIPT_N_KINDS, NULL);
  g_return_val_if_fail (span != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_ENTRY, NULL);
  self->kind = kind;
  self->span = troupe_span_ref (span);
  self->part = part;

  return self;
}

TroupeTranscriptKind
troupe_transcript_entry_get_kind (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), TROUPE_TRANSCRIPT_TASK);

  return self->kind;
}

TroupeSpan *
troupe_transcript_entry_get_span (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  return self->span;
}

const TroupeTranscriptPlace *
troupe_transcript_entry_get_place (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  return &self->place;
}

gboolean
troupe_transcript_entry_set_place (TroupeTranscriptEntry *self, const TroupeTranscriptPlace *place)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);
  g_return_val_if_fail (place != NULL, FALSE);

  if (self->place.depth == place->depth && self->place.number == place->number &&
      self->place.turn == place->turn && self->place.extra == place->extra &&
      self->place.event == place->event && self->place.manages == place->manages)
    return FALSE;
  clear_place (&self->place);
  self->place = *place;
  if (place->extra != NULL)
    troupe_span_ref (place->extra);
  if (place->event != NULL)
    troupe_event_ref (place->event);

  return TRUE;
}

gboolean
troupe_transcript_entry_can_fold (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->kind == TROUPE_TRANSCRIPT_SYSTEM || self->kind == TROUPE_TRANSCRIPT_TOOL ||
         (self->kind == TROUPE_TRANSCRIPT_CHECK && self->span->children != NULL);
}

gboolean
troupe_transcript_entry_get_open (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->is_open;
}

void
troupe_transcript_entry_set_open (TroupeTranscriptEntry *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->is_open == open)
    return;
  self->is_open = open ? 1 : 0;
  troupe_transcript_entry_changed (self);
}

gboolean
troupe_transcript_entry_get_whole (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->is_whole;
}

void
troupe_transcript_entry_set_whole (TroupeTranscriptEntry *self, gboolean whole)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->is_whole == whole)
    return;
  self->is_whole = whole ? 1 : 0;
  troupe_transcript_entry_changed (self);
}

void
troupe_transcript_entry_changed (TroupeTranscriptEntry *self)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_transcript_entry_is_running (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->span->is_open && self->place.event == NULL;
}

gboolean
troupe_transcript_entry_has_failed (TroupeTranscriptEntry *self)
{
  TroupeValue *success;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  if (self->kind == TROUPE_TRANSCRIPT_CHECK)
    {
      success = troupe_transcript_find (self->span->outcome, "success");
      return success != NULL && troupe_value_is (success, TROUPE_VALUE_BOOLEAN) &&
             !troupe_value_get_boolean (success);
    }

  return self->span->state == TROUPE_SCOPE_FAILED || self->span->state == TROUPE_SCOPE_CANCELLED ||
         troupe_transcript_find_text (self->span->outcome, "failure", NULL) != NULL;
}

TroupeSpan *
troupe_transcript_entry_get_call (TroupeTranscriptEntry *self)
{
  GPtrArray *children;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  if (self->span->kind == TROUPE_SCOPE_MODEL_CALL)
    return self->span;
  children = self->kind == TROUPE_TRANSCRIPT_SPEAKER ? self->span->children : NULL;
  for (guint i = 0; children != NULL && i < children->len; i++)
    if (((TroupeSpan *) g_ptr_array_index (children, i))->kind == TROUPE_SCOPE_MODEL_CALL)
      return g_ptr_array_index (children, i);

  return NULL;
}
