/* editor-test.h: fixture for tests of the editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-canvas.h"
#include "troupe-editor.h"

G_BEGIN_DECLS

/* Initializes GTK, libadwaita and the project's icons. Returns TRUE if there is a display. */
gboolean editor_test_init (int *argc, char ***argv);

TroupeFlowDocument *editor_test_parse (const char *text);
/* Returns the text as it would be saved, without the final newline. */
char *editor_test_to_text (TroupeFlowDocument *document);

/* Opens an editor in a visible window. (transfer none): destroy the window. */
TroupeEditor *
editor_test_open (TroupeFlowDocument *document, int width, int height, GtkWidget **window);

/* Begins or ends a run on the page. Between the two calls, the caller adds events to the trace
 * of the page. */
void editor_test_begin_run (TroupeEditor *editor, TroupeFlow *flow);
void editor_test_end_run (TroupeEditor *editor);

typedef gboolean (*EditorTestFunc) (gpointer user_data);
/* Iterates the main loop until @done returns TRUE. Fails after ten seconds. */
void editor_test_wait (EditorTestFunc done, gpointer user_data);
/* Iterates the main loop until no source is ready. */
void editor_test_settle (void);

/* Returns the first widget of the given type below @root, in depth-first order, for which
 * @matches (nullable) returns TRUE. */
typedef gboolean (*EditorTestMatch) (GtkWidget *widget, gpointer user_data);
GtkWidget *
editor_test_find (GtkWidget *root, GType type, EditorTestMatch matches, gpointer user_data);
/* Returns the AdwPreferencesRow with that title. */
GtkWidget *editor_test_find_row (GtkWidget *root, const char *title);

/* Renders @widget to a PNG file. */
void editor_test_render (GtkWidget *widget, const char *path);

/* --- An editor with a flow -------------------------------------------------------------------- */

typedef struct
{
  TroupeFlowDocument *document;
  GtkWidget *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  char *text;       /* as opened, or set by editor_test_mark() */
  GString *message; /* last message to the user */
} EditorTest;

/* For g_test_add(): @data is the text of the flow. */
void editor_test_set_up (EditorTest *test, gconstpointer data);
void editor_test_tear_down (EditorTest *test, gconstpointer data);

/* A flow of three expressions. The first is a start, the second listens to the first, and the
 * third listens to either of them. */
extern const char *const editor_test_flow;

/* Activates an action as a menu does. */
gboolean editor_test_act (EditorTest *test, const char *action);
void editor_test_add (EditorTest *test, const char *kind);
/* Presses a key while @widget has the focus. Returns FALSE if no action is bound to the key. */
gboolean editor_test_press (GtkWidget *widget, guint key, GdkModifierType modifiers);
/* Like editor_test_press(), but for widgets that have their own key controllers, such as a
 * palette or a row. */
gboolean editor_test_type (GtkWidget *widget, guint key, GdkModifierType modifiers);

/* Selects the given ids, NULL-terminated. */
void editor_test_select (EditorTest *test, ...) G_GNUC_NULL_TERMINATED;
const TroupeFlowMethod *editor_test_method (EditorTest *test, const char *name);
guint editor_test_count (EditorTest *test);
/* Returns the condition, such as `a and b`, or `-` if there is no condition. (transfer full) */
char *editor_test_condition (EditorTest *test, const char *name);

#define editor_test_assert_condition(test, name, expected)                                         \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *condition_text = editor_test_condition (test, name);                          \
    g_assert_cmpstr (condition_text, ==, expected);                                                \
  }                                                                                                \
  G_STMT_END

/* Stores the current text as the text that undo must restore. */
void editor_test_mark (EditorTest *test);
/* Undoes all steps, which must restore the text byte by byte. Then redoes all steps, which must
 * restore the last text, and undoes them again. @n_steps: the expected number of steps; 0: any
 * number but 0. */
void editor_test_check_history (EditorTest *test, guint n_steps);
/* Asserts that the text loads as a separate document without errors. */
void editor_test_check_loads (EditorTest *test);

G_END_DECLS
