/* troupe-crew-refusals.c: everything in a crew for which a run is refused before it starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-refusals"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent.h"
#include "troupe-base.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-log.h"
#include "troupe-crew-python-knowledge.h"
#include "troupe-crew-refusals.h"
#include "troupe-folder-policy.h"
#include "troupe-python-refs.h"
#include "troupe-run-memory.h"
#include "troupe-tool.h"

typedef struct
{
  TroupeCrewRefusalFunc func;
  gpointer user_data;
} Refusals;

/* @reason: (transfer full) (nullable): NULL is ignored */
static void
refuse (Refusals *self, const char *path, char *reason)
{
  if (reason != NULL)
    self->func (path, reason, self->user_data);
  g_free (reason);
}

/* --- Unsupported fields ----------------------------------------------------------------------- */

/* Reports an unsupported field of a declaration at @place. It is not ignored, because that would
 * change the result. */
static void
refuse_unsupported (Refusals *self, TroupeDeclared declared, TroupeValue *fields, const char *place)
{
  g_autofree char *path = NULL;
  char *reason = troupe_crew_inventory_refuse (declared, fields, place, &path);

  refuse (self, path, reason);
}

/* Python embedders have an internal provider name. A document must not use this name, because
 * the consent covers only an object that the document names. */
static char *
refuse_embedder (TroupeValue *fields)
{
  TroupeValue *const embedders[] = {
    troupe_value_get_member (fields, "embedder"),
    troupe_value_get_member (troupe_value_get_member (fields, "memory"), "embedder")
  };

  for (guint i = 0; i < G_N_ELEMENTS (embedders); i++)
    {
      const char *provider = troupe_value_get_member_text (embedders[i], "provider");
      g_autoptr (GError) error = NULL;

      if (provider != NULL && g_str_has_prefix (provider, TROUPE_CREW_EMBEDDER_PREFIX) &&
          !troupe_embedder_check (embedders[i], &error))
        return g_strdup_printf (
            /* Translators: an error message. The text continues a sentence that starts with the
             * name of the object that contains the crew. */
            _ ("has an invalid “embedder”: %s"), error->message);
    }
  return NULL;
}

/* --- Tools ------------------------------------------------------------------------------------ */

/* Returns the first tool of the list, from @index on, that no factory creates, and sets @index to its
 * index. (transfer none) (nullable) */
static const char *
find_unknown_tool (TroupeValue *tools, gsize *index)
{
  for (; tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
         *index < troupe_value_list_get_length (tools);
       (*index)++)
    {
      TroupeValue *item = troupe_value_list_get (tools, *index);
      const char *text =
          troupe_value_is (item, TROUPE_VALUE_STRING) ? troupe_value_get_string (item, NULL) : NULL;
      g_autofree char *reference =
          text != NULL && *text != '\0' ? troupe_tool_find_for_agent (text, NULL) : NULL;

      if (reference == NULL && (text == NULL || *text != '\0'))
        return text != NULL ? text : "{}";
    }
  return NULL;
}

static void
list_tools_of_agent (Refusals *self, const TroupeCrewAgent *agent)
{
  g_autoptr (TroupeAgentDefinition) definition = troupe_agent_definition_new (agent->fields, NULL);
  TroupeValue *tools = troupe_value_get_member (agent->fields, "tools");
  g_autofree char *unsupported =
      troupe_crew_inventory_refuse (TROUPE_DECLARED_AGENT, agent->fields, agent->path, NULL);
  gboolean is_refused = unsupported != NULL; /* reported with the unsupported fields */
  const char *tool;

  /* As in CrewAI, an invalid agent fails when the crew starts. */
  if (definition == NULL)
    return;
  for (gsize i = 0; (tool = find_unknown_tool (tools, &i)) != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.tools[%u]", agent->path, (guint) i);

      is_refused = TRUE;
      refuse (
          self, path,
          g_strdup_printf (
              /* Translators: first %s is the name of an agent, second %s the reference of a tool */
              _ ("has an agent “%s” with the tool “%s”, which this version of Troupe does not "
                 "support: use a class, “module:Class”, or “custom:NAME” for the file "
                 "tools/NAME.py"),
              agent->name, tool));
    }
  if (!is_refused)
    refuse (self, agent->path, troupe_agent_definition_get_unsupported (definition));
}

