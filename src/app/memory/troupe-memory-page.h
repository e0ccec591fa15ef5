/* troupe-memory-page.h: what a document remembers and knows, in the place of its editor
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
 * Scopes, records and one of them, and below them what is looked up: of the crew that is in front with its agents, or of
 * a flow and all of its crews. It reads what there is, and has nothing read or embedded unless a person asks for it.
 */
#define TROUPE_TYPE_MEMORY_PAGE (troupe_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryPage, troupe_memory_page, TROUPE, MEMORY_PAGE, GtkWidget)

/* Shows it behind what is in front of @content. */
void troupe_memory_page_open (TroupePageContent *content);

/* Whether nothing is read or under way; for tests. All below (transfer none). */
gboolean troupe_memory_page_is_idle (TroupeMemoryPage *self);
TroupeMemoryRows *troupe_memory_page_get_rows (TroupeMemoryPage *self);
GtkSelectionModel *troupe_memory_page_get_selection (TroupeMemoryPage *self);
TroupeMemoryScopes *troupe_memory_page_get_scopes (TroupeMemoryPage *self);
TroupeMemoryDetail *troupe_memory_page_get_detail (TroupeMemoryPage *self);
TroupeSourceTable *troupe_memory_page_get_sources (TroupeMemoryPage *self);

G_END_DECLS
