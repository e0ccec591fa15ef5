/* troupe-mark.c: icon of a method: role as color and shape, action as symbol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mark"

#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "troupe-canvas-palette.h"
#include "troupe-mark.h"

struct _TroupeMark
{
  GtkWidget parent_instance;

  int size;
  TroupeCanvasRole role;
  char *icon_name;
};

G_DEFINE_FINAL_TYPE (TroupeMark, troupe_mark, GTK_TYPE_WIDGET)

static GdkRGBA
to_rgba (TroupeColor color)
{
  return (GdkRGBA){ (float) ((color >> 16) & 0xff) / 255.0f, (float) ((color >> 8) & 0xff) / 255.0f,
                    (float) (color & 0xff) / 255.0f, 1.0f };
}

static void
troupe_mark_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeMark *self = TROUPE_MARK (widget);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  const TroupeCanvasPalette *palette =
      troupe_canvas_palette_get (adw_style_manager_get_dark (manager),
                                 adw_style_manager_get_high_contrast (manager));
  TroupeColor on_tile = 0;
  const TroupeColor tile = troupe_canvas_palette_get_tile (palette, self->role, &on_tile);
  const GdkRGBA color = to_rgba (tile);
  const GdkRGBA symbol = to_rgba (on_tile);
  float size = (float) self->size;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_MARK (self));

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT (floorf (((float) gtk_widget_get_width (widget) - size) / 2),
                            floorf (((float) gtk_widget_get_height (widget) - size) / 2)));

  if (self->role == TROUPE_CANVAS_ROLE_ROUTER)
    {
      float side = size * 26.0f / 32.0f;
      GskRoundedRect outline;

      /* Draws a square rotated by 45°, with rounded corners. */
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (size / 2, size / 2));
      gtk_snapshot_rotate (snapshot, 45);
      gsk_rounded_rect_init_from_rect (
          &outline, &GRAPHENE_RECT_INIT (-side / 2, -side / 2, side, side), size * 5 / 32);
      gtk_snapshot_push_rounded_clip (snapshot, &outline);
      gtk_snapshot_append_color (snapshot, &color, &outline.bounds);
      gtk_snapshot_pop (snapshot);
      gtk_snapshot_restore (snapshot);
    }
  else
    {
      GskRoundedRect outline;
      float radius = self->role == TROUPE_CANVAS_ROLE_START ? size / 2 : size / 4;

      gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, size, size), radius);
      gtk_snapshot_push_rounded_clip (snapshot, &outline);
      gtk_snapshot_append_color (snapshot, &color, &outline.bounds);
      gtk_snapshot_pop (snapshot);
    }

  if (self->icon_name != NULL)
    {
      GtkIconTheme *theme =
          gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
      const GdkRGBA colors[] = { symbol, symbol, symbol, symbol };
      int icon_size = (int) lroundf (size / 2);
      g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
          theme, self->icon_name, NULL, icon_size, gtk_widget_get_scale_factor (GTK_WIDGET (self)),
          gtk_widget_get_direction (GTK_WIDGET (self)), GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
      float inset = (size - (float) icon_size) / 2;

      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (inset, inset));
      gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, icon_size,
                                                icon_size, colors, G_N_ELEMENTS (colors));
      gtk_snapshot_restore (snapshot);
    }
  gtk_snapshot_restore (snapshot);
}

static void
troupe_mark_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  *minimum = *natural = TROUPE_MARK (widget)->size;
}

static void
troupe_mark_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_MARK (object)->icon_name, g_free);

  G_OBJECT_CLASS (troupe_mark_parent_class)->finalize (object);
}

static void
troupe_mark_class_init (TroupeMarkClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_mark_finalize;
  widget_class->snapshot = troupe_mark_snapshot;
  widget_class->measure = troupe_mark_measure;
  gtk_widget_class_set_css_name (widget_class, "mark");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
troupe_mark_init (TroupeMark *self)
{
  g_assert (self != NULL);

  self->size = 36;
  self->role = TROUPE_CANVAS_ROLE_LISTENER;
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_mark_new (int size)
{
  TroupeMark *self = g_object_new (TROUPE_TYPE_MARK, NULL);

  troupe_mark_set_size (self, size);

  return GTK_WIDGET (self);
}

void
troupe_mark_set_size (TroupeMark *self, int size)
{
  g_return_if_fail (TROUPE_IS_MARK (self));
  g_return_if_fail (size > 0);

  self->size = size;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
troupe_mark_set (TroupeMark *self, TroupeCanvasRole role, const char *icon_name)
{
  g_return_if_fail (TROUPE_IS_MARK (self));

  self->role = role;
  troupe_set_str (&self->icon_name, icon_name);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TroupeCanvasRole
troupe_mark_get_role (const TroupeFlowMethod *method)
{
  g_return_val_if_fail (method != NULL, TROUPE_CANVAS_ROLE_NEUTRAL);

  if (method->router)
    return TROUPE_CANVAS_ROLE_ROUTER;
  if (method->start)
    return TROUPE_CANVAS_ROLE_START;

  return TROUPE_CANVAS_ROLE_LISTENER;
}
