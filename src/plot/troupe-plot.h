/* troupe-plot.h: documents as pictures: the drawn graph, its layout, exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-carry.h"
#include "troupe-plot-export.h"
#include "troupe-plot-flow.h"
#include "troupe-plot-graph.h"
#include "troupe-plot-layout.h"
