/* troupe-value-overlay.h: shallow merge of two maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_value_map_overlay:
 * @under: a map
 * @over: (nullable): a map
 *
 * Merges two maps; if both have a key, the value of @over is used. Keys of @under come first, in
 * its order, followed by the other keys of @over in that order. The merge is shallow: nested maps
 * replace each other. Takes linear time.
 *
 * Returns: (transfer full): the map; @under itself if there is nothing to merge
 */
TroupeValue *troupe_value_map_overlay (TroupeValue *under, TroupeValue *over);

G_END_DECLS
