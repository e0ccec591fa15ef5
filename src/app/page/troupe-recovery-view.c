/* troupe-recovery-view.c: lists documents and runs that were restored after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recovery-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-interrupted-method-dialog.h"
#include "troupe-kind.h"
#include "troupe-recovery-view.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-time-text.h"

/* Maximum height of the lists before they scroll, in pixels. */
#define MOST_HEIGHT 250
/* Maximum number of steps that are listed; older steps are omitted. */
#define MOST_STEPS 100

struct _TroupeRecoveryView
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkWidget *lists;     /* a box */
  GtkWidget *documents; /* a list box */
  GtkWidget *runs_side; /* its title and its list */
  GtkWidget *runs;
  GPtrArray *entries; /* (element-type Entry) */
};

G_DEFINE_FINAL_TYPE (TroupeRecoveryView, troupe_recovery_view, GTK_TYPE_WIDGET)

enum
{
  PAGE_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* A row of one of the lists, with its state at the end. */
typedef struct
{
  AdwActionRow *row;
  GtkImage *icon;
  GtkLabel *state;
} Line;

/* A restored document. */
typedef struct
{
  TroupePage *page;
  gint64 written_us;
  Line document;
  GtkWidget *steps; /* a menu button */
  GtkWidget *compare;
  Line run;
  GtkWidget *discard;
  GtkWidget *again;
  GtkWidget *happened;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->page);
  g_free (entry);
}

/* --- Rows -------------------------------------------------------------------------------------- */

static Line
line_new (GtkWidget *list, const char *icon_name)
{
  Line line;
  GtkWidget *state = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  line.row = ADW_ACTION_ROW (adw_action_row_new ());
  line.icon = GTK_IMAGE (gtk_image_new ());
  line.state = GTK_LABEL (gtk_label_new (NULL));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (line.row), FALSE);
  adw_action_row_set_title_lines (line.row, 1);
  adw_action_row_set_subtitle_lines (line.row, 2);
  troupe_row_leave_ellipsis_room (GTK_WIDGET (line.row));
  if (icon_name != NULL)
    adw_action_row_add_prefix (line.row, gtk_image_new_from_icon_name (icon_name));
  gtk_widget_set_valign (state, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (state), GTK_WIDGET (line.icon));
  gtk_box_append (GTK_BOX (state), GTK_WIDGET (line.state));
  adw_action_row_add_suffix (line.row, state);
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (line.row));
  return line;
}

/* Sets the texts of a row and its accessible name, because the state must not be shown by color
 * and icon alone. */
static void
line_set (Line *line,
          const char *title,
          const char *subtitle,
          const char *icon_name,
          const char *style,
          const char *state)
{
  static const char *const styles[] = { "success", "warning", "error" };
  g_autofree char *spoken = *subtitle != '\0'
                                ? g_strdup_printf ("%s, %s, %s", title, subtitle, state)
                                : g_strdup_printf ("%s, %s", title, state);

  g_assert (line != NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (line->row), title);
  adw_action_row_set_subtitle (line->row, subtitle);
  gtk_image_set_from_icon_name (line->icon, icon_name);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (line->icon), styles[i]);
  if (style != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (line->icon), style);
  gtk_label_set_label (line->state, state);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line->row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

/* Leaves the width to the title: the icon shows the state, whose word is its tooltip and part of the accessible name. */
static void
line_set_narrow (Line *line, gboolean narrow)
{
  if (line->row == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (line->state), !narrow);
  gtk_widget_set_tooltip_text (GTK_WIDGET (line->icon),
                               narrow ? gtk_label_get_label (line->state) : NULL);
}

/* Sets the accessible name of a button. @what: action of the button; @title: title of the
 * document */
