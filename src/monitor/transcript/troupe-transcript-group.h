/* troupe-transcript-group.h: transcript group: a task or an agent by which the transcript is
 * filtered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_TRANSCRIPT_EVERYTHING,
  TROUPE_TRANSCRIPT_OF_TASK,
  TROUPE_TRANSCRIPT_OF_AGENT,
} TroupeTranscriptGroupKind;

/**
 * TroupeTranscriptGroup:
 *
 * A row of the side list. It represents everything, a task identified by its path in the document,
 * or an agent identified by its role. Signal: `changed`.
 */
#define TROUPE_TYPE_TRANSCRIPT_GROUP (troupe_transcript_group_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptGroup,
                      troupe_transcript_group,
                      TROUPE,
                      TRANSCRIPT_GROUP,
                      GObject)

/* @key: unique among groups of its kind; @number: the number of a task, from 1; 0 for other
 *   groups */
TroupeTranscriptGroup *troupe_transcript_group_new (TroupeTranscriptGroupKind kind,
                                                    const char *key,
                                                    const char *name,
                                                    guint number);

TroupeTranscriptGroupKind troupe_transcript_group_get_kind (TroupeTranscriptGroup *self);
const char *troupe_transcript_group_get_key (TroupeTranscriptGroup *self);
/* Returns the name for display. */
const char *troupe_transcript_group_get_name (TroupeTranscriptGroup *self);
guint troupe_transcript_group_get_number (TroupeTranscriptGroup *self);
/* Returns TRUE if the group is the manager of a crew, which has another color. Must be set
 * before the group is shown. */
gboolean troupe_transcript_group_get_manages (TroupeTranscriptGroup *self);
void troupe_transcript_group_set_manages (TroupeTranscriptGroup *self, gboolean manages);

/* Returns the number of model calls in the group. */
guint troupe_transcript_group_get_n_calls (TroupeTranscriptGroup *self);
void troupe_transcript_group_set_n_calls (TroupeTranscriptGroup *self, guint n_calls);

G_END_DECLS
