/* troupe-command-show.c: troupectl show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-show"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-consent.h"
#include "troupe-run-inputs.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"

static void
print_task (TroupeCrew *crew, const TroupeCrewTask *task)
{
  g_autofree char *name = troupe_text_first_line (troupe_crew_task_get_title (task));
  g_autofree char *agent =
      task->agent >= 0 ? troupe_text_first_line (crew->agents[task->agent].role) : NULL;

  g_assert (crew != NULL);

  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", name);
  if (agent != NULL)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s", agent);
  if (task->is_async)
    troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "  %s", _ ("async"));
  if (task->is_conditional)
    troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "  %s", _ ("conditional"));
  if (task->human_input)
    troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "  %s", _ ("human input"));
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, "\n");
}

static void
print_crew (TroupeCrew *crew, TroupeValue *inputs, const char *permissions)
{
  g_autofree char *name = troupe_text_to_line (crew->name);

  g_assert (crew != NULL);

  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", name);
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                         crew->process == TROUPE_CREW_HIERARCHICAL
                             ? ngettext ("%u task, assigned by a manager\n",
                                         "%u tasks, assigned by a manager\n", crew->n_tasks)
                             : ngettext ("%u task\n", "%u tasks\n", crew->n_tasks),
                         crew->n_tasks);
  for (guint i = 0; i < crew->n_tasks; i++)
    print_task (crew, &crew->tasks[i]);
  troupe_run_inputs_print (inputs);
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, permissions);
}

static void
print_text (TroupeFlow *flow, TroupeValue *inputs, const char *permissions)
{
  const char *title = troupe_flow_get_name (flow);
  const char *description = troupe_flow_get_description (flow);
  g_autofree char *name = title != NULL ? troupe_text_to_line (title) : g_strdup (_ ("Flow"));
  guint n_methods = troupe_flow_get_n_methods (flow);

  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%s\n", name);
  if (description != NULL)
    {
      g_autofree char *shown = troupe_text_to_line (description);

      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", shown);
    }
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                         ngettext ("%u method\n", "%u methods\n", n_methods), n_methods);
  for (guint i = 0; i < n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeCondition *condition =
          method->listen != NULL ? method->listen : method->start_condition;
      g_autofree char *text = condition != NULL ? troupe_condition_to_text (condition) : NULL;
      g_autofree char *when = text != NULL ? troupe_text_to_line (text) : NULL;
      g_autofree char *events = NULL;
      g_autofree char *line = NULL;
      g_autofree char *method_name = NULL;
      const char *role;
      const char *action;

      if (method->emit != NULL && method->router)
        {
          g_autofree char *joined = troupe_text_list_join ((const char *const *) method->emit);

          events = troupe_text_to_line (joined);
        }
      /* Describes a method in one line. */
      if (method->router)
        role = _ ("router");
      else
        role = method->start ? _ ("start") : _ ("listener");
      action = troupe_action_type_get_name (method->action->type);
      if (when != NULL && events != NULL)
        line = g_strdup_printf (_ ("%s, %s, after %s, emits %s"), role, action, when, events);
      else if (when != NULL)
        line = g_strdup_printf (_ ("%s, %s, after %s"), role, action, when);
      else if (events != NULL)
        line = g_strdup_printf (_ ("%s, %s, emits %s"), role, action, events);
      else
        line = g_strdup_printf (C_ ("role and action", "%s, %s"), role, action);
      method_name = troupe_text_to_line (method->name);
      troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", method_name);
      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s\n", line);
    }
  troupe_run_inputs_print (inputs);
  if (*permissions == '\0')
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE,
                           _ ("Only computations: no programs, hosts or files.\n"));
  else
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, permissions);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (TroupeLoaded) loaded =
      troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  g_autoptr (TroupeConsent) consent = NULL;
  g_autoptr (TroupeValue) of_consent = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  g_autoptr (TroupeValue) complete = NULL;
  g_autoptr (TroupeValue) permission_report = NULL;
  g_autoptr (TroupeRedactor) redactor = NULL;
  g_autofree char *data_folder = NULL;
  g_autofree char *described = NULL;
  g_autofree char *permissions = NULL;
  TroupeValue *shown = NULL;
  TroupeFlow *flow = NULL;
  TroupeCrew *crew = NULL;

  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  flow = troupe_flow_document_get_flow (loaded->document);
  consent = troupe_consent_new_for_flow (flow, troupe_loaded_get_path (loaded));
  data_folder = troupe_command_get_consent_folder ();
  troupe_consent_compare (consent, data_folder);
  of_consent = troupe_consent_to_value (consent);
  inputs = troupe_run_inputs_list (loaded);
  complete = troupe_value_map_with (of_consent, "inputs", inputs);
  redactor = troupe_loaded_make_redactor (loaded);
  permission_report = troupe_redactor_hide_value (redactor, complete);
  shown = troupe_value_map_lookup_string (permission_report, "inputs", -1);
  described = troupe_consent_describe (consent);
  permissions = troupe_redactor_hide_text (redactor, described);
  if (loaded->crew != NULL)
    crew = troupe_crew_document_get_crew (loaded->crew);
  if (troupe_command_line_has (line, "json") && crew != NULL)
    {
      g_autoptr (TroupeValue) of_crew = NULL;
      g_autoptr (TroupeValue) without = NULL;
      g_autoptr (TroupeValue) with_agents = NULL;
      g_autoptr (TroupeValue) agents = NULL;
      g_autoptr (TroupeValue) tasks = NULL;
      g_autofree TroupeValue **items = NULL;

      /* Replaces the methods in the report of a crew with the agents and tasks of the crew. */
      without = troupe_value_map_without (permission_report, "methods");
      items = g_new (TroupeValue *, MAX (crew->n_agents, crew->n_tasks) + 1);
      for (guint i = 0; i < crew->n_agents; i++)
        items[i] = troupe_value_new_string (crew->agents[i].role, -1);
      agents = troupe_value_new_list (items, crew->n_agents);
      for (guint i = 0; i < crew->n_tasks; i++)
        items[i] = troupe_value_new_string (troupe_crew_task_get_title (&crew->tasks[i]), -1);
      tasks = troupe_value_new_list (items, crew->n_tasks);
      with_agents = troupe_value_map_with (without, "agents", agents);
      of_crew = troupe_value_map_with (with_agents, "tasks", tasks);
      troupe_terminal_print_json (of_crew);
    }
  else if (troupe_command_line_has (line, "json"))
    troupe_terminal_print_json (permission_report);
  else if (crew != NULL)
    print_crew (crew, shown, permissions);
  else
    print_text (flow, shown, permissions);
  return TROUPE_EXIT_OK;
}

const TroupeCommand troupe_command_show = {
  .name = "show",
  .arguments = "FILE",
  .summary = N_ ("Show the structure and the permissions of a flow or a crew, without running it."),
  .example = "troupectl show content.json",
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
