/* troupe-canvas-scene-run.c: run state and problems of a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-scene-run"

#include "config.h"

#include "troupe-canvas-scene-private.h"

gboolean
troupe_canvas_scene_set_node_run (TroupeCanvasScene *self,
                                  const char *id,
                                  const TroupeCanvasNodeRun *run)
{
  TroupeNodeRecord *node;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  node = (TroupeNodeRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NODE, id);
  if (node == NULL)
    return FALSE;

  troupe_node_record_set_run (node, run);
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

gboolean
troupe_canvas_scene_set_node_state (TroupeCanvasScene *self,
                                    const char *id,
                                    TroupeCanvasState state,
                                    const char *word)
{
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

  run.state = state;
  run.word = word;
  return troupe_canvas_scene_set_node_run (self, id, &run);
}

gboolean
troupe_canvas_scene_set_gate_run (TroupeCanvasScene *self,
                                  const char *id,
                                  const gboolean *arrived,
                                  guint n_arrived,
                                  gboolean fired)
{
  TroupeGateRecord *gate;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);
  g_return_val_if_fail (arrived != NULL || n_arrived == 0, FALSE);

  gate = (TroupeGateRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GATE, id);
  if (gate == NULL)
    return FALSE;

  g_clear_pointer (&gate->arrived, g_free);
  if (n_arrived > 0 && gate->n_inputs > 0)
    {
      gate->arrived = g_new0 (gboolean, gate->n_inputs);
      for (guint i = 0; i < MIN (n_arrived, gate->n_inputs); i++)
        gate->arrived[i] = arrived[i];
    }
  gate->fired = fired;
  gate->record.serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

GArray *
troupe_canvas_scene_dup_gate_run (TroupeCanvasScene *self, const char *id, gboolean *fired)
{
  const TroupeGateRecord *gate;
  GArray *arrived = NULL;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), NULL);
  g_return_val_if_fail (fired != NULL, NULL);

  gate = (const TroupeGateRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GATE, id);
  *fired = gate != NULL && gate->fired;
  if (gate == NULL || gate->arrived == NULL)
    return NULL;
  arrived = g_array_sized_new (FALSE, FALSE, sizeof (gboolean), gate->n_inputs);
  g_array_append_vals (arrived, gate->arrived, gate->n_inputs);
  return arrived;
}

gboolean
troupe_canvas_scene_set_wire_state (TroupeCanvasScene *self,
                                    const char *id,
                                    TroupeCanvasWireState state,
                                    gboolean animate)
{
  TroupeWireRecord *wire;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  wire = (TroupeWireRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_WIRE, id);
  if (wire == NULL)
    return FALSE;

  wire->state = state;
  if (animate)
    wire->pulses++;
  wire->record.serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

gboolean
troupe_canvas_scene_set_wire_paused (TroupeCanvasScene *self, const char *id, gboolean is_paused)
{
  TroupeWireRecord *wire;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  wire = (TroupeWireRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_WIRE, id);
  if (wire == NULL)
    return FALSE;
  wire->is_paused = is_paused;
  wire->record.serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

gboolean
troupe_canvas_scene_is_wire_paused (TroupeCanvasScene *self, const char *id)
{
  const TroupeWireRecord *wire;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  wire = (const TroupeWireRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_WIRE, id);
  return wire != NULL && wire->is_paused;
}

TroupeCanvasWireState
troupe_canvas_scene_get_wire_state (TroupeCanvasScene *self, const char *id)
{
  const TroupeWireRecord *wire;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), TROUPE_CANVAS_WIRE_IDLE);

  wire = (const TroupeWireRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_WIRE, id);
  return wire != NULL ? wire->state : TROUPE_CANVAS_WIRE_IDLE;
}

void
troupe_canvas_scene_clear_run (TroupeCanvasScene *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));

  troupe_scene_compact (self);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      TroupeNodeRecord *node = g_ptr_array_index (self->nodes, i);

      if (node->run.state != TROUPE_CANVAS_STATE_IDLE)
        troupe_node_record_set_run (node, NULL);
    }
  for (guint i = 0; i < self->gates->len; i++)
    {
      TroupeGateRecord *gate = g_ptr_array_index (self->gates, i);

      g_clear_pointer (&gate->arrived, g_free);
      gate->fired = FALSE;
      gate->record.serial++;
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      TroupeWireRecord *wire = g_ptr_array_index (self->wires, i);

      wire->state = TROUPE_CANVAS_WIRE_IDLE;
      wire->is_paused = FALSE;
      wire->record.serial++;
    }
  troupe_canvas_scene_note_painted (self);
}

/* Defines the setters of flags that can change without a new description of the node. */
#define DEFINE_NODE_FLAG(name, member)                                                             \
  gboolean troupe_canvas_scene_set_node_##name (TroupeCanvasScene *self, const char *id,           \
                                                gboolean name)                                     \
  {                                                                                                \
    TroupeNodeRecord *node;                                                                        \
                                                                                                   \
    g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);                                   \
                                                                                                   \
    node = (TroupeNodeRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NODE, id);    \
    if (node == NULL)                                                                              \
      return FALSE;                                                                                \
    if (!node->member == !name)                                                                    \
      return TRUE;                                                                                 \
    node->member = !!name;                                                                         \
    node->record.serial++;                                                                         \
    troupe_canvas_scene_note_painted (self);                                                       \
    return TRUE;                                                                                   \
  }

