/* troupe-run-context.h: what all calls of models and tools of a run share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-llm.h"
#include "troupe-recorder.h"

G_BEGIN_DECLS

typedef struct _TroupeToolGate TroupeToolGate;

/**
 * TroupeRunContext:
 * @client: (nullable): the client for models; it also provides the keys for tools
 * @bus: (nullable): receives the events
 * @folder: (nullable): the document's folder, to which file tools are limited; %NULL is the current
 *   folder
 * @work: (nullable): the base of other relative paths
 * @may_change_programs: whether tools may write any files in the folder, and not only documents and data in its folder `output` (doc/reliability.md R9)
 * @texts: (nullable): the texts of other files to which the user has agreed (troupe-agreed-texts.h)
 * @gate: (nullable): static; consulted before each call of a tool, with @gate_data, which lives as
 *   long as the run
 * @recorder: (nullable): may answer calls, and keeps their outcomes
 *
 * Immutable and reference counted. Flows, crews, agents and tools pass it on by pointer.
 * Threads: any.
 */
typedef struct
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  const char *folder;
  const char *work;
  gboolean may_change_programs;
  GHashTable *texts;
  const TroupeToolGate *gate;
  gpointer gate_data;
  TroupeRecorder *recorder;
} TroupeRunContext;

/* Creates a context that holds references to the objects of @fields and copies of its strings. (transfer full) */
TroupeRunContext *troupe_run_context_new (const TroupeRunContext *fields);
TroupeRunContext *troupe_run_context_ref (const TroupeRunContext *self);
void troupe_run_context_unref (const TroupeRunContext *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunContext, troupe_run_context_unref)

/* Returns where keys for tools are found. (transfer none) (nullable): NULL is g_getenv() */
TroupeLlmEnvironment *troupe_run_context_get_environment (const TroupeRunContext *self);

G_END_DECLS
