/* test-editor-picture.c: screenshots of the editor, for comparison with the design
 *
 * If a folder is passed as argument, the pictures are written to it. Otherwise, they are only drawn
 * and checked for content.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-event.h"
#include "editor-test.h"
#include "troupe-cel-field.h"

static char *folder;

static TroupeFlowDocument *
load (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "editor", name, NULL);
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document = troupe_flow_document_open (path, NULL, &error);

  g_assert_no_error (error);

  return document;
}

static void
draw (GtkWidget *window, const char *name)
{
  g_autofree char *temporary = folder == NULL ? g_dir_make_tmp (NULL, NULL) : g_strdup (folder);
  g_autofree char *path = g_build_filename (temporary, name, NULL);
  g_autofree char *data = NULL;
  gsize length = 0;

  editor_test_render (window, path);
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_assert_cmpuint (length, >, 10000);
  if (folder == NULL)
    {
      g_assert_cmpint (g_remove (path), ==, 0);
      g_assert_cmpint (g_rmdir (temporary), ==, 0);
    }
}

static TroupeEvent *
new_event (TroupeEventType type, const char *method, const char *fields, gint64 time_us)
{
  TroupeEvent *event =
      test_event_new (type, method,
                      fields != NULL ? troupe_value_from_json (fields, -1, NULL) : NULL);

  event->time_us = time_us;

  return event;
}

static void
run (TroupeEditor *editor)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  TroupeFlow *flow = troupe_flow_document_get_flow (troupe_editor_get_document (editor));
  gint64 now = g_get_real_time () - 32 * G_USEC_PER_SEC;

  editor_test_begin_run (editor, flow);
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_STARTED, "fetch_topic", NULL, now));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_FINISHED, "fetch_topic",
                                      "{\"result\": {\"words\": 250}, \"state\": {\"score\": 0.8, "
                                      "\"topic\": \"Grid\", \"claims\": [1, 2]}}",
                                      now + 800000));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_STARTED, "triage", NULL, now + 800000));
  g_ptr_array_add (events,
                   new_event (TROUPE_EVENT_METHOD_STARTED, "notify_editors", NULL, now + 800000));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_FINISHED, "triage",
                                      "{\"result\": \"research_needed\"}", now + 802000));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_FAILED, "notify_editors",
                                      "{\"error\": \"404\"}", now + 1200000));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_STARTED, "research", NULL, now + 900000));
  g_ptr_array_add (events, new_event (TROUPE_EVENT_METHOD_STARTED,
                                      "check_facts_against_primary_sources", NULL, now + 900000));
  g_ptr_array_add (
      events,
      new_event (TROUPE_EVENT_LLM_STREAM_CHUNK, "research",
                 "{\"chunk\": \"the losses of the distribution grid fell to 6.1 %, which\"}",
                 now + 1900000));
  g_ptr_array_add (events,
                   new_event (TROUPE_EVENT_METHOD_FINISHED, "check_facts_against_primary_sources",
                              "{\"result\": [1, 2, 3, 4, 5, 6, 7]}", now + 18200000));
  troupe_trace_add_events (troupe_editor_get_trace (editor), events);
}

static gboolean
is_cel (GtkWidget *widget, gpointer data)
{
  return TRUE;
}

static void
test_pictures (void)
{
  g_autoptr (TroupeFlowDocument) document = load ("content-pipeline.json");
  GtkWidget *window = NULL;
  TroupeEditor *editor = editor_test_open (document, 1440, 800, &window);
  GtkWidget *palette;
  GtkWidget *field;

  draw (window, "flow.png");
  run (editor);
  editor_test_end_run (editor);
  troupe_editor_clear_run (editor);
  troupe_editor_select_method (editor, "triage");
  draw (window, "edit.png");
  field = editor_test_find (GTK_WIDGET (editor), TROUPE_TYPE_CEL_FIELD, is_cel, NULL);
  g_assert_nonnull (field);
  g_object_set (troupe_editor_get_frame (editor), "outline-visible", TRUE, NULL);
  troupe_editor_select_method (editor, "write");
  draw (window, "agent.png");
  troupe_editor_select_method (editor, "check_facts_against_primary_sources");
  draw (window, "each.png");
  g_object_set (troupe_editor_get_frame (editor), "outline-visible", FALSE, NULL);
  troupe_editor_select_method (editor, "review");
  draw (window, "review.png");
  troupe_editor_select_method (editor, "research");
  run (editor);
  troupe_notice_bar_show (troupe_editor_frame_get_notice (troupe_editor_get_frame (editor)),
                          TROUPE_NOTICE_ERROR, "notify_editors failed: the address answered 404.",
                          "Show");
  draw (window, "run.png");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  draw (window, "dark.png");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  troupe_editor_clear_run (editor);
  troupe_notice_bar_show (troupe_editor_frame_get_notice (troupe_editor_get_frame (editor)),
                          TROUPE_NOTICE_NONE, NULL, NULL);
  troupe_editor_select_method (editor, NULL);
  gtk_widget_activate_action (GTK_WIDGET (editor), "flow.add", NULL);
  palette = editor_test_find (GTK_WIDGET (editor), g_type_from_name ("TroupePalette"), NULL, NULL);
  draw (palette, "palette.png");
  /* Close the popover first, because GTK queries the surface under the pointer if a popover is
   * destroyed with its window. */
  gtk_popover_popdown (GTK_POPOVER (palette));
  editor_test_settle ();
  gtk_window_destroy (GTK_WINDOW (window));
  editor_test_settle ();
}

static void
test_narrow (void)
{
  g_autoptr (TroupeFlowDocument) document = load ("content-pipeline.json");
  GtkWidget *window = NULL;
  TroupeEditor *editor = editor_test_open (document, 800, 514, &window);

  troupe_editor_frame_set_width_class (troupe_editor_get_frame (editor), TROUPE_EDITOR_NARROW);
  troupe_editor_select_method (editor, "triage");
  draw (window, "narrow.png");
  gtk_window_destroy (GTK_WINDOW (window));
  editor_test_settle ();
}

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  if (argc > 1)
    folder = argv[1];
  g_test_add_func ("/editor/picture/wide", test_pictures);
  g_test_add_func ("/editor/picture/narrow", test_narrow);

  return g_test_run ();
}
