/* troupe-crew-choosers.c: form rows that refer to other parts of a crew: agent, context, name,
 * planning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-choosers"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-choosers.h"
#include "troupe-crew-head.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-page.h"
#include "troupe-form-entry.h"
#include "troupe-form.h"
#include "troupe-sanitize-text.h"
#include "troupe-typed-text.h"

#define AVATAR_SIZE 24
#define MOST_CHIPS 2
/* Length of a chip, in characters. Chips must leave space for the title. */
#define LONGEST_CHIP 14
#define SHORTEST_CHIP 6
/* The space for two chips beside the title, in characters. */
#define CHIPS_LENGTH 20
/* A single chip must be legible, so the subtitle is shortened instead. */
#define SHORTEST_SINGLE 11
#define LONGEST_ROLE 16
/* Maximum length of a role in the list of agents. */
#define LONGEST_LISTED 28

/* --- Opener row ------------------------------------------------------------------------------- */

GtkWidget *
troupe_crew_opener_new (const char *title)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (arrow, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), box);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "troupe-chips", box);
  troupe_form_keep_own_name (row);

  return row;
}

/* Shows the names that do not fit into chips, or else the help. */
static void
show_subtitle (GtkWidget *row)
{
  const char *names = g_object_get_data (G_OBJECT (row), "troupe-names");
  const char *help = g_object_get_data (G_OBJECT (row), "troupe-help");
  const char *text = names != NULL ? names : help;
  g_autofree char *escaped = g_markup_escape_text (text != NULL ? text : "", -1);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
}

void
troupe_crew_opener_set_help (GtkWidget *row, const char *help)
{
  g_return_if_fail (ADW_IS_ACTION_ROW (row));

  g_object_set_data_full (G_OBJECT (row), "troupe-help", g_strdup (help), g_free);
  show_subtitle (row);
}

gboolean
troupe_crew_opener_wants_help (GtkWidget *row)
{
  g_return_val_if_fail (GTK_IS_WIDGET (row), FALSE);

  return g_object_get_data (G_OBJECT (row), "troupe-chips") != NULL &&
         g_object_get_data (G_OBJECT (row), "troupe-help") == NULL;
}

void
troupe_crew_opener_set_chips (GtkWidget *row, const char *const *names, const char *none)
{
  GtkWidget *box = g_object_get_data (G_OBJECT (row), "troupe-chips");
  guint n_names = names != NULL ? g_strv_length ((char **) names) : 0;
  const glong shortest = n_names == 1 ? SHORTEST_SINGLE : SHORTEST_CHIP;
  g_autofree char *all = NULL;
  g_autofree char *spoken = NULL;
  char *listed;
  g_autofree char *name_all = NULL;
  glong length = 0;

  g_return_if_fail (GTK_IS_BOX (box));

  troupe_crew_clear_box (box);
  listed = NULL;
  for (guint i = 0; i < n_names; i++)
    length += g_utf8_strlen (names[i], -1);
  if (n_names >= 2 && (n_names > MOST_CHIPS || length > CHIPS_LENGTH))
    {
      name_all = g_strjoinv (", ", (char **) names);
      listed = troupe_text_to_line (name_all);
    }
  for (guint i = 0; listed == NULL && i < n_names; i++)
    {
      g_autofree char *shown = troupe_text_to_line (names[i]);
      GtkWidget *chip = gtk_label_new (shown);

      gtk_label_set_ellipsize (GTK_LABEL (chip), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (chip), (int) MIN (g_utf8_strlen (shown, -1), shortest));
      gtk_label_set_max_width_chars (GTK_LABEL (chip), LONGEST_CHIP);
      gtk_widget_add_css_class (chip, "chip");
      gtk_box_append (GTK_BOX (box), chip);
    }
  if (n_names == 0)
    {
      GtkWidget *label = gtk_label_new (none);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }
  g_object_set_data_full (G_OBJECT (row), "troupe-names", listed, g_free);
  show_subtitle (row);

  all = n_names > 0 ? g_strjoinv (", ", (char **) names) : g_strdup (none);
  spoken =
      g_strdup_printf ("%s: %s", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), all);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* --- Shared functions ------------------------------------------------------------------------- */