static void
name_button (GtkWidget *button, const char *what, const char *title)
{
  g_autofree char *name = g_strdup_printf ("%s: %s", what, title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
add_button (AdwActionRow *row, const char *label, GCallback callback, TroupePage *page)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", callback, page, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (row, button);
  return button;
}

/* --- Undo steps ------------------------------------------------------------------------------- */

/* Lists the steps, the newest first, in the order in which they would be undone. */
static void
fill_steps_cb (GtkMenuButton *button, gpointer user_data)
{
  TroupePage *page = TROUPE_PAGE (user_data);
  guint n_new;
  g_auto (GStrv) steps = troupe_document_list_steps (troupe_page_get_document (page), &n_new);
  const guint n_steps = g_strv_length (steps);
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  g_assert (TROUPE_IS_PAGE (page));
  g_assert (GTK_IS_MENU_BUTTON (button));

  for (guint i = n_steps; i-- > 0 && n_steps - i <= MOST_STEPS;)
    {
      GtkWidget *label;

      if (n_new < n_steps && i + 1 == n_steps - n_new)
        {
          label = gtk_label_new (_ ("Restored to this point"));
          gtk_widget_add_css_class (label, "dim-label");
          gtk_widget_add_css_class (label, "caption");
          gtk_label_set_xalign (GTK_LABEL (label), 0);
          gtk_box_append (GTK_BOX (box), label);
        }
      label = gtk_label_new (steps[i]);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  g_object_set (popover, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Steps, Newest First"), -1);
  gtk_menu_button_set_popover (button, popover);
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* (transfer full) */
static char *
describe_document (Entry *entry)
{
  TroupeDocument *document = troupe_page_get_document (entry->page);
  guint n_new;
  g_auto (GStrv) steps = troupe_document_list_steps (document, &n_new);
  const guint n_steps = g_strv_length (steps);
  g_autofree char *written = troupe_time_for_display (entry->written_us);
  g_autofree char *saved = NULL;
  TroupeFileStamp stamp;

  g_assert (entry != NULL);

  if (troupe_page_has_other_version (entry->page))
    return g_strdup (
        _ ("Another program changed the file in the meantime. Your version is kept separately."));
  if (!troupe_document_is_modified (document))
    return g_strdup (_ ("No unsaved changes"));
  if (troupe_document_get_path (document) != NULL && troupe_document_get_stamp (document, &stamp))
    {
      saved = troupe_time_for_display (stamp.modified_us);
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       /* Translators: a time, and the number of edits after it. */
                       "Last saved %s · %u step since, available in Undo",
                       "Last saved %s · %u steps since, available in Undo", n_new),
          saved, n_new);
    }
  if (n_steps > 0 && entry->written_us > 0)
    /* Translators: the name of an edit, and a time. */
    return g_strdup_printf (_ ("Never saved · last step “%s” at %s"), steps[n_steps - 1], written);
  return g_strdup (_ ("Never saved"));
}

/* Returns the title of the document, with the name of its file if the title of another document in @self is
 * the same, or, as in its tab, with a number if neither has a file. (transfer full) */
static char *
make_title (TroupeRecoveryView *self, TroupePage *page)
{
  TroupeDocument *document = troupe_page_get_document (page);
  const char *path = troupe_document_get_path (document);
  g_autofree char *title = troupe_document_get_title (document);
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;
  guint n_before = 0; /* documents without a file, up to this one */
  gboolean is_before = TRUE;

  g_assert (TROUPE_IS_RECOVERY_VIEW (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *other = g_ptr_array_index (self->entries, i);
      TroupeDocument *others = troupe_page_get_document (other->page);
      g_autofree char *other_title = troupe_document_get_title (others);

      if (!g_str_equal (other_title, title))
        continue;
      if (other->page != page && name != NULL)
        return g_strdup_printf ("%s · %s", name, title);
      n_before += is_before && troupe_document_get_path (others) == NULL;
      is_before = is_before && other->page != page;
    }
  return name == NULL && n_before > 1 ? g_strdup_printf ("%s (%u)", title, n_before)
                                      : g_steal_pointer (&title);
}

/* Appends the number of model calls that will be repeated. @text: (transfer full). (transfer
 * full) */
static char *
add_calls (char *text, const TroupeStoredRun *kept)
{
  g_autofree char *before = text;
  g_autofree char *calls = NULL;

  if (kept->n_calls == 0)
    return g_steal_pointer (&before);
  calls = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u model call will be repeated",
                                        "%u model calls will be repeated", kept->n_calls),
                           kept->n_calls);
  return g_strdup_printf ("%s · %s", before, calls);
}

/* (transfer full) */
static char *
describe_run (const TroupeStoredRun *kept)
{
  g_assert (kept != NULL);

  if (kept->is_waiting)
    return g_strdup (_ ("Waiting for your answer"));
  if (kept->unsure != NULL)
    /* Translators: %s is the name of a method or tool. */
    return add_calls (
        g_strdup_printf (_ ("%s was called; Troupe cannot tell whether it completed."),
                         kept->unsure),
        kept);
  if (!kept->has_changed)
    return add_calls (g_strdup_printf (kept->is_crew ? _ ("%u of %u tasks done")
                                                     : _ ("%u of %u methods done"),
                                       kept->n_done, kept->n_parts),
                      kept);
  return add_calls (
      g_strdup (_ ("The file has changed since; the run resumes with the earlier version")), kept);
}

static void
update_run (TroupeRecoveryView *self, Entry *entry)
{
  const TroupeStoredRun *kept = troupe_page_get_stored_run (entry->page);
  g_autofree char *name = make_title (self, entry->page);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  g_autofree char *time = NULL;

  g_assert (TROUPE_IS_RECOVERY_VIEW (self));

  if (kept != NULL && entry->run.row == NULL)
    {
      entry->run =
          line_new (self->runs, troupe_kind_of (troupe_page_get_document (entry->page))->icon_name);
      entry->happened =
          add_button (entry->run.row, _ ("It Completed"),
                      G_CALLBACK (troupe_interrupted_method_dialog_present), entry->page);
      entry->again = add_button (entry->run.row, _ ("Call Again"), G_CALLBACK (troupe_page_resume),
                                 entry->page);
      entry->discard = add_button (entry->run.row, _ ("Discard"),
                                   G_CALLBACK (troupe_page_discard_stored_run), entry->page);
    }
  if (entry->run.row == NULL)
    return;
  gtk_widget_set_visible (entry->discard, kept != NULL);
  gtk_widget_set_visible (entry->again, kept != NULL && kept->unsure != NULL);
  gtk_widget_set_visible (entry->happened, kept != NULL && kept->can_have_happened);
  name_button (entry->happened, _ ("It Completed"), name);
  name_button (entry->discard, _ ("Discard"), name);
  name_button (entry->again, _ ("Call Again"), name);
  if (kept == NULL)
    {
      const gboolean runs = troupe_page_is_running (entry->page);

      /* The description of the stored run is outdated. */
      text = g_strdup ("");
      title = g_strdup (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (entry->run.row)));
      line_set (&entry->run, title, text,
                runs ? "media-playback-start-symbolic" : "media-playback-stop-symbolic", NULL,
                runs ? C_ ("run", "continues") : C_ ("run", "ended"));
      return;
    }
  if (kept->started_us > 0)
    {
      time = troupe_time_for_display (kept->started_us);
      /* Translators: the name of a flow, and a time. */
      title = g_strdup_printf (_ ("%s, started %s"), name, time);
    }
  text = describe_run (kept);
  if (kept->unsure != NULL)
    line_set (&entry->run, title != NULL ? title : name, text, "avatar-default-symbolic", "warning",
              C_ ("run", "needs a decision"));
  else
    line_set (&entry->run, title != NULL ? title : name, text, "troupe-pause-symbolic", "warning",
              C_ ("run", "can be continued"));
}

