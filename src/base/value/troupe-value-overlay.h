/* troupe-value-overlay.h: one map over another
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
 * A map of all that both have; under a key that both have stands what @over has. The keys keep the order of @under, and
 * those that it has not follow in that of @over. Only the first level is laid: maps inside replace each other. In linear
 * time.
 *
 * Returns: (transfer full): the map; @under itself where nothing is laid over it
 */
TroupeValue *troupe_value_map_overlay (TroupeValue *under, TroupeValue *over);

G_END_DECLS
