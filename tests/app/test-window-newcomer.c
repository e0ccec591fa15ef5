/* test-window-newcomer.c: first use: the guide, the welcome page, templates, inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "troupe-crew-content.h"
#include "troupe-crew-document.h"
#include "troupe-inputs-dialog.h"
#include "troupe-keyring.h"
#include "troupe-recent-files.h"
#include "troupe-row-name.h"
#include "troupe-template-texts.h"
#include "window-test.h"

/* --- The guide --------------------------------------------------------------------------------- */

static GtkWidget *
find_hint (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_has_css_class (child, "hint"))
      return child;
  return NULL;
}

static GtkWidget *
find_any_hint (TroupeWindow *window)
{
  GtkWidget *places[] = { GTK_WIDGET (troupe_window_get_page (window)),
                          get_header_part (window, "run_button"),
                          get_header_part (window, "menu_button") };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && find_hint (places[i]) != NULL)
      return find_hint (places[i]);
  return NULL;
}

typedef struct
{
  TroupeWindow *window;
  const char *words; /* NULL if no hint is shown */
} Wanted;

static gboolean
says (gpointer user_data)
{
  const Wanted *wanted = user_data;
  GtkWidget *hint = find_any_hint (wanted->window);
  g_autofree char *texts = hint != NULL ? list_texts (hint) : NULL;

  return wanted->words == NULL ? hint == NULL
                               : texts != NULL && strstr (texts, wanted->words) != NULL;
}

static void
wait_for_hint (TroupeWindow *window, const char *words)
{
  Wanted wanted = { window, words };

  wait_until (says, &wanted);
}

