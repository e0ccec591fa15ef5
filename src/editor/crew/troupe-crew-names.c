/* troupe-crew-names.c: names of new agents and tasks that follow their role or description
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-names"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-id.h"
#include "troupe-crew-names.h"
#include "troupe-tree.h"

struct _TroupeCrewNames
{
  TroupeCrewSubject *subject;
  GHashTable *agents; /* set of names */
  GHashTable *tasks;
};

TroupeCrewNames *
troupe_crew_names_new (TroupeCrewSubject *subject)
{
  TroupeCrewNames *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_new0 (TroupeCrewNames, 1);
  self->subject = g_object_ref (subject);
  self->agents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_crew_names_update (self);

  return self;
}

void
troupe_crew_names_free (TroupeCrewNames *self)
{
  g_hash_table_unref (self->agents);
  g_hash_table_unref (self->tasks);
  g_object_unref (self->subject);
  g_free (self);
}

/* Returns TRUE for `agent`, `agent_2` and so on, with “agent” as @base. */
static gboolean
is_default_name (const char *name, const char *base)
{
  const char *rest = name + strlen (base);

  if (!g_str_has_prefix (name, base))
    return FALSE;

  return *rest == '\0' ||
         (*rest == '_' && rest[1] != '\0' && rest[1 + strspn (rest + 1, "0123456789")] == '\0');
}

static gboolean
is_blank (JsonNode *map, const char *key)
{
  g_autofree char *line = troupe_crew_card_value_dup_line (map, key);

  return line == NULL;
}

void
troupe_crew_names_update (TroupeCrewNames *self)
{
  g_auto (GStrv) agents = NULL;

  g_return_if_fail (self != NULL);

  agents = troupe_crew_subject_list_agents (self->subject);
  for (guint i = 0; agents[i] != NULL; i++)
    if (is_default_name (agents[i], "agent") &&
        is_blank (troupe_crew_subject_get_agent (self->subject, agents[i]), "role"))
      g_hash_table_add (self->agents, g_strdup (agents[i]));
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    {
      JsonNode *task = troupe_crew_subject_get_task (self->subject, i);
      const char *name = troupe_crew_card_value_get_text (task, "name");

      if (name != NULL && is_default_name (name, "task") && is_blank (task, "description"))
        g_hash_table_add (self->tasks, g_strdup (name));
    }
}

/* Returns the present name of an item if it follows the text. (transfer none) (nullable) */
static const char *
get_name (TroupeCrewNames *self, const char *id)
{
  const char *name = troupe_crew_id_get_agent (id);
  guint task = 0;

  g_assert (self != NULL);

  if (name != NULL)
    return troupe_crew_subject_get_agent (self->subject, name) != NULL &&
                   g_hash_table_contains (self->agents, name)
               ? name
               : NULL;
  if (!troupe_crew_id_is_task (id, &task))
    return NULL;
  name =
      troupe_crew_card_value_get_text (troupe_crew_subject_get_task (self->subject, task), "name");
  return name != NULL && g_hash_table_contains (self->tasks, name) ? name : NULL;
}

gboolean
troupe_crew_names_is_undescribed (TroupeCrewNames *self, const char *id)
{
  const char *agent;
  guint task = 0;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  if (get_name (self, id) == NULL)
    return FALSE;
  agent = troupe_crew_id_get_agent (id);
  if (agent != NULL)
    return is_blank (troupe_crew_subject_get_agent (self->subject, agent), "role");
  return troupe_crew_id_is_task (id, &task) &&
         is_blank (troupe_crew_subject_get_task (self->subject, task), "description");
}

char *
troupe_crew_names_preview (TroupeCrewNames *self, const char *id, const char *text)
{
  const char *name;
  g_autofree char *wanted = NULL;
  guint task = 0;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  name = get_name (self, id);
  if (name == NULL)
    return NULL;
  if (troupe_crew_id_is_task (id, &task))
    wanted = troupe_crew_edit_make_task_name (self->subject, task, text);
  else
    wanted = troupe_crew_edit_make_agent_name (self->subject, name, text);

  return g_strcmp0 (wanted, name) != 0 ? g_steal_pointer (&wanted) : NULL;
}

/* Returns the name that the item should have after its present text. (transfer full) (nullable) */
static char *
find_next_name (TroupeCrewNames *self, const char *id)
{
  const char *agent = troupe_crew_id_get_agent (id);
  const char *text = NULL;
  guint task = 0;

  g_assert (self != NULL);

  if (troupe_crew_id_is_task (id, &task))
    text = troupe_crew_card_value_get_text (troupe_crew_subject_get_task (self->subject, task),
                                            "description");
  else if (agent != NULL)
    text = troupe_crew_card_value_get_text (troupe_crew_subject_get_agent (self->subject, agent),
                                            "role");

  return text != NULL ? troupe_crew_names_preview (self, id, text) : NULL;
}

gboolean
troupe_crew_names_will_follow (TroupeCrewNames *self, const char *id)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  name = find_next_name (self, id);

  return name != NULL;
}

char *
troupe_crew_names_follow (TroupeCrewNames *self, const char *id, GError **error)
{
  g_autofree char *name = NULL;
  const char *agent;
  guint task = 0;
  gboolean is_task;

  g_return_val_if_fail (self != NULL, NULL);

  name = find_next_name (self, id);
  if (name == NULL)
    return g_strdup (id);
  is_task = troupe_crew_id_is_task (id, &task);
  agent = troupe_crew_id_get_agent (id);
  if (is_task && troupe_crew_edit_rename_task (self->subject, task, name, error))
    g_hash_table_add (self->tasks, g_strdup (name));
  else if (!is_task && troupe_crew_edit_rename_agent (self->subject, agent, name, error))
    {
      g_hash_table_add (self->agents, g_strdup (name));
      return troupe_crew_id_make_agent (name);
    }
  return g_strdup (id);
}

char *
troupe_crew_names_describe (TroupeCrewNames *self, const char *id, const char *text, GError **error)
{
  g_autoptr (JsonNode) value = NULL;
  g_auto (GStrv) item = NULL;
  g_auto (GStrv) path = NULL;
  gboolean is_task;
  char *now = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL && text != NULL, NULL);

  is_task = troupe_crew_id_is_task (id, NULL);
  item = troupe_crew_id_make_path (id);
  path = g_new0 (char *, 4);
  for (guint i = 0; item[i] != NULL; i++)
    path[i] = g_strdup (item[i]);
  path[g_strv_length (item)] = g_strdup (is_task ? "description" : "role");
  value = troupe_json_node_new_string (text);
  troupe_crew_subject_begin_edit (self->subject, is_task ? _ ("Describe Task") : _ ("Set Role"));
  if (troupe_crew_subject_set (self->subject, (const char *const *) path, value, NULL, NULL, error))
    now = troupe_crew_names_follow (self, id, error);
  troupe_crew_subject_end_edit (self->subject);

  return now != NULL ? now : g_strdup (id);
}
