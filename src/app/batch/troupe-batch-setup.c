/* troupe-batch-setup.c: setup view of a batch: inputs, results folder, concurrency, budget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-setup"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-batch-setup.h"
#include "troupe-batch-survey.h"
#include "troupe-batch.h"
#include "troupe-cost-entry.h"
#include "troupe-local-chooser.h"
#include "troupe-sanitize-text.h"
#include "troupe-start-folder.h"

struct _TroupeBatchSetup
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  AdwActionRow *inputs_row;
  AdwActionRow *columns_row;
  GtkWidget *columns_icon;
  AdwActionRow *out_row;
  AdwActionRow *budget_row;
  TroupeCostEntry *budget_entry;
  GtkSpinButton *at_once_button;
  GtkLabel *hint;
  GtkWidget *start_button;

  char *folder; /* (nullable): of the document */
  char *inputs; /* (nullable) */
  GPtrArray *expected;  /* (element-type TroupeSchemaField): the inputs of the document */
  GCancellable *survey; /* (nullable): the inputs are being read */
  char *out;    /* (nullable) */
  gboolean has_chosen_out;
  gint64 budget;
  TroupeBatchFolder found; /* in @out */
  guint n_looks;           /* pending reads of folders */
  gboolean is_begun;
  gboolean is_ready;
};

enum
{
  BEGUN,
  CHANGED,
  MESSAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeBatchSetup, troupe_batch_setup, GTK_TYPE_WIDGET)

static void
update (TroupeBatchSetup *self)
{
  const char *start_label;

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  gtk_widget_set_sensitive (self->start_button, self->is_ready && self->n_looks == 0 &&
                                                    self->inputs != NULL && self->out != NULL);
  switch (self->found)
    {
    case TROUPE_BATCH_FOLDER_UNFINISHED:
      start_label = _ ("_Continue");
      break;
    case TROUPE_BATCH_FOLDER_FINISHED:
      start_label = _ ("_Show Results");
      break;
    case TROUPE_BATCH_FOLDER_EMPTY:
    default:
      start_label = _ ("_Start");
      break;
    }
  gtk_button_set_label (GTK_BUTTON (self->start_button), start_label);
}

static void
tell_changed (TroupeBatchSetup *self)
{
  g_assert (TROUPE_IS_BATCH_SETUP (self));

  update (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_batch_setup_set_hint (TroupeBatchSetup *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));

  gtk_label_set_text (self->hint, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->hint), text != NULL);
}

/* --- Results folder --------------------------------------------------------------------------- */

/* Returns the text below the choices. (nullable) */
static const char *
describe_found (TroupeBatchFolder found)
{
  switch (found)
    {
    case TROUPE_BATCH_FOLDER_UNFINISHED:
      return _ ("This folder contains an unfinished batch, which continues with the remaining "
                "items if the document and the inputs of finished items are unchanged.");
    case TROUPE_BATCH_FOLDER_FINISHED:
      return _ ("The batch in this folder is finished. To run the items again, choose another "
                "folder for the results.");
    case TROUPE_BATCH_FOLDER_EMPTY:
    default:
      return NULL;
    }
}

/* The data of the task is the results folder that was read. */
static void
looked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupeBatchSetup *self = TROUPE_BATCH_SETUP (object);
  const char *out = g_task_get_task_data (G_TASK (result));
  const gssize found = g_task_propagate_int (G_TASK (result), NULL);

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  self->n_looks--;
  if (self->start_button == NULL) /* the tab was closed */
    return;
  if (!self->is_begun && g_strcmp0 (self->out, out) == 0)
    {
      self->found = (TroupeBatchFolder) found;
      troupe_batch_setup_set_hint (self, describe_found (self->found));
    }
  tell_changed (self);
}

gboolean
troupe_batch_setup_is_looking (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), FALSE);

  return self->n_looks > 0;
}

char *
troupe_batch_setup_dup_state_folder (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), NULL);

  return g_build_filename (self->out, "state", NULL);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_int (task, (gssize) troupe_batch_look_at_results (task_data));
}

/* Checks asynchronously whether the results folder contains a batch that can be resumed. */
static void
look_at_out (TroupeBatchSetup *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, looked_cb, NULL);

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  self->n_looks++;
  g_task_set_source_tag (task, look_at_out);
  g_task_set_task_data (task, g_strdup (self->out), g_free);
  g_task_run_in_thread (task, look_thread);
}

