/* editor-test.h: what the tests of the editor's page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor.h"

G_BEGIN_DECLS

/* GTK, libadwaita and the project's icons; TRUE where there is a display. */
gboolean editor_test_init (int *argc, char ***argv);

TroupeFlowDocument *editor_test_parse (const char *text);
/* The text that saving would write, without the newline at its end. */
char *editor_test_to_text (TroupeFlowDocument *document);

/* A page in a window that is on screen. (transfer none): destroy the window. */
TroupeEditor *editor_test_open (TroupeFlowDocument *document, int width, int height,
                                GtkWidget **window);

typedef gboolean (*EditorTestFunc) (gpointer user_data);
/* Runs the main loop until @done or ten seconds have passed. */
void editor_test_wait (EditorTestFunc done, gpointer user_data);
/* Lets everything that is ready happen. */
void editor_test_settle (void);

/* The first widget of that type below @root, in depth-first order, that @matches (nullable). */
typedef gboolean (*EditorTestMatch) (GtkWidget *widget, gpointer user_data);
GtkWidget *editor_test_find (GtkWidget *root, GType type, EditorTestMatch matches,
                             gpointer user_data);
/* The AdwPreferencesRow with that title. */
GtkWidget *editor_test_find_row (GtkWidget *root, const char *title);

/* Draws @widget into a PNG file. */
void editor_test_render (GtkWidget *widget, const char *path);

G_END_DECLS
