/* troupe-value-tree.h: a value as rows that unfold
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

/* @root: (nullable). What was unfolded stays so where the new root has the same name and path. */
void troupe_value_tree_set_root (TroupeValueTree *self, TroupeValueItem *root);
/* (transfer full) (nullable) */
TroupeValueItem *troupe_value_tree_dup_selected (TroupeValueTree *self);
GtkSelectionModel *troupe_value_tree_get_model (TroupeValueTree *self);

/* What a row or a cell says of @value: at most some 200 letters of it. (transfer full) */
char *troupe_value_describe (const TroupeValue *value);
/* The same, and of a list or map how much is in it: `[7]`, `{4}`. (transfer full) */
char *troupe_value_describe_line (const TroupeValue *value);
/* Has the tooltip of @label, a GtkLabel, say all of its text where that is cut. */
void troupe_value_label_tell_cut (GtkWidget *label);
/* The style class of a value's kind. */
const char *troupe_value_get_css_class (const TroupeValue *value);

G_END_DECLS
