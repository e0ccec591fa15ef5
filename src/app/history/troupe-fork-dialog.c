/* troupe-fork-dialog.c: beginning of a new run that takes over what a past run had done until a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-fork-dialog"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-fork-dialog.h"
#include "troupe-run-fork.h"
#include "troupe-value-editor.h"

/* The documents that the new run can execute. */
typedef enum
{
  SUBJECT_THEN,
  SUBJECT_NOW,
  N_SUBJECTS,
} Subject;

/* A run that can be chosen. @text: of its document; @error: (nullable): why it cannot begin; @n_changes: how many of the
 * changes were made in it */
typedef struct
{
  TroupeRun *run; /* (nullable) */
  char *text;     /* (nullable) */
  GError *error;
  guint n_changes;
} Candidate;

/* A change that the user has made. */
typedef struct
{
  char *path;
  TroupeValue *value;
} Change;

struct _TroupeForkDialog
{
  AdwWindow parent_instance;

  GtkWidget *stack; /* the spinner, the table, a text */
  GtkWidget *editor;
  GtkWidget *rows[N_SUBJECTS];
  GtkWidget *buttons[N_SUBJECTS];
  GtkWidget *error;
  GtkWidget *start;
  GtkWidget *cancel;

  Candidate candidates[N_SUBJECTS];
  GPtrArray *changes; /* (element-type Change) */
  Subject subject;
};

enum
{
  CHOSEN,
  EDIT_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeForkDialog, troupe_fork_dialog, ADW_TYPE_WINDOW)

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->path);
  troupe_value_unref (change->value);
  g_free (change);
}

static void
candidate_clear (Candidate *self)
{
  g_clear_object (&self->run);
  g_clear_pointer (&self->text, g_free);
  g_clear_error (&self->error);
}

/* Returns TRUE if the step is a task of a crew: tasks have numbers, and methods have names. */
static gboolean
is_task (const char *at)
{
  return g_ascii_string_to_unsigned (at, 10, 1, G_MAXUINT, NULL, NULL);
}

/* --- Preparing -------------------------------------------------------------------------------- */

/* What a worker thread prepares. Only the main thread unrefs the objects. */
typedef struct
{
  TroupeForkDialog *dialog;
  TroupeHistoryStoreFunc find;
  char *run_id;
  char *at;
  Candidate candidates[N_SUBJECTS];
  TroupeFlowDocument *document; /* (nullable): of then */
  GPtrArray *changed;  /* (nullable): the methods that have changed since, NULL if unknown */
  gboolean has_failed; /* whether the past run has */
  gboolean prefers_now;
} Preparation;

static void
preparation_free (Preparation *self)
{
  g_object_unref (self->dialog);
  g_free (self->run_id);
  g_free (self->at);
  for (guint i = 0; i < N_SUBJECTS; i++)
    candidate_clear (&self->candidates[i]);
  g_clear_object (&self->document);
  g_clear_pointer (&self->changed, g_ptr_array_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Preparation, preparation_free)

static void
prepare_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Preparation *self = task_data;
  TroupeStore *store = self->find ();
  Candidate *then = &self->candidates[SUBJECT_THEN];
  g_autoptr (GError) error = NULL;
  Candidate *now;
  g_autoptr (TroupeRunRecord) record = NULL;
  const char *change;

  /* The last steps of the run may not have been written yet. */
  if (store == NULL || !troupe_store_flush (store, &error))
    {
      g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, "%s",
                               error != NULL ? error->message : _ ("This run is no longer saved."));
      return;
    }
  then->run =
      troupe_run_new_from_step (store, self->run_id, self->at, &self->document, &then->error);
  if (then->run != NULL)
    then->text = troupe_document_to_text (TROUPE_DOCUMENT (self->document), NULL);
  now = &self->candidates[SUBJECT_NOW];
  if (now->run == NULL)
    g_set_error (&now->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                 _ ("The document has errors. Fix them, or use the document as it was then."));
  else
    troupe_run_set_from (now->run, store, self->run_id, NULL, self->at, &now->error);
  /* Finds out what has changed since. */
  record = troupe_store_get_run (store, self->run_id, NULL);
  change = self->candidates[SUBJECT_NOW].text;
  if (record != NULL)
    {
      self->has_failed = record->status == TROUPE_RUN_STATUS_FAILED;
      if (record->document != NULL && change != NULL)
        self->changed = troupe_history_list_changed (record->document, change);
    }
  g_task_return_boolean (task, TRUE);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static Candidate *
get_candidate (TroupeForkDialog *self)
{
  return &self->candidates[self->subject];
}

