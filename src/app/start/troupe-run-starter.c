/* troupe-run-starter.c: starts a run of a page: inputs, run store, prices, consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-starter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-dialog-placement.h"
#include "troupe-inputs-dialog.h"
#include "troupe-price-question.h"
#include "troupe-run-reuse.h"
#include "troupe-run-starter.h"
#include "troupe-steps.h"
#include "troupe-text-list.h"

/* Maximum number of characters of one value and of all inputs in a description. */
#define LONGEST_VALUE 32
#define LONGEST_INPUTS 96

/* What the pending step of a start waits for. An answer to anything else is ignored, so that nothing
 * continues a start that still has to ask for consent. */
typedef enum
{
  NOTHING,
  INPUTS,
  STORE,
  RESULTS,
  PRICE,
  CONSENT,
} Awaited;

/* @page_run, @consent, @budget: (nullable), see troupe_run_starter_set_checks();
 * @steps: (nullable): the last start; @run, @text, @path: its run, and the text and the path of the
 *   document when the user started it; @events: (nullable): those of a stored run */
struct _TroupeRunStarter
{
  GObject parent_instance;

  TroupeRunFactory *source;
  GtkWidget *over; /* (nullable): weak */
  TroupePageRun *page_run;
  TroupeRunConsent *consent;
  TroupePageBudget *budget;
  TroupeValue *last_inputs;
  char *last_file;   /* (nullable): of a batch */
  char *told_inputs; /* (nullable) */
  char *purpose;     /* (nullable): title of the dialog, if it is not for a run */
  char *button;      /* (nullable) */
  gboolean reuses;   /* see troupe_run_starter_set_reuse() */
  gboolean must_reuse;
  char *reused_run;        /* (nullable) */
  char **kept;             /* (nullable) */
  GPtrArray *unsaved_runs; /* IDs of stored runs whose document has no file yet */

  TroupeSteps *steps;
  Awaited awaited;
  gboolean asks_inputs;
  GtkWindow *dialog; /* (nullable): weak */
  TroupeRun *run;
  GPtrArray *events;
  char *text;
  char *path; /* (nullable) */
};

enum
{
  READY,
  ASKS,
  REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunStarter, troupe_run_starter, G_TYPE_OBJECT)

/* --- Inputs ------------------------------------------------------------------------------------ */

static char *
shorten (char *text, glong longest)
{
  g_autofree char *whole = text;
  g_autofree char *start = NULL;

  if (g_utf8_strlen (whole, -1) <= longest)
    return g_steal_pointer (&whole);
  start = g_utf8_substring (whole, 0, longest);
  return g_strconcat (start, "…", NULL);
}

/* Formats inputs as «score = 0.5, title = "Rain"», so that users can distinguish runs.
 * (nullable) */
char *
troupe_inputs_describe (TroupeValue *inputs)
{
  g_autoptr (GString) text = NULL;

  if (inputs == NULL || troupe_value_map_get_size (inputs) == 0)
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (inputs); i++)
    {
      g_autofree char *value = shorten (
          troupe_value_to_json (troupe_value_map_get_value (inputs, i), TROUPE_JSON_SPACED),
          LONGEST_VALUE);
      g_autofree char *pair = g_strdup_printf (
          "%s = %s", troupe_value_get_string (troupe_value_map_get_key (inputs, i), NULL), value);

      troupe_text_list_append (text, pair);
    }
  return shorten (g_string_free (g_steal_pointer (&text), FALSE), LONGEST_INPUTS);
}

/* --- Start ------------------------------------------------------------------------------------ */

static TroupeStepResult
await (TroupeRunStarter *self, Awaited what)
{
  self->awaited = what;
  return TROUPE_STEP_PENDING;
}

/* Continues the start if it waits for @what and @goes_on, unless it was closed. */
static void
answer (TroupeRunStarter *self, Awaited what, gboolean goes_on)
{
  g_assert (TROUPE_IS_RUN_STARTER (self));

  if (self->awaited != what)
    return;
  self->awaited = NOTHING;
  if (goes_on && self->steps != NULL)
    troupe_steps_continue (self->steps);
}

static void
end_start (TroupeRunStarter *self)
{
  g_assert (TROUPE_IS_RUN_STARTER (self));

  g_clear_pointer (&self->steps, troupe_steps_free);
  g_clear_object (&self->run);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->path, g_free);
}

