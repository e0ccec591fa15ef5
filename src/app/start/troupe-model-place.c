/* troupe-model-place.c: the field of a document that chooses a model for which a key is missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-model-place"

#include "config.h"

#include <string.h>

#include "troupe-flow-document.h"
#include "troupe-model-place.h"

#define CODE "missing_key"

/* Returns TRUE if @message has @name in quotes. @name: (nullable) */
static gboolean
names (const char *message, const char *name)
{
  g_autofree char *quoted = g_strdup_printf ("“%s”", name != NULL ? name : "");

  return name != NULL && *name != '\0' && strstr (message, quoted) != NULL;
}

/* (transfer full) */
static TroupeProblem *
find_in_flow (TroupeFlow *flow, const char *message)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autofree char *path = NULL;
      TroupeProblem *place;

      if (!names (message, method->name))
        continue;
      if (method->action != NULL && method->action->type == TROUPE_ACTION_AGENT)
        path = g_strdup_printf ("methods.%s.do.with.llm", method->name);
      else if (method->feedback != NULL)
        path = g_strdup_printf ("methods.%s.human_feedback.llm", method->name);
      else
        path = g_strdup_printf ("methods.%s", method->name);
      place = troupe_problem_new (TROUPE_SEVERITY_ERROR, CODE, path, "%s", message);
      troupe_set_str (&place->method, method->name);
      return place;
    }
  return NULL;
}

/* (transfer full) (nullable) */
static TroupeProblem *
find_in_crew (TroupeCrewSubject *subject, const char *message)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (subject);

  for (guint i = 0; crew != NULL && i < crew->n_agents; i++)
    {
      g_autofree char *title = troupe_crew_agent_dup_title (&crew->agents[i]);
      g_autofree char *path = g_strdup_printf ("agents.%s.llm", crew->agents[i].name);

      if (names (message, title))
        return troupe_problem_new (TROUPE_SEVERITY_ERROR, CODE, path, "%s", message);
    }
  /* The crew itself calls the model of its manager, or that of its planner; else it is the embedder of its memory. */
  return troupe_problem_new (
      TROUPE_SEVERITY_ERROR, CODE,
      crew != NULL && names (message, crew->name) ? "manager_llm" : "embedder", "%s", message);
}

TroupeProblem *
troupe_model_place_find (TroupePageContent *content, const char *message)
{
  TroupeDocument *document;
  TroupeCrewSubject *subject;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (message != NULL, NULL);

  document = troupe_page_content_get_document (content);
  subject = troupe_page_content_get_crew (content);
  if (subject != NULL)
    return find_in_crew (subject, message);
  return TROUPE_IS_FLOW_DOCUMENT (document)
             ? find_in_flow (troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (document)),
                             message)
             : NULL;
}
