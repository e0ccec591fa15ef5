/* canvas-test.c: fixture with a canvas in a window, and waiting for its frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "canvas-test.h"

static gboolean
is_allocated (gpointer canvas)
{
  return gtk_widget_get_mapped (canvas) && gtk_widget_get_width (canvas) > 0;
}

void
canvas_test_open (CanvasTest *self, int width, int height)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  self->scene = troupe_canvas_scene_new ();
  self->canvas = TROUPE_CANVAS (troupe_canvas_new ());
  troupe_canvas_set_scene (self->canvas, self->scene);
  self->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  gtk_widget_set_size_request (GTK_WIDGET (self->canvas), width, height);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->canvas));
  gtk_window_present (GTK_WINDOW (self->window));
  canvas_test_wait (is_allocated, self->canvas);
}

void
canvas_test_close (CanvasTest *self)
{
  TroupeCanvas *canvas = g_object_ref (self->canvas);

  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (canvas);
  g_assert_finalize_object (self->scene);
}

static gboolean
set_late (gpointer late)
{
  *(gboolean *) late = TRUE;
  return G_SOURCE_REMOVE;
}

void
canvas_test_wait (gboolean (*done) (gpointer), gpointer user_data)
{
  gboolean late = FALSE;
  guint timeout = g_timeout_add_seconds (TEST_WAIT_S, set_late, &late);

  while (!done (user_data) && !late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (late);
  g_source_remove (timeout);
}

static void
count_frame (GdkFrameClock *clock, gpointer frames)
{
  (*(guint *) frames)++;
}

static gboolean
has_frame (gpointer frames)
{
  return *(guint *) frames > 0;
}

void
canvas_test_draw (CanvasTest *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->canvas));
  guint frames = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame), &frames);

  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  canvas_test_wait (has_frame, &frames);
  g_signal_handler_disconnect (clock, handler);
}

GskRenderNode *
canvas_test_snapshot (CanvasTest *self)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (self->canvas)->snapshot (GTK_WIDGET (self->canvas), snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

guint
canvas_test_count_nodes (GskRenderNode *node)
{
  guint count = 1;

  if (node == NULL)
    return 0;
  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      count = 0;
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        count += canvas_test_count_nodes (gsk_container_node_get_child (node, i));
      return count;
    case GSK_TRANSFORM_NODE:
      return canvas_test_count_nodes (gsk_transform_node_get_child (node));
    case GSK_CLIP_NODE:
      return canvas_test_count_nodes (gsk_clip_node_get_child (node));
    default:
      return count;
    }
}

void
canvas_test_save (CanvasTest *self, const char *path)
{
  g_autoptr (GskRenderNode) node = canvas_test_snapshot (self);
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (self->window));
  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (renderer, node, NULL);

  g_assert_true (gdk_texture_save_to_png (texture, path));
}
