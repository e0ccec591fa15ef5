/* troupe-run-calls.c: model calls that can be expected of a run, with their costs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-calls"

#include "config.h"

#include <string.h>

#include "troupe-agent.h"
#include "troupe-crew-inventory.h"
#include "troupe-llm-environment.h"
#include "troupe-memory-fields.h"
#include "troupe-prepared-crew.h"
#include "troupe-run-calls.h"
#include "troupe-run-kind.h"
#include "troupe-run-needed-keys.h"
#include "troupe-run-settings.h"

/* Characters per token, as in troupe_llm_estimate_tokens(). */
#define CHARACTERS 4
/* Assumptions: number of tokens of the prompt around the texts of the document, number of tokens
 * of short and long answers, and maximum number of rounds with tools. */
#define AROUND 200
#define SHORT_ANSWER 50
#define LONG_ANSWER 1500
#define MOST_ROUNDS 4
/* Assumed number of items of a list that is not known yet. */
#define MOST_ITEMS 10

struct _TroupeRunCalls
{
  GArray *calls; /* (element-type TroupeRunCall) */
  gboolean has_unknown;
  gboolean embeds;
};

/* State of the construction. @method: (nullable): NULL for a crew document */
typedef struct
{
  TroupeRunCalls *calls;
  TroupeLlmEnvironment *environment; /* (nullable) */
  const char *folder;                /* (nullable) */
  TroupeValue *inputs;               /* (nullable) */
  const char *method;
} Listing;

static void
call_clear (gpointer data)
{
  TroupeRunCall *call = data;

  g_free (call->name);
  g_free (call->path);
  g_free (call->agent);
  g_free (call->model);
}

/* --- Agents and tasks ------------------------------------------------------------------------- */

/* Returns the total length of all strings in @value. @value: (nullable) */
static gsize
measure (TroupeValue *value)
{
  gsize length = 0;

  if (value == NULL)
    return 0;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    troupe_value_get_string (value, &length);
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      length += measure (troupe_value_list_get (value, i));
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      length += measure (troupe_value_map_get_value (value, i));
  return length;
}

/* Adds up the members of @fields that become part of a prompt. */
static gsize
measure_prompt (TroupeValue *fields)
{
  static const char *const keys[] = { "role",
                                      "goal",
                                      "backstory",
                                      "input",
                                      "description",
                                      "expected_output",
                                      "system_template",
                                      "prompt_template",
                                      "output_json",
                                      "output_pydantic" };
  gsize length = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    length += measure (troupe_value_get_member (fields, keys[i]));
  return length;
}

/* Adds a step whose agent calls a model. @agent: (nullable) (transfer full): NULL if it is invalid;
 * @length: of the texts of the prompt; @most: maximum number of executions */
static void
add_call (Listing *self,
          const char *name,
          const char *path,
          const char *action,
          TroupeAgentDefinition *agent,
          gsize length,
          guint most)
{
  g_autoptr (TroupeAgentDefinition) taken = agent;
  TroupeRunCall call = { .name = g_strdup (name), .path = g_strdup (path), .action = action };

  if (agent == NULL)
    {
      self->calls->has_unknown = TRUE;
    }
  else
    {
      const char *model;
      char *found = NULL;

      call.agent = g_strdup (troupe_agent_definition_get_role (agent));
      model = troupe_agent_definition_get_model (agent);
      if (troupe_agent_definition_is_model_made (agent))
        self->calls->has_unknown = TRUE;
      else
        found =
            model != NULL
                ? troupe_llm_model_get_called (model, troupe_agent_definition_get_settings (agent))
                : troupe_llm_get_default_model (self->environment);
      call.model = found;
      call.n_tokens = AROUND + (gint64) (length + CHARACTERS - 1) / CHARACTERS;
      call.n_least = 1;
      call.n_most = most * MOST_ROUNDS;
    }
  g_array_append_val (self->calls->calls, call);
}

/* --- Crews ------------------------------------------------------------------------------------ */

/* Returns the crew with its inputs filled in, or the crew itself if inputs are missing. (transfer
 * full) */
