/* troupe-crew-import-place.h: names with which files of a classic crew may be copied
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns TRUE if the path, relative to the new crew, is that of a file that tools execute without being asked for it: tests, settings of builds, and
 * modules that hide those of the standard library. */
gboolean troupe_import_is_started (const char *path);
/* Returns TRUE if the path is that of a document or of data, also of the YAML files of a crew in folders such as `config`. */
gboolean troupe_import_is_document (const char *path);

G_END_DECLS
