/* canvas-test.h: fixture with a canvas in a window, and waiting for its frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "demo-scene.h"

typedef struct
{
  GtkWidget *window;
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
} CanvasTest;

void canvas_test_open (CanvasTest *self, int width, int height);
void canvas_test_close (CanvasTest *self);
/* Runs the main loop until @done returns TRUE. Fails after ten seconds. */
void canvas_test_wait (gboolean (*done) (gpointer), gpointer user_data);
/* Waits until the next frame is drawn. */
void canvas_test_draw (CanvasTest *self);
/* Returns the current render node of the canvas. (transfer full) */
GskRenderNode *canvas_test_snapshot (CanvasTest *self);
guint canvas_test_count_nodes (GskRenderNode *node);
void canvas_test_save (CanvasTest *self, const char *path);