/* --- Columns ---------------------------------------------------------------------------------- */

static void
show_columns (TroupeBatchSetup *self, const char *text, gboolean fits)
{
  g_assert (TROUPE_IS_BATCH_SETUP (self));

  adw_action_row_set_subtitle (self->columns_row, text);
  gtk_widget_set_visible (self->columns_icon, !fits);
}

static void
surveyed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupeBatchSetup *self = TROUPE_BATCH_SETUP (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeBatchSurvey) survey = troupe_batch_survey_read_finish (result, &error);
  g_autofree char *text = NULL;
  gboolean fits = FALSE;

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  if (self->columns_row == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->survey);
  text = survey != NULL ? troupe_batch_survey_describe (survey, self->expected, &fits)
                        : g_strdup (error->message);
  show_columns (self, text, fits);
}

/* Reads the inputs, so that the user sees before the start whether they fit the document. */
static void
survey (TroupeBatchSetup *self)
{
  g_assert (TROUPE_IS_BATCH_SETUP (self));

  g_cancellable_cancel (self->survey);
  g_clear_object (&self->survey);
  self->survey = g_cancellable_new ();
  show_columns (self, _ ("Reading inputs…"), TRUE);
  troupe_batch_survey_read_async (self->inputs, self->survey, self, surveyed_cb, NULL);
}

void
troupe_batch_setup_set_expected (TroupeBatchSetup *self, GPtrArray *expected)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));
  g_return_if_fail (expected != NULL);

  g_clear_pointer (&self->expected, g_ptr_array_unref);
  self->expected = expected;
  if (self->inputs == NULL)
    {
      g_autofree char *names = troupe_batch_describe_expected (self->expected);
      g_autofree char *text = names != NULL
                                  ? g_strdup_printf (_ ("The document has the inputs: %s"), names)
                                  : g_strdup (_ ("The document declares no inputs."));

      show_columns (self, text, TRUE);
    }
}

/* --- Inputs, folder and budget ---------------------------------------------------------------- */

static void
set_row_path (AdwActionRow *row, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *line = troupe_text_to_line (name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_subtitle (row, line);
}

void
troupe_batch_setup_set_folder (TroupeBatchSetup *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));

  troupe_set_str (&self->folder, folder);
}

void
troupe_batch_setup_set_out (TroupeBatchSetup *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));
  g_return_if_fail (path != NULL);

  troupe_set_str (&self->out, path);
  set_row_path (self->out_row, path);
  self->found = TROUPE_BATCH_FOLDER_EMPTY;
  look_at_out (self);
  tell_changed (self);
}

void
troupe_batch_setup_set_new_out (TroupeBatchSetup *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));
  g_return_if_fail (path != NULL);

  self->is_begun = FALSE;
  self->has_chosen_out = TRUE;
  troupe_batch_setup_set_out (self, path);
  survey (self);
}

void
troupe_batch_setup_set_inputs (TroupeBatchSetup *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));
  g_return_if_fail (path != NULL);

  troupe_set_str (&self->inputs, path);
  set_row_path (self->inputs_row, path);
  survey (self);
  if (self->out == NULL || !self->has_chosen_out)
    {
      const char *dot = strrchr (path, '.');
      g_autofree char *stem = dot != NULL && strchr (dot, '/') == NULL
                                  ? g_strndup (path, (gsize) (dot - path))
                                  : g_strdup (path);
      g_autofree char *out = g_strconcat (stem, "-results", NULL);

      troupe_batch_setup_set_out (self, out);
    }
  tell_changed (self);
}

static gboolean
is_here (TroupeBatchSetup *self, const char *path)
{
  if (path == NULL)
    g_signal_emit (self, signals[MESSAGE], 0, _ ("Choose a local folder."));

  return path != NULL;
}

static void
inputs_chosen (GtkWidget *owner, const char *path)
{
  TroupeBatchSetup *self = TROUPE_BATCH_SETUP (owner);

  if (is_here (self, path))
    troupe_batch_setup_set_inputs (self, path);
}

static void
out_chosen (GtkWidget *owner, const char *path)
{
  TroupeBatchSetup *self = TROUPE_BATCH_SETUP (owner);

  if (!is_here (self, path))
    return;
  self->has_chosen_out = TRUE;
  troupe_batch_setup_set_out (self, path);
}