static void
remove_entry (TroupeRecoveryView *self, guint index)
{
  Entry *entry = g_ptr_array_index (self->entries, index);

  g_assert (TROUPE_IS_RECOVERY_VIEW (self));

  gtk_list_box_remove (GTK_LIST_BOX (self->documents), GTK_WIDGET (entry->document.row));
  if (entry->run.row != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->runs), GTK_WIDGET (entry->run.row));
  g_ptr_array_remove_index (self->entries, index);
}

void
troupe_recovery_view_clear (TroupeRecoveryView *self)
{
  g_return_if_fail (TROUPE_IS_RECOVERY_VIEW (self));

  while (self->entries->len > 0)
    remove_entry (self, self->entries->len - 1);
}

void
troupe_recovery_view_update (TroupeRecoveryView *self)
{
  gboolean has_runs = FALSE;

  g_return_if_fail (TROUPE_IS_RECOVERY_VIEW (self));

  for (guint i = self->entries->len; i-- > 0;)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);
      TroupeDocument *document;
      gboolean has_other;
      g_autofree char *title = NULL;
      g_autofree char *text = NULL;
      g_autofree char *before = NULL;
      const char *typed;
      g_autofree char *line = NULL;

      if (gtk_widget_get_root (GTK_WIDGET (entry->page)) != gtk_widget_get_root (GTK_WIDGET (self)))
        {
          remove_entry (self, i);
          continue;
        }
      document = troupe_page_get_document (entry->page);
      has_other = troupe_page_has_other_version (entry->page);
      title = make_title (self, entry->page);
      /* Adds the text that the user was typing in a field, which may no longer be shown. */
      before = describe_document (entry);
      typed = troupe_document_get_typed (document, NULL);
      line = typed != NULL ? troupe_text_first_line (typed) : NULL;
      if (line == NULL || line[0] == '\0')
        text = g_steal_pointer (&before);
      else
        {
          /* Translators: the state of a document, and a text that was typed into a field. */
          text = g_strdup_printf (_ ("%s · “%s” was typed but is not in the document yet"), before,
                                  line);
        }
      if (has_other)
        line_set (&entry->document, title, text, "dialog-warning-symbolic", "warning",
                  _ ("two versions"));
      else
        line_set (&entry->document, title, text, "troupe-check-symbolic", "success",
                  _ ("restored"));
      gtk_widget_set_visible (entry->steps, troupe_document_is_modified (document));
      gtk_widget_set_visible (entry->compare, has_other);
      name_button (entry->steps, _ ("Show Steps"), title);
      name_button (entry->compare, _ ("Compare"), title);
      update_run (self, entry);
      has_runs = has_runs || entry->run.row != NULL;
    }
  gtk_widget_set_visible (self->runs_side, has_runs);
}

