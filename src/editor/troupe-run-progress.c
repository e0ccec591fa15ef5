/* troupe-run-progress.c: how far a method is in a run, and what its card says of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-progress"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-progress.h"
#include "troupe-scene-builder.h"

/* How much of streamed text a card can show at most, in bytes. */
#define STREAM_LENGTH 160

TroupeRunProgress *
troupe_run_progress_new (void)
{
  TroupeRunProgress *self = g_new0 (TroupeRunProgress, 1);

  self->state = TROUPE_CANVAS_STATE_WAITING;
  self->can_come = TRUE;
  self->stream = g_string_new (NULL);

  return self;
}

void
troupe_run_progress_free (gpointer data)
{
  TroupeRunProgress *self = data;

  g_free (self->time);
  g_free (self->word);
  g_string_free (self->stream, TRUE);
  g_strfreev (self->taken);
  g_free (self);
}

static const char *
get_state_word (TroupeCanvasState state)
{
  switch (state)
    {
    case TROUPE_CANVAS_STATE_WAITING:
      return _ ("Waiting");
    case TROUPE_CANVAS_STATE_RUNNING:
      return _ ("Running");
    case TROUPE_CANVAS_STATE_DONE:
      return _ ("Done");
    case TROUPE_CANVAS_STATE_FAILED:
      return _ ("Failed");
    case TROUPE_CANVAS_STATE_SKIPPED:
      return _ ("Not reached");
    case TROUPE_CANVAS_STATE_PAUSED:
      return _ ("Paused before it");
    case TROUPE_CANVAS_STATE_ASKING:
      return _ ("Asks you");
    case TROUPE_CANVAS_STATE_STALE:
      return _ ("Changed since");
    case TROUPE_CANVAS_STATE_IDLE:
    case TROUPE_CANVAS_N_STATES:
    default:
      return "";
    }
}

/* It stands still where a person holds the run, but for a model that goes on answering. */
static gboolean
is_paused (const TroupeRunProgress *progress)
{
  if (!progress->is_held)
    return FALSE;
  return progress->state == TROUPE_CANVAS_STATE_RUNNING
             ? progress->n_calls == 0
             : progress->is_next && progress->state != TROUPE_CANVAS_STATE_ASKING;
}

static TroupeCanvasState
get_shown_state (const TroupeRunProgress *progress)
{
  gboolean ended = progress->state != TROUPE_CANVAS_STATE_RUNNING &&
                   progress->state != TROUPE_CANVAS_STATE_WAITING &&
                   progress->state != TROUPE_CANVAS_STATE_ASKING;

  if (is_paused (progress))
    return TROUPE_CANVAS_STATE_PAUSED;
  if (progress->state == TROUPE_CANVAS_STATE_WAITING && !progress->can_come)
    return TROUPE_CANVAS_STATE_SKIPPED;
  return progress->stale && ended ? TROUPE_CANVAS_STATE_STALE : progress->state;
}

const char *
troupe_run_progress_get_word (const TroupeRunProgress *self)
{
  TroupeCanvasState state = get_shown_state (self);

  if (state == TROUPE_CANVAS_STATE_PAUSED && self->state == TROUPE_CANVAS_STATE_RUNNING)
    return _ ("Paused");
  return self->word != NULL && state == self->state ? self->word : get_state_word (state);
}

/* The last words that came, in whole letters. */
static const char *
get_stream (const TroupeRunProgress *progress)
{
  const char *text = progress->stream->str;

  if (progress->state != TROUPE_CANVAS_STATE_RUNNING || progress->stream->len == 0)
    return NULL;
  while ((*text & 0xc0) == 0x80)
    text++;

  return text;
}

void
troupe_run_progress_add_text (TroupeRunProgress *self, const char *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  g_string_append (self->stream, text);
  if (self->stream->len > 4 * STREAM_LENGTH)
    g_string_erase (self->stream, 0, (gssize) (self->stream->len - STREAM_LENGTH));
  for (char *c = self->stream->str; *c != '\0'; c++)
    if (*c == '\n' || *c == '\r' || *c == '\t')
      *c = ' ';
}

void
troupe_run_progress_show (const TroupeRunProgress *self,
                          const TroupeFlowMethod *method,
                          gint64 now_us,
                          TroupeCanvasScene *scene)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, method->name);
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  g_autofree char *elapsed = NULL;
  g_autofree char *about = NULL;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;

  g_return_if_fail (self != NULL);

  if (node == NULL)
    return;

  if (self->state == TROUPE_CANVAS_STATE_RUNNING)
    elapsed = troupe_span_to_text (MAX (0, now_us - self->started_us));
  run.state = get_shown_state (self);
  run.word = troupe_run_progress_get_word (self);
  run.time = elapsed != NULL ? elapsed : self->time;
  /* The time of an earlier pass is not that of what comes. */
  if (run.state == TROUPE_CANVAS_STATE_PAUSED && self->state != TROUPE_CANVAS_STATE_RUNNING)
    run.time = NULL;
  run.stream = get_stream (self);
  run.passes = self->passes;
  run.taken = (const char *const *) self->taken;

  description = g_strdup (node->accessible_description);
  about = troupe_method_describe (method);
  label = g_strdup_printf ("%s, %s", about, run.word);
  troupe_canvas_scene_set_node_run (scene, method->name, &run);
  troupe_canvas_scene_set_accessible_text (scene, method->name, label, description);
}

gboolean
troupe_run_progress_is_shown (const TroupeRunProgress *self,
                              const TroupeFlowMethod *method,
                              TroupeCanvasScene *scene)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, method->name);

  g_return_val_if_fail (self != NULL, FALSE);

  return node == NULL ||
         g_str_has_suffix (node->accessible_label, troupe_run_progress_get_word (self));
}
