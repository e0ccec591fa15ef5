/* test-window-names.c: accessible names of all focusable widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-button-names.h"
#include "troupe-command-palette.h"
#include "troupe-crew-content.h"
#include "troupe-export-dialog.h"
#include "troupe-inspector.h"
#include "troupe-preferences.h"
#include "troupe-provider-row.h"
#include "troupe-state-editor.h"
#include "window-test.h"

/* A row of a long list is named by the inscription that it contains. */
static gboolean
has_inscription (GtkWidget *widget)
{
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget)) != NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_inscription (child))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if GTK 4.18 names the button by the widget that it is a part of. */
static gboolean
is_part_of_button (GtkWidget *widget)
{
  return gtk_check_version (4, 18, 0) == NULL && GTK_IS_TOGGLE_BUTTON (widget) &&
         (GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget)) ||
          GTK_IS_DROP_DOWN (gtk_widget_get_parent (widget)));
}

/* Returns the label. If another widget or the widget's own text provides the name, returns a
 * placeholder. (nullable) */
static char *
get_name (GtkWidget *widget)
{
  GtkAccessible *accessible =
      GTK_ACCESSIBLE (is_part_of_button (widget) ? gtk_widget_get_parent (widget) : widget);
  g_autofree char *words = NULL;

  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    /* If the value does not match, the function returns the actual value. */
    return gtk_test_accessible_check_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "\001");
  if (gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return g_strdup ("by another");
  if (has_inscription (widget))
    return g_strdup ("by what is drawn");
  words = g_strstrip (list_texts (widget));
  if (*words != '\0')
    return g_steal_pointer (&words);
  /* Since GTK 4.18 a tooltip is a name, which libadwaita relies on. */
  return gtk_check_version (4, 18, 0) == NULL ? g_strdup (gtk_widget_get_tooltip_text (widget))
                                              : NULL;
}

static gboolean
is_hidden (GtkWidget *widget)
{
  g_autofree char *found =
      gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE);

  return found == NULL;
}

static gboolean
is_of_others (GtkWidget *widget)
{
  return TROUPE_IS_INSPECTOR (widget);
}

/* Returns TRUE if a screen reader announces the widget and the user can reach the widget with
 * the keyboard. */
static gboolean
is_heard (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_LIST:
    case GTK_ACCESSIBLE_ROLE_LIST_BOX:
    case GTK_ACCESSIBLE_ROLE_LIST_ITEM:
    case GTK_ACCESSIBLE_ROLE_TAB:
    case GTK_ACCESSIBLE_ROLE_RADIO:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
can_be_reached (GtkWidget *widget)
{
  return gtk_widget_get_focusable (widget) && gtk_widget_get_can_focus (widget) &&
         gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget);
}

static void
describe (GtkWidget *widget, GString *out)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    g_string_append_printf (out, "%s%s%s", at != widget ? " < " : "", G_OBJECT_TYPE_NAME (at),
                            gtk_widget_has_css_class (at, "card") ? ".card" : "");
  g_string_append (out, "\n");
}

/* Returns TRUE if the button has both a label and a LABELLED_BY relation. In this case, GTK
 * would announce the label followed by the button's text. */
static gboolean
is_named_twice (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  g_autofree char *words = g_strstrip (list_texts (widget));

  return GTK_IS_BUTTON (widget) && *words != '\0' &&
         gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) &&
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Returns TRUE if the widget has a name that GTK 4.18 does not report, because its role has none. */
static gboolean
is_named_in_vain (GtkWidget *widget)
{
  const GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));

  return (role == GTK_ACCESSIBLE_ROLE_WIDGET || role == GTK_ACCESSIBLE_ROLE_GENERIC) &&
         gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static void
