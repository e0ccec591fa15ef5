/* troupe-canvas-palette.c: color palette of the canvas for light and dark schemes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-palette"

#include "config.h"

#include <math.h>

#include "troupe-canvas-palette.h"
#include "troupe-canvas-state.h"

/* The values of doc/interface.md §4. The values that differ in high contrast (dim, edge, line)
 * are set per table. */
#define LIGHT_COLORS                                                                               \
  .canvas = 0xf4f4f5, .dot = 0xc9c9cd, .card = 0xffffff, .text = 0x2e2e33, .start = 0x1f8a58,      \
  .listener = 0x813d9c, .router = 0x1c71d8, .wire_event = 0x156f47, .wire_and = 0x1c71d8,          \
  .done = 0x156f47, .running = 0x1a5fb4, .failed = 0xc01c28, .paused = 0x865e00,                   \
  .stale = 0xa34b00, .note = 0xfdf6d3, .note_line = 0xe6d78e, .foot = 0.10, .group_fill = 0.06

#define DARK_COLORS                                                                                \
  .canvas = 0x1e1e1e, .dot = 0x3d3d3f, .card = 0x303032, .text = 0xf2f2f3, .start = 0x26a269,      \
  .listener = 0xa55cc0, .router = 0x3584e4, .wire_event = 0x57cf93, .wire_and = 0x78aeed,          \
  .done = 0x5fd79b, .running = 0x78aeed, .failed = 0xff8b76, .paused = 0xf0cf6b,                   \
  .stale = 0xffa348, .note = 0x3a3626, .note_line = 0x5c5435, .foot = 0.35, .group_fill = 0.10

#define SHARED_COLORS                                                                              \
  .selection = 0x3584e4, .breakpoint = 0xe01b24, .error_badge = 0xc01c28,                          \
  .warning_badge = 0xe5a50a, .warning_sign = 0x1e1e1e,                                             \
  .hues = { 0x1c71d8, 0x2ec27e, 0xf5c211, 0xe66100, 0xc01c28, 0x813d9c, 0x865e3c, 0x77767b }

static const TroupeCanvasPalette palettes[] = {
  { LIGHT_COLORS, SHARED_COLORS, .dim = 0x5e5c64, .edge = 0xb9b8bd, .line = 0xe4e4e7,
    .wire_or = 0x77767b, .waiting = 0x66656b },
  { DARK_COLORS, SHARED_COLORS, .dim = 0xb4b3b8, .edge = 0x59595d, .line = 0x434347,
    .wire_or = 0xa09fa5, .waiting = 0xa9a8ae },
  { LIGHT_COLORS, SHARED_COLORS, .dim = 0x2e2e33, .edge = 0x2e2e33, .line = 0x77767b,
    .wire_or = 0x2e2e33, .waiting = 0x2e2e33 },
  { DARK_COLORS, SHARED_COLORS, .dim = 0xf2f2f3, .edge = 0xf2f2f3, .line = 0xa09fa5,
    .wire_or = 0xf2f2f3, .waiting = 0xf2f2f3 },
};

const TroupeCanvasPalette *
troupe_canvas_palette_get (gboolean dark, gboolean high_contrast)
{
  return &palettes[(high_contrast ? 2 : 0) + (dark ? 1 : 0)];
}

TroupeColor
troupe_canvas_palette_get_role (const TroupeCanvasPalette *self, TroupeCanvasRole role)
{
  g_return_val_if_fail (self != NULL, 0);

  switch (role)
    {
    case TROUPE_CANVAS_ROLE_START:
      return self->start;
    case TROUPE_CANVAS_ROLE_LISTENER:
      return self->listener;
    case TROUPE_CANVAS_ROLE_ROUTER:
      return self->router;
    case TROUPE_CANVAS_ROLE_MANAGER:
      return self->stale;
    case TROUPE_CANVAS_ROLE_NEUTRAL:
    default:
      return self->wire_or;
    }
}

TroupeColor
troupe_canvas_palette_get_state (const TroupeCanvasPalette *self, TroupeCanvasState state)
{
  g_return_val_if_fail (self != NULL, 0);

  return G_STRUCT_MEMBER (TroupeColor, self, troupe_canvas_state_get_look (state)->color);
}

TroupeColor
troupe_canvas_palette_get_mark (const TroupeCanvasPalette *self, TroupeCanvasMark mark)
{
  g_return_val_if_fail (self != NULL, 0);

  switch (mark)
    {
    case TROUPE_CANVAS_MARK_CHANGED:
      return self->stale;
    case TROUPE_CANVAS_MARK_ADDED:
      return self->done;
    case TROUPE_CANVAS_MARK_REMOVED:
    case TROUPE_CANVAS_MARK_NONE:
    default:
      return self->waiting;
    }
}

TroupeColor
troupe_canvas_palette_get_wire (const TroupeCanvasPalette *self, TroupeCanvasWireKind kind)
{
  g_return_val_if_fail (self != NULL, 0);

  switch (kind)
    {
    case TROUPE_CANVAS_WIRE_EVENT:
      return self->wire_event;
    case TROUPE_CANVAS_WIRE_AND:
      return self->wire_and;
    case TROUPE_CANVAS_WIRE_CONTEXT:
      return self->listener;
    case TROUPE_CANVAS_WIRE_MANAGER:
    case TROUPE_CANVAS_WIRE_ERRAND:
      return self->stale;
    case TROUPE_CANVAS_WIRE_PLAIN:
    case TROUPE_CANVAS_N_WIRE_KINDS:
    default:
      return self->wire_or;
    }
}

TroupeColor
troupe_color_mix (TroupeColor over, TroupeColor under, double amount)
{
  TroupeColor mixed = 0;

  for (int shift = 0; shift <= 16; shift += 8)
    {
      double a = (over >> shift) & 0xff;
      double b = (under >> shift) & 0xff;

      mixed |= (TroupeColor) lround (b + (a - b) * amount) << shift;
    }

  return mixed;
}

/* Returns the relative luminance as defined by WCAG 2.1. */
GdkRGBA
troupe_color_to_rgba (TroupeColor color, double alpha)
{
  return (GdkRGBA){ (float) ((color >> 16) & 0xff) / 255.0f, (float) ((color >> 8) & 0xff) / 255.0f,
                    (float) (color & 0xff) / 255.0f, (float) alpha };
}

static double
get_luminance (TroupeColor color)
{
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double sum = 0;

  for (int i = 0; i < 3; i++)
    {
      double value = ((color >> (8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (value <= 0.03928 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4));
    }

  return sum;
}

double
troupe_color_contrast (TroupeColor a, TroupeColor b)
{
  double first = get_luminance (a);
  double second = get_luminance (b);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

TroupeColor
troupe_color_get_sign (TroupeColor under)
{
  return troupe_color_contrast (0xffffff, under) >= 3 ? 0xffffff : 0x1e1e1e;
}

TroupeColor
troupe_canvas_palette_get_tile (const TroupeCanvasPalette *self,
                                TroupeCanvasRole role,
                                TroupeColor *symbol)
{
  const TroupeColor color = troupe_canvas_palette_get_role (self, role);

  g_return_val_if_fail (symbol != NULL, color);

  *symbol = troupe_color_get_sign (color);
  return color;
}
