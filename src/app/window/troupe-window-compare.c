/* troupe-window-compare.c: compares the shown document with another file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-conflict.h"
#include "troupe-kind.h"
#include "troupe-page-disk.h"
#include "troupe-page.h"
#include "troupe-sanitize-text.h"
#include "troupe-window-compare.h"
#include "troupe-window-files.h"
#include "troupe-window-tabs.h"

/* --- Another file ----------------------------------------------------------------------------- */

/* A file being read. The worker thread does not access @window and @page. */
typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  const TroupeKind *kind; /* of the document of @page */
  char *path;
  TroupeDocument *document; /* (nullable): the content of the file */
  GError *error;            /* (nullable) */
} Compare;

static void
compare_free (gpointer data)
{
  Compare *self = data;

  g_clear_object (&self->window);
  g_clear_object (&self->page);
  g_free (self->path);
  g_clear_object (&self->document);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Compare, compare_free)

/* Describes the first error of a document whose text cannot be parsed. (transfer full) (nullable) */
static char *
describe_error (GPtrArray *problems)
{
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    if (((TroupeProblem *) g_ptr_array_index (problems, i))->severity == TROUPE_SEVERITY_ERROR)
      return troupe_problem_to_sentence (g_ptr_array_index (problems, i));
  return NULL;
}

/* Replaces an error of a file with problems, whose message is intended for the command line. */
static void
use_first_problem (Compare *self, GPtrArray *problems)
{
  g_autofree char *text = describe_error (problems);

  if (text == NULL)
    return;
  g_clear_error (&self->error);
  g_set_error_literal (&self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, text);
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Compare *self = task_data;
  const TroupeKind *kind = troupe_kind_for_path (self->path);
  g_autoptr (GPtrArray) problems = NULL;

  g_assert (G_IS_TASK (task));

  if (kind == self->kind)
    self->document = kind->open (self->path, &problems, &self->error);
  else
    g_set_error_literal (
        &self->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        g_str_equal (kind->name, "crew")
            ? _ ("It is a crew, and this document is a flow. Choose a flow.")
            : _ ("It is not a crew, and this document is one. Choose a crew’s folder or file."));
  if (self->document == NULL)
    use_first_problem (self, problems);
  else if (troupe_document_get_broken_text (self->document) != NULL &&
           !troupe_document_refuse_errors (self->document, &self->error))
    {
      use_first_problem (self, troupe_document_get_problems (self->document));
      g_clear_object (&self->document);
    }
  g_task_return_boolean (task, TRUE);
}

static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Compare) self = user_data;
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *name = troupe_text_to_line (base);

  g_assert (G_IS_ASYNC_RESULT (result));

  /* The tab may have been closed in the meantime. */
  if (gtk_widget_get_root (GTK_WIDGET (self->page)) != GTK_ROOT (self->window))
    return;
  if (self->document == NULL)
    {
      g_autofree char *heading = g_strdup_printf (_ ("Could Not Compare With “%s”"), name);

      troupe_window_tell_error (self->window, heading, self->error->message);
      return;
    }
  troupe_page_commit (self->page);
  troupe_page_disk_compare_with (troupe_page_get_disk (self->page), self->document, NULL,
                                 TROUPE_VERSIONS_FILE, name);
}

void
troupe_window_compare_with (TroupeWindow *self, const char *path)
{
  TroupePage *page;
  g_autoptr (GTask) task = NULL;
  Compare *compare;

  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (path != NULL);

  page = troupe_window_get_page (self);
  if (page == NULL)
    return;
  if (troupe_document_get_broken_text (troupe_page_get_document (page)) != NULL)
    {
      troupe_window_tell_error (
          self, _ ("Could Not Compare"),
          _ ("The text of this document cannot be read. Correct it first, then compare."));
      return;
    }
  compare = g_new0 (Compare, 1);
  compare->window = g_object_ref (self);
  compare->page = g_object_ref (page);
  compare->kind = troupe_kind_of (troupe_page_get_document (page));
  compare->path = g_strdup (path);
  task = g_task_new (NULL, NULL, read_cb, compare);
  g_task_set_source_tag (task, troupe_window_compare_with);
  g_task_set_task_data (task, compare, NULL);
  g_task_run_in_thread (task, read_thread);
}

static void
answered_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL)
    troupe_window_compare_with (self, path);
  else
    troupe_window_tell_error (self, _ ("Could Not Compare"),
                              _ ("The file is not on this computer. Copy it here first."));
}

static void
compare_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  GtkFileChooser *chooser;

  g_assert (GTK_IS_WIDGET (widget));

  if (page == NULL)
    return;
  chooser = troupe_window_show_dialog (self, _ ("Compare With File"), GTK_FILE_CHOOSER_ACTION_OPEN,
                                       _ ("_Compare"));
  troupe_window_add_filters (chooser);
  g_signal_connect_object (chooser, "response", G_CALLBACK (answered_cb), self, 0);
}

/* --- Conflicts -------------------------------------------------------------------------------- */

/* Both versions of a file with conflict markers being read. The worker thread does not access @window and
 * @page. */
typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  const TroupeKind *kind;
  char *path;
  char *text;             /* with the markers */
  char *ours;             /* (nullable): the text of the version of the current branch */
  TroupeDocument *theirs; /* (nullable) */
  JsonNode *base;         /* (nullable): common ancestor, if the text contains it */
  GError *error;          /* (nullable) */
} Conflict;

