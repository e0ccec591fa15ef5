/* troupe-flow-state.c: connects the state window of a flow with its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-state"

#include "config.h"

#include "troupe-services.h"
#include "troupe-dialog-placement.h"
#include "troupe-flow-state.h"
#include "troupe-store-document.h"

/* Maximum number of runs that are read. */
#define MOST_RUNS 40

/* Reads the final states of the last runs of the file @task_data. Skips runs without a final
 * state. */
/* The document whose runs are read. @name: (nullable) */
typedef struct
{
  char *path;
  char *name;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_free (wanted->path);
  g_free (wanted->name);
  g_free (wanted);
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Wanted *wanted = task_data;
  const TroupeDocumentIdentity document = { wanted->path, wanted->name, NULL };
  GPtrArray *states = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeStore *store = troupe_services_find_store (TROUPE_SERVICES (source));
  g_autoptr (GPtrArray) runs = NULL;

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    runs = troupe_store_list_runs_of (store, &document, MOST_RUNS, NULL);
  for (guint i = 0; runs != NULL && i < runs->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const TroupeRunRecord *listed = runs->pdata[i];
      g_autoptr (TroupeRunRecord) run = listed->status == TROUPE_RUN_STATUS_OK
                                            ? troupe_store_get_run (store, listed->id, NULL)
                                            : NULL;
      TroupeValue *state = NULL;

      if (run != NULL && run->result != NULL && troupe_value_is (run->result, TROUPE_VALUE_MAP))
        state = troupe_value_map_lookup_string (run->result, "state", -1);
      if (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP))
        g_ptr_array_add (states, troupe_value_ref (state));
    }
  g_task_return_pointer (task, states, (GDestroyNotify) g_ptr_array_unref);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeStateEditor) window = user_data;
  g_autoptr (GPtrArray) states = g_task_propagate_pointer (G_TASK (result), NULL);

  g_assert (G_IS_TASK (result));

  /* The result is ignored if the window was closed in the meantime. */
  if (states != NULL && gtk_widget_get_visible (GTK_WIDGET (window)))
    troupe_state_editor_set_runs (window, states);
}

static void
form_requested_cb (GtkWidget *content)
{
  gtk_widget_activate_action (content, "win.run-with-inputs", NULL);
}

void
troupe_flow_state_join (TroupePageContent *content, TroupeStateEditor *window)
{
  TroupeServices *application = troupe_services_get ();
  const char *path;
  Wanted *wanted = NULL;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (TROUPE_IS_STATE_EDITOR (window));

  troupe_dialog_put_over (GTK_WINDOW (window), GTK_WIDGET (content));
  g_signal_connect_object (window, "form-requested", G_CALLBACK (form_requested_cb), content,
                           G_CONNECT_SWAPPED);
  path = troupe_document_get_path (troupe_page_content_get_document (content));
  if (application == NULL || path == NULL)
    return;
  task = g_task_new (application, NULL, read_cb, g_object_ref (window));
  g_task_set_source_tag (task, troupe_flow_state_join);
  wanted = g_new0 (Wanted, 1);
  wanted->path = g_strdup (path);
  wanted->name = troupe_document_dup_name (troupe_page_content_get_document (content));
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, read_thread);
}
