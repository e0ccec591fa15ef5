/* troupe-consent-dialog.c: consent dialog that lists everything that a flow could do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-button-names.h"
#include "troupe-consent-dialog.h"
#include "troupe-permissions.h"
#include "troupe-text-list.h"

/* Number of lines of a script that are shown before the user expands it. */
#define SHOWN_LINES 6

/* Maximum number of bytes of a text that are shown. */
#define TEXT_LIMIT (100 * 1000)

/* Maximum number of members that are listed per kind. The other members are only counted. */
#define MAX_MEMBERS 200

/* Height in pixels up to which the list never scrolls. */
#define UNSCROLLED_HEIGHT 240

struct _TroupeConsentDialog
{
  AdwWindow parent_instance;

  GtkLabel *body;
  GtkWidget *scroller;
  GtkListBox *rows;

  GtkWidget *models; /* (nullable): the row of models */
  char *model_names; /* (nullable) */
  gboolean is_allowed;
};

enum
{
  ANSWERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeConsentDialog, troupe_consent_dialog, ADW_TYPE_WINDOW)

/* --- Report entries --------------------------------------------------------------------------- */

static TroupeValue *
get_list (TroupeValue *permission_report, const char *key)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
}

/* Returns a member of the list @key as a single line. */
static char *
make_member_text (const char *key, TroupeValue *member)
{
  g_autofree char *text = troupe_permissions_get_shown (key, member);

  if (strlen (text) > TEXT_LIMIT)
    {
      char *end = g_utf8_find_prev_char (text, text + TEXT_LIMIT);

      return g_strdup_printf ("%.*s…", (int) (end - text), text);
    }
  return g_steal_pointer (&text);
}

static guint
count_lines (const char *text)
{
  guint n_lines = *text != '\0' ? 1 : 0;

  for (; *text != '\0'; text++)
    n_lines += text[0] == '\n' && text[1] != '\0' ? 1 : 0;
  return n_lines;
}

