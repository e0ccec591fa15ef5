/* troupe-provider-test.c: preferences row that tests the connection to a provider
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-provider-test"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-keyring.h"
#include "troupe-llm-defaults.h"
#include "troupe-llm-listing.h"
#include "troupe-llm-target.h"
#include "troupe-provider-probe.h"
#include "troupe-provider-test.h"

struct _TroupeProviderTest
{
  AdwActionRow parent_instance;

  const TroupeProvider *provider;
  char *model; /* (nullable): model for a short request; NULL to list the models instead */
  char *usual; /* (nullable): description and cost of the test; NULL if not known yet */
  GtkWidget *spinner;
  GtkWidget *label;
  GtkWidget *button;
  GCancellable *cancellable; /* (nullable): set during a test */
  GCancellable *describing;  /* cancelled when the row is disposed */
  gint64 begun_us;
  TroupeProviderTestResult result;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeProviderTest, troupe_provider_test, ADW_TYPE_ACTION_ROW)

/* --- Presentation ----------------------------------------------------------------------------- */

/* @words: (nullable): error message; @facts: (nullable): result of a successful test */
static void
show (TroupeProviderTest *self, const char *words, const char *facts)
{
  const gboolean is_busy = self->cancellable != NULL;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_widget_set_visible (self->spinner, is_busy);
  gtk_button_set_label (GTK_BUTTON (self->button), is_busy ? _ ("Cancel") : _ ("Test"));
  gtk_label_set_label (GTK_LABEL (self->label), facts != NULL ? facts : "");
  gtk_widget_set_visible (self->label, facts != NULL);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), words != NULL         ? words
                                                      : self->usual != NULL ? self->usual
                                                                            : "");
  if (words != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "refused");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "refused");
}

static void
end (TroupeProviderTest *self,
     TroupeProviderTestResult result,
     const char *words,
     const char *facts)
{
  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  g_clear_object (&self->cancellable);
  self->result = result;
  show (self, words, facts);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Testing ---------------------------------------------------------------------------------- */

/* Looks up keys and addresses as in a run, except for the .env file next to a document. */
static char *
environment_cb (const char *name, gpointer user_data)
{
  g_autofree char *value = g_strdup (g_getenv (name));

  if (value != NULL && *g_strstrip (value) != '\0')
    return g_steal_pointer (&value);
  if (user_data != NULL && g_hash_table_contains (user_data, name))
    return g_strdup (g_hash_table_lookup (user_data, name));
  return troupe_llm_defaults_lookup (name);
}

/* Returns the elapsed time, but at least the smallest value that is not displayed as zero. */
static double
get_seconds (TroupeProviderTest *self)
{
  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  return MAX (0.1, (double) (g_get_monotonic_time () - self->begun_us) / G_USEC_PER_SEC);
}

/* The message about a missing key names a model that the user may not have chosen, and what a terminal offers. */
static void
fail (TroupeProviderTest *self, const GError *error)
{
  const char *variable = self->provider->key_variables[0];
  g_autofree char *advice =
      variable != NULL ? troupe_llm_target_dup_key_advice (variable, TROUPE_LLM_MODEL_WITHOUT_KEY)
                       : NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY) && advice != NULL &&
      strstr (error->message, advice) != NULL)
    /* Translators: the first %s is a provider, the second one the name of a variable */
    text = g_strdup_printf (
        _ ("%s requires a key. Enter it above, or set the environment variable %s."),
        self->provider->title, variable);
  end (self, TROUPE_PROVIDER_REFUSES, text != NULL ? text : error->message, NULL);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeProviderTest) self = TROUPE_PROVIDER_TEST (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *facts = NULL;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (troupe_provider_probe_finish (result, &error))
    {
      /* Translators: elapsed time in seconds. */
      facts = g_strdup_printf (_ ("%.1f s"), get_seconds (self));
      end (self, TROUPE_PROVIDER_WORKS, NULL, facts);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (self, error);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeProviderTest) self = TROUPE_PROVIDER_TEST (user_data);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = troupe_llm_listing_finish (result, &error);
  const double seconds = get_seconds (self);
  g_autofree char *count = NULL;
  g_autofree char *facts = NULL;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (names == NULL)
    {
      fail (self, error);
      return;
    }
  count = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u model", "%u models",
                                        g_strv_length (names)),
                           g_strv_length (names));
  /* Translators: elapsed time in seconds, and a number of models such as “61 models”. */
  facts = g_strdup_printf (_ ("%.1f s · %s"), seconds, count);
  end (self, TROUPE_PROVIDER_WORKS, NULL, facts);
}

