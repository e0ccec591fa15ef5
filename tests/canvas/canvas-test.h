/* canvas-test.h: a window with a canvas, and waiting for what it draws
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
/* Runs the main loop until @done is TRUE; fails after ten seconds. */
void canvas_test_wait (gboolean (*done) (gpointer), gpointer user_data);
/* Until the next frame is drawn. */
void canvas_test_draw (CanvasTest *self);
/* What the canvas draws now. (transfer full) */
GskRenderNode *canvas_test_snapshot (CanvasTest *self);
guint canvas_test_count_nodes (GskRenderNode *node);
void canvas_test_save (CanvasTest *self, const char *path);
