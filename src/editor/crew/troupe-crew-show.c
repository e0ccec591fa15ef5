/* troupe-crew-show.c: showing a problem or a run in a crew editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-show"

#include "config.h"

#include <string.h>

#include "troupe-crew-edit.h"
#include "troupe-crew-editor-private.h"
#include "troupe-crew-field.h"
#include "troupe-crew-id.h"
#include "troupe-stale-popover.h"

#define TICK_MS 500

/* --- Problems ------------------------------------------------------------------------------------------ */

gboolean
troupe_crew_problem_is_about (const TroupeProblem *problem, const char *id)
{
  g_auto (GStrv) keys = troupe_crew_id_make_path (id);
  g_autofree char *path = keys[0] != NULL ? g_strjoinv (".", keys) : NULL;
  const gsize length = path != NULL ? strlen (path) : 0;

  return path != NULL && problem->path != NULL && strncmp (problem->path, path, length) == 0 &&
         (problem->path[length] == '\0' || problem->path[length] == '.' ||
          problem->path[length] == '[');
}

/* Returns the id of the card that the problem is about. (transfer none) (nullable) */
static const char *
find_card (TroupeCrewEditor *self, const TroupeProblem *problem)
{
  TroupeCanvasScene *scene = troupe_crew_scene_get_scene (self->scene);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    if (troupe_crew_problem_is_about (problem, troupe_canvas_scene_get_nth_node (scene, i)->id))
      return troupe_canvas_scene_get_nth_node (scene, i)->id;
  return NULL;
}

gboolean
troupe_crew_editor_has_place (TroupeCrewEditor *self, const TroupeProblem *problem)
{
  const TroupeCrewField *field;
  g_auto (GStrv) keys = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  if (find_card (self, problem) != NULL)
    return TRUE;
  keys = g_strsplit (problem->path, ".", 2);
  field = keys[0] != NULL ? troupe_crew_field_find (TROUPE_CREW_OWNER_CREW, keys[0]) : NULL;

  return field != NULL && (field->flags & TROUPE_CREW_FIELD_ELSEWHERE) == 0;
}

void
troupe_crew_editor_show_problem (TroupeCrewEditor *self, const TroupeProblem *problem)
{
  g_autofree char *path = NULL;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));
  g_return_if_fail (problem != NULL);

  path = g_strdup (problem->path);
  troupe_crew_editor_select (self, find_card (self, problem));
  g_object_set (self->frame, "inspector-visible", TRUE, NULL);
  if (path != NULL)
    troupe_crew_inspector_go_to (self->inspector, path);
}

gboolean
troupe_crew_editor_fix_problem (TroupeCrewEditor *self, const TroupeProblem *problem)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  if (problem->fix_action == NULL)
    return FALSE;
  if (troupe_crew_edit_apply_fix (self->subject, problem, &error))
    return TRUE;
  troupe_crew_editor_report (self, error);
  return FALSE;
}

/* --- Showing a run ---------------------------------------------------------------------------- */

static gboolean
tick_cb (gpointer data)
{
  TroupeCrewEditor *self = data;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (!troupe_crew_run_is_active (self->run))
    {
      self->tick_id = 0;
      return G_SOURCE_REMOVE;
    }
  troupe_crew_run_tick (self->run);
  return G_SOURCE_CONTINUE;
}

void
troupe_crew_editor_go_on (TroupeCrewEditor *self)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  if (self->tick_id == 0 && troupe_crew_run_is_active (self->run))
    self->tick_id = g_timeout_add (TICK_MS, tick_cb, self);
}

void
troupe_crew_editor_begin_run (TroupeCrewEditor *self, TroupeCrew *crew, const char *method)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));
  g_return_if_fail (crew != NULL);

  troupe_crew_run_begin (self->run, crew, method);
  troupe_crew_outline_refresh (self->outline);
  troupe_crew_editor_go_on (self);
  troupe_crew_editor_tell_run (self);
}

void
troupe_crew_editor_end_run (TroupeCrewEditor *self)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_run_end (self->run);
  troupe_crew_outline_refresh (self->outline);
  troupe_crew_editor_update_actions (self);
}

/* --- Stale results ---------------------------------------------------------------------------- */

static void
run_again_cb (TroupeCrewEditor *self, const char *id)
{
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (troupe_crew_id_is_task (id, &task))
    troupe_crew_editor_request_replay (self, task);
}

static void
kept_cb (TroupeCrewEditor *self, const char *id)
{
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (!troupe_crew_id_is_task (id, &task))
    return;
  troupe_crew_run_keep_result (self->run, task);
  troupe_crew_outline_refresh (self->outline);
  troupe_crew_editor_update_actions (self);
}

void
troupe_crew_editor_show_changes (TroupeCrewEditor *self, const char *id)
{
  g_autofree char *card = g_strdup (id);
  GPtrArray *changes = troupe_crew_run_get_changes (self->run, card);
  const TroupeSpan *run = troupe_trace_get_run (self->trace);
  guint task = 0;
  const gboolean is_task = troupe_crew_id_is_task (card, &task);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (changes == NULL)
    return;
  if (self->stale == NULL)
    {
      self->stale = troupe_stale_popover_new ();
      g_signal_connect_object (self->stale, "run-again", G_CALLBACK (run_again_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->stale, "kept", G_CALLBACK (kept_cb), self, G_CONNECT_SWAPPED);
    }
  troupe_stale_popover_tell (TROUPE_STALE_POPOVER (self->stale), card,
                             run != NULL ? run->started_us : 0, changes, is_task,
                             is_task && task < self->n_replays, self->no_replay);
  troupe_crew_popovers_open_at (self->popovers, self->stale, card);
}

void
troupe_crew_editor_set_files (TroupeCrewEditor *self, TroupeValue *before, TroupeValue *after)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_run_set_files (self->run, before, after);
  troupe_crew_outline_refresh (self->outline);
  troupe_crew_editor_update_actions (self);
}

char **
troupe_crew_editor_list_kept (TroupeCrewEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (self), NULL);

  return troupe_crew_run_list_kept (self->run);
}

void
troupe_crew_editor_count_results (TroupeCrewEditor *self, guint *n_valid, guint *n_stale)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));
  g_return_if_fail (n_valid != NULL && n_stale != NULL);

  troupe_crew_run_count_results (self->run, n_valid, n_stale);
}

void
troupe_crew_editor_set_costs (TroupeCrewEditor *self, GHashTable *costs)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_run_set_costs (self->run, costs);
}

void
troupe_crew_editor_clear_run (TroupeCrewEditor *self)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_run_clear (self->run);
  troupe_crew_outline_refresh (self->outline);
}

void
troupe_crew_editor_set_asking (TroupeCrewEditor *self, const char *const *titles)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_run_set_asking (self->run, titles);
  troupe_crew_outline_refresh (self->outline);
}
