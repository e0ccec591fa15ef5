/* troupe-export-show.h: shows the text in which an API key was found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-plot-export.h"

G_BEGIN_DECLS

/* Shows the document field that contains the key, with the key selected. For a key in the output
 * of a run, shows the panel with the output of the card. If neither is found, shows the card. */
void troupe_export_show (TroupePageContent *content,
                         TroupeDocument *document,
                         const TroupePlotFinding *finding);

G_END_DECLS