find_nameless (GtkWidget *widget, GString *out)
{
  if (is_of_others (widget) || is_hidden (widget))
    return;
  if (is_named_in_vain (widget) && gtk_widget_get_mapped (widget))
    {
      g_string_append (out, "has a name but no role: ");
      describe (widget, out);
    }
  if (can_be_reached (widget) && is_heard (widget))
    {
      g_autofree char *name = get_name (widget);

      if (name == NULL)
        describe (widget, out);
      /* The underscore of a mnemonic must not be announced. */
      else if (strchr (name, '_') != NULL && GTK_IS_BUTTON (widget))
        g_string_append_printf (out, "“%s” is read out with its line\n", name);
      else if (is_named_twice (widget))
        g_string_append_printf (out, "“%s” is read out twice\n", name);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_nameless (child, out);
}

static void
check (GtkWidget *widget, const char *what)
{
  g_autoptr (GString) nameless = g_string_new (NULL);

  find_nameless (widget, nameless);
  if (nameless->len > 0)
    g_error ("%s: nameless:\n%s", what, nameless->str);
}

static gboolean
is_mapped (gpointer user_data)
{
  return gtk_widget_get_mapped (user_data) && gtk_widget_get_width (user_data) > 0;
}

static void
test_welcome (void)
{
  TroupeWindow *window = open_window (NULL);

  wait_until (is_mapped, window->welcome);
  check (GTK_WIDGET (window), "welcome");
  close_window (window);
}

static gboolean
has_hidden_canvas (gpointer user_data)
{
  GtkWidget *canvas = user_data;

  if (g_str_equal (G_OBJECT_TYPE_NAME (canvas), "TroupeCanvas"))
    return gtk_widget_get_mapped (canvas) && is_hidden (canvas);
  for (GtkWidget *child = gtk_widget_get_first_child (canvas); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_hidden_canvas (child))
      return TRUE;
  return FALSE;
}

/* The cards of the picture on the welcome page are hidden from assistive technology. */
static void
test_picture_is_no_list (void)
{
  TroupeWindow *window = open_window (NULL);
  GQueue widgets = G_QUEUE_INIT;
  GtkWidget *widget;
  guint n_hidden = 0;

  /* The cards stay hidden after the window was narrow. A narrow window hides the picture
   * temporarily. */
  wait_until (is_mapped, window->welcome);
  troupe_welcome_set_narrow (window->welcome, TRUE);
  troupe_welcome_set_narrow (window->welcome, FALSE);
  wait_until (has_hidden_canvas, window->welcome);

  g_queue_push_tail (&widgets, window->welcome);
  while ((widget = g_queue_pop_head (&widgets)) != NULL)
    {
      if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "TroupeCanvas"))
        {
          g_assert_true (is_hidden (widget));
          n_hidden++;
        }
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        g_queue_push_tail (&widgets, child);
    }
  g_assert_cmpuint (n_hidden, ==, 1);
  close_window (window);
}

static void
test_document (void)
{
  static const char *const pages[] = { "timeline", "data", "log", "problems" };
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  g_object_set (window, "show-outline", TRUE, NULL);
  wait_until (is_mapped, page);
  check (GTK_WIDGET (window), "document");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  troupe_editor_select_method (get_editor (page), "decide");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      troupe_monitor_set_page (get_monitor (page), pages[i]);
      for (guint turn = 0; turn < 30; turn++)
        g_main_context_iteration (NULL, FALSE);
      check (GTK_WIDGET (window), pages[i]);
    }
  g_object_set (window, "show-outline", FALSE, NULL);
  close_window (window);
}

static void check_heard (GtkWidget *widget, const char *what);

static gboolean
has_inputs (gpointer user_data)
{
  GtkWindow *dialog = get_inputs_dialog (TROUPE_PAGE (user_data));

  return dialog != NULL && gtk_widget_get_mapped (GTK_WIDGET (dialog));
}

static void
test_inputs (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run-with-inputs", NULL);
  wait_until (has_inputs, page);
  check (GTK_WIDGET (get_inputs_dialog (page)), "inputs");
  check_heard (GTK_WIDGET (get_inputs_dialog (page)), "inputs");
  gtk_window_destroy (get_inputs_dialog (page));
  close_window (window);
}

static void
test_everything (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  GtkWidget *page = GTK_WIDGET (troupe_window_get_page (window));
  GtkWidget *everything = troupe_command_palette_open (page, TROUPE_PAGE (page));

  wait_until (is_mapped, everything);
  check (everything, "everything");
  gtk_popover_popdown (GTK_POPOVER (everything));
  close_window (window);
}

static gboolean
has_consent (gpointer user_data)
{
  GtkWidget *dialog = GTK_WIDGET (find_consent ());

  return dialog != NULL && gtk_widget_get_mapped (dialog);
}

static void
test_consent (void)
{
  g_autofree char *path =
      write_file ("script.json", "{\"name\": \"script\", \"methods\": {\"say\": {\"start\": true, "
                                 "\"do\": {\"call\": \"script\", \"code\": \"return 1\"}}}}");
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent, NULL);
  check (GTK_WIDGET (find_consent ()), "consent");
  answer_consent (FALSE);
  wait_until (is_idle, window);
  close_window (window);
}

