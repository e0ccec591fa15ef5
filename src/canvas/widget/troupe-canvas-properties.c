/* troupe-canvas-properties.c: properties of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-properties"

#include "config.h"

#include "troupe-canvas-parts.h"

enum
{
  PROP_0,
  PROP_SCENE,
  PROP_ZOOM,
  PROP_DARK,
  PROP_HIGH_CONTRAST,
  PROP_ORTHOGONAL,
  PROP_SNAP,
  PROP_EDITABLE,
  PROP_PALETTE_KEY,
  PROP_GROUND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
get_flag (TroupeCanvas *self, guint prop_id)
{
  g_assert (TROUPE_IS_CANVAS (self));

  switch (prop_id)
    {
    case PROP_DARK:
      return troupe_canvas_painter_get_dark (troupe_canvas_get_painter (self));
    case PROP_HIGH_CONTRAST:
      return troupe_canvas_painter_get_high_contrast (troupe_canvas_get_painter (self));
    case PROP_ORTHOGONAL:
      return troupe_canvas_router_get_orthogonal (troupe_canvas_get_router (self));
    case PROP_SNAP:
      return troupe_canvas_input_get_snap (troupe_canvas_get_hand (self));
    case PROP_EDITABLE:
      return troupe_canvas_input_get_editable (troupe_canvas_get_hand (self));
    case PROP_GROUND:
      return troupe_canvas_get_ground (self);
    case PROP_PALETTE_KEY:
    default:
      return troupe_canvas_get_palette_key (self);
    }
}

static void
troupe_canvas_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  switch (prop_id)
    {
    case PROP_SCENE:
      g_value_set_object (value, troupe_canvas_get_scene (self));
      break;
    case PROP_ZOOM:
      g_value_set_double (value, troupe_canvas_get_zoom (self));
      break;
    case PROP_DARK:
    case PROP_HIGH_CONTRAST:
    case PROP_ORTHOGONAL:
    case PROP_SNAP:
    case PROP_EDITABLE:
    case PROP_PALETTE_KEY:
    case PROP_GROUND:
      g_value_set_boolean (value, get_flag (self, prop_id));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_flag (TroupeCanvas *self, guint prop_id, gboolean wanted)
{
  TroupeCanvasPainter *painter = troupe_canvas_get_painter (self);
  gboolean dark = troupe_canvas_painter_get_dark (painter);

  g_assert (TROUPE_IS_CANVAS (self));

  if (get_flag (self, prop_id) == wanted)
    return;

  switch (prop_id)
    {
    case PROP_DARK:
      troupe_canvas_painter_set_scheme (painter, wanted,
                                        troupe_canvas_painter_get_high_contrast (painter));
      break;
    case PROP_HIGH_CONTRAST:
      troupe_canvas_painter_set_scheme (painter, dark, wanted);
      break;
    case PROP_ORTHOGONAL:
      troupe_canvas_router_set_orthogonal (troupe_canvas_get_router (self), wanted);
      break;
    case PROP_SNAP:
      troupe_canvas_input_set_snap (troupe_canvas_get_hand (self), wanted);
      break;
    case PROP_EDITABLE:
      troupe_canvas_input_set_editable (troupe_canvas_get_hand (self), wanted);
      break;
    case PROP_GROUND:
      troupe_canvas_set_ground (self, wanted);
      break;
    case PROP_PALETTE_KEY:
    default:
      troupe_canvas_set_palette_key (self, wanted);
      break;
    }

  troupe_canvas_forget_drawn (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
}

static void
troupe_canvas_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  switch (prop_id)
    {
    case PROP_SCENE:
      troupe_canvas_set_scene (self, g_value_get_object (value));
      break;
    case PROP_ZOOM:
      troupe_canvas_set_zoom (self, g_value_get_double (value), FALSE);
      break;
    case PROP_DARK:
    case PROP_HIGH_CONTRAST:
    case PROP_ORTHOGONAL:
    case PROP_SNAP:
    case PROP_EDITABLE:
    case PROP_GROUND:
    case PROP_PALETTE_KEY:
      set_flag (self, prop_id, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

void
troupe_canvas_install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = troupe_canvas_get_property;
  object_class->set_property = troupe_canvas_set_property;
  properties[PROP_SCENE] =
      g_param_spec_object ("scene", NULL, NULL, TROUPE_TYPE_CANVAS_SCENE, flags);
  properties[PROP_ZOOM] = g_param_spec_double ("zoom", NULL, NULL, TROUPE_CANVAS_ZOOM_MIN,
                                               TROUPE_CANVAS_ZOOM_MAX, 1, flags);
  properties[PROP_DARK] = g_param_spec_boolean ("dark", NULL, NULL, FALSE, flags);
  properties[PROP_HIGH_CONTRAST] = g_param_spec_boolean ("high-contrast", NULL, NULL, FALSE, flags);
  properties[PROP_ORTHOGONAL] = g_param_spec_boolean ("orthogonal", NULL, NULL, FALSE, flags);
  properties[PROP_SNAP] = g_param_spec_boolean ("snap", NULL, NULL, TRUE, flags);
  properties[PROP_EDITABLE] = g_param_spec_boolean ("editable", NULL, NULL, TRUE, flags);
  properties[PROP_GROUND] = g_param_spec_boolean ("ground", NULL, NULL, TRUE, flags);
  properties[PROP_PALETTE_KEY] = g_param_spec_boolean ("palette-key", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}
