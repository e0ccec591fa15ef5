/* troupe-batch-page.c: tab page that runs one document over many inputs (batch)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-page"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-services.h"
#include "troupe-bar-box.h"
#include "troupe-batch-columns.h"
#include "troupe-batch-page-private.h"
#include "troupe-button-names.h"
#include "troupe-dark-scheme.h"
#include "troupe-local-chooser.h"
#include "troupe-sanitize-text.h"
#include "troupe-start-folder.h"
#include "troupe-store-own.h"
#include "troupe-tool-consent-dialog.h"

enum
{
  CHANGED,
  MESSAGE,
  RUN_REQUESTED,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeBatchPage, troupe_batch_page, GTK_TYPE_WIDGET)

void
troupe_batch_page_tell (TroupeBatchPage *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* @text: (nullable): NULL hides the notice */
static void
set_notice (TroupeBatchPage *self, const char *text)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  gtk_label_set_text (self->notice, text != NULL ? text : "");
  gtk_widget_set_visible (self->notice_box, text != NULL);
  gtk_widget_set_visible (self->new_button, FALSE);
  troupe_batch_setup_set_hint (self->setup, text);
}

/* --- State and notices ------------------------------------------------------------------------ */

static void
show_progress (TroupeBatchPage *self)
{
  TroupeBatchState state = { .progress = { .rest_us = -1 },
                             .budget = troupe_batch_setup_get_budget (self->setup),
                             .is_running = self->is_running,
                             .is_paused = troupe_batch_page_is_paused (self) };
  const TroupeBatchProgress *progress = &state.progress;
  gint64 n_failed;
  g_autofree char *label = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->batch != NULL)
    troupe_batch_get_progress (self->batch, &state.progress);
  troupe_batch_head_show (self->head, &state);
  n_failed = progress->n_failed;
  label = n_failed > 0 ? g_strdup_printf ("%s %" PRId64, C_ ("item", "Failed"), n_failed)
                       : g_strdup (C_ ("item", "Failed"));
  gtk_button_set_label (GTK_BUTTON (self->failed_button), label);
  gtk_widget_set_sensitive (self->retry_button, progress->n_failed > 0 && !self->is_stopping);
  gtk_widget_set_sensitive (self->export_button, progress->n_ok + progress->n_failed > 0);
  gtk_widget_set_visible (self->continue_button, !self->is_running && self->batch != NULL &&
                                                     troupe_batch_head_count_left (progress) > 0);
}

static void
update (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  show_progress (self);
  troupe_batch_setup_set_ready (self->setup, !self->is_running && !self->is_asking);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Reports the failure, so that empty rows are not mistaken for missing items. */
static void
rows_failed_cb (TroupeBatchPage *self, const char *message)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->is_left || self->has_failed_rows)
    return;
  self->has_failed_rows = TRUE;
  /* Translators: the previous notice, then the reason */
  text = g_strdup_printf (_ ("%s No data was lost, but the items could not be shown: %s"),
                          gtk_label_get_text (self->notice), message);
  set_notice (self, g_strstrip (text));
}

/* --- Setup ------------------------------------------------------------------------------------ */

void
troupe_batch_page_set_out (TroupeBatchPage *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  troupe_batch_setup_set_out (self->setup, path);
}

void
troupe_batch_page_set_inputs (TroupeBatchPage *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  troupe_batch_setup_set_inputs (self->setup, path);
}

const char *
troupe_batch_page_get_inputs (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  return troupe_batch_setup_get_inputs (self->setup);
}

const char *
troupe_batch_page_get_out (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  return troupe_batch_setup_get_out (self->setup);
}

/* --- Running ---------------------------------------------------------------------------------- */

static void
batch_changed_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  show_progress (self);
  troupe_batch_rows_refresh (self->rows);
  troupe_batch_view_follow (self);
}

/* Returns a folder for the results of another batch of the same inputs. (transfer full) */
static char *
find_new_out (TroupeBatchPage *self)
{
  const char *out = troupe_batch_setup_get_out (self->setup);
  char *path = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  for (guint i = 2; path == NULL || g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_free (path);
      path = g_strdup_printf ("%s-%u", out, i);
    }
  return path;
}