static void
looked_up_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeProviderTest) self = TROUPE_PROVIDER_TEST (user_data);
  g_autoptr (GError) error = NULL;
  GHashTable *keys = troupe_keyring_lookup_finish (result, &error);
  GDestroyNotify destroy;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->cancellable == NULL)
    {
      g_clear_pointer (&keys, g_hash_table_unref);
      return;
    }
  /* Without a keyring, the environment may still provide the key. */
  /* Sends the request. */
  destroy = keys != NULL ? (GDestroyNotify) g_hash_table_unref : NULL;
  self->begun_us = g_get_monotonic_time ();
  if (self->model != NULL)
    troupe_provider_probe_async (self->model, environment_cb, keys, destroy, self->cancellable,
                                 answered_cb, g_object_ref (self));
  else
    troupe_llm_listing_async (self->provider, environment_cb, keys, destroy, self->cancellable,
                              listed_cb, g_object_ref (self));
}

void
troupe_provider_test_start (TroupeProviderTest *self)
{
  g_return_if_fail (TROUPE_IS_PROVIDER_TEST (self));

  if (self->cancellable != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  self->result = TROUPE_PROVIDER_UNTESTED;
  show (self, NULL, NULL);
  g_signal_emit (self, signals[CHANGED], 0);
  troupe_keyring_lookup_async (self->provider->key_variables, self->cancellable, looked_up_cb,
                               g_object_ref (self));
}

void
troupe_provider_test_cancel (TroupeProviderTest *self)
{
  g_return_if_fail (TROUPE_IS_PROVIDER_TEST (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  end (self, TROUPE_PROVIDER_UNTESTED, NULL, NULL);
}

gboolean
troupe_provider_test_is_busy (TroupeProviderTest *self)
{
  g_return_val_if_fail (TROUPE_IS_PROVIDER_TEST (self), FALSE);

  return self->cancellable != NULL;
}

TroupeProviderTestResult
troupe_provider_test_get_result (TroupeProviderTest *self)
{
  g_return_val_if_fail (TROUPE_IS_PROVIDER_TEST (self), TROUPE_PROVIDER_UNTESTED);

  return self->result;
}

void
troupe_provider_test_forget (TroupeProviderTest *self)
{
  g_return_if_fail (TROUPE_IS_PROVIDER_TEST (self));

  troupe_provider_test_cancel (self);
  if (self->result != TROUPE_PROVIDER_UNTESTED)
    end (self, TROUPE_PROVIDER_UNTESTED, NULL, NULL);
}

/* --- Choosing the request --------------------------------------------------------------------- */

static void
describe_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task, troupe_provider_probe_describe (task_data), g_free);
}

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeProviderTest *self = TROUPE_PROVIDER_TEST (source);
  char *words = g_task_propagate_pointer (G_TASK (result), NULL);

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (words == NULL)
    return;
  g_free (self->usual);
  self->usual = words;
  if (self->cancellable == NULL && self->result == TROUPE_PROVIDER_UNTESTED)
    show (self, NULL, NULL);
}

/* Determines the request, and shows its cost in advance, which is either “free” or the price of
 * a short request. */
static void
choose_question (TroupeProviderTest *self)
{
  g_autoptr (GTask) task = NULL;

  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  self->model = troupe_provider_probe_get_model (self->provider);
  if (self->model == NULL)
    {
      self->usual = g_strdup (_ ("Lists the models: free"));
      show (self, NULL, NULL);
      return;
    }
  show (self, NULL, NULL);
  task = g_task_new (self, self->describing, described_cb, NULL);
  g_task_set_source_tag (task, choose_question);
  g_task_set_task_data (task, g_strdup (self->model), g_free);
  g_task_run_in_thread (task, describe_thread);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
clicked_cb (TroupeProviderTest *self)
{
  g_assert (TROUPE_IS_PROVIDER_TEST (self));

  if (self->cancellable != NULL)
    troupe_provider_test_cancel (self);
  else
    troupe_provider_test_start (self);
}

static void
troupe_provider_test_dispose (GObject *object)
{
  TroupeProviderTest *self = TROUPE_PROVIDER_TEST (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_cancellable_cancel (self->describing);
  G_OBJECT_CLASS (troupe_provider_test_parent_class)->dispose (object);
}

static void
troupe_provider_test_finalize (GObject *object)
{
  TroupeProviderTest *self = TROUPE_PROVIDER_TEST (object);

  g_clear_object (&self->describing);
  g_free (self->model);
  g_free (self->usual);
  G_OBJECT_CLASS (troupe_provider_test_parent_class)->finalize (object);
}

static void
troupe_provider_test_class_init (TroupeProviderTestClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_provider_test_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_provider_test_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_provider_test_init (TroupeProviderTest *self)
{
  self->describing = g_cancellable_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Test"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  self->spinner = gtk_spinner_new ();
  self->label = gtk_label_new (NULL);
  self->button = gtk_button_new ();
  gtk_widget_add_css_class (self->label, "caption");
  gtk_widget_add_css_class (self->label, "success");
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->spinner);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->label);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (clicked_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_provider_test_new (const TroupeProvider *provider)
{
  TroupeProviderTest *self;

  g_return_val_if_fail (provider != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PROVIDER_TEST, NULL);
  self->provider = provider;
  choose_question (self);
  return GTK_WIDGET (self);
}
