/* troupe-crew-versions.c: the crew of a past run and that of today as trees that can be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-versions"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-difference.h"
#include "troupe-crew-id.h"
#include "troupe-crew-versions.h"
#include "troupe-json.h"
#include "troupe-run-crew.h"
#include "troupe-tree.h"

/* Returns the name of each task; a task without one is named by its number, and a name that occurs twice is numbered. (transfer
 * full) */
static GPtrArray *
name_tasks (TroupeCrew *crew)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const char *own = crew->tasks[i].name;
      /* Translators: the number of a task that has no name. */
      g_autofree char *name =
          own != NULL && *own != '\0' ? g_strdup (own) : g_strdup_printf (_ ("Task %u"), i + 1);
      g_autofree char *wanted = g_strdup (name);

      for (guint64 number = 1; g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL);
           number++)
        {
          g_free (name);
          name = troupe_tree_number_name (wanted, number);
        }
      g_ptr_array_add (names, g_steal_pointer (&name));
    }
  return names;
}

/* (transfer full) */
static JsonNode *
make_tree (TroupeCrew *crew, GPtrArray *names, GPtrArray *others)
{
  g_autoptr (TroupeValue) definition = troupe_crew_to_definition (crew);
  g_autoptr (JsonNode) root = troupe_value_to_node (definition);
  g_autoptr (JsonNode) tasks = NULL;
  g_autoptr (JsonNode) order = NULL;
  g_autoptr (JsonNode) named = NULL;
  JsonArray *list;
  JsonObject *map;
  JsonArray *common;

  /* Lists the names that are in both, in the order of @names. */
  common = json_array_new ();
  for (guint i = 0; i < names->len; i++)
    if (g_ptr_array_find_with_equal_func (others, names->pdata[i], g_str_equal, NULL))
      json_array_add_string_element (common, names->pdata[i]);
  order = troupe_tree_take_array (common);
  list = troupe_tree_get_member_list (root, "tasks");
  map = json_object_new ();
  for (guint i = 0; list != NULL && i < MIN (names->len, json_array_get_length (list)); i++)
    json_object_set_member (map, names->pdata[i], json_node_ref (json_array_get_element (list, i)));
  tasks = troupe_tree_take_object (map);
  named = troupe_tree_with (root, tasks, "tasks", NULL);
  return troupe_tree_with (named, order, "order", NULL);
}

TroupeCrewVersions *
troupe_crew_versions_new (TroupeFlow *then, TroupeFlow *today)
{
  g_autoptr (TroupeCrew) before = NULL;
  g_autoptr (TroupeCrew) after = NULL;
  g_autoptr (GPtrArray) names = NULL;
  TroupeCrewVersions *self = NULL;
  g_autoptr (TroupeCrewDifference) difference = NULL;
  g_autoptr (GPtrArray) own = NULL;
  GPtrArray *tasks;

  g_return_val_if_fail (then != NULL && today != NULL, NULL);

  before = troupe_run_crew_load (then);
  after = troupe_run_crew_load (today);
  if (before == NULL || after == NULL)
    return NULL;
  self = g_new0 (TroupeCrewVersions, 1);
  names = name_tasks (after);
  /* Names the tasks of the crew of then as those that they became. */
  difference = troupe_crew_difference_new (before, after, NULL, NULL, NULL);
  own = name_tasks (before);
  tasks = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < before->n_tasks; i++)
    {
      const char *name = NULL;

      for (guint k = 0; k < after->n_tasks && name == NULL; k++)
        if (troupe_crew_difference_get_before (difference, k) == (int) i)
          name = g_ptr_array_index (names, k);
      if (name != NULL)
        g_ptr_array_add (tasks, g_strdup (name));
      else
        {
          g_autofree char *free_name = g_strdup (g_ptr_array_index (own, i));

          /* Another task may have the name today. */
          for (guint64 number = 1;
               g_ptr_array_find_with_equal_func (names, free_name, g_str_equal, NULL) ||
               g_ptr_array_find_with_equal_func (tasks, free_name, g_str_equal, NULL);
               number++)
            {
              g_free (free_name);
              free_name = troupe_tree_number_name (g_ptr_array_index (own, i), number);
            }
          g_ptr_array_add (tasks, g_steal_pointer (&free_name));
        }
    }
  self->names = tasks;
  self->then = make_tree (before, self->names, names);
  self->today = make_tree (after, names, self->names);
  return self;
}

void
troupe_crew_versions_free (TroupeCrewVersions *self)
{
  if (self == NULL)
    return;
  json_node_unref (self->then);
  json_node_unref (self->today);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static gboolean
differs (TroupeCrewVersions *self, const char *section, const char *name)
{
  JsonNode *then = troupe_tree_get (self->then, section, name, NULL);
  JsonNode *today = troupe_tree_get (self->today, section, name, NULL);

  return then != NULL && (today == NULL || !troupe_json_node_equal (then, today));
}

GStrv
troupe_crew_versions_list_cards (TroupeCrewVersions *self)
{
  g_autoptr (GStrvBuilder) cards = g_strv_builder_new ();
  g_autoptr (GList) agents = NULL;
  JsonNode *node = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->names->len; i++)
    if (differs (self, "tasks", self->names->pdata[i]))
      {
        g_autofree char *id = troupe_crew_id_make_task (i);

        g_strv_builder_add (cards, id);
      }
  node = troupe_tree_get_member (self->then, "agents");
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    agents = json_object_get_members (json_node_get_object (node));
  for (GList *item = agents; item != NULL; item = item->next)
    if (differs (self, "agents", item->data))
      {
        g_autofree char *id = troupe_crew_id_make_agent (item->data);

        g_strv_builder_add (cards, id);
      }
  return g_strv_builder_end (cards);
}
