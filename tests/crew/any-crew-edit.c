/* any-crew-edit.c: random edits of a crew, of every kind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "any-crew-edit.h"
#include "troupe-flow-document.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeCrewSubject *subject;
  GRand *rand;
  guint n_tasks;
  char **agents;
  guint n_agents;
} Place;

static guint
choose (Place *place, guint n)
{
  return n > 0 ? (guint) g_rand_int_range (place->rand, 0, (gint32) n) : 0;
}

static const char *
choose_agent (Place *place)
{
  return place->n_agents > 0 ? place->agents[choose (place, place->n_agents)] : "nobody";
}

/* --- Kinds of edits --------------------------------------------------------------------------- */

static gboolean
add_task (Place *place, GError **error)
{
  g_autofree char *name =
      troupe_crew_edit_add_task (place->subject, choose (place, place->n_tasks + 1), error);

  return name != NULL;
}

static gboolean
remove_tasks (Place *place, GError **error)
{
  guint indexes[2] = { choose (place, place->n_tasks), choose (place, place->n_tasks) };

  return troupe_crew_edit_remove_tasks (place->subject, indexes, 1 + choose (place, 2), error);
}

static gboolean
move_task (Place *place, GError **error)
{
  return troupe_crew_edit_move_task (place->subject, choose (place, place->n_tasks),
                                     choose (place, place->n_tasks), NULL, error);
}

static gboolean
rename_task (Place *place, GError **error)
{
  g_autofree char *name = g_strdup_printf ("task %u “é”", choose (place, 1000));

  return troupe_crew_edit_rename_task (place->subject, choose (place, place->n_tasks), name, error);
}

static gboolean
unname_task (Place *place, GError **error)
{
  return troupe_crew_edit_rename_task (place->subject, choose (place, place->n_tasks), NULL, error);
}

static gboolean
add_context (Place *place, GError **error)
{
  guint from = choose (place, place->n_tasks), to = choose (place, place->n_tasks);

  return troupe_crew_edit_add_context (place->subject, MIN (from, to), MAX (from, to), error);
}

static gboolean
remove_context (Place *place, GError **error)
{
  guint from = choose (place, place->n_tasks), to = choose (place, place->n_tasks);

  return troupe_crew_edit_remove_context (place->subject, MIN (from, to), MAX (from, to), error);
}

static gboolean
context_all (Place *place, GError **error)
{
  return troupe_crew_edit_set_context_kind (place->subject, choose (place, place->n_tasks),
                                            TROUPE_CREW_CONTEXT_ALL, error);
}

static gboolean
context_none (Place *place, GError **error)
{
  return troupe_crew_edit_set_context_kind (place->subject, choose (place, place->n_tasks),
                                            TROUPE_CREW_CONTEXT_NONE, error);
}

static gboolean
context_these (Place *place, GError **error)
{
  return troupe_crew_edit_set_context_kind (place->subject, choose (place, place->n_tasks),
                                            TROUPE_CREW_CONTEXT_THESE, error);
}

static gboolean
add_agent (Place *place, GError **error)
{
  g_autofree char *name = troupe_crew_edit_add_agent (place->subject, NULL, error);

  return name != NULL;
}

static gboolean
remove_agent (Place *place, GError **error)
{
  return troupe_crew_edit_remove_agent (place->subject, choose_agent (place),
                                        choose (place, 4) > 0 ? choose_agent (place) : NULL, error);
}

static gboolean
rename_agent (Place *place, GError **error)
{
  g_autofree char *name = g_strdup_printf ("agent %u.é", choose (place, 1000));

  return troupe_crew_edit_rename_agent (place->subject, choose_agent (place), name, error);
}

static gboolean
assign_agent (Place *place, GError **error)
{
  return troupe_crew_edit_assign_agent (place->subject, choose (place, place->n_tasks),
                                        choose_agent (place), error);
}

static gboolean
unassign_agent (Place *place, GError **error)
{
  return troupe_crew_edit_assign_agent (place->subject, choose (place, place->n_tasks), NULL,
                                        error);
}

static gboolean
make_hierarchical (Place *place, GError **error)
{
  return troupe_crew_edit_set_process (place->subject, TROUPE_CREW_HIERARCHICAL, "gpt-4o-mini",
                                       error);
}

static gboolean
make_sequential (Place *place, GError **error)
{
  return troupe_crew_edit_set_process (place->subject, TROUPE_CREW_SEQUENTIAL, NULL, error);
}

static gboolean
set_manager (Place *place, GError **error)
{
  return troupe_crew_edit_set_manager (place->subject, choose_agent (place), error);
}

static gboolean
remove_manager (Place *place, GError **error)
{
  return troupe_crew_edit_set_manager (place->subject, NULL, error);
}

static gboolean
paste_copy (Place *place, GError **error)
{
  const guint tasks[] = { choose (place, place->n_tasks), choose (place, place->n_tasks) };
  const char *const agents[] = { choose_agent (place), NULL };
  g_autofree char *text = troupe_crew_edit_copy (place->subject, tasks, choose (place, 3), agents);

  return troupe_crew_edit_paste (place->subject, text, choose (place, place->n_tasks + 1), NULL,
                                 NULL, NULL, error);
}

