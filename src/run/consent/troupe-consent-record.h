/* troupe-consent-record.h: stored hashes of what was granted for a document, and of the user's own
 * documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-consent-entry.h"

G_BEGIN_DECLS

/**
 * troupe_consent_record_mark:
 * @folder: the data folder
 * @path: the path of the document
 * @entries: (element-type TroupeConsentEntry): their @is_new is set
 * @time: (out): when they were granted, in seconds since 1970
 *
 * Marks the entries that were not among those that were granted last for the document at @path.
 * Blocks.
 *
 * Returns: %TRUE if entries of this document were granted before; %FALSE if none were, or if the
 *   record cannot be read. No entry is marked in this case
 * Threads: any thread, for all functions of this file.
 */
gboolean
troupe_consent_record_mark (const char *folder, const char *path, GPtrArray *entries, gint64 *time);

/* Stores hashes of the entries, which contain no texts of the document, in place of those that were
 * granted before. Errors: %G_IO_ERROR. Blocks. */
gboolean troupe_consent_record_store (const char *folder,
                                      const char *path,
                                      GPtrArray *entries,
                                      gint64 time,
                                      GError **error);

/**
 * troupe_consent_record_store_own:
 * @content: digest of the document
 * @code: (nullable): digest of the project code that it runs
 *
 * Stores that the user has created the content of the document at @path, in place of what was stored
 * before. Blocks. Errors: %G_IO_ERROR.
 */
gboolean troupe_consent_record_store_own (const char *folder,
                                          const char *path,
                                          const char *content,
                                          const char *code,
                                          GError **error);
/* Returns TRUE if @content and @code were stored last for the document at @path. @content: (nullable):
 * NULL for any; @code: (nullable). Blocks. */
gboolean troupe_consent_record_is_own (const char *folder,
                                       const char *path,
                                       const char *content,
                                       const char *code);

/* Deletes all records. Errors: %G_IO_ERROR. Blocks. */
gboolean troupe_consent_record_delete_all (const char *folder, GError **error);

G_END_DECLS
