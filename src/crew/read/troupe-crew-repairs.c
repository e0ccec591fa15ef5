/* troupe-crew-repairs.c: offers fixes for problems of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-repairs"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-advice.h"

/* Suggested if no agent of a hierarchical crew names a model. */
#define DEFAULT_MODEL "openai/gpt-4.1-mini"

typedef struct
{
  const TroupeCrew *crew;
  const TroupeCrewSource *source;
} Offers;

/* Sets the offered fix. Takes ownership of all strings. @fix: (nullable): %NULL keeps the
 * existing text */
static void
offer (TroupeProblem *problem, char *fix, char *action, char *label)
{
  if (fix != NULL)
    {
      g_free (problem->fix);
      problem->fix = fix;
    }
  problem->fix_action = action;
  problem->fix_label = label;
}

static char *
quote (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

static void
offer_name (TroupeProblem *problem, const char *name)
{
  g_autofree char *json = quote (name);

  offer (problem, g_strdup_printf (_ ("Write “%s”."), name), g_strconcat ("set-value:", json, NULL),
         g_strdup_printf (_ ("Use “%s”"), name));
}

static void
offer_removal (TroupeProblem *problem)
{
  offer (problem, g_strdup (_ ("Remove it.")), g_strdup ("remove-key"), g_strdup (_ ("Remove It")));
}

/* --- Looking up agents and tasks -------------------------------------------------------------- */

/* Gets the index of the task in `tasks[3].agent`. Returns FALSE if @path is not a path in a
 * task. */
static gboolean
get_task (const Offers *self, const char *path, guint *index)
{
  return sscanf (path, "tasks[%u]", index) == 1 && *index < self->crew->n_tasks;
}

static gboolean
has_later_task (const Offers *self, guint index, const char *name)
{
  for (guint i = index; i < self->crew->n_tasks; i++)
    if (g_strcmp0 (self->crew->tasks[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the agent of the nearest earlier task, else the first agent that is not the manager. */
static const char *
find_neighbour (const Offers *self, guint index)
{
  for (guint i = index; i-- > 0;)
    if (self->crew->tasks[i].agent >= 0 &&
        (guint) self->crew->tasks[i].agent < self->crew->n_agents)
      return self->crew->agents[self->crew->tasks[i].agent].name;
  return self->crew->n_agents > 0 ? self->crew->agents[0].name : NULL;
}

static const char *
find_model (const Offers *self)
{
  for (guint i = 0; i < self->crew->n_agents; i++)
    {
      const char *model = troupe_value_get_member_text (self->crew->agents[i].fields, "llm");

      if (model != NULL && *model != '\0')
        return model;
    }
  return DEFAULT_MODEL;
}

/* --- Fixes of single problems ----------------------------------------------------------------- */

static const char *
get_last_key (const char *path)
{
  const char *point = strrchr (path, '.');

  return point != NULL ? point + 1 : path;
}

/* Offers to add a required text. It is added empty, because a placeholder would be sent to the model. */
static void
offer_field (const Offers *self, TroupeProblem *problem)
{
  static const char *const keys[] = { "description", "expected_output", "role",
                                      "goal",        "backstory",       NULL };
  const char *key = get_last_key (problem->path);

  if (g_strv_contains (keys, key))
    offer (problem, g_strdup_printf (_ ("Add “%s”."), key), g_strdup ("set-value:\"\""),
           g_strdup_printf (_ ("Add “%s”"), key));
}

static void
offer_agent (const Offers *self, TroupeProblem *problem)
{
  g_autoptr (GPtrArray) agents = NULL;
  const char *name = NULL, *near;
  guint index;

  agents = g_ptr_array_new ();
  for (guint i = 0; i < self->source->agents->len; i++)
    if (((TroupeCrewAgentSource *) self->source->agents->pdata[i])->value != NULL)
      g_ptr_array_add (agents, ((TroupeCrewAgentSource *) self->source->agents->pdata[i])->name);
  g_ptr_array_add (agents, NULL);
  if (get_task (self, problem->path, &index))
    name = troupe_value_get_member_text (self->crew->tasks[index].fields, "agent");
  else if (g_str_equal (problem->path, "manager_agent"))
    name = troupe_value_get_member_text (self->source->crew, "manager_agent");
  if (name == NULL)
    return;
  near = troupe_nearest_word (name, (const char *const *) agents->pdata);
  if (near != NULL)
    offer_name (problem, near);
  else
    offer (problem, g_strdup_printf (_ ("Add an agent “%s”."), name),
           g_strdup_printf ("add-agent:%s", name), g_strdup_printf (_ ("Add “%s”"), name));
}

/* Offers to create the file of an agent that is listed but has no file. */
static void
offer_file (const Offers *self, TroupeProblem *problem)
{
  for (guint i = 0; i < self->source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = self->source->agents->pdata[i];

      if (g_strcmp0 (agent->listed_at, problem->path) == 0 && agent->value == NULL)
        {
          if (self->source->is_inline)
            offer_agent (self, problem);
          else if (troupe_crew_is_file_name (agent->name))
            offer (problem, g_strdup_printf (_ ("Create a file for “%s”."), agent->name),
                   g_strdup_printf ("add-agent:%s", agent->name), g_strdup (_ ("Create File")));
          return;
        }
    }
}

static void
offer_task (const Offers *self, TroupeProblem *problem)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *name, *near;
  guint index;
  TroupeValue *context, *entry;
  guint place;

  if (sscanf (problem->path, "tasks[%u].context[%u]", &index, &place) != 2 ||
      index >= self->crew->n_tasks)
    return;
  context = troupe_value_get_member (self->crew->tasks[index].fields, "context");
  if (context == NULL || !troupe_value_is (context, TROUPE_VALUE_LIST) ||
      place >= troupe_value_list_get_length (context))
    return;
  entry = troupe_value_list_get (context, place);
  name =
      troupe_value_is (entry, TROUPE_VALUE_STRING) ? troupe_value_get_string (entry, NULL) : NULL;
  if (name == NULL)
    return;
  for (guint i = 0; i < index; i++)
    if (self->crew->tasks[i].name != NULL && *self->crew->tasks[i].name != '\0')
      g_ptr_array_add (names, self->crew->tasks[i].name);
  g_ptr_array_add (names, NULL);
  /* The name of a later task is not a typo. The entry is invalid because a later task cannot be
   * context. */
  near = has_later_task (self, index, name)
             ? NULL
             : troupe_nearest_word (name, (const char *const *) names->pdata);
  if (near != NULL)
    offer_name (problem, near);
  else
    offer_removal (problem);
}

static void
offer_neighbour (const Offers *self, TroupeProblem *problem)
{
  const char *name;
  guint index;

  if (!get_task (self, problem->path, &index))
    return;
  name = find_neighbour (self, index);
  if (name != NULL)
    offer (problem, g_strdup_printf (_ ("Add “\"agent\": \"%s\"”."), name),
           g_strdup_printf ("assign-agent:%u:%s", index, name),
           g_strdup_printf (_ ("Assign to “%s”"), name));
}

/* Offers the context from which tasks that may still be running are removed. */
static void
offer_context (const Offers *self, TroupeProblem *problem)
{
  GString *json;
  const TroupeCrewTask *task;
  guint index, beside;

  if (!get_task (self, problem->path, &index))
    return;
  task = &self->crew->tasks[index];
  for (beside = index; beside > 0 && self->crew->tasks[beside - 1].is_async;)
    beside--;
  json = g_string_new ("[");
  for (guint i = 0; i < task->n_context; i++)
    if (task->context[i] < beside)
      {
        g_autofree char *name = quote (self->crew->tasks[task->context[i]].name);

        g_string_append_printf (json, "%s%s", json->len > 1 ? ", " : "", name);
      }
  g_string_append_c (json, ']');
  offer (problem, g_strdup (_ ("Remove the parallel tasks from its context.")),
         g_strconcat ("set-value:", json->str, NULL), g_strdup (_ ("Remove From Context")));
  g_string_free (json, TRUE);
}

/* Offers a context with the tasks that have ended when the asynchronous task starts. If none of them
 * has a name, only explains what to do. */
static void
offer_earlier (const Offers *self, TroupeProblem *problem)
{
  g_autoptr (GString) json = g_string_new ("[");
  guint index, n_ended;

  if (!get_task (self, problem->path, &index))
    return;
  for (n_ended = index; n_ended > 0 && self->crew->tasks[n_ended - 1].is_async;)
    n_ended--;
  for (guint i = 0; i < n_ended; i++)
    if (self->crew->tasks[i].name != NULL && *self->crew->tasks[i].name != '\0')
      {
        g_autofree char *name = quote (self->crew->tasks[i].name);

        g_string_append_printf (json, "%s%s", json->len > 1 ? ", " : "", name);
      }
  g_string_append_c (json, ']');
  if (json->len > strlen ("[]"))
    offer (problem, g_strdup_printf (_ ("Add “\"context\": %s”."), json->str),
           g_strconcat ("set-value:", json->str, NULL), g_strdup (_ ("Add Context")));
  else
    problem->fix = g_strdup (_ ("Name the tasks that it needs, and list the names in “context”."));
}

static void
offer_old (const Offers *self, TroupeProblem *problem)
{
  const char *key = get_last_key (problem->path);
  guint index;

  if (!g_str_equal (key, "max_retries"))
    offer_removal (problem);
  else if (get_task (self, problem->path, &index) &&
           !troupe_crew_has (self->crew->tasks[index].fields, "guardrail_max_retries"))
    offer (problem, g_strdup_printf (_ ("Write “%s”."), "guardrail_max_retries"),
           g_strdup ("rename-key:guardrail_max_retries"),
           g_strdup_printf (_ ("Use “%s”"), "guardrail_max_retries"));
}

static void
offer_model (const Offers *self, TroupeProblem *problem)
{
  const char *model = find_model (self);

  offer (problem, g_strdup_printf (_ ("Add “\"manager_llm\": \"%s\"”."), model),
         g_strdup_printf ("manager-model:%s", model), g_strdup_printf (_ ("Use %s"), model));
}

/* Offers the model of the first agent for the model at the problem's path. */
static void
offer_same_model (const Offers *self, TroupeProblem *problem)
{
  offer_name (problem, find_model (self));
}

static void
offer_unlisting (const Offers *self, TroupeProblem *problem)
{
  const char *name = troupe_value_get_member_text (self->source->crew, "manager_agent");

  if (name != NULL)
    offer (problem, g_strdup_printf (_ ("Remove “%s” from “agents”."), name),
           g_strdup_printf ("unlist-agent:%s", name), g_strdup (_ ("Remove From Agents")));
}

static void
offer_plain (const Offers *self, TroupeProblem *problem)
{
  offer (problem, g_strdup (_ ("Make the task unconditional.")), g_strdup ("make-unconditional"),
         g_strdup (_ ("Make Unconditional")));
}

static void
offer_cut (const Offers *self, TroupeProblem *problem)
{
  offer_removal (problem);
}

/* Offers to remove the key of a model, because the one of the environment is used instead. */
static void
offer_key (const Offers *self, TroupeProblem *problem)
{
  if (g_str_equal (get_last_key (problem->path), "api_key"))
    offer_removal (problem);
}

static void
offer_turn (const Offers *self, TroupeProblem *problem)
{
  offer (problem, g_strdup (_ ("Run the task sequentially.")), g_strdup ("remove-key"),
         g_strdup (_ ("Run Sequentially")));
}

static const struct
{
  const char *code;
  void (*offer) (const Offers *self, TroupeProblem *problem);
} repairs[] = {
  { "unknown_key", offer_cut },
  { "runtime_key", offer_cut },
  { "missing_field", offer_field },
  { "empty_list", offer_cut },
  { "unknown_type", offer_cut },
  { "ignored_value", offer_cut },
  { "two_outputs", offer_cut },
  { "deprecated_field", offer_old },
  { "missing_agent", offer_file },
  { "unknown_agent", offer_agent },
  { "unknown_task", offer_task },
  { "no_agent", offer_neighbour },
  { "guardrail_without_agent", offer_neighbour },
  { "no_manager", offer_model },
  { "paid_model", offer_same_model },
  { "manager_is_agent", offer_unlisting },
  { "manager_tools", offer_cut },
  { "async_end", offer_turn },
  { "async_alone", offer_turn },
  { "async_conditional", offer_turn },
  { "async_context", offer_context },
  { "async_without_context", offer_earlier },
  { "first_conditional", offer_plain },
  { "only_conditional", offer_plain },
  { "key_in_document", offer_key },
  { "bad_tool", offer_cut },
  { "missing_tool", offer_cut },
};

void
troupe_crew_offer_repairs (TroupeCrewReader *reader,
                           const TroupeCrew *crew,
                           const TroupeCrewSource *source)
{
  const Offers self = { crew, source };

  for (guint i = 0; i < reader->problems->len; i++)
    {
      TroupeProblem *problem = reader->problems->pdata[i];

      for (guint k = 0; problem->fix_action == NULL && k < G_N_ELEMENTS (repairs); k++)
        if (g_str_equal (problem->code, repairs[k].code))
          repairs[k].offer (&self, problem);
    }
}
