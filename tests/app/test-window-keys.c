/* test-window-keys.c: keyboard shortcuts, panes, closed tabs, and the command palette
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-wait.h"
#include "troupe-canvas.h"
#include "troupe-command-palette.h"
#include "troupe-crew-content.h"
#include "troupe-inspector.h"
#include "troupe-outline.h"
#include "window-test.h"

/* --- The shortcuts window ---------------------------------------------------------------------- */

static gboolean
has_class_action (GtkWidget *widget, const char *wanted)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      GType owner;
      const char *name, *property;
      const GVariantType *type;

      for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner,
                                                       &name, &type, &property);
           i++)
        if (g_str_equal (name, wanted))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_meant (GtkShortcut *shortcut, guint key, GdkModifierType modifiers)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

  return GTK_IS_KEYVAL_TRIGGER (trigger) &&
         gdk_keyval_to_lower (gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger))) ==
             gdk_keyval_to_lower (key) &&
         gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers;
}

static gboolean
has_binding_here (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);

          if (!is_meant (shortcut, key, modifiers))
            continue;
          if (!GTK_IS_NAMED_ACTION (action))
            return TRUE;
          if (has_class_action (widget,
                                gtk_named_action_get_action_name (GTK_NAMED_ACTION (action))))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_binding (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  if (has_binding_here (widget, key, modifiers))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_binding (child, key, modifiers))
      return TRUE;
  return FALSE;
}

static void
check_key (TroupeWindow *window, const char *title, const char *accelerator)
{
  guint key;
  GdkModifierType modifiers;
  g_auto (GStrv) named = NULL;
  const char *second = strchr (accelerator, '+');

  /* The canvas handles sequences of two keys itself, and they are tested in the tests of the
   * canvas. */
  if (second != NULL)
    {
      g_autofree char *first = g_strndup (accelerator, (gsize) (second - accelerator));

      g_assert_true (gtk_accelerator_parse (first, &key, &modifiers) && key == GDK_KEY_a &&
                     modifiers == GDK_ALT_MASK);
      g_assert_true (gtk_accelerator_parse (second + 1, &key, &modifiers));
      return;
    }
  if (!gtk_accelerator_parse (accelerator, &key, &modifiers))
    g_error ("%s: “%s” is no key", title, accelerator);
  named = gtk_application_get_actions_for_accel (GTK_APPLICATION (window_test_application),
                                                 accelerator);
  /* The canvas handles Tab itself, so that a preference can disable it. The view of a past run is not open here; its
   * keys are tested in tests/hands/test-hands-history.c and test-hands-fork.c. */
  if ((key == GDK_KEY_Tab && modifiers == 0) ||
      ((modifiers == GDK_ALT_MASK || modifiers == (GDK_ALT_MASK | GDK_SHIFT_MASK)) &&
       (key == GDK_KEY_Left || key == GDK_KEY_Right)))
    return;
  if (named[0] == NULL && !has_binding (GTK_WIDGET (window), key, modifiers))
    g_error ("%s: nothing is done at “%s”", title, accelerator);
}

static gboolean
is_gesture (gpointer shortcut)
{
  GtkShortcutType type = GTK_SHORTCUT_ACCELERATOR;

  g_object_get (shortcut, "shortcut-type", &type, NULL);
  return type == GTK_SHORTCUT_GESTURE;
}

/* “<Control><Alt>1...4” is expanded to each of the keys. */
static void
check_accelerators (TroupeWindow *window, const char *title, const char *accelerators)
{
  g_auto (GStrv) all = g_strsplit (accelerators, " ", -1);

  g_assert_cmpuint (g_strv_length (all), >, 0);
  for (char **one = all; *one != NULL; one++)
    {
      char *dots = strstr (*one, "...");

      if (dots == NULL)
        {
          check_key (window, title, *one);
          continue;
        }
      for (char digit = dots[-1]; digit <= dots[3]; digit++)
        {
          g_autofree char *prefix = g_strndup (*one, dots - *one - 1);
          g_autofree char *key = g_strdup_printf ("%s%c", prefix, digit);

          check_key (window, title, key);
        }
    }
}

