/* troupe-flow-runner-replay.c: replay of a resumed run from its stored steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-replay"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"
#include "troupe-runner-change.h"

/* An agent or Python call that starts after the replay. */
typedef struct
{
  TroupeRunnerFrame *frame; /* NULL if dropped */
  const TroupeFlowAction *action;
  TroupeValue *input;   /* (nullable) */
  TroupeValue *outputs; /* (nullable) */
} Deferred;

struct _TroupeRunnerReplay
{
  TroupeFlowRunner *runner;
  GPtrArray *steps;      /* (element-type TroupeRunStep): borrowed; the first one is the initial
                            state */
  GHashTable *by_launch; /* maps method and launch to TroupeRunStep */
  GArray *keys;          /* keys of @by_launch */
  TroupeRunnerFrame **waiting; /* for each step, the frame that queued its turn 1 too early */
  guint next;                  /* index of the next step */
  gboolean is_over;
  GPtrArray *held;  /* frames without a step; their turn 1 follows all steps */
  GArray *deferred; /* (element-type Deferred) */
  guint next_deferred;
  GHashTable *told; /* maps type and method to a GQueue of sequence numbers */
};

static gint64
make_key (guint method, guint launch)
{
  return ((gint64) method << 32) | launch;
}

static void
deferred_clear (gpointer data)
{
  Deferred *deferred = data;

  g_clear_pointer (&deferred->input, troupe_value_unref);
  g_clear_pointer (&deferred->outputs, troupe_value_unref);
}

static void
queue_free (gpointer data)
{
  g_queue_free_full (data, g_free);
}

static char *
make_event_key (TroupeEventType type, const char *method)
{
  return g_strdup_printf ("%d:%s", (int) type, method != NULL ? method : "");
}

/* Returns TRUE for the step of a failed method that is started again. Only the number of such a
 * step is left. */
static gboolean
is_forgiven (const TroupeRunStep *step)
{
  return step->ordinal > 0 && *step->method == '\0';
}

/* Returns what the user has changed between two steps while the run was paused. (transfer none) (nullable) */
static TroupeValue *
get_change (const TroupeRunStep *step)
{
  return is_forgiven (step)
             ? troupe_value_get_member_of (step->value, TROUPE_RUN_STEP_CHANGE, TROUPE_VALUE_MAP)
             : NULL;
}

static TroupeRunnerFrames *
get_frames (TroupeRunnerReplay *self)
{
  return troupe_flow_runner_get_frames (self->runner);
}

static gboolean
add_steps (TroupeRunnerReplay *self, GError **error)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);

  g_assert (self != NULL);

  g_array_set_size (self->keys, self->steps->len);
  for (guint i = 1; i < self->steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (self->steps, i);
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, step->method);
      gint64 *key = &g_array_index (self->keys, gint64, i);

      if (is_forgiven (step))
        continue;
      if (method == NULL)
        {
          g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                       _ ("The run completed the method “%s”, which does not exist in the flow. "
                          "Run the flow again."),
                       step->method);
          return FALSE;
        }
      *key = make_key (method->index, step->launch);
      g_hash_table_insert (self->by_launch, key, (gpointer) step);
    }
  return TRUE;
}

TroupeRunnerReplay *
troupe_runner_replay_new (TroupeFlowRunner *runner,
                          GPtrArray *steps,
                          GPtrArray *events,
                          GError **error)
{
  TroupeRunnerReplay *self = g_new0 (TroupeRunnerReplay, 1);

  self->runner = runner;
  self->steps = steps;
  self->next = 1;
  self->by_launch = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->keys = g_array_new (FALSE, TRUE, sizeof (gint64));
  self->waiting = g_new0 (TroupeRunnerFrame *, steps->len + 1);
  self->held = g_ptr_array_new ();
  self->deferred = g_array_new (FALSE, FALSE, sizeof (Deferred));
  g_array_set_clear_func (self->deferred, deferred_clear);
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, queue_free);
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);
      g_autofree char *key = make_event_key (event->type, troupe_event_get_method (event));
      GQueue *queue = g_hash_table_lookup (self->told, key);

      if (queue == NULL)
        {
          queue = g_queue_new ();
          g_hash_table_insert (self->told, g_steal_pointer (&key), queue);
        }
      g_queue_push_tail (queue, g_memdup2 (&event->sequence, sizeof event->sequence));
    }
  if (add_steps (self, error))
    return self;
  troupe_runner_replay_free (self);
  return NULL;
}

