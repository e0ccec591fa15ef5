/* editor-test.h: what the tests of the editor's page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-canvas.h"
#include "troupe-editor.h"

G_BEGIN_DECLS

/* GTK, libadwaita and the project's icons; TRUE where there is a display. */
gboolean editor_test_init (int *argc, char ***argv);

TroupeFlowDocument *editor_test_parse (const char *text);
/* The text that saving would write, without the newline at its end. */
char *editor_test_to_text (TroupeFlowDocument *document);

/* A page in a window that is on screen. (transfer none): destroy the window. */
TroupeEditor *
editor_test_open (TroupeFlowDocument *document, int width, int height, GtkWidget **window);

/* A run on the page, and its end; in between its trace is fed. */
void editor_test_begin_run (TroupeEditor *editor, TroupeFlow *flow);
void editor_test_end_run (TroupeEditor *editor);

typedef gboolean (*EditorTestFunc) (gpointer user_data);
/* Runs the main loop until @done or ten seconds have passed. */
void editor_test_wait (EditorTestFunc done, gpointer user_data);
/* Lets everything that is ready happen. */
void editor_test_settle (void);

/* The first widget of that type below @root, in depth-first order, that @matches (nullable). */
typedef gboolean (*EditorTestMatch) (GtkWidget *widget, gpointer user_data);
GtkWidget *
editor_test_find (GtkWidget *root, GType type, EditorTestMatch matches, gpointer user_data);
/* The AdwPreferencesRow with that title. */
GtkWidget *editor_test_find_row (GtkWidget *root, const char *title);

/* Draws @widget into a PNG file. */
void editor_test_render (GtkWidget *widget, const char *path);

/* --- A page with a flow on it --------------------------------------------------------------- */

typedef struct
{
  TroupeFlowDocument *document;
  GtkWidget *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  char *text;       /* as it was opened, or as editor_test_mark() found it */
  GString *message; /* what the person was told last */
} EditorTest;

/* For g_test_add(): @data is the text of the flow. */
void editor_test_set_up (EditorTest *test, gconstpointer data);
void editor_test_tear_down (EditorTest *test, gconstpointer data);

/* One expression that starts, one after it, one after both. */
extern const char *const editor_test_flow;

/* Activates an action as a menu does. */
gboolean editor_test_act (EditorTest *test, const char *action);
void editor_test_add (EditorTest *test, const char *kind);
/* What a key does when the focus is on @widget; FALSE where nothing is bound to it. */
gboolean editor_test_press (GtkWidget *widget, guint key, GdkModifierType modifiers);
/* The same for what looks at keys itself: a palette, a row. */
gboolean editor_test_type (GtkWidget *widget, guint key, GdkModifierType modifiers);

/* Names, ended by NULL. */
void editor_test_select (EditorTest *test, ...) G_GNUC_NULL_TERMINATED;
const TroupeFlowMethod *editor_test_method (EditorTest *test, const char *name);
guint editor_test_count (EditorTest *test);
/* `a and b`, `-` where it has none. (transfer full) */
char *editor_test_condition (EditorTest *test, const char *name);

#define editor_test_assert_condition(test, name, expected)                                         \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *condition_text = editor_test_condition (test, name);                          \
    g_assert_cmpstr (condition_text, ==, expected);                                                \
  }                                                                                                \
  G_STMT_END

/* The text as it is now is where undoing everything has to lead. */
void editor_test_mark (EditorTest *test);
/* Undoes everything, which must give the text back byte by byte; does it all again, which must give
 * what was there; undoes it once more. What was done must have been @n_steps; 0: any number but 0. */
void editor_test_check_history (EditorTest *test, guint n_steps);
/* The text loads as a document of its own, without errors. */
void editor_test_check_loads (EditorTest *test);

G_END_DECLS
