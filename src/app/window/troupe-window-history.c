/* troupe-window-history.c: history of runs in a window, past runs and their comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include <string.h>

#include "troupe-base.h"
#include "troupe-clock.h"
#include "troupe-compare-view.h"
#include "troupe-dialog-placement.h"
#include "troupe-flow-content.h"
#include "troupe-fork-dialog.h"
#include "troupe-history-pane.h"
#include "troupe-run-controller.h"
#include "troupe-run-view.h"
#include "troupe-stored-run-summary.h"
#include "troupe-subpage.h"
#include "troupe-window-history.h"
#include "troupe-window-tabs.h"

struct _TroupeWindowHistory
{
  GObject parent_instance;

  TroupeWindow *window; /* not owned */
  AdwFlap *flap;
  GtkWidget *pane;
  char *wanted_run;      /* (nullable): to be shown when @wanted_path was opened */
  char *wanted_path;     /* (nullable) */
  gboolean wants_answer; /* whether @wanted_run is to be answered instead */
  gboolean was_running;  /* the visible document, at the last update */
};

enum
{
  PROP_0,
  PROP_SHOWN,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeWindowHistory, troupe_window_history, G_TYPE_OBJECT)

/* Called on any thread. */
static TroupeStore *
find_store (void)
{
  TroupeServices *application = troupe_services_get ();

  return application != NULL ? troupe_services_find_store (application) : NULL;
}

/* --- Showing a run ---------------------------------------------------------------------------- */

/* What is kept while a run is read. */
typedef struct
{
  TroupeWindowHistory *history;
  TroupeWindow *window;
  TroupePage *page;
} Showing;

static void
width_changed_cb (TroupeSubpage *subpage, gpointer user_data)
{
  const TroupeEditorWidth width = troupe_subpage_get_width_class (subpage);

  if (TROUPE_IS_RUN_VIEW (user_data))
    troupe_run_view_set_width_class (TROUPE_RUN_VIEW (user_data), width);
  else
    troupe_compare_view_set_width_class (TROUPE_COMPARE_VIEW (user_data), width);
}

