/* troupe-editor-selection.c: synchronizing the selection of canvas, outline and inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-selection"

#include "config.h"

#include <string.h>

#include "troupe-after-event.h"
#include "troupe-editor-selection.h"
#include "troupe-condition-tree.h"
#include "troupe-editor-wiring.h"
#include "troupe-plot.h"

struct _TroupeEditorSelection
{
  GObject parent_instance;

  TroupeDrawing *drawing;
  TroupeCanvas *canvas;
  TroupeEditorView *view;
  TroupeOutline *outline;
  TroupeInspector *inspector;

  char *method;     /* (nullable): if exactly one is selected */
  gboolean syncing; /* the outline is changing the canvas selection */
};

enum
{
  PROP_0,
  PROP_METHOD,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeEditorSelection, troupe_editor_selection, G_TYPE_OBJECT)

/* --- Inspector -------------------------------------------------------------------------------- */

static void
inspect_wire (TroupeEditorSelection *self, const char *id)
{
  const TroupePlotWire *wire =
      troupe_scene_builder_find_wire (troupe_drawing_get_builder (self->drawing), id);
  TroupePlotGraph *graph =
      troupe_scene_builder_get_graph (troupe_drawing_get_builder (self->drawing));
  const TroupePlotNode *source;
  g_autofree char *gate = NULL;
  const char *from;
  const char *to = NULL;
  const char *passes;

  g_assert (TROUPE_IS_EDITOR_SELECTION (self));

  if (wire == NULL)
    return;

  source = troupe_plot_graph_get_node (graph, wire->source);
  if (source->is_gate)
    {
      TroupeFlow *flow = troupe_drawing_get_flow (self->drawing);
      const char *path = strchr (source->id, '/') + 1;
      const TroupeFlowMethod *method =
          troupe_flow_find_method (flow, troupe_plot_graph_get_owner (graph, source)->id);
      const TroupeCondition *condition =
          method != NULL ? troupe_flow_method_get_condition (method, path) : NULL;
      const TroupeCondition *part =
          condition != NULL ? troupe_condition_get_part (condition, path) : NULL;

      /* Describes a gate, which has no name, by the events it waits for. */
      gate = part != NULL ? troupe_condition_to_text (part) : NULL;
    }
  from = gate != NULL ? gate : source->id;
  passes = troupe_scene_builder_find_event (troupe_drawing_get_builder (self->drawing), wire, &to);
  troupe_inspector_show_wire (self->inspector, from, wire->port != NULL ? wire->port : from, to,
                              passes);
}

/* --- Canvas and outline -------------------------------------------------------------------- */

static void
selection_changed_cb (TroupeEditorSelection *self)
{
  g_auto (GStrv) methods = NULL;
  g_auto (GStrv) gates = NULL;
  g_auto (GStrv) wires = NULL;
  g_auto (GStrv) notes = NULL;
  guint n_methods;

  g_assert (TROUPE_IS_EDITOR_SELECTION (self));

  /* Committing a typed name may rename one of the selected methods. */
  troupe_inspector_commit (self->inspector);
  methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  if (!self->syncing)
    troupe_outline_set_selection (self->outline, (const char *const *) methods);
  troupe_inspector_set_patient (self->inspector, troupe_canvas_is_walking (self->canvas));
  gates = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GATE);
  wires = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_WIRE);
  notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  n_methods = g_strv_length (methods);
  troupe_inspector_set_notes (self->inspector, g_strv_length (notes));
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
      g_autofree char *method = troupe_editor_wiring_split_gate (gates[0], &path);

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
  troupe_inspector_set_patient (self->inspector, FALSE);
  if (troupe_set_str (&self->method, g_strv_length (methods) == 1 ? methods[0] : NULL))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_METHOD]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
outline_selection_changed_cb (TroupeEditorSelection *self)
{
  g_auto (GStrv) names = NULL;

  g_assert (TROUPE_IS_EDITOR_SELECTION (self));

  names = troupe_outline_get_selection (self->outline);
  self->syncing = TRUE;
  troupe_canvas_set_selection (self->canvas, (const char *const *) names);
  if (names[0] != NULL && names[1] == NULL)
    troupe_editor_view_reveal (self->view, names[0], TRUE);
  self->syncing = FALSE;
}

/* Goes to the card, as for a search result. */
static void
outline_activated_cb (TroupeEditorSelection *self, const char *name)
{
  g_autofree char *id = g_strdup (name);

  g_assert (TROUPE_IS_EDITOR_SELECTION (self));

  troupe_canvas_select_only (self->canvas, id);
  troupe_editor_view_center_on (self->view, id, TRUE);
  troupe_canvas_set_focus_id (self->canvas, id);
  troupe_after_event_focus (GTK_WIDGET (self->canvas));
}

