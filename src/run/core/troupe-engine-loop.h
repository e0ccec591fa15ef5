/* troupe-engine-loop.h: the loop that runs take their turns in, and what they share there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-plan.h"
#include "troupe-llm.h"
#include "troupe-pool.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeEngineLoop:
 *
 * What #TroupeEngine and its thread share. It is one thread's, or that of whoever waits in
 * troupe_engine_loop_wait(); nobody else iterates its context.
 *
 * One turn of the loop: sources that are ready are dispatched (answers of models, of Python, closing
 * sockets); they change no run but queue frames and wake its turn. Then runs take turns, each up to 64 of
 * its own or until two milliseconds are over, one run after the other. What they gave to stores meanwhile
 * is committed at the end, as one transaction a store, and the tickets wake them again.
 */
typedef struct _TroupeEngineLoop TroupeEngineLoop;

typedef void (*TroupeEngineEndedFunc) (TroupeRun *run, TroupeRunResult *result, gpointer user_data);

TroupeEngineLoop *troupe_engine_loop_new (guint max_connections, guint max_helpers);
/* Not to be called before all that was added has ended. */
void troupe_engine_loop_free (TroupeEngineLoop *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEngineLoop, troupe_engine_loop_free)

/* Any thread. @ended: called in the loop's thread, with nothing of the run left there; @run,
 * @result: its to keep or to free, by the thread that made the run. @run: (transfer full) */
void troupe_engine_loop_add (TroupeEngineLoop *self,
                             TroupeRun *run,
                             TroupeEngineEndedFunc ended,
                             gpointer user_data);
/* Any thread. Cancels what runs and what is still added; the loop is over when all of that has ended. */
void troupe_engine_loop_quit (TroupeEngineLoop *self);
/* Any thread. How many calls of one key may be under way; 0: as many as connections. */
void troupe_engine_loop_set_max_calls (TroupeEngineLoop *self, guint max_calls);
/* Iterates until it has to quit, or @is_done. @is_done: (nullable) */
void troupe_engine_loop_iterate (TroupeEngineLoop *self, const gboolean *is_done);

/* The rest in the loop's thread, for runs. */
/* A client that shares the loop's connections. (transfer full) */
TroupeLlmClient *troupe_engine_loop_make_client (TroupeEngineLoop *self);
/* The conditions of @flow: runs of one flow share them. (transfer full) */
TroupeFlowPlan *troupe_engine_loop_get_plan (TroupeEngineLoop *self, TroupeFlow *flow);
/* What was given to @store in this turn of the loop is to be durable. */
void troupe_engine_loop_want_commit (TroupeEngineLoop *self, TroupeStore *store);
/* One thread for databases, four for files. */
TroupePool *troupe_engine_loop_get_db (TroupeEngineLoop *self);
TroupePool *troupe_engine_loop_get_io (TroupeEngineLoop *self);
TroupeRunQueue *troupe_engine_loop_get_turns (TroupeEngineLoop *self);
/* A place for a helper process. FALSE: there is none now; @turn is woken when one is free. */
gboolean troupe_engine_loop_take_helper (TroupeEngineLoop *self, TroupeRunQueueEntry *turn);
void troupe_engine_loop_give_helper (TroupeEngineLoop *self);

G_END_DECLS