static TroupeCrew *
fill (Listing *self, TroupeCrew *crew)
{
  g_autoptr (TroupeValue) inputs = crew->inputs != NULL ? troupe_value_ref (crew->inputs)
                                                        : troupe_value_from_json ("{}", -1, NULL);
  g_autofree char *path = NULL;
  TroupeCrew *filled = NULL;

  for (gsize i = 0; self->inputs != NULL && i < troupe_value_map_get_size (self->inputs); i++)
    {
      TroupeValue *more = troupe_value_map_with (
          inputs, troupe_value_get_string (troupe_value_map_get_key (self->inputs, i), NULL),
          troupe_value_map_get_value (self->inputs, i));

      troupe_value_unref (inputs);
      inputs = more;
    }
  if (self->method == NULL && troupe_value_map_get_size (inputs) > 0)
    filled = troupe_crew_interpolate (crew, inputs, &path, NULL);
  return filled != NULL ? filled : troupe_crew_ref (crew);
}

/* Returns the agent that executes the task. (transfer full) (nullable) */
static TroupeAgentDefinition *
make_agent (TroupeCrew *crew, guint index)
{
  const TroupeCrewAgent *agent = troupe_crew_get_task_agent (crew, index);
  g_autoptr (TroupeValue) manager = NULL;

  if (crew->process != TROUPE_CREW_HIERARCHICAL)
    return agent != NULL ? troupe_agent_definition_new (agent->fields, NULL) : NULL;
  if (crew->manager != NULL)
    return troupe_agent_definition_new (crew->manager->fields, NULL);
  manager = troupe_crew_inventory_make_manager (crew, NULL, NULL);
  return troupe_agent_definition_new (manager, NULL);
}

static gboolean
is_free_embedder (TroupeValue *embedder)
{
  const char *provider =
      embedder != NULL ? troupe_value_get_member_text (embedder, "provider") : NULL;

  return g_strcmp0 (provider, "mock") == 0 || g_strcmp0 (provider, "ollama") == 0;
}

/* Returns TRUE if memory or knowledge calls an embedder, whose calls are not listed. */
static gboolean
embeds (TroupeCrew *crew)
{
  TroupeValue *own = troupe_value_get_member (crew->fields, "embedder");
  TroupeValue *memory = troupe_value_get_member (crew->fields, "memory");
  gboolean knows = troupe_memory_fields_have_knowledge (crew->fields);

  if (troupe_memory_fields_want_memory (crew->fields) &&
      !is_free_embedder (troupe_memory_fields_get_embedder (memory, own)))
    return TRUE;
  for (guint i = 0; i < crew->n_agents; i++)
    {
      TroupeValue *embedder = troupe_value_get_member (crew->agents[i].fields, "embedder");

      if (!troupe_memory_fields_have_knowledge (crew->agents[i].fields))
        continue;
      if (embedder == NULL)
        knows = TRUE;
      else if (!is_free_embedder (embedder))
        return TRUE;
    }
  return knows && !is_free_embedder (own);
}

/* @prefix: path of the crew in the document, with a dot; "" for a crew document */
static void
add_crew (Listing *self, TroupeCrew *given, const char *prefix, guint most)
{
  g_autoptr (TroupeCrew) crew = fill (self, given);

  self->calls->embeds = self->calls->embeds || embeds (crew);
  if (troupe_crew_get_flag (crew->fields, "planning"))
    {
      g_autofree char *path = g_strconcat (prefix, "planning", NULL);
      gsize length = 0;

      for (guint i = 0; i < crew->n_tasks; i++)
        length += measure_prompt (crew->tasks[i].fields);
      add_call (self, "planning", path, NULL, troupe_crew_inventory_make_planner (crew), length,
                most);
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeCrewTask *task = &crew->tasks[i];
      TroupeAgentDefinition *agent = make_agent (crew, i);
      g_autofree char *path = g_strconcat (prefix, task->path, NULL);
      g_autofree char *name =
          self->method != NULL
              ? g_strdup_printf ("%s: %s", self->method, troupe_crew_task_get_title (task))
              : g_strdup (troupe_crew_task_get_title (task));
      gsize length = measure_prompt (task->fields);

      if (agent != NULL)
        length += measure_prompt (troupe_agent_definition_get_fields (agent));
      add_call (self, name, path, NULL, agent, length, most);
    }
}

