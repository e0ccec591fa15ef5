/* troupe-json-pane.h: JSON editor for a part of the document
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
 * The JSON page of the inspector. Input is applied if it is valid. Typing is merged into one undo
 * step per second.
 */
#define TROUPE_TYPE_JSON_PANE (troupe_json_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeJsonPane, troupe_json_pane, TROUPE, JSON_PANE, GtkWidget)

/* Creates a pane. @path: the path to the displayed object; @left_out: (nullable):
 * NULL-terminated: members that are neither shown nor changed */
GtkWidget *troupe_json_pane_new (TroupeFormTarget *target,
                                 const char *const *path,
                                 const char *const *left_out);
/* Sets the new path of the same object. */
void troupe_json_pane_set_path (TroupeJsonPane *self, const char *const *path);
void troupe_json_pane_refresh (TroupeJsonPane *self);
TroupeTextField *troupe_json_pane_get_text_field (TroupeJsonPane *self);

G_END_DECLS