/* Returns the offset of the end of the first @n_lines lines. */
static gsize
find_end (const char *text, guint n_lines)
{
  const char *end = text;

  while (n_lines > 0 && *end != '\0')
    n_lines -= *end++ == '\n' ? 1 : 0;
  return (gsize) (end - text);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_member_row (GtkWidget *child)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_set_margin_top (child, 8);
  gtk_widget_set_margin_bottom (child, 8);
  gtk_widget_set_margin_start (child, 14);
  gtk_widget_set_margin_end (child, 14);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

static void
show_toggled (GtkToggleButton *button, gpointer user_data)
{
  GtkLabel *label = GTK_LABEL (user_data);
  const char *text = g_object_get_data (G_OBJECT (label), "text");
  const gboolean all = gtk_toggle_button_get_active (button);
  g_autofree char *shown = all ? g_strdup (text) : g_strndup (text, find_end (text, SHOWN_LINES));

  g_strchomp (shown);
  gtk_label_set_text (label, shown);
  gtk_button_set_label (GTK_BUTTON (button), all ? _ ("Show Less") : _ ("Show All"));
}

/* Creates a view with the first lines of a script and a button to show the rest. */
static GtkWidget *
make_source (const char *source)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = make_label (NULL, "monospace");
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (label, TRUE);
  g_object_set_data_full (G_OBJECT (label), "text", g_strdup (source), g_free);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_visible (button, count_lines (source) > SHOWN_LINES);
  g_signal_connect_object (button, "toggled", G_CALLBACK (show_toggled), label, 0);
  show_toggled (GTK_TOGGLE_BUTTON (button), label);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static const char *
get_kind_name (const char *kind)
{
  if (g_strcmp0 (kind, "script") == 0)
    return _ ("Script");
  if (g_strcmp0 (kind, "tool") == 0)
    return _ ("Tool");
  /* Translators: a Python class that defines the state. */
  return g_strcmp0 (kind, "class") == 0 ? _ ("State class") : _ ("Function");
}

static char *
describe_owner (TroupeValue *entry, const char *kind)
{
  const char *method = troupe_value_get_member_text (entry, "method");
  const char *step = troupe_value_get_member_text (entry, "step");
  g_autofree char *shown_method = method != NULL ? troupe_text_to_line (method) : NULL;
  g_autofree char *shown_step = step != NULL ? troupe_text_to_line (step) : NULL;

  if (method == NULL)
    return g_strdup (get_kind_name (kind));
  if (step != NULL)
    /* Translators: script, function or tool; the name of the method; the name of the step. */
    return g_strdup_printf (_ ("%s of %s, step %s"), get_kind_name (kind), shown_method,
                            shown_step);
  /* Translators: script, function or tool; the name of the method. */
  return g_strdup_printf (_ ("%s of %s"), get_kind_name (kind), shown_method);
}

/* Adds the arguments of a function or tool, if there are any. */
static void
add_arguments (GtkBox *box, TroupeValue *entry)
{
  TroupeValue *arguments = troupe_value_map_lookup_string (entry, "with", -1);
  g_autofree char *text = NULL;

  if (arguments == NULL || troupe_value_is (arguments, TROUPE_VALUE_NULL))
    return;
  text = make_member_text ("with", arguments);
  gtk_box_append (box, make_label (text, "monospace"));
}

/* Adds the collapsed script. If the script is too long for a label, a warning says that the
 * shown text is incomplete. */
static void
add_source (GtkBox *box, const char *source)
{
  g_autofree char *shown = troupe_text_to_lines (source);

  if (strlen (shown) > TEXT_LIMIT)
    {
      g_autofree char *start =
          g_strndup (shown, (gsize) (g_utf8_find_prev_char (shown, shown + TEXT_LIMIT) - shown));

      gtk_box_append (box, make_source (start));
      gtk_box_append (box, make_label (_ ("The script is too long to be shown in full. Review the "
                                          "complete script before you allow it."),
                                       "error"));
      return;
    }
  gtk_box_append (box, make_source (shown));
}

static GtkWidget *
make_python_row (TroupeValue *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  const char *kind = troupe_value_get_member_text (entry, "kind");
  const char *text = troupe_value_get_member_text (entry, "text");
  g_autofree char *owner = describe_owner (entry, kind);
  g_autofree char *command = NULL;
  g_autofree char *shown = NULL;

  if (text == NULL)
    text = "";
  if (g_strcmp0 (kind, "script") == 0)
    {
      const guint n_lines = count_lines (text);

      command = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "python3 (%u line)",
                                              "python3 (%u lines)", n_lines),
                                 n_lines);
    }
  else
    {
      shown = troupe_text_to_line (text);
      command = g_strdup_printf ("python3 %s", shown);
    }
  gtk_box_append (GTK_BOX (box), make_label (command, "monospace"));
  add_arguments (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), make_label (owner, "dim-label"));
  if (g_strcmp0 (kind, "script") == 0)
    add_source (GTK_BOX (box), text);
  return make_member_row (box);
}