/* Tells why the batch could not be continued, and how to start another one. Shows the last batch again if there is one,
 * else the setup. */
static void
show_failure (TroupeBatchPage *self, const GError *error)
{
  const gboolean is_other =
      g_error_matches (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_DIFFERENT) ||
      g_error_matches (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_STARTED);
  g_autofree char *out = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->before != NULL)
    {
      g_set_object (&self->batch, self->before);
      troupe_batch_rows_set_batch (self->rows, self->batch);
    }
  if (!is_other)
    text = g_strdup (error->message);
  else if (self->before != NULL || self->has_rows)
    {
      out = find_new_out (self);
      name = g_filename_display_basename (out);
      /* Translators: the first %s is a sentence, the second one the name of a folder */
      text =
          g_strdup_printf (_ ("%s A new batch writes its results to “%s”."), error->message, name);
    }
  else
    text = g_strdup_printf ("%s %s", error->message, _ ("Choose another folder for the results."));
  set_notice (self, text);
  gtk_widget_set_visible (self->new_button, is_other);
  if (self->before == NULL && !self->has_rows)
    gtk_stack_set_visible_child_name (self->stack, "setup");
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeBatchPage) self = TROUPE_BATCH_PAGE (user_data);
  GApplication *application = g_application_get_default ();
  TroupeBatchOutcome outcome = TROUPE_BATCH_OK;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  self->is_running = self->is_stopping = FALSE;
  if (self->month != NULL)
    troupe_month_budget_leave (self->month);
  g_clear_object (&self->month);
  if (troupe_batch_run_finish (TROUPE_BATCH (object), result, &outcome, &error))
    {
      /* Describes why the batch is not running, unless the reason is obvious. */
      if (outcome == TROUPE_BATCH_STOPPED)
        text = g_strdup (_ ("Stopped. You can continue with the remaining items at any time."));
      else
        text = troupe_batch_get_reason (self->batch);
    }
  else
    text = g_strdup (error->message);
  if (application != NULL)
    g_application_release (application);
  g_clear_pointer (&self->awake, troupe_keep_awake_end);
  if (!self->is_left)
    {
      if (error != NULL)
        show_failure (self, error);
      else
        set_notice (self, text);
      g_clear_object (&self->before);
      self->has_failed_rows = FALSE;
      troupe_batch_rows_refresh (self->rows);
      update (self);
      if (error == NULL && (outcome == TROUPE_BATCH_OK || outcome == TROUPE_BATCH_FAILED))
        troupe_batch_view_reach_end (self);
      g_signal_emit (self, signals[ENDED], 0,
                     (guint) (error != NULL ? TROUPE_BATCH_FAILED : outcome), text);
    }
}

/* Starts @next once all reads of the previous batch and of the folder have finished, because only
 * one connection may use the database at a time. */
static void
begin_when_idle (TroupeBatchPage *self)
{
  TroupeServices *application = troupe_services_get ();
  GApplication *held = g_application_get_default ();

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->next == NULL || troupe_batch_rows_is_busy (self->rows) || self->n_looks > 0 ||
      troupe_batch_setup_is_looking (self->setup) || application == NULL)
    return;
  if (held != NULL)
    g_application_hold (held);
  self->awake = troupe_keep_awake_begin (troupe_services_get_settings (application));
  self->has_failed_rows = FALSE;
  if (self->batch != NULL)
    g_signal_handlers_disconnect_by_data (self->batch, self);
  g_set_object (&self->before, self->batch);
  g_clear_object (&self->batch);
  self->batch = g_steal_pointer (&self->next);
  self->is_running = TRUE;
  self->reaches_end = FALSE;
  g_signal_connect_object (self->batch, "changed", G_CALLBACK (batch_changed_cb), self,
                           G_CONNECT_SWAPPED);
  if (troupe_services_get_month (application) != NULL)
    {
      self->month = g_object_ref (troupe_services_get_month (application));
      troupe_month_budget_join_batch (self->month);
    }
  troupe_batch_run_async (self->batch, troupe_services_get_engine (application), ended_cb,
                          g_object_ref (self));
  troupe_batch_rows_set_batch (self->rows, self->batch);
  gtk_stack_set_visible_child_name (self->stack, "table");
  update (self);
}

