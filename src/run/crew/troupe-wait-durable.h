/* troupe-wait-durable.h: waits until a step is durable
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_crew_wait_durable:
 * @ticket: (transfer full) (nullable): of what is kept
 * @context: where @func is called
 * @cancellable: (nullable): when it is cancelled nobody waits for room any more
 *
 * Calls @func when @ticket is done, or at once where there is none.
 */
void troupe_crew_wait_durable (TroupeStoreTicket *ticket,
                               GMainContext *context,
                               GCancellable *cancellable,
                               void (*func) (gpointer user_data),
                               gpointer user_data);

G_END_DECLS
