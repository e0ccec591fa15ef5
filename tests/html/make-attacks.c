/* make-attacks.c: writes an HTML page whose strings try to inject markup and scripts
 *
 * usage: make-attacks FILE.html
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>

#include "../attacks.h"
#include "troupe-plot-html.h"

static void
add (TroupePlotDrawing *drawing, guint index)
{
  g_autofree char *text = attack_new (index);
  char *events[] = { text, NULL };
  TroupePlotPiece piece = { .id = g_strdup_printf ("%u", index),
                            .title = g_strdup (text),
                            .summary = g_strdup (text),
                            .description = g_strdup (text),
                            .kind_words = g_strdup (text),
                            .events = g_strdupv (events),
                            .x = index % 20 * 260,
                            .y = index / 20 * 140,
                            .width = 200,
                            .height = 104,
                            .radius = 12,
                            .role = TROUPE_PLOT_INK_ROUTER,
                            .mark = TROUPE_PLOT_MARK_DIAMOND,
                            .icon = "troupe-tool-symbolic",
                            .state = TROUPE_PLOT_STATE_DONE,
                            .strip_y = 76 };
  TroupePlotStep step = { .piece = index,
                          .start = index,
                          .end = index + 1,
                          .state = TROUPE_PLOT_STATE_DONE,
                          .taken = g_strdup (text),
                          .input = g_strdup (text),
                          .output = g_strdup (text),
                          .use = g_strdup (text),
                          .by = g_strdup (text),
                          .pass = 1 };

  troupe_plot_piece_add_detail (&piece, text, text, FALSE);
  troupe_plot_drawing_add_piece (drawing, &piece);
  troupe_plot_drawing_add_step (drawing, &step);
  if (index > 0)
    {
      TroupePlotLine line = { .ink = TROUPE_PLOT_INK_EVENT,
                              .path = g_strdup ("M0 0L10 10"),
                              .source = index - 1,
                              .target = index,
                              .event = attack_new (index - 1),
                              .label = g_strdup (text) };

      troupe_plot_drawing_add_line (drawing, &line);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new ();
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    return 2;
  for (guint i = 0; i < N_ATTACKS; i++)
    add (drawing, i);
  drawing->title = attack_new (0);
  drawing->run_words = attack_new (1);
  drawing->run_length = N_ATTACKS;
  page =
      troupe_plot_to_html (drawing, troupe_plot_drawing_measure (drawing), TROUPE_PLOT_BOTH, NULL);
  if (!g_file_set_contents (argv[1], page, -1, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
