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
 * Merges two maps. If both maps have a key, the value of @over is used. The keys of @under precede
 * the other keys of @over, each in the order of its map. The merge is shallow, so a nested map of
 * @over replaces that of @under. Takes linear time.
 *
 * Returns: (transfer full): the map; @under itself if there is nothing to merge
 */
TroupeValue *troupe_value_map_overlay (TroupeValue *under, TroupeValue *over);

G_END_DECLS
