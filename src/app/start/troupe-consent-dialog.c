/* troupe-consent-dialog.c: consent dialog that lists everything that a flow could do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-answer-delay.h"
#include "troupe-base.h"
#include "troupe-button-names.h"
#include "troupe-consent-dialog.h"
#include "troupe-row-name.h"
#include "troupe-text-list.h"

/* Number of lines of a script that are shown before the user expands it. */
#define SHOWN_LINES 6
#define SHOWN_CHARACTERS 480

/* Maximum number of bytes of a text that are shown. */
#define TEXT_LIMIT (100 * 1000)

/* Number of entries of a section that are listed at first and added by each press of a button,
 * because many rows are slow. */
#define PAGE_SIZE 200

/* Number of bytes after which no further entry is put into the one-line summary of a section. */
#define SUMMARY_LIMIT 160

/* Height in pixels up to which the list never scrolls. */
#define UNSCROLLED_HEIGHT 240

/* Width in pixels up to which the dialog can become wider because of a line that does not break. */
#define WIDEST 900

/* Maximum number of entries with warnings that are shown above a list that scrolls. */
#define MOST_WARNINGS 6

struct _TroupeConsentDialog
{
  AdwWindow parent_instance;

  GtkLabel *heading;
  GtkLabel *body;
  GtkLabel *overview;
  GtkWidget *scroller;
  GtkListBox *rows;
  GtkButton *cancel_button;
  GtkButton *allow_button;
  GtkLabel *together;
  GtkWidget *again;

  TroupeConsent *consent;
  GHashTable *refused; /* (element-type utf8): the values of the entries that are switched off */
  gboolean is_read_only;
  GtkSwitch *programs; /* (nullable): for the permission to change programs */
  GtkWidget *programs_row; /* (nullable): the section that contains it */
  GtkWidget *models; /* (nullable): the row of models */
  char *model_names; /* (nullable) */
  gboolean is_awaited; /* the dialog has just appeared */
  gboolean is_too_wide; /* a line does not break, so that entries would be beside the screen */
  guint
      n_unseen; /* number of warnings that are only in the part of the list that was not shown yet */
  gboolean is_allowed;
};

enum
{
  ANSWERED,
  PROGRAMS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeConsentDialog, troupe_consent_dialog, ADW_TYPE_WINDOW)

/* --- Texts ------------------------------------------------------------------------------------ */

/* Returns the offset of the end of the first @n_lines lines, which have at most %SHOWN_CHARACTERS
 * characters. */
static gsize
find_end (const char *text, guint n_lines)
{
  const char *end = text;

  for (guint i = 0; n_lines > 0 && i < SHOWN_CHARACTERS && *end != '\0'; i++)
    {
      n_lines -= *end == '\n' ? 1 : 0;
      end = g_utf8_next_char (end);
    }
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

static void check_width (TroupeConsentDialog *self);

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
  if (TROUPE_IS_CONSENT_DIALOG (gtk_widget_get_root (GTK_WIDGET (label))))
    check_width (TROUPE_CONSENT_DIALOG (gtk_widget_get_root (GTK_WIDGET (label))));
}

/* Creates a view with the first lines of a script and a button to show the rest. */
static GtkWidget *
make_source (const char *source)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = make_label (NULL, "monospace");
  GtkWidget *button = gtk_toggle_button_new ();
  GString *spaced;

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (label, TRUE);
  /* No line breaks between tabs. */
  spaced = g_string_new (source);
  g_string_replace (spaced, "\t", "    ", 0);
  g_object_set_data_full (G_OBJECT (label), "text", g_string_free (spaced, FALSE), g_free);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_visible (button, source[find_end (source, SHOWN_LINES)] != '\0');
  g_signal_connect_object (button, "toggled", G_CALLBACK (show_toggled), label, 0);
  show_toggled (GTK_TOGGLE_BUTTON (button), label);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

/* --- Refused entries -------------------------------------------------------------------------- */

