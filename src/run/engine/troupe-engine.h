/* troupe-engine.h: what carries runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeEngine:
 *
 * Carries any number of runs in one thread, which is begun with the first of them, and owns what they
 * share:
 *
 * - The thread's main context. Nothing but the thread iterates it. A run takes turns there, a bounded
 *   number at a time, and whatever it waits for (models, Python, people, the store, time) wakes it; so one
 *   thread carries 10,000 runs whose models wait, and no run holds up the others for long. What blocks goes
 *   to two pools: `db` with one thread, `io` with four.
 * - The connections to models.
 * - Commits: what runs finish in the same turn of the loop becomes durable in one transaction.
 * - How many helper processes of Python there may be. The processes themselves are not shared, also not
 *   between runs of the same document with the same permissions: code sees live objects of its run (its
 *   state, its outputs, modules with what they remember, current folder, environment), as CrewAI's does,
 *   and nothing of that may reach another run.
 *
 * Limits per key of a model belong here, too, once clients of llm/ can be given one.
 *
 * An application has one engine. It may be made and let go of in any thread; letting go of it cancels what
 * still runs and waits for its end.
 */
#define TROUPE_TYPE_ENGINE (troupe_engine_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEngine, troupe_engine, TROUPE, ENGINE, GObject)

TroupeEngine *troupe_engine_new (void);

/* Before the first run. Connections in all, and to one host; 256 unless it is said. */
void troupe_engine_set_max_connections (TroupeEngine *self, guint max_connections);
/* At any time, from any thread: how many calls of one key may be under way in all runs, no more than connections. What
 * is under way goes on; where more are allowed they begin as others end. */
void troupe_engine_set_max_calls (TroupeEngine *self, guint max_calls);
/* Before the first run. Runs that need a helper process wait until fewer than this are there; 64 unless it
 * is said. Those inside another run do not wait. */
void troupe_engine_set_max_helpers (TroupeEngine *self, guint max_helpers);

/**
 * troupe_engine_run_async:
 * @parent: (nullable): a run under way inside which @run begins: cancelling and holding reach @run too, and
 *   when the parent ends it is cancelled
 *
 * Begins @run, which must not have begun before. @callback comes in the caller's thread-default context
 * after the last event was handed to the sinks, which are called in the engine's thread. From any thread,
 * also from inside a sink. The engine must last until then.
 */
void troupe_engine_run_async (TroupeEngine *self,
                              TroupeRun *run,
                              TroupeRun *parent,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
/* (transfer full): how it ended; never %NULL */
TroupeRunResult *troupe_engine_run_finish (TroupeRun *run, GAsyncResult *result);

G_END_DECLS