static void
press (TroupeWindow *window, const char *label)
{
  GtkWidget *button = find_labelled (find_any_hint (window), label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Adds a method as dragging and the palette do. */
static void
draw (TroupeWindow *window, const char *name, const char *event, const char *const *emit)
{
  TroupeFlowDocument *document = get_document (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *added = NULL;

  troupe_document_begin_edit (TROUPE_DOCUMENT (document), "Draw");
  added = troupe_flow_document_add_method (document, name, TROUPE_ACTION_EXPRESSION, &error);
  g_assert_no_error (error);
  if (event == NULL)
    g_assert_true (troupe_flow_document_set_start (document, name, TRUE, &error));
  else
    g_assert_true (troupe_flow_document_connect (document, event, name, NULL, FALSE, &error));
  if (emit != NULL)
    {
      const char *const path[] = { "methods", name, "do", "expr", NULL };
      g_autoptr (JsonNode) text = json_node_init_string (json_node_alloc (), "'yes'");

      g_assert_true (troupe_flow_document_set_router (document, name, TRUE, &error));
      g_assert_true (troupe_flow_document_set_emit (document, name, emit, &error));
      g_assert_true (
          troupe_document_set (TROUPE_DOCUMENT (document), path, text, "Draw", NULL, &error));
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
  g_assert_no_error (error);
}

static gboolean
has_crew (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && TROUPE_IS_CREW_DOCUMENT (troupe_page_get_document (page));
}

static void
set_text (TroupeCrewSubject *subject, const char *const *path, const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_crew_subject_set (subject, path, node, "Type", NULL, &error));
  g_assert_no_error (error);
}

/* Fills in the agent and the task of the new crew. Undo leads back to the hint. */
static void
build_crew (TroupeWindow *window)
{
  static const char *const role[] = { "agents", "agent", "role", NULL };
  static const char *const description[] = { "tasks", "0", "description", NULL };
  TroupePage *page = troupe_window_get_page (window);
  TroupeCrewSubject *subject = troupe_crew_editor_get_subject (
      troupe_crew_content_get_editor (troupe_crew_content_of (page)));

  wait_for_hint (window, "8. An Agent");
  set_text (subject, role, "Researcher");
  wait_for_hint (window, "9. A Task");
  set_text (subject, description, "Find three facts.");
  wait_for_hint (window, "10. Run the Crew");
  g_assert_true (troupe_document_undo (troupe_page_get_document (page)));
  wait_for_hint (window, "9. A Task");
  g_assert_true (troupe_document_redo (troupe_page_get_document (page)));
}

/* Each hint appears after the previous step was completed, and appears again if that step is
 * undone. The last one leads on to a crew. */
static void
test_guide (void)
{
  static const char *const ways[] = { "yes", "no", NULL };
  TroupeWindow *window = open_window (NULL);

  g_signal_emit_by_name (window->welcome, "guide-chosen");
  g_assert_true (has_page (window));
  g_assert_cmpuint (
      troupe_flow_get_n_methods (troupe_flow_document_get_flow (get_document (window))), ==, 0);
  wait_for_hint (window, "Expression");
  draw (window, "begin", NULL, NULL);
  wait_for_hint (window, "Router");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_hint (window, "green circle");
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_hint (window, "Router");
  draw (window, "decide", "begin", ways);
  wait_for_hint (window, "3.");
  draw (window, "answer", "yes", NULL);
  wait_for_hint (window, "Press Run");
  g_assert_nonnull (find_hint (get_header_part (window, "run_button")));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_hint (window, "Click a node");
  g_assert_nonnull (
      troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), "answer"));
  troupe_editor_select_method (get_editor (troupe_window_get_page (window)), "begin");
  wait_for_hint (window, "saves the flow as HTML");
  press (window, "Next");
  wait_for_hint (window, "“New Crew” in this menu");
  g_assert_null (find_labelled (find_any_hint (window), "Skip"));
  g_assert_nonnull (find_labelled (find_any_hint (window), "Done"));
  press (window, "New Crew");
  wait_until (has_crew, window);
  build_crew (window);
  wait_for_hint (window, "10. Run the Crew");
  g_assert_nonnull (find_hint (get_header_part (window, "run_button")));
  press (window, "Skip");
  wait_for_hint (window, NULL);
  close_window (window);
}

/* While another tab is shown, the guide waits. */
static void
test_guide_waits (void)
{
  TroupeWindow *window = open_window (NULL);
  AdwTabPage *tab;

  g_signal_emit_by_name (window->welcome, "guide-chosen");
  tab = adw_tab_view_get_selected_page (window->tab_view);
  wait_for_hint (window, "Expression");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-crew", NULL);
  wait_for_hint (window, NULL);
  adw_tab_view_set_selected_page (window->tab_view, tab);
  wait_for_hint (window, "Expression");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.welcome", NULL);
  wait_for_hint (window, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.leave-welcome", NULL);
  wait_for_hint (window, "Expression");
  adw_tab_view_close_page (window->tab_view, tab);
  wait_for_hint (window, NULL);
  close_window (window);
}

/* Documents without a file that have the same name show a number. */
static void
test_guide_twice (void)
{
  TroupeWindow *window = open_window (NULL);
  AdwTabPage *first;
  g_autofree char *texts = NULL;

  g_signal_emit_by_name (window->welcome, "guide-chosen");
  first = adw_tab_view_get_selected_page (window->tab_view);
  g_assert_cmpstr (adw_tab_page_get_title (first), ==, "first_flow");
  g_signal_emit_by_name (window->welcome, "guide-chosen");
  g_assert_cmpstr (adw_tab_page_get_title (first), ==, "first_flow");
  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_selected_page (window->tab_view)), ==,
                   "first_flow (2)");
  draw (window, "begin", NULL, NULL);
  adw_tab_view_set_selected_page (window->tab_view, first);
  draw (window, "begin", NULL, NULL);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  texts = list_texts (GTK_WIDGET (find_dialog ()));
  g_assert_nonnull (strstr (texts, "first_flow\n"));
  g_assert_nonnull (strstr (texts, "first_flow (2)\n"));
  answer_dialog ("cancel");
  close_window (window);
}

/* The guide can be skipped at any hint. No hint is shown after that. */
static void
test_guide_can_be_left (void)
{
  TroupeWindow *window = open_window (NULL);

  g_signal_emit_by_name (window->welcome, "guide-chosen");
  wait_for_hint (window, "Expression");
  press (window, "Skip");
  wait_for_hint (window, NULL);
  draw (window, "begin", NULL, NULL);
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  wait_for_hint (window, NULL);
  close_window (window);
}

