/* troupe-trained-rules-list.c: rules that agents learned in training
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trained-rules-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-crew-training-file.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-trained-rules-list.h"

#define NOTHING N_ ("No rules yet. Your feedback during training becomes rules for the agents.")
/* Maximum number of roles of other agents that are named. */
#define MOST_OTHERS 4u

struct _TroupeTrainedRulesList
{
  GtkWidget parent_instance;

  GtkWidget *list;
  GtkWidget *empty;
  GtkWidget *error;
  GtkWidget *file;
  GtkWidget *file_label;
  char *path; /* (nullable) */
  char **roles;
  guint n_tasks; /* running tasks */
  gboolean is_dirty;
};

G_DEFINE_FINAL_TYPE (TroupeTrainedRulesList, troupe_trained_rules_list, GTK_TYPE_WIDGET)

/* --- Worker thread ---------------------------------------------------------------------------- */

/* @on: (nullable), @off: (nullable): the contents of the files. @switched: (nullable): the role
 *   to switch on or off before reading */
typedef struct
{
  char *path;
  char *switched;
  gboolean is_on;
  TroupeValue *on;
  TroupeValue *off;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_assert (work != NULL);

  g_free (work->path);
  g_free (work->switched);
  g_clear_pointer (&work->on, troupe_value_unref);
  g_clear_pointer (&work->off, troupe_value_unref);
  g_free (work);
}

/* Reads the files even if switching failed, because the list shows what the files contain. */
static void
work_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (work->switched != NULL)
    troupe_crew_training_file_switch (work->path, work->switched, work->is_on, &error);
  work->on = troupe_crew_training_file_read (work->path, error == NULL ? &error : NULL);
  work->off = troupe_crew_training_file_read_aside (work->path, error == NULL ? &error : NULL);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void begin_work (TroupeTrainedRulesList *self, const char *switched, gboolean is_on);

/* --- Rows --------------------------------------------------------------------------------------------- */

static gboolean
switched_cb (GtkSwitch *button, gboolean is_on, TroupeTrainedRulesList *self)
{
  g_assert (TROUPE_IS_TRAINED_RULES_LIST (self));

  if (self->n_tasks == 0)
    begin_work (self, g_object_get_data (G_OBJECT (button), "troupe-role"), is_on);
  /* The switch keeps its state until the rows are created again from the contents of the files. */
  return TRUE;
}

/* Returns the training quality, which tells how well the last answers met the feedback, as rated
 * by the agent's model. (nullable) */
static char *
describe_quality (TroupeValue *entries, const char *role)
{
  TroupeValue *entry = troupe_value_map_lookup_string (entries, role, -1);
  TroupeValue *quality = entry != NULL && troupe_value_is (entry, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (entry, "quality", -1)
                             : NULL;

  if (quality == NULL)
    return NULL;
  if (troupe_value_is (quality, TROUPE_VALUE_DOUBLE))
    return g_strdup_printf ("%.1f", troupe_value_get_double (quality));
  return troupe_value_is (quality, TROUPE_VALUE_INTEGER)
             ? g_strdup_printf ("%" G_GINT64_FORMAT, troupe_value_get_integer (quality))
             : NULL;
}

/* Adds a nested row with @title and @words in full. */
static void
add_detail (GtkWidget *row, const char *title, const char *words)
{
  GtkWidget *detail = adw_action_row_new ();
  g_autofree char *text = troupe_text_to_lines (words);

  g_assert (ADW_IS_EXPANDER_ROW (row));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (detail), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (detail), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (detail), 0);
  if (*text != '\0')
    adw_action_row_set_subtitle (ADW_ACTION_ROW (detail), text);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (detail), 0);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), detail);
}

