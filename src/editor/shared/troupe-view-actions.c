/* troupe-view-actions.c: actions and shortcuts of the visible part of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-view-actions"

#include "config.h"

#include "troupe-view-actions.h"

#define ZOOM_STEP 1.25

static void
fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (TROUPE_EDITOR_FRAME (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "view.fit-selection"))
    troupe_canvas_fit_selection (canvas, TRUE);
  else
    troupe_canvas_fit_all (canvas, TRUE);
}

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (TROUPE_EDITOR_FRAME (widget));
  double zoom = troupe_canvas_get_zoom (canvas);

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "view.zoom-in"))
    zoom *= ZOOM_STEP;
  else if (g_str_equal (name, "view.zoom-out"))
    zoom /= ZOOM_STEP;
  else if (g_str_equal (name, "view.zoom"))
    zoom = g_variant_get_double (parameter);
  else
    zoom = 1.0;
  troupe_canvas_set_zoom (canvas, CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX),
                          TRUE);
}

static void
select_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (TROUPE_EDITOR_FRAME (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "view.select-all"))
    troupe_canvas_select_all (canvas);
  else
    troupe_canvas_select_none (canvas);
}

static const struct
{
  const char *name;
  const char *parameter;
  GtkWidgetActionActivateFunc activate;
} actions[] = {
  { "view.fit", NULL, fit_cb },           { "view.fit-selection", NULL, fit_cb },
  { "view.zoom-in", NULL, zoom_cb },      { "view.zoom-out", NULL, zoom_cb },
  { "view.zoom-normal", NULL, zoom_cb },  { "view.zoom", "d", zoom_cb },
  { "view.select-all", NULL, select_cb }, { "view.select-none", NULL, select_cb },
};

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_plus, GDK_CONTROL_MASK, "view.zoom-in" },
  { GDK_KEY_equal, GDK_CONTROL_MASK, "view.zoom-in" },
  { GDK_KEY_minus, GDK_CONTROL_MASK, "view.zoom-out" },
  { GDK_KEY_0, GDK_CONTROL_MASK, "view.zoom-normal" },
  { GDK_KEY_1, GDK_CONTROL_MASK, "view.fit" },
};

void
troupe_view_actions_install (TroupeEditorFrameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}