void
troupe_runner_replay_free (TroupeRunnerReplay *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_launch);
  g_array_unref (self->keys);
  g_free (self->waiting);
  g_ptr_array_unref (self->held);
  g_array_unref (self->deferred);
  g_hash_table_unref (self->told);
  g_free (self);
}

gboolean
troupe_runner_replay_is_active (TroupeRunnerReplay *self)
{
  return self != NULL && !self->is_over;
}

/* Returns TRUE if the run is paused. The replay of steps that were already finished is not
 * paused. */
gboolean
troupe_flow_runner_is_held (TroupeFlowRunner *self)
{
  return troupe_pause_gate_is_blocking (troupe_flow_runner_get_options (self)->hold) &&
         !troupe_runner_replay_is_active (troupe_flow_runner_get_replay (self));
}

guint64
troupe_runner_replay_find_event (TroupeRunnerReplay *self, TroupeEventType type, const char *method)
{
  g_autofree char *key = NULL;
  g_autofree guint64 *sequence = NULL;
  GQueue *queue;

  if (self == NULL)
    return 0;
  key = make_event_key (type, method);
  queue = g_hash_table_lookup (self->told, key);
  if (queue == NULL)
    return 0;
  sequence = g_queue_pop_head (queue);
  return sequence != NULL ? *sequence : 0;
}

const TroupeRunStep *
troupe_runner_replay_find (TroupeRunnerReplay *self, TroupeRunnerFrame *frame)
{
  gint64 key = make_key (frame->method->index, frame->launch);

  return troupe_runner_replay_is_active (self) ? g_hash_table_lookup (self->by_launch, &key) : NULL;
}

gboolean
troupe_runner_replay_take_outcome (TroupeRunnerReplay *self, TroupeRunnerFrame *frame)
{
  const TroupeRunStep *step = frame->step;
  TroupeValue *path;

  if (step->error != NULL)
    {
      TroupeValue *line;
      TroupeValue *code;
      TroupeValue *message;

      path = troupe_value_map_lookup_string (step->error, "path", -1);
      code = troupe_value_map_lookup_string (step->error, "code", -1);
      message = troupe_value_map_lookup_string (step->error, "message", -1);
      troupe_runner_frame_fail (
          frame,
          g_error_new_literal (TROUPE_RUN_ERROR,
                               code != NULL ? (int) troupe_value_get_integer (code) : 0,
                               message != NULL ? troupe_value_get_string (message, NULL) : ""),
          path != NULL ? troupe_value_get_string (path, NULL) : NULL);
      line = troupe_value_map_lookup_string (step->error, "line", -1);
      frame->error_line = line != NULL ? (guint) troupe_value_get_integer (line) : 0;
    }
  else
    frame->result = troupe_value_ref (step->value);
  if (step->feedback != NULL)
    frame->feedback = troupe_value_ref (step->feedback);
  if (step->at_once && step->ordinal == (gint64) self->next)
    return TRUE;
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
  return FALSE;
}

/* --- End of the replay ------------------------------------------------------------------------ */

/* Starts the deferred actions. If an action runs quick Python code, the run waits for it before
 * the next action is started. */
