/* troupe-json-pane.h: a part of the document as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-editor-context.h"
#include "troupe-text-field.h"

G_BEGIN_DECLS

/**
 * TroupeJsonPane:
 *
 * The JSON side of the inspector: what is typed is applied when it is valid, typing is one step of
 * undo a second.
 */
#define TROUPE_TYPE_JSON_PANE (troupe_json_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeJsonPane, troupe_json_pane, TROUPE, JSON_PANE, GtkWidget)

/* @method: (nullable): NULL is the flow without its methods and without `x-troupe`. */
GtkWidget *troupe_json_pane_new (TroupeEditorContext *context, const char *method);
/* The method has another name now. */
void troupe_json_pane_set_method (TroupeJsonPane *self, const char *method);
void troupe_json_pane_refresh (TroupeJsonPane *self);
TroupeTextField *troupe_json_pane_get_text_field (TroupeJsonPane *self);

G_END_DECLS
