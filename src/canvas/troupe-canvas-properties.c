/* troupe-canvas-properties.c: the properties of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-properties"

#include "config.h"

#include "troupe-canvas-private.h"

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

static void
troupe_canvas_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  switch (prop_id)
    {
    case PROP_SCENE:
      g_value_set_object (value, self->scene);
      break;
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    case PROP_DARK:
      g_value_set_boolean (value, self->dark);
      break;
    case PROP_HIGH_CONTRAST:
      g_value_set_boolean (value, self->high_contrast);
      break;
    case PROP_ORTHOGONAL:
      g_value_set_boolean (value, self->orthogonal);
      break;
    case PROP_SNAP:
      g_value_set_boolean (value, self->snap);
      break;
    case PROP_EDITABLE:
      g_value_set_boolean (value, self->editable);
      break;
    case PROP_PALETTE_KEY:
      g_value_set_boolean (value, self->palette_key);
      break;
    case PROP_GROUND:
      g_value_set_boolean (value, self->ground);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

/* The flags are bits: the new value goes through @wanted, @changed tells whether it is new. */
#define SET_FLAG(member)                                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (self->member == wanted)                                                                    \
      return;                                                                                      \
    self->member = wanted;                                                                         \
  }                                                                                                \
  G_STMT_END

static void
set_flag (TroupeCanvas *self, guint prop_id, guint wanted)
{
  switch (prop_id)
    {
    case PROP_DARK:
      SET_FLAG (dark);
      break;
    case PROP_HIGH_CONTRAST:
      SET_FLAG (high_contrast);
      break;
    case PROP_ORTHOGONAL:
      SET_FLAG (orthogonal);
      self->dirty_routes = TRUE;
      self->dirty_geometry = TRUE;
      break;
    case PROP_SNAP:
      SET_FLAG (snap);
      break;
    case PROP_EDITABLE:
      SET_FLAG (editable);
      break;
    case PROP_GROUND:
      SET_FLAG (ground);
      break;
    case PROP_PALETTE_KEY:
    default:
      SET_FLAG (palette_key);
      break;
    }

  self->palette = troupe_canvas_palette_get (self->dark, self->high_contrast);
  _troupe_canvas_forget_drawn (self);
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
      set_flag (self, prop_id, g_value_get_boolean (value) ? 1 : 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

void
_troupe_canvas_install_properties (GObjectClass *object_class)
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