static gboolean
has_both (gpointer user_data)
{
  return troupe_crew_content_of (troupe_window_get_page (user_data)) != NULL;
}

/* A key in the shortcuts window is bound in a flow, in a crew, or in both. */
static void
test_every_entry (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  g_autofree char *crew_path = get_example ("research-crew/crew.jsonc");
  g_autoptr (GFile) crew = g_file_new_for_path (crew_path);
  g_autofree char *ui =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "ui", "troupe-shortcuts.ui", NULL);
  TroupeWindow *window = open_window (path);
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_file (ui);
  GSList *objects = gtk_builder_get_objects (builder);
  guint n_checked = 0;

  troupe_window_open_file (window, crew);
  wait_until (has_both, window);
  for (GSList *l = objects; l != NULL; l = l->next)
    {
      g_autofree char *title = NULL;
      g_autofree char *accelerator = NULL;

      /* Gestures of the pointer have no keys. */
      if (!GTK_IS_SHORTCUTS_SHORTCUT (l->data) || is_gesture (l->data))
        continue;
      g_object_get (l->data, "title", &title, "accelerator", &accelerator, NULL);
      check_accelerators (window, title, accelerator);
      n_checked++;
    }
  for (GSList *l = objects; l != NULL; l = l->next)
    if (GTK_IS_WINDOW (l->data))
      gtk_window_destroy (GTK_WINDOW (l->data));
  g_slist_free (objects);
  g_assert_cmpuint (n_checked, >, 45);
  close_window (window);
}

/* --- Panes ------------------------------------------------------------------------------------- */

static GtkWidget *
find_pane (TroupeWindow *window)
{
  const GType types[] = { TROUPE_TYPE_OUTLINE, TROUPE_TYPE_CANVAS, TROUPE_TYPE_MONITOR,
                          TROUPE_TYPE_INSPECTOR, ADW_TYPE_HEADER_BAR };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  for (guint i = 0; focus != NULL && i < G_N_ELEMENTS (types); i++)
    if (g_type_is_a (G_OBJECT_TYPE (focus), types[i]) ||
        gtk_widget_get_ancestor (focus, types[i]) != NULL)
      return g_type_is_a (G_OBJECT_TYPE (focus), types[i])
                 ? focus
                 : gtk_widget_get_ancestor (focus, types[i]);
  return NULL;
}

static gboolean
is_shown (gpointer user_data)
{
  return gtk_widget_get_mapped (user_data) && gtk_widget_get_width (user_data) > 0;
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* F6 cycles through all panes, and Shift+F6 cycles through them in the reverse order. */
static void
test_panes (void)
{
  static const char *const ways[] = { "win.next-pane", "win.previous-pane" };
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);

  g_object_set (window, "show-outline", TRUE, "show-inspector", TRUE, NULL);
  wait_until (is_shown, find_type (GTK_WIDGET (window), TROUPE_TYPE_OUTLINE));
  wait_until (is_shown, find_type (GTK_WIDGET (window), TROUPE_TYPE_INSPECTOR));
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
      GtkWidget *first;

      gtk_widget_activate_action (GTK_WIDGET (window), ways[way], NULL);
      first = find_pane (window);
      g_assert_nonnull (first);
      do
        {
          g_assert_true (g_hash_table_add (seen, find_pane (window)));
          gtk_widget_activate_action (GTK_WIDGET (window), ways[way], NULL);
          g_assert_nonnull (find_pane (window));
        }
      while (find_pane (window) != first);
      g_assert_cmpuint (g_hash_table_size (seen), ==, 5);
    }
  g_object_set (window, "show-outline", FALSE, NULL);
  close_window (window);
}

/* --- Closed tabs ------------------------------------------------------------------------------- */

