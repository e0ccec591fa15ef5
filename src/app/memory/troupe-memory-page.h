/* troupe-memory-page.h: subpage with memory records and knowledge sources of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-commands.h"
#include "troupe-memory-detail.h"
#include "troupe-memory-rows.h"
#include "troupe-memory-scopes.h"
#include "troupe-source-table.h"
#include "troupe-subpage.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryPage:
 *
 * Shows scopes, records and the selected record, and below them the knowledge sources. The sources
 * are those of the shown crew and its agents, or those of a flow and all its crews. By itself, the
 * page only reads the database; sources are read and texts embedded only on request of the user.
 */
#define TROUPE_TYPE_MEMORY_PAGE (troupe_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryPage, troupe_memory_page, TROUPE, MEMORY_PAGE, GtkWidget)

/* Opens the page as a subpage, in place of the editor of @content. */
void troupe_memory_page_open (TroupePageContent *content);

/* Returns TRUE if nothing is being read or written; for tests. All following getters are
 * (transfer none). */
gboolean troupe_memory_page_is_idle (TroupeMemoryPage *self);
TroupeMemoryRows *troupe_memory_page_get_rows (TroupeMemoryPage *self);
GtkSelectionModel *troupe_memory_page_get_selection (TroupeMemoryPage *self);
TroupeMemoryScopes *troupe_memory_page_get_scopes (TroupeMemoryPage *self);
TroupeMemoryDetail *troupe_memory_page_get_detail (TroupeMemoryPage *self);
TroupeSourceTable *troupe_memory_page_get_sources (TroupeMemoryPage *self);

G_END_DECLS
