/* troupe-plot.h: umbrella header for drawing documents: graph, layout and export to image files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-carry.h"
#include "troupe-plot-export.h"
#include "troupe-plot-flow.h"
#include "troupe-plot-graph.h"
#include "troupe-plot-layout.h"
