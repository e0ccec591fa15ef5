/* troupe-engine-loop.h: event loop of the engine: schedules runs and owns what they share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-plan.h"
#include "troupe-llm.h"
#include "troupe-pool.h"
#include "troupe-run.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/**
 * TroupeEngineLoop:
 *
 * The state shared by #TroupeEngine and its thread. It belongs to one thread, or to the caller of
 * troupe_engine_loop_wait(); no other thread iterates its context.
 *
 * One iteration of the loop works as follows. First, ready sources are dispatched (answers of
 * models and of Python, closing sockets). They do not change a run, but queue frames and wake the
 * run's turn. Then runs take turns one after the other, each run up to 64 turns or until two
 * milliseconds have passed. At the end, everything that the runs wrote to stores is committed in
 * one transaction per store, and the tickets wake the runs again.
 */
typedef struct _TroupeEngineLoop TroupeEngineLoop;

typedef void (*TroupeEngineEndedFunc) (TroupeRun *run, TroupeRunResult *result, gpointer user_data);

/**
 * TroupeEngineWorkState:
 * @TROUPE_ENGINE_WORK_READY: the work can continue immediately
 * @TROUPE_ENGINE_WORK_WAITS: the work waits; its queue entry is woken when it can continue
 */
typedef enum
{
  TROUPE_ENGINE_WORK_READY,
  TROUPE_ENGINE_WORK_WAITS,
  TROUPE_ENGINE_WORK_ENDED,
} TroupeEngineWorkState;

/**
 * TroupeEngineWork:
 * @begin: creates the work. @run: (transfer full); @owner: passed to the queue entry. Any thread
 * @advance: continues for a bounded time
 * @get_run, @get_turn: return the run and its queue entry. (transfer none)
 * @end: frees the work after it has ended, and returns the run. @result: (out) (transfer full).
 *   (transfer full)
 *
 * How the loop executes a run: #TroupeRunExecution implements it.
 */
typedef struct
{
  gpointer (*begin) (TroupeRun *run, TroupeEngineLoop *loop, gpointer owner);
  TroupeEngineWorkState (*advance) (gpointer work);
  TroupeRun *(*get_run) (gpointer work);
  TroupeRunQueueEntry *(*get_turn) (gpointer work);
  TroupeRun *(*end) (gpointer work, TroupeRunResult **result);
} TroupeEngineWork;

TroupeEngineLoop *troupe_engine_loop_new (guint max_connections, guint max_helpers);
/* Must not be called before all added runs have ended. */
void troupe_engine_loop_free (TroupeEngineLoop *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEngineLoop, troupe_engine_loop_free)

/* Adds a run. May be called from any thread. @work: static; executes the run; @ended: called on the loop's thread, which keeps no
 * reference to the run; @run, @result: owned by @ended, to be kept or freed by the thread that
 * created the run. @run: (transfer full) */
void troupe_engine_loop_add (TroupeEngineLoop *self,
                             TroupeRun *run,
                             const TroupeEngineWork *work,
                             TroupeEngineEndedFunc ended,
                             gpointer user_data);
/* Cancels all runs, including runs that are added later. The loop ends when all of them have
 * ended. May be called from any thread. */
void troupe_engine_loop_quit (TroupeEngineLoop *self);
/* Sets the maximum number of concurrent calls per API key; 0: the number of connections. From
 * any thread. */
void troupe_engine_loop_set_max_calls (TroupeEngineLoop *self, guint max_calls);
/* Iterates until troupe_engine_loop_quit() was called and all runs have ended, or until @is_done
 * is TRUE. @is_done: (nullable) */
void troupe_engine_loop_iterate (TroupeEngineLoop *self, const gboolean *is_done);

/* Returns the keys in the environment of the process, which are determined once, because every run
 * redacts them. From any thread. (transfer none) (nullable) */
TroupeSecret *troupe_engine_loop_get_environment_keys (TroupeEngineLoop *self);

/* The remaining functions are called by runs on the loop's thread. */
/* Creates a client that shares the loop's connections. (transfer full) */
TroupeLlmClient *troupe_engine_loop_make_client (TroupeEngineLoop *self);
/* Returns the compiled conditions of @flow, which are shared by its runs. (transfer full) */
TroupeFlowPlan *troupe_engine_loop_get_plan (TroupeEngineLoop *self, TroupeFlow *flow);
/* Requests that everything written to @store in this iteration is committed. */
void troupe_engine_loop_want_commit (TroupeEngineLoop *self, TroupeStore *store);
/* Return the pools for blocking work: one thread for databases, four for files. */
TroupePool *troupe_engine_loop_get_db (TroupeEngineLoop *self);
TroupePool *troupe_engine_loop_get_io (TroupeEngineLoop *self);
TroupeRunQueue *troupe_engine_loop_get_turns (TroupeEngineLoop *self);
/* Reserves a slot for a helper process. Returns FALSE if no slot is free. In this case, @turn is
 * woken when a slot becomes free. */
gboolean troupe_engine_loop_take_helper (TroupeEngineLoop *self, TroupeRunQueueEntry *turn);
void troupe_engine_loop_give_helper (TroupeEngineLoop *self);

G_END_DECLS