/* --- Crews and secondary windows -------------------------------------------------------------- */

/* The text inside of an entry receives the focus, but the entry is announced. */
static GtkWidget *
get_spoken (GtkWidget *widget)
{
  GtkWidget *entry = GTK_IS_TEXT (widget) ? gtk_widget_get_parent (widget) : NULL;

  while (entry != NULL && !GTK_IS_EDITABLE (entry))
    entry = gtk_widget_get_parent (entry);
  return entry != NULL ? entry : widget;
}

static gboolean
holds_reachable (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (can_be_reached (child) || holds_reachable (child))
      return TRUE;
  return FALSE;
}

/* A scrolled window passes the focus to its content if the content is focusable, and so does the list
 * inside an expander row. */
static gboolean
is_passed_through (GtkWidget *widget)
{
  return (GTK_IS_SCROLLED_WINDOW (widget) ||
          (GTK_IS_LIST_BOX (widget) && gtk_widget_get_ancestor (gtk_widget_get_parent (widget),
                                                                ADW_TYPE_EXPANDER_ROW) != NULL)) &&
         holds_reachable (widget);
}

/* Every focusable widget has a role and a name, regardless of its type. */
static void
find_silent (GtkWidget *widget, GString *out)
{
  if (is_hidden (widget))
    return;
  if (can_be_reached (widget) && !is_passed_through (widget))
    {
      GtkWidget *spoken = get_spoken (widget);
      const GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (spoken));
      g_autofree char *name = get_name (spoken);

      if (role == GTK_ACCESSIBLE_ROLE_WIDGET || role == GTK_ACCESSIBLE_ROLE_NONE ||
          role == GTK_ACCESSIBLE_ROLE_PRESENTATION || role == GTK_ACCESSIBLE_ROLE_GENERIC)
        {
          g_string_append (out, "without a role: ");
          describe (widget, out);
        }
      if (name == NULL)
        {
          g_string_append (out, "without a name: ");
          describe (widget, out);
        }
      else if (is_named_twice (widget))
        g_string_append_printf (out, "“%s” is read out twice\n", name);
    }
  /* Children of a button cannot be focused. */
  if (GTK_IS_BUTTON (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_silent (child, out);
}

static void
check_heard (GtkWidget *widget, const char *what)
{
  g_autoptr (GString) silent = g_string_new (NULL);

  find_silent (widget, silent);
  if (silent->len > 0)
    g_error ("%s:\n%s", what, silent->str);
}

static void
settle (void)
{
  for (guint turn = 0; turn < 60; turn++)
    g_main_context_iteration (NULL, FALSE);
}

static void
collect (GtkWidget *widget, GType type, GPtrArray *out)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (out, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, out);
}

static GPtrArray *
list_type (GtkWidget *widget, GType type)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  collect (widget, type, found);
  return found;
}

/* Expands all expander rows repeatedly, because an expander row may contain other expander rows. */
static void
open_folds (GtkWidget *widget)
{
  guint n_opened;

  do
    {
      g_autoptr (GPtrArray) folds = list_type (widget, ADW_TYPE_EXPANDER_ROW);

      n_opened = 0;
      for (guint i = 0; i < folds->len; i++)
        if (!adw_expander_row_get_expanded (folds->pdata[i]))
          {
            adw_expander_row_set_expanded (folds->pdata[i], TRUE);
            /* Some have no content and do not expand. */
            n_opened += adw_expander_row_get_expanded (folds->pdata[i]);
          }
      settle ();
    }
  while (n_opened > 0);
}

static GtkWidget *
find_back (GtkWidget *widget)
{
  g_autoptr (GPtrArray) buttons = list_type (widget, GTK_TYPE_BUTTON);

  for (guint i = 0; i < buttons->len; i++)
    if (gtk_widget_get_mapped (buttons->pdata[i]) &&
        g_strcmp0 (gtk_widget_get_tooltip_text (buttons->pdata[i]), "Back") == 0)
      return buttons->pdata[i];
  return NULL;
}

