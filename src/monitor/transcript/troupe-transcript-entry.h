/* troupe-transcript-entry.h: transcript entry: one message, call or other activity of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-trace.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_TRANSCRIPT_TASK,       /* a task of a crew, or a method that calls models itself */
  TROUPE_TRANSCRIPT_SPEAKER,    /* start of an agent's execution */
  TROUPE_TRANSCRIPT_SYSTEM,     /* messages of its first model call */
  TROUPE_TRANSCRIPT_THOUGHT,    /* its text before the final answer */
  TROUPE_TRANSCRIPT_TOOL,       /* a tool call */
  TROUPE_TRANSCRIPT_DELEGATION, /* a tool call that executes another agent */
  TROUPE_TRANSCRIPT_CHECK,      /* a guardrail */
  TROUPE_TRANSCRIPT_TROUBLE,    /* an error */
  TROUPE_TRANSCRIPT_QUESTION,   /* to the user */
  TROUPE_TRANSCRIPT_ANSWER,     /* the final answer of an agent */
  TROUPE_TRANSCRIPT_STREAM,     /* text that is being streamed */
  TROUPE_TRANSCRIPT_N_KINDS,
} TroupeTranscriptKind;

/**
 * TroupeTranscriptEntry:
 *
 * An entry of the transcript, which represents a readable part of a #TroupeSpan. The object is
 * preserved as long as that part exists, so that it stays expanded. Its texts are generated on
 * demand (troupe-transcript-line.h, troupe-transcript-body.h). Signal: `changed`.
 */
#define TROUPE_TYPE_TRANSCRIPT_ENTRY (troupe_transcript_entry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptEntry,
                      troupe_transcript_entry,
                      TROUPE,
                      TRANSCRIPT_ENTRY,
                      GObject)

/* @part: distinguishes entries of the same kind and span. (transfer full) */
TroupeTranscriptEntry *
troupe_transcript_entry_new (TroupeTranscriptKind kind, TroupeSpan *span, guint64 part);

TroupeTranscriptKind troupe_transcript_entry_get_kind (TroupeTranscriptEntry *self);
TroupeSpan *troupe_transcript_entry_get_span (TroupeTranscriptEntry *self);

/* The position of an entry, set by the builder of the list. @depth: number of surrounding
 * delegations; @number: the number of a task, from 1, or 0; @extra: (nullable): a related span,
 * which is the agent of a delegation or the next call; @event: (nullable): the reported event,
 * if the entry does not represent a span. */
typedef struct
{
  guint depth;
  guint number;
  guint turn; /* number of a model call in its agent, from 1 */
  TroupeSpan *extra;
  TroupeEvent *event;
  gboolean manages; /* whether the speaker is the manager of a crew */
} TroupeTranscriptPlace;

const TroupeTranscriptPlace *troupe_transcript_entry_get_place (TroupeTranscriptEntry *self);
/* Returns TRUE if the position has changed. */
gboolean troupe_transcript_entry_set_place (TroupeTranscriptEntry *self,
                                            const TroupeTranscriptPlace *place);

/* Whether the entry can be expanded and is expanded, and whether a long text is shown
 * completely. */
gboolean troupe_transcript_entry_can_fold (TroupeTranscriptEntry *self);
gboolean troupe_transcript_entry_get_open (TroupeTranscriptEntry *self);
void troupe_transcript_entry_set_open (TroupeTranscriptEntry *self, gboolean open);
gboolean troupe_transcript_entry_get_whole (TroupeTranscriptEntry *self);
void troupe_transcript_entry_set_whole (TroupeTranscriptEntry *self, gboolean whole);

/* Must be called when data of the span has changed. */
void troupe_transcript_entry_changed (TroupeTranscriptEntry *self);

gboolean troupe_transcript_entry_is_running (TroupeTranscriptEntry *self);
gboolean troupe_transcript_entry_has_failed (TroupeTranscriptEntry *self);

/* Returns the model call to which the entry belongs. (transfer none) (nullable) */
TroupeSpan *troupe_transcript_entry_get_call (TroupeTranscriptEntry *self);

G_END_DECLS