/* --- Flows ------------------------------------------------------------------------------------ */

static void
add_action (Listing *self, const TroupeFlowAction *action, const char *path, guint most)
{
  const char *kind = troupe_action_type_get_name (action->type);

  if (action->type == TROUPE_ACTION_AGENT)
    {
      TroupeAgentDefinition *agent = action->definition != NULL
                                         ? troupe_agent_definition_new (action->definition, NULL)
                                         : NULL;

      add_call (self, self->method, path, kind, agent,
                action->definition != NULL ? measure_prompt (action->definition) : 0, most);
    }
  else if (action->type == TROUPE_ACTION_CREW)
    {
      TroupePreparedCrew *prepared = NULL;
      g_autofree char *prefix =
          self->method != NULL ? g_strconcat (path, ".with.", NULL) : g_strdup ("");

      if (action->definition != NULL || self->folder != NULL)
        prepared = troupe_prepared_crew_new (action, self->folder);
      if (prepared != NULL && prepared->crew != NULL)
        add_crew (self, prepared->crew, prefix, most);
      else
        self->calls->has_unknown = TRUE;
      g_clear_pointer (&prepared, troupe_prepared_crew_free);
    }
  else
    {
      const TroupeRunCall call = { .name = g_strdup (self->method),
                                   .path = g_strdup (path),
                                   .action = kind };

      g_array_append_val (self->calls->calls, call);
    }
  for (guint i = 0; i < action->n_steps; i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s.do[%u].action", path, i);

      add_action (self, action->steps[i].action, inner, most * MOST_ITEMS);
    }
}

/* Returns TRUE if one of the events for which the method waits can have been emitted. */
static gboolean
can_start (const TroupeFlowMethod *method, GHashTable *emitted)
{
  const TroupeCondition *condition =
      method->listen != NULL ? method->listen : method->start_condition;
  g_autoptr (GPtrArray) events = NULL;

  if (method->start && method->start_condition == NULL)
    return TRUE;
  if (condition == NULL)
    return FALSE;
  events = troupe_condition_get_events (condition);
  for (guint i = 0; i < events->len; i++)
    if (g_hash_table_contains (emitted, g_ptr_array_index (events, i)))
      return TRUE;
  return FALSE;
}

/* Adds the methods in rounds: first those that start, then those that can follow. Methods that never
 * run are left out. */
static void
add_methods (Listing *self, TroupeFlow *flow)
{
  const guint n_methods = troupe_flow_get_n_methods (flow);
  const TroupeRunKind *kind = troupe_run_kind_find (flow);
  g_autofree gboolean *is_added = g_new0 (gboolean, n_methods + 1);
  g_autoptr (GHashTable) emitted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      g_autofree gboolean *starts = g_new0 (gboolean, n_methods + 1);

      is_changed = FALSE;
      for (guint i = 0; i < n_methods; i++)
        starts[i] = !is_added[i] && can_start (troupe_flow_get_method (flow, i), emitted);
      for (guint i = 0; i < n_methods; i++)
        if (starts[i])
          {
            const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
            g_autofree char *path = g_strdup_printf ("methods.%s.do", method->name);
            gboolean complete;
            g_autoptr (GPtrArray) events = troupe_flow_method_list_events (method, &complete);

            self->method = kind->name_method (method);
            add_action (self, method->action, path, 1);
            g_hash_table_add (emitted, g_strdup (method->name));
            for (guint j = 0; j < events->len; j++)
              g_hash_table_add (emitted, g_strdup (g_ptr_array_index (events, j)));
            is_added[i] = TRUE;
            is_changed = TRUE;
          }
    }
}