/* Opens and checks the page of each row, one after the other. Returns the number of pages. */
static guint
check_pages (GtkWidget *inspector)
{
  g_autoptr (GPtrArray) rows = list_type (inspector, ADW_TYPE_ACTION_ROW);
  guint n_pages = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      GtkWidget *row = rows->pdata[i];
      GtkWidget *back;

      if (!gtk_widget_get_mapped (row) || ADW_IS_EXPANDER_ROW (row) || ADW_IS_COMBO_ROW (row) ||
          adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)) != NULL ||
          !gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (row)))
        continue;
      adw_action_row_activate (ADW_ACTION_ROW (row));
      settle ();
      back = find_back (inspector);
      if (back == NULL)
        continue;
      open_folds (inspector);
      check_heard (inspector, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
      n_pages++;
      g_signal_emit_by_name (back, "clicked");
      settle ();
    }
  return n_pages;
}

static void
check_crew (const char *name, const char *const *cards, guint n_cards)
{
  static const char *const panels[] = {
    "timeline", "transcript", "data", "log", "cost", "problems"
  };
  g_autofree char *path = get_example (name);
  TroupeWindow *window = open_window (path);
  TroupeCrewContent *content = troupe_crew_content_of (troupe_window_get_page (window));
  GtkWidget *editor = GTK_WIDGET (troupe_crew_content_get_editor (content));
  guint n_pages = 0;

  g_object_set (window, "show-outline", TRUE, "show-inspector", TRUE, NULL);
  wait_until (is_mapped, editor);
  settle ();
  for (guint i = 0; i <= n_cards; i++)
    {
      if (i > 0)
        troupe_crew_editor_select (TROUPE_CREW_EDITOR (editor), cards[i - 1]);
      settle ();
      open_folds (editor);
      check_heard (GTK_WIDGET (window), i > 0 ? cards[i - 1] : name);
      n_pages += check_pages (editor);
    }
  g_assert_cmpuint (n_pages, >, 4);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      troupe_monitor_set_page (troupe_crew_content_get_monitor (content), panels[i]);
      settle ();
      check_heard (GTK_WIDGET (window), panels[i]);
    }
  g_object_set (window, "show-outline", FALSE, NULL);
  close_window (window);
}
static void
test_crew (void)
{
  static const char *const cards[] = { "task:0", "task:1", "agent:sceptic", "context:0>2" };

  check_crew ("research-crew", cards, G_N_ELEMENTS (cards));
}

static void
test_crew_with_manager (void)
{
  static const char *const cards[] = { "task:1", "agent:guide", "agent:cook" };

  check_crew ("hike-crew", cards, G_N_ELEMENTS (cards));
}

static GtkWidget *
find_window (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

static gboolean
has_window (gpointer user_data)
{
  return find_window (*(GType *) user_data) != NULL;
}

static GtkWidget *
wait_for_window (GType type)
{
  wait_until (has_window, &type);
  settle ();
  return find_window (type);
}

static void
test_preferences (void)
{
  static const char *const pages[] = { "general", "running", "models", "prices" };
  TroupeWindow *window = open_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *preferences;

      g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "preferences-page",
                                      g_variant_new_string (pages[i]));
      preferences = wait_for_window (TROUPE_TYPE_PREFERENCES);
      open_folds (preferences);
      check_heard (preferences, pages[i]);
    }
  gtk_window_destroy (GTK_WINDOW (find_window (TROUPE_TYPE_PREFERENCES)));
  close_window (window);
}

typedef struct
{
  GtkWidget *preferences;
  const char *variable;
} Entering;

/* Returns TRUE if the focus is in the row of the provider. */
static gboolean
enters_key (gpointer user_data)
{
  const Entering *entering = user_data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (entering->preferences));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, TROUPE_TYPE_PROVIDER_ROW) : NULL;

  return row != NULL &&
         g_strv_contains (
             troupe_provider_row_get_provider (TROUPE_PROVIDER_ROW (row))->key_variables,
             entering->variable);
}

/* The button about a missing key leads to the entry of that key. */
static void
test_missing_key (void)
{
  TroupeWindow *window = open_window (NULL);
  Entering entering = { NULL, "MISTRAL_API_KEY" };

  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "preferences-page",
                                  g_variant_new_string ("models/MISTRAL_API_KEY"));
  entering.preferences = wait_for_window (TROUPE_TYPE_PREFERENCES);
  wait_until (enters_key, &entering);
  gtk_window_destroy (GTK_WINDOW (entering.preferences));
  close_window (window);
}