static void
show_view (TroupePage *page, GtkWidget *view)
{
  TroupeSubpage *subpage = troupe_subpage_open (troupe_page_get_content (page), "", view);

  troupe_subpage_hide_bar (subpage);
  g_signal_connect_object (view, "left", G_CALLBACK (troupe_subpage_leave), subpage,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (subpage, "width-changed", G_CALLBACK (width_changed_cb), view, 0);
  width_changed_cb (subpage, view);
  gtk_widget_grab_focus (view);
}

/* --- Forking ---------------------------------------------------------------------------------- */

static TroupePageContent *
find_content (GtkWidget *view)
{
  return TROUPE_PAGE_CONTENT (gtk_widget_get_ancestor (view, TROUPE_TYPE_PAGE_CONTENT));
}

/* Leaves the past run and starts the new one in its page. */
static void
fork_chosen_cb (TroupePageContent *content, TroupeRun *run, const char *text)
{
  TroupeRunController *running = troupe_page_content_get_running (content);
  TroupeRunFactory *factory = troupe_run_controller_get_source (running);
  g_autoptr (TroupeBreakpoints) breakpoints = troupe_run_factory_read_breakpoints (factory);
  TroupeSubpage *subpage = troupe_subpage_find (content);

  if (troupe_run_controller_get_monitor (running) == NULL ||
      troupe_page_run_is_under_way (troupe_page_content_get_run (content)) ||
      troupe_run_controller_is_starting (running))
    return;
  if (subpage != NULL)
    troupe_subpage_leave (subpage);
  troupe_run_set_breakpoints (run, breakpoints);
  troupe_run_controller_start_run (running, run, text);
}

/* A fork for which the document is edited first. */
typedef struct
{
  TroupeWindow *window;       /* not owned: the dialog is closed with it */
  TroupePageContent *content; /* not owned: as @window */
  char *run_id;
  char *step;
  char *moment;
} Forking;

static void
forking_free (gpointer user_data, GClosure *closure)
{
  Forking *forking = user_data;

  g_free (forking->run_id);
  g_free (forking->step);
  g_free (forking->moment);
  g_free (forking);
}

/* Goes to the method in the document, and offers to return. */
static void
edit_requested_cb (GtkWidget *dialog, Forking *forking)
{
  const char *mark = strrchr (forking->step, '#');
  g_autofree char *method =
      mark != NULL ? g_strndup (forking->step, (gsize) (mark - forking->step)) : NULL;
  g_autoptr (GVariant) target =
      g_variant_ref_sink (g_variant_new ("(sss)", forking->run_id, forking->step, forking->moment));
  g_autofree char *action = g_action_print_detailed_name ("win.fork-run", target);
  g_autofree char *text = NULL;
  TroupeSubpage *subpage = troupe_subpage_find (forking->content);

  if (subpage != NULL)
    troupe_subpage_leave (subpage);
  if (method != NULL)
    troupe_page_content_go_to_place (forking->content, method);
  text = method != NULL ? g_strdup_printf (_ ("Change “%s”, then fork the run."), method)
                        : g_strdup (_ ("Change the document, then fork the run."));
  troupe_window_offer_in_tab (
      forking->window, gtk_widget_get_ancestor (GTK_WIDGET (forking->content), TROUPE_TYPE_PAGE),
      text, _ ("_Fork From Here…"), action, TRUE);
}

static void
ask_for_fork (TroupeWindowHistory *self,
              TroupePageContent *content,
              const char *run_id,
              const char *step,
              const char *moment,
              gboolean prefers_now)
{
  TroupeRunFactory *factory = NULL;
  g_autoptr (TroupeRun) now = NULL;
  g_autofree char *text = NULL;
  GtkWidget *dialog = NULL;
  Forking *forking = NULL;

  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  if (troupe_page_run_is_under_way (troupe_page_content_get_run (content)))
    {
      troupe_page_content_tell (content, _ ("A run is in progress. Wait until it has finished."));
      return;
    }
  factory = troupe_run_controller_get_source (troupe_page_content_get_running (content));
  text = troupe_run_factory_dup_text (factory);
  if (!troupe_flow_has_errors (troupe_run_factory_get_flow (factory)))
    now = troupe_run_factory_make_run (factory);
  dialog = troupe_fork_dialog_new (find_store, run_id, step, moment, now, text, prefers_now);
  troupe_dialog_put_over (GTK_WINDOW (dialog), GTK_WIDGET (content));
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (fork_chosen_cb), content,
                           G_CONNECT_SWAPPED);
  forking = g_new0 (Forking, 1);
  forking->window = self->window;
  forking->content = content;
  forking->run_id = g_strdup (run_id);
  forking->step = g_strdup (step);
  forking->moment = g_strdup (moment);
  g_signal_connect_data (dialog, "edit-requested", G_CALLBACK (edit_requested_cb), forking,
                         forking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
fork_requested_cb (GtkWidget *view,
                   const char *run_id,
                   const char *step,
                   const char *moment,
                   gpointer user_data)
{
  TroupePageContent *content = find_content (view);

  if (content != NULL)
    ask_for_fork (TROUPE_WINDOW_HISTORY (user_data), content, run_id, step, moment, FALSE);
}

void
troupe_window_history_fork_run (TroupeWindowHistory *self,
                                const char *run_id,
                                const char *step,
                                const char *moment)
{
  TroupePage *page = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));
  g_return_if_fail (run_id != NULL && step != NULL && moment != NULL);

  page = troupe_window_get_page (self->window);
  if (page != NULL)
    {
      troupe_page_commit (page);
      ask_for_fork (self, troupe_page_get_content (page), run_id, step, moment, TRUE);
    }
}

/* The store writes on a thread of its own. */
static void
bookmarked_cb (GtkWidget *view,
               const char *run_id,
               gint64 time,
               gboolean is_set,
               guint n_bookmarks,
               gpointer user_data)
{
  TroupeWindowHistory *self = TROUPE_WINDOW_HISTORY (user_data);
  TroupeServices *application = troupe_services_get ();
  TroupeStore *store = NULL;

  if (application != NULL && troupe_services_peek_store (application, &store) && store != NULL)
    troupe_store_set_bookmark (store, run_id, time, is_set);
  troupe_history_pane_set_bookmarks (TROUPE_HISTORY_PANE (self->pane), run_id, n_bookmarks);
}

static void
told_cb (GtkWidget *view, const char *text, gpointer user_data)
{
  TroupePageContent *content = find_content (view);

  if (content != NULL)
    troupe_page_content_tell (content, text);
}