/* Adds every rule, then the summarized instructions. */
static void
add_details (GtkWidget *row, TroupeValue *entries, const char *role)
{
  g_auto (GStrv) rules = troupe_crew_training_file_get_suggestions (entries, role);
  TroupeValue *entry = troupe_value_map_lookup_string (entries, role, -1);
  TroupeValue *summary = entry != NULL && troupe_value_is (entry, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (entry, "final_summary", -1)
                             : NULL;

  g_assert (ADW_IS_EXPANDER_ROW (row));

  for (guint i = 0; rules != NULL && rules[i] != NULL; i++)
    {
      g_autofree char *rule = troupe_text_to_lines (rules[i]);

      add_detail (row, rule, "");
    }
  if (summary != NULL && troupe_value_is (summary, TROUPE_VALUE_STRING))
    /* Translators: title of the instructions that a training has summarized for an agent */
    add_detail (row, _ ("Instructions"), troupe_value_get_string (summary, NULL));
}

static void
add_row (TroupeTrainedRulesList *self, TroupeValue *entries, const char *role, gboolean is_on)
{
  GtkWidget *row = adw_expander_row_new ();
  GtkWidget *button = gtk_switch_new ();
  g_autofree char *title = troupe_text_first_line (role);
  g_autofree char *rules = NULL;
  g_autofree char *quality = NULL;
  /* Translators: %s is the role of an agent */
  g_autofree char *spoken = NULL;
  g_auto (GStrv) entry = NULL;
  g_autofree char *all = NULL;

  g_assert (TROUPE_IS_TRAINED_RULES_LIST (self));

  /* Joins the rules of an agent into one line. The line is empty if the agent has no rules. */
  entry = troupe_crew_training_file_get_suggestions (entries, role);
  all = entry != NULL ? g_strjoinv (" ", entry) : g_strdup ("");
  g_assert (entries != NULL);
  rules = troupe_text_first_line (all);
  quality = describe_quality (entries, role);
  spoken = g_strdup_printf (_ ("What %s Has Learned"), title);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), *rules != '\0' ? rules : _ ("No rules."));
  if (quality != NULL)
    {
      /* Translators: %s is a number from 0 to 10, the quality of a training */
      g_autofree char *words = g_strdup_printf (_ ("Quality %s"), quality);
      GtkWidget *label = gtk_label_new (words);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "numeric");
      gtk_widget_set_tooltip_text (label, _ ("How well the agent’s last answers matched your "
                                             "feedback, scored by its model from 0 to 10"));
      adw_expander_row_add_action (ADW_EXPANDER_ROW (row), label);
    }
  gtk_switch_set_active (GTK_SWITCH (button), is_on);
  gtk_switch_set_state (GTK_SWITCH (button), is_on);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data_full (G_OBJECT (button), "troupe-role", g_strdup (role), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  g_signal_connect_object (button, "state-set", G_CALLBACK (switched_cb), self, 0);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), button);
  add_details (row, entries, role);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Returns TRUE if @entries contains @role. A role that is in both files counts as switched on.
 * @entries: (nullable) */
static gboolean
has (TroupeValue *entries, const char *role)
{
  return entries != NULL && troupe_value_map_lookup_string (entries, role, -1) != NULL;
}

static gboolean
is_filled (TroupeValue *roles)
{
  return roles != NULL && troupe_value_is (roles, TROUPE_VALUE_MAP) &&
         troupe_value_map_get_size (roles) > 0;
}

static void
worked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeTrainedRulesList *self = TROUPE_TRAINED_RULES_LIST (source);
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  TroupeValue *on;
  TroupeValue *off;
  g_autofree char *others = NULL;
  GtkWidget *row;
  guint n = 0;
  gsize other_n;
  g_autoptr (GString) roles = NULL;

  g_assert (TROUPE_IS_TRAINED_RULES_LIST (self));

  self->n_tasks--;
  g_task_propagate_boolean (G_TASK (result), &error);
  if (self->list == NULL)
    return;
  if (self->is_dirty)
    {
      begin_work (self, NULL, FALSE);
      return;
    }
  gtk_widget_set_sensitive (self->list, TRUE);
  gtk_widget_set_visible (self->error, error != NULL);
  gtk_label_set_label (GTK_LABEL (self->error), error != NULL ? error->message : "");
  on = work->on;
  off = work->off;
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; self->roles != NULL && self->roles[i] != NULL; i++)
    if (has (on, self->roles[i]) || has (off, self->roles[i]))
      {
        const gboolean is_on = has (on, self->roles[i]);

        add_row (self, is_on ? on : off, self->roles[i], is_on);
        n++;
      }
  /* Lists the first roles of a file that contains no agent of this crew. */
  other_n = on != NULL ? troupe_value_map_get_size (on) : 0;
  roles = g_string_new (NULL);
  for (gsize i = 0; i < MIN (other_n, MOST_OTHERS); i++)
    {
      g_autofree char *role =
          troupe_text_to_line (troupe_value_get_string (troupe_value_map_get_key (on, i), NULL));

      g_string_append_printf (roles, "%s“%s”", i > 0 ? ", " : "", role);
    }
  if (other_n > MOST_OTHERS)
    g_string_append (roles, ", …");
  others = other_n > 0
               ? g_strdup_printf (
                     _ ("The file also contains agents whose roles do not exist in this crew: %s."),
                     roles->str)
               : NULL;
  gtk_label_set_label (GTK_LABEL (self->empty), others != NULL ? others : _ (NOTHING));
  /* A file that does not exist yet is not applied. */
  gtk_widget_set_visible (self->file, is_filled (on) || is_filled (off) ||
                                          gtk_widget_get_visible (self->error));
  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->empty, n == 0 && !gtk_widget_get_visible (self->error));
}

