/* troupe-crew-rules.c: checks rules between the tasks and agents of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-rules"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-private.h"

static void
report_of_task (TroupeCrewReader *reader,
                const TroupeCrewTask *task,
                const char *key,
                const char *code,
                const char *message)
{
  gsize mark = troupe_crew_reader_enter (reader, task->path);

  if (key != NULL)
    troupe_crew_reader_enter (reader, key);
  troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, code, "%s", message);
  troupe_crew_reader_leave (reader, mark);
}

static void
check_manager (TroupeCrewReader *reader, const TroupeCrew *crew, const TroupeCrewSource *source)
{
  TroupeValue *manager = troupe_value_get_member (source->crew, "manager_agent");
  TroupeValue *model = troupe_value_get_member (source->crew, "manager_llm");
  const char *name = troupe_value_get_member_text (source->crew, "manager_agent");
  gboolean has_model = model != NULL && !(troupe_value_is (model, TROUPE_VALUE_STRING) &&
                                          *troupe_value_get_string (model, NULL) == '\0');
  gsize mark;

  if (crew->process != TROUPE_CREW_HIERARCHICAL)
    return;
  if (manager == NULL && !has_model)
    {
      TroupeProblem *problem;

      mark = troupe_crew_reader_enter (reader, "process");
      problem = troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_ERROR, "no_manager",
          _ ("The “hierarchical” process needs “manager_llm” or “manager_agent”."));
      problem->fix = g_strdup (_ ("Add “\"manager_llm\": \"openai/gpt-4.1-mini\"”."));
      troupe_crew_reader_leave (reader, mark);
      return;
    }
  mark = troupe_crew_reader_enter (reader, "manager_agent");
  for (guint i = 0; name != NULL && i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];

      if (agent->is_listed && !source->is_inline && g_str_equal (agent->name, name))
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "manager_is_agent",
                                   _ ("The manager “%s” must not be listed in “agents”."), name);
    }
  troupe_crew_reader_leave (reader, mark);
}

/* Returns TRUE if the asynchronous task @other may still be running when @index starts. */
static gboolean
runs_beside (const TroupeCrew *crew, guint index, guint other)
{
  g_assert (crew != NULL);

  for (guint i = index; i-- > 0;)
    {
      if (i == other)
        return TRUE;
      if (!crew->tasks[i].is_async)
        return FALSE;
    }
  return FALSE;
}

void
troupe_crew_check_rules (TroupeCrewReader *reader,
                         const TroupeCrew *crew,
                         const TroupeCrewSource *source)
{
  guint n_async = 0;
  guint n_conditional = 0;

  check_manager (reader, crew, source);
  for (guint i = 0; crew->process == TROUPE_CREW_SEQUENTIAL && i < crew->n_tasks; i++)
    if (troupe_value_get_member (crew->tasks[i].fields, "agent") == NULL)
      report_of_task (
          reader, &crew->tasks[i], NULL, "no_agent",
          _ ("The task has no “agent”. In the “sequential” process, every task needs one."));
  while (n_async < crew->n_tasks && crew->tasks[crew->n_tasks - 1 - n_async].is_async)
    n_async++;
  if (n_async > 1)
    report_of_task (reader, &crew->tasks[crew->n_tasks - 1], "async_execution", "async_end",
                    _ ("A crew can end with at most one asynchronous task."));
  for (guint i = 0; i < crew->n_tasks; i++)
    n_conditional += crew->tasks[i].is_conditional ? 1 : 0;
  if (crew->n_tasks > 0 && n_conditional == crew->n_tasks)
    report_of_task (reader, &crew->tasks[0], "type", "only_conditional",
                    _ ("A crew needs at least one unconditional task."));
  if (crew->n_tasks > 0 && crew->tasks[0].is_conditional)
    report_of_task (reader, &crew->tasks[0], "type", "first_conditional",
                    _ ("The first task cannot be conditional: there is no earlier output."));
  for (guint i = 0; i < crew->n_tasks; i++)
    if (crew->tasks[i].is_conditional && crew->tasks[i].is_async)
      report_of_task (reader, &crew->tasks[i], "async_execution", "async_conditional",
                      _ ("A conditional task cannot be asynchronous."));
  for (guint i = 0; i < crew->n_tasks; i++)
    for (guint k = 0; crew->tasks[i].is_async && k < crew->tasks[i].n_context; k++)
      if (crew->tasks[crew->tasks[i].context[k]].is_async &&
          runs_beside (crew, i, crew->tasks[i].context[k]))
        {
          report_of_task (reader, &crew->tasks[i], "context", "async_context",
                          _ ("An asynchronous task cannot use another asynchronous task that runs "
                             "in parallel as context. Put a synchronous task between them."));
          break;
        }
}
