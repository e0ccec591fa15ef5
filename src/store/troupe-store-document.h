/* troupe-store-document.h: the saved runs of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-owner.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/*
 * Whatever uses saved runs for a document, other than showing a list to the user, finds them with these functions: runs at
 * the path of the document that were those of another one are not used (doc/reliability.md R7). A document without a path has none.
 */

/* Returns the newest runs of the document among the newest 1,000 at its path, newest first. @limit: 0 for all of them. Blocks.
 * Threads: any. (transfer full) (element-type TroupeRunRecord) (nullable): %NULL with an error */
GPtrArray *troupe_store_list_runs_of (TroupeStore *self,
                                      const TroupeDocumentIdentity *document,
                                      guint limit,
                                      GError **error);

/* Returns the ID of the newest of these runs that has saved the output of a task. (transfer full) (nullable): %NULL without an
 * error if there is none */
char *troupe_store_find_kickoff_of (TroupeStore *self,
                                    const TroupeDocumentIdentity *document,
                                    GError **error);

/* Returns TRUE if a saved run belongs to the document of the owner. Threads: that of the owner. */
gboolean troupe_store_owner_has_run (TroupeDocumentOwner *owner, const TroupeRunRecord *record);

/* Adds to the options of a run that begins now what identifies its document. @options: (transfer full); @path: (nullable).
 * (transfer full) */
TroupeValue *troupe_store_mark_run (TroupeValue *options, const char *path);
/* Returns what that adds as its member `document`, as JSON. (transfer full) (nullable) */
char *troupe_store_dup_mark (const char *path);

G_END_DECLS