void
troupe_editor_selection_document_changed (TroupeEditorSelection *self)
{
  g_autofree const char **ids = NULL;
  g_autoptr (GPtrArray) followed = NULL;
  const char *now;

  g_return_if_fail (TROUPE_IS_EDITOR_SELECTION (self));

  /* Keeps a renamed method selected, unless another object has been selected. Selecting this
   * object may have committed the name. */
  now = troupe_editor_context_follow (troupe_drawing_get_context (self->drawing), self->method);
  if (self->method != NULL && !g_str_equal (now, self->method) &&
      troupe_canvas_is_selected (self->canvas, self->method))
    {
      ids = troupe_canvas_list_selected (self->canvas);
      followed = g_ptr_array_new ();
      g_ptr_array_add (followed, (char *) now);
      for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
        g_ptr_array_add (followed, (char *) ids[i]);
      g_ptr_array_add (followed, NULL);
      troupe_canvas_set_selection (self->canvas, (const char *const *) followed->pdata);
    }
  troupe_inspector_refresh (self->inspector);
  selection_changed_cb (self);
}

/* --- The selected method ---------------------------------------------------------------------- */

const char *
troupe_editor_selection_get_method (TroupeEditorSelection *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_SELECTION (self), NULL);

  return self->method;
}

void
troupe_editor_selection_set_method (TroupeEditorSelection *self, const char *name)
{
  const char *const ids[] = { name, NULL };
  g_autofree char *copy = g_strdup (name);

  g_return_if_fail (TROUPE_IS_EDITOR_SELECTION (self));

  if (g_strcmp0 (self->method, name) != 0 || name == NULL)
    troupe_canvas_set_selection (self->canvas, ids);
  /* The method may already be selected, but not visible. */
  if (copy != NULL)
    troupe_editor_view_reveal (self->view, copy, TRUE);
}

gboolean
troupe_editor_selection_get_starts (TroupeEditorSelection *self)
{
  const TroupeFlowMethod *method = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR_SELECTION (self), FALSE);

  if (self->method != NULL)
    method = troupe_flow_find_method (troupe_drawing_get_flow (self->drawing), self->method);

  return method != NULL && method->start;
}

void
troupe_editor_selection_set_starts (TroupeEditorSelection *self, gboolean starts)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_SELECTION (self));

  if (self->method != NULL && troupe_editor_selection_get_starts (self) != starts &&
      !troupe_flow_document_set_start (troupe_drawing_get_document (self->drawing), self->method,
                                       starts, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
}

/* --- Properties, constructor and destructor --------------------------------------------------- */

static void
troupe_editor_selection_get_property (GObject *object,
                                      guint prop_id,
                                      GValue *value,
                                      GParamSpec *pspec)
{
  if (prop_id == PROP_METHOD)
    g_value_set_string (value, TROUPE_EDITOR_SELECTION (object)->method);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
troupe_editor_selection_dispose (GObject *object)
{
  TroupeEditorSelection *self = TROUPE_EDITOR_SELECTION (object);

  g_clear_pointer (&self->method, g_free);
  g_clear_object (&self->inspector);
  g_clear_object (&self->outline);
  g_clear_object (&self->view);
  g_clear_object (&self->canvas);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_editor_selection_parent_class)->dispose (object);
}

static void
troupe_editor_selection_class_init (TroupeEditorSelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = troupe_editor_selection_get_property;
  object_class->dispose = troupe_editor_selection_dispose;
  properties[PROP_METHOD] =
      g_param_spec_string ("method", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_editor_selection_init (TroupeEditorSelection *self)
{
}

TroupeEditorSelection *
troupe_editor_selection_new (TroupeDrawing *drawing,
                             TroupeEditorView *view,
                             TroupeOutline *outline,
                             TroupeInspector *inspector)
{
  TroupeEditorSelection *self;

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_VIEW (view), NULL);
  g_return_val_if_fail (TROUPE_IS_OUTLINE (outline), NULL);
  g_return_val_if_fail (TROUPE_IS_INSPECTOR (inspector), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_SELECTION, NULL);
  self->drawing = g_object_ref (drawing);
  self->canvas = g_object_ref (troupe_drawing_get_canvas (drawing));
  self->view = g_object_ref (view);
  self->outline = g_object_ref (outline);
  self->inspector = g_object_ref (inspector);
  g_signal_connect_object (self->canvas, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (outline, "selection-changed", G_CALLBACK (outline_selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (outline, "method-activated", G_CALLBACK (outline_activated_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
