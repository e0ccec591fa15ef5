/* troupe-plot.h: documents as pictures: the drawn graph, its layout, SVG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-flow.h"
#include "troupe-plot-graph.h"
#include "troupe-plot-layout.h"
#include "troupe-plot-svg.h"
