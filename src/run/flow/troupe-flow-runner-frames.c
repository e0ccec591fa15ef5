/* troupe-flow-runner-frames.c: live frames of a run and the queue of their turns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-frames"

#include "config.h"

#include "troupe-flow-runner-frame-private.h"

/* Number of turns between two checks for arrivals from outside, unless the queue is empty. */
#define TURNS_A_LOOK 64

/* @first_arrival: list of arrivals from outside, which are appended to the queue later;
 * @n_unlooked: number of turns since the last check for arrivals */
struct _TroupeRunnerFrames
{
  TroupeRunnerFrame *newest;
  TroupeRunnerFrame *first;
  TroupeRunnerFrame *last;
  TroupeRunnerFrame *first_arrival;
  TroupeRunnerFrame *last_arrival;
  guint n_unlooked;
  gboolean is_advancing;
  guint64 n_orders;
};

TroupeRunnerFrames *
troupe_runner_frames_new (void)
{
  return g_new0 (TroupeRunnerFrames, 1);
}

void
troupe_runner_frames_free (TroupeRunnerFrames *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->newest == NULL);

  g_free (self);
}

/* --- Live frames ------------------------------------------------------------------------------ */

void
troupe_runner_frames_add (TroupeRunnerFrames *self, TroupeRunnerFrame *frame)
{
  frame->frames = self;
  frame->older = self->newest;
  if (self->newest != NULL)
    self->newest->newer = frame;
  self->newest = frame;
}

void
troupe_runner_frames_remove (TroupeRunnerFrames *self, TroupeRunnerFrame *frame)
{
  if (frame->newer != NULL)
    frame->newer->older = frame->older;
  else
    self->newest = frame->older;
  if (frame->older != NULL)
    frame->older->newer = frame->newer;
}

TroupeRunnerFrame *
troupe_runner_frames_get_newest (TroupeRunnerFrames *self)
{
  return self->newest;
}

TroupeRunnerFrame *
troupe_runner_frames_get_oldest (TroupeRunnerFrames *self)
{
  TroupeRunnerFrame *oldest = self->newest;

  while (oldest != NULL && oldest->older != NULL)
    oldest = oldest->older;
  return oldest;
}

TroupeRunnerFrame *
troupe_runner_frame_get_older (TroupeRunnerFrame *frame)
{
  return frame->older;
}

TroupeRunnerFrame *
troupe_runner_frame_get_newer (TroupeRunnerFrame *frame)
{
  return frame->newer;
}

guint64
troupe_runner_frames_next_order (TroupeRunnerFrames *self)
{
  return ++self->n_orders;
}

/* --- Queue of turns (doc/flow-semantics.md §4.3) ---------------------------------------------- */

static void
append (TroupeRunnerFrame **first, TroupeRunnerFrame **last, TroupeRunnerFrame *frame)
{
  if (*last != NULL)
    (*last)->next = frame;
  else
    *first = frame;
  *last = frame;
}

/**
 * troupe_runner_frame_queue:
 *
 * Appends @frame to the queue for a turn of @stage. Arrivals from outside, such as answers of
 * agents, are appended after the turns that the run has queued itself so far. This ensures that
 * arrivals cannot overtake these turns while the run waits, for example for the disk.
 */
void
troupe_runner_frame_queue (TroupeRunnerFrame *frame, TroupeFrameStage stage)
{
  TroupeRunnerFrames *self = frame->frames;

  g_assert (frame->next == NULL && self->last != frame && self->last_arrival != frame);

  frame->stage = stage;
  if (self->is_advancing)
    append (&self->first, &self->last, frame);
  else
    append (&self->first_arrival, &self->last_arrival, frame);
}

void
troupe_runner_frame_queue_first (TroupeRunnerFrame *frame, TroupeFrameStage stage)
{
  TroupeRunnerFrames *self = frame->frames;

  g_assert (frame->next == NULL && self->last != frame);

  frame->stage = stage;
  frame->next = self->first;
  self->first = frame;
  if (self->last == NULL)
    self->last = frame;
}

TroupeRunnerFrame *
troupe_runner_frames_get_first (TroupeRunnerFrames *self)
{
  return self->first;
}

TroupeRunnerFrame *
troupe_runner_frames_take_first (TroupeRunnerFrames *self)
{
  TroupeRunnerFrame *frame = self->first;

  if (frame == NULL)
    return NULL;
  self->first = g_steal_pointer (&frame->next);
  if (self->first == NULL)
    self->last = NULL;
  self->n_unlooked++;
  return frame;
}

void
troupe_runner_frames_set_advancing (TroupeRunnerFrames *self, gboolean is_advancing)
{
  self->is_advancing = is_advancing;
}

gboolean
troupe_runner_frames_want_arrivals (TroupeRunnerFrames *self)
{
  return self->first == NULL || self->n_unlooked >= TURNS_A_LOOK;
}

void
troupe_runner_frames_take_arrivals (TroupeRunnerFrames *self)
{
  self->n_unlooked = 0;
  if (self->first_arrival == NULL)
    return;
  append (&self->first, &self->last, g_steal_pointer (&self->first_arrival));
  self->last = g_steal_pointer (&self->last_arrival);
}

/* --- Accessors of a frame --------------------------------------------------------------------- */

TroupeFlowRunner *
troupe_runner_frame_get_runner (TroupeRunnerFrame *self)
{
  return self->runner;
}

const TroupeFlowMethod *
troupe_runner_frame_get_method (const TroupeRunnerFrame *self)
{
  return self->method;
}

TroupeValue *
troupe_runner_frame_get_parameter (const TroupeRunnerFrame *self)
{
  return self->parameter;
}