/* Says what can be switched off alone, or why nothing can, and what happens then. */
static void
describe_choice (TroupeConsentDialog *self)
{
  gboolean has_choice = FALSE;
  const char *text = NULL;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  for (guint i = 0; i < troupe_consent_get_n_entries (self->consent); i++)
    has_choice =
        has_choice ||
        troupe_consent_can_refuse (self->consent, troupe_consent_get_entry (self->consent, i));
  if (g_hash_table_size (self->refused) > 0)
    text = _ ("What requires an entry that is switched off fails with an error. The other entries "
              "are allowed for "
              "this run only.");
  else if (has_choice && self->is_read_only)
    text = _ ("The question before a run has a switch for each entry that can be refused alone.");
  else if (has_choice)
    text = _ (
        "To refuse an entry alone, turn off its switch. An entry without a switch is required by a "
        "step, a tool or a model: to do without it, cancel and remove that.");
  else
    text = _ ("All of this is allowed together: the code and the programs of a document could use "
              "any of it, and "
              "files, variables and models belong to the steps that use them. To do without a "
              "part, cancel and "
              "remove the step, tool or model that requires it.");
  gtk_label_set_label (self->together, text);
  gtk_widget_set_visible (self->again, g_hash_table_size (self->refused) == 0);
}

static void
switched_cb (TroupeConsentDialog *self, GParamSpec *pspec, GtkSwitch *toggle)
{
  const char *value = g_object_get_data (G_OBJECT (toggle), "value");

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (gtk_switch_get_active (toggle))
    g_hash_table_remove (self->refused, value);
  else
    g_hash_table_add (self->refused, g_strdup (value));
  describe_choice (self);
}

/* Calls @func for each switch of an entry at or below @widget. Rows that expand have a hidden one of their own. */
static void
visit_switches (TroupeConsentDialog *self,
                GtkWidget *widget,
                void (*func) (TroupeConsentDialog *self, GtkSwitch *toggle))
{
  if (GTK_IS_SWITCH (widget) && g_object_get_data (G_OBJECT (widget), "value") != NULL)
    {
      func (self, GTK_SWITCH (widget));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    visit_switches (self, child, func);
}

static void
follow_refused (TroupeConsentDialog *self, GtkSwitch *toggle)
{
  gtk_switch_set_active (toggle,
                         !g_hash_table_contains (self->refused,
                                                 g_object_get_data (G_OBJECT (toggle), "value")));
}

static void
hide_switch (TroupeConsentDialog *self, GtkSwitch *toggle)
{
  gtk_widget_set_visible (GTK_WIDGET (toggle), FALSE);
}

/* Returns what the entry says, depending on the switch for programs. */
static const char *
get_text (TroupeConsentDialog *self, const TroupeConsentEntry *entry)
{
  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  return entry->programs_text != NULL && troupe_consent_dialog_get_programs (self)
             ? entry->programs_text
             : entry->text;
}

/* Creates the row of an entry. A new entry is marked by a word, so that the mark does not depend on
 * its colour and is read by screen readers. */
static GtkWidget *
make_entry_row (TroupeConsentDialog *self, const TroupeConsentEntry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *text = make_label (get_text (self, entry), "monospace");

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (entry->programs_text != NULL)
    g_object_set_data (G_OBJECT (text), "entry", (gpointer) entry);

  if (entry->is_new)
    {
      /* Translators: marks an entry that was not allowed before. */
      GtkWidget *mark = make_label (C_ ("entry", "New"), "accent");

      gtk_widget_add_css_class (mark, "caption-heading");
      gtk_widget_set_valign (mark, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (line), mark);
    }
  if (entry->warning != NULL)
    gtk_widget_add_css_class (text, "error");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (line), text);
  if (troupe_consent_can_refuse (self->consent, entry))
    {
      GtkWidget *toggle = gtk_switch_new ();
      g_autofree char *name = g_strdup_printf (_ ("Allow %s"), entry->text);

      /* Creates the switch with which an entry is refused alone. */
      gtk_switch_set_active (GTK_SWITCH (toggle),
                             !g_hash_table_contains (self->refused, entry->value));
      gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
      gtk_widget_set_visible (toggle, !self->is_read_only);
      gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                      -1);
      g_object_set_data_full (G_OBJECT (toggle), "value", g_strdup (entry->value), g_free);
      g_signal_connect_object (toggle, "notify::active", G_CALLBACK (switched_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (line), toggle);
    }
  gtk_box_append (GTK_BOX (box), line);
  if (entry->detail != NULL)
    {
      GtkBox *detail_box = GTK_BOX (box);
      const char *detail = entry->detail;
      g_autofree char *start = NULL;

      /* Adds the collapsed detail. If it is too long for a label, a warning says that the shown
       * text is incomplete. */
      if (strlen (detail) <= TEXT_LIMIT)
        gtk_box_append (detail_box, make_source (detail));
      else
        {
          start = g_strndup (detail, (gsize) (g_utf8_find_prev_char (detail, detail + TEXT_LIMIT) -
                                              detail));
          gtk_box_append (detail_box, make_source (start));
          gtk_box_append (
              detail_box,
              make_label (_ ("The text is too long to be shown in full. Review the complete "
                             "document before you allow it."),
                          "error"));
        }
    }
  return make_member_row (box);
}

