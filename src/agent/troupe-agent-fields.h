/* troupe-agent-fields.h: values that a document or a model has written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* What stands under @key, NULL where it is missing or null, and where @map is none. (transfer none) */
TroupeValue *troupe_agent_get (TroupeValue *map, const char *key);

G_END_DECLS
