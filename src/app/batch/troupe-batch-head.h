/* troupe-batch-head.h: progress header of a batch: bar, counters, remaining time and cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-batch.h"

G_BEGIN_DECLS

/* @budget: in millionths of a dollar, 0 for none */
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
 * Header above the table of a batch: the segmented progress bar with a counter per state, the
 * remaining time and the cost.
 */
#define TROUPE_TYPE_BATCH_HEAD (troupe_batch_head_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchHead, troupe_batch_head, TROUPE, BATCH_HEAD, GtkBox)

void troupe_batch_head_show (TroupeBatchHead *self, const TroupeBatchState *state);
/* If narrow, the remaining time is hidden. */
void troupe_batch_head_set_narrow (TroupeBatchHead *self, gboolean is_narrow);

/* Returns the number of items that have not finished. */
gint64 troupe_batch_head_count_left (const TroupeBatchProgress *progress);

G_END_DECLS