/* Data of a row. @is_loading: whether the row is being filled, so that its signals are ignored. */
typedef struct
{
  TroupeCrewTarget *target;
  char **path;
  GtkWidget *row;
  gboolean is_loading;
} Chooser;

static void
chooser_free (gpointer data)
{
  Chooser *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self);
}

/* Owned by the row. */
static Chooser *
chooser_new (TroupeCrewTarget *target, const char *const *path, GtkWidget *row)
{
  Chooser *self = g_new0 (Chooser, 1);

  self->target = g_object_ref (target);
  self->path = g_strdupv ((char **) path);
  self->row = row;
  g_object_set_data_full (G_OBJECT (row), "troupe-chooser", self, chooser_free);

  return self;
}

static Chooser *
get_chooser (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "troupe-chooser");
}

static TroupeCrewSubject *
get_subject (Chooser *self)
{
  return troupe_crew_target_get_subject (self->target);
}

static guint
get_index (Chooser *self)
{
  return (guint) g_ascii_strtoull (self->path[1], NULL, 10);
}

static void
tell (Chooser *self, GError *error)
{
  troupe_form_target_report (TROUPE_FORM_TARGET (self->target), error);
}

/* --- Agent ------------------------------------------------------------------------------------ */

static gboolean
is_manager_row (Chooser *self)
{
  return !g_str_equal (self->path[0], "tasks");
}

static const char *
get_agent_name (Chooser *self)
{
  JsonNode *node =
      troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Returns the display name of an agent: its role on one line, or its name. (transfer full) */
static char *
dup_role (Chooser *self, const char *name)
{
  g_autofree char *role = troupe_crew_card_data_dup_role (get_subject (self), name);

  return troupe_text_first_line (role);
}

static void
agent_activated_cb (GtkListBox *list, GtkListBoxRow *chosen, Chooser *self)
{
  const char *name = g_object_get_data (G_OBJECT (chosen), "troupe-name");
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);
  g_autoptr (GError) error = NULL;

  gtk_popover_popdown (GTK_POPOVER (popover));
  if (is_manager_row (self))
    troupe_crew_edit_set_manager (get_subject (self), name, &error);
  else
    troupe_crew_edit_assign_agent (get_subject (self), get_index (self), name, &error);
  tell (self, error);
}

/* @agent: (nullable): no agent */
static GtkWidget *
new_face (Chooser *self, const char *agent)
{
  GtkWidget *avatar = adw_avatar_new (AVATAR_SIZE, NULL, TRUE);

  troupe_crew_face_show (avatar, get_subject (self), agent);
  return avatar;
}

static void
add_agent (Chooser *self, GtkWidget *list, const char *name)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *role =
      name != NULL ? dup_role (self, name)
                   : g_strdup (is_manager_row (self) ? _ ("Built-in manager") : _ ("No agent"));
  GtkWidget *label = gtk_label_new (role);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  /* The width of a popover is the minimum width of its contents. */
  gtk_label_set_width_chars (GTK_LABEL (label),
                             (int) MIN (g_utf8_strlen (role, -1), LONGEST_LISTED));
  gtk_label_set_max_width_chars (GTK_LABEL (label), LONGEST_LISTED);
  if (name != NULL)
    gtk_box_append (GTK_BOX (box), new_face (self, name));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, role, -1);
  g_object_set_data_full (G_OBJECT (row), "troupe-name", g_strdup (name), g_free);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  if (g_strcmp0 (name, get_agent_name (self)) == 0)
    gtk_list_box_select_row (GTK_LIST_BOX (list), GTK_LIST_BOX_ROW (row));
}

/* Fills the popover before it is shown, because a popover moves the focus into its content when it is
 * shown, and only once. */
