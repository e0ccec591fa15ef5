/* troupe-run-knowledge.h: what one kickoff looks up, on its way into the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-knowledge.h"

G_BEGIN_DECLS

/**
 * TroupeRunKnowledge:
 *
 * The sources of one kickoff, which are read and embedded before it begins, a collection after another, and told of. On
 * the thread of the run.
 */
typedef struct _TroupeRunKnowledge TroupeRunKnowledge;

/* @bus, @scope: (nullable): where it is told */
TroupeRunKnowledge *troupe_run_knowledge_new (TroupeEventBus *bus, TroupeScope *scope);
/* When nothing of it is under way. */
void troupe_run_knowledge_free (TroupeRunKnowledge *self);

/* @knowledge: (transfer full); @sources: (element-type TroupeKnowledgeSource) */
void troupe_run_knowledge_add (TroupeRunKnowledge *self,
                               TroupeKnowledge *knowledge,
                               const char *collection,
                               GPtrArray *sources);

/* Reads and embeds what is not there yet. @self: until it has ended */
void troupe_run_knowledge_load_async (TroupeRunKnowledge *self,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
gboolean troupe_run_knowledge_load_finish (GAsyncResult *result, GError **error);

G_END_DECLS