static GtkWidget *
make_expander (const char *icon_name, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_expander_row_new ();

  /* Markup is disabled, because names come from the file and must not be interpreted as markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
  adw_expander_row_set_icon_name (ADW_EXPANDER_ROW (row), icon_name);
  return row;
}

/* Joins the members of a list into one short line. */
static char *
join_names (const char *key, TroupeValue *list)
{
  GString *names = g_string_new (NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (list) && names->len < 160; i++)
    {
      g_autofree char *name = make_member_text (key, troupe_value_list_get (list, i));

      troupe_text_list_append (names, name);
    }
  if (names->len > 200)
    {
      g_string_truncate (names, (gsize) (g_utf8_find_prev_char (names->str, names->str + 200) -
                                         names->str));
      g_string_append (names, "…");
    }
  return g_string_free (names, FALSE);
}

static void
add_members (GtkWidget *expander, const char *key, TroupeValue *list)
{
  const gsize length = troupe_value_list_get_length (list);

  for (gsize i = 0; i < length && i < MAX_MEMBERS; i++)
    {
      g_autofree char *text = make_member_text (key, troupe_value_list_get (list, i));

      adw_expander_row_add_row (ADW_EXPANDER_ROW (expander),
                                make_member_row (make_label (text, "monospace")));
    }
  if (length > MAX_MEMBERS)
    {
      const guint more = (guint) (length - MAX_MEMBERS);
      g_autofree char *text =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", more), more);

      adw_expander_row_add_row (ADW_EXPANDER_ROW (expander),
                                make_member_row (make_label (text, "dim-label")));
    }
}

/* --- Permissions ------------------------------------------------------------------------------ */

/* Lists the entries that execute Python code. Files of crews are not code, and MCP servers are
 * listed as programs and hosts. (transfer full) */
static GPtrArray *
list_python (TroupeValue *permission_report)
{
  GPtrArray *entries = g_ptr_array_new ();
  TroupeValue *list = get_list (permission_report, "python");

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);
      const char *kind = troupe_value_get_member_text (entry, "kind");

      if (g_strcmp0 (kind, "crew") != 0 && g_strcmp0 (kind, "mcp") != 0)
        g_ptr_array_add (entries, entry);
    }
  return entries;
}

/* Adds programs and Python code first and expanded, because they are the most powerful
 * permissions. */
static void
add_programs (TroupeConsentDialog *self, TroupeValue *permission_report)
{
  TroupeValue *programs = get_list (permission_report, "programs");
  g_autoptr (GPtrArray) python = list_python (permission_report);
  const gsize n_programs = programs != NULL ? troupe_value_list_get_length (programs) : 0;
  const guint count = (guint) n_programs + python->len;
  g_autofree char *title = NULL;
  const char *servers = troupe_permissions_describe_servers (permission_report);
  g_autofree char *subtitle = NULL;
  GtkWidget *row;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (count == 0)
    return;
  title = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Starts %u program", "Starts %u programs", count), count);
  subtitle =
      g_strconcat (servers != NULL ? servers : "", servers != NULL && python->len > 0 ? "\n" : "",
                   python->len > 0 ? troupe_permissions_describe_sandbox (permission_report) : "",
                   NULL);
  row = make_expander ("troupe-script-symbolic", title, subtitle);
  if (n_programs > 0)
    add_members (row, "programs", programs);
  for (guint i = 0; i < python->len; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (row),
                              make_python_row (g_ptr_array_index (python, i)));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  gtk_list_box_append (self->rows, row);
}

static char *
describe_kind (const char *key, guint count)
{
  if (g_str_equal (key, "hosts"))
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Connects to %u host", "Connects to %u hosts", count), count);
  if (g_str_equal (key, "folders"))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Reads and writes %u folder",
                                         "Reads and writes %u folders", count),
                            count);
  if (g_str_equal (key, "environment"))
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Receives %u secret", "Receives %u secrets", count), count);
  if (g_str_equal (key, "keys"))
    return g_strdup (_ ("Reads API keys from a file"));
  if (g_str_equal (key, "references"))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "References %u Python object",
                                         "References %u Python objects", count),
                            count);
  if (g_str_equal (key, "modules"))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Runs %u file next to the document",
                                         "Runs %u files next to the document", count),
                            count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Calls %u model", "Calls %u models", count),
                          count);
}

static void
add_kind (TroupeConsentDialog *self,
          TroupeValue *permission_report,
          const char *key,
          const char *icon_name)
{
  TroupeValue *list = get_list (permission_report, key);
  g_autofree char *title = NULL;
  g_autofree char *names = NULL;
  GtkWidget *row;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (list == NULL || troupe_value_list_get_length (list) == 0)
    return;
  title = g_str_equal (key, "hosts") && troupe_permissions_have_any_host (permission_report)
              ? g_strdup (_ ("Connects to any public web address"))
              : describe_kind (key, (guint) troupe_value_list_get_length (list));
  names = join_names (key, list);
  row = make_expander (icon_name, title, names);
  add_members (row, key, list);
  gtk_list_box_append (self->rows, row);
  if (g_str_equal (key, "models"))
    {
      self->models = row;
      troupe_set_str (&self->model_names, names);
    }
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
allow_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  TROUPE_CONSENT_DIALOG (widget)->is_allowed = TRUE;
  gtk_window_close (GTK_WINDOW (widget));
}

