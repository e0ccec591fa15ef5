/* editor-test.c: fixture for tests of the editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "../test-time.h"
#include "../test-tooltip.h"
#include "editor-test.h"

#define DEADLINE_US TEST_WAIT_US

gboolean
editor_test_init (int *argc, char ***argv)
{
  const char *source = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree char *icons = NULL;

  gtk_test_init (argc, argv, NULL);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  if (source != NULL)
    {
      icons = g_build_filename (source, "data", "icons", NULL);
      gtk_icon_theme_add_search_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                      icons);
    }

  return gdk_display_get_default () != NULL;
}

TroupeFlowDocument *
editor_test_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), "test.json", NULL, &error);

  g_assert_no_error (error);

  return document;
}

char *
editor_test_to_text (TroupeFlowDocument *document)
{
  gsize length = 0;

  return g_strchomp (troupe_document_to_text (TROUPE_DOCUMENT (document), &length));
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

TroupeEditor *
editor_test_open (TroupeFlowDocument *document, int width, int height, GtkWidget **window)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  GtkWidget *editor = troupe_editor_new (document, trace);

  test_tooltip_tolerate ();
  *window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (*window), width, height);
  adw_window_set_content (ADW_WINDOW (*window), editor);
  gtk_window_present (GTK_WINDOW (*window));
  editor_test_wait (is_mapped, editor);
  editor_test_settle ();

  return TROUPE_EDITOR (editor);
}

void
editor_test_begin_run (TroupeEditor *editor, TroupeFlow *flow)
{
  troupe_trace_begin (troupe_editor_get_trace (editor), 0);
  troupe_editor_begin_run (editor, flow);
}

void
editor_test_end_run (TroupeEditor *editor)
{
  troupe_trace_end (troupe_editor_get_trace (editor), 1);
  troupe_editor_end_run (editor);
}

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
editor_test_wait (EditorTestFunc done, gpointer user_data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_US;
  guint wake = g_timeout_add (20, wake_cb, NULL);

  while (!done (user_data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (wake);
}

void
editor_test_settle (void)
{
  for (guint i = 0; i < 500 && g_main_context_pending (NULL); i++)
    g_main_context_iteration (NULL, FALSE);
}

GtkWidget *
editor_test_find (GtkWidget *root, GType type, EditorTestMatch matches, gpointer user_data)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type) && (matches == NULL || matches (root, user_data)))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = editor_test_find (child, type, matches, user_data);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gboolean
has_title (GtkWidget *widget, gpointer title)
{
  return g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

GtkWidget *
editor_test_find_row (GtkWidget *root, const char *title)
{
  return editor_test_find (root, ADW_TYPE_PREFERENCES_ROW, has_title, (gpointer) title);
}

static gboolean
has_drawn (gpointer data)
{
  GtkWidget *widget = data;
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);

  return node != NULL;
}

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return --*(guint *) data > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
has_passed (gpointer data)
{
  return *(guint *) data == 0;
}

void
editor_test_render (GtkWidget *widget, const char *path)
{
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));
  /* A change is visible only after some frames, when all sizes were allocated. */
  guint n_frames = 5;

  gtk_widget_add_tick_callback (widget, count_frame_cb, &n_frames, NULL);
  editor_test_wait (has_passed, &n_frames);
  editor_test_settle ();
  editor_test_wait (has_drawn, widget);
  paintable = gtk_widget_paintable_new (widget);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  texture =
      gsk_renderer_render_texture (renderer, node,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                        (float) gtk_widget_get_height (widget)));
  g_assert_true (gdk_texture_save_to_png (texture, path));
}

/* --- An editor with a flow -------------------------------------------------------------------- */

const char *const editor_test_flow =
    "{\n"
    "  \"schema\": \"crewai.flow/v1\",\n"
    "  \"name\": \"t\",\n"
    "  \"methods\": {\n"
    "    \"a\": {\n"
    "      \"start\": true,\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"1\" }\n"
    "    },\n"
    "    \"b\": {\n"
    "      \"listen\": \"a\",\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"outputs.a\" }\n"
    "    },\n"
    "    \"c\": {\n"
    "      \"listen\": { \"or\": [\"a\", \"b\"] },\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"2\" }\n"
    "    }\n"
    "  }\n"
    "}\n";

static void
message_cb (TroupeEditor *editor, const char *text, EditorTest *test)
{
  g_string_assign (test->message, text);
}

void
editor_test_set_up (EditorTest *test, gconstpointer data)
{
  test->message = g_string_new (NULL);
  test->document = editor_test_parse (data);
  test->text = editor_test_to_text (test->document);
  test->editor = editor_test_open (test->document, 1200, 800, &test->window);
  test->canvas =
      TROUPE_CANVAS (editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_CANVAS, NULL, NULL));
  test->scene = troupe_canvas_get_scene (test->canvas);
  g_signal_connect (test->editor, "message", G_CALLBACK (message_cb), test);
}

void
editor_test_tear_down (EditorTest *test, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (test->window));
  editor_test_settle ();
  g_assert_finalize_object (test->document);
  g_free (test->text);
  g_string_free (test->message, TRUE);
}

