/* troupe-json-check.h: parsing JSON that the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Parses @text. Returns the tree, or NULL on error. @message: (out) (optional) (transfer full):
 * the error with line and column. */
JsonNode *troupe_json_check (const char *text, char **message);

G_END_DECLS
