/* troupe-editor-show.c: showing a problem or a run in a flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-show"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-editor-private.h"
#include "troupe-stale-popover.h"

#define READABLE_ZOOM 0.6

static void
show_inspector (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_object_set (self->frame, "inspector-visible", TRUE, NULL);
}

/* --- Problems ------------------------------------------------------------------------------ */

/* Scrolls to the method at a readable zoom level, even if it is already selected. */
static void
show_method (TroupeEditor *self, const char *method)
{
  g_autofree char *name = g_strdup (method);

  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_select_method (self, name);
  if (name != NULL && troupe_canvas_get_zoom (self->canvas) < READABLE_ZOOM)
    troupe_editor_view_center_on (self->view, name, TRUE);
}

void
troupe_editor_show_problem (TroupeEditor *self, const TroupeProblem *problem)
{
  g_autofree char *path = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR (self));
  g_return_if_fail (problem != NULL);

  path = g_strdup (problem->path);
  /* What was being typed in a note has the path of the note as well. */
  if (path != NULL && g_str_has_prefix (path, "notes."))
    {
      troupe_editor_popovers_edit_note (self->popovers, path + strlen ("notes."), FALSE);
      return;
    }
  show_method (self, problem->method);
  show_inspector (self);
  /* The line of a problem refers to the file, not to the field. */
  troupe_inspector_go_to (self->inspector, path, 0, 0);
}

void
troupe_editor_show_place (TroupeEditor *self, const char *method, const char *path, guint line)
{
  const TroupeFlowMethod *info;
  const TroupeFlowAction *action;
  guint found = 0;

  g_return_if_fail (TROUPE_IS_EDITOR (self));
  g_return_if_fail (path != NULL);

  show_method (self, method);
  show_inspector (self);
  /* Converts @line of the document to a line inside the script of @method or of one of its
   * steps. */
  info = troupe_flow_find_method (troupe_flow_document_get_flow (self->document), method);
  action = info != NULL ? info->action : NULL;
  if (action != NULL && line != 0)
    {
      if (action->is_block && action->line > 0 && line >= action->line)
        found = line - action->line + 1;
      for (guint i = 0; i < action->n_steps; i++)
        {
          const TroupeFlowAction *step = action->steps[i].action;

          if (step != NULL && step->is_block && step->line > 0 && line >= step->line)
            found = line - step->line + 1;
        }
    }
  troupe_inspector_go_to (self->inspector, path, found, 0);
}

gboolean
troupe_editor_fix_problem (TroupeEditor *self, const TroupeProblem *problem)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  if (problem->fix_action == NULL)
    return FALSE;

  if (troupe_flow_document_apply_fix (self->document, problem, &error))
    return TRUE;

  troupe_editor_context_report (self->context, error);

  return FALSE;
}

/* --- Showing a run ---------------------------------------------------------------------------- */

static gboolean
tick_cb (gpointer data)
{
  TroupeEditor *self = data;

  g_assert (TROUPE_IS_EDITOR (self));

  if (!troupe_editor_run_is_active (self->run))
    {
      self->tick_id = 0;
      return G_SOURCE_REMOVE;
    }
  troupe_editor_run_tick (self->run);

  return G_SOURCE_CONTINUE;
}

static void
follow_time (TroupeEditor *self)
{
  if (self->tick_id == 0 && troupe_editor_run_is_active (self->run))
    self->tick_id = g_timeout_add (500, tick_cb, self);
}

void
troupe_editor_begin_run (TroupeEditor *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));
  g_return_if_fail (flow != NULL);

  troupe_editor_run_begin (self->run, flow);
  troupe_outline_refresh_states (self->outline);
  follow_time (self);
}

void
troupe_editor_go_on (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_go_on (self->run);
  follow_time (self);
  troupe_outline_refresh_states (self->outline);
}

void
troupe_editor_set_costs (TroupeEditor *self, GHashTable *costs)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_set_costs (self->run, costs);
}

void
troupe_editor_end_run (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_end (self->run);
  troupe_outline_refresh_states (self->outline);
  troupe_editor_update_actions (self);
}

void
troupe_editor_set_elsewhere (TroupeEditor *self, GHashTable *words, GHashTable *times)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_set_elsewhere (self->run, words, times);
  troupe_outline_refresh_states (self->outline);
}

void
troupe_editor_clear_run (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_clear (self->run);
  troupe_outline_refresh_states (self->outline);
}

static void
run_again_cb (TroupeEditor *self, const char *method)
{
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_part_requested (self, "from", method);
}

static void
kept_cb (TroupeEditor *self, const char *method)
{
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_run_keep_result (self->run, method);
  troupe_outline_refresh_states (self->outline);
  troupe_editor_update_actions (self);
}

void
troupe_editor_show_changes (TroupeEditor *self, const char *name)
{
  g_autofree char *method = g_strdup (name);
  GPtrArray *changes = troupe_editor_run_get_changes (self->run, method);
  /* A paused run is stopped first. */
  const gboolean is_active =
      troupe_editor_run_is_active (self->run) && !troupe_trace_is_held (self->trace);
  const TroupeSpan *run = troupe_trace_get_run (self->trace);

  g_assert (TROUPE_IS_EDITOR (self));

  if (changes == NULL)
    return;
  if (self->stale == NULL)
    {
      self->stale = troupe_stale_popover_new ();
      g_signal_connect_object (self->stale, "run-again", G_CALLBACK (run_again_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->stale, "kept", G_CALLBACK (kept_cb), self, G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self->popovers, self->stale);
    }
  troupe_stale_popover_tell (TROUPE_STALE_POPOVER (self->stale), method,
                             run != NULL ? run->started_us : 0, changes, TRUE,
                             !is_active && !self->is_read_only, _ ("A run is in progress."));
  troupe_editor_popovers_open_at (self->popovers, self->stale, method);
}

void
troupe_editor_set_files (TroupeEditor *self, TroupeValue *before, TroupeValue *after)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  troupe_editor_run_set_files (self->run, before, after);
  troupe_outline_refresh_states (self->outline);
  troupe_editor_update_actions (self);
}

char **
troupe_editor_list_kept (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return troupe_editor_run_list_kept (self->run);
}

void
troupe_editor_count_results (TroupeEditor *self, guint *n_valid, guint *n_stale)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));
  g_return_if_fail (n_valid != NULL && n_stale != NULL);

  troupe_editor_run_count_results (self->run, n_valid, n_stale);
}

void
troupe_editor_request_passes (TroupeEditor *self, const char *name)
{
  g_autofree char *method = g_strdup (name);
  graphene_rect_t bounds;
  graphene_point_t corner;
  graphene_point_t place;

  if (!troupe_canvas_get_bounds (self->canvas, method, &bounds))
    return;
  corner = troupe_canvas_to_widget (self->canvas, bounds.origin.x + bounds.size.width - 18,
                                    bounds.origin.y);
  if (gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &corner, &place))
    troupe_editor_passes_requested (self, method,
                                    &(GdkRectangle){ (int) place.x - 1, (int) place.y - 8, 2, 16 });
}