/* --- Sections --------------------------------------------------------------------------------- */

/* A section whose entries are not all listed yet. */
typedef struct
{
  TroupeConsentDialog *dialog; /* borrowed: contains the expander */
  TroupeConsent *consent;
  TroupeConsentSection section;
  guint next; /* index of the next entry of the consent */
  guint n_left;
  AdwExpanderRow *expander; /* borrowed */
  GtkWidget *more;          /* (nullable): borrowed: the row that lists further entries */
} Listing;

static void
listing_free (gpointer data)
{
  Listing *self = data;

  g_assert (self != NULL);

  g_object_unref (self->consent);
  g_free (self);
}

static void list_more (Listing *self);

static void
more_clicked (GtkButton *button, gpointer user_data)
{
  Listing *self = g_object_get_data (G_OBJECT (user_data), "listing");

  g_assert (GTK_IS_BUTTON (button));

  adw_expander_row_remove (self->expander, self->more);
  self->more = NULL;
  list_more (self);
  check_width (self->dialog);
}

/* Adds the rows of the next entries. */
static void
list_more (Listing *self)
{
  guint n_listed = 0;

  g_assert (self != NULL);

  for (; self->n_left > 0 && n_listed < PAGE_SIZE; self->next++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self->consent, self->next);

      if (entry->section != self->section)
        continue;
      adw_expander_row_add_row (self->expander, make_entry_row (self->dialog, entry));
      self->n_left--;
      n_listed++;
    }
  if (self->n_left > 0)
    {
      g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Show %u More",
                                                            "Show %u More", self->n_left),
                                               self->n_left);
      GtkWidget *button = gtk_button_new_with_label (text);

      /* Adds a row with the number of entries that are not listed yet, and a button to list
       * them. */
      gtk_widget_add_css_class (button, "flat");
      g_signal_connect_object (button, "clicked", G_CALLBACK (more_clicked), self->expander, 0);
      self->more = make_member_row (button);
      adw_expander_row_add_row (self->expander, self->more);
    }
}

/* Joins the entries of a section into one short line, which ends with the number of those that do not fit.
 * @is_complete: (out): whether the line contains all entries, each as a whole. (transfer full) */
static char *
join_entries (TroupeConsentDialog *self, TroupeConsentSection section, gboolean *is_complete)
{
  TroupeConsent *consent = self->consent;
  GString *names = g_string_new (NULL);
  guint n_left = 0;

  *is_complete = TRUE;
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (consent, i);

      if (entry->section != section)
        continue;
      if (names->len >= SUMMARY_LIMIT)
        n_left++;
      else
        troupe_text_list_append (names, get_text (self, entry));
      *is_complete = *is_complete && entry->detail == NULL;
    }
  if (names->len > SUMMARY_LIMIT + 40)
    {
      g_string_truncate (
          names, (gsize) (g_utf8_find_prev_char (names->str, names->str + SUMMARY_LIMIT + 40) -
                          names->str));
      g_string_append (names, "…");
      *is_complete = FALSE;
    }
  if (n_left > 0)
    {
      g_autofree char *more =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n_left),
                           n_left);

      troupe_text_list_append (names, more);
      *is_complete = FALSE;
    }
  return g_string_free (names, FALSE);
}