static void
test_state (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  GtkWidget *state;

  gtk_widget_activate_action (GTK_WIDGET (get_editor (troupe_window_get_page (window))),
                              "flow.state", NULL);
  state = wait_for_window (TROUPE_TYPE_STATE_EDITOR);
  open_folds (state);
  check_heard (state, "state");
  gtk_window_destroy (GTK_WINDOW (state));
  close_window (window);
}

static gboolean
is_made (gpointer user_data)
{
  return !troupe_export_dialog_is_busy (user_data);
}

static void
test_export (void)
{
  g_autofree char *path = get_example ("hike-crew");
  TroupeWindow *window = open_window (path);
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
  dialog = wait_for_window (TROUPE_TYPE_EXPORT_DIALOG);
  wait_until (is_made, dialog);
  check_heard (dialog, "export");
  gtk_window_destroy (GTK_WINDOW (dialog));
  close_window (window);
}

static void
test_import (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "build-aux", "pictures", "classic", NULL);
  TroupeWindow *window = open_window (path);

  wait_until (is_mapped, troupe_window_get_page (window));
  settle ();
  check_heard (GTK_WIDGET (window), "import");
  window->may_close = TRUE;
  close_window (window);
}

static void
assert_named (GtkWidget *button, const char *name)
{
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (button),
                                                    GTK_ACCESSIBLE_RELATION_LABELLED_BY));
}

/* A mnemonic letter in parentheses is not part of the accessible name. */
static void
test_mnemonics (void)
{
  static const struct
  {
    const char *label;
    const char *name;
  } cases[] = {
    { "_Open", "Open" }, { "打开(_O)", "打开" },           { "另存为(_A)…", "另存为…" },
    { "a__b", "a_b" },   { "列表 (JSON)", "列表 (JSON)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
      GtkWidget *plain = gtk_button_new_with_mnemonic (cases[i].label);
      GtkWidget *content = adw_button_content_new ();
      GtkWidget *rich = gtk_button_new ();
      GtkWidget *window = gtk_window_new ();

      g_object_set (content, "label", cases[i].label, "use-underline", TRUE, NULL);
      gtk_button_set_child (GTK_BUTTON (rich), content);
      gtk_box_append (GTK_BOX (box), plain);
      gtk_box_append (GTK_BOX (box), rich);
      gtk_window_set_child (GTK_WINDOW (window), box);
      troupe_name_buttons (window);
      assert_named (plain, cases[i].name);
      assert_named (rich, cases[i].name);
      gtk_window_destroy (GTK_WINDOW (window));
      g_object_unref (box);
    }
}

static GtkWidget *
find_plain_button (GtkWidget *root, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_plain_button (child, label);
  return found;
}

/* The buttons of an error dialog have names. The text of the dialog is a sentence that is not
 * formatted like a message of the command line. */
static void
test_error (void)
{
  g_autofree char *path = write_file ("other.json", "{\"role\": \"a\", \"goal\": \"b\"}");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window = open_window (NULL);
  const char *body;

  troupe_window_open_file (window, file);
  wait_until (has_dialog, window);
  body = adw_message_dialog_get_body (find_dialog ());
  g_assert_nonnull (strstr (body, "This is an agent of a crew, not a flow."));
  g_assert_null (strstr (body, "error:"));
  g_assert_null (strstr (body, "[not_a_flow]"));
  assert_named (find_plain_button (GTK_WIDGET (find_dialog ()), "_Close"), "Close");
  answer_dialog ("close");
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/names/welcome", test_welcome);
  g_test_add_func ("/names/picture", test_picture_is_no_list);
  g_test_add_func ("/names/document", test_document);
  g_test_add_func ("/names/inputs", test_inputs);
  g_test_add_func ("/names/everything", test_everything);
  g_test_add_func ("/names/consent", test_consent);
  g_test_add_func ("/names/crew", test_crew);
  g_test_add_func ("/names/crew-with-manager", test_crew_with_manager);
  g_test_add_func ("/names/preferences", test_preferences);
  g_test_add_func ("/names/missing-key", test_missing_key);
  g_test_add_func ("/names/state", test_state);
  g_test_add_func ("/names/export", test_export);
  g_test_add_func ("/names/import", test_import);
  g_test_add_func ("/names/mnemonics", test_mnemonics);
  g_test_add_func ("/names/error", test_error);
  return window_test_run ();
}
