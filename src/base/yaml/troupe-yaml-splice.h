/* troupe-yaml-splice.h: writes a changed tree into its YAML source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* Writes @root into the text of @source, without checking that the result parses to @root.
 * @fresh: (element-type JsonNode): nodes of @root that are rewritten.
 * @expand: write the targets of aliases in full. */
char *
troupe_yaml_splice (JsonNode *root, TroupeJsonText *source, GHashTable *fresh, gboolean expand);

G_END_DECLS