/* @switched: (nullable) */
static void
begin_work (TroupeTrainedRulesList *self, const char *switched, gboolean is_on)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  g_assert (TROUPE_IS_TRAINED_RULES_LIST (self));

  self->is_dirty = self->n_tasks > 0;
  if (self->is_dirty)
    return;
  self->n_tasks++;
  work = g_new0 (Work, 1);
  work->path = g_strdup (self->path);
  work->switched = g_strdup (switched);
  work->is_on = is_on;
  gtk_widget_set_sensitive (self->list, switched == NULL);
  task = g_task_new (self, NULL, worked_cb, NULL);
  g_task_set_source_tag (task, begin_work);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, work_thread);
}

void
troupe_trained_rules_list_look (TroupeTrainedRulesList *self,
                                const char *path,
                                const char *const *roles)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  g_return_if_fail (TROUPE_IS_TRAINED_RULES_LIST (self));
  g_return_if_fail (path != NULL && roles != NULL);

  troupe_set_str (&self->path, path);
  g_strfreev (self->roles);
  self->roles = g_strdupv ((char **) roles);
  name = g_filename_display_basename (path);
  shown = g_filename_display_name (path);
  /* Translators: %s is a file name */
  text = g_strdup_printf (_ ("%s · applied in every run"), name);
  gtk_label_set_label (GTK_LABEL (self->file_label), text);
  gtk_widget_set_tooltip_text (self->file, shown);
  begin_work (self, NULL, FALSE);
}

gboolean
troupe_trained_rules_list_is_busy (TroupeTrainedRulesList *self)
{
  g_return_val_if_fail (TROUPE_IS_TRAINED_RULES_LIST (self), FALSE);

  return self->n_tasks > 0;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_trained_rules_list_dispose (GObject *object)
{
  TroupeTrainedRulesList *self = TROUPE_TRAINED_RULES_LIST (object);
  GtkWidget *child;

  self->list = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->roles, g_strfreev);

  G_OBJECT_CLASS (troupe_trained_rules_list_parent_class)->dispose (object);
}

static void
troupe_trained_rules_list_class_init (TroupeTrainedRulesListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_trained_rules_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static GtkWidget *
add_label (TroupeTrainedRulesList *self, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  g_assert (TROUPE_IS_TRAINED_RULES_LIST (self));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return label;
}

static void
troupe_trained_rules_list_init (TroupeTrainedRulesList *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *heading;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 8);
  heading = add_label (self, _ ("Learned So Far"), "heading");
  self->error = add_label (self, "", "error");
  gtk_widget_set_visible (self->error, FALSE);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_visible (self->list, FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  heading, NULL, -1);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  self->empty = add_label (self, _ (NOTHING), "dim-label");
  self->file = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_box_append (GTK_BOX (self->file), gtk_image_new_from_icon_name ("text-x-generic-symbolic"));
  self->file_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->file_label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (self->file), self->file_label);
  gtk_widget_add_css_class (self->file, "dim-label");
  gtk_widget_set_visible (self->file, FALSE);
  gtk_widget_set_parent (self->file, GTK_WIDGET (self));
}

GtkWidget *
troupe_trained_rules_list_new (void)
{
  return g_object_new (TROUPE_TYPE_TRAINED_RULES_LIST, NULL);
}
