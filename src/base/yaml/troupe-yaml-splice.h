/* troupe-yaml-splice.h: writing a changed tree into its YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* One try of the writer. @fresh: (element-type JsonNode): nodes of @root that are written anew.
 * @expand: write out what aliases stand for. */
char *
troupe_yaml_splice (JsonNode *root, TroupeJsonText *source, GHashTable *fresh, gboolean expand);

G_END_DECLS