static void
list_tools (Refusals *self, TroupeCrew *crew)
{
  for (guint i = 0; i < crew->n_agents; i++)
    list_tools_of_agent (self, &crew->agents[i]);
  if (crew->manager != NULL)
    list_tools_of_agent (self, crew->manager);
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const char *tool;

      for (gsize k = 0; (tool = find_unknown_tool (crew->tasks[i].tools, &k)) != NULL; k++)
        {
          g_autofree char *path = g_strdup_printf ("%s.tools[%u]", crew->tasks[i].path, (guint) k);
          g_autofree char *title = troupe_crew_task_dup_title (&crew->tasks[i]);

          refuse (self, path,
                  g_strdup_printf (
                      /* Translators: first %s is the title of a task, second %s the reference of a
                       * tool */
                      _ ("has the task “%s” with the tool “%s”, which this version of Troupe does "
                         "not support"),
                      title, tool));
        }
    }
}

/* --- Output files ----------------------------------------------------------------------------- */

/* Returns FALSE if no file can have this path in any folder, regardless of the inputs. */
static gboolean
check_output (const char *path, GError **error)
{
  return troupe_folder_policy_check_name (path, error) &&
         troupe_folder_policy_check_length (path, error);
}

static gboolean
leads_out (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char *const *) names, "..");
}

static void
list_files (Refusals *self, TroupeCrew *crew)
{
  g_autofree char *log = troupe_crew_log_find_path (crew);
  g_autoptr (GError) cause = NULL;

  if (log != NULL && !check_output (log, &cause))
    refuse (self, "output_log_file",
            g_strdup_printf (
                /* Translators: an error message. The text continues a sentence that starts with the
                 * name of the object that contains the crew. */
                _ ("has an invalid “output_log_file”: %s"), cause->message));
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeCrewTask *task = &crew->tasks[i];
      g_autofree char *path = g_strconcat (task->path, ".output_file", NULL);
      g_autofree char *title = troupe_crew_task_dup_title (task);
      g_autoptr (GError) error = NULL;

      if (task->output_file != NULL && !check_output (task->output_file, &error))
        refuse (self, path,
                g_strdup_printf (
                    /* Translators: the title of a task, and an error message. The text continues a
                     * sentence that starts with the name of the object that contains the crew. */
                    _ ("has the task “%s” with an invalid “output_file”: %s"), title,
                    error->message));
    }
  if (log != NULL && leads_out (log))
    refuse (self, "output_log_file",
            g_strdup (_ ("has an “output_log_file” outside the project: specify a file inside its "
                         "folder")));
}

void
troupe_crew_refusals_list (TroupeCrew *crew, TroupeCrewRefusalFunc func, gpointer user_data)
{
  Refusals self = { func, user_data };

  g_return_if_fail (crew != NULL && func != NULL);

  refuse_unsupported (&self, TROUPE_DECLARED_CREW, crew->fields, "");
  for (guint i = 0; i < crew->n_agents; i++)
    refuse_unsupported (&self, TROUPE_DECLARED_AGENT, crew->agents[i].fields, crew->agents[i].path);
  if (crew->manager != NULL)
    refuse_unsupported (&self, TROUPE_DECLARED_AGENT, crew->manager->fields, crew->manager->path);
  for (guint i = 0; i < crew->n_tasks; i++)
    refuse_unsupported (&self, TROUPE_DECLARED_TASK, crew->tasks[i].fields, crew->tasks[i].path);
  refuse (&self, "", refuse_embedder (crew->fields));
  for (guint i = 0; i < crew->n_agents; i++)
    refuse (&self, crew->agents[i].path, refuse_embedder (crew->agents[i].fields));
  if (crew->manager != NULL)
    refuse (&self, crew->manager->path, refuse_embedder (crew->manager->fields));
  list_tools (&self, crew);
  list_files (&self, crew);
}