static gboolean
has_no_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) == NULL;
}

static void
test_reopen (void)
{
  g_autofree char *first = get_example ("straight-line.json");
  g_autofree char *second = get_example ("in-parallel.json");
  g_autoptr (GFile) file = g_file_new_for_path (second);
  TroupeWindow *window = open_window (first);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_no_page, window);
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_no_page, window);
  /* The most recently closed tab is reopened first. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reopen-tab", NULL);
  wait_until (has_page, window);
  g_assert_cmpstr (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))), ==, second);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reopen-tab", NULL);
  test_wait_until (adw_tab_view_get_n_pages (window->tab_view) >= 2);
  g_assert_cmpstr (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))), ==, first);
  g_assert_cmpuint (window->closed->len, ==, 0);
  close_window (window);
}

/* --- Command palette -------------------------------------------------------------------------- */

static TroupeCommandPalette *
find_everything (TroupeWindow *window)
{
  GtkWidget *found = find_type (GTK_WIDGET (window), TROUPE_TYPE_COMMAND_PALETTE);

  return found != NULL ? TROUPE_COMMAND_PALETTE (found) : NULL;
}

static gboolean
has_no_everything (gpointer user_data)
{
  return find_everything (user_data) == NULL;
}

static void
choose_first (TroupeCommandPalette *everything)
{
  GtkListBox *list = troupe_command_palette_get_list (everything);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);

  g_assert_nonnull (row);
  g_signal_emit_by_name (list, "row-activated", row);
}

static void
test_everything (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupeCommandPalette *everything;
  g_autofree char *texts = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  g_assert_nonnull (everything);
  /* Found by the description. */
  troupe_command_palette_search (everything, "0.7 or more");
  choose_first (everything);
  g_assert_cmpstr (troupe_editor_get_selected_method (get_editor (troupe_window_get_page (window))),
                   ==, "decide");
  wait_until (has_no_everything, window);

  /* A match in a name is listed before a match in a description. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  troupe_command_palette_search (everything, "pub");
  choose_first (everything);
  g_assert_cmpstr (troupe_editor_get_selected_method (get_editor (troupe_window_get_page (window))),
                   ==, "publish_piece");
  wait_until (has_no_everything, window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  troupe_command_palette_search (everything, "no such thing at all");
  texts = list_texts (GTK_WIDGET (everything));
  g_assert_nonnull (strstr (texts, "No results for “no such thing at all”."));
  /* A command is also found by a keyword that its title does not contain, and by its English
   * title in every language. */
  troupe_command_palette_search (everything, ">home");
  choose_first (everything);
  wait_until (has_no_everything, window);
  g_assert_true (window->shows_welcome);

  /* The palette also works on the welcome page. Commands that are disabled are not selected. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  g_assert_nonnull (everything);
  troupe_command_palette_search (everything, "export picture");
  g_assert_null (gtk_list_box_get_selected_row (troupe_command_palette_get_list (everything)));
  gtk_popover_popdown (GTK_POPOVER (everything));
  wait_until (has_no_everything, window);
  close_window (window);
}

static gboolean
has_template (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && troupe_document_get_path (troupe_page_get_document (page)) == NULL;
}

/* Every command is found by its name and by other words for it. */
static void
test_commands (void)
{
  static const struct
  {
    const char *query;
    const char *title;
  } cases[] = {
    { "preferences", "Preferences" },
    { "settings", "Preferences" },
    { "api keys", "Preferences" },
    { "new crew", "New Crew" },
    { "team", "New Crew" },
    { "batch", "Batch" },
    { "csv", "Batch" },
    { "budget", "Budget" },
    { "dark", "Dark Style" },
    { "night theme", "Dark Style" },
    { "test", "Testing and Training" },
    { "history", "History" },
    { "past runs", "History" },
    { "problems", "Problems" },
    { "about", "About Troupe" },
  };
  static const struct
  {
    const char *query;
    const char *title;
  } templates[] = {
    { "empty", "Empty Flow" },       { "empty", "Empty Crew" },
    { "straight", "Straight Line" }, { "sequential", "Straight Line" },
    { "parallel", "In Parallel" },   { "score", "Decide by Score" },
    { "until", "Until It Is Good" }, { "loop", "Until the Editor Agrees" },
    { "approve", "Ask a Person" },   { "human", "Ask a Person" },
  };
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupeCommandPalette *everything;
  g_autofree char *scheme = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *query = g_strconcat (">", cases[i].query, NULL);
      g_autofree char *texts = NULL;
      GtkListBoxRow *row;

      troupe_command_palette_search (everything, query);
      row = gtk_list_box_get_selected_row (troupe_command_palette_get_list (everything));
      if (row == NULL)
        g_error ("“%s” finds nothing", cases[i].query);
      texts = list_texts (GTK_WIDGET (row));
      if (strstr (texts, cases[i].title) == NULL)
        g_error ("“%s” finds “%s” first", cases[i].query, texts);
    }

  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    {
      g_autofree char *texts = NULL;

      troupe_command_palette_search (everything, templates[i].query);
      texts = list_texts (GTK_WIDGET (troupe_command_palette_get_list (everything)));
      if (strstr (texts, templates[i].title) == NULL)
        g_error ("“%s” does not find “%s”", templates[i].query, templates[i].title);
    }
  troupe_command_palette_search (everything, "approval");
  choose_first (everything);
  wait_until (has_template, window);
  wait_until (has_no_everything, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);

  /* A command whose action has a target. */
  troupe_command_palette_search (everything, ">dark style");
  choose_first (everything);
  wait_until (has_no_everything, window);
  scheme = g_settings_get_string (get_settings (), "color-scheme");
  g_assert_cmpstr (scheme, ==, "dark");
  g_settings_reset (get_settings (), "color-scheme");
  close_window (window);
}

