/* troupe-store-rows.h: what is told of runs as rows of the database
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
 * Owns the prepared statements and what is remembered between two messages: secrets to be hidden, the numbers of
 * runs, the digest of the last document. It begins and ends no transaction. For the writer's thread.
 */
typedef struct _TroupeStoreRows TroupeStoreRows;

/* Both are borrowed. NULL with %TROUPE_STORE_ERROR where a statement cannot be made. */
TroupeStoreRows *
troupe_store_rows_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error);
void troupe_store_rows_free (TroupeStoreRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreRows, troupe_store_rows_free)

/* Writes what @message tells; not those that speak to the writer alone. Returns a code of SQLite. */
int troupe_store_rows_write (TroupeStoreRows *self, const TroupeStoreMessage *message);
/* A transaction ends: other processes may remove runs from now on. */
void troupe_store_rows_end (TroupeStoreRows *self);

G_END_DECLS