static void
choose_inputs_cb (TroupeBatchSetup *self)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autofree char *folder =
      self->inputs != NULL ? troupe_start_folder_find (self->inputs) : g_strdup (self->folder);
  GtkFileChooser *chooser =
      troupe_local_chooser_show (GTK_WIDGET (self), _ ("Inputs"), GTK_FILE_CHOOSER_ACTION_OPEN,
                                 _ ("_Open"), folder, inputs_chosen);

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  gtk_file_filter_set_name (filter, _ ("Inputs (CSV, TSV, JSONL)"));
  gtk_file_filter_add_suffix (filter, "csv");
  gtk_file_filter_add_suffix (filter, "tsv");
  gtk_file_filter_add_suffix (filter, "jsonl");
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
choose_out_cb (TroupeBatchSetup *self)
{
  g_autofree char *folder =
      self->inputs != NULL ? troupe_start_folder_find (self->inputs) : g_strdup (self->folder);

  g_assert (TROUPE_IS_BATCH_SETUP (self));

  troupe_local_chooser_show (GTK_WIDGET (self), _ ("Results"),
                             GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Select"), folder,
                             out_chosen);
}

static void
start_cb (TroupeBatchSetup *self)
{
  g_assert (TROUPE_IS_BATCH_SETUP (self));

  g_signal_emit (self, signals[BEGUN], 0);
}

const char *
troupe_batch_setup_get_inputs (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), NULL);

  return self->inputs;
}

const char *
troupe_batch_setup_get_out (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), NULL);

  return self->out;
}

gboolean
troupe_batch_setup_commit_budget (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), FALSE);

  if (!troupe_cost_entry_commit (self->budget_entry))
    return FALSE;
  self->budget = troupe_cost_entry_get_micro_dollars (self->budget_entry);

  return TRUE;
}

gint64
troupe_batch_setup_get_budget (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), 0);

  return self->budget;
}

gboolean
troupe_batch_setup_get_resumes (TroupeBatchSetup *self)
{
  g_return_val_if_fail (TROUPE_IS_BATCH_SETUP (self), FALSE);

  return self->found != TROUPE_BATCH_FOLDER_EMPTY;
}

void
troupe_batch_setup_set_begun (TroupeBatchSetup *self)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));

  self->is_begun = TRUE;
  self->found = TROUPE_BATCH_FOLDER_UNFINISHED;
  update (self);
}

void
troupe_batch_setup_set_ready (TroupeBatchSetup *self, gboolean is_ready)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));

  self->is_ready = is_ready;
  update (self);
}

void
troupe_batch_setup_set_at_once (TroupeBatchSetup *self, GtkAdjustment *at_once)
{
  g_return_if_fail (TROUPE_IS_BATCH_SETUP (self));
  g_return_if_fail (GTK_IS_ADJUSTMENT (at_once));

  gtk_spin_button_set_adjustment (self->at_once_button, at_once);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_batch_setup_dispose (GObject *object)
{
  g_cancellable_cancel (TROUPE_BATCH_SETUP (object)->survey);
  g_clear_object (&TROUPE_BATCH_SETUP (object)->survey);
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_BATCH_SETUP);

  G_OBJECT_CLASS (troupe_batch_setup_parent_class)->dispose (object);
}

static void
troupe_batch_setup_finalize (GObject *object)
{
  TroupeBatchSetup *self = TROUPE_BATCH_SETUP (object);

  g_ptr_array_unref (self->expected);
  g_free (self->folder);
  g_free (self->inputs);
  g_free (self->out);

  G_OBJECT_CLASS (troupe_batch_setup_parent_class)->finalize (object);
}

static void
troupe_batch_setup_class_init (TroupeBatchSetupClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_setup_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_batch_setup_finalize;
  signals[BEGUN] =
      g_signal_new ("begun", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-batch-setup.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, scrolled);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, inputs_row);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, columns_row);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, columns_icon);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, out_row);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, budget_row);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, at_once_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, hint);
  gtk_widget_class_bind_template_child (widget_class, TroupeBatchSetup, start_button);
  gtk_widget_class_bind_template_callback (widget_class, choose_inputs_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, start_cb);
}

static void
troupe_batch_setup_init (TroupeBatchSetup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->expected = g_ptr_array_new ();
  self->budget_entry = TROUPE_COST_ENTRY (troupe_cost_entry_new (_ ("Batch Budget")));
  gtk_widget_set_valign (GTK_WIDGET (self->budget_entry), GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (self->budget_row, GTK_WIDGET (self->budget_entry));
}
