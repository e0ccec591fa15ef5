/* troupe-task-control.c: breakpoints on the selected tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-task-control"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-breakpoint-form.h"
#include "troupe-crew-breakpoints.h"
#include "troupe-crew-editor-private.h"
#include "troupe-crew-id.h"
#include "troupe-rename-popover.h"
#include "troupe-task-control.h"

gboolean
troupe_task_control_have_breakpoints (TroupeCrewEditor *editor)
{
  g_autoptr (GArray) tasks = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (editor), FALSE);

  tasks = troupe_crew_editor_list_tasks (editor);
  for (guint i = 0; i < tasks->len; i++)
    if (troupe_crew_breakpoints_find (editor->subject, g_array_index (tasks, guint, i)) == NULL)
      return FALSE;
  return tasks->len > 0;
}

/* Says why a change was refused. */
static void
report (TroupeCrewEditor *editor, GError *error)
{
  if (error != NULL)
    troupe_crew_editor_say (editor, error->message);
}

void
troupe_task_control_toggle_breakpoint (TroupeCrewEditor *editor)
{
  g_autoptr (GArray) tasks = NULL;
  g_autoptr (GError) error = NULL;
  gboolean are_set;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor));

  tasks = troupe_crew_editor_list_tasks (editor);
  are_set = troupe_task_control_have_breakpoints (editor);
  if (tasks->len > 1)
    troupe_crew_subject_begin_edit (editor->subject,
                                    are_set ? _ ("Remove Breakpoints") : _ ("Set Breakpoints"));
  for (guint i = 0; i < tasks->len && error == NULL; i++)
    {
      const guint task = g_array_index (tasks, guint, i);

      /* A condition is kept. */
      if (are_set || troupe_crew_breakpoints_find (editor->subject, task) == NULL)
        troupe_crew_breakpoints_set (editor->subject, task, are_set ? NULL : "", &error);
    }
  if (tasks->len > 1)
    troupe_crew_subject_end_edit (editor->subject);
  report (editor, error);
}

void
troupe_task_control_remove_all_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GError) error = NULL;

  troupe_crew_breakpoints_clear (TROUPE_CREW_EDITOR (widget)->subject, &error);
  report (TROUPE_CREW_EDITOR (widget), error);
}

/* --- Condition -------------------------------------------------------------------------------- */

static char *
check_condition (const char *text, gpointer user_data)
{
  return troupe_breakpoint_form_check (text);
}

static char *
describe_condition (const char *text, gpointer user_data)
{
  return g_strdup (*text == '\0' ? _ ("The run pauses before the task.")
                                 : _ ("The run pauses before the task if this is true."));
}

static void
condition_entered_cb (TroupeCrewEditor *self, const char *condition)
{
  g_autoptr (GError) error = NULL;
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (troupe_crew_id_is_task (self->chosen, &task))
    troupe_crew_breakpoints_set (self->subject, task, condition, &error);
  report (self, error);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
troupe_task_control_ask_condition (TroupeCrewEditor *editor, guint task)
{
  g_autofree char *field = NULL;
  const char *condition = NULL;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor));

  if (editor->condition == NULL)
    {
      editor->condition = troupe_rename_popover_new (check_condition, editor);
      troupe_rename_popover_set_text (TROUPE_RENAME_POPOVER (editor->condition),
                                      _ ("Breakpoint If"), "outputs.gather.contains('rain')",
                                      describe_condition);
      g_signal_connect_object (editor->condition, "named", G_CALLBACK (condition_entered_cb),
                               editor, G_CONNECT_SWAPPED);
    }
  g_free (editor->chosen);
  editor->chosen = troupe_crew_id_make_task (task);
  condition = troupe_crew_breakpoints_find (editor->subject, task);
  field = g_strdup_printf ("breakpoints.%u", task);
  troupe_crew_popovers_place_at (editor->popovers, editor->condition, editor->chosen);
  troupe_rename_popover_ask (TROUPE_RENAME_POPOVER (editor->condition), _ ("Condition"),
                             condition != NULL ? condition : "",
                             troupe_crew_subject_get_document (editor->subject), field);
}

void
troupe_task_control_breakpoint_if_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  guint task = 0;

  if (troupe_crew_id_is_task (self->selected, &task))
    troupe_task_control_ask_condition (self, task);
}

/* --- Actions and menus ------------------------------------------------------------------------ */

void
troupe_task_control_update_actions (TroupeCrewEditor *editor)
{
  g_autoptr (GArray) tasks = NULL;
  GtkWidget *widget = NULL;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor));

  widget = GTK_WIDGET (editor);
  tasks = troupe_crew_editor_list_tasks (editor);
  gtk_widget_action_set_enabled (widget, "crew.breakpoint", tasks->len > 0);
  gtk_widget_action_set_enabled (widget, "crew.breakpoint-if", tasks->len == 1);
  gtk_widget_action_set_enabled (widget, "crew.remove-breakpoints",
                                 troupe_crew_breakpoints_exist (editor->subject));
  g_object_notify (G_OBJECT (editor), "selected-breaks");
}

static void
append (GMenu *section, const char *label, const char *action, const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (section, item);
}

void
troupe_task_control_add_menu (TroupeCrewEditor *editor, GMenu *menu)
{
  g_autoptr (GMenu) section = NULL;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor) && G_IS_MENU (menu));

  section = g_menu_new ();
  append (section, _ ("Breakpoint"), "crew.breakpoint", "<Control>b");
  append (section, _ ("Breakpoint If…"), "crew.breakpoint-if", "<Shift>b");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

void
troupe_task_control_add_ground_menu (TroupeCrewEditor *editor, GMenu *menu)
{
  g_autoptr (GMenu) section = NULL;

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor) && G_IS_MENU (menu));

  if (!troupe_crew_breakpoints_exist (editor->subject))
    return;
  section = g_menu_new ();
  append (section, _ ("Remove All Breakpoints"), "crew.remove-breakpoints", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}
