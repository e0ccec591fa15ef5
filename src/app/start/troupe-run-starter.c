/* troupe-run-starter.c: prepares a run: prompts for inputs and opens the run store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-starter"

#include "config.h"

#include "troupe-application.h"
#include "troupe-dialog-placement.h"
#include "troupe-inputs-dialog.h"
#include "troupe-run-starter.h"
#include "troupe-text-list.h"

/* Maximum number of characters of one value and of all inputs in a description. */
#define LONGEST_VALUE 32
#define LONGEST_INPUTS 96

struct _TroupeRunStarter
{
  GObject parent_instance;

  TroupeRunFactory *source;
  GtkWidget *over; /* (nullable): weak */
  TroupeValue *last_inputs;
  char *last_file;   /* (nullable): of a batch */
  char *told_inputs; /* (nullable) */
  GtkWindow *dialog; /* (nullable): weak */
  gboolean is_opening;
  GPtrArray *unsaved_runs; /* IDs of stored runs whose document has no file yet */
};

enum
{
  READY,
  ASKS,
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

/* --- Run store -------------------------------------------------------------------------------- */

/* A run that waits for the run store, with the document as it was when the user started the run.
 * Only the main thread unrefs the objects. */
typedef struct
{
  TroupeRunStarter *starter;
  TroupeApplication *application;
  TroupeRun *run;
  char *path; /* (nullable) */
  char *text;
  TroupeStore *store; /* (nullable) */
} Start;

static void
start_free (Start *start)
{
  g_object_unref (start->starter);
  g_object_unref (start->application);
  g_object_unref (start->run);
  g_free (start->path);
  g_free (start->text);
  g_free (start);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Start, start_free)

static void
start_now (Start *start)
{
  /* Even without a store, the run needs the path of the document to find the project code. */
  troupe_run_set_store (start->run, start->store, start->path, start->text);
  if (start->store != NULL && start->path == NULL)
    g_ptr_array_add (start->starter->unsaved_runs, g_strdup (troupe_run_get_id (start->run)));
  g_signal_emit (start->starter, signals[READY], 0, start->run);
}

static void
store_is_known (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Start) start = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  start->starter->is_opening = FALSE;
  start_now (start);
}

/* Assigns the runs that began before the document was first saved to the file of the document. */
static void
document_saved_cb (TroupeRunStarter *self, TroupeDocument *document)
{
  TroupeApplication *application = troupe_application_get ();
  const char *path = troupe_document_get_path (document);
  TroupeStore *store = NULL;

  g_assert (TROUPE_IS_RUN_STARTER (self));

  if (self->unsaved_runs->len == 0 || path == NULL || application == NULL ||
      !troupe_application_peek_store (application, &store) || store == NULL)
    return;
  for (guint i = 0; i < self->unsaved_runs->len; i++)
    troupe_store_set_run_path (store, g_ptr_array_index (self->unsaved_runs, i), path);
  g_ptr_array_set_size (self->unsaved_runs, 0);
}

static void
open_store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Start *start = task_data;

  g_assert (G_IS_TASK (task));

  start->store = troupe_application_get_store (start->application);
  g_task_return_boolean (task, TRUE);
}

/* @text: (transfer full): the document text to store with the run */
static void
find_store (TroupeRunStarter *self, TroupeRun *run, char *text)
{
  TroupeApplication *application = troupe_application_get ();
  g_autofree char *owned = text;
  g_autoptr (GTask) task = NULL;
  g_autoptr (Start) start = NULL;

  g_assert (TROUPE_IS_RUN_STARTER (self));

  if (application == NULL)
    {
      g_signal_emit (self, signals[READY], 0, run);
      return;
    }
  start = g_new0 (Start, 1);
  start->starter = g_object_ref (self);
  start->application = g_object_ref (application);
  start->run = g_object_ref (run);
  start->path =
      g_strdup (troupe_document_get_path (troupe_run_factory_get_document (self->source)));
  start->text = g_steal_pointer (&owned);
  if (troupe_application_peek_store (application, &start->store))
    {
      start_now (start);
      return;
    }
  /* The store is opened on a thread, because the disk may be slow. */
  self->is_opening = TRUE;
  task = g_task_new (NULL, NULL, store_is_known, start);
  g_task_set_source_tag (task, find_store);
  g_task_set_task_data (task, g_steal_pointer (&start), NULL);
  g_task_run_in_thread (task, open_store_thread);
}

static void
make_run (TroupeRunStarter *self, TroupeValue *inputs)
{
  g_autoptr (TroupeRun) run = troupe_run_factory_make_run (self->source);

  g_assert (TROUPE_IS_RUN_STARTER (self));

  troupe_run_set_inputs (run, inputs);
  g_free (self->told_inputs);
  self->told_inputs = troupe_inputs_describe (inputs);
  find_store (self, run, troupe_run_factory_dup_text (self->source));
}

void
troupe_run_starter_start_run (TroupeRunStarter *self, TroupeRun *run, const char *text)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (text != NULL);
  g_return_if_fail (!troupe_run_starter_is_busy (self));

  g_clear_pointer (&self->told_inputs, g_free);
  find_store (self, run, g_strdup (text));
}

/* --- Inputs dialog ---------------------------------------------------------------------------- */

static void
inputs_given_cb (TroupeInputsDialog *dialog, TroupeValue *inputs, gpointer user_data)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (user_data);

  g_assert (TROUPE_IS_RUN_STARTER (self));

  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  if (inputs != NULL)
    self->last_inputs = troupe_value_ref (inputs);
  make_run (self, inputs);
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

static void
ask_inputs (TroupeRunStarter *self)
{
  g_auto (GStrv) asked = troupe_run_factory_list_asked (self->source);

  g_assert (TROUPE_IS_RUN_STARTER (self));

  g_set_weak_pointer (&self->dialog, GTK_WINDOW (troupe_inputs_dialog_new (
                                         troupe_run_factory_get_asked (self->source),
                                         (const char *const *) asked, self->last_inputs)));
  troupe_dialog_put_over (self->dialog, self->over);
  g_signal_connect_object (self->dialog, "given", G_CALLBACK (inputs_given_cb), self, 0);
  g_signal_connect_object (self->dialog, "many", G_CALLBACK (many_cb), self, G_CONNECT_SWAPPED);
  g_signal_emit (self, signals[ASKS], 0);
  gtk_window_present (self->dialog);
}

void
troupe_run_starter_start (TroupeRunStarter *self, gboolean ask)
{
  g_autoptr (GPtrArray) fields = NULL;

  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));
  g_return_if_fail (!troupe_run_starter_is_busy (self));

  fields = troupe_flow_list_state_fields (troupe_run_factory_get_asked (self->source));
  if (ask || wants_inputs (fields, self->last_inputs))
    ask_inputs (self);
  else
    make_run (self, self->last_inputs);
}

gboolean
troupe_run_starter_is_busy (TroupeRunStarter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_STARTER (self), FALSE);

  return self->is_opening || self->dialog != NULL;
}

void
troupe_run_starter_close (TroupeRunStarter *self)
{
  g_return_if_fail (TROUPE_IS_RUN_STARTER (self));

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
  g_clear_object (&self->source);
  G_OBJECT_CLASS (troupe_run_starter_parent_class)->dispose (object);
}

static void
troupe_run_starter_finalize (GObject *object)
{
  TroupeRunStarter *self = TROUPE_RUN_STARTER (object);

  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  g_clear_pointer (&self->told_inputs, g_free);
  g_clear_pointer (&self->last_file, g_free);
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
  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_RUN);
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