static gboolean
has_new_entries (TroupeConsent *consent, TroupeConsentSection section)
{
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    if (troupe_consent_get_entry (consent, i)->section == section &&
        troupe_consent_get_entry (consent, i)->is_new)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if an entry of the section has a switch. */
static gboolean
has_switches (TroupeConsent *consent, TroupeConsentSection section)
{
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    if (troupe_consent_get_entry (consent, i)->section == section &&
        troupe_consent_can_refuse (consent, troupe_consent_get_entry (consent, i)))
      return TRUE;
  return FALSE;
}

/* Returns the section with the permission to change programs: it belongs to the folders in which something is written. */
static TroupeConsentSection
find_programs_section (TroupeConsent *consent)
{
  if (!troupe_consent_can_change_programs (consent))
    return TROUPE_CONSENT_N_SECTIONS;
  return troupe_consent_count (consent, TROUPE_CONSENT_FOLDERS) > 0 ? TROUPE_CONSENT_FOLDERS
                                                                    : TROUPE_CONSENT_FILES;
}

/* Updates the labels at or below @widget of entries whose text depends on the switch for programs. */
static void
follow_programs_below (TroupeConsentDialog *self, GtkWidget *widget)
{
  const TroupeConsentEntry *entry = g_object_get_data (G_OBJECT (widget), "entry");

  if (GTK_IS_LABEL (widget) && entry != NULL)
    gtk_label_set_text (GTK_LABEL (widget), get_text (self, entry));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    follow_programs_below (self, child);
}

static void
follow_programs (TroupeConsentDialog *self)
{
  const TroupeConsentSection section = find_programs_section (self->consent);
  g_autofree char *names = NULL;
  gboolean is_complete;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  follow_programs_below (self, self->programs_row);
  if (troupe_consent_get_note (self->consent, section) != NULL)
    return;
  names = join_entries (self, section, &is_complete);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self->programs_row), names);
}

static void
programs_switched_cb (TroupeConsentDialog *self)
{
  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  g_signal_emit (self, signals[PROGRAMS_CHANGED], 0);
}

/* Adds the switch that grants the permission to change programs. */
static void
add_programs (TroupeConsentDialog *self, AdwExpanderRow *expander)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Also Change Other Files"));
  adw_action_row_set_subtitle (
      ADW_ACTION_ROW (row),
      _ ("Not only documents and data in “output”, but also, for example, deploy.py, Makefile and "
         "package.json: your programs may execute them later, outside of the sandbox"));
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  troupe_row_follow_title (row);
  self->programs = GTK_SWITCH (toggle);
  self->programs_row = GTK_WIDGET (expander);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (follow_programs), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (programs_switched_cb), self,
                           G_CONNECT_SWAPPED);
  adw_expander_row_add_row (expander, row);
}

/* Adds a section. Code, and sections with switches, new entries or warnings are expanded, as are those whose summary does
 * not contain everything: a document decides on the order of its entries, and so on what a summary leaves out. */
static void
add_section (TroupeConsentDialog *self, TroupeConsent *consent, TroupeConsentSection section)
{
  const guint count = troupe_consent_count (consent, section);
  const guint n_warnings = troupe_consent_count_warnings (consent, section);
  const char *note = troupe_consent_get_note (consent, section);
  g_autofree char *title = NULL;
  g_autofree char *names = NULL;
  gboolean is_complete = FALSE;
  GtkWidget *row;
  Listing *listing;
  const char *icon_name;
  const char *subtitle;
  static const char *const icons[TROUPE_CONSENT_N_SECTIONS] = {
    [TROUPE_CONSENT_PROGRAMS] = "troupe-script-symbolic",
    [TROUPE_CONSENT_PYTHON] = "troupe-script-symbolic",
    [TROUPE_CONSENT_MODULES] = "troupe-code-symbolic",
    [TROUPE_CONSENT_REFERENCES] = "troupe-code-symbolic",
    [TROUPE_CONSENT_HOSTS] = "network-server-symbolic",
    [TROUPE_CONSENT_FILES] = "text-x-generic-symbolic",
    [TROUPE_CONSENT_FOLDERS] = "folder-symbolic",
    [TROUPE_CONSENT_VARIABLES] = "dialog-password-symbolic",
    [TROUPE_CONSENT_KEYS] = "dialog-password-symbolic",
    [TROUPE_CONSENT_SETTINGS] = "emblem-system-symbolic",
    [TROUPE_CONSENT_MODELS] = "troupe-agent-symbolic",
    [TROUPE_CONSENT_PINS] = "media-playback-pause-symbolic",
  };

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (count == 0)
    return;
  title = troupe_consent_make_title (consent, section);
  names = join_entries (self, section, &is_complete);
  icon_name = icons[section];
  subtitle = note != NULL ? note : names;
  row = adw_expander_row_new ();
  /* Markup is disabled, because names come from the file and must not be interpreted as markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
  adw_expander_row_set_icon_name (ADW_EXPANDER_ROW (row), icon_name);
  listing = g_new0 (Listing, 1);
  listing->dialog = self;
  listing->consent = g_object_ref (consent);
  listing->section = section;
  listing->n_left = count;
  listing->expander = ADW_EXPANDER_ROW (row);
  g_object_set_data_full (G_OBJECT (row), "listing", listing, listing_free);
  list_more (listing);
  if (section == find_programs_section (consent))
    add_programs (self, ADW_EXPANDER_ROW (row));
  if (section == TROUPE_CONSENT_PROGRAMS || section == find_programs_section (consent) ||
      section == TROUPE_CONSENT_PYTHON || n_warnings > 0 || note != NULL || !is_complete ||
      has_switches (consent, section) || has_new_entries (consent, section))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  gtk_list_box_append (self->rows, row);
  if (section == TROUPE_CONSENT_MODELS)
    {
      self->models = row;
      troupe_set_str (&self->model_names, names);
    }
}

/* --- Accepting an answer ---------------------------------------------------------------------- */

/* Accepts the answer that allows everything if the user can have seen all warnings. */
static void
update_allow (TroupeConsentDialog *self)
{
  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "consent.allow",
                                 !self->is_read_only && !self->is_awaited && !self->is_too_wide &&
                                     self->n_unseen == 0);
}

