/* troupe-crew-difference.c: which results of an earlier run no longer fit a crew, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-difference"

#include "config.h"

#include <string.h>

#include "troupe-crew-difference.h"

/* More reasons of one task are not listed. */
#define MOST_CHANGES 12

/* @before: the index in the crew before, -1 if the task is new; @changes: (nullable); @is_source: whether the results of later
 *   tasks may differ because of it */
typedef struct
{
  int before;
  GPtrArray *changes;
  gboolean is_source;
} Task;

/* @agents: name → GPtrArray of changes */
struct _TroupeCrewDifference
{
  TroupeCrew *before;
  TroupeCrew *after;
  TroupeValue *files_before;
  TroupeValue *files_after;
  Task *tasks;
  GHashTable *agents;
};

static const char *const no_result[] = { "name",        "verbose",    "output_log_file", "tracing",
                                         "share_crew",  "max_rpm",    "stream",          "cache",
                                         "full_output", "step_usage", "inputs",          NULL };

/* --- Agents ---------------------------------------------------------------------------------------- */

static const TroupeCrewAgent *
find_agent (TroupeCrew *crew, const char *name)
{
  for (guint i = 0; i < crew->n_agents; i++)
    if (g_strcmp0 (crew->agents[i].name, name) == 0)
      return &crew->agents[i];
  return crew->manager != NULL && g_strcmp0 (crew->manager->name, name) == 0 ? crew->manager : NULL;
}

static void
compare_agent (TroupeCrewDifference *self, const TroupeCrewAgent *agent)
{
  const TroupeCrewAgent *before = find_agent (self->before, agent->name);
  g_autoptr (GPtrArray) changes = NULL;

  g_assert (self != NULL);

  if (before == NULL)
    return;
  changes = troupe_changes_new ();
  troupe_changes_compare_fields (changes, before->fields, agent->fields, no_result,
                                 TROUPE_CHANGE_AGENT, TROUPE_CHANGE_AGENT_MODEL, agent->name);
  troupe_changes_compare_files (changes, agent->fields, self->files_before, self->files_after);
  if (changes->len > 0)
    g_hash_table_insert (self->agents, agent->name, g_steal_pointer (&changes));
}

/* --- Tasks ----------------------------------------------------------------------------------------- */

static gboolean
is_taken (TroupeCrewDifference *self, int before)
{
  for (guint i = 0; i < self->after->n_tasks; i++)
    if (self->tasks[i].before == before)
      return TRUE;
  return FALSE;
}

static void
add (Task *task, TroupeChangeKind kind, const char *name)
{
  if (task->changes == NULL)
    task->changes = troupe_changes_new ();
  troupe_changes_add (task->changes, kind, name, NULL);
}

static void
add_all (Task *task, GPtrArray *changes)
{
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      const TroupeChange *change = g_ptr_array_index (changes, i);

      if (task->changes == NULL)
        task->changes = troupe_changes_new ();
      troupe_changes_add (task->changes, change->kind, change->name, change->owner);
    }
}

/* Compares the task itself and its agent. */
static void
compare_task (TroupeCrewDifference *self, guint index, GPtrArray *of_crew)
{
  Task *task = &self->tasks[index];
  const TroupeCrewTask *after = &self->after->tasks[index];
  const TroupeCrewTask *before = NULL;
  const TroupeCrewAgent *agent = troupe_crew_get_task_agent (self->after, index);
  g_autoptr (GPtrArray) changes = troupe_changes_new ();

  g_assert (self != NULL);

  if (task->before < 0)
    {
      task->is_source = TRUE;
      return;
    }
  before = &self->before->tasks[task->before];
  troupe_changes_compare_fields (changes, before->fields, after->fields, no_result,
                                 TROUPE_CHANGE_FIELD, TROUPE_CHANGE_MODEL, NULL);
  troupe_changes_compare_files (changes, after->fields, self->files_before, self->files_after);
  add_all (task, changes);
  if (agent != NULL)
    add_all (task, g_hash_table_lookup (self->agents, agent->name));
  if (self->after->process == TROUPE_CREW_HIERARCHICAL && self->after->manager != NULL)
    add_all (task, g_hash_table_lookup (self->agents, self->after->manager->name));
  add_all (task, of_crew);
  task->is_source = task->changes != NULL;
}

