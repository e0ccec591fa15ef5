/* troupe-case-from-run.c: new test case from the last run of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-from-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-case-from-run.h"
#include "troupe-page-run.h"
#include "troupe-store-document.h"
#include "troupe-test-from-run.h"

/* The number of the newest runs among which one that has ended is searched. */
#define N_RUNS 20

typedef struct
{
  char *document;
  char *name;           /* (nullable) */
  TroupeMadeTest *made; /* (nullable): the case that was added */
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  g_free (making->document);
  g_free (making->name);
  troupe_made_test_free (making->made);
  g_free (making);
}

static void
make_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Making *making = task_data;
  TroupeStore *store = troupe_page_run_find_store ();
  GError *error = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;

  if (store != NULL)
    {
      TroupeDocumentIdentity document;
      g_autoptr (GPtrArray) runs = NULL;

      /* Finds the newest run that has ended, except for tests and trainings of a crew, which
       * are several kickoffs. */
      document = (TroupeDocumentIdentity){ making->document, making->name, NULL };
      runs = troupe_store_list_runs_of (store, &document, N_RUNS, &error);
      for (guint i = 0; runs != NULL && i < runs->len; i++)
        {
          const TroupeRunRecord *run = runs->pdata[i];
          g_autoptr (TroupeRunRecord) run_record = NULL;

          if (run->status == TROUPE_RUN_STATUS_RUNNING)
            continue;
          run_record = troupe_store_get_run (store, run->id, &error);
          if (run_record == NULL || troupe_value_get_member (run_record->options, "rounds") == NULL)
            {
              record = g_steal_pointer (&run_record);
              break;
            }
        }
    }
  if (error == NULL && record == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("There is no saved run of this document. Run it first."));
  if (record != NULL)
    making->made = troupe_test_from_run_make (store, record->id, NULL, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
made_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupePageContent *content = TROUPE_PAGE_CONTENT (object);
  const Making *making = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;

  if (gtk_widget_get_root (GTK_WIDGET (content)) == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (!g_error_matches (error, TROUPE_TEST_FROM_RUN_ERROR, TROUPE_TEST_FROM_RUN_ERROR_PART) ||
          !gtk_widget_activate_action (GTK_WIDGET (content), "win.tell-part", "s", error->message))
        troupe_page_content_tell (content, error->message);
      return;
    }
  file = g_path_get_basename (making->made->path);
  text = troupe_made_test_describe (making->made, file);
  if (!gtk_widget_activate_action (GTK_WIDGET (content), "win.tell-test", "(ss)",
                                   making->made->path, text))
    troupe_page_content_tell (content, text);
}

void
troupe_case_from_run_make (TroupePageContent *content)
{
  const char *document = NULL;
  g_autoptr (GTask) task = NULL;
  Making *making = NULL;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  document = troupe_document_get_path (troupe_page_content_get_document (content));
  if (document == NULL)
    {
      troupe_page_content_tell (content,
                                _ ("Save the document first. Its tests are in a file beside it."));
      return;
    }
  making = g_new0 (Making, 1);
  making->document = g_canonicalize_filename (document, NULL);
  making->name = troupe_document_dup_name (troupe_page_content_get_document (content));
  task = g_task_new (content, NULL, made_cb, NULL);
  g_task_set_source_tag (task, troupe_case_from_run_make);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}
