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

/* So much of a text a row shows, in letters, and so much where its whole is asked for. */
#define TROUPE_TRANSCRIPT_SHORT 4000
#define TROUPE_TRANSCRIPT_WHOLE 20000
/* So much of a text that still comes. */
#define TROUPE_TRANSCRIPT_STREAMED 3000

/**
 * TroupeTranscriptEntry:
 *
 * A line of the transcript: a part of a #TroupeSpan that a person reads. It is the same object as long as that part
 * is there, so that what was folded stays so. Its texts are made when they are asked for. Signal: `changed`.
 *
 * Texts of models, tools and documents come out of it with what is not to be seen written as escapes, and as
 * text: who writes them into markup escapes them.
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

/* What its line says: a name, what belongs to it in one line, what stands at the end. (transfer full) */
char *troupe_transcript_entry_dup_title (TroupeTranscriptEntry *self);
char *troupe_transcript_entry_dup_detail (TroupeTranscriptEntry *self);
char *troupe_transcript_entry_dup_end (TroupeTranscriptEntry *self);

/**
 * troupe_transcript_entry_dup_text:
 * @limit: in letters; 0: all
 * @length: (out) (optional): how many letters the whole has
 *
 * Returns: (transfer full): what it says below its line; empty where it says nothing
 */
char *troupe_transcript_entry_dup_text (TroupeTranscriptEntry *self, gsize limit, gsize *length);

/**
 * TroupeTranscriptPart:
 *
 * A part of a text that is folded out: “Arguments”, “Result”, “System”, “Task”.
 */
typedef struct
{
  char *name;
  char *text;
  gsize length; /* letters of the whole text */
} TroupeTranscriptPart;

/* (transfer full) (element-type TroupeTranscriptPart): of a tool, of a check, and of what a model was sent.
 * @limit: of each, in letters; 0: all */
GPtrArray *troupe_transcript_entry_list_parts (TroupeTranscriptEntry *self, gsize limit);

/* What a screen reader says of it, one line. (transfer full) */
char *troupe_transcript_entry_describe (TroupeTranscriptEntry *self);
/* All of it as text, for the clipboard: @limit letters of each part; 0: all. (transfer full) */
char *troupe_transcript_entry_to_text (TroupeTranscriptEntry *self, gsize limit);

/* The call of a model in which it was said or that was sent it. (transfer none) (nullable) */
TroupeSpan *troupe_transcript_entry_get_call (TroupeTranscriptEntry *self);

G_END_DECLS
