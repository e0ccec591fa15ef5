/* troupe-store-rows.h: store: converts messages to rows of the database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-message.h"
#include "troupe-store-owner.h"

G_BEGIN_DECLS

/**
 * TroupeStoreRows:
 *
 * Owns the prepared statements and the data cached between messages: redactors, the numbers of
 * runs, the digest of the last document. It does not begin or end transactions. For the writer
 * thread.
 */
typedef struct _TroupeStoreRows TroupeStoreRows;

/* Both arguments are borrowed. Returns NULL with %TROUPE_STORE_ERROR if a statement cannot be
 * prepared. */
TroupeStoreRows *
troupe_store_rows_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error);
void troupe_store_rows_free (TroupeStoreRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreRows, troupe_store_rows_free)

/* Writes the content of @message, except messages for the writer itself. Returns an SQLite
 * result code. */
int troupe_store_rows_write (TroupeStoreRows *self, const TroupeStoreMessage *message);
/* Called at the end of a transaction, because other processes may delete runs afterwards. */
void troupe_store_rows_end (TroupeStoreRows *self);
/* Releases the redactor of a run. Called when its end is durable. */
void troupe_store_rows_forget (TroupeStoreRows *self, const char *run_id);

G_END_DECLS