static TroupeContinuationResult
begin_deferred (TroupeFlowRunner *runner, gpointer data)
{
  TroupeRunnerReplay *self = data;
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  const guint depth = troupe_continuations_get_depth (routines);

  g_assert (self != NULL);

  while (self->next_deferred < self->deferred->len)
    {
      const Deferred *deferred = &g_array_index (self->deferred, Deferred, self->next_deferred++);

      if (deferred->frame != NULL)
        troupe_runner_action_start (deferred->frame, deferred->action, deferred->input,
                                    deferred->outputs);
      if (troupe_continuations_get_depth (routines) > depth)
        return TROUPE_ROUTINE_AGAIN;
    }
  g_array_set_size (self->deferred, 0);
  return TROUPE_ROUTINE_DONE;
}

static void
end (TroupeRunnerReplay *self)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  const guint depth = troupe_continuations_get_depth (routines);
  g_autofree char *message = NULL;
  const TroupeFlowRunnerOptions *options;
  gboolean is_new;
  guint n;

  g_assert (self != NULL);

  self->is_over = TRUE;
  TROUPE_CRASH_POINT ("resume-replayed");
  /* Says where the run begins. The user of a crew knows no methods, only tasks. */
  options = troupe_flow_runner_get_options (self->runner);
  is_new = options->is_fork && g_hash_table_size (self->told) == 0;
  n = g_hash_table_size (self->by_launch);
  if (!options->kind->shows_methods)
    {
      GPtrArray *outputs = options->tasks;
      guint tasks = 0;

      for (guint i = 0; outputs != NULL && i < outputs->len; i++)
        tasks += ((const TroupeTaskOutput *) g_ptr_array_index (outputs, i))->part >= 0 ? 1 : 0;
      n = tasks;
      message =
          is_new
              ? g_strdup_printf (ngettext ("The run begins after %u task of a saved run.",
                                           "The run begins after %u tasks of a saved run.", n),
                                 n)
              : g_strdup_printf (
                    ngettext ("The run resumes where it was interrupted, after %u completed task.",
                              "The run resumes where it was interrupted, after %u completed tasks.",
                              n),
                    n);
    }
  else
    message =
        is_new
            ? g_strdup_printf (ngettext ("The run begins after %u method of a saved run.",
                                         "The run begins after %u methods of a saved run.", n),
                               n)
            : g_strdup_printf (
                  ngettext ("The run resumes where it was interrupted, after %u completed method.",
                            "The run resumes where it was interrupted, after %u completed methods.",
                            n),
                  n);
  troupe_runner_report_log (self->runner, "info", message);
  /* Reports the start of methods that were running, in the order in which they were launched. */
  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_oldest (get_frames (self));
       frame != NULL; frame = frame->newer)
    {
      if (!frame->is_unannounced || !frame->is_open)
        continue;
      frame->is_unannounced = FALSE;
      troupe_runner_report_method_started (frame);
    }
  TROUPE_CRASH_POINT ("resume-announced");
  for (guint i = self->held->len; i > 0; i--)
    troupe_runner_frame_queue_first (g_ptr_array_index (self->held, i - 1), TROUPE_STAGE_RECORD);
  g_ptr_array_set_size (self->held, 0);
  if (begin_deferred (runner, self) == TROUPE_ROUTINE_AGAIN)
    troupe_continuations_call_below (routines, depth, begin_deferred, self, NULL);
}

/* Repeats what the user has changed. */
static void
apply_change (TroupeRunnerReplay *self, const TroupeRunStep *step)
{
  TroupeValue *change = get_change (step);

  g_assert (self != NULL);

  if (change == NULL)
    return;
  TROUPE_CRASH_POINT ("resume-change");
  troupe_runner_change_apply (self->runner, change);
  troupe_runner_feedback_restore_state (self->runner, (guint) step->ordinal);
  troupe_run_persister_skip_step (troupe_flow_runner_get_persister (self->runner), step->ordinal);
}

void
troupe_runner_replay_apply_first (TroupeRunnerReplay *self)
{
  if (!troupe_runner_replay_is_active (self))
    return;
  while (self->next < self->steps->len)
    {
      const TroupeRunStep *step = g_ptr_array_index (self->steps, self->next);

      if (get_change (step) == NULL)
        return;
      if (step->state != NULL)
        troupe_flow_runner_set_state (self->runner, troupe_value_ref (step->state));
      apply_change (self, step);
      self->next++;
    }
}

