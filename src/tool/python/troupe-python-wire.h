/* troupe-python-wire.h: serialization of values for the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Appends @value as JSON, with tags for values that JSON lacks. Errors:
 * %TROUPE_PYTHON_ERROR_VALUE. */
gboolean troupe_python_wire_append (TroupeValue *value, GString *out, GError **error);

/* Parses one line. (transfer full) (nullable). Errors: %TROUPE_JSON_ERROR. */
TroupeValue *troupe_python_wire_read (const char *text, gsize length, GError **error);

void troupe_python_wire_append_string (const char *text, GString *out); /* @text: (nullable) */
/* Adds the members of a map that was sent as a list of pairs. @list: (nullable) */
void troupe_python_wire_add_pairs (TroupeValue *list, TroupeMapBuilder *builder);

G_END_DECLS
