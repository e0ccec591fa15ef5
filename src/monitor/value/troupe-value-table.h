/* troupe-value-table.h: table view of a list of maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_VALUE_TABLE (troupe_value_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueTable, troupe_value_table, TROUPE, VALUE_TABLE, GtkWidget)

GtkWidget *troupe_value_table_new (void);

/* Returns TRUE if @value is a list of maps that does not exceed the size limit of tables. */
gboolean troupe_value_table_fits (const TroupeValue *value);
/* @value: (nullable): a value for which troupe_value_table_fits() returns TRUE. The columns are
 *   the keys of its first entries, in the same order. */
void troupe_value_table_set_value (TroupeValueTable *self, TroupeValue *value);

G_END_DECLS
