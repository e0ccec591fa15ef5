/* troupe-recovery.h: what a program that was not ended properly left behind, read on another thread
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
 * A document as it was when the program was killed, with its history. It is of the thread that is told of it.
 */
typedef struct
{
  TroupeDocument *document;
  TroupeLeftDraft *left;
  TroupeDraftNote *note; /* its window is never NULL */
} TroupeRecovered;

void troupe_recovered_free (TroupeRecovered *self);

/* @found: (element-type TroupeRecovered): those of a window behind each other, in the order of its tabs.
 * @lost: (element-type utf8): what could not be brought back, a sentence each; its draft is kept */
typedef void (*TroupeRecoveryFunc) (GPtrArray *found, GPtrArray *lost, gpointer user_data);

/* Takes what is left; @func is called once, in the thread's own context. Files on the disk are only read. */
void troupe_recovery_start (TroupeDrafts *drafts, TroupeRecoveryFunc func, gpointer user_data);

G_END_DECLS