/* The switch accepts a change when the answer is accepted. Those of the entries only refuse something. */
static void
update_programs (TroupeConsentDialog *self)
{
  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  /* Where nothing is stored, the question before each run has this switch. */
  if (self->programs != NULL)
    gtk_widget_set_sensitive (GTK_WIDGET (self->programs),
                              !self->is_awaited &&
                                  !(self->is_read_only &&
                                    troupe_consent_get_digest (self->consent) == NULL));
}

static void
accepts_cb (GtkWidget *dialog, gboolean accepts)
{
  TroupeConsentDialog *self = TROUPE_CONSENT_DIALOG (dialog);

  self->is_awaited = !accepts;
  update_allow (self);
  update_programs (self);
}

static void
scrolled_cb (TroupeConsentDialog *self)
{
  GtkAdjustment *position =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  if (self->n_unseen == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      gtk_adjustment_get_page_size (position) <= 1 ||
      gtk_adjustment_get_value (position) + gtk_adjustment_get_page_size (position) + 1 <
          gtk_adjustment_get_upper (position))
    return;
  self->n_unseen = 0;
  update_allow (self);
}

/* Shows above the list what it contains, as many entries could push one with a warning out of sight. */
static void
make_overview (TroupeConsentDialog *self)
{
  g_autofree char *text =
      troupe_consent_make_overview (self->consent, MOST_WARNINGS, &self->n_unseen);

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  gtk_label_set_text (self->overview, text);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (
                               GTK_SCROLLED_WINDOW (self->scroller)),
                           "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (
                               GTK_SCROLLED_WINDOW (self->scroller)),
                           "changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  update_allow (self);
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
  g_clear_object (&TROUPE_CONSENT_DIALOG (object)->consent);
  g_clear_pointer (&TROUPE_CONSENT_DIALOG (object)->refused, g_hash_table_unref);
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
  signals[PROGRAMS_CHANGED] = g_signal_new ("programs-changed", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-consent-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, body);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, overview);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, scroller);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, allow_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, together);
  gtk_widget_class_bind_template_child (widget_class, TroupeConsentDialog, again);
  gtk_widget_class_install_action (widget_class, "consent.allow", NULL, allow_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* Replaces the list with a message if it cannot be shown on a screen, whatever the reason: what the text of a document does to lines depends on the version of
 * Pango. */
static void
check_width (TroupeConsentDialog *self)
{
  int least;

  g_assert (TROUPE_IS_CONSENT_DIALOG (self));

  gtk_widget_measure (adw_window_get_content (ADW_WINDOW (self)), GTK_ORIENTATION_HORIZONTAL, -1,
                      &least, NULL, NULL, NULL);
  if (least <= WIDEST)
    return;
  self->is_too_wide = TRUE;
  gtk_widget_set_visible (self->scroller, FALSE);
  gtk_label_set_text (self->body,
                      _ ("The document contains text that no line of this window can hold, so that "
                         "its permissions cannot be reviewed. Remove such text to run it."));
  update_allow (self);
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

  check_width (self);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &all);
  gtk_widget_measure (GTK_WIDGET (self->rows), GTK_ORIENTATION_VERTICAL, width - margins, NULL,
                      &wanted, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->overview),
                          wanted > UNSCROLLED_HEIGHT && !self->is_too_wide);
  gtk_widget_measure (content, GTK_ORIENTATION_VERTICAL, width, NULL, &all, NULL, NULL);
  gtk_widget_measure (self->scroller, GTK_ORIENTATION_VERTICAL, width - margins, NULL, &before,
                      NULL, NULL);
  wanted = MIN (wanted, gtk_scrolled_window_get_max_content_height (scroller));
  /* Short content must never scroll, even in a low window. */
  gtk_scrolled_window_set_min_content_height (scroller, MIN (wanted, UNSCROLLED_HEIGHT));
  gtk_window_set_default_size (GTK_WINDOW (self), width, all + MAX (0, wanted - before));
}

