/* editor-test.c: what the tests of the editor's page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "editor-test"

#include "config.h"

#include <string.h>

#include "editor-test.h"

#define DEADLINE_US (10 * G_USEC_PER_SEC)

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
      gtk_icon_theme_add_search_path (
          gtk_icon_theme_get_for_display (gdk_display_get_default ()), icons);
    }

  return gdk_display_get_default () != NULL;
}

TroupeFlowDocument *
editor_test_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document
      = troupe_flow_document_load_text (text, strlen (text), "test.json", NULL, &error);

  g_assert_no_error (error);

  return document;
}

char *
editor_test_to_text (TroupeFlowDocument *document)
{
  gsize length = 0;

  return g_strchomp (troupe_flow_document_to_text (document, &length));
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

TroupeEditor *
editor_test_open (TroupeFlowDocument *document, int width, int height, GtkWidget **window)
{
  GtkWidget *editor = troupe_editor_new (document);

  *window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (*window), width, height);
  adw_window_set_content (ADW_WINDOW (*window), editor);
  gtk_window_present (GTK_WINDOW (*window));
  editor_test_wait (is_mapped, editor);
  editor_test_settle ();

  return TROUPE_EDITOR (editor);
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
has_passed (gpointer data)
{
  return g_get_monotonic_time () > *(gint64 *) data;
}

void
editor_test_render (GtkWidget *widget, const char *path)
{
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));
  /* Frames come by a clock, and a picture shall show the last of them. */
  gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC / 2;

  editor_test_wait (has_passed, &until);
  editor_test_wait (has_drawn, widget);
  paintable = gtk_widget_paintable_new (widget);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (
      renderer, node,
      &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                           (float) gtk_widget_get_height (widget)));
  g_assert_true (gdk_texture_save_to_png (texture, path));
}
