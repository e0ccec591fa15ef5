/* troupe-state-columns.h: columns of the table of state fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-state-table.h"

G_BEGIN_DECLS

/* Adds the columns field, type, required, default and input to @view. Their cells show and edit
 * the rows of @table. */
void troupe_state_columns_add (GtkColumnView *view, TroupeStateTable *table);

G_END_DECLS
