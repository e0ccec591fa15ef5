/* troupe-editor-selection.c: what is selected, the same in canvas, outline and inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-selection"

#include "config.h"

#include <string.h>

#include "troupe-editor-private.h"

char **
_troupe_editor_list_selected (TroupeEditor *self, TroupeCanvasKind kind)
{
  g_autofree const char **ids = troupe_canvas_get_selection (self->canvas);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    if (troupe_canvas_scene_get_kind (self->scene, ids[i]) == kind)
      g_ptr_array_add (found, g_strdup (ids[i]));
  g_ptr_array_add (found, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&found), FALSE);
}

void
_troupe_editor_select (TroupeEditor *self, const char *const *ids)
{
  troupe_canvas_set_selection (self->canvas, ids);
}

static void
set_selected (TroupeEditor *self, const char *name)
{
  if (troupe_set_str (&self->selected, name))
    g_object_notify (G_OBJECT (self), "selected-method");
}

/* A gate has no name: what it waits for says which it is. (transfer full) (nullable) */
static char *
describe_gate (const TroupePlotNode *node)
{
  const char *path = strchr (node->id, '/') + 1;
  const TroupeCondition *condition = troupe_flow_method_get_condition (node->method, path);
  const TroupeCondition *part =
      condition != NULL ? troupe_condition_get_part (condition, path) : NULL;
  g_autoptr (TroupeConditionTree) tree = part != NULL ? troupe_condition_tree_new (part) : NULL;

  return tree != NULL ? troupe_condition_tree_to_text (tree) : NULL;
}

static void
inspect_wire (TroupeEditor *self, const char *id)
{
  const TroupePlotWire *wire = troupe_scene_builder_find_wire (self->builder, id);
  TroupePlotGraph *graph = troupe_scene_builder_get_graph (self->builder);
  const TroupePlotNode *source;
  const TroupePlotNode *target;
  g_autofree char *gate = NULL;
  const char *from;

  if (wire == NULL)
    return;

  source = troupe_plot_graph_get_node (graph, wire->source);
  target = troupe_plot_graph_get_node (graph, wire->target);
  gate = source->is_gate ? describe_gate (source) : NULL;
  from = gate != NULL ? gate : source->method->name;
  troupe_inspector_show_wire (self->inspector, from, wire->port != NULL ? wire->port : from,
                              target->method->name);
}

static void
inspect_selection (TroupeEditor *self, char **methods)
{
  g_auto (GStrv) gates = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_GATE);
  g_auto (GStrv) wires = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  guint n_methods = g_strv_length (methods);

  if (n_methods > 1)
    {
      troupe_inspector_show_several (self->inspector, (const char *const *) methods);
    }
  else if (n_methods == 1)
    {
      troupe_inspector_show_method (self->inspector, methods[0]);
    }
  else if (gates[0] != NULL)
    {
      const char *path = NULL;
      g_autofree char *method = _troupe_editor_split_gate (gates[0], &path);

      troupe_inspector_show_gate (self->inspector, method, path);
    }
  else if (wires[0] != NULL)
    {
      inspect_wire (self, wires[0]);
    }
  else
    {
      troupe_inspector_show_flow (self->inspector);
    }
}

void
_troupe_editor_selection_changed (TroupeEditor *self)
{
  g_auto (GStrv) methods = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  if (self->inspector == NULL)
    return;

  /* The name that was typed may be one of those that are selected. */
  troupe_inspector_commit (self->inspector);
  methods = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  if (!self->syncing)
    troupe_outline_set_selection (self->outline, (const char *const *) methods);
  inspect_selection (self, methods);
  set_selected (self, g_strv_length (methods) == 1 ? methods[0] : NULL);
  _troupe_editor_update_actions (self);
}

void
_troupe_editor_outline_selection_changed (TroupeEditor *self)
{
  g_auto (GStrv) names = troupe_outline_get_selection (self->outline);

  g_assert (TROUPE_IS_EDITOR (self));

  self->syncing = TRUE;
  troupe_canvas_set_selection (self->canvas, (const char *const *) names);
  if (names[0] != NULL && names[1] == NULL)
    _troupe_editor_reveal (self, names[0], TRUE);
  self->syncing = FALSE;
}

/* To the card, as when a person has looked for it. */
void
_troupe_editor_outline_activated (TroupeEditor *self, const char *name)
{
  g_autofree char *id = g_strdup (name);
  const char *const ids[] = { id, NULL };

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_select (self, ids);
  _troupe_editor_center_on (self, id, TRUE);
  troupe_canvas_set_focus_id (self->canvas, id);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
troupe_editor_select_method (TroupeEditor *self, const char *name)
{
  const char *const ids[] = { name, NULL };
  g_autofree char *copy = g_strdup (name);

  g_return_if_fail (TROUPE_IS_EDITOR (self));

  if (g_strcmp0 (self->selected, name) != 0 || name == NULL)
    troupe_canvas_set_selection (self->canvas, ids);
  /* It may have been selected before, and be out of view. */
  if (copy != NULL)
    _troupe_editor_reveal (self, copy, TRUE);
}

const char *
troupe_editor_get_selected_method (TroupeEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR (self), NULL);

  return self->selected;
}

gboolean
_troupe_editor_get_starts (TroupeEditor *self)
{
  const TroupeFlowMethod *method = NULL;

  if (self->selected != NULL)
    method =
        troupe_flow_find_method (troupe_flow_document_get_flow (self->document), self->selected);

  return method != NULL && method->start;
}

void
_troupe_editor_set_starts (TroupeEditor *self, gboolean starts)
{
  g_autoptr (GError) error = NULL;

  if (self->selected != NULL && _troupe_editor_get_starts (self) != starts &&
      !troupe_flow_document_set_start (self->document, self->selected, starts, &error))
    _troupe_editor_report (self, error);
}
