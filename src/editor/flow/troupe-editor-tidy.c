/* troupe-editor-tidy.c: automatic layout of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-tidy"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-places.h"
#include "troupe-editor-tidy.h"
#include "troupe-plot.h"

/* Maximum number of cards and gates that can be laid out in less than a frame. */
#define MAX_AT_ONCE 24

/* A layout in progress, and the flow for which it is computed. */
typedef struct
{
  TroupePlotGraph *graph;
  TroupeFlow *flow;
  GWeakRef drawing; /* the tab can be closed in the meantime */
} Tidying;

static void
tidying_free (gpointer data)
{
  Tidying *tidying = data;

  troupe_plot_graph_unref (tidying->graph);
  troupe_flow_unref (tidying->flow);
  g_weak_ref_clear (&tidying->drawing);
  g_free (tidying);
}

static void
write_places (TroupeDrawing *self, TroupePlotGraph *graph)
{
  TroupeDocument *document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  TroupeCanvas *canvas = troupe_drawing_get_canvas (self);
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      TroupePosition position = { node->id, node->x, node->y };

      g_array_append_val (positions, position);
    }
  troupe_canvas_begin_glide (canvas);
  troupe_document_begin_edit (document, _ ("Tidy Up"));
  troupe_document_set_positions (document, (const TroupePosition *) positions->data, positions->len,
                                 _ ("Tidy Up"));
  troupe_editor_places_free_notes (self);
  troupe_document_end_edit (document);
  troupe_canvas_fit_all (canvas, TRUE);
  troupe_canvas_end_glide (canvas);
}

static void
arrange_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Tidying *tidying = data;

  g_assert (G_IS_TASK (task));

  troupe_plot_graph_arrange (tidying->graph, TRUE);
  g_task_return_boolean (task, TRUE);
}

static void
arranged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Tidying *tidying = g_task_get_task_data (G_TASK (result));
  g_autoptr (TroupeDrawing) self = g_weak_ref_get (&tidying->drawing);

  g_assert (G_IS_TASK (result));

  if (self != NULL)
    troupe_drawing_end_layout (self);
  if (self == NULL || gtk_widget_get_root (GTK_WIDGET (troupe_drawing_get_canvas (self))) == NULL)
    return;
  if (troupe_flow_document_get_flow (troupe_drawing_get_document (self)) == tidying->flow)
    write_places (self, tidying->graph);
  else
    troupe_editor_tidy (self);
}

void
troupe_editor_tidy (TroupeDrawing *self)
{
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autoptr (GTask) task = NULL;
  Tidying *tidying;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  /* Do not start a second layout, because the running layout uses the state of the document at
   * its end. */
  if (!troupe_drawing_is_laid_out (self))
    return;
  graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  if (troupe_plot_graph_get_n_nodes (graph) == 0)
    return;
  if (troupe_plot_graph_get_n_nodes (graph) <= MAX_AT_ONCE &&
      troupe_plot_graph_get_n_wires (graph) <= MAX_AT_ONCE)
    {
      troupe_plot_graph_arrange (graph, TRUE);
      write_places (self, graph);
      return;
    }

  tidying = g_new0 (Tidying, 1);
  tidying->graph = g_steal_pointer (&graph);
  tidying->flow =
      troupe_flow_ref (troupe_flow_document_get_flow (troupe_drawing_get_document (self)));
  g_weak_ref_init (&tidying->drawing, self);
  troupe_drawing_begin_layout (self);
  task = g_task_new (NULL, NULL, arranged_cb, NULL);
  g_task_set_source_tag (task, troupe_editor_tidy);
  g_task_set_task_data (task, tidying, tidying_free);
  g_task_run_in_thread (task, arrange_in_thread);
}