static gboolean
paste_foreign (Place *place, GError **error)
{
  return troupe_crew_edit_paste (
      place->subject,
      "agents:\n  a:\n    role: R\n    goal: g\n    backstory: b\n"
      "tasks:\n  t:\n    description: d\n    expected_output: e\n    agent: a\n"
      "  u:\n    description: d\n    expected_output: e\n    agent: a\n    context: [t]\n",
      choose (place, place->n_tasks + 1), NULL, NULL, NULL, error);
}

static gboolean
set_field (Place *place, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%u", choose (place, place->n_tasks));
  const char *const path[] = { "tasks", number, "description", NULL };
  g_autofree char *text = g_strdup_printf ("Described anew %u\n\"quoted\" ✓", choose (place, 1000));
  g_autoptr (JsonNode) value = troupe_json_node_new_string (text);

  return place->n_tasks > 0 &&
         troupe_crew_subject_set (place->subject, path, value, "Set", NULL, error);
}

static gboolean
set_agent_field (Place *place, GError **error)
{
  const char *const path[] = { "agents", choose_agent (place), "goal", NULL };
  g_autofree char *text = g_strdup_printf ("Reach %u", choose (place, 1000));
  g_autoptr (JsonNode) value = troupe_json_node_new_string (text);

  return place->n_agents > 0 &&
         troupe_crew_subject_set (place->subject, path, value, "Set", NULL, error);
}

static gboolean
apply_fix (Place *place, GError **error)
{
  GPtrArray *problems = troupe_crew_subject_get_problems (place->subject);
  guint start = choose (place, problems->len);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autoptr (TroupeProblem) problem =
          troupe_problem_ref (problems->pdata[(start + i) % problems->len]);

      if (problem->fix_action != NULL)
        return troupe_crew_edit_apply_fix (place->subject, problem, error);
    }
  return FALSE;
}

static const struct
{
  const char *name;
  gboolean (*apply) (Place *place, GError **error);
} kinds[] = {
  { "add-task", add_task },
  { "remove-tasks", remove_tasks },
  { "move-task", move_task },
  { "rename-task", rename_task },
  { "unname-task", unname_task },
  { "add-context", add_context },
  { "remove-context", remove_context },
  { "context-all", context_all },
  { "context-none", context_none },
  { "context-these", context_these },
  { "add-agent", add_agent },
  { "remove-agent", remove_agent },
  { "rename-agent", rename_agent },
  { "assign-agent", assign_agent },
  { "unassign-agent", unassign_agent },
  { "hierarchical", make_hierarchical },
  { "sequential", make_sequential },
  { "set-manager", set_manager },
  { "remove-manager", remove_manager },
  { "paste-copy", paste_copy },
  { "paste-foreign", paste_foreign },
  { "set-field", set_field },
  { "set-agent-field", set_agent_field },
  { "repair", apply_fix },
};

guint
any_crew_edit_get_n_kinds (void)
{
  return G_N_ELEMENTS (kinds);
}

const char *
any_crew_edit_get_name (guint kind)
{
  return kinds[kind].name;
}

gboolean
any_crew_edit_apply (guint kind, TroupeCrewSubject *subject, GRand *rand, GError **error)
{
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  Place place = { subject, rand, troupe_crew_subject_get_n_tasks (subject), agents,
                  g_strv_length (agents) };

  return kinds[kind].apply (&place, error);
}

/* --- Documents -------------------------------------------------------------------------------- */

static void
find_actions (TroupeDocument *document, JsonNode *node, GPtrArray *keys, GPtrArray *subjects)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      {
        g_ptr_array_add (keys, g_strdup_printf ("%u", i));
        find_actions (document, json_array_get_element (json_node_get_array (node), i), keys,
                      subjects);
        g_ptr_array_remove_index (keys, keys->len - 1);
      }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      g_ptr_array_add (keys, g_strdup (key));
      if (g_strcmp0 (troupe_tree_get_member_text (node, "call"), "crew") == 0 &&
          g_str_equal (key, "with") && JSON_NODE_HOLDS_OBJECT (member))
        {
          g_ptr_array_add (keys, NULL);
          g_ptr_array_add (subjects, troupe_crew_subject_new_inline (
                                         document, (const char *const *) keys->pdata));
          g_ptr_array_remove_index (keys, keys->len - 1);
        }
      else
        find_actions (document, member, keys, subjects);
      g_ptr_array_remove_index (keys, keys->len - 1);
    }
}

GPtrArray *
any_crew_edit_find_subjects (TroupeDocument *document)
{
  GPtrArray *subjects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  if (TROUPE_IS_CREW_DOCUMENT (document))
    g_ptr_array_add (subjects, troupe_crew_subject_new (TROUPE_CREW_DOCUMENT (document)));
  else
    find_actions (document, troupe_document_get_root (document), keys, subjects);
  return subjects;
}

TroupeDocument *
any_crew_edit_open (const char *path)
{
  g_autofree char *crew = troupe_crew_find_file (path);
  TroupeCrewDocument *document = crew != NULL ? troupe_crew_document_open (crew, NULL, NULL) : NULL;

  if (document != NULL)
    return TROUPE_DOCUMENT (document);
  return crew == NULL ? (TroupeDocument *) troupe_flow_document_open (path, NULL, NULL) : NULL;
}
