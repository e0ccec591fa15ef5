/* troupe-store-ticket.h: internal interface of tickets, which report that data is durable
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

TroupeStoreTicket *troupe_store_ticket_new (void);
TroupeStoreTicket *troupe_store_ticket_ref (TroupeStoreTicket *self);
/* @reason: (nullable): why it is stuck */
void troupe_store_ticket_set_state (TroupeStoreTicket *self,
                                    TroupeStoreTicketState state,
                                    const char *reason);

G_END_DECLS
