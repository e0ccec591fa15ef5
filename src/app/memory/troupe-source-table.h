/* troupe-source-table.h: what a crew and its agents know, source by source
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
 * The sources with whom they are given to, their pieces and their state.
 *
 * Signals: `read-requested`, `stop-requested`, `pieces-requested`, `look-requested` (each #TroupeSourceItem), `add-requested`.
 */
#define TROUPE_TYPE_SOURCE_TABLE (troupe_source_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourceTable, troupe_source_table, TROUPE, SOURCE_TABLE, GtkWidget)

GtkWidget *troupe_source_table_new (void);

/* Those that stay keep what is under way. @facts: (element-type TroupeSourceFacts): its elements are taken */
void troupe_source_table_show (TroupeSourceTable *self, GPtrArray *facts);
/* @reason: (nullable): why none can be added; %NULL where one can */
void
troupe_source_table_set_addable (TroupeSourceTable *self, gboolean is_there, const char *reason);
/* Without room pieces and whom they are given to are left out. */
void troupe_source_table_set_narrow (TroupeSourceTable *self, gboolean is_narrow);

/* A run loads @collection, of which @done of @n new pieces are kept, or loads it no more. Whether that is news. */
gboolean troupe_source_table_set_run (TroupeSourceTable *self,
                                      const char *collection,
                                      gboolean is_read,
                                      guint done,
                                      guint n);

G_END_DECLS
