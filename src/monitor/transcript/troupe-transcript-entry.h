/* troupe-transcript-entry.h: one thing that was said or done in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-trace.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_TRANSCRIPT_TASK,       /* a task of a crew, or a method that asks models by itself */
  TROUPE_TRANSCRIPT_SPEAKER,    /* an agent begins to work */
  TROUPE_TRANSCRIPT_SYSTEM,     /* what its first call of a model was sent */
  TROUPE_TRANSCRIPT_THOUGHT,    /* what it said before it was done */
  TROUPE_TRANSCRIPT_TOOL,       /* a call of a tool */
  TROUPE_TRANSCRIPT_DELEGATION, /* one in which another agent works */
  TROUPE_TRANSCRIPT_CHECK,      /* a guardrail */
  TROUPE_TRANSCRIPT_TROUBLE,    /* what went wrong */
  TROUPE_TRANSCRIPT_QUESTION,   /* to a person */
  TROUPE_TRANSCRIPT_ANSWER,     /* the last word of an agent */
  TROUPE_TRANSCRIPT_STREAM,     /* what comes just now */
  TROUPE_TRANSCRIPT_N_KINDS,
} TroupeTranscriptKind;

/**
 * TroupeTranscriptEntry:
 *
 * A line of the transcript: a part of a #TroupeSpan that a person reads. It is the same object as long as that part
 * is there, so that what was folded stays so. Its texts are made when they are asked for: troupe-transcript-line.h, troupe-transcript-body.h.
 * Signal: `changed`.
 */
#define TROUPE_TYPE_TRANSCRIPT_ENTRY (troupe_transcript_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptEntry,
                      troupe_transcript_entry,
                      TROUPE,
                      TRANSCRIPT_ENTRY,
                      GObject)

/* @part: what tells several of one kind and span apart. (transfer full) */
TroupeTranscriptEntry *
troupe_transcript_entry_new (TroupeTranscriptKind kind, TroupeSpan *span, guint64 part);

TroupeTranscriptKind troupe_transcript_entry_get_kind (TroupeTranscriptEntry *self);
TroupeSpan *troupe_transcript_entry_get_span (TroupeTranscriptEntry *self);

/* Where it stands; both are set by who makes the list. @depth: how many delegations are around it; @number: of a
 * task, from 1, or 0; @extra: (nullable): another span that it is shown with: the agent of a delegation, the call
 * that came after; @event: (nullable): what it tells of, where that is no span. */
typedef struct
{
  guint depth;
  guint number;
  guint turn; /* of a call of a model: which of its agent it is, from 1 */
  TroupeSpan *extra;
  TroupeEvent *event;
  gboolean manages; /* of a speaker: the manager of a crew */
} TroupeTranscriptPlace;

const TroupeTranscriptPlace *troupe_transcript_entry_get_place (TroupeTranscriptEntry *self);
/* TRUE where it changed. */
gboolean troupe_transcript_entry_set_place (TroupeTranscriptEntry *self,
                                            const TroupeTranscriptPlace *place);

/* Whether it can be folded, and is folded out; and whether the whole of a long text shows. */
gboolean troupe_transcript_entry_can_fold (TroupeTranscriptEntry *self);
gboolean troupe_transcript_entry_get_open (TroupeTranscriptEntry *self);
void troupe_transcript_entry_set_open (TroupeTranscriptEntry *self, gboolean open);
gboolean troupe_transcript_entry_get_whole (TroupeTranscriptEntry *self);
void troupe_transcript_entry_set_whole (TroupeTranscriptEntry *self, gboolean whole);

/* Something of its span is another than before. */
void troupe_transcript_entry_changed (TroupeTranscriptEntry *self);

gboolean troupe_transcript_entry_is_running (TroupeTranscriptEntry *self);
gboolean troupe_transcript_entry_has_failed (TroupeTranscriptEntry *self);

/* The call of a model in which it was said or that was sent it. (transfer none) (nullable) */
TroupeSpan *troupe_transcript_entry_get_call (TroupeTranscriptEntry *self);

G_END_DECLS
