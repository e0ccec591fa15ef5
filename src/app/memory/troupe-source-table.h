/* troupe-source-table.h: table of the knowledge sources of a crew and its agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-source-item.h"

G_BEGIN_DECLS

/**
 * TroupeSourceTable:
 *
 * A table of knowledge sources with their owner, number of chunks and state.
 *
 * Signals: `read-requested`, `stop-requested`, `pieces-requested`, `look-requested` (each
 * #TroupeSourceItem), `add-requested`.
 */
#define TROUPE_TYPE_SOURCE_TABLE (troupe_source_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourceTable, troupe_source_table, TROUPE, SOURCE_TABLE, GtkWidget)

GtkWidget *troupe_source_table_new (void);

/* Shows the sources. Items of existing sources keep their progress. @facts: (element-type
 * TroupeSourceFacts): the elements of this array are stolen */
void troupe_source_table_show (TroupeSourceTable *self, GPtrArray *facts);
/* Sets whether the add button is visible. @reason: (nullable): why sources cannot be added;
 * %NULL if sources can be added */
void
troupe_source_table_set_addable (TroupeSourceTable *self, gboolean is_there, const char *reason);
/* If @is_narrow is TRUE, hides the columns for chunks and owner. */
void troupe_source_table_set_narrow (TroupeSourceTable *self, gboolean is_narrow);

/* Sets whether a run is loading @collection, of which @done of @n new chunks are stored. Returns
 * TRUE if something has changed. */
gboolean troupe_source_table_set_run (TroupeSourceTable *self,
                                      const char *collection,
                                      gboolean is_read,
                                      guint done,
                                      guint n);

G_END_DECLS