TroupeRunnerEach *
troupe_runner_frame_get_each (const TroupeRunnerFrame *self)
{
  return self->each;
}

void
troupe_runner_frame_set_each (TroupeRunnerFrame *self, TroupeRunnerEach *each)
{
  g_assert (self->each == NULL);

  self->each = each;
}

void
troupe_runner_frame_set_result (TroupeRunnerFrame *self, TroupeValue *result)
{
  g_clear_pointer (&self->result, troupe_value_unref);
  self->result = result;
}

gboolean
troupe_runner_frame_has_failed (const TroupeRunnerFrame *self)
{
  return self->error != NULL;
}

void
troupe_runner_frame_set_error_line (TroupeRunnerFrame *self, guint line)
{
  self->error_line = line;
}

void
troupe_runner_frame_take_error (TroupeRunnerFrame *self, TroupeRunResult *result)
{
  result->error_path = g_steal_pointer (&self->error_path);
  result->error_line = self->error_line;
  result->temporary = self->is_temporary;
  result->error = g_steal_pointer (&self->error);
}

const TroupeRunStep *
troupe_runner_frame_get_step (const TroupeRunnerFrame *self)
{
  return self->step;
}

guint
troupe_runner_frame_get_launch (const TroupeRunnerFrame *self)
{
  return self->launch;
}

void
troupe_runner_frame_set_ordinal (TroupeRunnerFrame *self, gint64 ordinal)
{
  self->ordinal = ordinal;
}

void
troupe_runner_frame_set_unsaved (TroupeRunnerFrame *self, gboolean is_unsaved)
{
  self->is_unsaved = is_unsaved;
}

TroupeRunRequest *
troupe_runner_frame_get_record (const TroupeRunnerFrame *self)
{
  return self->record;
}

TroupeFeedbackRequest *
troupe_runner_frame_get_request (const TroupeRunnerFrame *self)
{
  return self->request;
}

gboolean
troupe_runner_frame_is_pending (const TroupeRunnerFrame *self)
{
  return self->is_pending;
}

TroupeValue *
troupe_runner_frame_get_given (const TroupeRunnerFrame *self)
{
  return self->given;
}

TroupeFrameRole
troupe_runner_frame_get_role (const TroupeRunnerFrame *self)
{
  return self->role;
}

gboolean
troupe_runner_frame_is_pinned (const TroupeRunnerFrame *self)
{
  return self->bypass == TROUPE_BYPASS_PINNED;
}

const TroupeRunnerLaunch *
troupe_runner_frame_get_held (const TroupeRunnerFrame *self)
{
  return self->held;
}

/* Returns TRUE if the turn may be executed while the run is paused. A frame whose children have
 * ended only determines the next methods; their launch is delayed separately. The root frame is
 * excluded, because its turn would end the run. */
gboolean
troupe_runner_frame_may_turn_while_held (const TroupeRunnerFrame *self)
{
  return self->stage == TROUPE_STAGE_CANCELLED ||
         (self->stage == TROUPE_STAGE_GO_ON && self->role != TROUPE_FRAME_ROOT);
}

/* Returns the size of the state in memory, without values in @seen. */
static gsize
each_measure (TroupeRunnerEach *self, GHashTable *seen)
{
  gsize n_items = troupe_value_list_get_length (self->items);
  gsize n_bytes = troupe_value_measure (self->items, seen);

  if (self->last != NULL)
    n_bytes += troupe_value_measure (self->last, seen);
  if (self->pending != NULL)
    n_bytes += troupe_value_measure (self->pending, seen);
  for (gsize i = 0; self->results != NULL && i < MIN (self->item, n_items); i++)
    n_bytes += self->results[i] != NULL ? troupe_value_measure (self->results[i], seen) : 0;
  for (guint i = 0; i < self->n_outputs; i++)
    n_bytes += troupe_value_measure (self->outputs[self->order[i]], seen);
  return n_bytes;
}

gsize
troupe_runner_frame_measure (const TroupeRunnerFrame *self, GHashTable *seen)
{
  TroupeValue *const held[] = { self->parameter, self->result, self->child_result };
  gsize n_bytes = self->each != NULL ? each_measure (self->each, seen) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (held); i++)
    n_bytes += held[i] != NULL ? troupe_value_measure (held[i], seen) : 0;
  return n_bytes;
}

/* --- State of an `each` action ---------------------------------------------------------------- */

void
troupe_runner_each_free (TroupeRunnerEach *self)
{
  gsize n_items = troupe_value_list_get_length (self->items);

  for (gsize i = 0; i < n_items && self->results != NULL; i++)
    g_clear_pointer (&self->results[i], troupe_value_unref);
  for (guint i = 0; i < self->n_outputs; i++)
    g_clear_pointer (&self->outputs[self->order[i]], troupe_value_unref);
  g_clear_pointer (&self->changed_item, troupe_value_unref);
  g_clear_pointer (&self->last, troupe_value_unref);
  g_clear_pointer (&self->pending, troupe_value_unref);
  troupe_value_unref (self->items);
  g_free (self->results);
  g_free (self->outputs);
  g_free (self->order);
  g_free (self);
}

/**
 * troupe_runner_each_get_item:
 *
 * Returns: (transfer none) (nullable): the current item, including changes by Python
 */
TroupeValue *
troupe_runner_each_get_item (TroupeRunnerEach *self)
{
  if (self->changed_item != NULL)
    return self->changed_item;
  return self->item < troupe_value_list_get_length (self->items)
             ? troupe_value_list_get (self->items, self->item)
             : NULL;
}
