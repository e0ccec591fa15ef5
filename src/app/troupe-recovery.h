/* troupe-recovery.h: reads the drafts of a crashed process on another thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-draft-note.h"
#include "troupe-drafts.h"

G_BEGIN_DECLS

/**
 * TroupeRecovered:
 *
 * A document in the state before the process was killed, including its undo history. This structure
 * must be used on the thread on which @func of troupe_recovery_start() is called.
 */
typedef struct
{
  TroupeDocument *document;
  TroupeRecoveredDraft *left;
  TroupeDraftNote *note; /* its window is never NULL */
} TroupeRecovered;

void troupe_recovered_free (TroupeRecovered *self);

/* @found: (element-type TroupeRecovered): documents grouped by window, in the order of the
 *   window's tabs.
 * @lost: (element-type utf8): messages about documents that could not be restored; drafts with
 *   edits are preserved */
typedef void (*TroupeRecoveryFunc) (GPtrArray *found, GPtrArray *lost, gpointer user_data);

/* Reads the existing drafts. @func is called once, in the thread-default main context. Files of
 * documents are not written. */
void troupe_recovery_start (TroupeDrafts *drafts, TroupeRecoveryFunc func, gpointer user_data);

G_END_DECLS
