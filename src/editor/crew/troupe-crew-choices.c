/* troupe-crew-choices.c: choosers over the canvas of a crew: adding, connecting, searching
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-choices"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-editor-private.h"
#include "troupe-crew-id.h"
#include "troupe-provider-table.h"

/* --- Adding ------------------------------------------------------------------------------------------ */

void
troupe_crew_editor_add_task_at (TroupeCrewEditor *self, guint index)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_crew_edit_add_task (self->subject, index, &error);
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (troupe_crew_editor_report (self, error))
    return;
  id = troupe_crew_id_make_task (MIN (index, troupe_crew_subject_get_n_tasks (self->subject) - 1));
  troupe_crew_editor_select (self, id);
  troupe_canvas_set_focus_id (self->canvas, id);
  troupe_crew_popovers_ask_text (self->popovers, id);
}

static void
add_task (TroupeCrewEditor *self)
{
  g_autoptr (GArray) tasks = troupe_crew_editor_list_tasks (self);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  /* After the last selected task. */
  troupe_crew_editor_add_task_at (
      self, tasks->len > 0 ? g_array_index (tasks, guint, tasks->len - 1) + 1 : G_MAXUINT);
}

static void
add_agent (TroupeCrewEditor *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_crew_edit_add_agent (self->subject, NULL, &error);
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (troupe_crew_editor_report (self, error))
    return;
  id = troupe_crew_id_make_agent (name);
  troupe_crew_editor_select (self, id);
  troupe_canvas_set_focus_id (self->canvas, id);
  troupe_crew_popovers_ask_text (self->popovers, id);
}

static void
addition_chosen (guint index, gpointer user_data)
{
  if (index == 0)
    add_task (user_data);
  else
    add_agent (user_data);
}

void
troupe_crew_editor_ask_at (TroupeCrewEditor *self, double x, double y)
{
  const char *const names[] = { _ ("Task"), _ ("Agent"), NULL };
  const char *const details[] = { _ ("What is to be done, and what the result looks like"),
                                  _ ("Has a role, a goal and tools, and carries out tasks"), NULL };
  static const char *const keys[] = { "T", "N", NULL };

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_popovers_choose_kind (self->popovers, _ ("Add"), names, details, keys, x, y,
                                    addition_chosen, self);
}

void
troupe_crew_choices_add_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  graphene_rect_t free_view;
  double x, y;

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "crew.add-task"))
    {
      add_task (self);
      return;
    }
  if (g_str_equal (name, "crew.add-agent"))
    {
      add_agent (self);
      return;
    }
  troupe_editor_view_get_free (self->view, &free_view);
  if (!troupe_canvas_get_pointer (self->canvas, &x, &y))
    {
      x = (double) (free_view.origin.x + free_view.size.width / 2);
      y = (double) (free_view.origin.y + free_view.size.height / 3);
    }
  troupe_crew_editor_ask_at (self, x, y);
}

/* --- Choosing a task or agent ----------------------------------------------------------------- */

/* Returns titles such as `2, compare`. (transfer full), NULL-terminated */
static char **
list_task_titles (TroupeCrewEditor *self)
{
  const guint n = troupe_crew_subject_get_n_tasks (self->subject);
  char **titles = g_new0 (char *, n + 1);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = troupe_crew_subject_dup_task_title (self->subject, i);

      titles[i] = g_strdup_printf ("%u, %s", i + 1, title);
    }
  return titles;
}

static void
context_chosen (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  guint from = 0;

  /* The list only contains the tasks after the chosen task. */
  if (troupe_crew_id_is_task (self->chosen, &from))
    troupe_crew_gestures_connect (self->gestures, from, from + 1 + index);
}

void
troupe_crew_choices_connect_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_auto (GStrv) titles = list_task_titles (self);
  g_autofree char *own = NULL;
  g_autofree char *title = NULL;
  guint from = 0;

  g_assert (GTK_IS_WIDGET (widget));

  if (!troupe_crew_id_is_task (self->selected, &from) || titles[from] == NULL)
    return;
  if (titles[from + 1] == NULL)
    {
      troupe_crew_editor_say (self, _ ("A task’s output can only be used by later tasks."));
      return;
    }
  own = troupe_crew_subject_dup_task_title (self->subject, from);
  title = g_strdup_printf (_ ("Use Output of %s In…"), own);
  troupe_set_str (&self->chosen, self->selected);
  troupe_crew_popovers_choose (self->popovers, title, (const char *const *) titles + from + 1,
                               self->chosen, 0, 0, context_chosen, self);
}

static void
agent_chosen (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  g_autoptr (GError) error = NULL;
  guint task = 0;

  if (index < g_strv_length (agents) && troupe_crew_id_is_task (self->chosen, &task))
    troupe_crew_edit_assign_agent (self->subject, task, agents[index], &error);
  troupe_crew_editor_report (self, error);
}

static void
task_for_agent_chosen (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  const char *agent = troupe_crew_id_get_agent (self->chosen);
  g_autoptr (GError) error = NULL;

  if (agent != NULL)
    troupe_crew_edit_assign_agent (self->subject, index, agent, &error);
  troupe_crew_editor_report (self, error);
}