static void
troupe_consent_dialog_init (TroupeConsentDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_name_buttons (GTK_WIDGET (self));
  troupe_answer_delay_watch (GTK_WIDGET (self), accepts_cb);
}

void
troupe_consent_dialog_set_action (TroupeConsentDialog *self,
                                  const char *heading,
                                  const char *button)
{
  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (self));
  g_return_if_fail (heading != NULL && button != NULL);

  gtk_window_set_title (GTK_WINDOW (self), heading);
  gtk_label_set_label (self->heading, heading);
  gtk_button_set_label (self->allow_button, button);
  troupe_name_buttons (GTK_WIDGET (self));
  fit_height (self);
}

void
troupe_consent_dialog_set_read_only (TroupeConsentDialog *self, const char *heading)
{
  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (self));
  g_return_if_fail (heading != NULL);

  gtk_window_set_title (GTK_WINDOW (self), heading);
  gtk_label_set_label (self->heading, heading);
  gtk_widget_set_visible (GTK_WIDGET (self->allow_button), FALSE);
  self->is_read_only = TRUE;
  update_allow (self);
  visit_switches (self, GTK_WIDGET (self->rows), hide_switch);
  update_programs (self);
  describe_choice (self);
  gtk_button_set_label (self->cancel_button, _ ("_Close"));
  gtk_widget_set_visible (self->scroller,
                          !self->is_too_wide &&
                              gtk_widget_get_first_child (GTK_WIDGET (self->rows)) != NULL);
  troupe_name_buttons (GTK_WIDGET (self));
  fit_height (self);
}

void
troupe_consent_dialog_set_refused (TroupeConsentDialog *self, GHashTable *refused)
{
  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (self));
  g_return_if_fail (refused != NULL);

  g_hash_table_remove_all (self->refused);
  for (guint i = 0; i < troupe_consent_get_n_entries (self->consent); i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self->consent, i);

      if (troupe_consent_can_refuse (self->consent, entry) &&
          g_hash_table_contains (refused, entry->value))
        g_hash_table_add (self->refused, g_strdup (entry->value));
    }
  visit_switches (self, GTK_WIDGET (self->rows), follow_refused);
  describe_choice (self);
  fit_height (self);
}

GHashTable *
troupe_consent_dialog_get_refused (TroupeConsentDialog *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT_DIALOG (self), NULL);

  return self->refused;
}

void
troupe_consent_dialog_set_programs (TroupeConsentDialog *self, gboolean is_granted)
{
  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (self));

  if (self->programs == NULL)
    return;
  g_signal_handlers_block_by_func (self->programs, programs_switched_cb, self);
  gtk_switch_set_active (self->programs, is_granted);
  g_signal_handlers_unblock_by_func (self->programs, programs_switched_cb, self);
}

gboolean
troupe_consent_dialog_get_programs (TroupeConsentDialog *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT_DIALOG (self), FALSE);

  return self->programs != NULL && gtk_switch_get_active (self->programs);
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
troupe_consent_dialog_new (const char *body, TroupeConsent *consent)
{
  TroupeConsentDialog *self;
  g_autofree char *changes = NULL;
  g_autofree char *whole = NULL;
  GtkWidget *first;

  g_return_val_if_fail (body != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_CONSENT (consent), NULL);

  self = g_object_new (TROUPE_TYPE_CONSENT_DIALOG, NULL);
  self->consent = g_object_ref (consent);
  describe_choice (self);
  changes = troupe_consent_describe_changes (consent);
  whole = changes != NULL ? g_strdup_printf ("%s\n%s", body, changes) : g_strdup (body);
  gtk_label_set_text (self->body, whole);
  for (guint i = 0; i < TROUPE_CONSENT_N_SECTIONS; i++)
    add_section (self, consent, (TroupeConsentSection) i);
  make_overview (self);
  first = gtk_widget_get_first_child (GTK_WIDGET (self->rows));
  if (first != NULL)
    gtk_window_set_focus (GTK_WINDOW (self), first);
  fit_height (self);
  return self;
}