void
troupe_batch_page_look_ended (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));
  g_return_if_fail (self->n_looks > 0);

  self->n_looks--;
  begin_when_idle (self);
}

static void
setup_changed_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  update (self);
  begin_when_idle (self);
}

/* Called on the batch thread. */
static gpointer
watch_cb (TroupeRun *run, gpointer user_data)
{
  g_assert (TROUPE_IS_RUN (run));

  return troupe_run_spans_follow (user_data, run);
}

static void
agreed_cb (TroupeBatchPage *self, TroupeRun *like)
{
  TroupeMonthBudget *month = troupe_services_get_month (troupe_services_get ());
  g_autofree char *folder = troupe_batch_setup_dup_state_folder (self->setup);
  const TroupeBatchOptions options = {
    .document = self->document_text,
    .path = self->document_path,
    .inputs = troupe_batch_setup_get_inputs (self->setup),
    .out = troupe_batch_setup_get_out (self->setup),
    .folder = folder,
    .n_shards = 1,
    .max_concurrency = (guint) gtk_adjustment_get_value (self->at_once),
    .resumes = troupe_batch_setup_get_resumes (self->setup),
    .retries_failed = self->retries,
    .retried = self->retried,
    .budget = troupe_batch_setup_get_budget (self->setup),
    .larger_budget = month != NULL ? troupe_month_budget_get_for_batches (month) : NULL,
    .keeps_runs = TRUE,
    .follows = TRUE,
    .watch = watch_cb,
    .unwatch = (GDestroyNotify) troupe_otlp_follower_free,
    .watch_data = troupe_services_get_spans (troupe_services_get ()),
    .like = like,
  };

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  self->is_asking = FALSE;
  if (self->is_left || self->is_running)
    return;
  set_notice (self, NULL);
  troupe_tools_dialog_watch_run (like, GTK_WIDGET (self));
  g_set_object (&self->next, NULL);
  self->next = troupe_batch_new (&options);
  troupe_batch_setup_set_begun (self->setup);
  begin_when_idle (self);
}

static void
denied_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  self->is_asking = FALSE;
  set_notice (self, _ ("Permission denied. Nothing was run."));
  update (self);
}

static void
impossible_cb (TroupeBatchPage *self, const GError *error)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  self->is_asking = FALSE;
  set_notice (self, error->message);
  update (self);
}

/* Asks in any case if the folder of results contains a batch that was not begun here: its inputs, answers and results, which may not be those of the file of inputs,
 * say what an allowed document does. */
static void
set_question (TroupeBatchPage *self)
{
  g_autofree char *state =
      g_build_filename (troupe_batch_setup_get_out (self->setup), "state", NULL);
  const gboolean is_own = troupe_store_own_is (state);

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  troupe_run_consent_set_asks_always (self->consent, !is_own);
  if (is_own)
    troupe_run_consent_set_action (self->consent, _ ("Allow This File to Run?"),
                                   _ ("_Allow and Run"));
  else
    troupe_run_consent_set_action (self->consent,
                                   _ ("Continue a Batch That Comes From Another Source?"),
                                   _ ("_Allow and Continue"));
}

