/* troupe-state-columns.h: what a table of fields shows of each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-state-table.h"

G_BEGIN_DECLS

/* Field, type, required, default, asked: columns of @view whose cells show the rows of @table and change what they are
 * of. */
void troupe_state_columns_add (GtkColumnView *view, TroupeStateTable *table);

G_END_DECLS