static void
conflict_free (gpointer data)
{
  Conflict *self = data;

  g_clear_object (&self->window);
  g_clear_object (&self->page);
  g_free (self->path);
  g_free (self->text);
  g_free (self->ours);
  g_clear_object (&self->theirs);
  g_clear_pointer (&self->base, json_node_unref);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Conflict, conflict_free)

static char *
dup_side_name (const char *text, TroupeConflictSide side)
{
  char *name = troupe_conflict_get_name (text, side);

  if (name != NULL)
    return name;
  return g_strdup (side == TROUPE_CONFLICT_OURS ? _ ("Current Branch") : _ ("Other Version"));
}

/* Replaces the text of @document, which was read from the file, with one version. @keeps_lines: as for
 * troupe_conflict_take() */
static gboolean
set_side (Conflict *self, TroupeDocument *document, TroupeConflictSide side, gboolean keeps_lines)
{
  g_autofree char *text = troupe_conflict_take (self->text, side, keeps_lines);

  return text != NULL && troupe_document_set_text (document, text, _ ("Edit Text"), NULL) &&
         troupe_document_get_broken_text (document) == NULL;
}

/* Reads one version. (transfer full) (nullable): NULL if it cannot be read */
static TroupeDocument *
read_side (Conflict *self, TroupeConflictSide side)
{
  g_autoptr (TroupeDocument) document = self->kind->open (self->path, NULL, NULL);
  g_autofree char *cause = NULL;
  g_autofree char *name = NULL;

  if (document != NULL && set_side (self, document, side, FALSE))
    return g_steal_pointer (&document);
  if (side == TROUPE_CONFLICT_BASE)
    return NULL;
  /* With empty lines for those that are left out, the place of the error is that in the file. */
  if (document != NULL)
    {
      set_side (self, document, side, TRUE);
      cause = describe_error (troupe_document_get_problems (document));
    }
  name = dup_side_name (self->text, side);
  g_set_error (
      &self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      /* Translators: the name of a version, such as a branch; and an error with its place. */
      _ ("The version “%s” cannot be read. %s"), name,
      cause != NULL ? cause : _ ("The conflict markers are not complete."));
  return NULL;
}

static void
separate_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Conflict *self = task_data;
  g_autoptr (TroupeDocument) ours = read_side (self, TROUPE_CONFLICT_OURS);
  g_autoptr (TroupeDocument) base = NULL;

  g_assert (G_IS_TASK (task));

  if (ours != NULL)
    self->theirs = read_side (self, TROUPE_CONFLICT_THEIRS);
  if (self->theirs != NULL)
    {
      self->ours = troupe_conflict_take (self->text, TROUPE_CONFLICT_OURS, FALSE);
      base = read_side (self, TROUPE_CONFLICT_BASE);
      if (base != NULL)
        self->base = json_node_ref (troupe_document_get_root (base));
    }
  g_task_return_boolean (task, TRUE);
}

static void
separated_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Conflict) self = user_data;
  TroupeDocument *document = troupe_page_get_document (self->page);
  g_autofree char *name = dup_side_name (self->text, TROUPE_CONFLICT_THEIRS);

  g_assert (G_IS_ASYNC_RESULT (result));

  /* The tab may have been closed, or the text corrected, in the meantime. */
  if (gtk_widget_get_root (GTK_WIDGET (self->page)) != GTK_ROOT (self->window) ||
      g_strcmp0 (troupe_document_get_broken_text (document), self->text) != 0)
    return;
  if (self->theirs == NULL)
    {
      troupe_window_tell_error (self->window, _ ("Could Not Compare Both Versions"),
                                self->error->message);
      return;
    }
  if (!troupe_document_set_text (document, self->ours, _ ("Separate Conflict"), NULL))
    return;
  troupe_page_text_show_drawing (troupe_page_get_text (self->page));
  troupe_page_disk_compare_with (troupe_page_get_disk (self->page), self->theirs, self->base,
                                 self->base != NULL ? TROUPE_VERSIONS_SIDE : TROUPE_VERSIONS_FILE,
                                 name);
}

static void
conflict_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  g_autoptr (GTask) task = NULL;
  TroupeDocument *document;
  Conflict *conflict;

  g_assert (GTK_IS_WIDGET (widget));

  if (page == NULL)
    return;
  troupe_page_commit (page);
  document = troupe_page_get_document (page);
  if (troupe_document_get_broken_text (document) == NULL ||
      troupe_document_get_path (document) == NULL)
    return;
  conflict = g_new0 (Conflict, 1);
  conflict->window = g_object_ref (self);
  conflict->page = g_object_ref (page);
  conflict->kind = troupe_kind_of (document);
  conflict->path = g_strdup (troupe_document_get_path (document));
  conflict->text = g_strdup (troupe_document_get_broken_text (document));
  task = g_task_new (NULL, NULL, separated_cb, conflict);
  g_task_set_source_tag (task, conflict_activated);
  g_task_set_task_data (task, conflict, NULL);
  g_task_run_in_thread (task, separate_thread);
}

void
troupe_window_install_compare (GtkWidgetClass *widget_class)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (widget_class));

  gtk_widget_class_install_action (widget_class, "win.compare", NULL, compare_activated);
  gtk_widget_class_install_action (widget_class, "win.compare-conflict", NULL, conflict_activated);
}