/* Returns TRUE if the hint is inside of the window. GDK only keeps it on the screen, which may
 * be larger than the window. */
static gboolean
is_inside (gpointer user_data)
{
  GtkWidget *window = GTK_WIDGET (user_data);
  GtkWidget *hint = find_any_hint (user_data);
  GtkWidget *sheet = hint != NULL ? gtk_popover_get_child (GTK_POPOVER (hint)) : NULL;
  GdkSurface *surface = sheet != NULL ? gtk_native_get_surface (GTK_NATIVE (hint)) : NULL;
  double of_window, of_hint, y;
  graphene_rect_t bounds;
  double left;

  if (surface == NULL || !gdk_surface_get_mapped (surface) ||
      !gtk_widget_compute_bounds (sheet, hint, &bounds))
    return FALSE;
  gtk_native_get_surface_transform (GTK_NATIVE (window), &of_window, &y);
  gtk_native_get_surface_transform (GTK_NATIVE (hint), &of_hint, &y);
  left = gdk_popup_get_position_x (GDK_POPUP (surface)) + of_hint + (double) bounds.origin.x -
         of_window;
  return left > 0 && left + (double) bounds.size.width < gtk_widget_get_width (window);
}

/* Returns TRUE if no part of a hint is cut off. */
static gboolean
has_room (gpointer user_data)
{
  GtkWidget *hint = find_any_hint (user_data);
  GtkWidget *sheet = hint != NULL ? gtk_popover_get_child (GTK_POPOVER (hint)) : NULL;
  int needed = 0;

  if (sheet == NULL || gtk_widget_get_height (sheet) == 0)
    return FALSE;
  /* The size request is set by the guide, so the children are measured instead. */
  for (GtkWidget *child = gtk_widget_get_first_child (sheet); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int height;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (child), &height,
                          NULL, NULL, NULL);
      needed += height + (needed > 0 ? 6 : 0);
    }
  return gtk_widget_get_height (sheet) >= needed;
}

static void
test_hints_are_whole (void)
{
  static const char *const ways[] = { "yes", "no", NULL };
  TroupeWindow *window = open_window (NULL);

  g_signal_emit_by_name (window->welcome, "guide-chosen");
  wait_until (has_room, window);
  wait_until (is_inside, window);
  draw (window, "begin", NULL, NULL);
  wait_for_hint (window, "Router");
  wait_until (has_room, window);
  draw (window, "decide", "begin", ways);
  draw (window, "answer", "yes", NULL);
  wait_for_hint (window, "Press Run");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_hint (window, "Click a node");
  wait_until (has_room, window);
  troupe_editor_select_method (get_editor (troupe_window_get_page (window)), "begin");
  wait_for_hint (window, "saves the flow as HTML");
  wait_until (is_inside, window);
  press (window, "Next");
  wait_for_hint (window, "“New Crew” in this menu");
  wait_until (is_inside, window);
  close_window (window);
}

/* --- The welcome page -------------------------------------------------------------------------- */

