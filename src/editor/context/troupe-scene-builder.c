/* troupe-scene-builder.c: builds the canvas scene of a flow document and keeps it up to date
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scene-builder"

#include "config.h"

#include <string.h>

#include "troupe-scene-builder-private.h"

/* Maximum numbers of cards and gates, and of wires, that can be arranged in a few milliseconds. */
#define MAX_AT_ONCE 16
#define MAX_WIRES_AT_ONCE 20

typedef struct
{
  double x;
  double y;
} Place;

/* Data of the layout thread: the graph, and the flow to which the graph belongs. */
typedef struct
{
  TroupePlotGraph *graph;
  TroupeFlow *flow;
  GWeakRef builder; /* a tab may be closed meanwhile */
} Arranging;

enum
{
  ARRANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeSceneBuilder, troupe_scene_builder, G_TYPE_OBJECT)

/* --- The graph ----------------------------------------------------------------------------- */

static double
measure_cb (const char *name, const char *summary, const char *const *events, gpointer user_data)
{
  TroupeCanvas *canvas = user_data;
  TroupeCanvasNode node = {
    .id = name, .title = name, .summary = summary, .output = name, .events = events
  };
  double width = 0;
  double height = 0;

  troupe_canvas_measure_node (canvas, &node, &width, &height);

  return width;
}

static TroupePlotGraph *
make_graph (TroupeSceneBuilder *self, TroupeFlow *flow)
{
  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  return troupe_plot_flow_new (flow, self->canvas != NULL ? measure_cb : NULL, self->canvas);
}

/* Sets items without a stored position to their last position. */
static void
place_as_seen (TroupeSceneBuilder *self, TroupePlotGraph *graph)
{
  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      const Place *place = g_hash_table_lookup (self->places, node->id);

      if (node->placed || place == NULL)
        continue;
      node->x = place->x;
      node->y = place->y;
      node->placed = TRUE;
    }
}

static void
keep_place (TroupeSceneBuilder *self, const TroupePlotNode *node)
{
  Place *place = g_new (Place, 1);

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  place->x = node->x;
  place->y = node->y;
  g_hash_table_insert (self->places, g_strdup (node->id), place);
}

/* Returns TRUE if computing the best layout takes longer than the user should wait. */
static gboolean
is_large (TroupePlotGraph *graph)
{
  return troupe_plot_graph_get_n_nodes (graph) > MAX_AT_ONCE ||
         troupe_plot_graph_get_n_wires (graph) > MAX_WIRES_AT_ONCE;
}

static void
arranging_free (gpointer data)
{
  Arranging *arranging = data;

  g_assert (arranging != NULL);

  troupe_plot_graph_unref (arranging->graph);
  troupe_flow_unref (arranging->flow);
  g_weak_ref_clear (&arranging->builder);
  g_free (arranging);
}

static void
arrange_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Arranging *arranging = data;

  g_assert (G_IS_TASK (task));

  troupe_plot_graph_arrange (arranging->graph, FALSE);
  g_task_return_boolean (task, TRUE);
}

static void refresh (TroupeSceneBuilder *self, gboolean moved);

/* Applies the layout that the thread has computed, unless the document was edited in the
 * meantime. */
static void
arranged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Arranging *arranging = g_task_get_task_data (G_TASK (result));
  g_autoptr (TroupeSceneBuilder) self = g_weak_ref_get (&arranging->builder);

  g_assert (G_IS_TASK (result));

  if (self == NULL || self->flow != arranging->flow)
    return;
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (arranging->graph); i++)
    keep_place (self, troupe_plot_graph_get_node (arranging->graph, i));
  troupe_canvas_scene_begin_update (self->scene);
  refresh (self, TRUE);
  troupe_canvas_scene_end_update (self->scene);
  g_signal_emit (self, signals[ARRANGED], 0);
}

