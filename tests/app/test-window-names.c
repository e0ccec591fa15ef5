/* test-window-names.c: nothing that takes the focus is without a name for assistive technology
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-button-names.h"
#include "troupe-everything.h"
#include "troupe-inspector.h"
#include "window-test.h"

/* A row of a long list is named by what is drawn in it. */
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

/* A name of its own, or one that another widget or its own words give. (nullable) */
static char *
get_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  g_autofree char *words = NULL;

  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    /* Tells what it is where it is not what was asked for. */
    return gtk_test_accessible_check_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "\001");
  if (gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return g_strdup ("by another");
  if (has_inscription (widget))
    return g_strdup ("by what is drawn");
  words = g_strstrip (list_texts (widget));
  return *words != '\0' ? g_steal_pointer (&words) : NULL;
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

/* What a person reaches with the keyboard and hears. */
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

/* The toolkit says a name and, behind it, the words that the button is labelled by. */
static gboolean
is_named_twice (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  g_autofree char *words = g_strstrip (list_texts (widget));

  return GTK_IS_BUTTON (widget) && *words != '\0' &&
         gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) &&
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static void
find_nameless (GtkWidget *widget, GString *out)
{
  if (is_of_others (widget) || is_hidden (widget))
    return;
  if (can_be_reached (widget) && is_heard (widget))
    {
      g_autofree char *name = get_name (widget);

      if (name == NULL)
        describe (widget, out);
      /* The sign of a mnemonic is no letter. */
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

/* The cards of the hero's picture are no cards of anything. */
static void
test_picture_is_no_list (void)
{
  TroupeWindow *window = open_window (NULL);
  GQueue widgets = G_QUEUE_INIT;
  GtkWidget *widget;
  guint n_hidden = 0;

  /* Also after the window was narrow, where it goes. */
  troupe_welcome_set_narrow (window->welcome, TRUE);
  troupe_welcome_set_narrow (window->welcome, FALSE);

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
  gtk_window_destroy (get_inputs_dialog (page));
  close_window (window);
}

static void
test_everything (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  GtkWidget *page = GTK_WIDGET (troupe_window_get_page (window));
  GtkWidget *everything = troupe_everything_open (page, TROUPE_PAGE (page));

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

static void
assert_named (GtkWidget *button, const char *name)
{
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (button),
                                                    GTK_ACCESSIBLE_RELATION_LABELLED_BY));
}

/* A letter in brackets that is there for the key alone is not said. */
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

/* The answers of a question, and its text: a sentence, not a line of the command line. */
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
  g_test_add_func ("/names/mnemonics", test_mnemonics);
  g_test_add_func ("/names/error", test_error);
  return window_test_run ();
}
