/* troupe-compare-graph.c: shows on the cards and wires of a document what two runs did
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-graph"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-compare-graph.h"
#include "troupe-compare-text.h"
#include "troupe-crew-id.h"

/* --- Cards ------------------------------------------------------------------------------------ */

/* Shows a method that runs in one run or in both. @method: (nullable): NULL if it did not begin in any of them */
static void
show_method (TroupeCanvasScene *scene,
             const char *id,
             const TroupeComparedMethod *method,
             const TroupeCompareFacts *facts)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, id);
  TroupeCanvasNodeRun run = { .state = TROUPE_CANVAS_STATE_STALE, .progress = -1 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *only = NULL;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;

  if (node == NULL)
    return;
  label = g_strdup (node->accessible_label != NULL ? node->accessible_label : id);
  if (method == NULL)
    {
      troupe_canvas_scene_set_node_state (scene, id, TROUPE_CANVAS_STATE_SKIPPED,
                                          _ ("In neither run"));
      return;
    }
  description =
      troupe_compare_text_describe (method, troupe_compare_facts_is_changed (facts, method->name),
                                    troupe_compare_facts_get_new_name (facts, method->name));
  if (method->difference == TROUPE_DIFFERENCE_NONE)
    {
      troupe_canvas_scene_set_node_state (scene, id, TROUPE_CANVAS_STATE_DONE, _ ("The same"));
      troupe_canvas_scene_set_accessible_text (scene, id, label, description);
      return;
    }
  first = troupe_compare_text_get_line (method, 0);
  second = troupe_compare_text_get_line (method, 1);
  if (method->difference == TROUPE_DIFFERENCE_FIRST_ONLY ||
      method->difference == TROUPE_DIFFERENCE_SECOND_ONLY)
    {
      /* Translators: “A  49 s · $0.0671”; on a card, so it must be short. */
      only = g_strdup_printf (_ ("%s · only here"),
                              method->difference == TROUPE_DIFFERENCE_FIRST_ONLY ? first : second);
      run.word = only;
    }
  else
    {
      run.word = first;
      run.stream = second;
    }
  troupe_canvas_scene_set_node_run (scene, id, &run);
  troupe_canvas_scene_set_accessible_text (scene, id, label, description);
}

/* --- Room for the cards ----------------------------------------------------------------------- */

/* Distance between cards of which the upper one became higher, in canvas pixels. */
#define CARD_GAP 12.0f

typedef struct
{
  const char *id;
  float top; /* before it is moved */
  graphene_rect_t bounds;
} Card;

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const float first = ((const Card *) a)->top;
  const float second = ((const Card *) b)->top;

  return first < second ? -1 : first > second;
}

/* --- Flows ------------------------------------------------------------------------------------ */

/* Feeds what determines the wires of a run: its methods. */
static void
replay (TroupeEditor *editor, TroupeTrace *trace, const TroupeHistoryRun *run)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new ();

  for (guint i = 0; i < run->times->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (run->times->events, i);
      const TroupeScopeKind kind = troupe_event_type_get_info (event->type)->kind;

      if (kind == TROUPE_SCOPE_FLOW || kind == TROUPE_SCOPE_METHOD)
        g_ptr_array_add (events, event);
    }
  troupe_trace_begin (trace, run->record->started_us);
  troupe_editor_begin_run (editor,
                           troupe_flow_document_get_flow (troupe_editor_get_document (editor)));
  troupe_trace_add_events (trace, events);
  troupe_trace_end (trace, MAX (run->times->end, 1));
  troupe_editor_end_run (editor);
}

/* Returns the states of all wires after a run, in the order of the scene. */
static GArray *
list_wires (TroupeCanvasScene *scene)
{
  GArray *states = g_array_new (FALSE, FALSE, sizeof (TroupeCanvasWireState));

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    {
      const TroupeCanvasWireState state =
          troupe_canvas_scene_get_wire_state (scene,
                                              troupe_canvas_scene_get_nth_wire (scene, i)->id);

      g_array_append_val (states, state);
    }
  return states;
}

static TroupeCanvasWireState
combine (TroupeCanvasWireState first, TroupeCanvasWireState second)
{
  if (first == TROUPE_CANVAS_WIRE_FIRED && second == TROUPE_CANVAS_WIRE_FIRED)
    return TROUPE_CANVAS_WIRE_FIRED;
  if (first == TROUPE_CANVAS_WIRE_FIRED)
    return TROUPE_CANVAS_WIRE_FIRST;
  return second == TROUPE_CANVAS_WIRE_FIRED ? TROUPE_CANVAS_WIRE_SECOND
                                            : TROUPE_CANVAS_WIRE_NOT_TAKEN;
}

