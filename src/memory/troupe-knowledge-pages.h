/* troupe-knowledge-pages.h: pages of the web on their way into knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge-web.h"

G_BEGIN_DECLS

/**
 * TroupeKnowledgePages:
 *
 * What the addresses of sources gave, each fetched once. Fetched on one thread; then read on any, one at a time.
 */
typedef struct _TroupeKnowledgePages TroupeKnowledgePages;

/* @web: (nullable): borrowed; without it every address fails */
TroupeKnowledgePages *troupe_knowledge_pages_new (const TroupeKnowledgeWeb *web);
void troupe_knowledge_pages_free (TroupeKnowledgePages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgePages, troupe_knowledge_pages_free)

/* Before it is fetched. Twice is once. */
void troupe_knowledge_pages_add (TroupeKnowledgePages *self, const char *address);

/* What was kept of it has this stamp, or none: of several that differ none counts. Before it is fetched. @stamp: (nullable) */
void troupe_knowledge_pages_set_stamp (TroupeKnowledgePages *self,
                                       const char *address,
                                       const char *stamp);

/* Fetches all that was added, a few at a time. What fails is an error of that page. @self lives until the end. */
void troupe_knowledge_pages_fetch_async (TroupeKnowledgePages *self,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Errors: %G_IO_ERROR_CANCELLED alone. */
gboolean troupe_knowledge_pages_fetch_finish (GAsyncResult *result, GError **error);

/* (transfer none) (nullable): with the error of its fetching */
const TroupeKnowledgePage *
troupe_knowledge_pages_find (TroupeKnowledgePages *self, const char *address, GError **error);

G_END_DECLS