static void
start (TroupeBatchPage *self, gboolean retries, gint64 retried)
{
  g_autofree char *folder = NULL;
  g_autoptr (TroupeRun) like = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->is_running || self->is_asking || self->next != NULL ||
      troupe_batch_setup_get_inputs (self->setup) == NULL ||
      troupe_batch_setup_get_out (self->setup) == NULL)
    return;
  if (!troupe_batch_setup_commit_budget (self->setup))
    {
      set_notice (self, _ ("The budget is not a valid amount."));
      return;
    }
  self->retries = retries;
  self->retried = retried;
  self->is_asking = TRUE;
  like = troupe_run_new (troupe_flow_document_get_flow (self->flow_document));
  folder = troupe_run_factory_find_folder (self->source);
  troupe_run_set_folder (like, folder);
  troupe_run_set_unsaved (like, self->document_path == NULL);
  troupe_run_set_store (like, NULL, self->document_path, NULL);
  update (self);
  set_question (self);
  troupe_run_consent_ask (self->consent, like, NULL);
}

void
troupe_batch_page_start (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  start (self, FALSE, 0);
}

void
troupe_batch_page_start_new (TroupeBatchPage *self)
{
  g_autofree char *out = NULL;

  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  if (self->is_running || self->is_asking)
    return;
  out = find_new_out (self);
  troupe_batch_setup_set_new_out (self->setup, out);
  start (self, FALSE, 0);
}

static void
start_cb (TroupeBatchPage *self)
{
  start (self, FALSE, 0);
}

static void
continue_cb (TroupeBatchPage *self)
{
  start (self, FALSE, 0);
}

void
troupe_batch_page_retry_failed (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  if (!self->is_running)
    start (self, TRUE, 0);
  else if (!self->is_stopping)
    troupe_batch_retry_failed (self->batch);
}

void
troupe_batch_page_retry_item (TroupeBatchPage *self, gint64 ordinal)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));
  g_return_if_fail (ordinal > 0);

  if (!self->is_running)
    start (self, FALSE, ordinal);
  else if (!self->is_stopping)
    troupe_batch_retry_item (self->batch, ordinal);
}

static void
retry_item_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  troupe_batch_page_retry_item (TROUPE_BATCH_PAGE (widget), g_variant_get_int64 (parameter));
}

/* The runs of a batch are stored in a separate run store in its state folder. */
void
troupe_batch_page_request_run (TroupeBatchPage *self,
                               const char *run,
                               gint64 ordinal,
                               TroupeValue *input)
{
  g_autofree char *state = NULL;
  g_autofree char *folder = NULL;

  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));
  g_return_if_fail (run != NULL);

  state = troupe_batch_setup_dup_state_folder (self->setup);
  if (state == NULL)
    return;
  folder = troupe_batch_get_shard_folder (state, 0, 1);
  g_signal_emit (self, signals[RUN_REQUESTED], 0, folder, run, ordinal, input);
}

static void
retry_cb (TroupeBatchPage *self)
{
  troupe_batch_page_retry_failed (self);
}

static void
at_once_changed_cb (TroupeBatchPage *self)
{
  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (self->batch != NULL)
    troupe_batch_set_max_concurrency (self->batch,
                                      (guint) gtk_adjustment_get_value (self->at_once));
}

/* --- Export -------------------------------------------------------------------------------------- */

/* Called on the batch thread. */
static gpointer
export_func (TroupeBatchStore *store, gpointer data, GError **error)
{
  return troupe_batch_results_export (data, store, error) ? g_strdup (data) : NULL;
}

static void
exported_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeBatchPage) self = TROUPE_BATCH_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = troupe_batch_look_finish (TROUPE_BATCH (object), result, &error);
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  troupe_batch_page_look_ended (self);
  text = path != NULL ? g_strdup_printf (_ ("Exported to %s"), name) : g_strdup (error->message);
  if (!self->is_left)
    troupe_batch_page_tell (self, text);
}

void
troupe_batch_page_export (TroupeBatchPage *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));
  g_return_if_fail (path != NULL);

  if (self->batch == NULL)
    return;
  self->n_looks++;
  troupe_batch_look_async (self->batch, export_func, g_strdup (path), g_free, g_free, NULL,
                           exported_cb, g_object_ref (self));
}

static void
export_chosen (GtkWidget *owner, const char *path)
{
  TroupeBatchPage *self = TROUPE_BATCH_PAGE (owner);

  if (path != NULL)
    troupe_batch_page_export (self, path);
  else
    troupe_batch_page_tell (self, _ ("Choose a local folder."));
}

