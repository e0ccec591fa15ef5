/* troupe-json-pane.h: a part of the document as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-form-target.h"
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

/* @path: to the object that is shown; @left_out: (nullable): NULL-terminated: members of it that neither are shown nor
 * change */
GtkWidget *troupe_json_pane_new (TroupeFormTarget *target,
                                 const char *const *path,
                                 const char *const *left_out);
/* The same object stands there now. */
void troupe_json_pane_set_path (TroupeJsonPane *self, const char *const *path);
void troupe_json_pane_refresh (TroupeJsonPane *self);
TroupeTextField *troupe_json_pane_get_text_field (TroupeJsonPane *self);

G_END_DECLS
