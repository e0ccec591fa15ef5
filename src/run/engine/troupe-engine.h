/* troupe-engine.h: engine that executes runs on one shared thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeEngine:
 *
 * Executes any number of runs on one thread, which is started with the first of them, and owns the
 * resources that they share:
 *
 * - The main context of the thread. Only the thread iterates it. Each run executes a bounded number
 *   of turns at a time and is woken by whatever it waits for (models, Python, users, the store,
 *   time); so one thread executes 10,000 runs that wait for models, and no run delays the others
 *   for long. Blocking operations run in two thread pools: `db` with one thread, `io` with four.
 * - The connections to models.
 * - Commits: the steps that runs finish in the same iteration of the loop become durable in one
 *   transaction.
 * - The limit on Python helper processes. The processes are not shared, not even between runs of
 *   the same document with the same permissions: code sees live objects of its run (its state, its
 *   outputs, modules with their globals, current folder, environment) as in CrewAI, and these must
 *   not be visible to another run.
 *
 * Limits per API key of a model also belong here, once clients of llm/ support them.
 *
 * An application has one engine. It may be created and unreffed on any thread; the last unref
 * cancels the runs in progress and waits for them to end.
 */
#define TROUPE_TYPE_ENGINE (troupe_engine_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEngine, troupe_engine, TROUPE, ENGINE, GObject)

TroupeEngine *troupe_engine_new (void);

/* Call before the first run. Limits the total number of connections and the connections to one
 * host; the default is %TROUPE_LIMIT_CONNECTIONS. */
void troupe_engine_set_max_connections (TroupeEngine *self, guint max_connections);
/* Limits the number of concurrent calls with one API key in all runs, at most the number of
 * connections. Call at any time, from any thread. Calls in progress continue; if the limit is
 * raised, queued calls start as others end. */
void troupe_engine_set_max_calls (TroupeEngine *self, guint max_calls);

/**
 * troupe_engine_run_async:
 * @parent: (nullable): a running run inside which @run starts. Cancelling or pausing the parent
 *   also affects @run, and @run is cancelled when the parent ends
 *
 * Starts @run, which must not have been started before. Invokes @callback in the caller's
 * thread-default context after the last event was passed to the sinks, which are called on the
 * engine's thread. Call from any thread, also from a sink. The engine must exist until @callback
 * was invoked.
 */
void troupe_engine_run_async (TroupeEngine *self,
                              TroupeRun *run,
                              TroupeRun *parent,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
/* Returns the result of the run; never NULL. (transfer full) */
TroupeRunResult *troupe_engine_run_finish (TroupeRun *run, GAsyncResult *result);

G_END_DECLS
