/* troupe-model-place.c: the field of a document that chooses a model for which a key is missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-model-place"

#include "config.h"

#include <glib/gi18n.h>
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

/* Returns TRUE if @message has the words of @format up to its first %s. @format: (translated) */
static gboolean
says (const char *message, const char *format)
{
  g_autofree char *start = g_strndup (format, strcspn (format, "%"));

  return strstr (message, start) != NULL;
}

gboolean
troupe_model_place_is_evaluator (const char *message)
{
  g_return_val_if_fail (message != NULL, FALSE);

  return says (message, _ ("The evaluator of the test cannot run: %s"));
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
      if (method->feedback != NULL &&
          says (message, _ ("Could not call the model that interprets answers to “%s”: %s")))
        path = g_strdup_printf ("methods.%s.human_feedback.llm", method->name);
      else if (method->action != NULL && method->action->type == TROUPE_ACTION_AGENT)
        path = g_strdup_printf ("methods.%s.do.with.llm", method->name);
      else if (method->feedback != NULL)
        path = g_strdup_printf ("methods.%s.human_feedback.llm", method->name);
      else
        path = g_strdup_printf ("methods.%s", method->name);
      place = troupe_problem_new (TROUPE_SEVERITY_ERROR, CODE, path, "%s", message);
      troupe_set_str (&place->method, method->name);
      return place;
    }
  return says (message, _ ("Could not call the model of the conversation: %s"))
             ? troupe_problem_new (TROUPE_SEVERITY_ERROR, CODE, "conversational.llm", "%s", message)
             : NULL;
}

/* Returns the path of the field of @agent that names the model. (transfer full) (nullable): NULL if the message is not
 * about @agent */
static char *
find_in_agent (const TroupeCrewAgent *agent, const char *path, const char *message)
{
  g_autofree char *title = troupe_crew_agent_dup_title (agent);

  if (!names (message, title))
    return NULL;
  return g_strconcat (
      path, names (message, "planning_config.llm") ? ".planning_config.llm" : ".llm", NULL);
}

/* (transfer full) */
static char *
find_path_in_crew (TroupeCrew *crew, const char *message)
{
  /* Models that the crew itself calls: the message has the name of the field. */
  static const char *const own[] = { "planning_llm", "manager_llm" };
  char *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (names (message, own[i]))
      return g_strdup (own[i]);
  /* The advice about an embedder names no model. */
  if (strstr (message, "mock/echo") == NULL)
    return g_strdup ("embedder");
  if (crew->manager != NULL)
    path = find_in_agent (crew->manager, crew->manager->path, message);
  for (guint i = 0; path == NULL && i < crew->n_agents; i++)
    {
      g_autofree char *place = g_strconcat ("agents.", crew->agents[i].name, NULL);

      path = find_in_agent (&crew->agents[i], place, message);
    }
  /* What is left is the model of the memory. */
  return path != NULL ? path : g_strdup ("memory");
}

/* (transfer full) */
static TroupeProblem *
find_in_crew (TroupeCrewSubject *subject, const char *message)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (subject);
  g_autofree char *path = crew != NULL ? find_path_in_crew (crew, message) : NULL;

  return troupe_problem_new (TROUPE_SEVERITY_ERROR, CODE, path, "%s", message);
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
