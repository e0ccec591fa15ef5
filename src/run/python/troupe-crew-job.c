/* troupe-crew-job.c: blocking jobs on a thread pool, with completion in the caller's context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-job"

#include "config.h"

#include "troupe-crew-job.h"

typedef struct
{
  GMainContext *context;
  void (*work) (gpointer data);
  void (*done) (gpointer data);
  gpointer data;
  gint is_done; /* atomic: set when the pool thread no longer uses the job */
} Job;

static gboolean
done_cb (gpointer user_data)
{
  Job *job = user_data;

  if (!g_atomic_int_get (&job->is_done))
    return G_SOURCE_CONTINUE;
  job->done (job->data);
  g_main_context_unref (job->context);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static void
work (gpointer data)
{
  Job *job = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  job->work (job->data);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, done_cb, job, NULL);
  g_source_attach (source, job->context);
}

void
troupe_crew_job_run (TroupePool *pool,
                     TroupeRunQueueEntry *turn,
                     GMainContext *context,
                     void (*func) (gpointer data),
                     void (*done) (gpointer data),
                     gpointer data)
{
  Job *job = g_new0 (Job, 1);

  job->context = g_main_context_ref (context);
  job->work = func;
  job->done = done;
  job->data = data;
  troupe_pool_run (pool, work, job, &job->is_done, turn);
}
