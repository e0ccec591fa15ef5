/* troupe-agent-report.c: emits the events of an agent's execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-report"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-private.h"
#include "troupe-agent-report.h"

/* Returns FALSE and leaves @fields uninitialized if the bus has no listeners. */
static gboolean
begin_fields (const TroupeAgentReporter *news, TroupeMapBuilder *fields)
{
  g_assert (news != NULL);

  if (!troupe_agent_events_are_watched (news->bus))
    return FALSE;

  troupe_agent_events_begin (fields, news->agent->role);
  troupe_agent_events_add_text (fields, "task_name", news->job->title);
  return TRUE;
}

void
troupe_agent_report_started (const TroupeAgentReporter *news, TroupeValue *input, GPtrArray *tools)
{
  gboolean is_task = news->job->is_task;
  TroupeMapBuilder fields;
  guint n_tools;
  g_autofree TroupeValue **items = NULL;

  if (!begin_fields (news, &fields))
    return;
  if (!is_task)
    {
      TroupeMapBuilder info;

      g_assert (news->agent != NULL);
      troupe_map_builder_init (&info);
      troupe_agent_events_add_text (&info, "role", news->agent->role);
      troupe_agent_events_add_text (&info, "goal", news->agent->goal);
      troupe_agent_events_add_text (&info, "backstory", news->agent->backstory);
      troupe_map_builder_add (&fields, "agent_info", troupe_map_builder_end (&info));
    }
  troupe_map_builder_add (&fields, is_task ? "task_prompt" : "messages", troupe_value_ref (input));
  n_tools = tools != NULL ? tools->len : 0;
  items = g_new (TroupeValue *, n_tools + 1);
  for (guint i = 0; i < n_tools; i++)
    items[i] = troupe_value_new_string (troupe_tool_get_name (g_ptr_array_index (tools, i)), -1);
  troupe_map_builder_add (&fields, "tools", troupe_value_new_list (items, n_tools));
  troupe_agent_events_add_verbose (&fields, troupe_agent_definition_get_fields (news->agent));
  troupe_agent_events_emit (news->bus,
                            is_task ? TROUPE_EVENT_EXECUTION_STARTED : TROUPE_EVENT_AGENT_STARTED,
                            news->scope, &fields);
}

void
troupe_agent_report_finished (const TroupeAgentReporter *news, const char *output)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_agent_events_add_text (&fields, "output", output);
  troupe_agent_events_emit (
      news->bus, news->job->is_task ? TROUPE_EVENT_EXECUTION_FINISHED : TROUPE_EVENT_AGENT_FINISHED,
      news->scope, &fields);
}

void
troupe_agent_report_failed (const TroupeAgentReporter *news, const char *kind, const GError *error)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_agent_events_add_error (&fields, kind, error);
  troupe_agent_events_emit (
      news->bus, news->job->is_task ? TROUPE_EVENT_EXECUTION_FAILED : TROUPE_EVENT_AGENT_FAILED,
      news->scope, &fields);
}