/* Returns the past run that the visible page shows. (transfer none) (nullable) */
static GtkWidget *
find_run_view (TroupeWindowHistory *self)
{
  TroupePage *page = troupe_window_get_page (self->window);
  TroupeSubpage *subpage =
      page != NULL ? troupe_subpage_find (troupe_page_get_content (page)) : NULL;
  GtkWidget *child = subpage != NULL ? troupe_subpage_get_child (subpage) : NULL;

  return child != NULL && TROUPE_IS_RUN_VIEW (child) ? child : NULL;
}

gboolean
troupe_window_history_shows_run (TroupeWindowHistory *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_HISTORY (self), FALSE);

  return find_run_view (self) != NULL;
}

void
troupe_window_history_fork (TroupeWindowHistory *self)
{
  GtkWidget *view;

  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));

  view = find_run_view (self);
  if (view != NULL)
    gtk_widget_activate_action (view, "run-view.fork", NULL);
}

/* The method that was selected in the past run is selected in the document, so that what was found there can be changed. */
static void
left_cb (GtkWidget *view, gpointer user_data)
{
  TroupePageContent *content = find_content (view);
  const char *method = troupe_run_view_get_selected (TROUPE_RUN_VIEW (view));
  TroupeEditor *editor = content != NULL && TROUPE_IS_FLOW_CONTENT (content)
                             ? troupe_flow_content_get_editor (TROUPE_FLOW_CONTENT (content))
                             : NULL;

  if (editor != NULL && method != NULL &&
      troupe_flow_find_method (troupe_drawing_get_flow (troupe_editor_get_drawing (editor)),
                               method) != NULL)
    troupe_editor_select_method (editor, method);
}

/* Shows the document beside the one that the run executed. Closing that leads back to the run. */
static void
change_requested_cb (GtkWidget *view, TroupeFlowDocument *document, const char *title)
{
  TroupePage *page = TROUPE_PAGE (gtk_widget_get_ancestor (view, TROUPE_TYPE_PAGE));

  if (page == NULL)
    return;
  troupe_page_commit (page);
  troupe_page_disk_compare_with (troupe_page_get_disk (page), TROUPE_DOCUMENT (document), NULL,
                                 TROUPE_VERSIONS_RUN, title);
}

static void
crew_change_requested_cb (GtkWidget *view, JsonNode *today, JsonNode *then, const char *title)
{
  TroupePage *page = TROUPE_PAGE (gtk_widget_get_ancestor (view, TROUPE_TYPE_PAGE));

  if (page != NULL)
    troupe_page_disk_show_crews (troupe_page_get_disk (page), today, then, title);
}

/* Moves the focus to the past run if it is already shown: the second click of a double click activates
 * the row again. Returns FALSE if the run is not shown. */
static gboolean
focus_shown_run (TroupeWindowHistory *self, TroupePage *page, const char *run_id)
{
  GtkWidget *view = find_run_view (self);

  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  if (view == NULL || page != troupe_window_get_page (self->window) ||
      !g_str_equal (troupe_run_view_get_run_id (TROUPE_RUN_VIEW (view)), run_id))
    return FALSE;
  gtk_widget_grab_focus (view);
  return TRUE;
}

/* --- Reading a run ---------------------------------------------------------------------------- */

static void
run_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Showing *showing = user_data;
  g_autoptr (TroupeWindow) window = showing->window;
  g_autoptr (TroupePage) page = showing->page;
  g_autoptr (TroupeWindowHistory) history = showing->history;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeHistoryRun) run = troupe_history_read_run_finish (result, &error);
  g_autofree char *today = NULL;
  GtkWidget *view = NULL;

  /* The window or the tab was closed in the meantime. */
  if (gtk_widget_get_root (GTK_WIDGET (page)) != GTK_ROOT (window))
    return;
  if (run != NULL && focus_shown_run (history, page, run->record->id))
    return;
  if (run != NULL)
    {
      const TroupeRunRecord *record = run->record;
      const char *path = troupe_document_get_path (troupe_page_get_document (page));

      if (g_strcmp0 (path, record->path) == 0)
        today = troupe_run_factory_dup_text (troupe_run_controller_get_source (
            troupe_page_content_get_running (troupe_page_get_content (page))));
      view = troupe_run_view_new (run->summary, run->record, g_steal_pointer (&run->times), today,
                                  &error);
    }
  if (view != NULL)
    {
      g_signal_connect_object (view, "left", G_CALLBACK (left_cb), history, 0);
      g_signal_connect_object (view, "fork-requested", G_CALLBACK (fork_requested_cb), history, 0);
      g_signal_connect (view, "change-requested", G_CALLBACK (change_requested_cb), NULL);
      g_signal_connect (view, "crew-change-requested", G_CALLBACK (crew_change_requested_cb), NULL);
      g_signal_connect_object (view, "bookmarked", G_CALLBACK (bookmarked_cb), history, 0);
      g_signal_connect_object (view, "message", G_CALLBACK (told_cb), history, 0);
      troupe_run_view_set_bookmarks (TROUPE_RUN_VIEW (view), run->bookmarks);
      show_view (page, view);
    }
  else
    troupe_window_add_tab_toast (window, GTK_WIDGET (page), error->message);
}

