/* troupe-compare-list.h: list of the methods that differ in two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-compare-facts.h"

G_BEGIN_DECLS

/**
 * TroupeCompareList:
 *
 * A row for each method that differs: its name, what differs, and the change of cost or time.
 *
 * Signal: `selected` (): another row was selected.
 */
#define TROUPE_TYPE_COMPARE_LIST (troupe_compare_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareList, troupe_compare_list, TROUPE, COMPARE_LIST, GtkWidget)

/* @facts: must outlive the list. (transfer full): floating */
GtkWidget *troupe_compare_list_new (const TroupeCompareFacts *facts);
/* Returns the method of the selected row. (transfer none) (nullable) */
const TroupeComparedMethod *troupe_compare_list_get_selected (TroupeCompareList *self);
/* Selects the row of a method. @name: (nullable): NULL for the first row. Returns FALSE if the method does not differ. */
gboolean troupe_compare_list_select (TroupeCompareList *self, const char *name);
/* Returns the number of methods that differ. */
guint troupe_compare_list_get_n (TroupeCompareList *self);

G_END_DECLS
