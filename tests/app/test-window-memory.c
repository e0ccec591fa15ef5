/* test-window-memory.c: objects of a closed tab are finalized
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "window-test.h"

#define N_DOCUMENTS 12

static gboolean
has_no_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) == NULL;
}

static gboolean
is_null (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

static char *
write_numbered (guint number)
{
  g_autofree char *name = g_strdup_printf ("memory-%u.json", number);
  g_autoptr (GString) text =
      g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"M\", \"methods\": {\"m0\": "
                    "{\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}");

  for (guint i = 1; i < 40; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"outputs.m%u\"}}",
                            i, i - 1, i - 1);
  g_string_append (text, "}}");
  return write_file (name, text->str);
}

/* The page, editor, monitor and document are finalized with their tab, regardless of what was
 * done in the tab. */
static void
test_nothing_outlives_its_tab (void)
{
  TroupeWindow *window = open_window (NULL);

  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      g_autofree char *path = write_numbered (i);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      gpointer watched[4];
      TroupePage *page;

      troupe_window_open_file (window, file);
      wait_until (has_page, window);
      page = troupe_window_get_page (window);
      watched[0] = page;
      watched[1] = get_editor (page);
      watched[2] = get_monitor (page);
      watched[3] = troupe_page_get_document (page);
      for (guint k = 0; k < G_N_ELEMENTS (watched); k++)
        g_object_add_weak_pointer (watched[k], &watched[k]);
      if (i % 3 == 1)
        {
          troupe_editor_select_method (get_editor (page), "m3");
          gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
          wait_until (is_idle, window);
        }
      if (i % 3 == 2)
        {
          g_assert_true (
              troupe_flow_document_rename_method (get_document (window), "m4", "other", NULL));
          gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
          gtk_widget_activate_action (GTK_WIDGET (window), "win.find", NULL);
        }
      gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
      wait_until (has_no_page, window);
      for (guint k = 0; k < G_N_ELEMENTS (watched); k++)
        wait_until (is_null, &watched[k]);
    }
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-memory/tabs", test_nothing_outlives_its_tab);
  return window_test_run ();
}
