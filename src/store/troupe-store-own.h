/* troupe-store-own.h: whether the data of a folder were stored for this user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The folder of `--data-dir` may have come with a document. Its runs, with states, outputs and answers of models, are those of its author,
 * and would choose what a document that the user has allowed does next. So would the items of a batch. The databases that were created on this
 * computer are therefore noted in the user's state folder, by their number and their time of creation, which no archive contains.
 *
 * All functions read small files. Threads: any.
 */

/* Names of databases. */
#define TROUPE_STORE_OWN_RUNS "runs.db"
#define TROUPE_STORE_OWN_BATCH "batch.db"

/* Returns TRUE if the folder is that of the user's own data, or has no data, or if its databases, also those of the shards of a
 * batch, were created for this user. */
gboolean troupe_store_own_is (const char *folder);

/* What a database of a folder was before it is opened. @name: one of the names above. (transfer full) */
typedef struct _TroupeStoreOwnBefore TroupeStoreOwnBefore;
TroupeStoreOwnBefore *troupe_store_own_look (const char *folder, const char *name);
/* Notes the database if it has been created since, beside nothing of another author. @before: (transfer full) */
void troupe_store_own_note (TroupeStoreOwnBefore *before);

G_END_DECLS
