/* troupe-welcome-picture.c: example flow shown on the welcome page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-welcome-picture"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas.h"
#include "troupe-welcome-picture.h"

#define GAP 48.0
#define MARGIN 8.0

static void
add_wire (TroupeCanvasScene *scene,
          const char *id,
          const char *from,
          const char *port,
          const char *to)
{
  TroupeCanvasWire wire = { .id = id, .from = from, .from_port = port, .to = to };

  wire.kind = port != NULL ? TROUPE_CANVAS_WIRE_EVENT : TROUPE_CANVAS_WIRE_PLAIN;
  troupe_canvas_scene_set_wire (scene, &wire);
  troupe_canvas_scene_set_wire_state (scene, id, TROUPE_CANVAS_WIRE_FIRED, FALSE);
}

/* Adds three methods in a row, with the same gap between all cards. */
static void
add_nodes (TroupeCanvas *canvas, TroupeCanvasScene *scene)
{
  static const char *const answers[] = { "yes", "no", NULL };
  TroupeCanvasNode nodes[] = {
    { .id = "ask",
      .title = "ask",
      .summary = "mock/echo",
      .icon_name = "troupe-agent-symbolic",
      .role = TROUPE_CANVAS_ROLE_START,
      .openable = TRUE,
      .output = "ask" },
    { .id = "check",
      .title = "check",
      .summary = _ ("Good Enough?"),
      .icon_name = "troupe-expression-symbolic",
      .role = TROUPE_CANVAS_ROLE_ROUTER,
      .has_input = TRUE,
      .output = "check",
      .events = answers },
    { .id = "answer",
      .title = "answer",
      .summary = _ ("Result"),
      .icon_name = "troupe-expression-symbolic",
      .role = TROUPE_CANVAS_ROLE_LISTENER,
      .has_input = TRUE,
      .output = "answer" },
  };
  double x = 0;

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      double width, height;

      nodes[i].x = x;
      troupe_canvas_measure_node (canvas, &nodes[i], &width, &height);
      troupe_canvas_scene_set_node (scene, &nodes[i]);
      x += width + GAP;
    }
}

static void
hide_cb (gpointer user_data)
{
  g_autoptr (GtkWidget) widget = user_data;

  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

/* Draws the picture in the size of its frame also if texts are large: a canvas enlarges everything with
 * its texts. */
static void
fit (TroupeCanvas *canvas)
{
  const double text_scale = troupe_canvas_get_scale (canvas) / troupe_canvas_get_zoom (canvas);
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_CANVAS (canvas));

  troupe_canvas_set_zoom (canvas, 1 / text_scale, FALSE);
  if (troupe_canvas_get_all_bounds (canvas, &bounds))
    troupe_canvas_set_origin (canvas, bounds.origin.x - MARGIN, bounds.origin.y - MARGIN);
}

/* The canvas has followed the setting when the next frame begins. */
static gboolean
fit_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  fit (TROUPE_CANVAS (widget));
  return G_SOURCE_REMOVE;
}

static void
text_scaled_cb (GtkWidget *widget)
{
  gtk_widget_add_tick_callback (widget, fit_cb, NULL, NULL);
}

/* GTK resets the accessible state of a widget after this signal: version 4.18 of each widget, older
 * ones only of the widget that is shown. */
static void
mapped_cb (GtkWidget *widget)
{
  fit (TROUPE_CANVAS (widget));
  g_idle_add_once (hide_cb, g_object_ref (widget));
}

GtkWidget *
troupe_welcome_picture_new (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  GtkWidget *widget = troupe_canvas_new ();
  GtkWidget *frame = gtk_overlay_new ();
  GtkWidget *room = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  TroupeCanvas *canvas = TROUPE_CANVAS (widget);
  graphene_rect_t bounds;
  static const char *const taken[] = { "yes", NULL };
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

  g_object_set (widget, "ground", FALSE, "editable", FALSE, NULL);
  g_object_bind_property (style, "dark", widget, "dark", G_BINDING_SYNC_CREATE);
  g_object_bind_property (style, "high-contrast", widget, "high-contrast", G_BINDING_SYNC_CREATE);
  gtk_widget_set_can_target (widget, FALSE);
  gtk_widget_set_can_focus (widget, FALSE);
  gtk_widget_set_valign (frame, GTK_ALIGN_CENTER);

  add_nodes (canvas, scene);
  add_wire (scene, "asked", "ask", NULL, "check");
  add_wire (scene, "checked", "check", "yes", "answer");
  run.state = TROUPE_CANVAS_STATE_DONE;
  run.time = "0.2 s";
  troupe_canvas_scene_set_node_run (scene, "ask", &run);
  run.time = NULL;
  run.taken = taken;
  troupe_canvas_scene_set_node_run (scene, "check", &run);
  troupe_canvas_set_scene (canvas, scene);
  if (troupe_canvas_get_all_bounds (canvas, &bounds))
    gtk_widget_set_size_request (room, (int) ceil (bounds.size.width + 2 * MARGIN),
                                 (int) ceil (bounds.size.height + 2 * MARGIN));
  /* The canvas is hidden from assistive technologies, because its cards are only decoration. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  g_signal_connect (widget, "map", G_CALLBACK (mapped_cb), NULL);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (text_scaled_cb), widget, G_CONNECT_SWAPPED);
  /* The frame is an overlay, which has only the size of its child, because the natural size of a
   * canvas is larger. */
  gtk_overlay_set_child (GTK_OVERLAY (frame), room);
  gtk_overlay_add_overlay (GTK_OVERLAY (frame), widget);
  return frame;
}
