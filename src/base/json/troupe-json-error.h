/* troupe-json-error.h: parser errors with their positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Takes ownership of @path. */
void troupe_json_set_error (GError **error,
                            TroupeJsonError code,
                            const TroupePlace *place,
                            char *path,
                            const char *message);

/* Returns TRUE if a text contains conflict markers of Git, with an error that says so in place of the
 * error of the parser. */
gboolean troupe_json_explain_conflict (GError **error, const char *text, gsize length);

G_END_DECLS