static void
fill_agents_cb (GtkMenuButton *button, gpointer user_data)
{
  Chooser *self = user_data;
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (get_subject (self));

  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Agents"), -1);
  for (guint i = 0; agents[i] != NULL; i++)
    add_agent (self, list, agents[i]);
  add_agent (self, list, NULL);
  g_signal_connect (list, "row-activated", G_CALLBACK (agent_activated_cb), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_popover_set_child (popover, scroller);
}

static void
refresh_agent_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);
  GtkWidget *box = g_object_get_data (G_OBJECT (row), "troupe-face");
  const char *name = get_agent_name (self);
  g_autofree char *role = name != NULL
                              ? dup_role (self, name)
                              : g_strdup (is_manager_row (self) ? _ ("built-in") : _ ("none"));
  g_autofree char *spoken =
      g_strdup_printf ("%s: %s", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), role);
  GtkWidget *label = gtk_label_new (role);
  GtkWidget *button = g_object_get_data (G_OBJECT (row), "troupe-button");

  troupe_crew_clear_box (box);
  if (name != NULL)
    gtk_box_append (GTK_BOX (box), new_face (self, name));
  else
    gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             (int) MIN (g_utf8_strlen (role, -1), SHORTEST_SINGLE));
  gtk_label_set_max_width_chars (GTK_LABEL (label), LONGEST_ROLE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

GtkWidget *
troupe_crew_agent_row_new (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           const char *const *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  Chooser *self = chooser_new (target, path, row);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), box);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  troupe_typed_text_take_save_key (popover);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  g_object_set_data (G_OBJECT (row), "troupe-face", box);
  g_object_set_data (G_OBJECT (row), "troupe-button", button);
  troupe_form_keep_own_name (row);
  troupe_form_keep_own_name (button);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_agents_cb, self, NULL);
  g_signal_connect_object (get_subject (self), "changed", G_CALLBACK (refresh_agent_cb), row,
                           G_CONNECT_SWAPPED);
  refresh_agent_cb (row);

  return row;
}

/* --- Context ---------------------------------------------------------------------------------- */

static gboolean
has_context (Chooser *self, const char *name)
{
  g_autoptr (GPtrArray) items =
      troupe_crew_target_list (self->target, (const char *const *) self->path);

  for (guint i = 0; i < items->len; i++)
    if (g_strcmp0 (json_node_get_string (items->pdata[i]), name) == 0)
      return TRUE;
  return FALSE;
}

static const char *
get_task_name (Chooser *self, guint index)
{
  JsonNode *task = troupe_crew_subject_get_task (get_subject (self), index);

  return task != NULL && JSON_NODE_HOLDS_OBJECT (task)
             ? json_object_get_string_member_with_default (json_node_get_object (task), "name",
                                                           NULL)
             : NULL;
}

static void
context_toggled_cb (GtkCheckButton *check, Chooser *self)
{
  guint from = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "troupe-task"));
  g_autoptr (GError) error = NULL;

  if (self->is_loading)
    return;
  if (gtk_check_button_get_active (check))
    troupe_crew_edit_add_context (get_subject (self), from, get_index (self), &error);
  else
    troupe_crew_edit_remove_context (get_subject (self), from, get_index (self), &error);
  tell (self, error);
}

static void
kind_toggled_cb (GtkCheckButton *check, Chooser *self)
{
  guint kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "troupe-kind"));
  g_autoptr (GError) error = NULL;

  if (self->is_loading || !gtk_check_button_get_active (check))
    return;
  troupe_crew_edit_set_context_kind (get_subject (self), get_index (self),
                                     (TroupeCrewContextKind) kind, &error);
  tell (self, error);
}

/* Fills the popover with the three types of context. For the last type, the previous tasks are
 * added. */
