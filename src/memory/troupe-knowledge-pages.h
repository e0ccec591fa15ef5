/* troupe-knowledge-pages.h: fetches the web pages of knowledge sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge-web.h"

G_BEGIN_DECLS

/**
 * TroupeKnowledgePages:
 *
 * The web pages of sources, each of which is fetched once. The pages are fetched on one thread.
 * After that they can be read on any thread, but only on one at a time.
 */
typedef struct _TroupeKnowledgePages TroupeKnowledgePages;

/* @web: (nullable): borrowed; if NULL, every URL fails */
TroupeKnowledgePages *troupe_knowledge_pages_new (const TroupeKnowledgeWeb *web);
void troupe_knowledge_pages_free (TroupeKnowledgePages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgePages, troupe_knowledge_pages_free)

/* Adds a URL, before fetching. Duplicates are ignored. */
void troupe_knowledge_pages_add (TroupeKnowledgePages *self, const char *address);

/* Sets the stamp of the saved version of a page. Must be called before fetching. If a page gets
 * several different stamps, none of them is used. @stamp: (nullable) */
void troupe_knowledge_pages_set_stamp (TroupeKnowledgePages *self,
                                       const char *address,
                                       const char *stamp);

/* Fetches all added pages, a few at a time. A failure is recorded as an error of that page.
 * @self must stay alive until the operation ends. */
void troupe_knowledge_pages_fetch_async (TroupeKnowledgePages *self,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Errors: only %G_IO_ERROR_CANCELLED. */
gboolean troupe_knowledge_pages_fetch_finish (GAsyncResult *result, GError **error);

/* Returns a page. If fetching it failed, returns NULL with the error. (transfer none) (nullable) */
const TroupeKnowledgePage *
troupe_knowledge_pages_find (TroupeKnowledgePages *self, const char *address, GError **error);

G_END_DECLS
