/* troupe-flow-diagnose-declared.c: whether the agents and crews that a flow declares can be made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-declared"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew.h"
#include "troupe-flow-declared.h"
#include "troupe-flow-diagnose-declared.h"

/* The name of the only agent of an agent action, in the crew that is made for it. */
#define ONLY "agent"
#define ONLY_PATH "agents." ONLY "."

/* A crew of the agent alone, with a task that asks for nothing. (transfer full) */
static TroupeValue *
wrap_agent (TroupeValue *definition)
{
  g_autoptr (TroupeValue) agent = troupe_value_map_without (definition, "response_format");
  TroupeValue *task;
  TroupeMapBuilder builder;

  g_assert (definition != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "description", troupe_value_new_string ("-", -1));
  troupe_map_builder_add (&builder, "expected_output", troupe_value_new_string ("-", -1));
  troupe_map_builder_add (&builder, "agent", troupe_value_new_string (ONLY, -1));
  task = troupe_map_builder_end (&builder);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, ONLY, g_steal_pointer (&agent));
  agent = troupe_map_builder_end (&builder);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "agents", g_steal_pointer (&agent));
  troupe_map_builder_add (&builder, "tasks", troupe_value_new_list (&task, 1));
  return troupe_map_builder_end (&builder);
}

/* Whether somebody reports it already: what is missing of an agent, and what is wrong with the place of @path, where
 * reading did. */
static gboolean
is_reported (TroupeFlowDiagnosis *self, const char *path, gboolean is_agent)
{
  static const char *const texts[] = { "role", "goal", "backstory", "", NULL };
  g_autofree char *whole = g_strdup_printf ("%s%s%s", self->reader->path->str,
                                            *path != '\0' && *path != '[' ? "." : "", path);

  g_assert (self != NULL);

  if (is_agent && g_strv_contains (texts, path))
    return TRUE;
  for (guint i = 0; i < self->reader->problems->len; i++)
    {
      const TroupeProblem *other = self->reader->problems->pdata[i];

      if (other->severity == TROUPE_SEVERITY_ERROR && g_str_has_prefix (other->path, whole))
        return TRUE;
    }
  return FALSE;
}

static void
report (TroupeFlowDiagnosis *self, JsonNode *with, const char *path, const TroupeProblem *found)
{
  gsize mark = troupe_flow_reader_enter (self->reader, path);
  TroupeProblem *problem =
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_flow_find_declared (with, path), "unusable_declaration",
                                 /* Translators: a sentence that says what is wrong */
                                 _ ("%s The method fails when it is reached."), found->message);

  g_assert (self != NULL);

  problem->fix = g_strdup (found->fix);
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_flow_diagnose_declared (TroupeFlowDiagnosis *self,
                               const TroupeFlowAction *action,
                               JsonNode *with)
{
  const gboolean is_agent = action->type == TROUPE_ACTION_AGENT;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeValue) definition = NULL;
  g_autoptr (TroupeCrew) crew = NULL;

  g_return_if_fail (self != NULL && action != NULL);

  if (with == NULL || action->definition == NULL ||
      !troupe_value_is (action->definition, TROUPE_VALUE_MAP))
    return;
  definition = is_agent ? wrap_agent (action->definition) : troupe_value_ref (action->definition);
  crew = troupe_crew_new (definition, &problems, NULL);
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *found = problems->pdata[i];
      const char *path = found->path;

      if (found->severity != TROUPE_SEVERITY_ERROR)
        continue;
      if (is_agent && !g_str_has_prefix (path, ONLY_PATH))
        continue;
      if (is_agent)
        path += strlen (ONLY_PATH);
      if (!is_reported (self, path, is_agent))
        report (self, with, path, found);
    }
}
