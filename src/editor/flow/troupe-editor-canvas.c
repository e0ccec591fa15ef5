/* troupe-editor-canvas.c: handlers of the canvas signals that do not edit the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-canvas"

#include "config.h"

#include "troupe-editor-private.h"

static void
node_activated_cb (TroupeEditor *self, const char *node, gboolean open)
{
  g_autofree char *name = g_strdup (node);

  g_assert (TROUPE_IS_EDITOR (self));

  if (open &&
      troupe_canvas_scene_get_node (troupe_drawing_get_scene (self->drawing), name) != NULL &&
      troupe_canvas_scene_get_node (troupe_drawing_get_scene (self->drawing), name)->openable)
    {
      troupe_editor_method_activated (self, name);
      return;
    }

  troupe_editor_select_method (self, name);
  gtk_widget_activate_action (GTK_WIDGET (self), "flow.edit", NULL);
}

/* Returns the problem that the badge of the card leads to. (transfer none) (nullable) */
static TroupeProblem *
find_problem (TroupeEditor *self, const char *node)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));

  g_assert (TROUPE_IS_EDITOR (self));

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (g_strcmp0 (problem->method, node) == 0)
        return problem;
    }
  return NULL;
}

static const char *
describe_problem (const char *node, gpointer user_data)
{
  const TroupeProblem *problem = find_problem (user_data, node);

  return problem != NULL ? problem->message : NULL;
}

static void
badge_activated_cb (TroupeEditor *self, int kind, const char *node)
{
  TroupeProblem *problem;

  g_assert (TROUPE_IS_EDITOR (self));

  if (kind == TROUPE_CANVAS_KIND_ANSWER_BADGE)
    {
      troupe_editor_answer_requested (self, node);
      return;
    }
  if (kind == TROUPE_CANVAS_KIND_STALE_BADGE)
    {
      troupe_editor_show_changes (self, node);
      return;
    }
  if (kind == TROUPE_CANVAS_KIND_PASSES_BADGE)
    {
      troupe_editor_request_passes (self, node);
      return;
    }
  if (kind == TROUPE_CANVAS_KIND_BREAKPOINT_BADGE)
    {
      troupe_editor_select_method (self, node);
      troupe_editor_popovers_open_condition (self->popovers);
      return;
    }
  problem = kind == TROUPE_CANVAS_KIND_PROBLEM_BADGE ? find_problem (self, node) : NULL;
  if (problem != NULL)
    {
      troupe_editor_show_problem (self, problem);
      /* Below its field in the inspector, an expression says itself what is wrong with it. */
      if (problem->path == NULL || !g_str_has_suffix (problem->path, ".expr"))
        troupe_editor_context_say (self->context, problem->message);
    }
}

static const struct
{
  const char *command;
  const char *action;
} commands[] = {
  { "node.delete", "flow.delete" },
  { "node.delete-reconnect", "flow.delete-reconnect" },
  { "node.connect", "flow.connect" },
  { "node.connect-and", "flow.connect-and" },
  { "node.rename", "flow.rename" },
  { "node.insert", "flow.insert" },
  { "canvas.add", "flow.add-next" },
  { "canvas.add-note", "flow.add-note" },
  { "canvas.minimap", "flow.minimap" },
  { "node.group", "flow.group" },
  { "node.ungroup", "flow.ungroup" },
  { "canvas.bend", "flow.bend" },
  { "node.mute", "flow.mute" },
  { "node.pin", "flow.pin" },
  { "node.breakpoint", "flow.breakpoint" },
  { "node.breakpoint-if", "flow.breakpoint-if" },
  { "node.changes", "flow.changes" },
};

static void
command_cb (TroupeEditor *self, const char *name)
{
  g_assert (TROUPE_IS_EDITOR (self));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].command, name))
      {
        gtk_widget_activate_action (GTK_WIDGET (self), commands[i].action, NULL);
        return;
      }

  if (g_str_equal (name, "canvas.leave"))
    troupe_editor_frame_hide_pane_over (self->frame);
  else if (g_str_equal (name, "canvas.list-align-keys"))
    troupe_editor_popovers_show_align_keys (self->popovers);
  else if (g_str_equal (name, "canvas.hide-align-keys"))
    troupe_editor_popovers_hide_align_keys (self->popovers);
}

void
troupe_editor_connect_canvas (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  g_signal_connect_object (self->canvas, "node-activated", G_CALLBACK (node_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "badge-activated", G_CALLBACK (badge_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "command", G_CALLBACK (command_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_canvas_set_problem_func (self->canvas, describe_problem, self);
}
