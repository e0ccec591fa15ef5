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
#include "troupe-rights.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"

static const char *
get_role (const TroupeFlowMethod *method)
{
  if (method->router)
    return _ ("router");
  return method->start ? _ ("start") : _ ("listener");
}

/* @when, @events: (nullable): what it waits for, and what it emits */
static char *
describe_method (const TroupeFlowMethod *method, const char *when, const char *events)
{
  const char *role = get_role (method);
  const char *action = troupe_action_type_get_name (method->action->type);

  /* Translators: the role of a method, the name of its action, then names of events. */
  if (when != NULL && events != NULL)
    return g_strdup_printf (_ ("%s, %s, after %s, emits %s"), role, action, when, events);
  if (when != NULL)
    return g_strdup_printf (_ ("%s, %s, after %s"), role, action, when);
  if (events != NULL)
    return g_strdup_printf (_ ("%s, %s, emits %s"), role, action, events);
  return g_strdup_printf (C_ ("role and action", "%s, %s"), role, action);
}

/* Names of events, as a line. */
static char *
join_events (char **events)
{
  g_autofree char *joined = troupe_text_list_join ((const char *const *) events);

  return troupe_text_to_line (joined);
}

static void
print_method (const TroupeFlowMethod *method)
{
  const TroupeCondition *condition =
      method->listen != NULL ? method->listen : method->start_condition;
  g_autofree char *text = condition != NULL ? troupe_condition_to_text (condition) : NULL;
  g_autofree char *when = text != NULL ? troupe_text_to_line (text) : NULL;
  g_autofree char *events =
      method->emit != NULL && method->router ? join_events (method->emit) : NULL;
  g_autofree char *line = describe_method (method, when, events);
  g_autofree char *name = troupe_text_to_line (method->name);

  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", name);
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s\n", line);
}

static void
print_text (TroupeFlow *flow, TroupeValue *explained)
{
  g_autofree char *rights = troupe_rights_describe (explained);
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
    print_method (troupe_flow_get_method (flow, i));
  if (*rights == '\0')
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE,
                           _ ("It only computes: no program, no host, no file.\n"));
  else
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, rights);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (TroupeLoaded) loaded =
      troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  g_autoptr (TroupeValue) of_document = NULL;
  g_autoptr (TroupeValue) explained = NULL;
  g_autoptr (TroupeProjectCode) code = NULL;
  g_autofree char *folder = NULL;
  TroupeFlow *flow = NULL;

  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  flow = troupe_flow_document_get_flow (loaded->document);
  folder = troupe_project_code_get_folder (
      troupe_document_get_path (TROUPE_DOCUMENT (loaded->document)));
  of_document = troupe_rights_explain (flow, folder);
  code =
      troupe_project_code_find (folder, troupe_value_map_lookup_string (of_document, "python", -1));
  explained = troupe_rights_add_code (of_document, code);
  if (troupe_command_line_has (line, "json"))
    troupe_terminal_print_json (explained);
  else
    print_text (flow, explained);
  return TROUPE_EXIT_OK;
}

const TroupeCommand troupe_command_show = {
  .name = "show",
  .arguments = "FILE",
  .summary = N_ ("Show what a flow is and what it can do, without starting anything."),
  .example = "troupectl show content.json",
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