static void
test_welcome_and_back (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.welcome", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "welcome");
  g_assert_true (gtk_widget_get_visible (get_header_part (window, "back_button")));
  g_assert_null (troupe_window_get_page (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.leave-welcome", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "documents");
  g_assert_true (troupe_window_get_page (window) == page);
  g_assert_false (gtk_widget_get_visible (get_header_part (window, "back_button")));

  /* A document that is opened from the welcome page is shown, and the first document stays open. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.welcome", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "documents");
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 2);
  close_window (window);
}

static void
remember (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

static const TroupeRecentFile *
find_recent (GPtrArray *files, const char *name)
{
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal (((TroupeRecentFile *) files->pdata[i])->name, name))
      return files->pdata[i];
  return NULL;
}

/* Returns TRUE as soon as the crew and the flow are recent files. Otherwise, adds the files
 * again, because GTK stores recent files in one file and reloads this file after each change,
 * which may drop an entry that was just added. @paths: NULL-terminated */
static gboolean
has_recents (gpointer paths)
{
  g_autoptr (GPtrArray) files = troupe_recent_files_list ();

  if (find_recent (files, "night_desk") != NULL && find_recent (files, "my_flow") != NULL)
    return TRUE;
  for (const char **path = paths; *path != NULL; path++)
    remember (*path);
  return FALSE;
}

/* A crew is listed under the name of its project. Exported files, which the file chooser also
 * remembers, are not listed, and folders for results are not either. */
static void
test_recent (void)
{
  g_autofree char *picture = write_file ("recent/picture.png", "");
  g_autofree char *page = write_file ("recent/page.html", "");
  g_autofree char *crew = write_file ("recent/night_desk/crew.jsonc", "{}");
  g_autofree char *flow = write_file ("recent/my_flow.json", "{}");
  g_autofree char *result = write_file ("recent/results/results-0.json", "{}");
  g_autofree char *results = g_path_get_dirname (result);
  const char *paths[] = { picture, page, results, crew, flow, NULL };
  g_autoptr (GPtrArray) files = NULL;

  wait_until (has_recents, paths);
  files = troupe_recent_files_list ();
  g_assert_cmpstr (find_recent (files, "night_desk")->path, ==, crew);
  g_assert_cmpstr (find_recent (files, "night_desk")->icon, ==, "troupe-crew-symbolic");
  g_assert_cmpstr (find_recent (files, "my_flow")->icon, ==, "troupe-flow-symbolic");
  for (guint i = 0; i < files->len; i++)
    {
      const TroupeRecentFile *file = files->pdata[i];

      g_assert_cmpstr (file->path, !=, picture);
      g_assert_cmpstr (file->path, !=, page);
      g_assert_cmpstr (file->path, !=, results);
    }
}

/* --- Templates --------------------------------------------------------------------------------- */

static gboolean
is_text_of_template (const char *key, gboolean is_of_flow)
{
  return !is_of_flow && (g_str_equal (key, "description") || g_str_equal (key, "title") ||
                         g_str_equal (key, "text"));
}

static void
check_texts (JsonNode *node, const char *source, gboolean is_of_flow)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      check_texts (json_array_get_element (json_node_get_array (node), i), source, is_of_flow);
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          if (is_text_of_template (key, is_of_flow) && JSON_NODE_HOLDS_VALUE (member))
            {
              g_autofree char *escaped = g_strescape (json_node_get_string (member), NULL);

              /* The beginning of the text is sufficient to find it and contains no line break in
               * the source. */
              if (strlen (escaped) > 30)
                escaped[30] = '\0';
              if (strchr (json_node_get_string (member), '\n') == NULL &&
                  g_str_is_ascii (json_node_get_string (member)) &&
                  strstr (source, escaped) == NULL)
                g_error ("“%s” cannot be translated", escaped);
            }
          check_texts (member, source,
                       is_of_flow || g_str_equal (key, "default") || g_str_equal (key, "with"));
        }
    }
}

/* All texts of the templates are marked for translation. */
static void
test_templates_can_be_translated (void)
{
  g_autofree char *folder = get_example ("");
  g_autofree char *path = g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "src", "app", "export",
                                            "troupe-template-texts.c", NULL);
  g_autofree char *table = g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "src", "app", "window",
                                             "troupe-templates.c", NULL);
  g_autofree char *source = NULL;
  g_autofree char *templates = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_checked = 0;

  g_assert_true (g_file_get_contents (path, &source, NULL, NULL));
  g_assert_true (g_file_get_contents (table, &templates, NULL, NULL));
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", name);
      g_autoptr (TroupeFlowDocument) document = NULL;

      /* Other examples are not templates. */
      if (!g_str_has_suffix (name, ".json") || strstr (templates, quoted) == NULL)
        continue;
      document = troupe_flow_document_load (file, NULL, NULL);
      g_assert_nonnull (document);
      check_texts (troupe_document_get_root (TROUPE_DOCUMENT (document)), source, FALSE);
      /* Nothing is translated in this language. */
      g_assert_null (troupe_template_texts_translate (document, NULL));
      n_checked++;
    }
  g_assert_cmpuint (n_checked, ==, 6);
}