/* --- Inputs dialog ---------------------------------------------------------------------------- */

static void
inputs_given_cb (TroupeRunStarter *self, TroupeValue *inputs)
{
  troupe_run_starter_set_last (self, inputs);
  answer (self, INPUTS, TRUE);
}

static void
many_cb (TroupeRunStarter *self)
{
  g_assert (TROUPE_IS_RUN_STARTER (self));

  if (self->over != NULL)
    gtk_widget_activate_action (self->over, "win.batch", NULL);
}

static gboolean
wants_inputs (GPtrArray *fields, TroupeValue *given)
{
  for (guint i = 0; i < fields->len; i++)
    {
      TroupeSchemaField *field = g_ptr_array_index (fields, i);

      if (field->required && field->initial == NULL &&
          (given == NULL || troupe_value_map_lookup_string (given, field->name, -1) == NULL))
        return TRUE;
    }
  return FALSE;
}

static TroupeStepResult
ask_inputs (gpointer data)
{
  TroupeRunStarter *self = data;
  TroupeFlow *flow = troupe_run_factory_get_asked (self->source);
  g_autoptr (GPtrArray) fields = NULL;
  g_autofree char *title = NULL;
  g_auto (GStrv) asked = NULL;

  if (self->run != NULL)
    return TROUPE_STEP_DONE;
  fields = troupe_flow_list_state_fields (flow);
  if (!self->asks_inputs && !wants_inputs (fields, self->last_inputs))
    return TROUPE_STEP_DONE;
  asked = troupe_run_factory_list_asked (self->source);
  /* A training or test was set up in a dialog before, so that another one must have a question. */
  if (self->purpose != NULL && fields->len == 0 && (asked == NULL || *asked == NULL))
    return TROUPE_STEP_DONE;
  g_set_weak_pointer (&self->dialog, GTK_WINDOW (troupe_inputs_dialog_new (
                                         flow, (const char *const *) asked, self->last_inputs)));
  title = troupe_document_get_title (troupe_run_factory_get_document (self->source));
  troupe_inputs_dialog_set_subject (TROUPE_INPUTS_DIALOG (self->dialog), title);
  if (self->purpose != NULL)
    troupe_inputs_dialog_set_purpose (TROUPE_INPUTS_DIALOG (self->dialog), self->purpose,
                                      self->button);
  troupe_dialog_put_over (self->dialog, self->over);
  g_signal_connect_object (self->dialog, "given", G_CALLBACK (inputs_given_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->dialog, "many", G_CALLBACK (many_cb), self, G_CONNECT_SWAPPED);
  g_signal_emit (self, signals[ASKS], 0);
  gtk_window_present (self->dialog);
  return await (self, INPUTS);
}

static TroupeStepResult
create_run (gpointer data)
{
  TroupeRunStarter *self = data;

  self->path = g_strdup (troupe_document_get_path (troupe_run_factory_get_document (self->source)));
  if (self->run != NULL)
    return TROUPE_STEP_DONE;
  self->run = troupe_run_factory_make_run (self->source);
  troupe_run_set_inputs (self->run, self->last_inputs);
  self->text = troupe_run_factory_dup_text (self->source);
  g_free (self->told_inputs);
  self->told_inputs = troupe_inputs_describe (self->last_inputs);
  return TROUPE_STEP_DONE;
}

/* --- Run store -------------------------------------------------------------------------------- */

/* Assigns the runs that began before the document was first saved to the file of the document. */
static void
document_saved_cb (TroupeRunStarter *self, TroupeDocument *document)
{
  TroupeServices *application = troupe_services_get ();
  const char *path = troupe_document_get_path (document);
  TroupeStore *store = NULL;

  g_assert (TROUPE_IS_RUN_STARTER (self));

  if (self->unsaved_runs->len == 0 || path == NULL || application == NULL ||
      !troupe_services_peek_store (application, &store) || store == NULL)
    return;
  for (guint i = 0; i < self->unsaved_runs->len; i++)
    troupe_store_set_run_path (store, g_ptr_array_index (self->unsaved_runs, i), path);
  g_ptr_array_set_size (self->unsaved_runs, 0);
}

const char *
troupe_run_starter_get_unsaved_run (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  return self->unsaved_runs->len > 0
             ? g_ptr_array_index (self->unsaved_runs, self->unsaved_runs->len - 1)
             : NULL;
}

GStrv
troupe_run_starter_list_unsaved_runs (TroupeRunStarter *self)
{
  GStrv ids;

  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  ids = g_new0 (char *, self->unsaved_runs->len + 1);
  for (guint i = 0; i < self->unsaved_runs->len; i++)
    ids[i] = g_strdup (g_ptr_array_index (self->unsaved_runs, i));
  return ids;
}

/* @store: (nullable) */
static void
use_store (TroupeRunStarter *self, TroupeStore *store)
{
  if (self->run == NULL)
    return;
  /* Even without a store, the run needs the path of the document to find the project code. */
  troupe_run_set_store (self->run, store, self->path, self->text);
  if (store != NULL && self->path == NULL)
    g_ptr_array_add (self->unsaved_runs, g_strdup (troupe_run_get_id (self->run)));
}

static void
store_opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (source);

  use_store (self, g_task_propagate_pointer (G_TASK (result), NULL));
  answer (self, STORE, TRUE);
}