static gboolean
troupe_consent_dialog_close_request (GtkWindow *window)
{
  TroupeConsentDialog *self = TROUPE_CONSENT_DIALOG (window);

  g_signal_emit (self, signals[ANSWERED], 0, self->is_allowed);
  return GTK_WINDOW_CLASS (troupe_consent_dialog_parent_class)->close_request (window);
}

static void
troupe_consent_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_CONSENT_DIALOG);
  g_clear_pointer (&TROUPE_CONSENT_DIALOG (object)->model_names, g_free);
  G_OBJECT_CLASS (troupe_consent_dialog_parent_class)->dispose (object);
}

static void
troupe_consent_dialog_class_init (TroupeConsentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_consent_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = troupe_consent_dialog_close_request;
  signals[ANSWERED] = g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-consent-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, body);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, rows);
  gtk_widget_class_install_action (widget_class, "consent.allow", NULL, allow_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* Sets the height of the window, because GTK 4.8 measures scrolled content as if no label
 * wrapped. Otherwise the last lines would be cut off even if there is space for them. */
static void
fit_height (TroupeConsentDialog *self)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (self->scroller);
  GtkWidget *content = adw_window_get_content (ADW_WINDOW (self));
  const int margins = gtk_widget_get_margin_start (content) + gtk_widget_get_margin_end (content);
  int width, all, before, wanted;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &all);
  gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, width, NULL, &all, NULL, NULL);
  gtk_widget_measure (self->scroller, GTK_ORIENTATION_VERTICAL, width - margins, NULL, &before,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->rows), GTK_ORIENTATION_VERTICAL, width - margins, NULL,
                      &wanted, NULL, NULL);
  wanted = MIN (wanted, gtk_scrolled_window_get_max_content_height (scroller));
  /* Short content must never scroll, even in a low window. */
  gtk_scrolled_window_set_min_content_height (scroller, MIN (wanted, UNSCROLLED_HEIGHT));
  gtk_window_set_default_size (GTK_WINDOW (self), width, all + MAX (0, wanted - before));
}

static void
troupe_consent_dialog_init (TroupeConsentDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_name_buttons (GTK_WIDGET (self));
}

void
troupe_consent_dialog_set_estimate (TroupeConsentDialog *self, const char *text)
{
  g_autofree char *subtitle = NULL;

  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (self));

  if (self->models == NULL)
    return;
  subtitle = text != NULL ? g_strdup_printf ("%s\n%s", self->model_names, text)
                          : g_strdup (self->model_names);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self->models), subtitle);
  fit_height (self);
}

TroupeConsentDialog *
troupe_consent_dialog_new (const char *body, TroupeValue *permission_report)
{
  TroupeConsentDialog *self;
  GtkWidget *first;

  g_return_val_if_fail (body != NULL, NULL);
  g_return_val_if_fail (permission_report != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CONSENT_DIALOG, NULL);
  gtk_label_set_text (self->body, body);
  add_programs (self, permission_report);
  add_kind (self, permission_report, "modules", "troupe-code-symbolic");
  add_kind (self, permission_report, "references", "troupe-code-symbolic");
  add_kind (self, permission_report, "hosts", "network-server-symbolic");
  add_kind (self, permission_report, "folders", "folder-symbolic");
  add_kind (self, permission_report, "environment", "dialog-password-symbolic");
  add_kind (self, permission_report, "keys", "dialog-password-symbolic");
  add_kind (self, permission_report, "models", "troupe-agent-symbolic");
  first = gtk_widget_get_first_child (GTK_WIDGET (self->rows));
  if (first != NULL)
    gtk_window_set_focus (GTK_WINDOW (self), first);
  fit_height (self);
  return self;
}
