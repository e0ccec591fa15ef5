/* troupe-wait-durable.h: waiting until stored records are durable
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-recorder.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_crew_wait_durable:
 * @ticket: (transfer full) (nullable): ticket of the records
 * @context: the main context in which @func is called
 * @recorder: (nullable): of the run, which delivers no other recorded outcome meanwhile
 * @cancellable: (nullable): on cancellation, @func is called even if the disk is full
 *
 * Calls @func when @ticket is done, or immediately if @ticket is %NULL.
 */
void troupe_crew_wait_durable (TroupeStoreTicket *ticket,
                               GMainContext *context,
                               TroupeRecorder *recorder,
                               GCancellable *cancellable,
                               void (*func) (gpointer user_data),
                               gpointer user_data);

G_END_DECLS
