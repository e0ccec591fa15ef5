/* troupe-editor-control.c: breakpoints, mutes and pins of the selected methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-control"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-control.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"

static TroupeFlowDocument *
get_document (TroupeDrawing *drawing)
{
  return troupe_drawing_get_document (drawing);
}

/* Shows why a method could not be changed. */
static void
report (TroupeDrawing *drawing, const GError *error)
{
  if (error != NULL)
    troupe_editor_context_say (troupe_drawing_get_context (drawing), error->message);
}

gboolean
troupe_editor_control_are_muted (TroupeDrawing *drawing)
{
  g_auto (GStrv) methods = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_NODE);

  for (guint i = 0; methods[i] != NULL; i++)
    if (!troupe_flow_is_muted (troupe_drawing_get_flow (drawing), methods[i]))
      return FALSE;
  return methods[0] != NULL;
}

gboolean
troupe_editor_control_are_pinned (TroupeDrawing *drawing)
{
  g_auto (GStrv) methods = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_NODE);

  for (guint i = 0; methods[i] != NULL; i++)
    if (troupe_flow_get_pin (troupe_drawing_get_flow (drawing), methods[i]) == NULL)
      return FALSE;
  return methods[0] != NULL;
}

void
troupe_editor_control_toggle_mute (TroupeDrawing *drawing)
{
  g_auto (GStrv) methods = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_NODE);
  g_autoptr (GError) error = NULL;
  const gboolean are_muted = troupe_editor_control_are_muted (drawing);

  if (methods[0] != NULL)
    troupe_flow_set_muted (get_document (drawing), (const char *const *) methods, !are_muted,
                           &error);
  report (drawing, error);
}

void
troupe_editor_control_toggle_pin (TroupeDrawing *drawing, TroupeTrace *trace)
{
  g_auto (GStrv) methods = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_NODE);
  g_autoptr (GError) error = NULL;
  const gboolean are_pinned = troupe_editor_control_are_pinned (drawing);
  const char *missing = NULL;

  if (methods[0] == NULL)
    return;
  troupe_document_begin_edit (TROUPE_DOCUMENT (get_document (drawing)),
                              are_pinned ? _ ("Unpin Outputs") : _ ("Pin Outputs"));
  for (guint i = 0; methods[i] != NULL && error == NULL; i++)
    {
      const TroupeTraceMethod *run = troupe_trace_find_method (trace, methods[i]);
      TroupeValue *output = run != NULL && run->last_output != NULL
                                ? troupe_span_get_output (run->last_output)
                                : NULL;

      if (are_pinned)
        troupe_flow_set_pin (get_document (drawing), methods[i], NULL, &error);
      else if (output != NULL)
        troupe_flow_set_pin (get_document (drawing), methods[i], output, &error);
      else if (missing == NULL &&
               troupe_flow_get_pin (troupe_drawing_get_flow (drawing), methods[i]) == NULL)
        missing = methods[i];
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (get_document (drawing)));
  report (drawing, error);
  if (missing != NULL)
    {
      g_autofree char *text =
          g_strdup_printf (_ ("“%s” has no output to pin yet. Run the flow first."), missing);

      troupe_editor_context_say (troupe_drawing_get_context (drawing), text);
    }
}

/* --- Breakpoints ------------------------------------------------------------------------------- */

/* The place of a breakpoint. */
typedef struct
{
  const char *kind;
  char *name;
  char *target; /* (nullable) */
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->name);
  g_free (place->target);
  g_free (place);
}

static Place *
place_new (const char *kind, const char *name, const char *target)
{
  Place *place = g_new0 (Place, 1);

  place->kind = kind;
  place->name = g_strdup (name);
  place->target = g_strdup (target);
  return place;
}

/* Lists the selected methods, and the events and targets of the selected wires. A wire that leads
 * from a method without an event waits for the method itself. (transfer full) */
static GPtrArray *
list_places (TroupeDrawing *drawing)
{
  TroupeSceneBuilder *builder = troupe_drawing_get_builder (drawing);
  g_auto (GStrv) methods = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) wires = troupe_drawing_list_selected (drawing, TROUPE_CANVAS_KIND_WIRE);
  GPtrArray *places = g_ptr_array_new_with_free_func (place_free);

  for (guint i = 0; methods[i] != NULL; i++)
    g_ptr_array_add (places, place_new ("method", methods[i], NULL));
  for (guint i = 0; wires[i] != NULL; i++)
    {
      const TroupePlotWire *wire = troupe_scene_builder_find_wire (builder, wires[i]);
      const char *target = NULL;
      const char *event =
          wire != NULL ? troupe_scene_builder_find_event (builder, wire, &target) : NULL;

      /* Behind a gate, the method that the wire leads to is meant. */
      if (event != NULL)
        g_ptr_array_add (places, place_new ("event", event, target));
      else if (target != NULL)
        g_ptr_array_add (places, place_new ("method", target, NULL));
    }
  return places;
}

gboolean
troupe_editor_control_have_breakpoints (TroupeDrawing *drawing)
{
  g_autoptr (GPtrArray) places = list_places (drawing);

  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = g_ptr_array_index (places, i);
      g_autoptr (TroupeValue) found =
          troupe_flow_find_breakpoint (get_document (drawing), place->kind, place->name,
                                       place->target);

      if (found == NULL)
        return FALSE;
    }
  return places->len > 0;
}

void
troupe_editor_control_toggle_breakpoint (TroupeDrawing *drawing)
{
  g_autoptr (GPtrArray) places = list_places (drawing);
  TroupeFlowDocument *document = get_document (drawing);
  const gboolean are_set = troupe_editor_control_have_breakpoints (drawing);
  g_autoptr (GError) error = NULL;

  if (places->len == 0)
    return;
  troupe_document_begin_edit (TROUPE_DOCUMENT (document),
                              are_set ? _ ("Remove Breakpoints") : _ ("Set Breakpoints"));
  for (guint i = 0; i < places->len && error == NULL; i++)
    {
      const Place *place = g_ptr_array_index (places, i);

      troupe_flow_set_breakpoint (document, place->kind, place->name, place->target, !are_set, NULL,
                                  &error);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
  report (drawing, error);
}

char *
troupe_editor_control_dup_condition (TroupeDrawing *drawing, const char *method)
{
  g_autoptr (TroupeValue) found = NULL;
  const char *text = NULL;

  g_return_val_if_fail (method != NULL, NULL);

  found = troupe_flow_find_breakpoint (get_document (drawing), "method", method, NULL);
  if (found != NULL)
    text = troupe_value_get_member_text (found, "if");
  return g_strdup (text != NULL ? text : "");
}

void
troupe_editor_control_set_condition (TroupeDrawing *drawing,
                                     const char *method,
                                     const char *condition)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (method != NULL);

  troupe_flow_set_breakpoint (get_document (drawing), "method", method, NULL, TRUE, condition,
                              &error);
  report (drawing, error);
}

gboolean
troupe_editor_control_has_any_breakpoint (TroupeDrawing *drawing)
{
  g_autoptr (TroupeValue) all = troupe_flow_get_breakpoints (get_document (drawing));

  return all != NULL && troupe_value_list_get_length (all) > 0;
}

void
troupe_editor_control_remove_breakpoints (TroupeDrawing *drawing)
{
  g_autoptr (GError) error = NULL;

  troupe_flow_set_breakpoints (get_document (drawing), NULL, &error);
  report (drawing, error);
}
