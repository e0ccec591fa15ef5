/* troupe-batch-head.h: how far a batch is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-batch.h"

G_BEGIN_DECLS

/* @budget: in millionths of a dollar, 0: none */
typedef struct
{
  TroupeBatchProgress progress;
  gint64 budget;
  gboolean is_running;
  gboolean is_paused;
} TroupeBatchState;

/**
 * TroupeBatchHead:
 *
 * What stands over the table of a batch: the bar in parts with their numbers, the time that is left, and the money.
 */
#define TROUPE_TYPE_BATCH_HEAD (troupe_batch_head_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchHead, troupe_batch_head, TROUPE, BATCH_HEAD, GtkBox)

void troupe_batch_head_show (TroupeBatchHead *self, const TroupeBatchState *state);
/* Without the time that is left. */
void troupe_batch_head_set_narrow (TroupeBatchHead *self, gboolean is_narrow);

/* How many have not ended. */
gint64 troupe_batch_head_count_left (const TroupeBatchProgress *progress);

G_END_DECLS