/* Everything that the README's two minutes tell the reader to choose is a text of the program. */
static void
test_readme (void)
{
  const char *source = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree char *readme = g_build_filename (source, "README.md", NULL);
  static const char *const files[] = { "src/app/window/troupe-welcome.c",
                                       "src/app/window/troupe-templates.c", "ui/troupe-welcome.ui",
                                       "ui/troupe-window-header.ui",
                                       "src/editor/shared/troupe-palette-rows.c" };
  g_autofree char *text = NULL;
  g_autoptr (GString) texts = g_string_new (NULL);
  g_auto (GStrv) parts = NULL;
  char *start, *end;
  guint n_checked = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (source, files[i], NULL);
      g_autofree char *content = NULL;

      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_string_append (texts, content);
    }
  g_string_replace (texts, ">_", ">", 0);
  g_assert_true (g_file_get_contents (readme, &text, NULL, NULL));
  start = strstr (text, "\n## Two minutes\n");
  g_assert_nonnull (start);
  end = strstr (start + 1, "\n## ");
  g_assert_nonnull (end);
  *end = '\0';
  parts = g_strsplit (start, "**", -1);
  for (guint i = 1; parts[i] != NULL && parts[i + 1] != NULL; i += 2)
    {
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", parts[i]);
      g_autofree char *element = g_strdup_printf (">%s<", parts[i]);

      if (strstr (texts->str, quoted) == NULL && strstr (texts->str, element) == NULL)
        g_error ("README.md: “%s” is not a text of the program", parts[i]);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >=, 5);
}

/* --- Inputs ------------------------------------------------------------------------------------ */

static const char asking[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Asks\", \"state\": {\"type\": \"json_schema\","
    " \"json_schema\": {\"type\": \"object\", \"properties\": {\"score\": {\"type\": \"number\"},"
    " \"title\": {\"type\": \"string\"}}}, \"default\": {\"score\": 1, \"title\": \"T\"}},"
    " \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\":"
    " \"state.score\"}}}}";

static gboolean
has_inputs (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return get_inputs_dialog (page) != NULL &&
         gtk_widget_get_mapped (GTK_WIDGET (get_inputs_dialog (page)));
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  if (ADW_IS_ENTRY_ROW (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_entry (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_no_inputs (gpointer user_data)
{
  return get_inputs_dialog (troupe_window_get_page (user_data)) == NULL && is_idle (user_data);
}

/* The first field has the focus, and Enter runs the flow. The next run shows the inputs that it
 * uses. */
static void
test_inputs (void)
{
  g_autofree char *path = write_file ("asks.json", asking);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeValue *output;
  GtkWidget *entry;
  GtkWidget *focus;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run-with-inputs", NULL);
  wait_until (has_inputs, window);
  entry = find_entry (GTK_WIDGET (get_inputs_dialog (page)));
  focus = gtk_window_get_focus (get_inputs_dialog (page));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_is_ancestor (focus, entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "0.5");
  g_signal_emit_by_name (entry, "entry-activated");
  wait_until (has_no_inputs, window);
  output = troupe_monitor_get_output (get_monitor (page), "a");
  g_assert_nonnull (output);
  g_assert_cmpfloat (troupe_value_get_double (output), ==, 0.5);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  g_assert_nonnull (strstr (troupe_page_run_get_inputs (
                                troupe_page_content_get_run (troupe_page_get_content (page))),
                            "score = 0.5"));
  close_window (window);
}

/* --- Names ------------------------------------------------------------------------------------ */

static void
assert_widths (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget))
    {
      int minimum, natural, height;

      gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
      gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, height, &minimum, &natural, NULL,
                          NULL);
      g_assert_cmpint (minimum, <=, natural);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_widths (child);
}

/* A name or path that is narrower than the ellipsis, such as that of a file in the home folder, causes no
 * warning, which would end the test. */
static void
test_narrow_name (void)
{
  TroupeWindow *window = open_window (NULL);
  GtkWidget *row = g_object_ref_sink (adw_action_row_new ());

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), "i");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), "~");
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  troupe_row_leave_ellipsis_room (row);
  assert_widths (row);
  g_object_unref (row);
  close_window (window);
}