/* Restores changes of the state by failed methods, because methods that ended after them have
 * seen these changes. */
static void
skip_forgiven (TroupeRunnerReplay *self)
{
  g_assert (self != NULL);

  while (self->next < self->steps->len)
    {
      const TroupeRunStep *step = g_ptr_array_index (self->steps, self->next);

      if (!is_forgiven (step))
        return;
      if (step->state != NULL)
        troupe_flow_runner_set_state (self->runner, troupe_value_ref (step->state));
      apply_change (self, step);
      self->next++;
    }
}

/* Advances to the next step. If the frame of this step was queued too early, it is queued first. */
static void
go_to_next (TroupeRunnerReplay *self)
{
  TroupeRunnerFrame *frame;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("resume-step-replayed");
  troupe_runner_feedback_restore_state (self->runner, self->next);
  self->next++;
  skip_forgiven (self);
  if (self->next >= self->steps->len)
    {
      end (self);
      return;
    }
  frame = g_steal_pointer (&self->waiting[self->next]);
  if (frame != NULL)
    troupe_runner_frame_queue_first (frame, TROUPE_STAGE_RECORD);
}

void
troupe_runner_replay_begin (TroupeRunnerReplay *self)
{
  if (!troupe_runner_replay_is_active (self))
    return;
  troupe_runner_feedback_restore_state (self->runner, 0);
  skip_forgiven (self);
  if (self->next >= self->steps->len)
    end (self);
}

gboolean
troupe_runner_replay_may_record (TroupeRunnerReplay *self, TroupeRunnerFrame *frame)
{
  if (!troupe_runner_replay_is_active (self))
    return TRUE;
  if (frame->step != NULL && frame->step->ordinal <= (gint64) self->next)
    return TRUE;
  TROUPE_CRASH_POINT ("resume-held-back");
  frame->stage = TROUPE_STAGE_ACTION;
  if (frame->step != NULL)
    self->waiting[frame->step->ordinal] = frame;
  else
    g_ptr_array_add (self->held, frame);
  return FALSE;
}

void
troupe_runner_replay_recorded (TroupeRunnerReplay *self, TroupeRunnerFrame *frame)
{
  if (!troupe_runner_replay_is_active (self) || frame->step == NULL)
    return;
  if (frame->step->ordinal == (gint64) self->next)
    go_to_next (self);
}

gboolean
troupe_runner_replay_drop (TroupeRunnerReplay *self, TroupeRunnerFrame *frame)
{
  if (!troupe_runner_replay_is_active (self))
    return FALSE;
  for (guint i = 0; i < self->deferred->len; i++)
    {
      Deferred *deferred = &g_array_index (self->deferred, Deferred, i);

      if (deferred->frame != frame)
        continue;
      deferred->frame = NULL;
      return TRUE;
    }
  if (frame->step != NULL && self->waiting[frame->step->ordinal] == frame)
    {
      self->waiting[frame->step->ordinal] = NULL;
      return TRUE;
    }
  return g_ptr_array_remove (self->held, frame);
}

void
troupe_runner_replay_defer (TroupeRunnerReplay *self,
                            TroupeRunnerFrame *frame,
                            const TroupeFlowAction *action,
                            TroupeValue *input,
                            TroupeValue *outputs)
{
  Deferred deferred = { frame, action, NULL, NULL };

  if (input != NULL)
    deferred.input = troupe_value_ref (input);
  if (outputs != NULL)
    deferred.outputs = troupe_value_ref (outputs);
  g_array_append_val (self->deferred, deferred);
}

void
troupe_runner_replay_unblock (TroupeRunnerReplay *self)
{
  g_debug ("The replay did not reach all steps of the run");
  while (troupe_runner_replay_is_active (self) &&
         troupe_runner_frames_get_first (get_frames (self)) == NULL)
    go_to_next (self);
}