void
troupe_recovery_view_add_page (TroupeRecoveryView *self, TroupePage *page, gint64 written_us)
{
  Entry *entry;
  TroupeDocument *document;
  AdwActionRow *row;
  GtkWidget *button;

  g_return_if_fail (TROUPE_IS_RECOVERY_VIEW (self));
  g_return_if_fail (TROUPE_IS_PAGE (page));

  document = troupe_page_get_document (page);
  entry = g_new0 (Entry, 1);
  entry->page = g_object_ref (page);
  entry->written_us = written_us;
  entry->document = line_new (self->documents, troupe_kind_of (document)->icon_name);
  row = entry->document.row;
  button = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Show Steps"));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_steps_cb, page, NULL);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (row, button);
  entry->steps = button;
  entry->compare = add_button (entry->document.row, _ ("Compare"),
                               G_CALLBACK (troupe_page_compare_versions), page);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (entry->document.row), TRUE);
  g_ptr_array_add (self->entries, entry);
}

void
troupe_recovery_view_add_lost (TroupeRecoveryView *self, const char *text)
{
  Line line;

  g_return_if_fail (TROUPE_IS_RECOVERY_VIEW (self));
  g_return_if_fail (text != NULL);

  line = line_new (self->documents, NULL);
  line_set (&line, text, _ ("The saved draft is kept with the other drafts."),
            "dialog-error-symbolic", "error", _ ("not restored"));
  adw_action_row_set_title_lines (line.row, 3);
  troupe_row_leave_ellipsis_room (GTK_WIDGET (line.row));
}

void
troupe_recovery_view_set_narrow (TroupeRecoveryView *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_RECOVERY_VIEW (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->lists),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      line_set_narrow (&entry->document, narrow);
      line_set_narrow (&entry->run, narrow);
    }
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
row_activated_cb (TroupeRecoveryView *self, GtkListBoxRow *row)
{
  g_assert (TROUPE_IS_RECOVERY_VIEW (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (GTK_LIST_BOX_ROW (entry->document.row) == row)
        g_signal_emit (self, signals[PAGE_ACTIVATED], 0, entry->page);
    }
}

/* @list: (out): the list for the rows */
static GtkWidget *
make_side (const char *title, GtkWidget **list)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label = gtk_label_new (title);

  *list = gtk_list_box_new ();
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (*list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (*list, "boxed-list");
  gtk_widget_set_hexpand (side, TRUE);
  gtk_widget_set_valign (side, GTK_ALIGN_START);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (*list), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_box_append (GTK_BOX (side), label);
  gtk_box_append (GTK_BOX (side), *list);
  return side;
}

static void
troupe_recovery_view_dispose (GObject *object)
{
  TroupeRecoveryView *self = TROUPE_RECOVERY_VIEW (object);

  g_ptr_array_set_size (self->entries, 0);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_recovery_view_parent_class)->dispose (object);
}

static void
troupe_recovery_view_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_RECOVERY_VIEW (object)->entries);
  G_OBJECT_CLASS (troupe_recovery_view_parent_class)->finalize (object);
}

static void
troupe_recovery_view_class_init (TroupeRecoveryViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_recovery_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_recovery_view_finalize;
  signals[PAGE_ACTIVATED] =
      g_signal_new ("page-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PAGE);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "recovery-view");
}

static void
troupe_recovery_view_init (TroupeRecoveryView *self)
{
  GtkWidget *documents = make_side (_ ("Documents"), &self->documents);

  g_assert (self != NULL);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->runs_side = make_side (_ ("Runs"), &self->runs);
  self->lists = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);
  gtk_box_set_homogeneous (GTK_BOX (self->lists), TRUE);
  gtk_box_append (GTK_BOX (self->lists), documents);
  gtk_box_append (GTK_BOX (self->lists), self->runs_side);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->lists);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect_object (self->documents, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_recovery_view_new (void)
{
  return g_object_new (TROUPE_TYPE_RECOVERY_VIEW, NULL);
}