/* --- Comparing -------------------------------------------------------------------------------- */

/* What is kept while two runs are read. */
typedef struct
{
  TroupeWindowHistory *history;
  TroupeWindow *window;
  TroupePage *page;
  char *ids[2];
} Comparing;

static void
comparing_free (Comparing *comparing)
{
  g_object_unref (comparing->history);
  g_object_unref (comparing->window);
  g_object_unref (comparing->page);
  g_free (comparing->ids[0]);
  g_free (comparing->ids[1]);
  g_free (comparing);
}

static void
compare_in (TroupeWindowHistory *self, TroupePage *page, const char *first, const char *second);

/* Compares the same runs again, the second one first. */
static void
swapped_cb (GtkWidget *view, Comparing *comparing)
{
  if (gtk_widget_get_root (GTK_WIDGET (comparing->page)) == GTK_ROOT (comparing->window))
    compare_in (comparing->history, comparing->page, comparing->ids[1], comparing->ids[0]);
}

/* Compares another run in place of one of them. @side: 0 for A */
static void
chosen_cb (GtkWidget *view, guint side, const char *id, Comparing *comparing)
{
  if (gtk_widget_get_root (GTK_WIDGET (comparing->page)) == GTK_ROOT (comparing->window))
    compare_in (comparing->history, comparing->page, side == 0 ? id : comparing->ids[0],
                side == 1 ? id : comparing->ids[1]);
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Comparing *comparing = user_data;
  g_autoptr (GError) error = NULL;
  TroupeCompareFacts *facts = troupe_compare_facts_read_finish (result, &error);
  GtkWidget *view = NULL;

  if (gtk_widget_get_root (GTK_WIDGET (comparing->page)) != GTK_ROOT (comparing->window))
    {
      g_clear_pointer (&facts, troupe_compare_facts_free);
      comparing_free (comparing);
      return;
    }
  if (facts != NULL)
    view = troupe_compare_view_new (facts, &error);
  if (view == NULL)
    {
      troupe_window_add_tab_toast (comparing->window, GTK_WIDGET (comparing->page), error->message);
      comparing_free (comparing);
      return;
    }
  show_view (comparing->page, view);
  g_signal_connect (view, "chosen", G_CALLBACK (chosen_cb), comparing);
  g_signal_connect_data (view, "swapped", G_CALLBACK (swapped_cb), comparing,
                         (GClosureNotify) (void (*) (void)) comparing_free, 0);
}

static void
compare_in (TroupeWindowHistory *self, TroupePage *page, const char *first, const char *second)
{
  Comparing *comparing = g_new0 (Comparing, 1);

  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  comparing->history = g_object_ref (self);
  comparing->window = g_object_ref (self->window);
  comparing->page = g_object_ref (page);
  comparing->ids[0] = g_strdup (first);
  comparing->ids[1] = g_strdup (second);
  troupe_compare_facts_read_async (find_store, first, second, compared_cb, comparing);
}

static void
compare_requested_cb (TroupeWindowHistory *self, const char *first, const char *second)
{
  TroupePage *page = troupe_window_get_page (self->window);

  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  if (page == NULL)
    return;
  compare_in (self, page, first, second);
  if (adw_flap_get_folded (self->flap))
    troupe_window_history_set_shown (self, FALSE);
}

/* --- Answering -------------------------------------------------------------------------------- */

/* Resumes the run that was found. @id: the ID of the run */
static void
found_cb (TroupePageStoredRun *kept, const char *id)
{
  const TroupeStoredRun *run = troupe_page_stored_run_get (kept);

  if (run == NULL || g_strcmp0 (run->id, id) != 0)
    return;
  g_signal_handlers_disconnect_by_func (kept, found_cb, (gpointer) id);
  troupe_page_stored_run_resume (kept);
}

