/* troupe-crew.c: model of a declared crew: reference counting, copies, keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-copy.h"
#include "troupe-crew-old-memory.h"
#include "troupe-sanitize-text.h"

/* clang-format would treat the hyphens in the name as minus signs. */
/* clang-format off */
G_DEFINE_QUARK (troupe-crew-error-quark, troupe_crew_error)
/* clang-format on */

TroupeCrew *
troupe_crew_new_empty (void)
{
  TroupeCrew *self = g_new0 (TroupeCrew, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

TroupeCrew *
troupe_crew_ref (TroupeCrew *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* --- Freeing ---------------------------------------------------------------------------------- */

static void
hook_clear (TroupeCrewHook *self)
{
  g_free (self->text);
  g_clear_pointer (&self->program, troupe_cel_program_unref);
  g_free (self->path);
}

void
troupe_crew_hook_free (TroupeCrewHook *self)
{
  hook_clear (self);
  g_free (self);
}

static void
hooks_free (TroupeCrewHook *hooks, guint n_hooks)
{
  for (guint i = 0; i < n_hooks; i++)
    hook_clear (&hooks[i]);
  g_free (hooks);
}

void
troupe_crew_agent_clear (TroupeCrewAgent *self)
{
  g_free (self->name);
  g_free (self->role);
  g_free (self->goal);
  g_free (self->backstory);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->step_callback, troupe_crew_hook_free);
  g_free (self->path);
}

static void
task_clear (TroupeCrewTask *self)
{
  g_assert (self != NULL);

  g_free (self->name);
  g_free (self->description);
  g_free (self->expected_output);
  g_free (self->context);
  g_clear_pointer (&self->tools, troupe_value_unref);
  hooks_free (self->guardrails, self->n_guardrails);
  g_clear_pointer (&self->condition, troupe_crew_hook_free);
  g_clear_pointer (&self->callback, troupe_crew_hook_free);
  g_clear_pointer (&self->schema, troupe_value_unref);
  g_free (self->model);
  g_clear_pointer (&self->response_schema, troupe_value_unref);
  g_free (self->response_model);
  g_free (self->converter);
  g_free (self->output_file);
  g_free (self->policy);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_free (self->path);
}

void
troupe_crew_unref (TroupeCrew *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  for (guint i = 0; i < self->n_agents; i++)
    troupe_crew_agent_clear (&self->agents[i]);
  g_free (self->agents);
  for (guint i = 0; i < self->n_tasks; i++)
    task_clear (&self->tasks[i]);
  g_free (self->tasks);
  if (self->manager != NULL)
    troupe_crew_agent_clear (self->manager);
  g_free (self->manager);
  g_free (self->manager_hook);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  hooks_free (self->before, self->n_before);
  hooks_free (self->after, self->n_after);
  g_clear_pointer (&self->step_callback, troupe_crew_hook_free);
  g_clear_pointer (&self->task_callback, troupe_crew_hook_free);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->declared, troupe_crew_unref);
  g_free (self);
}

const char *
troupe_crew_get_memory_scope (TroupeCrew *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->old_memory != NULL ? troupe_crew_old_memory_get_scope (self->old_memory) : NULL;
}

/* --- Copies ----------------------------------------------------------------------------------- */

static TroupeValue *
ref_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

static TroupeCrewHook *
hooks_copy (const TroupeCrewHook *hooks, guint n_hooks)
{
  TroupeCrewHook *copy = g_new0 (TroupeCrewHook, n_hooks + 1);

  for (guint i = 0; i < n_hooks; i++)
    {
      TroupeCrewHook *to = &copy[i];
      const TroupeCrewHook *from = &hooks[i];

      g_assert (from != NULL);
      to->type = from->type;
      to->text = g_strdup (from->text);
      to->program = from->program != NULL ? troupe_cel_program_ref (from->program) : NULL;
      to->path = g_strdup (from->path);
    }
  return copy;
}

static TroupeCrewHook *
hook_copy (const TroupeCrewHook *hook)
{
  return hook != NULL ? hooks_copy (hook, 1) : NULL;
}

static void
agent_copy_to (const TroupeCrewAgent *from, TroupeCrewAgent *to)
{
  g_assert (from != NULL);

  to->name = g_strdup (from->name);
  to->role = g_strdup (from->role);
  to->goal = g_strdup (from->goal);
  to->backstory = g_strdup (from->backstory);
  to->fields = troupe_value_ref (from->fields);
  to->step_callback = hook_copy (from->step_callback);
  to->path = g_strdup (from->path);
}

static void
task_copy_to (const TroupeCrewTask *from, TroupeCrewTask *to)
{
  g_assert (from != NULL);

  *to = *from;
  to->name = g_strdup (from->name);
  to->description = g_strdup (from->description);
  to->expected_output = g_strdup (from->expected_output);
  to->context = g_memdup2 (from->context, sizeof (guint) * (from->n_context + 1));
  to->tools = ref_or_null (from->tools);
  to->guardrails = hooks_copy (from->guardrails, from->n_guardrails);
  to->condition = hook_copy (from->condition);
  to->callback = hook_copy (from->callback);
  to->schema = ref_or_null (from->schema);
  to->model = g_strdup (from->model);
  to->response_schema = ref_or_null (from->response_schema);
  to->response_model = g_strdup (from->response_model);
  to->converter = g_strdup (from->converter);
  to->output_file = g_strdup (from->output_file);
  to->policy = g_strdup (from->policy);
  to->fields = troupe_value_ref (from->fields);
  to->path = g_strdup (from->path);
}

TroupeCrew *
troupe_crew_copy (TroupeCrew *from)
{
  TroupeCrew *self = troupe_crew_new_empty ();

  self->name = g_strdup (from->name);
  self->process = from->process;
  self->agents = g_new0 (TroupeCrewAgent, from->n_agents + 1);
  self->n_agents = from->n_agents;
  for (guint i = 0; i < from->n_agents; i++)
    agent_copy_to (&from->agents[i], &self->agents[i]);
  self->tasks = g_new0 (TroupeCrewTask, from->n_tasks + 1);
  self->n_tasks = from->n_tasks;
  for (guint i = 0; i < from->n_tasks; i++)
    task_copy_to (&from->tasks[i], &self->tasks[i]);
  if (from->manager != NULL)
    {
      self->manager = g_new0 (TroupeCrewAgent, 1);
      agent_copy_to (from->manager, self->manager);
    }
  self->manager_hook = g_strdup (from->manager_hook);
  self->inputs = ref_or_null (from->inputs);
  self->before = hooks_copy (from->before, from->n_before);
  self->n_before = from->n_before;
  self->after = hooks_copy (from->after, from->n_after);
  self->n_after = from->n_after;
  self->step_callback = hook_copy (from->step_callback);
  self->task_callback = hook_copy (from->task_callback);
  self->fields = troupe_value_ref (from->fields);
  self->old_memory = from->old_memory;
  return self;
}

/* --- Identity --------------------------------------------------------------------------------- */

char *
troupe_crew_make_task_key (TroupeCrew *self, guint index)
{
  const TroupeCrewTask *task;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->n_tasks, NULL);

  task = &(self->declared != NULL ? self->declared : self)->tasks[index];
  text = g_strconcat (task->description, "|", task->expected_output, NULL);
  return g_compute_checksum_for_string (G_CHECKSUM_MD5, text, -1);
}

