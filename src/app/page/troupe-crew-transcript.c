/* troupe-crew-transcript.c: synchronizes the selection of a crew's canvas with the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-transcript"

#include "config.h"

#include <string.h>

#include "troupe-agent-review.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-id.h"
#include "troupe-crew-transcript.h"
#include "troupe-transcript-group.h"

#define METHOD "troupe-transcript-method"

/* Returns the id of the selected card if exactly one is selected. (transfer full) (nullable) */
static char *
dup_selected (TroupeCrewEditor *editor)
{
  char *selected = NULL;

  g_object_get (editor, "selected", &selected, NULL);
  return selected;
}

static void
selected_cb (TroupeMonitor *monitor, GParamSpec *pspec, TroupeCrewEditor *editor)
{
  g_autofree char *selected = dup_selected (editor);
  const char *agent = troupe_crew_id_get_agent (selected);
  guint task = 0;

  g_assert (TROUPE_IS_MONITOR (monitor));

  if (agent != NULL)
    {
      g_autofree char *role =
          troupe_crew_card_data_dup_role (troupe_crew_editor_get_subject (editor), agent);

      troupe_monitor_choose_agent (monitor, role);
    }
  else
    {
      const gboolean is_task = troupe_crew_id_is_task (selected, &task);

      troupe_monitor_choose_task (monitor, g_object_get_data (G_OBJECT (editor), METHOD),
                                  is_task ? task + 1 : 0);
    }
}

static gboolean
is_of_method (TroupeTranscriptGroup *group, const char *method)
{
  const char *key = troupe_transcript_group_get_key (group);

  return method == NULL || (g_str_has_prefix (key, method) && key[strlen (method)] == '\n');
}

static void
chosen_cb (TroupeCrewEditor *editor, TroupeTranscriptGroup *group)
{
  TroupeCrewSubject *subject = troupe_crew_editor_get_subject (editor);
  const guint number = troupe_transcript_group_get_number (group);
  g_autofree char *selected = dup_selected (editor);
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (editor));

  if (troupe_transcript_group_get_kind (group) == TROUPE_TRANSCRIPT_OF_AGENT)
    {
      const char *role = troupe_transcript_group_get_key (group);
      g_auto (GStrv) agents = NULL;

      agents = troupe_crew_subject_list_agents (subject);
      for (guint i = 0; agents[i] != NULL; i++)
        {
          g_autofree char *own = troupe_crew_card_data_dup_role (subject, agents[i]);

          if (g_strcmp0 (own, role) == 0)
            {
              id = troupe_crew_id_make_agent (agents[i]);
              break;
            }
        }
    }
  else if (number > 0 && number <= troupe_crew_subject_get_n_tasks (subject) &&
           is_of_method (group, g_object_get_data (G_OBJECT (editor), METHOD)))
    id = troupe_crew_id_make_task (number - 1);
  if (id != NULL && g_strcmp0 (id, selected) != 0)
    troupe_crew_editor_select (editor, id);
}

/* Returns the key of the task's spans. (transfer full) */
static char *
make_key (const char *method, guint task)
{
  return method != NULL ? g_strdup_printf ("%s\nmethods.%s.do.with.tasks[%u]", method, method, task)
                        : g_strdup_printf ("\ntasks[%u]", task);
}

static void
add_agent (GListStore *groups, const char *role, gboolean manages)
{
  g_autoptr (TroupeTranscriptGroup) group =
      troupe_transcript_group_new (TROUPE_TRANSCRIPT_OF_AGENT, role, role, 0);

  troupe_transcript_group_set_manages (group, manages);
  g_list_store_append (groups, group);
}

static void
run_begins_cb (TroupeMonitor *monitor, TroupeCrewEditor *editor)
{
  TroupeCrewSubject *subject = troupe_crew_editor_get_subject (editor);
  const char *method = g_object_get_data (G_OBJECT (editor), METHOD);
  g_autoptr (GListStore) groups = g_list_store_new (TROUPE_TYPE_TRANSCRIPT_GROUP);
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  g_autofree char *manager = troupe_crew_subject_dup_manager (subject);

  g_assert (TROUPE_IS_MONITOR (monitor));

  if (manager == NULL && troupe_crew_subject_get_process (subject) == TROUPE_CREW_HIERARCHICAL)
    add_agent (groups, troupe_agent_manager_get_role (), TRUE);

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject); i++)
    {
      g_autofree char *key = make_key (method, i);
      g_autofree char *title = troupe_crew_subject_dup_task_title (subject, i);
      g_autoptr (TroupeTranscriptGroup) group =
          troupe_transcript_group_new (TROUPE_TRANSCRIPT_OF_TASK, key, title, i + 1);

      g_list_store_append (groups, group);
    }
  for (guint i = 0; agents[i] != NULL; i++)
    {
      g_autofree char *role = troupe_crew_card_data_dup_role (subject, agents[i]);

      /* Roles with placeholders are skipped, because the values of the inputs are not known yet,
       * and the same agent would be listed twice. */
      if (role != NULL && strchr (role, '{') == NULL)
        add_agent (groups, role, g_strcmp0 (agents[i], manager) == 0);
    }
  troupe_monitor_expect (monitor, G_LIST_MODEL (groups));
}

void
troupe_crew_transcript_join (TroupeCrewEditor *editor, TroupeMonitor *monitor, const char *method)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (editor));
  g_return_if_fail (TROUPE_IS_MONITOR (monitor));

  g_object_set_data_full (G_OBJECT (editor), METHOD, g_strdup (method), g_free);
  g_signal_connect_object (editor, "notify::selected", G_CALLBACK (selected_cb), monitor,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "run-begins", G_CALLBACK (run_begins_cb), monitor,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (monitor, "group-chosen", G_CALLBACK (chosen_cb), editor,
                           G_CONNECT_SWAPPED);
}