static void
open_store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, troupe_services_get_store (task_data), NULL);
}

static TroupeStepResult
open_store (gpointer data)
{
  TroupeRunStarter *self = data;
  TroupeServices *application = troupe_services_get ();
  TroupeStore *store = NULL;
  g_autoptr (GTask) task = NULL;

  if (application == NULL)
    return TROUPE_STEP_DONE;
  if (troupe_services_peek_store (application, &store))
    {
      use_store (self, store);
      return TROUPE_STEP_DONE;
    }
  /* The store is opened on a thread, because the disk may be slow. */
  task = g_task_new (self, NULL, store_opened_cb, NULL);
  g_task_set_source_tag (task, open_store);
  g_task_set_task_data (task, g_object_ref (application), g_object_unref);
  g_task_run_in_thread (task, open_store_thread);
  return await (self, STORE);
}

/* --- Results of an earlier run ---------------------------------------------------------------- */

/* Only the main thread unrefs the objects. @error: (nullable) */
typedef struct
{
  TroupeRun *run;
  TroupeStore *store;
  char *id;
  char *path;
  GError *error;
} Reuse;

static void
reuse_free (gpointer data)
{
  Reuse *self = data;

  g_object_unref (self->run);
  g_object_unref (self->store);
  g_free (self->id);
  g_free (self->path);
  g_clear_error (&self->error);
  g_free (self);
}

/* Flushes the store first, because the last run may not have been written completely yet. */
static void
reuse_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reuse *self = task_data;

  if (troupe_store_flush (self->store, &self->error))
    troupe_run_set_reuse (self->run, self->store, self->id, self->path, &self->error);
  g_task_return_boolean (task, TRUE);
}

static void
refuse (TroupeRunStarter *self, const char *text)
{
  g_assert (TROUPE_IS_RUN_STARTER (self));

  g_signal_emit (self, signals[REFUSED], 0, text);
}

static void
results_found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (source);
  const Reuse *reuse = g_task_get_task_data (G_TASK (result));
  const gboolean is_refused = reuse->error != NULL && self->must_reuse;

  if (self->awaited != RESULTS || self->run != reuse->run)
    return;
  if (is_refused)
    {
      self->awaited = NOTHING;
      end_start (self);
      refuse (self, reuse->error->message);
      return;
    }
  /* Without an earlier run, everything is executed. */
  answer (self, RESULTS, TRUE);
}

static TroupeStepResult
find_results (gpointer data)
{
  TroupeRunStarter *self = data;
  TroupeServices *application = troupe_services_get ();
  TroupeStore *store = application != NULL ? troupe_services_find_store (application) : NULL;
  g_autoptr (GTask) task = NULL;
  Reuse *reuse = NULL;

  if (!self->reuses)
    return TROUPE_STEP_DONE;
  if (store == NULL || (self->reused_run == NULL && self->path == NULL))
    {
      if (!self->must_reuse)
        return TROUPE_STEP_DONE;
      refuse (self, _ ("No run of this document has been saved yet. Run it once first."));
      return TROUPE_STEP_END;
    }
  if (self->kept != NULL)
    troupe_run_keep_results (self->run, (const char *const *) self->kept);
  reuse = g_new0 (Reuse, 1);
  reuse->run = g_object_ref (self->run);
  reuse->store = g_object_ref (store);
  reuse->id = g_strdup (self->reused_run);
  reuse->path = g_strdup (self->path);
  task = g_task_new (self, NULL, results_found_cb, NULL);
  g_task_set_source_tag (task, find_results);
  g_task_set_task_data (task, reuse, reuse_free);
  g_task_run_in_thread (task, reuse_thread);
  return await (self, RESULTS);
}