/* Returns what the cards of the agents show, in their order, each with its id. (transfer full) */
static char **
list_roles (TroupeCrewEditor *self, char **agents)
{
  g_autoptr (GStrvBuilder) roles = g_strv_builder_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; agents[i] != NULL; i++)
    {
      g_autofree char *role = troupe_crew_card_data_dup_role (self->subject, agents[i]);
      g_autofree char *both = role != NULL && !g_str_equal (role, agents[i])
                                  ? g_strdup_printf ("%s (%s)", role, agents[i])
                                  : g_strdup (agents[i]);

      g_strv_builder_add (roles, both);
    }
  return g_strv_builder_end (roles);
}

void
troupe_crew_choices_assign_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  g_auto (GStrv) roles = list_roles (self, agents);
  g_auto (GStrv) titles = list_task_titles (self);

  g_assert (GTK_IS_WIDGET (widget));

  if (self->selected == NULL)
    return;
  troupe_set_str (&self->chosen, self->selected);
  if (troupe_crew_id_is_task (self->chosen, NULL))
    troupe_crew_popovers_choose (self->popovers, _ ("Assign Agent"), (const char *const *) roles,
                                 self->chosen, 0, 0, agent_chosen, self);
  else if (troupe_crew_id_get_agent (self->chosen) != NULL)
    troupe_crew_popovers_choose (self->popovers, _ ("Choose a Task"), (const char *const *) titles,
                                 self->chosen, 0, 0, task_for_agent_chosen, self);
}

/* Returns the models that the agents have, then the usual ones, each once. (transfer full),
 * NULL-terminated */
static char **
list_models (TroupeCrewEditor *self)
{
  g_auto (GStrv) own = troupe_crew_card_data_list_models (self->subject);
  const char *const *examples = troupe_provider_list_examples ();
  g_autoptr (GStrvBuilder) models = g_strv_builder_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_strv_builder_addv (models, (const char **) own);
  for (guint i = 0; examples[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) own, examples[i]))
      g_strv_builder_add (models, examples[i]);
  return g_strv_builder_end (models);
}

static void
model_chosen (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  g_auto (GStrv) models = list_models (self);
  g_autoptr (GError) error = NULL;

  if (index < g_strv_length (models))
    troupe_crew_edit_set_models (self->subject, models[index], &error);
  troupe_crew_editor_report (self, error);
}

void
troupe_crew_choices_models_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_auto (GStrv) models = list_models (self);
  graphene_rect_t free_view;

  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_view_get_free (self->view, &free_view);
  troupe_crew_popovers_choose (self->popovers, _ ("Model of All Agents"),
                               (const char *const *) models, NULL,
                               (double) (free_view.origin.x + free_view.size.width / 2),
                               (double) (free_view.origin.y + free_view.size.height / 3),
                               model_chosen, self);
}

/* The list contains the tasks first, then the agents, as in list_found(). */
static void
found (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  const guint n_tasks = troupe_crew_subject_get_n_tasks (self->subject);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  g_autofree char *id = NULL;

  if (index < n_tasks)
    id = troupe_crew_id_make_task (index);
  else if (index - n_tasks < g_strv_length (agents))
    id = troupe_crew_id_make_agent (agents[index - n_tasks]);
  else
    return;
  troupe_crew_editor_select (self, id);
  troupe_canvas_set_focus_id (self->canvas, id);
}

void
troupe_crew_choices_find_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_auto (GStrv) titles = list_task_titles (self);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  graphene_rect_t view;

  g_assert (GTK_IS_WIDGET (widget));

  for (guint i = 0; titles[i] != NULL; i++)
    {
      JsonNode *task = troupe_crew_subject_get_task (self->subject, i);
      g_autofree char *about = troupe_crew_card_value_dup_line (task, "description");

      g_ptr_array_add (names, about != NULL ? g_strdup_printf ("%s · %s", titles[i], about)
                                            : g_strdup (titles[i]));
    }
  for (guint i = 0; agents[i] != NULL; i++)
    {
      g_autofree char *role = troupe_crew_card_data_dup_role (self->subject, agents[i]);

      g_ptr_array_add (names, g_strdup_printf ("%s · %s", agents[i], role));
    }
  g_ptr_array_add (names, NULL);
  troupe_canvas_get_view (self->canvas, &view);
  troupe_crew_popovers_choose (self->popovers, _ ("Find"), (const char *const *) names->pdata, NULL,
                               (double) (view.origin.x + view.size.width / 3),
                               (double) view.origin.y, found, self);
}

/* --- Choosing a manager ----------------------------------------------------------------------- */

static void
manager_chosen (guint index, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  g_autoptr (GError) error = NULL;

  if (index < g_strv_length (agents))
    troupe_crew_edit_set_manager (self->subject, agents[index], &error);
  troupe_crew_editor_report (self, error);
}

void
troupe_crew_choices_manager_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (self->subject);
  const char *agent = troupe_crew_id_get_agent (self->selected);
  g_autoptr (GError) error = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  if (agent == NULL)
    {
      troupe_crew_popovers_choose (self->popovers, _ ("Choose a Manager"),
                                   (const char *const *) agents, self->selected, 0, 0,
                                   manager_chosen, self);
      return;
    }
  troupe_crew_edit_set_manager (self->subject, agent, &error);
  troupe_crew_editor_report (self, error);
}
