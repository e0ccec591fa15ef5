/* troupe-knowledge-zip.h: reader of single files in a ZIP archive
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_knowledge_zip_read:
 * @bytes: the complete archive
 * @name: the name of the file in the archive
 * @limit: the maximum unpacked size in bytes
 *
 * Returns: (transfer full) (nullable): the content of the file, NUL-terminated; %NULL with
 * %G_IO_ERROR_NOT_FOUND if the file does not exist, %G_IO_ERROR_INVALID_DATA if it is damaged or
 * too large, or %G_IO_ERROR_NOT_SUPPORTED if it is encrypted. The messages are parts of a sentence.
 */
char *troupe_knowledge_zip_read (GBytes *bytes,
                                 const char *name,
                                 gsize limit,
                                 gsize *length,
                                 GError **error);

G_END_DECLS
