/* troupe-provider-probe.c: checks an API key with a short model request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-provider-probe"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-defaults.h"
#include "troupe-llm-prices.h"
#include "troupe-money.h"
#include "troupe-provider-probe.h"

#define QUESTION "[{\"role\": \"user\", \"content\": \"Say yes.\"}]"
/* Estimated tokens of the request including what services add to it, and the maximum tokens of
 * the answer. The maximum is not lower, because some services reject lower limits. */
#define INPUT_TOKENS 20
#define OUTPUT_TOKENS 16
#define SETTINGS "{\"max_tokens\": 16, \"max_retries\": 0, \"timeout\": 20}"

char *
troupe_provider_probe_get_model (const TroupeProvider *provider)
{
  g_autofree char *usual = NULL;
  const char *slash;

  g_return_val_if_fail (provider != NULL, NULL);

  if (provider->probe == NULL)
    return NULL;
  usual = troupe_llm_defaults_lookup (troupe_provider_list_model_variables ()[0]);
  slash = usual != NULL ? strchr (usual, '/') : NULL;
  return slash != NULL && troupe_provider_find_by_prefix (usual, slash - usual) == provider
             ? g_steal_pointer (&usual)
             : g_strdup (provider->probe);
}

char *
troupe_provider_probe_describe (const char *model)
{
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
  TroupeLlmPrice price;
  g_autofree char *sum = NULL;
  double cost;

  g_return_val_if_fail (model != NULL, NULL);

  if (!troupe_llm_prices_find (prices, model, &price))
    /* Translators: %s is the name of a model. */
    return g_strdup_printf (_ ("Sends %s a short question (about 40 tokens)"), model);
  /* Prices are dollars per million tokens, which equals millionths of a dollar per token. */
  cost = INPUT_TOKENS * price.input + OUTPUT_TOKENS * price.output;
  if (cost <= 0.0)
    return g_strdup_printf (_ ("Sends %s a short question (free)"), model);
  sum = troupe_money_for_display (MAX (1, (gint64) cost));
  /* Translators: the name of a model; an amount of money, such as “< $0.0001”. */
  return g_strdup_printf (_ ("Sends %s a short question that costs %s"), model, sum);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (source), result, &error);

  g_assert (G_IS_TASK (task));

  if (answer != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_provider_probe_async (const char *model,
                             TroupeLlmEnvironmentFunc environment,
                             gpointer user_data,
                             GDestroyNotify destroy,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer callback_data)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeValue) question = troupe_value_from_json (QUESTION, -1, NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (question);
  TroupeLlmRequest *request;
  GTask *task;

  g_return_if_fail (model != NULL);

  request = troupe_llm_request_new (model, messages);
  request->settings = troupe_value_from_json (SETTINGS, -1, NULL);
  troupe_llm_client_set_environment (client, environment, user_data, destroy);
  task = g_task_new (NULL, cancellable, callback, callback_data);
  g_task_set_source_tag (task, troupe_provider_probe_async);
  g_task_set_task_data (task, request, (GDestroyNotify) troupe_llm_request_free);
  troupe_llm_client_complete_async (client, request, NULL, NULL, cancellable, answered_cb, task);
}

gboolean
troupe_provider_probe_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
