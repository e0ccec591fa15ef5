/* troupe-template-preview.h: thumbnail of a flow or crew for template cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeTemplatePreview:
 *
 * Draws the cards, gates and wires of a document as plain shapes in the colors of the canvas.
 */
#define TROUPE_TYPE_TEMPLATE_PREVIEW (troupe_template_preview_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTemplatePreview,
                      troupe_template_preview,
                      TROUPE,
                      TEMPLATE_PREVIEW,
                      GtkWidget)

/* @document: (nullable): if NULL, the icon for an empty flow is drawn */
GtkWidget *troupe_template_preview_new (TroupeFlowDocument *document);
/* Creates the icon for an empty crew. */
GtkWidget *troupe_template_preview_new_crew (void);

G_END_DECLS