TroupeRunCalls *
troupe_run_calls_new (TroupeFlow *flow,
                      const char *folder,
                      GHashTable *settings,
                      TroupeValue *inputs)
{
  TroupeRunCalls *self = g_new0 (TroupeRunCalls, 1);
  g_autoptr (TroupeLlmEnvironment) environment = NULL;
  Listing listing = { .calls = self, .folder = folder, .inputs = inputs };

  self->calls = g_array_new (FALSE, FALSE, sizeof (TroupeRunCall));
  g_array_set_clear_func (self->calls, call_clear);
  g_return_val_if_fail (flow != NULL, self);

  if (settings != NULL)
    environment =
        troupe_llm_environment_new (troupe_run_settings_lookup, g_hash_table_ref (settings),
                                    (GDestroyNotify) g_hash_table_unref);
  listing.environment = environment;
  add_methods (&listing, flow);
  return self;
}

TroupeRunCalls *
troupe_run_calls_new_for_run (TroupeRun *run, TroupeValue *inputs)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  folder = troupe_run_get_code_folder (run);
  return troupe_run_calls_new (troupe_run_get_flow (run), folder, troupe_run_get_settings (run),
                               inputs);
}

void
troupe_run_calls_free (TroupeRunCalls *self)
{
  g_array_unref (self->calls);
  g_free (self);
}

guint
troupe_run_calls_get_n (TroupeRunCalls *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->calls->len;
}

const TroupeRunCall *
troupe_run_calls_get (TroupeRunCalls *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->calls->len, NULL);

  return &g_array_index (self->calls, TroupeRunCall, index);
}

gboolean
troupe_run_calls_embeds (TroupeRunCalls *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->embeds;
}

gboolean
troupe_run_calls_is_whole (TroupeRunCalls *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return !self->has_unknown;
}

/* --- Costs ------------------------------------------------------------------------------------ */

/* Returns the cost in millionths of a dollar, because prices are dollars per million tokens. */
static double
multiply (const TroupeLlmPrice *price, double input, double output)
{
  return input * price->input + output * price->output;
}

TroupeRunCost
troupe_run_call_get_cost (const TroupeRunCall *self, TroupeLlmPrices *prices)
{
  TroupeRunCost cost = { .is_whole = TRUE };
  const double input = self != NULL ? (double) self->n_tokens : 0;
  TroupeLlmPrice price;
  double high;

  g_return_val_if_fail (self != NULL && prices != NULL, cost);

  if (self->n_most == 0)
    return cost;
  cost.is_whole = self->model != NULL && troupe_llm_prices_find (prices, self->model, &price);
  if (!cost.is_whole)
    return cost;
  cost.low = (gint64) multiply (&price, input, SHORT_ANSWER);
  /* Each round sends the answers of the previous rounds again. */
  high = self->n_most * multiply (&price, input, LONG_ANSWER) +
         self->n_most * (MOST_ROUNDS - 1) / 2.0 * LONG_ANSWER * price.input;
  cost.high = (gint64) MIN (high, 9e15);
  return cost;
}

TroupeRunCost
troupe_run_calls_get_cost (TroupeRunCalls *self, TroupeLlmPrices *prices)
{
  TroupeRunCost sum = { 0 };

  g_return_val_if_fail (self != NULL && prices != NULL, sum);

  sum.is_whole = !self->has_unknown;
  for (guint i = 0; i < self->calls->len; i++)
    {
      const TroupeRunCost cost =
          troupe_run_call_get_cost (&g_array_index (self->calls, TroupeRunCall, i), prices);

      sum.low += cost.low;
      sum.high = MIN (sum.high + cost.high, (gint64) 9e15);
      sum.is_whole = sum.is_whole && cost.is_whole;
    }
  return sum;
}

char **
troupe_run_calls_list_unpriced (TroupeRunCalls *self, TroupeLlmPrices *prices)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TroupeLlmPrice price;

  g_return_val_if_fail (self != NULL && prices != NULL, NULL);

  for (guint i = 0; i < self->calls->len; i++)
    {
      char *model = g_array_index (self->calls, TroupeRunCall, i).model;

      if (model != NULL && !troupe_llm_prices_find (prices, model, &price) &&
          !g_ptr_array_find_with_equal_func (names, model, g_str_equal, NULL))
        g_ptr_array_add (names, model);
    }
  g_ptr_array_add (names, NULL);
  return g_strdupv ((char **) names->pdata);
}