void
troupe_compare_graph_show_flow (TroupeEditor *editor,
                                TroupeTrace *trace,
                                const TroupeCompareFacts *facts)
{
  TroupeCanvasScene *scene;
  g_autoptr (GArray) first = NULL;
  g_autoptr (GArray) second = NULL;
  TroupeFlow *flow;
  TroupeCanvas *canvas;
  TroupeCanvasScene *room;
  g_autoptr (GArray) cards = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR (editor));
  g_return_if_fail (TROUPE_IS_TRACE (trace));
  g_return_if_fail (facts != NULL);

  scene = troupe_drawing_get_scene (troupe_editor_get_drawing (editor));
  flow = troupe_flow_document_get_flow (troupe_editor_get_document (editor));
  troupe_canvas_scene_begin_update (scene);
  replay (editor, trace, facts->runs[0]);
  first = list_wires (scene);
  replay (editor, trace, facts->runs[1]);
  second = list_wires (scene);
  troupe_editor_clear_run (editor);
  for (guint i = 0;
       i < troupe_canvas_scene_get_n_wires (scene) && i < MIN (first->len, second->len); i++)
    troupe_canvas_scene_set_wire_state (scene, troupe_canvas_scene_get_nth_wire (scene, i)->id,
                                        combine (g_array_index (first, TroupeCanvasWireState, i),
                                                 g_array_index (second, TroupeCanvasWireState, i)),
                                        FALSE);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;
      const TroupeComparedMethod *method = NULL;

      for (guint j = 0; j < facts->methods->len; j++)
        if (g_strcmp0 (((TroupeComparedMethod *) facts->methods->pdata[j])->name, name) == 0)
          {
            method = g_ptr_array_index (facts->methods, j);
            break;
          }
      show_method (scene, name, method, facts);
    }
  troupe_canvas_scene_end_update (scene);
  /* Moves cards down that would be covered: the line of the second run makes a card higher than
   * a run does, for which the layout leaves room. Only this view moves them, and never the
   * document. */
  canvas = troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor));
  room = troupe_canvas_get_scene (canvas);
  cards = g_array_new (FALSE, FALSE, sizeof (Card));
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (room); i++)
    {
      Card card = { .id = troupe_canvas_scene_get_nth_node (room, i)->id };

      if (!troupe_canvas_get_bounds (canvas, card.id, &card.bounds))
        continue;
      card.top = card.bounds.origin.y;
      g_array_append_val (cards, card);
    }
  g_array_sort (cards, compare_tops);
  for (guint i = 0; i < cards->len; i++)
    for (guint j = i + 1; j < cards->len; j++)
      {
        const Card *upper = &g_array_index (cards, Card, i);
        Card *lower = &g_array_index (cards, Card, j);
        const float bottom = upper->bounds.origin.y + upper->bounds.size.height;
        double x, y;

        if (lower->top >= bottom)
          break;
        if (!graphene_rect_intersection (&upper->bounds, &lower->bounds, NULL) ||
            !troupe_canvas_scene_get_position (room, lower->id, &x, &y))
          continue;
        y += (double) (bottom + CARD_GAP - lower->bounds.origin.y);
        lower->bounds.origin.y = bottom + CARD_GAP;
        troupe_canvas_scene_set_position (room, lower->id, x, y);
      }
}

/* --- Crews ------------------------------------------------------------------------------------ */

void
troupe_compare_graph_show_crew (TroupeCrewEditor *editor, const TroupeCompareFacts *facts)
{
  TroupeCanvasScene *scene;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor));
  g_return_if_fail (facts != NULL);

  scene = troupe_canvas_get_scene (
      troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (editor)));
  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (troupe_crew_editor_get_subject (editor));
       i++)
    {
      g_autofree char *id = troupe_crew_id_make_task (i);
      const TroupeComparedMethod *found = NULL;

      for (guint n = 0; n < facts->methods->len; n++)
        if (((TroupeComparedMethod *) facts->methods->pdata[n])->task_number == i + 1)
          found = g_ptr_array_index (facts->methods, n);
      show_method (scene, id, found, facts);
    }
  troupe_canvas_scene_end_update (scene);
}