/* --- API keys --------------------------------------------------------------------------------- */

static const char keyless[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Key\", \"methods\": {\"a\": {\"start\": true,"
    " \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\":"
    " \"B\", \"llm\": \"openai/gpt-4.1-mini\", \"input\": \"hi\"}}}}}";

static gboolean
has_key_notice (gpointer user_data)
{
  return get_notice (troupe_window_get_page (user_data)) == TROUPE_RUN_NOTICE_KEY;
}

static gboolean
offers_key (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (troupe_window_get_page (user_data)), "Add Key") != NULL;
}

static gboolean
asks_or_ended (gpointer user_data)
{
  return find_consent () != NULL || offers_key (user_data);
}

static gboolean
can_dismiss (gpointer user_data)
{
  return find_labelled (user_data, "Dismiss") != NULL;
}

/* Returns TRUE if the focus is in the row of a model. */
static gboolean
is_in_model_field (gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (user_data));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, ADW_TYPE_PREFERENCES_ROW) : NULL;

  return row != NULL &&
         g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), "Model");
}

static void
test_missing_key (void)
{
  g_autofree char *path = write_file ("key.json", keyless);
  TroupeWindow *window;
  GtkWidget *editor;
  g_autofree char *texts = NULL;

  g_unsetenv ("OPENAI_API_KEY");
  window = open_window (path);
  editor = GTK_WIDGET (get_editor (troupe_window_get_page (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_key_notice, window);
  texts = list_texts (editor);
  /* The button beside it replaces advice about variables and commands. */
  g_assert_nonnull (strstr (texts,
                            "requires a key for OpenAI. Add it, or choose the model mock/echo, "
                            "which requires none."));
  g_assert_null (strstr (texts, "OPENAI_API_KEY"));
  /* The other way is the field that names the model. */
  wait_until (can_dismiss, editor);
  g_signal_emit_by_name (find_labelled (editor, "Choose Model"), "clicked");
  wait_until (is_in_model_field, window);
  g_signal_emit_by_name (find_labelled (editor, "Dismiss"), "clicked");
  g_assert_false (has_key_notice (window));
  close_window (window);
}

static gboolean
is_in_embedder_field (gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (user_data));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, ADW_TYPE_PREFERENCES_ROW) : NULL;

  return row != NULL &&
         g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), "Embedder");
}

/* A run that fails because the embedder of the knowledge has no key offers to add it, too. */
static void
test_missing_embedder_key (void)
{
  g_autofree char *agent = write_file ("embedder/agents/a.jsonc",
                                       "{\"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\", "
                                       "\"llm\": \"mock/echo\"}");
  g_autofree char *path =
      write_file ("embedder/crew.jsonc", "{\"agents\": [\"a\"], \"tasks\": [{\"name\": \"t\", "
                                         "\"description\": \"D\", \"expected_output\": "
                                         "\"E\", \"agent\": \"a\"}], \"knowledge_sources\": "
                                         "[{\"source_type\": \"string\", \"content\": "
                                         "\"Three doors.\"}]}");
  TroupeWindow *window;

  g_unsetenv ("OPENAI_API_KEY");
  window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (asks_or_ended, window);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (offers_key, window);
  g_assert_nonnull (agent);
  g_signal_emit_by_name (
      find_labelled (GTK_WIDGET (troupe_window_get_page (window)), "Choose Model"), "clicked");
  wait_until (is_in_embedder_field, window);
  close_window (window);
}

typedef struct
{
  TroupeWindow *window;
  const char *title;
} Field;

/* Returns TRUE if the focus is in a row whose title begins with the words. */
static gboolean
is_in_field (gpointer user_data)
{
  const Field *field = user_data;
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (field->window));
  const char *title = "";

  for (GtkWidget *row = focus; row != NULL; row = gtk_widget_get_parent (row))
    if (ADW_IS_PREFERENCES_ROW (row))
      {
        title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row));
        break;
      }
  return g_str_has_prefix (title, field->title);
}

