/* troupe-export-show.h: leads to the text in which a key was found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-plot-export.h"

G_BEGIN_DECLS

/* Shows the field of the document that the key stands in, with its text selected, or in the panel what the run said of
 * the card; where neither is to be found, the card. */
void troupe_export_show (TroupePage *page, const TroupePlotFinding *finding);

G_END_DECLS