int
troupe_crew_find_task (TroupeCrew *self, const char *text)
{
  guint64 number = 0;

  g_return_val_if_fail (self != NULL && text != NULL, -1);

  for (guint i = 0; i < self->n_tasks; i++)
    if (g_strcmp0 (self->tasks[i].name, text) == 0)
      return (int) i;
  for (guint i = 0; i < self->n_tasks; i++)
    {
      g_autofree char *key = troupe_crew_make_task_key (self, i);

      if (g_str_equal (key, text))
        return (int) i;
    }
  if (g_ascii_string_to_unsigned (text, 10, 1, self->n_tasks, &number, NULL))
    return (int) number - 1;
  return -1;
}

const char *
troupe_crew_task_get_title (const TroupeCrewTask *task)
{
  g_return_val_if_fail (task != NULL, NULL);

  return task->name != NULL && *task->name != '\0' ? task->name : task->description;
}

char *
troupe_crew_task_dup_title (const TroupeCrewTask *task)
{
  const char *title = troupe_crew_task_get_title (task);

  return troupe_text_first_line (title != NULL ? title : "");
}

char *
troupe_crew_agent_dup_title (const TroupeCrewAgent *agent)
{
  const char *text;

  g_return_val_if_fail (agent != NULL, NULL);

  text = agent->role != NULL && *agent->role != '\0' ? agent->role : agent->name;
  return troupe_text_first_line (text != NULL ? text : "");
}

const TroupeCrewAgent *
troupe_crew_get_task_agent (TroupeCrew *self, guint index)
{
  int agent;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->n_tasks, NULL);

  agent = self->tasks[index].agent;
  if (agent < 0)
    return NULL;
  return (guint) agent < self->n_agents ? &self->agents[agent] : self->manager;
}