static void
free_id (gpointer id, GClosure *closure)
{
  g_free (id);
}

/* --- Opening documents ------------------------------------------------------------------------ */

static void
act_in (TroupeWindowHistory *self, TroupePage *page, const char *run_id, gboolean answers)
{
  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  if (answers)
    {
      TroupePageContent *content = troupe_page_get_content (page);
      TroupePageStoredRun *kept = troupe_page_content_get_stored_run (content);
      const TroupeStoredRun *offered = troupe_page_stored_run_get (kept);

      /* Resumes the run that waits, which shows its question. */
      if (troupe_page_is_running (page))
        troupe_window_add_tab_toast (self->window, GTK_WIDGET (page),
                                     _ ("A run is in progress. Wait until it has finished."));
      else if (offered != NULL && g_str_equal (offered->id, run_id))
        troupe_page_stored_run_resume (kept);
      else
        {
          g_signal_connect_data (kept, "changed", G_CALLBACK (found_cb), g_strdup (run_id), free_id,
                                 0);
          troupe_page_stored_run_look_at (
              kept, run_id,
              troupe_stored_run_summary_describe (troupe_run_factory_get_flow (
                  troupe_run_controller_get_source (troupe_page_content_get_running (content)))));
        }
    }
  else
    {
      Showing *showing;

      if (!focus_shown_run (self, page, run_id))
        {
          showing = g_new0 (Showing, 1);
          showing->history = g_object_ref (self);
          showing->window = g_object_ref (self->window);
          showing->page = g_object_ref (page);
          troupe_history_read_run_async (find_store, run_id, run_read_cb, showing);
        }
    }
  if (adw_flap_get_folded (self->flap))
    troupe_window_history_set_shown (self, FALSE);
}

static TroupePage *
find_page (TroupeWindow *window, const char *path)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (window)); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (window, i);

      if (page != NULL &&
          g_strcmp0 (troupe_document_get_path (troupe_page_get_document (page)), path) == 0)
        return page;
    }
  return NULL;
}

/* Shows or answers a run in the tab of its document, which is opened if necessary. A run whose file no longer exists
 * is shown in the visible tab. @path: (nullable) */
static void
act (TroupeWindowHistory *self, const char *run_id, const char *path, gboolean answers)
{
  TroupePage *page = path != NULL ? find_page (self->window, path) : NULL;
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (page != NULL)
    {
      adw_tab_view_set_selected_page (troupe_window_get_tabs (self->window),
                                      troupe_window_find_tab (self->window, page));
      act_in (self, page, run_id, answers);
      return;
    }
  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    {
      troupe_set_str (&self->wanted_run, run_id);
      troupe_set_str (&self->wanted_path, path);
      self->wants_answer = answers;
      troupe_window_open_file (self->window, file);
      return;
    }
  page = troupe_window_get_page (self->window);
  if (page != NULL && !answers)
    act_in (self, page, run_id, FALSE);
  else
    troupe_window_add_toast (self->window, _ ("The document of this run no longer exists."));
}

static void
run_activated_cb (TroupeWindowHistory *self, const char *run_id, const char *path)
{
  act (self, run_id, path, FALSE);
}

static void
answer_requested_cb (TroupeWindowHistory *self, const char *run_id, const char *path)
{
  act (self, run_id, path, TRUE);
}

/* --- The pane --------------------------------------------------------------------------------- */

gboolean
troupe_window_history_is_shown (TroupeWindowHistory *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_HISTORY (self), FALSE);

  return adw_flap_get_reveal_flap (self->flap);
}

GtkWidget *
troupe_window_history_get_pane (TroupeWindowHistory *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW_HISTORY (self), NULL);

  return self->pane;
}

void
troupe_window_history_set_shown (TroupeWindowHistory *self, gboolean shown)
{
  TroupePage *page;

  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));

  if (shown == troupe_window_history_is_shown (self))
    return;
  if (shown)
    troupe_window_history_update (self);
  adw_flap_set_reveal_flap (self->flap, shown);
  page = troupe_window_get_page (self->window);
  if (shown)
    gtk_widget_grab_focus (self->pane);
  else if (page != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (page));
}

