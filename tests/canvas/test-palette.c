/* test-palette.c: contrast of all color pairs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-canvas-palette.h"

static void
check (const char *what, TroupeColor color, TroupeColor ground, double least)
{
  double contrast = troupe_color_contrast (color, ground);

  g_test_message ("%s: #%06x on #%06x: %.2f", what, color, ground, contrast);
  /* The design specifies contrasts with one decimal digit, so they are compared with this
   * precision. */
  g_assert_cmpfloat (contrast + 0.05, >=, least);
}

static void
test_contrast (gconstpointer data)
{
  gboolean dark = (GPOINTER_TO_UINT (data) & 1) != 0;
  gboolean high = (GPOINTER_TO_UINT (data) & 2) != 0;
  const TroupeCanvasPalette *palette = troupe_canvas_palette_get (dark, high);

  check ("text", palette->text, palette->card, 4.5);
  check ("dim", palette->dim, palette->card, 4.5);
  check ("text on note", palette->text, palette->note, 4.5);
  check ("selection", palette->selection, palette->canvas, 3);
  check ("breakpoint", palette->breakpoint, palette->canvas, 3);
  check ("error count", 0xffffff, palette->error_badge, 4.5);
  check ("warning sign", palette->warning_sign, palette->warning_badge, 4.5);
  for (int role = TROUPE_CANVAS_ROLE_START; role <= TROUPE_CANVAS_ROLE_ROUTER; role++)
    check ("sign in mark", 0xffffff,
           troupe_canvas_palette_get_role (palette, (TroupeCanvasRole) role), 3);
  for (int kind = 0; kind < TROUPE_CANVAS_N_WIRE_KINDS; kind++)
    check ("wire", troupe_canvas_palette_get_wire (palette, (TroupeCanvasWireKind) kind),
           palette->canvas, 3);
  for (int state = TROUPE_CANVAS_STATE_WAITING; state < TROUPE_CANVAS_N_STATES; state++)
    {
      TroupeColor color = troupe_canvas_palette_get_state (palette, (TroupeCanvasState) state);
      gboolean quiet = state == TROUPE_CANVAS_STATE_WAITING || state == TROUPE_CANVAS_STATE_SKIPPED;

      check ("word on its strip", color,
             troupe_color_mix (color, palette->card, quiet ? 0.07 : 0.10), 4.5);
    }
  for (int mark = TROUPE_CANVAS_MARK_CHANGED; mark <= TROUPE_CANVAS_MARK_REMOVED; mark++)
    {
      TroupeColor color = troupe_canvas_palette_get_mark (palette, (TroupeCanvasMark) mark);

      check ("sign of a mark", troupe_color_get_sign (color), color, 4.5);
      check ("mark", color, palette->canvas, 3);
    }
  check ("taken event", palette->done, troupe_color_mix (palette->done, palette->card, 0.14), 4.5);
}

static void
test_table (void)
{
  const TroupeCanvasPalette *light = troupe_canvas_palette_get (FALSE, FALSE);
  const TroupeCanvasPalette *dark = troupe_canvas_palette_get (TRUE, FALSE);

  g_assert_cmphex (light->start, ==, 0x1f8a58);
  g_assert_cmphex (dark->start, ==, 0x26a269);
  g_assert_cmphex (light->wire_event, ==, 0x156f47);
  g_assert_cmphex (dark->wire_event, ==, 0x57cf93);
  g_assert_cmphex (dark->done, ==, 0x5fd79b);
  g_assert_cmpfloat_with_epsilon (troupe_color_contrast (light->text, light->card), 13.5, 0.06);
  g_assert_cmpfloat_with_epsilon (troupe_color_contrast (light->dim, light->card), 6.6, 0.06);
  g_assert_cmpfloat_with_epsilon (troupe_color_contrast (dark->text, dark->card), 11.8, 0.06);
  g_assert_cmpfloat_with_epsilon (troupe_color_contrast (dark->dim, dark->card), 6.3, 0.06);
}

static void
test_mix (void)
{
  g_assert_cmphex (troupe_color_mix (0xffffff, 0x000000, 0), ==, 0x000000);
  g_assert_cmphex (troupe_color_mix (0xffffff, 0x000000, 1), ==, 0xffffff);
  g_assert_cmphex (troupe_color_mix (0xff0000, 0x0000ff, 0.5), ==, 0x800080);
  g_assert_cmpfloat_with_epsilon (troupe_color_contrast (0xffffff, 0x000000), 21, 0.001);
}

/* The symbol of a tile can be seen on it, in each color scheme. */
static void
test_tiles (void)
{
  for (int role = TROUPE_CANVAS_ROLE_NEUTRAL; role <= TROUPE_CANVAS_ROLE_MANAGER; role++)
    for (int scheme = 0; scheme < 4; scheme++)
      {
        TroupeColor symbol;
        const TroupeColor tile = troupe_canvas_palette_get_tile (
            troupe_canvas_palette_get ((scheme & 1) != 0, (scheme & 2) != 0),
            (TroupeCanvasRole) role, &symbol);

        g_assert_cmpfloat (troupe_color_contrast (tile, symbol), >=, 3);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/palette/table", test_table);
  g_test_add_func ("/canvas/palette/tiles", test_tiles);
  g_test_add_func ("/canvas/palette/mix", test_mix);
  g_test_add_data_func ("/canvas/palette/contrast/light", GUINT_TO_POINTER (0), test_contrast);
  g_test_add_data_func ("/canvas/palette/contrast/dark", GUINT_TO_POINTER (1), test_contrast);
  g_test_add_data_func ("/canvas/palette/contrast/light-high", GUINT_TO_POINTER (2), test_contrast);
  g_test_add_data_func ("/canvas/palette/contrast/dark-high", GUINT_TO_POINTER (3), test_contrast);
  return g_test_run ();
}