static void
show_error (TroupeForkDialog *self, const char *text)
{
  g_assert (TROUPE_IS_FORK_DIALOG (self));

  gtk_label_set_label (GTK_LABEL (self->error), text != NULL ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

/* Shows the values with which the chosen run begins. */
static void
show_values (TroupeForkDialog *self)
{
  const Candidate *candidate = get_candidate (self);
  g_autoptr (TroupeValue) beginning = candidate->error == NULL && candidate->run != NULL
                                          ? troupe_run_describe_beginning (candidate->run)
                                          : NULL;
  g_autoptr (TroupeValue) roots = NULL;
  TroupeMapBuilder builder;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), beginning != NULL          ? "values"
                                                             : candidate->error != NULL ? "nothing"
                                                                                        : "tasks");
  if (beginning == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "state",
                          troupe_value_ref (troupe_value_get_member (beginning, "state")));
  troupe_map_builder_add (&builder, "outputs",
                          troupe_value_ref (troupe_value_get_member (beginning, "outputs")));
  roots = troupe_map_builder_end (&builder);
  troupe_value_editor_set (TROUPE_VALUE_EDITOR (self->editor), roots,
                           troupe_value_get_member (beginning, "edits"));
}

static void
show_candidate (TroupeForkDialog *self)
{
  const Candidate *candidate = get_candidate (self);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FORK_DIALOG (self));

  if (candidate->error != NULL)
    {
      const GError *error = candidate->error;

      /* Explains why the chosen document cannot be used. */
      if (self->subject == SUBJECT_THEN &&
          g_error_matches (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT))
        text = g_strdup_printf (
            /* Translators: %s is a sentence */
            _ ("The document of this run does not load any more: %s Use the document as it is "
               "now."),
            error->message);
      else
        text = g_strdup (error->message);
    }
  show_error (self, text);
  gtk_widget_set_sensitive (self->start, candidate->error == NULL && candidate->run != NULL);
  /* The first button has the focus while nothing else can have it, and Enter would cancel. */
  if (gtk_widget_get_sensitive (self->start) &&
      gtk_window_get_focus (GTK_WINDOW (self)) == self->cancel)
    gtk_widget_grab_focus (self->start);
  show_values (self);
}

/* Returns TRUE if the new run begins with a method that has failed and was changed since, which the document as it was then
 * would only repeat. A crew is one method. */
static gboolean
is_repaired (const Preparation *preparation)
{
  const char *at = preparation->at;
  const char *mark = strrchr (at, '#');
  g_autofree char *name = mark != NULL ? g_strndup (at, (gsize) (mark - at)) : g_strdup (at);

  return preparation->has_failed && preparation->changed != NULL &&
         (is_task (at)
              ? preparation->changed->len > 0
              : g_ptr_array_find_with_equal_func (preparation->changed, name, g_str_equal, NULL));
}

static void
prepared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Preparation) preparation = user_data;
  TroupeForkDialog *self = preparation->dialog;
  g_autoptr (GError) error = NULL;
  guint n;
  g_autofree char *text = NULL;

  /* The dialog was closed. */
  if (self->stack == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "nothing");
      show_error (self, error->message);
      return;
    }
  for (guint i = 0; i < N_SUBJECTS; i++)
    {
      self->candidates[i] = preparation->candidates[i];
      preparation->candidates[i] = (Candidate){ NULL, NULL, NULL, 0 };
    }
  n = preparation->changed != NULL ? preparation->changed->len : 0;
  if (n == 0)
    text = g_strdup (_ ("Unchanged since"));
  else if (is_task (preparation->at))
    text = g_strdup (_ ("Changed since"));
  else
    text =
        g_strdup_printf (ngettext ("Changed in %u method since", "Changed in %u methods since", n),
                         n);
  if (preparation->changed != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rows[SUBJECT_NOW]), text);
  /* The document of then is the one that the past run fits; but a document that does not load is not chosen. */
  if (self->candidates[SUBJECT_NOW].error == NULL &&
      (self->candidates[SUBJECT_THEN].error != NULL || preparation->prefers_now ||
       is_repaired (preparation)))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->buttons[SUBJECT_NOW]), TRUE);
  show_candidate (self);
}

/* --- Changing --------------------------------------------------------------------------------- */

static void
edit_cb (TroupeForkDialog *self, const char *path, TroupeValue *value)
{
  g_autoptr (GError) error = NULL;
  Change *change = NULL;

  g_assert (TROUPE_IS_FORK_DIALOG (self));

  if (troupe_run_change_beginning (get_candidate (self)->run, path, value, &error))
    {
      change = g_new0 (Change, 1);
      change->path = g_strdup (path);
      change->value = troupe_value_ref (value);
      g_ptr_array_add (self->changes, change);
      get_candidate (self)->n_changes = self->changes->len;
    }
  troupe_value_editor_finish (TROUPE_VALUE_EDITOR (self->editor), path,
                              error != NULL ? error->message : NULL);
  if (error == NULL)
    show_values (self);
}

