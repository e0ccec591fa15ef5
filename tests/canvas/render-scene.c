/* render-scene.c: renders the demo scenes to PNG files for comparison with the design
 *
 * Usage: render-scene FOLDER. Writes the files flow, run, dark, anatomy, crew, far and farther
 * (.png) to FOLDER.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"

typedef struct
{
  const char *name;
  int width, height;
  double zoom;
  gboolean dark, running;
  void (*fill) (TroupeCanvasScene *scene);
} Picture;

static void
render (const Picture *picture, const char *folder)
{
  CanvasTest test;
  g_autofree char *file = g_strdup_printf ("%s.png", picture->name);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  const char *const selected[] = { picture->running ? "research" : "triage", NULL };

  canvas_test_open (&test, picture->width, picture->height);
  g_object_set (test.canvas, "dark", picture->dark, NULL);
  if (picture->fill != NULL)
    picture->fill (test.scene);
  else
    {
      demo_scene_fill_flow (test.scene, picture->running);
      troupe_canvas_set_selection (test.canvas, selected);
    }
  troupe_canvas_set_zoom (test.canvas, picture->zoom, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  canvas_test_draw (&test);
  canvas_test_save (&test, path);
  canvas_test_close (&test);
}

int
main (int argc, char **argv)
{
  static const Picture pictures[] = {
    { "flow", 1360, 720, 1, FALSE, FALSE, NULL },
    { "run", 1360, 720, 1, FALSE, TRUE, NULL },
    { "dark", 1360, 720, 1, TRUE, TRUE, NULL },
    { "anatomy", 1120, 640, 1, FALSE, FALSE, demo_scene_fill_anatomy },
    { "anatomy2", 2240, 1280, 2, FALSE, FALSE, demo_scene_fill_anatomy },
    { "anatomy-dark", 1120, 640, 1, TRUE, FALSE, demo_scene_fill_anatomy },
    { "crew", 1000, 580, 1, FALSE, FALSE, demo_scene_fill_crew },
    { "far", 680, 360, 0.5, FALSE, FALSE, NULL },
    { "farther", 360, 200, 0.25, FALSE, TRUE, NULL },
  };

  gtk_init ();
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    render (&pictures[i], argc > 1 ? argv[1] : ".");

  return 0;
}