static gboolean
has_placeholder (const TroupeCrewTask *task, const TroupeCrewAgent *agent)
{
  const char *const texts[] = { task->description, task->expected_output,
                                agent != NULL ? agent->role : NULL,
                                agent != NULL ? agent->goal : NULL,
                                agent != NULL ? agent->backstory : NULL };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL && strchr (texts[i], '{') != NULL)
      return TRUE;
  return FALSE;
}

/* Finds what was changed in the crew, and counts for all tasks. (transfer full) */
static GPtrArray *
compare_crew (TroupeCrewDifference *self)
{
  GPtrArray *changes = troupe_changes_new ();

  g_assert (self != NULL);

  if (self->before->process != self->after->process)
    troupe_changes_add (changes, TROUPE_CHANGE_CREW, "process", NULL);
  if ((self->before->manager == NULL) != (self->after->manager == NULL) ||
      g_strcmp0 (self->before->manager_hook, self->after->manager_hook) != 0)
    troupe_changes_add (changes, TROUPE_CHANGE_CREW, "manager_agent", NULL);
  troupe_changes_compare_fields (changes, self->before->fields, self->after->fields, no_result,
                                 TROUPE_CHANGE_CREW, TROUPE_CHANGE_CREW, NULL);
  troupe_changes_compare_files (changes, self->after->fields, self->files_before,
                                self->files_after);
  return changes;
}

/* Lists the tasks whose outputs a task is given, which are all before it unless it names them. (transfer full) */
static GArray *
list_context (TroupeCrew *crew, guint index)
{
  const TroupeCrewTask *task = &crew->tasks[index];
  GArray *context = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < (task->has_context ? task->n_context : index); i++)
    {
      const int other = (int) (task->has_context ? task->context[i] : i);

      g_array_append_val (context, other);
    }
  return context;
}

/* Returns TRUE if the task is given the outputs of the same tasks in the same order, which a moved or removed task changes. */
static gboolean
has_same_context (TroupeCrewDifference *self, guint index)
{
  g_autoptr (GArray) before = list_context (self->before, (guint) self->tasks[index].before);
  g_autoptr (GArray) after = list_context (self->after, index);

  if (before->len != after->len)
    return FALSE;
  for (guint i = 0; i < after->len; i++)
    if (self->tasks[g_array_index (after, int, i)].before != g_array_index (before, int, i))
      return FALSE;
  return TRUE;
}

/* Follows the outputs that tasks are given: those of their context, and the last one that decides about a conditional task. */
static void
spread (TroupeCrewDifference *self, guint index)
{
  const TroupeCrewTask *task = &self->after->tasks[index];

  g_assert (self != NULL);

  if (self->tasks[index].before >= 0 && !has_same_context (self, index))
    {
      add (&self->tasks[index], TROUPE_CHANGE_FIELD, "context");
      self->tasks[index].is_source = TRUE;
    }
  for (guint i = 0; i < index; i++)
    {
      gboolean is_used = !task->has_context || (task->is_conditional && i + 1 == index);

      for (guint k = 0; k < task->n_context; k++)
        is_used = is_used || task->context[k] == i;
      if (!is_used || !self->tasks[i].is_source || self->tasks[index].before < 0)
        continue;
      self->tasks[index].is_source = TRUE;
      if (self->tasks[index].changes != NULL && self->tasks[index].changes->len >= MOST_CHANGES)
        return;
      add (&self->tasks[index], TROUPE_CHANGE_OUTPUT,
           troupe_crew_task_get_title (&self->after->tasks[i]));
    }
}

/* @before, @after: (nullable): NULL is the same as an empty map */
static gboolean
has_same_inputs (TroupeValue *before, TroupeValue *after)
{
  if (before == NULL || after == NULL)
    {
      TroupeValue *only = before != NULL ? before : after;

      return only == NULL || troupe_value_map_get_size (only) == 0;
    }
  return troupe_value_equal (before, after);
}