static void
subject_toggled_cb (GtkCheckButton *button, gpointer user_data)
{
  TroupeForkDialog *self = TROUPE_FORK_DIALOG (user_data);
  Candidate *candidate;
  g_autoptr (GString) problems = NULL;

  if (!gtk_check_button_get_active (button))
    return;
  self->subject = GTK_WIDGET (button) == self->buttons[SUBJECT_NOW] ? SUBJECT_NOW : SUBJECT_THEN;
  if (get_candidate (self)->run == NULL && get_candidate (self)->error == NULL)
    return;
  show_candidate (self);
  /* Makes the changes in the run of the other document, too. */
  candidate = get_candidate (self);
  problems = g_string_new (NULL);
  if (candidate->run != NULL && candidate->error == NULL)
    {
      for (; candidate->n_changes < self->changes->len; candidate->n_changes++)
        {
          const Change *change = g_ptr_array_index (self->changes, candidate->n_changes);
          g_autoptr (GError) error = NULL;

          if (!troupe_run_change_beginning (candidate->run, change->path, change->value, &error))
            g_string_append_printf (problems, "%s%s", problems->len > 0 ? "\n" : "",
                                    error->message);
        }
      if (problems->len > 0)
        show_error (self, problems->str);
    }
  show_values (self);
}

static void
start_cb (TroupeForkDialog *self)
{
  const Candidate *candidate = get_candidate (self);
  g_autoptr (TroupeRun) run = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FORK_DIALOG (self));

  if (candidate->run == NULL || candidate->error != NULL ||
      !troupe_value_editor_commit (TROUPE_VALUE_EDITOR (self->editor)))
    return;
  run = g_object_ref (candidate->run);
  text = g_strdup (candidate->text);
  g_signal_emit (self, signals[CHOSEN], 0, run, text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
edit_document_cb (TroupeForkDialog *self)
{
  g_assert (TROUPE_IS_FORK_DIALOG (self));

  g_signal_emit (self, signals[EDIT_REQUESTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* --- Building --------------------------------------------------------------------------------- */

static GtkWidget *
make_text (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_subjects (TroupeForkDialog *self)
{
  const char *const titles[N_SUBJECTS] = { _ ("Document as It Was Then"),
                                           _ ("Document as It Is Now") };
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *edit = gtk_button_new_with_mnemonic (_ ("_Edit the Document First"));
  GtkLabel *label;

  for (guint i = 0; i < N_SUBJECTS; i++)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *button = gtk_check_button_new ();

      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (button), GTK_CHECK_BUTTON (self->buttons[0]));
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), titles[i]);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), button);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      titles[i], -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      titles[i], -1);
      g_signal_connect_object (button, "toggled", G_CALLBACK (subject_toggled_cb), self, 0);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      self->rows[i] = row;
      self->buttons[i] = button;
    }
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->buttons[SUBJECT_THEN]), TRUE);
  gtk_widget_set_valign (edit, GTK_ALIGN_CENTER);
  label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (edit)));
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_justify (label, GTK_JUSTIFY_CENTER);
  gtk_label_set_natural_wrap_mode (label, GTK_NATURAL_WRAP_NONE);
  gtk_widget_set_tooltip_text (edit, _ ("Goes to the method in the document; a button there leads "
                                        "back to this dialog"));
  g_signal_connect_object (edit, "clicked", G_CALLBACK (edit_document_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->rows[SUBJECT_NOW]), edit);
  return group;
}

/* Describes where the new run begins. (transfer full) */
static char *
describe (const char *at, const char *moment)
{
  const char *mark = strrchr (at, '#');
  g_autofree char *name = mark != NULL ? g_strndup (at, (gsize) (mark - at)) : g_strdup (at);
  const guint64 pass = mark != NULL ? g_ascii_strtoull (mark + 1, NULL, 10) : 1;
  g_autofree char *step =
      /* Translators: the first %s is a method, the number is that of its execution */
      pass > 1 ? g_strdup_printf (_ ("%s, pass %u"), name, (guint) pass) : g_strdup (name);

  if (is_task (at))
    return g_strdup_printf (
        /* Translators: the first %s is the number of a task, the second one a day and a time */
        _ ("The new run begins before task %s, with what the run of %s had done until then."), at,
        moment);
  return g_strdup_printf (
      /* Translators: the first %s is a method, the second one a day and a time */
      _ ("The new run begins before “%s”, with what the run of %s had done until then."), step,
      moment);
}