static void
arrange_later (TroupeSceneBuilder *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, arranged_cb, NULL);
  Arranging *arranging = g_new0 (Arranging, 1);

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  arranging->graph = make_graph (self, self->flow);
  /* Includes the positions of the notes. */
  troupe_plot_flow_place (arranging->graph, self->document);
  arranging->flow = troupe_flow_ref (self->flow);
  g_weak_ref_init (&arranging->builder, self);
  g_task_set_source_tag (task, arrange_later);
  g_task_set_task_data (task, arranging, arranging_free);
  g_task_run_in_thread (task, arrange_in_thread);
}

/* Arranges items that have neither a stored nor a last position around the other items. They are
 * immediately arranged in a first order. If no item has a position yet, they are arranged in a
 * better order soon after. */
static void
place_nodes (TroupeSceneBuilder *self)
{
  guint n = troupe_plot_graph_get_n_nodes (self->graph);
  g_autofree gboolean *in_document = g_new0 (gboolean, n + 1);
  gboolean is_drawn;
  TroupePlotGraph *graph;

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  troupe_plot_flow_place (self->graph, self->document);
  for (guint i = 0; i < n; i++)
    in_document[i] = troupe_plot_graph_get_node (self->graph, i)->placed;
  place_as_seen (self, self->graph);
  graph = self->graph;
  is_drawn = FALSE;
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    if (troupe_plot_graph_get_node (graph, i)->placed)
      {
        is_drawn = TRUE;
        break;
      }
  if (!self->is_patient || !is_large (self->graph))
    {
      troupe_plot_graph_arrange (self->graph, FALSE);
    }
  else
    {
      troupe_plot_graph_arrange_quickly (self->graph);
      if (!is_drawn)
        arrange_later (self);
    }

  for (guint i = 0; i < n; i++)
    if (!in_document[i])
      keep_place (self, troupe_plot_graph_get_node (self->graph, i));
}

/* Returns the next card from @index on, or NULL after the last one. @index: (inout): where it is */
static const TroupePlotNode *
find_card (TroupePlotGraph *graph, guint *index)
{
  while (*index < troupe_plot_graph_get_n_nodes (graph))
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, (*index)++);

      if (!node->is_gate)
        return node;
    }
  return NULL;
}

/* Finds the only card whose name has changed since @before; FALSE if there is none or if cards were
 * added, removed or moved. @from, @to: (out) (transfer none) */
static gboolean
find_renamed (TroupeSceneBuilder *self,
              TroupePlotGraph *before,
              const TroupePlotNode **from,
              const TroupePlotNode **to)
{
  guint old_index = 0;
  guint new_index = 0;

  *from = *to = NULL;
  for (;;)
    {
      const TroupePlotNode *old_card = find_card (before, &old_index);
      const TroupePlotNode *new_card = find_card (self->graph, &new_index);

      if (old_card == NULL || new_card == NULL)
        return old_card == new_card && *from != NULL;
      if (g_str_equal (old_card->id, new_card->id))
        continue;
      if (*from != NULL)
        return FALSE;
      *from = old_card;
      *to = new_card;
    }
}

/* Lets a renamed card and its gates stay where they were seen. */
static void
carry_places (TroupeSceneBuilder *self, TroupePlotGraph *before)
{
  const TroupePlotNode *from;
  const TroupePlotNode *to;
  gsize length;

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  if (!find_renamed (self, before, &from, &to))
    return;
  length = strlen (to->id);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      g_autofree char *id = NULL;
      const Place *place;

      if (!g_str_has_prefix (node->id, to->id) ||
          (node->id[length] != '\0' && node->id[length] != '/'))
        continue;
      id = g_strconcat (from->id, node->id + length, NULL);
      place = g_hash_table_lookup (self->places, id);
      if (place != NULL)
        g_hash_table_insert (self->places, g_strdup (node->id), g_memdup2 (place, sizeof *place));
    }
}

/* Updates positions and cards if the graph has not changed, as after an edit of a field or an
 * undone move. */
