/* troupe-run-knowledge.h: loading of the knowledge sources of a kickoff into the store
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
 * The knowledge sources of one kickoff. They are read and embedded before the kickoff starts, one
 * collection after the other. Events report the progress. Used on the run's thread.
 */
typedef struct _TroupeRunKnowledge TroupeRunKnowledge;

/* @bus, @scope: (nullable): where events are emitted */
TroupeRunKnowledge *troupe_run_knowledge_new (TroupeEventBus *bus, TroupeScope *scope);
/* Call only when no loading is in progress. */
void troupe_run_knowledge_free (TroupeRunKnowledge *self);

/* Adds knowledge to load. @knowledge: (transfer full); @sources: (element-type
 * TroupeKnowledgeSource) */
void troupe_run_knowledge_add (TroupeRunKnowledge *self,
                               TroupeKnowledge *knowledge,
                               const char *collection,
                               GPtrArray *sources);

/* Reads and embeds the content that is not stored yet. @self must exist until this has finished. */
void troupe_run_knowledge_load_async (TroupeRunKnowledge *self,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
gboolean troupe_run_knowledge_load_finish (GAsyncResult *result, GError **error);

G_END_DECLS
