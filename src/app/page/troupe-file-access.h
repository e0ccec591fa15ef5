/* troupe-file-access.h: whether the file of a document can be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeFileAccess:
 *
 * Finds out whether the file of a document is read-only, when the document is opened and whenever it is saved or gets
 * another path. The file is looked at in a thread.
 *
 * Signals: `changed`. Main thread
 */
#define TROUPE_TYPE_FILE_ACCESS (troupe_file_access_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFileAccess, troupe_file_access, TROUPE, FILE_ACCESS, GObject)

TroupeFileAccess *troupe_file_access_new (TroupeDocument *document);
/* Returns TRUE if the file is known to be read-only. */
gboolean troupe_file_access_is_read_only (TroupeFileAccess *self);

G_END_DECLS