DEFINE_NODE_FLAG (breakpoint, node.breakpoint)
DEFINE_NODE_FLAG (muted, node.muted)
DEFINE_NODE_FLAG (related, related)

gboolean
troupe_canvas_scene_set_node_problems (TroupeCanvasScene *self,
                                       const char *id,
                                       guint n_errors,
                                       guint n_warnings)
{
  TroupeNodeRecord *node;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  node = (TroupeNodeRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NODE, id);
  if (node == NULL)
    return FALSE;
  if (node->node.n_errors == n_errors && node->node.n_warnings == n_warnings)
    return TRUE;

  node->node.n_errors = n_errors;
  node->node.n_warnings = n_warnings;
  node->record.serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

gboolean
troupe_canvas_scene_set_node_mark (TroupeCanvasScene *self, const char *id, TroupeCanvasMark mark)
{
  TroupeNodeRecord *node;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  node = (TroupeNodeRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NODE, id);
  if (node == NULL)
    return FALSE;
  if (node->mark == mark)
    return TRUE;

  node->mark = mark;
  node->record.serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

static void
replace_text (const char **target, const char *text)
{
  char *copy = g_strdup (text);

  g_free ((char *) *target);
  *target = copy;
}

gboolean
troupe_canvas_scene_set_accessible_text (TroupeCanvasScene *self,
                                         const char *id,
                                         const char *label,
                                         const char *description)
{
  TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  record = troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;
  if (record->kind == TROUPE_CANVAS_KIND_NODE)
    {
      TroupeCanvasNode *node = &((TroupeNodeRecord *) record)->node;

      replace_text (&node->accessible_label, label);
      replace_text (&node->accessible_description, description);
    }
  else if (record->kind == TROUPE_CANVAS_KIND_GATE)
    {
      TroupeCanvasGate *gate = &((TroupeGateRecord *) record)->gate;

      replace_text (&gate->accessible_label, label);
      replace_text (&gate->accessible_description, description);
    }
  else
    return FALSE;

  record->serial++;
  troupe_canvas_scene_note_painted (self);
  return TRUE;
}

gboolean
troupe_canvas_scene_get_shows_run (TroupeCanvasScene *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  troupe_scene_compact (self);
  for (guint i = 0; i < self->nodes->len; i++)
    if (troupe_scene_node (self, i)->run.state != TROUPE_CANVAS_STATE_IDLE)
      return TRUE;
  for (guint i = 0; i < self->gates->len; i++)
    if (troupe_scene_gate (self, i)->arrived != NULL)
      return TRUE;
  for (guint i = 0; i < self->wires->len; i++)
    if (troupe_scene_wire (self, i)->state != TROUPE_CANVAS_WIRE_IDLE)
      return TRUE;

  return FALSE;
}