void
troupe_run_starter_set_reuse (TroupeRunStarter *self,
                              gboolean reuses,
                              const char *run_id,
                              const char *const *kept,
                              gboolean is_required)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));

  self->reuses = reuses;
  self->must_reuse = is_required;
  troupe_set_str (&self->reused_run, run_id);
  g_strfreev (self->kept);
  self->kept = g_strdupv ((char **) kept);
}

/* --- Prices and consent ----------------------------------------------------------------------- */

/* Returns FALSE if the tab or window was closed, or if another run is running. */
static gboolean
can_begin (TroupeRunStarter *self)
{
  return self->over != NULL && gtk_widget_get_root (self->over) != NULL &&
         !troupe_page_run_is_under_way (self->page_run);
}

static void
priced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeRunStarter) self = user_data;
  const gboolean is_accepted = troupe_price_question_ask_finish (result);

  answer (self, PRICE, is_accepted && can_begin (self));
}

/* If there is a budget, asks about models that it cannot limit, because their price is unknown. */
static TroupeStepResult
ask_price (gpointer data)
{
  TroupeRunStarter *self = data;

  if (self->consent == NULL)
    return TROUPE_STEP_DONE;
  if (!can_begin (self))
    return TROUPE_STEP_END;
  if (!troupe_page_budget_has_limit (self->budget))
    return TROUPE_STEP_DONE;
  troupe_price_question_ask_async (self->over, self->run, priced_cb, g_object_ref (self));
  return await (self, PRICE);
}

static void
agreed_cb (TroupeRunStarter *self, TroupeRun *run)
{
  if (self->run == run)
    answer (self, CONSENT, TRUE);
}

static TroupeStepResult
ask_consent (gpointer data)
{
  TroupeRunStarter *self = data;

  if (self->consent == NULL)
    return TROUPE_STEP_DONE;
  /* The consent may be known already. */
  self->awaited = CONSENT;
  troupe_run_consent_ask (self->consent, self->run, self->events);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
report_ready (gpointer data)
{
  TroupeRunStarter *self = data;
  g_autoptr (TroupeRun) run = g_steal_pointer (&self->run);
  g_autoptr (GPtrArray) events = g_steal_pointer (&self->events);

  end_start (self);
  g_signal_emit (self, signals[READY], 0, run, events);
  return TROUPE_STEP_END;
}

/* --- Starting --------------------------------------------------------------------------------- */

static const TroupeStep steps[] = {
  { "ask inputs", ask_inputs },     { "create run", create_run },
  { "open store", open_store },     { "find results", find_results },
  { "ask price", ask_price },       { "ask consent", ask_consent },
  { "report ready", report_ready }, { NULL, NULL },
};

/* A run that was made elsewhere has inputs, and begins with what its maker wants. */
static const TroupeStep steps_of_given[] = {
  { "create run", create_run },   { "open store", open_store },     { "ask price", ask_price },
  { "ask consent", ask_consent }, { "report ready", report_ready }, { NULL, NULL },
};

/* A stored run has inputs and a store already. */
static const TroupeStep steps_of_stored[] = {
  { "ask price", ask_price },
  { "ask consent", ask_consent },
  { "report ready", report_ready },
  { NULL, NULL },
};

/* @run: (nullable): %NULL creates one; @text, @events: (nullable) */
static void
start (TroupeRunStarter *self,
       const TroupeStep *table,
       TroupeRun *run,
       const char *text,
       GPtrArray *events)
{
  g_assert (!troupe_run_starter_is_busy (self));

  end_start (self);
  self->awaited = NOTHING;
  g_set_object (&self->run, run);
  self->text = g_strdup (text);
  self->events = events != NULL ? g_ptr_array_ref (events) : NULL;
  self->steps = troupe_steps_new (table, self);
  troupe_steps_start (self->steps);
}

void
troupe_run_starter_start (TroupeRunStarter *self, gboolean ask)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (!troupe_run_starter_is_busy (self));

  self->asks_inputs = ask;
  start (self, steps, NULL, NULL, NULL);
}