static void
export_cb (TroupeBatchPage *self)
{
  g_autofree char *file = g_path_get_basename (troupe_batch_setup_get_inputs (self->setup));
  g_autofree char *name = NULL;
  g_autofree char *folder = troupe_start_folder_find (troupe_batch_setup_get_inputs (self->setup));
  GtkFileChooser *chooser =
      troupe_local_chooser_show (GTK_WIDGET (self), _ ("Export CSV"), GTK_FILE_CHOOSER_ACTION_SAVE,
                                 _ ("_Export"), folder, export_chosen);
  char *dot = strrchr (file, '.');

  g_assert (TROUPE_IS_BATCH_PAGE (self));

  if (dot != NULL)
    *dot = '\0';
  name = g_strconcat (file, "-results.csv", NULL);
  gtk_file_chooser_set_current_name (chooser, name);
}

/* --- Interface for the window ----------------------------------------------------------------- */

TroupeDocument *
troupe_batch_page_get_document (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  return troupe_run_factory_get_document (self->source);
}

char *
troupe_batch_page_dup_title (TroupeBatchPage *self)
{
  const char *inputs = NULL;
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;

  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  inputs = troupe_batch_setup_get_inputs (self->setup);
  if (inputs == NULL)
    return g_strdup (_ ("Batch"));
  name = g_filename_display_basename (inputs);
  line = troupe_text_to_line (name);
  /* Translators: %s is the name of the input file */
  return g_strdup_printf (_ ("Batch of %s"), line);
}

char *
troupe_batch_page_dup_subtitle (TroupeBatchPage *self)
{
  g_autofree char *title = NULL;

  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  title = troupe_batch_page_dup_title (self);
  if (!self->is_running)
    return g_steal_pointer (&title);
  return g_strdup_printf ("%s · %s", title,
                          self->is_stopping                    ? C_ ("batch", "stopping")
                          : troupe_batch_page_is_paused (self) ? C_ ("batch", "paused")
                                                               : C_ ("batch", "running"));
}

gboolean
troupe_batch_page_is_running (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), FALSE);

  return self->is_running;
}

gboolean
troupe_batch_page_is_stopping (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), FALSE);

  return self->is_stopping;
}

gboolean
troupe_batch_page_is_paused (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), FALSE);

  return self->is_running && troupe_batch_is_paused (self->batch);
}

gboolean
troupe_batch_page_was_begun (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), FALSE);

  return self->batch != NULL;
}

void
troupe_batch_page_toggle_pause (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  if (!self->is_running || self->is_stopping)
    return;
  troupe_batch_set_paused (self->batch, !troupe_batch_is_paused (self->batch));
  update (self);
}

void
troupe_batch_page_stop (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  if (!self->is_running)
    return;
  self->is_stopping = TRUE;
  troupe_batch_stop (self->batch);
  update (self);
}

void
troupe_batch_page_leave (TroupeBatchPage *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_PAGE (self));

  self->is_left = TRUE;
  troupe_run_consent_close (self->consent);
  if (self->is_running)
    troupe_batch_stop (self->batch);
}

TroupeBatch *
troupe_batch_page_get_batch (TroupeBatchPage *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_PAGE (self), NULL);

  return self->batch;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_batch_page_dispose (GObject *object)
{
  TroupeBatchPage *self = TROUPE_BATCH_PAGE (object);

  g_clear_handle_id (&self->slow_source, g_source_remove);
  g_clear_object (&self->consent);
  troupe_batch_view_close (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_BATCH_PAGE);
  G_OBJECT_CLASS (troupe_batch_page_parent_class)->dispose (object);
}