static void
fill_context (Chooser *self, GtkWidget *popover)
{
  const char *const titles[] = { _ ("All previous tasks"), _ ("None"), _ ("Selected tasks") };
  guint kind = troupe_crew_edit_get_context_kind (get_subject (self), get_index (self));
  GtkWidget *box = g_object_get_data (G_OBJECT (popover), "troupe-box");
  GtkWidget *first = NULL;

  self->is_loading = TRUE;
  troupe_crew_clear_box (box);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (titles[i]);

      gtk_check_button_set_group (GTK_CHECK_BUTTON (check), GTK_CHECK_BUTTON (first));
      first = first != NULL ? first : check;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), i == kind);
      g_object_set_data (G_OBJECT (check), "troupe-kind", GUINT_TO_POINTER (i));
      g_signal_connect (check, "toggled", G_CALLBACK (kind_toggled_cb), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  for (guint i = 0; kind == TROUPE_CREW_CONTEXT_THESE && i < get_index (self); i++)
    {
      g_autofree char *title = troupe_crew_subject_dup_task_title (get_subject (self), i);
      g_autofree char *shown = troupe_text_first_line (title);
      const char *name = get_task_name (self, i);
      GtkWidget *check = gtk_check_button_new_with_label (shown);

      gtk_widget_set_margin_start (check, 24);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                   name != NULL && has_context (self, name));
      g_object_set_data (G_OBJECT (check), "troupe-task", GUINT_TO_POINTER (i));
      g_signal_connect (check, "toggled", G_CALLBACK (context_toggled_cb), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  self->is_loading = FALSE;
}

static gboolean
runs_beside (JsonNode *task)
{
  return task != NULL && JSON_NODE_HOLDS_OBJECT (task) &&
         json_object_get_boolean_member_with_default (json_node_get_object (task),
                                                      "async_execution", FALSE);
}

static void
refresh_context_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);
  JsonNode *task = troupe_crew_subject_get_task (get_subject (self), get_index (self));
  GtkWidget *popover = g_object_get_data (G_OBJECT (row), "troupe-popover");
  TroupeCrewContextKind kind;
  gboolean gets_nothing;
  gboolean gets_all;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) names = NULL;

  if (task == NULL)
    return;
  kind = troupe_crew_edit_get_context_kind (get_subject (self), get_index (self));
  gets_nothing = kind == TROUPE_CREW_CONTEXT_ALL && runs_beside (task);
  gets_all = kind == TROUPE_CREW_CONTEXT_ALL && !gets_nothing;
  items = troupe_crew_target_list (self->target, (const char *const *) self->path);
  names = g_ptr_array_new ();
  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (names, (gpointer) json_node_get_string (items->pdata[i]));
  g_ptr_array_add (names, NULL);
  troupe_crew_opener_set_chips (self->row, (const char *const *) names->pdata,
                                gets_all ? _ ("All previous tasks") : _ ("None"));
  troupe_crew_opener_set_help (row, gets_nothing
                                        ? _ ("A parallel task has no context by default")
                                        : _ ("Tasks whose outputs are passed to this one"));
  if (gets_nothing)
    gtk_widget_add_css_class (row, "told-of");
  else
    gtk_widget_remove_css_class (row, "told-of");
  if (gtk_widget_get_visible (popover))
    fill_context (self, popover);
}

static void
open_context_cb (GtkWidget *row)
{
  GtkWidget *popover = g_object_get_data (G_OBJECT (row), "troupe-popover");

  fill_context (get_chooser (row), popover);
  gtk_popover_popup (GTK_POPOVER (popover));
}

GtkWidget *
troupe_crew_context_row_new (TroupeCrewTarget *target,
                             const TroupeCrewField *field,
                             const char *const *path)
{
  GtkWidget *row = troupe_crew_opener_new (_ (field->title));
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  Chooser *self = chooser_new (target, path, row);

  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_object_set (popover, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  troupe_typed_text_take_save_key (popover);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (field->title), -1);
  g_object_set_data (G_OBJECT (popover), "troupe-box", box);
  /* As a child of the row, the popover is unparented together with it. */
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), popover);
  g_object_set_data (G_OBJECT (row), "troupe-popover", popover);
  g_signal_connect (row, "activated", G_CALLBACK (open_context_cb), NULL);
  g_signal_connect_object (get_subject (self), "changed", G_CALLBACK (refresh_context_cb), row,
                           G_CONNECT_SWAPPED);
  refresh_context_cb (row);

  return row;
}

/* --- Task name -------------------------------------------------------------------------------- */