void
troupe_run_starter_start_run (TroupeRunStarter *self, TroupeRun *run, const char *text)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (text != NULL);
  g_return_if_fail (!troupe_run_starter_is_busy (self));

  g_clear_pointer (&self->told_inputs, g_free);
  start (self, steps_of_given, run, text, NULL);
}

void
troupe_run_starter_resume (TroupeRunStarter *self, TroupeRun *run, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (TROUPE_IS_RUN (run));

  if (!troupe_run_starter_is_busy (self))
    start (self, steps_of_stored, run, NULL, events);
}

gboolean
troupe_run_starter_is_busy (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), FALSE);

  return self->awaited == STORE || self->awaited == RESULTS || self->awaited == PRICE ||
         self->dialog != NULL;
}

void
troupe_run_starter_close (TroupeRunStarter *self)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));

  end_start (self);
  if (self->dialog != NULL)
    gtk_window_destroy (self->dialog);
  g_clear_weak_pointer (&self->dialog);
}

void
troupe_run_starter_set_last (TroupeRunStarter *self, TroupeValue *inputs)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));

  if (inputs != NULL)
    troupe_value_ref (inputs);
  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  self->last_inputs = inputs;
}

TroupeValue *
troupe_run_starter_get_last (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  return self->last_inputs;
}

void
troupe_run_starter_set_purpose (TroupeRunStarter *self, const char *title, const char *button)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (title != NULL && button != NULL);

  troupe_set_str (&self->purpose, title);
  troupe_set_str (&self->button, button);
}

void
troupe_run_starter_set_last_file (TroupeRunStarter *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));

  troupe_set_str (&self->last_file, path);
}

const char *
troupe_run_starter_get_last_file (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  return self->last_file;
}

const char *
troupe_run_starter_get_error_text (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  return self->told_inputs;
}

GtkWindow *
troupe_run_starter_get_dialog (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), NULL);

  return self->dialog;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_starter_dispose (GObject *object)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (object);

  troupe_run_starter_close (self);
  g_clear_weak_pointer (&self->over);
  g_clear_object (&self->page_run);
  g_clear_object (&self->consent);
  g_clear_object (&self->budget);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (troupe_run_starter_parent_class)->dispose (object);
}

static void
troupe_run_starter_finalize (GObject *object)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (object);

  g_clear_pointer (&self->purpose, g_free);
  g_clear_pointer (&self->button, g_free);
  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  g_clear_pointer (&self->told_inputs, g_free);
  g_clear_pointer (&self->last_file, g_free);
  g_clear_pointer (&self->reused_run, g_free);
  g_clear_pointer (&self->kept, g_strfreev);
  g_ptr_array_unref (self->unsaved_runs);
  G_OBJECT_CLASS (troupe_run_starter_parent_class)->finalize (object);
}

static void
troupe_run_starter_class_init (TroupeRunStarterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_run_starter_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_run_starter_finalize;

  signals[ASKS] = g_signal_new ("asks", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  signals[REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, TROUPE_TYPE_RUN, G_TYPE_PTR_ARRAY);
}

static void
troupe_run_starter_init (TroupeRunStarter *self)
{
  self->unsaved_runs = g_ptr_array_new_with_free_func (g_free);
}

TroupeRunStarter *
troupe_run_starter_new (TroupeRunFactory *source, GtkWidget *over)
{
  TroupeRunStarter *self;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (over), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_STARTER, NULL);
  self->source = g_object_ref (source);
  g_set_weak_pointer (&self->over, over);
  g_signal_connect_object (troupe_run_factory_get_document (source), "saved",
                           G_CALLBACK (document_saved_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
troupe_run_starter_set_checks (TroupeRunStarter *self,
                               TroupePageRun *run,
                               TroupeRunConsent *consent,
                               TroupePageBudget *budget)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self) && self->consent == NULL);

  self->page_run = g_object_ref (run);
  self->consent = g_object_ref (consent);
  self->budget = g_object_ref (budget);
  g_signal_connect_object (consent, "agreed", G_CALLBACK (agreed_cb), self, G_CONNECT_SWAPPED);
}
