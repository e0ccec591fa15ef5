/* troupe-crew-models.c: available API keys and prices of models on this machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-models"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-models.h"
#include "troupe-keyring-watch.h"
#include "troupe-keyring.h"
#include "troupe-llm-models.h"
#include "troupe-llm-prices.h"

struct _TroupeCrewModels
{
  GObject parent_instance;

  GHashTable *kept;        /* utf8: environment variables whose keys are in the keyring */
  TroupeLlmPrices *prices; /* (nullable): NULL until read */
  GCancellable *cancellable;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewModels, troupe_crew_models, G_TYPE_OBJECT)

static void
troupe_crew_models_dispose (GObject *object)
{
  TroupeCrewModels *self = TROUPE_CREW_MODELS (object);

  g_cancellable_cancel (self->cancellable);

  G_OBJECT_CLASS (troupe_crew_models_parent_class)->dispose (object);
}

static void
troupe_crew_models_finalize (GObject *object)
{
  TroupeCrewModels *self = TROUPE_CREW_MODELS (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->prices, troupe_llm_prices_unref);

  G_OBJECT_CLASS (troupe_crew_models_parent_class)->finalize (object);
}

static void
troupe_crew_models_class_init (TroupeCrewModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_crew_models_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_models_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_CREW_MODELS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

/* --- Lookup ----------------------------------------------------------------------------------- */

static void
keys_listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TroupeCrewModels) self = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = troupe_keyring_list_finish (result, &error);

  g_assert (TROUPE_IS_CREW_MODELS (self));

  /* Without a keyring only the keys of the environment are available. */
  if (names == NULL)
    return;
  g_hash_table_remove_all (self->kept);
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (self->kept, g_strdup (names[i]));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
look (TroupeCrewModels *self)
{
  g_assert (TROUPE_IS_CREW_MODELS (self));

  troupe_keyring_list_async (self->cancellable, keys_listed_cb, g_object_ref (self));
}

static void
troupe_crew_models_init (TroupeCrewModels *self)
{
  g_assert (self != NULL);

  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (troupe_keyring_watch_get (), "changed", G_CALLBACK (look), self,
                           G_CONNECT_SWAPPED);
}

static void
read_prices (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, troupe_llm_prices_new (NULL),
                         (GDestroyNotify) troupe_llm_prices_unref);
}

static void
prices_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TroupeCrewModels *self = TROUPE_CREW_MODELS (source);
  TroupeLlmPrices *prices = g_task_propagate_pointer (G_TASK (result), NULL);

  if (prices == NULL)
    return;
  g_clear_pointer (&self->prices, troupe_llm_prices_unref);
  self->prices = prices;
  g_signal_emit (self, signals[CHANGED], 0);
}

TroupeCrewModels *
troupe_crew_models_get (TroupeCrewTarget *target)
{
  TroupeCrewModels *self;
  g_autoptr (GTask) task = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);

  self = g_object_get_data (G_OBJECT (target), "troupe-models");
  if (self != NULL)
    return self;
  self = g_object_new (TROUPE_TYPE_CREW_MODELS, NULL);
  g_object_set_data_full (G_OBJECT (target), "troupe-models", self, g_object_unref);
  look (self);
  task = g_task_new (self, self->cancellable, prices_read_cb, NULL);
  g_task_set_source_tag (task, troupe_crew_models_get);
  g_task_run_in_thread (task, read_prices);

  return self;
}

/* --- Accessors -------------------------------------------------------------------------------- */

gboolean
troupe_crew_models_is_local (const TroupeProvider *provider)
{
  g_return_val_if_fail (provider != NULL, FALSE);

  return provider->wire == TROUPE_WIRE_OLLAMA || provider->wire == TROUPE_WIRE_MOCK;
}

gboolean
troupe_crew_models_has_key (TroupeCrewModels *self, const TroupeProvider *provider)
{
  g_return_val_if_fail (TROUPE_IS_CREW_MODELS (self), FALSE);
  g_return_val_if_fail (provider != NULL, FALSE);

  if (provider->fixed_key != NULL || provider->key_variables[0] == NULL)
    return TRUE;
  for (guint i = 0;
       i < G_N_ELEMENTS (provider->key_variables) && provider->key_variables[i] != NULL; i++)
    {
      const char *value = g_getenv (provider->key_variables[i]);

      if ((value != NULL && value[0] != '\0') ||
          g_hash_table_contains (self->kept, provider->key_variables[i]))
        return TRUE;
    }
  return FALSE;
}

const TroupeProvider *
troupe_crew_models_find_provider (const char *model)
{
  const char *slash;
  const TroupeProvider *provider = NULL;

  g_return_val_if_fail (model != NULL, NULL);

  slash = strchr (model, '/');
  if (slash != NULL)
    provider = troupe_provider_find_by_prefix (model, slash - model);

  return provider != NULL ? provider : troupe_provider_find_by_name (model);
}

char *
troupe_crew_models_describe (TroupeCrewModels *self, const char *model)
{
  const TroupeProvider *provider;
  TroupeLlmPrice price;
  gint64 window;

  g_return_val_if_fail (TROUPE_IS_CREW_MODELS (self), NULL);
  g_return_val_if_fail (model != NULL, NULL);

  provider = troupe_crew_models_find_provider (model);
  if (provider->wire == TROUPE_WIRE_MOCK)
    return g_strdup (_ ("Answers immediately, no network"));
  if (provider->wire == TROUPE_WIRE_OLLAMA)
    return g_strdup (_ ("Free, on this computer"));
  window = troupe_llm_model_get_context_window (model, NULL) / 1000;
  if (self->prices == NULL || !troupe_llm_prices_find (self->prices, model, &price))
    /* Translators: %d is the size of the context window of a model in thousands of tokens. */
    return g_strdup_printf (_ ("price unknown · %d k"), (int) window);
  /* Translators: the prices of a million input and output tokens in US dollars, and %d is the
   * size of the context window in thousands of tokens. */
  return g_strdup_printf (_ ("$%.2f in, $%.2f out per million · %d k"), price.input, price.output,
                          (int) window);
}