static void
name_changed_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  g_autofree char *why =
      troupe_form_entry_is_edited (TROUPE_FORM_ENTRY (row)) && text[0] != '\0'
          ? troupe_crew_edit_check_task_name (get_subject (self), get_index (self), text)
          : NULL;

  gtk_widget_set_tooltip_text (row, why);
  if (why != NULL)
    gtk_widget_add_css_class (row, "error");
  else
    gtk_widget_remove_css_class (row, "error");
}

static void
name_committed_cb (GtkWidget *row, const char *name)
{
  Chooser *self = get_chooser (row);
  g_autoptr (GError) error = NULL;

  troupe_crew_edit_rename_task (get_subject (self), get_index (self), name, &error);
  tell (self, error);
}

static void
refresh_name_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);
  const char *name = get_task_name (self, get_index (self));

  troupe_form_entry_set_value (TROUPE_FORM_ENTRY (row), name != NULL ? name : "");
}

GtkWidget *
troupe_crew_name_row_new (TroupeCrewTarget *target,
                          const TroupeCrewField *field,
                          const char *const *path)
{
  GtkWidget *row = troupe_form_entry_new (_ (field->title), "");
  Chooser *self = chooser_new (target, path, row);

  refresh_name_cb (row);
  g_signal_connect (row, "changed", G_CALLBACK (name_changed_cb), NULL);
  g_signal_connect (row, "committed", G_CALLBACK (name_committed_cb), NULL);
  troupe_form_target_keep_typed (TROUPE_FORM_TARGET (target), path, row);
  g_signal_connect_object (get_subject (self), "changed", G_CALLBACK (refresh_name_cb), row,
                           G_CONNECT_SWAPPED);

  return row;
}

/* --- Planning --------------------------------------------------------------------------------- */

/* Returns the path of `planning_config` next to @path. (transfer full) */
static char **
dup_config_path (Chooser *self)
{
  char **path = g_strdupv (self->path);
  guint last = g_strv_length (path) - 1;

  g_free (path[last]);
  path[last] = g_strdup ("planning_config");

  return path;
}

static gboolean
is_planning (Chooser *self)
{
  g_auto (GStrv) config = dup_config_path (self);
  TroupeFormTarget *target = TROUPE_FORM_TARGET (self->target);
  JsonNode *node = troupe_form_target_get (target, (const char *const *) self->path);
  JsonNode *how = troupe_form_target_get (target, (const char *const *) config);

  return (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node)) ||
         (how != NULL && !JSON_NODE_HOLDS_NULL (how));
}

/* Planning is on if it is configured, so switching it off must remove the configuration as well. */
static void
planning_toggled_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);
  GtkSwitch *button = GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)));
  g_auto (GStrv) config = dup_config_path (self);
  TroupeFormTarget *target = TROUPE_FORM_TARGET (self->target);
  gboolean active = gtk_switch_get_active (button);
  g_autoptr (JsonNode) value = active ? troupe_json_node_new_boolean (TRUE) : NULL;

  if (self->is_loading || active == is_planning (self))
    return;
  troupe_crew_subject_begin_edit (get_subject (self), _ ("Planning"));
  troupe_form_target_set (target, (const char *const *) self->path, value, _ ("Planning"), NULL);
  if (!active)
    troupe_form_target_set (target, (const char *const *) config, NULL, _ ("Planning"), NULL);
  troupe_crew_subject_end_edit (get_subject (self));
}

static void
refresh_planning_cb (GtkWidget *row)
{
  Chooser *self = get_chooser (row);

  self->is_loading = TRUE;
  gtk_switch_set_active (GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row))),
                         is_planning (self));
  self->is_loading = FALSE;
}

GtkWidget *
troupe_crew_planning_row_new (TroupeCrewTarget *target,
                              const TroupeCrewField *field,
                              const char *const *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();
  Chooser *self = chooser_new (target, path, row);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (field->title), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  troupe_form_keep_own_name (button);
  refresh_planning_cb (row);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (planning_toggled_cb), row,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_subject (self), "changed", G_CALLBACK (refresh_planning_cb), row,
                           G_CONNECT_SWAPPED);

  return row;
}