static void
troupe_batch_page_finalize (GObject *object)
{
  TroupeBatchPage *self = TROUPE_BATCH_PAGE (object);

  g_clear_object (&self->batch);
  g_clear_object (&self->before);
  g_clear_object (&self->next);
  g_clear_object (&self->source);
  g_clear_object (&self->flow_document);
  g_free (self->document_text);
  g_free (self->document_path);
  G_OBJECT_CLASS (troupe_batch_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, TroupeBatchPage, name)
  BIND (stack);
  BIND (setup);
  BIND (head);
  BIND (at_once);
  BIND (halves);
  BIND (notice_box);
  BIND (notice);
  BIND (new_button);
  BIND (search);
  BIND (all_button);
  BIND (done_button);
  BIND (failed_button);
  BIND (running_button);
  BIND (follow_button);
  BIND (columns_button);
  BIND (continue_button);
  BIND (retry_button);
  BIND (export_button);
  BIND (scrolled);
  BIND (table);
  BIND (side);
#undef BIND
}

static void
troupe_batch_page_class_init (TroupeBatchPageClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_batch_page_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RUN_REQUESTED] =
      g_signal_new ("run-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
                    G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT64, G_TYPE_POINTER);
  signals[ENDED] = g_signal_new ("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 2, G_TYPE_UINT, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "batch.retry-item", "x", retry_item_action);
  g_type_ensure (TROUPE_TYPE_BATCH_HEAD);
  g_type_ensure (TROUPE_TYPE_BATCH_SETUP);
  g_type_ensure (TROUPE_TYPE_BATCH_SIDE);
  g_type_ensure (TROUPE_TYPE_BAR_BOX);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-batch-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, setup_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, troupe_batch_page_tell);
  gtk_widget_class_bind_template_callback (widget_class, start_cb);
  gtk_widget_class_bind_template_callback (widget_class, continue_cb);
  gtk_widget_class_bind_template_callback (widget_class, troupe_batch_page_start_new);
  gtk_widget_class_bind_template_callback (widget_class, retry_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_cb);
  gtk_widget_class_bind_template_callback (widget_class, at_once_changed_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_batch_page_init (TroupeBatchPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_batch_setup_set_at_once (self->setup, self->at_once);
  troupe_batch_view_open (self);
  g_signal_connect_object (self->rows, "failed", G_CALLBACK (rows_failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "idle", G_CALLBACK (begin_when_idle), self,
                           G_CONNECT_SWAPPED);
  troupe_widget_follow_dark (GTK_WIDGET (self), adw_style_manager_get_default ());
  /* The progress bar is drawn with custom colors, which depend on the dark style. */
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (show_progress), self, G_CONNECT_SWAPPED);
  show_progress (self);
  troupe_name_buttons (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Batch"),
                                  -1);
}

GtkWidget *
troupe_batch_page_new (TroupeRunFactory *source, TroupeRunConsent *consent)
{
  TroupeBatchPage *self;
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (TroupePageRun) run = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_CONSENT (consent), NULL);

  self = g_object_new (TROUPE_TYPE_BATCH_PAGE, NULL);
  self->source = g_object_ref (source);
  self->document_text = troupe_run_factory_dup_text (source);
  self->document_path =
      g_strdup (troupe_document_get_path (troupe_run_factory_get_document (source)));
  self->flow_document = troupe_flow_document_load_text (
      self->document_text, strlen (self->document_text),
      self->document_path != NULL ? self->document_path : "flow.json", NULL, NULL);
  if (self->flow_document == NULL)
    self->flow_document = troupe_flow_document_new ();
  folder = troupe_start_folder_find (self->document_path);
  troupe_batch_setup_set_folder (self->setup, folder);
  fields = troupe_flow_list_state_fields (troupe_flow_document_get_flow (self->flow_document));
  troupe_batch_side_set_fields (self->side, fields);
  troupe_batch_setup_set_expected (self->setup, troupe_flow_list_state_fields (
                                                    troupe_run_factory_get_asked (source)));
  run = troupe_page_run_new ();
  self->consent = troupe_run_consent_new_like (consent, run, GTK_WIDGET (self));
  g_signal_connect_object (self->consent, "agreed", G_CALLBACK (agreed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "denied", G_CALLBACK (denied_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "impossible", G_CALLBACK (impossible_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "failed", G_CALLBACK (troupe_batch_page_tell), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