void
troupe_window_history_compare (TroupeWindowHistory *self)
{
  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));

  if (troupe_window_history_is_shown (self))
    troupe_history_pane_compare (TROUPE_HISTORY_PANE (self->pane));
  else
    troupe_window_history_set_shown (self, TRUE);
}

static void
message_cb (TroupeWindowHistory *self, const char *text)
{
  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  troupe_window_add_toast (self->window, text);
}

static void
closed_cb (TroupeWindowHistory *self)
{
  troupe_window_history_set_shown (self, FALSE);
}

/* The pane is also closed by a click beside it, if it covers the documents. */
static void
revealed_cb (TroupeWindowHistory *self)
{
  g_assert (TROUPE_IS_WINDOW_HISTORY (self));

  gtk_widget_set_visible (self->pane, adw_flap_get_reveal_flap (self->flap));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

void
troupe_window_history_update (TroupeWindowHistory *self)
{
  g_auto (GStrv) unsaved = NULL;
  TroupePageContent *content;
  TroupePage *page;
  gboolean is_running;
  g_autofree char *run_id = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));

  page = troupe_window_get_page (self->window);
  content = page != NULL ? troupe_page_get_content (page) : NULL;
  if (content != NULL)
    unsaved = troupe_run_starter_list_unsaved_runs (
        troupe_run_controller_get_starter (troupe_page_content_get_running (content)));
  is_running = page != NULL && troupe_page_is_running (page);
  troupe_history_pane_set_document (
      TROUPE_HISTORY_PANE (self->pane),
      page != NULL ? troupe_document_get_path (troupe_page_get_document (page)) : NULL,
      (const char *const *) unsaved, page != NULL);
  if (self->was_running != is_running && troupe_window_history_is_shown (self))
    troupe_history_pane_refresh (TROUPE_HISTORY_PANE (self->pane));
  self->was_running = is_running;
  /* Continues after the document of a run was opened. */
  if (self->wanted_run == NULL || page == NULL ||
      g_strcmp0 (troupe_document_get_path (troupe_page_get_document (page)), self->wanted_path) !=
          0)
    return;
  run_id = g_steal_pointer (&self->wanted_run);
  act_in (self, page, run_id, self->wants_answer);
}

void
troupe_window_history_set_width_class (TroupeWindowHistory *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_WINDOW_HISTORY (self));

  adw_flap_set_fold_policy (self->flap, width >= TROUPE_EDITOR_NARROW ? ADW_FLAP_FOLD_POLICY_ALWAYS
                                                                      : ADW_FLAP_FOLD_POLICY_NEVER);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_window_history_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SHOWN)
    g_value_set_boolean (value, troupe_window_history_is_shown (TROUPE_WINDOW_HISTORY (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_window_history_finalize (GObject *object)
{
  TroupeWindowHistory *self = TROUPE_WINDOW_HISTORY (object);

  g_clear_object (&self->flap);
  g_free (self->wanted_run);
  g_free (self->wanted_path);
  G_OBJECT_CLASS (troupe_window_history_parent_class)->finalize (object);
}

static void
troupe_window_history_class_init (TroupeWindowHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = troupe_window_history_finalize;
  object_class->get_property = troupe_window_history_get_property;

  properties[PROP_SHOWN] =
      g_param_spec_boolean ("shown", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
troupe_window_history_init (TroupeWindowHistory *self)
{
}

TroupeWindowHistory *
troupe_window_history_new (TroupeWindow *window, AdwFlap *flap)
{
  TroupeWindowHistory *self;
  static const struct
  {
    const char *signal;
    GCallback callback;
  } signals[] = {
    { "run-activated", G_CALLBACK (run_activated_cb) },
    { "answer-requested", G_CALLBACK (answer_requested_cb) },
    { "compare-requested", G_CALLBACK (compare_requested_cb) },
    { "message", G_CALLBACK (message_cb) },
    { "closed", G_CALLBACK (closed_cb) },
  };

  g_return_val_if_fail (TROUPE_IS_WINDOW (window), NULL);
  g_return_val_if_fail (ADW_IS_FLAP (flap), NULL);

  self = g_object_new (TROUPE_TYPE_WINDOW_HISTORY, NULL);
  self->window = window;
  self->flap = g_object_ref (flap);
  self->pane = troupe_history_pane_new (find_store);
  gtk_widget_set_visible (self->pane, FALSE);
  adw_flap_set_flap (flap, self->pane);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->pane, signals[i].signal, signals[i].callback, self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (revealed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