#define MOCK ", \"llm\": \"mock/echo\""
#define LIVE "\"openai/gpt-4.1-mini\""

/* “Choose Model” leads to the field of the model that lacks its key, whatever calls it. */
static void
test_model_fields (void)
{
  /* @agent: more of the agent; @crew: more of the crew; @flow: (nullable): a flow instead; @title: of the row */
  static const struct
  {
    const char *name;
    const char *agent;
    const char *crew;
    const char *flow;
    const char *title;
  } cases[] = {
    { "agent", ", \"llm\": " LIVE, "", NULL, "Model" },
    { "planning-config", MOCK ", \"planning_config\": {\"llm\": " LIVE "}", "", NULL,
      "Planning Model" },
    { "planner", MOCK, ", \"planning\": true, \"planning_llm\": " LIVE, NULL, "Planning LLM" },
    { "manager", MOCK, ", \"process\": \"hierarchical\", \"manager_llm\": " LIVE, NULL,
      "Manager LLM" },
    { "feedback", NULL, NULL,
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", \"methods\": {\"a\": {\"start\": true,"
      " \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\":"
      " \"B\", \"llm\": \"mock/echo\", \"input\": \"hi\"}}, \"human_feedback\": {\"message\": "
      "\"Good?\","
      " \"emit\": [\"yes\", \"no\"], \"llm\": " LIVE "}}}}",
      "Model" },
  };

  g_unsetenv ("OPENAI_API_KEY");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *agent_path = g_strdup_printf ("model-%s/agents/a.jsonc", cases[i].name);
      g_autofree char *agent_text =
          g_strdup_printf ("{\"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\"%s}",
                           cases[i].agent);
      g_autofree char *agent = write_file (agent_path, agent_text);
      g_autofree char *crew_path =
          g_strdup_printf ("model-%s/%s", cases[i].name,
                           cases[i].flow != NULL ? "flow.json" : "crew.jsonc");
      g_autofree char *crew_text =
          g_strdup_printf ("{\"name\": \"c\", \"agents\": [\"a\"], \"tasks\": [{\"name\": \"t\", "
                           "\"description\": \"D\", "
                           "\"expected_output\": \"E\", \"agent\": \"a\"}]%s}",
                           cases[i].crew);
      g_autofree char *path =
          write_file (crew_path, cases[i].flow != NULL ? cases[i].flow : crew_text);
      Field field = { open_window (path), cases[i].title };
      TroupePage *page = troupe_window_get_page (field.window);

      g_test_message ("%s", cases[i].name);
      gtk_widget_activate_action (GTK_WIDGET (field.window), "win.run", NULL);
      wait_until (asks_or_ended, field.window);
      if (find_consent () != NULL)
        answer_consent (TRUE);
      wait_until (offers_key, field.window);
      g_signal_emit_by_name (find_labelled (GTK_WIDGET (page), "Choose Model"), "clicked");
      wait_until (is_in_field, &field);
      close_window (field.window);
    }
}

static gboolean
has_no_key_notice (gpointer user_data)
{
  return !has_key_notice (user_data);
}

/* Returns the entry for a key of the first provider, which is OpenAI. (nullable) */
static GtkWidget *
find_key_entry (GtkWidget *widget)
{
  if (ADW_IS_PASSWORD_ENTRY_ROW (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_key_entry (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The notice about a missing key disappears when the key is stored in Preferences. */
static void
test_added_key (void)
{
  g_autofree char *path = write_file ("added-key.json", keyless);
  TroupeWindow *window;
  GtkWidget *entry;
  g_autoptr (GError) error = NULL;

  g_unsetenv ("OPENAI_API_KEY");
  window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_key_notice, window);
  entry = find_key_entry (GTK_WIDGET (show_preferences ("models")));
  gtk_editable_set_text (GTK_EDITABLE (entry), "sk-added");
  g_signal_emit_by_name (entry, "apply");
  wait_until (has_no_key_notice, window);
  g_assert_true (troupe_keyring_remove ("OPENAI_API_KEY", NULL, &error));
  gtk_window_destroy (GTK_WINDOW (find_preferences ()));
  close_window (window);
}

/* --- Tabs -------------------------------------------------------------------------------------- */

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2;
}

static void
assert_tab (TroupeWindow *window, int n, const char *title)
{
  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_nth_page (window->tab_view, n)), ==,
                   title);
}

