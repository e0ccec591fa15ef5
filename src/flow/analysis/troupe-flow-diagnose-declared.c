/* troupe-flow-diagnose-declared.c: diagnostics of the agents and crews that a flow declares
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

/* Returns TRUE if the problem is reported elsewhere. This applies to missing texts of an agent,
 * and to errors at @path that were found while parsing. */
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

      /* Matches the path itself and paths below it: `tools[0]` but not `tools_more`. */
      if (other->severity == TROUPE_SEVERITY_ERROR && g_str_has_prefix (other->path, whole) &&
          strchr (".[", other->path[strlen (whole)]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Reports an error as a warning that the method will fail. Reports a portability note with its
 * own code, as for a crew file. */
static void
report (TroupeFlowDiagnosis *self, JsonNode *with, const char *path, const TroupeProblem *found)
{
  gsize mark = troupe_flow_reader_enter (self->reader, path);
  JsonNode *node = troupe_flow_find_declared (with, path);
  TroupeProblem *problem = NULL;

  g_assert (self != NULL);

  if (found->severity == TROUPE_SEVERITY_PORTABILITY)
    problem = troupe_flow_reader_report (self->reader, found->severity, node, found->code, "%s",
                                         found->message);
  else
    problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node,
                                         "unusable_declaration",
                                         /* Translators: %s is a sentence that describes the
                                          * problem */
                                         _ ("%s The method will fail when it is reached."),
                                         found->message);
  problem->fix = g_strdup (found->fix);
  troupe_flow_reader_leave (self->reader, mark);
}

/* Reports a model that Python code of the project creates, because CrewAI accepts it only in a
 * crew's file. */
static void
check_made_model (JsonNode *agent, gpointer user_data)
{
  TroupeFlowDiagnosis *self = user_data;
  gsize mark;

  if (!troupe_flow_has_made_model (agent, "llm"))
    return;
  mark = troupe_flow_reader_enter (self->reader, "llm");
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_PORTABILITY, troupe_flow_find_declared (agent, "llm"),
      "made_model",
      _ ("CrewAI accepts a model created in Python in an agent file, but rejects it in a flow."));
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_flow_diagnose_declared (TroupeFlowDiagnosis *self,
                               const TroupeFlowAction *action,
                               JsonNode *with)
{
  g_autoptr (GPtrArray) problems = NULL;

  g_return_if_fail (self != NULL && action != NULL);

  if (with == NULL || action->definition == NULL ||
      !troupe_value_is (action->definition, TROUPE_VALUE_MAP))
    return;
  if (action->type == TROUPE_ACTION_AGENT)
    check_made_model (with, self);
  else
    troupe_flow_each_declared (self->reader, with, check_made_model, self);
  problems = NULL;
  if (action->type == TROUPE_ACTION_AGENT)
    {
      g_autoptr (TroupeValue) agent =
          troupe_value_map_without (action->definition, "response_format");
      g_autoptr (TroupeValue) fields = troupe_crew_read_lone_agent (agent, &problems, NULL);
    }
  else
    {
      g_autoptr (TroupeCrew) crew = troupe_crew_new (action->definition, &problems, NULL);
    }
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *found = problems->pdata[i];

      if (found->severity == TROUPE_SEVERITY_PORTABILITY ||
          (found->severity == TROUPE_SEVERITY_ERROR &&
           !is_reported (self, found->path, action->type == TROUPE_ACTION_AGENT)))
        report (self, with, found->path, found);
    }
}
