/* troupe-template-preview.h: a small picture of a flow, for a card
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
 * Draws a document's cards, gates and wires as plain shapes in the colours of the canvas.
 */
#define TROUPE_TYPE_TEMPLATE_PREVIEW (troupe_template_preview_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTemplatePreview,
                      troupe_template_preview,
                      TROUPE,
                      TEMPLATE_PREVIEW,
                      GtkWidget)

/* @document: (nullable): NULL draws the sign for an empty flow. */
GtkWidget *troupe_template_preview_new (TroupeFlowDocument *document);

G_END_DECLS