/* Other words for the entries of the menus. */
static const struct
{
  const char *action;
  const char *words[2];
} other_words[] = {
  { "win.run", { "start", "execute" } },
  { "win.run-with-inputs", { "parameters", "start" } },
  { "win.run-changed", { "stale", "incremental" } },
  { "app.reuse-results", { "cache", "save money" } },
  { "win.budget", { "money", "limit" } },
  { "win.permissions", { "consent", "security" } },
  { "win.batch", { "csv", "many inputs" } },
  { "win.history", { "past runs", "log of runs" } },
  { "win.memory", { "remember", "embeddings" } },
  { "win.test", { "judge", "learn" } },
  { "win.cases", { "assertions", "regression" } },
  { "win.new-case", { "record", "case" } },
  { "win.new", { "create", "document" } },
  { "win.new-crew", { "team", "agents" } },
  { "app.new-window", { "another", "second" } },
  { "win.open-folder", { "import", "project" } },
  { "win.save", { "store", "write" } },
  { "win.save-as", { "copy", "rename" } },
  { "win.compare", { "merge", "diff" } },
  { "win.export", { "html", "pdf" } },
  { "win.copy-picture", { "clipboard", "png" } },
  { "win.welcome", { "home", "templates" } },
  { "win.close-tab", { "document", "shut" } },
  { "app.preferences", { "settings", "options" } },
  { "win.show-help-overlay", { "help", "hotkeys" } },
  { "app.about", { "version", "license" } },
};

static void
assert_lists (TroupeCommandPalette *everything, const char *query, const char *title)
{
  g_autofree char *texts = NULL;

  troupe_command_palette_search (everything, query);
  texts = list_texts (GTK_WIDGET (troupe_command_palette_get_list (everything)));
  if (strstr (texts, title) == NULL)
    g_error ("“%s” does not list “%s”, but:\n%s", query, title, texts);
}

