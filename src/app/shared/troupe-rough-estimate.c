/* troupe-rough-estimate.c: estimates the cost of a run from the lengths of its texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-rough-estimate"

#include "config.h"

#include <string.h>

#include "troupe-agent.h"
#include "troupe-crew.h"
#include "troupe-rough-estimate.h"

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

/* An agent that calls a model. @model: (nullable): NULL for the default model */
typedef struct
{
  char *model;
  TroupeValue *settings; /* (nullable) */
  gsize length;          /* length of its texts, in characters */
  guint most;            /* maximum number of executions */
} Asker;

struct _TroupeRoughEstimate
{
  GArray *askers; /* (element-type Asker) */
  gboolean has_unknown;
};

static void
asker_clear (gpointer data)
{
  Asker *asker = data;

  g_free (asker->model);
  g_clear_pointer (&asker->settings, troupe_value_unref);
}

/* --- Collecting the agents -------------------------------------------------------------------- */

/* Returns the total length of all strings in @value. */
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

/* @fields: definition of the agent; @more: number of characters of its input */
static void
add_agent (TroupeRoughEstimate *self, TroupeValue *fields, gsize more, guint most)
{
  g_autoptr (TroupeAgentDefinition) agent = troupe_agent_definition_new (fields, NULL);
  Asker asker = { .length = measure (fields) + more, .most = most };
  TroupeValue *settings;

  g_assert (self != NULL);

  if (agent == NULL)
    {
      self->has_unknown = TRUE;
      return;
    }
  asker.model = g_strdup (troupe_agent_definition_get_model (agent));
  settings = troupe_agent_definition_get_settings (agent);
  asker.settings = settings != NULL ? troupe_value_ref (settings) : NULL;
  g_array_append_val (self->askers, asker);
}

/* Adds the agents of all tasks. A task without an agent uses the first agent. */
static void
add_crew (TroupeRoughEstimate *self, TroupeValue *definition, guint most)
{
  g_autoptr (TroupeCrew) crew =
      definition != NULL ? troupe_crew_new (definition, NULL, NULL) : NULL;

  g_assert (self != NULL);

  if (crew == NULL || crew->n_agents == 0)
    {
      self->has_unknown = TRUE;
      return;
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeCrewTask *task = &crew->tasks[i];
      const guint agent = task->agent >= 0 ? MIN ((guint) task->agent, crew->n_agents - 1) : 0;

      add_agent (self, crew->agents[agent].fields, measure (task->fields), most);
    }
}

static void
add_action (TroupeRoughEstimate *self, const TroupeFlowAction *action, guint most)
{
  g_assert (self != NULL);

  if (action->type == TROUPE_ACTION_AGENT)
    add_agent (self, action->definition, 0, most);
  else if (action->type == TROUPE_ACTION_CREW)
    add_crew (self, action->definition, most);
  for (guint i = 0; i < action->n_steps; i++)
    add_action (self, action->steps[i].action, most * MOST_ITEMS);
}

TroupeRoughEstimate *
troupe_rough_estimate_new (TroupeFlow *flow)
{
  TroupeRoughEstimate *self = g_new0 (TroupeRoughEstimate, 1);

  g_return_val_if_fail (flow != NULL, self);

  self->askers = g_array_new (FALSE, FALSE, sizeof (Asker));
  g_array_set_clear_func (self->askers, asker_clear);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_action (self, troupe_flow_get_method (flow, i)->action, 1);
  return self;
}

void
troupe_rough_estimate_free (TroupeRoughEstimate *self)
{
  g_clear_pointer (&self->askers, g_array_unref);
  g_free (self);
}

/* --- Calculating the cost --------------------------------------------------------------------- */

/* Returns the cost in millionths of a dollar, because prices are dollars per million tokens. */
static double
get_cost (const TroupeLlmPrice *price, double input, double output)
{
  return input * price->input + output * price->output;
}

gboolean
troupe_rough_estimate_get_range (TroupeRoughEstimate *self,
                                 TroupeLlmPrices *prices,
                                 TroupeCostRange *range)
{
  double low = 0.0;
  double high = 0.0;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (prices != NULL, FALSE);
  g_return_val_if_fail (range != NULL, FALSE);

  *range = (TroupeCostRange){ .is_least = self->has_unknown };
  for (guint i = 0; i < self->askers->len; i++)
    {
      const Asker *asker = &g_array_index (self->askers, Asker, i);
      const double input = AROUND + (double) asker->length / CHARACTERS;
      g_autofree char *usual = asker->model == NULL ? troupe_llm_model_get_default () : NULL;
      TroupeLlmPrice price;

      if (!troupe_llm_prices_find (prices, asker->model != NULL ? asker->model : usual, &price))
        {
          range->is_least = TRUE;
          continue;
        }
      low += get_cost (&price, input, SHORT_ANSWER);
      /* Each round sends the answers of the previous rounds again. */
      high += asker->most * (MOST_ROUNDS * get_cost (&price, input, LONG_ANSWER) +
                             MOST_ROUNDS * (MOST_ROUNDS - 1) / 2 * LONG_ANSWER * price.input);
    }
  range->low = (gint64) low;
  range->high = (gint64) MIN (high, 9e15);
  range->likely = (range->low + range->high) / 2;
  return self->askers->len > 0 && (range->high > 0 || !range->is_least);
}