/* --- Public functions ------------------------------------------------------------------------------ */

TroupeCrewDifference *
troupe_crew_difference_new (TroupeCrew *before,
                            TroupeCrew *after,
                            TroupeValue *files_before,
                            TroupeValue *files_after,
                            const char *const *kept)
{
  TroupeCrewDifference *self = g_new0 (TroupeCrewDifference, 1);
  g_autoptr (GPtrArray) of_crew = NULL;
  gboolean has_inputs_changed;

  g_return_val_if_fail (before != NULL && after != NULL, self);

  self->before = troupe_crew_ref (before);
  self->after = troupe_crew_ref (after);
  self->files_before = files_before != NULL ? troupe_value_ref (files_before) : NULL;
  self->files_after = files_after != NULL ? troupe_value_ref (files_after) : NULL;
  self->tasks = g_new0 (Task, after->n_tasks + 1);
  self->agents =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < after->n_tasks; i++)
    self->tasks[i].before = -1;
  for (guint i = 0; i < after->n_agents; i++)
    compare_agent (self, &after->agents[i]);
  if (after->manager != NULL)
    compare_agent (self, after->manager);
  /* Finds the tasks that are the same, first by their contents, then by their names, then by
   * their places. */
  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < self->after->n_tasks; i++)
      {
        const TroupeCrewTask *task = &self->after->tasks[i];

        for (guint k = 0; self->tasks[i].before < 0 && k < self->before->n_tasks; k++)
          {
            /* Most tasks were not moved. */
            const guint index = k == 0 ? MIN (i, self->before->n_tasks - 1) : k == i ? 0 : k;
            const TroupeCrewTask *other = &self->before->tasks[index];
            const gboolean is_same =
                round == 0 ? task->fields == other->fields ||
                                 troupe_value_equal (task->fields, other->fields)
                : round == 1 ? task->name != NULL && g_strcmp0 (task->name, other->name) == 0
                             : index == i && self->before->n_tasks == self->after->n_tasks;

            if (is_same && !is_taken (self, (int) index))
              self->tasks[i].before = (int) index;
          }
      }
  of_crew = compare_crew (self);
  has_inputs_changed = !has_same_inputs (before->inputs, after->inputs);
  for (guint i = 0; i < after->n_tasks; i++)
    {
      if (kept != NULL && g_strv_contains (kept, troupe_crew_task_get_title (&after->tasks[i])))
        continue;
      compare_task (self, i, of_crew);
      if (has_inputs_changed && self->tasks[i].before >= 0 &&
          has_placeholder (&after->tasks[i], troupe_crew_get_task_agent (after, i)))
        {
          add (&self->tasks[i], TROUPE_CHANGE_CREW, "inputs");
          self->tasks[i].is_source = TRUE;
        }
      spread (self, i);
    }
  return self;
}

void
troupe_crew_difference_free (TroupeCrewDifference *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->after != NULL && i < self->after->n_tasks; i++)
    g_clear_pointer (&self->tasks[i].changes, g_ptr_array_unref);
  g_free (self->tasks);
  g_clear_pointer (&self->agents, g_hash_table_unref);
  g_clear_pointer (&self->before, troupe_crew_unref);
  g_clear_pointer (&self->after, troupe_crew_unref);
  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  g_free (self);
}

GPtrArray *
troupe_crew_difference_get_task (TroupeCrewDifference *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->after->n_tasks ? self->tasks[index].changes : NULL;
}

GPtrArray *
troupe_crew_difference_get_agent (TroupeCrewDifference *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  return g_hash_table_lookup (self->agents, name);
}

int
troupe_crew_difference_get_before (TroupeCrewDifference *self, guint index)
{
  g_return_val_if_fail (self != NULL, -1);

  return index < self->after->n_tasks ? self->tasks[index].before : -1;
}

guint
troupe_crew_difference_count (TroupeCrewDifference *self)
{
  guint n_stale = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->after->n_tasks; i++)
    n_stale += self->tasks[i].changes != NULL ? 1 : 0;
  return n_stale;
}