static void
refresh (TroupeSceneBuilder *self, gboolean moved)
{
  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  for (guint i = 0; moved && i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      const Place *place = g_hash_table_lookup (self->places, node->id);
      double offset = node->is_gate ? TROUPE_GATE_RADIUS : 0;
      double x;
      double y;

      if (!troupe_document_get_position (TROUPE_DOCUMENT (self->document), node->id, &node->x,
                                         &node->y) &&
          place != NULL)
        {
          node->x = place->x;
          node->y = place->y;
        }
      if (troupe_canvas_scene_get_position (self->scene, node->id, &x, &y) &&
          (x != node->x + offset || y != node->y + offset))
        troupe_canvas_scene_set_position (self->scene, node->id, node->x + offset,
                                          node->y + offset);
    }

  if (moved)
    troupe_scene_update_wires (self);
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      TroupeSceneCard *card = g_hash_table_lookup (self->cards, method->name);
      int index;

      if (card->node == method->node &&
          (!moved || card->control == troupe_scene_get_control (self, method->name)))
        continue;
      index = troupe_plot_graph_find_node (self->graph, method->name);
      if (index >= 0)
        troupe_scene_set_card (self, method, card,
                               troupe_plot_graph_get_node (self->graph, (guint) index));
    }
}

/* --- Public functions ------------------------------------------------------------------------- */

void
troupe_scene_builder_update (TroupeSceneBuilder *self)
{
  static const char *const extras_path[] = { "x-troupe", NULL };
  TroupeFlow *flow;
  JsonNode *extras;
  gboolean same;

  g_return_if_fail (TROUPE_IS_SCENE_BUILDER (self));

  flow = troupe_flow_document_get_flow (self->document);
  extras = troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self->document)),
                                 extras_path);
  same = troupe_scene_is_same_graph (self, flow);

  troupe_flow_ref (flow);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow;
  self->n_touched = 0;

  troupe_canvas_scene_begin_update (self->scene);
  if (same)
    refresh (self, extras != self->extras);
  else
    {
      g_autoptr (TroupePlotGraph) before = g_steal_pointer (&self->graph);
      GHashTableIter iter;
      gpointer id;

      g_hash_table_remove_all (self->wires);
      self->graph = make_graph (self, self->flow);
      if (before != NULL)
        carry_places (self, before);
      /* Forgets the positions of gates that are not drawn any more. A gate that gets the same id
       * later, such as that of a pasted method, belongs to a card at another position. Positions of
       * cards are kept, because undo restores a card where it was. */
      g_hash_table_iter_init (&iter, self->places);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        if (strchr (id, '/') != NULL && troupe_plot_graph_find_node (self->graph, id) < 0)
          g_hash_table_iter_remove (&iter);
      place_nodes (self);
      troupe_scene_set_cards (self);
      troupe_scene_set_links (self);
    }
  troupe_scene_update_problems (self);
  if (extras != self->extras || self->extras == NULL)
    troupe_scene_notes_update (self->notes, self->document);
  troupe_canvas_scene_end_update (self->scene);

  g_clear_pointer (&self->extras, json_node_unref);
  if (extras != NULL)
    self->extras = json_node_ref (extras);
}

void
troupe_scene_builder_use_positions (TroupeSceneBuilder *self, TroupeSceneBuilder *other)
{
  g_return_if_fail (TROUPE_IS_SCENE_BUILDER (self));
  g_return_if_fail (TROUPE_IS_SCENE_BUILDER (other));
  g_return_if_fail (self->graph == NULL && other->graph != NULL);

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (other->graph); i++)
    keep_place (self, troupe_plot_graph_get_node (other->graph, i));
}

void
troupe_scene_builder_set_patient (TroupeSceneBuilder *self)
{
  g_return_if_fail (TROUPE_IS_SCENE_BUILDER (self));

  self->is_patient = TRUE;
}

guint
troupe_scene_builder_get_n_touched (TroupeSceneBuilder *self)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), 0);

  return self->n_touched;
}

