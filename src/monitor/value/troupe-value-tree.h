/* troupe-value-tree.h: tree view of a value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value-item.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_VALUE_TREE (troupe_value_tree_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueTree, troupe_value_tree, TROUPE, VALUE_TREE, GtkWidget)

GtkWidget *troupe_value_tree_new (void);

/* @root: (nullable). Expanded rows stay expanded if the new root has the same name and path. */
void troupe_value_tree_set_root (TroupeValueTree *self, TroupeValueItem *root);
/* (transfer full) (nullable) */
TroupeValueItem *troupe_value_tree_dup_selected (TroupeValueTree *self);
GtkSelectionModel *troupe_value_tree_get_model (TroupeValueTree *self);

/* Describes @value in a row or cell, with at most about 200 characters. (transfer full) */
char *troupe_value_describe (const TroupeValue *value);
/* Describes @value like troupe_value_describe(), except that a list or map is described only by
 * its size: `[7]`, `{4}`. (transfer full) */
char *troupe_value_describe_line (const TroupeValue *value);
/* Makes the tooltip of @label, a GtkLabel, show the complete text if it is ellipsized. */
void troupe_value_label_tell_cut (GtkWidget *label);
/* Returns the style class for the type of a value. */
const char *troupe_value_get_css_class (const TroupeValue *value);

/* Shows the search, or gives it the focus. */
void troupe_value_tree_find (TroupeValueTree *self);

G_END_DECLS
