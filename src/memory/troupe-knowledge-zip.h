/* troupe-knowledge-zip.h: single files out of a ZIP archive
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_knowledge_zip_read:
 * @bytes: the whole archive
 * @name: of the file inside
 * @limit: the most bytes that it may unpack to
 *
 * Returns: (transfer full) (nullable): its text with a NUL behind it; %G_IO_ERROR_NOT_FOUND where there is none,
 *   %G_IO_ERROR_INVALID_DATA where it is damaged or too large, %G_IO_ERROR_NOT_SUPPORTED where it is encrypted. The
 *   messages are parts of a sentence.
 */
char *troupe_knowledge_zip_read (GBytes *bytes,
                                 const char *name,
                                 gsize limit,
                                 gsize *length,
                                 GError **error);

G_END_DECLS