gboolean
editor_test_act (EditorTest *test, const char *action)
{
  gboolean done = gtk_widget_activate_action (GTK_WIDGET (test->editor), action, NULL);

  editor_test_settle ();

  return done;
}

void
editor_test_add (EditorTest *test, const char *kind)
{
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.add-method", "s", kind));
  editor_test_settle ();
}

static gboolean
has_trigger (GtkShortcut *shortcut, guint key, GdkModifierType modifiers)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

  return GTK_IS_KEYVAL_TRIGGER (trigger) &&
         gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key &&
         gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers;
}

static gboolean
press_on (GtkWidget *widget, GListModel *shortcuts, guint key, GdkModifierType modifiers)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);

      if (has_trigger (shortcut, key, modifiers) &&
          gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut),
                                        GTK_SHORTCUT_ACTION_EXCLUSIVE, widget,
                                        gtk_shortcut_get_arguments (shortcut)))
        return TRUE;
    }

  return FALSE;
}

gboolean
editor_test_press (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  gboolean done = FALSE;

  for (GtkWidget *at = widget; at != NULL && !done; at = gtk_widget_get_parent (at))
    {
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (at);

      for (guint i = 0; i < g_list_model_get_n_items (controllers) && !done; i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

          if (GTK_IS_SHORTCUT_CONTROLLER (controller))
            done = press_on (at, G_LIST_MODEL (controller), key, modifiers);
        }
    }
  editor_test_settle ();

  return done;
}

static guint
count_key_controllers (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      n += GTK_IS_EVENT_CONTROLLER_KEY (controller);
    }
  return n;
}

/* Returns how many of the program's own controllers receive keys. Those of GtkSourceView, which come
 * last, need a real event for the input method. */
static guint
count_own_controllers (GtkWidget *widget)
{
  g_autoptr (GtkWidget) plain = NULL;

  if (!GTK_SOURCE_IS_VIEW (widget))
    return count_key_controllers (widget);
  plain = g_object_ref_sink (gtk_source_view_new ());
  return count_key_controllers (widget) - count_key_controllers (plain);
}

gboolean
editor_test_type (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  guint n_own = count_own_controllers (widget);
  gboolean done = FALSE;

  for (guint i = 0; n_own > 0 && !done; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      g_signal_emit_by_name (controller, "key-pressed", key, 0, modifiers, &done);
      n_own--;
    }
  editor_test_settle ();

  return done;
}

void
editor_test_select (EditorTest *test, ...)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  const char *id;
  va_list arguments;

  va_start (arguments, test);
  while ((id = va_arg (arguments, const char *)) != NULL)
    g_ptr_array_add (ids, (gpointer) id);
  va_end (arguments);
  g_ptr_array_add (ids, NULL);
  troupe_canvas_set_selection (test->canvas, (const char *const *) ids->pdata);
  editor_test_settle ();
}

const TroupeFlowMethod *
editor_test_method (EditorTest *test, const char *name)
{
  return troupe_flow_find_method (troupe_flow_document_get_flow (test->document), name);
}

guint
editor_test_count (EditorTest *test)
{
  return troupe_flow_get_n_methods (troupe_flow_document_get_flow (test->document));
}

char *
editor_test_condition (EditorTest *test, const char *name)
{
  const TroupeFlowMethod *method = editor_test_method (test, name);

  g_assert_nonnull (method);
  if (method->listen == NULL)
    return g_strdup ("-");

  return troupe_condition_to_text (method->listen);
}

void
editor_test_mark (EditorTest *test)
{
  g_free (test->text);
  test->text = editor_test_to_text (test->document);
}

static guint
do_all (EditorTest *test, const char *action, const char *property)
{
  guint n_steps = 0;
  gboolean can = FALSE;

  for (;; n_steps++)
    {
      g_autofree char *label = NULL;

      g_object_get (test->document, property, &can, NULL);
      if (!can)
        break;
      /* Each step has a label for the menu. */
      g_object_get (test->document,
                    g_str_equal (property, "can-undo") ? "undo-label" : "redo-label", &label, NULL);
      g_assert_nonnull (label);
      g_assert_cmpuint (strlen (label), >, 0);
      g_assert_true (editor_test_act (test, action));
    }

  return n_steps;
}

void
editor_test_check_history (EditorTest *test, guint n_steps)
{
  g_autofree char *done = editor_test_to_text (test->document);
  guint n_undone;

  g_assert_cmpstr (done, !=, test->text);
  for (guint turn = 0; turn < 2; turn++)
    {
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      n_undone = do_all (test, "flow.undo", "can-undo");
      if (n_steps > 0)
        g_assert_cmpuint (n_undone, ==, n_steps);
      before = editor_test_to_text (test->document);
      g_assert_cmpstr (before, ==, test->text);
      if (turn == 1)
        break;
      g_assert_cmpuint (do_all (test, "flow.redo", "can-redo"), ==, n_undone);
      after = editor_test_to_text (test->document);
      g_assert_cmpstr (after, ==, done);
    }
}

void
editor_test_check_loads (EditorTest *test)
{
  g_autofree char *text = editor_test_to_text (test->document);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) again =
      troupe_flow_document_load_text (text, strlen (text), "again.json", NULL, &error);

  if (again == NULL)
    g_test_message ("%s", text);
  g_assert_no_error (error);
}