TroupePlotGraph *
troupe_scene_builder_get_graph (TroupeSceneBuilder *self)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);

  return self->graph;
}

const TroupePlotWire *
troupe_scene_builder_find_wire (TroupeSceneBuilder *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->wires, id);
}

const char *
troupe_scene_builder_find_event (TroupeSceneBuilder *self,
                                 const TroupePlotWire *wire,
                                 const char **target)
{
  const TroupePlotNode *source;

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);
  g_return_val_if_fail (wire != NULL && target != NULL, NULL);

  source = troupe_plot_graph_get_node (self->graph, wire->source);
  *target = troupe_plot_graph_get_owner (self->graph,
                                         troupe_plot_graph_get_node (self->graph, wire->target))
                ->id;
  if (source->is_gate)
    return NULL;
  return wire->port != NULL ? wire->port : source->id;
}

GArray *
troupe_scene_builder_list_unplaced (TroupeSceneBuilder *self)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), positions);

  if (self->canvas != NULL)
    troupe_canvas_finish_glide (self->canvas);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      double offset = node->is_gate ? TROUPE_GATE_RADIUS : 0;
      TroupePosition position = { .id = node->id };

      if (troupe_document_get_position (TROUPE_DOCUMENT (self->document), node->id, &position.x,
                                        &position.y) ||
          !troupe_canvas_scene_get_position (self->scene, node->id, &position.x, &position.y))
        continue;
      position.x -= offset;
      position.y -= offset;
      g_array_append_val (positions, position);
    }

  return positions;
}

TroupePlotGraph *
troupe_scene_builder_plan (TroupeSceneBuilder *self)
{
  TroupePlotGraph *graph;

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);

  graph = make_graph (self, troupe_flow_document_get_flow (self->document));
  troupe_plot_flow_place (graph, self->document);
  place_as_seen (self, graph);

  return graph;
}

TroupePlotGraph *
troupe_scene_builder_plan_flow (TroupeSceneBuilder *self, TroupeFlow *flow)
{
  TroupePlotGraph *graph;

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);
  g_return_val_if_fail (flow != NULL, NULL);

  graph = make_graph (self, flow);
  troupe_plot_graph_arrange (graph, TRUE);

  return graph;
}

static void
troupe_scene_builder_finalize (GObject *object)
{
  TroupeSceneBuilder *self = TROUPE_SCENE_BUILDER (object);

  g_clear_object (&self->document);
  g_clear_object (&self->scene);
  g_clear_weak_pointer (&self->canvas);
  g_clear_pointer (&self->graph, troupe_plot_graph_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->extras, json_node_unref);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  g_clear_pointer (&self->cards, g_hash_table_unref);
  g_clear_pointer (&self->others, g_hash_table_unref);
  g_clear_pointer (&self->wires, g_hash_table_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->notes, troupe_scene_notes_free);

  G_OBJECT_CLASS (troupe_scene_builder_parent_class)->finalize (object);
}

static void
troupe_scene_builder_class_init (TroupeSceneBuilderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_scene_builder_finalize;
  signals[ARRANGED] = g_signal_new ("arranged", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_scene_builder_init (TroupeSceneBuilder *self)
{
  g_assert (self != NULL);

  self->order = g_ptr_array_new_with_free_func (g_free);
  self->cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, troupe_scene_card_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wires = g_hash_table_new (g_str_hash, g_str_equal);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

TroupeSceneBuilder *
troupe_scene_builder_new (TroupeFlowDocument *document,
                          TroupeCanvasScene *scene,
                          TroupeCanvas *canvas)
{
  TroupeSceneBuilder *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);

  self = g_object_new (TROUPE_TYPE_SCENE_BUILDER, NULL);
  self->document = g_object_ref (document);
  self->scene = g_object_ref (scene);
  g_set_weak_pointer (&self->canvas, canvas);
  self->notes = troupe_scene_notes_new (scene);

  return self;
}
