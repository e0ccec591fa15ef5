/* troupe-json-check.h: JSON that a person types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* The tree, or NULL; @message: (out) (optional) (transfer full): a sentence with line and column. */
JsonNode *troupe_json_check (const char *text, char **message);

G_END_DECLS