/* Files with the same name in two folders have different titles. */
static void
test_tabs_of_one_file_name (void)
{
  g_autofree char *path = write_file ("twin.json", asking);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *parent_name = g_path_get_basename (parent);
  g_autofree char *folder = g_build_filename (parent, "other-folder", NULL);
  g_autofree char *twin = g_build_filename (folder, "twin.json", NULL);
  g_autofree char *title = g_strdup_printf ("%s/twin.json · Asks", parent_name);
  g_autoptr (GFile) file = g_file_new_for_path (twin);
  TroupeWindow *window = open_window (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (twin, asking, -1, NULL));
  troupe_window_open_file (window, file);
  wait_until (has_two_pages, window);
  assert_tab (window, 0, title);
  assert_tab (window, 1, "other-folder/twin.json · Asks");
  close_window (window);
}

static void
test_tabs_that_are_alike (void)
{
  g_autofree char *first = write_file ("first.json", asking);
  g_autofree char *second = write_file ("second.json", asking);
  g_autoptr (GFile) file = g_file_new_for_path (second);
  TroupeWindow *window = open_window (first);

  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_nth_page (window->tab_view, 0)), ==,
                   "Asks");
  troupe_window_open_file (window, file);
  wait_until (has_two_pages, window);
  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_nth_page (window->tab_view, 0)), ==,
                   "first.json · Asks");
  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_nth_page (window->tab_view, 1)), ==,
                   "second.json · Asks");
  close_window (window);
}

static gboolean
is_narrow (gpointer user_data)
{
  const int width = gtk_widget_get_width (user_data);

  return width > 0 && width < 400 && troupe_window_get_page (user_data) != NULL;
}

/* The dialog fits a narrow window. */
static void
test_narrow_inputs (void)
{
  g_autofree char *path = write_file ("asks-narrow.json", asking);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
  GtkWindow *dialog;
  int width = 0;
  int height = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
  gtk_window_present (GTK_WINDOW (window));
  troupe_window_open_file (window, file);
  wait_until (is_narrow, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run-with-inputs", NULL);
  wait_until (has_inputs, window);
  dialog = get_inputs_dialog (troupe_window_get_page (window));
  gtk_window_get_default_size (dialog, &width, &height);
  g_assert_cmpint (width, <=, gtk_widget_get_width (GTK_WIDGET (window)));
  gtk_window_destroy (dialog);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/newcomer/guide", test_guide);
  g_test_add_func ("/newcomer/guide-can-be-left", test_guide_can_be_left);
  g_test_add_func ("/newcomer/guide-waits", test_guide_waits);
  g_test_add_func ("/newcomer/guide-twice", test_guide_twice);
  g_test_add_func ("/newcomer/hints-are-whole", test_hints_are_whole);
  g_test_add_func ("/newcomer/welcome-and-back", test_welcome_and_back);
  g_test_add_func ("/newcomer/recent", test_recent);
  g_test_add_func ("/newcomer/templates", test_templates_can_be_translated);
  g_test_add_func ("/newcomer/readme", test_readme);
  g_test_add_func ("/newcomer/inputs", test_inputs);
  g_test_add_func ("/newcomer/narrow-inputs", test_narrow_inputs);
  g_test_add_func ("/newcomer/narrow-name", test_narrow_name);
  g_test_add_func ("/newcomer/missing-key", test_missing_key);
  g_test_add_func ("/newcomer/missing-key-of-embedder", test_missing_embedder_key);
  g_test_add_func ("/newcomer/model-fields", test_model_fields);
  g_test_add_func ("/newcomer/added-key", test_added_key);
  g_test_add_func ("/newcomer/tabs", test_tabs_that_are_alike);
  g_test_add_func ("/newcomer/tabs-files", test_tabs_of_one_file_name);
  return window_test_run ();
}