static void
build (TroupeForkDialog *self, const char *at, const char *moment)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  g_autofree char *text = describe (at, moment);
  GtkWidget *head;
  GtkWidget *spinner;
  GtkWidget *tasks;

  gtk_window_set_title (GTK_WINDOW (self), _ ("Fork From Here"));
  gtk_window_set_default_size (GTK_WINDOW (self), 640, 620);
  spinner = gtk_spinner_new ();
  gtk_spinner_start (GTK_SPINNER (spinner));
  self->stack = gtk_stack_new ();
  self->editor = troupe_value_editor_new (_ ("Values at the Beginning"));
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_add_css_class (self->stack, "card");
  gtk_widget_set_overflow (self->stack, GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (self->editor, "edit", G_CALLBACK (edit_cb), self, G_CONNECT_SWAPPED);
  gtk_stack_add_named (GTK_STACK (self->stack), spinner, "waiting");
  gtk_stack_add_named (GTK_STACK (self->stack), self->editor, "values");
  tasks = make_text (_ ("The outputs of the earlier tasks are reused."), NULL);
  gtk_label_set_justify (GTK_LABEL (tasks), GTK_JUSTIFY_CENTER);
  gtk_label_set_xalign (GTK_LABEL (tasks), 0.5f);
  gtk_stack_add_named (GTK_STACK (self->stack), tasks, "tasks");
  gtk_stack_add_named (GTK_STACK (self->stack), gtk_label_new (NULL), "nothing");
  self->error = make_text (NULL, "error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (body), make_text (text, NULL));
  gtk_box_append (GTK_BOX (body), make_subjects (self));
  gtk_box_append (GTK_BOX (body), self->error);
  gtk_box_append (GTK_BOX (body), self->stack);
  gtk_widget_set_margin_top (body, 12);
  gtk_widget_set_margin_bottom (body, 18);
  gtk_widget_set_margin_start (body, 18);
  gtk_widget_set_margin_end (body, 18);
  head = adw_header_bar_new ();
  self->cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  self->start = gtk_button_new_with_mnemonic (_ ("_Run"));
  gtk_widget_add_css_class (self->start, "suggested-action");
  gtk_widget_set_sensitive (self->start, FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (head), FALSE);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (head), FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (head), self->cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (head), self->start);
  g_signal_connect_object (self->cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->start, "clicked", G_CALLBACK (start_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), body);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_default_widget (GTK_WINDOW (self), self->start);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_fork_dialog_dispose (GObject *object)
{
  TroupeForkDialog *self = TROUPE_FORK_DIALOG (object);

  self->stack = NULL;
  self->editor = NULL;
  for (guint i = 0; i < N_SUBJECTS; i++)
    candidate_clear (&self->candidates[i]);
  G_OBJECT_CLASS (troupe_fork_dialog_parent_class)->dispose (object);
}

static void
troupe_fork_dialog_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_FORK_DIALOG (object)->changes);
  G_OBJECT_CLASS (troupe_fork_dialog_parent_class)->finalize (object);
}

static void
troupe_fork_dialog_class_init (TroupeForkDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_fork_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_fork_dialog_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, TROUPE_TYPE_RUN, G_TYPE_STRING);
  signals[EDIT_REQUESTED] = g_signal_new ("edit-requested", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
troupe_fork_dialog_init (TroupeForkDialog *self)
{
  self->changes = g_ptr_array_new_with_free_func (change_free);
}

GtkWidget *
troupe_fork_dialog_new (TroupeHistoryStoreFunc find,
                        const char *run_id,
                        const char *at,
                        const char *moment,
                        TroupeRun *now,
                        const char *text,
                        gboolean prefers_now)
{
  TroupeForkDialog *self = NULL;
  Preparation *preparation = NULL;
  g_autoptr (GTask) task = NULL;

  g_return_val_if_fail (find != NULL && run_id != NULL, NULL);
  g_return_val_if_fail (at != NULL && moment != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_FORK_DIALOG, NULL);
  build (self, at, moment);
  preparation = g_new0 (Preparation, 1);
  preparation->dialog = g_object_ref (self);
  preparation->find = find;
  preparation->run_id = g_strdup (run_id);
  preparation->at = g_strdup (at);
  preparation->candidates[SUBJECT_NOW].run = now != NULL ? g_object_ref (now) : NULL;
  preparation->candidates[SUBJECT_NOW].text = g_strdup (text);
  preparation->prefers_now = prefers_now;
  task = g_task_new (NULL, NULL, prepared_cb, preparation);
  g_task_set_source_tag (task, troupe_fork_dialog_new);
  g_task_set_task_data (task, preparation, NULL);
  g_task_run_in_thread (task, prepare_thread);
  return GTK_WIDGET (self);
}