/* Returns the number of entries. */
static guint
check_menu (TroupeCommandPalette *everything, GMenuModel *menu)
{
  guint n_checked = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *label = NULL;
      g_autofree char *action = NULL;
      g_autoptr (GString) title = NULL;
      guint k = 0;

      if (section != NULL)
        {
          n_checked += check_menu (everything, section);
          continue;
        }
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      if (g_str_equal (action, "win.everything"))
        continue;
      title = g_string_new (label);
      g_string_replace (title, "_", "", 0);
      g_string_replace (title, "…", "", 0);
      assert_lists (everything, title->str, title->str);
      while (k < G_N_ELEMENTS (other_words) && !g_str_equal (other_words[k].action, action))
        k++;
      if (k == G_N_ELEMENTS (other_words))
        g_error ("no other words are known for “%s”", action);
      for (guint word = 0; word < G_N_ELEMENTS (other_words[k].words); word++)
        assert_lists (everything, other_words[k].words[word], title->str);
      n_checked++;
    }
  return n_checked;
}

/* Every entry of the menus is found by its label and by two other words. */
static void
test_menus (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupeCommandPalette *everything = NULL;
  AdwSplitButton *run = get_header_part (window, "run_button");
  GtkMenuButton *menu = get_header_part (window, "menu_button");
  guint n_checked = 0;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.everything", NULL);
  everything = find_everything (window);
  n_checked = check_menu (everything, adw_split_button_get_menu_model (run)) +
              check_menu (everything, gtk_menu_button_get_menu_model (menu));
  g_assert_cmpuint (n_checked, >=, 26);
  gtk_popover_popdown (GTK_POPOVER (everything));
  wait_until (has_no_everything, window);
  close_window (window);
}

/* The tabs leave the keys that move the cursor of a text to the text. */
static void
test_cursor_keys (void)
{
  TroupeWindow *window = open_window (NULL);
  const AdwTabViewShortcuts cursor =
      ADW_TAB_VIEW_SHORTCUT_CONTROL_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_END |
      ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_HOME | ADW_TAB_VIEW_SHORTCUT_CONTROL_SHIFT_END;

  g_assert_cmpuint (adw_tab_view_get_shortcuts (window->tab_view) & cursor, ==, 0);
  close_window (window);
}

/* The window of the keys is made when it is shown, begins with its first section, and is shown again. */
static void
test_shortcuts (void)
{
  TroupeWindow *window = open_window (NULL);
  GtkApplicationWindow *self = GTK_APPLICATION_WINDOW (window);
  g_auto (GStrv) accels =
      gtk_application_get_accels_for_action (GTK_APPLICATION (window_test_application),
                                             "win.show-help-overlay");
  GtkShortcutsWindow *shortcuts;

  g_assert_true (g_strv_contains ((const char *const *) accels, "<Control>question"));
  g_assert_true (g_strv_contains ((const char *const *) accels, "<Control>F1"));
  g_assert_null (gtk_application_window_get_help_overlay (self));
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *section = NULL;

      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
      shortcuts = gtk_application_window_get_help_overlay (self);
      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (shortcuts)));
      g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (shortcuts)) == GTK_WINDOW (window));
      g_object_get (shortcuts, "section-name", &section, NULL);
      g_assert_cmpstr (section, ==, "documents");
      gtk_window_close (GTK_WINDOW (shortcuts));
      g_assert_false (gtk_widget_get_visible (GTK_WIDGET (shortcuts)));
    }
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/keys/every-entry", test_every_entry);
  g_test_add_func ("/keys/panes", test_panes);
  g_test_add_func ("/keys/reopen", test_reopen);
  g_test_add_func ("/keys/everything", test_everything);
  g_test_add_func ("/keys/commands", test_commands);
  g_test_add_func ("/keys/menus", test_menus);
  g_test_add_func ("/keys/cursor-keys", test_cursor_keys);
  g_test_add_func ("/keys/shortcuts", test_shortcuts);
  return window_test_run ();
}
