/* troupe-window-notices.c: notifications about the runs and batches of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-window-notices.h"
#include "troupe-window-tabs.h"

/* The member of the content of a tab that contains the id of its last notification: of a page, that of the run. */
#define NOTICE "troupe-run-notice"
/* The maximum number of characters of a message in a notification. */
#define BODY_LENGTH 300

/* --- Sending ---------------------------------------------------------------------------------- */

/* Returns the page of the tab with this object. (transfer none) (nullable): NULL if it was closed or moved */
static TroupePage *
find_page (TroupeWindow *self, TroupePageRun *running)
{
  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page != NULL && troupe_page_content_get_run (troupe_page_get_content (page)) == running)
        return page;
    }
  return NULL;
}

/* Returns the content of the tab in front. (transfer none) (nullable) */
static GtkWidget *
get_front (TroupeWindow *self)
{
  AdwTabPage *tab = adw_tab_view_get_selected_page (troupe_window_get_tabs (self));

  g_assert (TROUPE_IS_WINDOW (self));

  return tab != NULL ? adw_tab_page_get_child (tab) : NULL;
}

/* Marks the tab if it is not in front. @content: of a tab. Returns TRUE if the user does not see it now. */
static gboolean
is_out_of_sight (TroupeWindow *self, GtkWidget *content)
{
  const gboolean in_front = get_front (self) == content;

  g_assert (TROUPE_IS_WINDOW (self));

  if (!in_front)
    adw_tab_page_set_needs_attention (
        adw_tab_view_get_page (troupe_window_get_tabs (self), content), TRUE);
  return !in_front || !gtk_window_is_active (GTK_WINDOW (self)) ||
         !gtk_widget_get_visible (GTK_WIDGET (self));
}

/* Some desktops interpret markup in notifications and others do not, so the character is replaced. (transfer full) */
static char *
make_body (const char *text)
{
  g_autofree char *line = troupe_text_to_line (text);
  g_autofree char *start = troupe_text_shorten (line, BODY_LENGTH);
  g_autoptr (GString) body = g_string_new (start);

  g_string_replace (body, "<", "‹", 0);
  return g_strdup (body->str);
}

static void
send (GtkWidget *content, const char *id, const char *title, const char *text, gboolean is_urgent)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GNotification) notification = g_notification_new (title);
  g_autofree char *body = make_body (text);

  if (application == NULL || !g_application_get_is_registered (application))
    return;
  g_notification_set_body (notification, body);
  if (is_urgent)
    g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_HIGH);
  g_notification_set_default_action_and_target (notification, "app.show-run", "s", id);
  g_object_set_data_full (G_OBJECT (content), NOTICE, g_strdup (id), g_free);
  g_application_send_notification (application, id, notification);
}

/* --- Events ----------------------------------------------------------------------------------- */

static void
run_ended_cb (TroupePageRun *running, TroupeRun *run, TroupeRunResult *result, TroupeWindow *self)
{
  TroupePage *page = find_page (self, running);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  /* The user has stopped the run, or is asked for an answer. */
  if (page == NULL || result->type == TROUPE_RESULT_CANCELLED ||
      result->type == TROUPE_RESULT_PAUSED || !is_out_of_sight (self, GTK_WIDGET (page)))
    return;
  name = troupe_document_get_title (troupe_page_get_document (page));
  title = g_strdup_printf (result->type == TROUPE_RESULT_OK
                               /* Translators: %s is the name of a document. */
                               ? _ ("%s Has Finished")
                               /* Translators: %s is the name of a document. */
                               : _ ("%s Has Failed"),
                           name);
  if (result->error != NULL)
    text = g_strdup (result->error->message);
  else
    {
      g_autofree char *time = troupe_span_to_text (result->elapsed_us);
      g_autofree char *cost = troupe_money_for_display (result->usage.micro_dollars);

      text = result->usage.micro_dollars > 0 ? g_strdup_printf ("%s · %s", time, cost)
                                             : g_steal_pointer (&time);
    }
  send (GTK_WIDGET (page), troupe_run_get_id (run), title, text, result->type != TROUPE_RESULT_OK);
}

/* A run that is held although the user did not pause it has reached its budget. */
static void
run_changed_cb (TroupePageRun *running, TroupeWindow *self)
{
  TroupeRun *run = troupe_page_run_get_run (running);
  TroupePage *page = find_page (self, running);
  g_autofree char *limit = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  TroupeRunBudgetView view = { 0 };

  g_assert (TROUPE_IS_WINDOW (self));

  if (run == NULL || page == NULL || !troupe_page_run_is_held (running))
    return;
  view = troupe_run_look_at_budget (run);
  if (!view.is_reached || !is_out_of_sight (self, GTK_WIDGET (page)))
    return;
  name = troupe_document_get_title (troupe_page_get_document (page));
  limit = troupe_money_for_display (view.limit);
  /* Translators: %s is the name of a document. */
  title = g_strdup_printf (_ ("%s Has Reached Its Budget"), name);
  /* Translators: %s is an amount of money. */
  text = g_strdup_printf (view.period == TROUPE_RUN_BUDGET_MONTH
                              ? _ ("This month’s budget of %s has been used up. The run waits.")
                              : _ ("The budget of %s has been used up. The run waits."),
                          limit);
  send (GTK_WIDGET (page), troupe_run_get_id (run), title, text, TRUE);
}

/* @text: (nullable): why the batch has ended */
static void
batch_ended_cb (TroupeBatchPage *batch, guint outcome, const char *text, TroupeWindow *self)
{
  g_autofree char *name = troupe_batch_page_dup_title (batch);
  g_autofree char *id = g_strdup_printf ("batch-%d-%p", (int) getpid (), (gpointer) batch);
  g_autofree char *title = NULL;
  g_autofree char *counts = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (outcome == TROUPE_BATCH_STOPPED ||
      gtk_widget_get_root (GTK_WIDGET (batch)) != GTK_ROOT (self) ||
      !is_out_of_sight (self, GTK_WIDGET (batch)))
    return;
  title = g_strdup_printf (outcome == TROUPE_BATCH_OK || outcome == TROUPE_BATCH_FAILED
                               ? (text != NULL ? _ ("%s Has Failed") : _ ("%s Has Finished"))
                           : outcome == TROUPE_BATCH_BUDGET
                               ? _ ("%s Has Reached Its Budget")
                               /* Translators: %s is a batch: “Batch of topics.csv”. */
                               : _ ("%s Was Interrupted"),
                           name);
  if (text == NULL)
    {
      TroupeBatchProgress progress = { 0 };
      g_autofree char *ok = NULL;
      g_autofree char *failed = NULL;

      g_assert (TROUPE_IS_BATCH_PAGE (batch));
      troupe_batch_get_progress (troupe_batch_page_get_batch (batch), &progress);
      ok = g_strdup_printf (ngettext ("%u item succeeded", "%u items succeeded",
                                      (gulong) progress.n_ok),
                            (guint) progress.n_ok);
      if (progress.n_failed == 0)
        counts = g_steal_pointer (&ok);
      else
        {
          failed = g_strdup_printf (ngettext ("%u item failed", "%u items failed",
                                              (gulong) progress.n_failed),
                                    (guint) progress.n_failed);
          counts = g_strdup_printf ("%s · %s", ok, failed);
        }
    }
  send (GTK_WIDGET (batch), id, title, text != NULL ? text : counts, outcome != TROUPE_BATCH_OK);
}

/* A notification is of no use any more once the user has seen its page. */
static void
active_changed_cb (TroupeWindow *self)
{
  GtkWidget *content = get_front (self);
  const char *id = content != NULL ? g_object_get_data (G_OBJECT (content), NOTICE) : NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (id == NULL || !gtk_window_is_active (GTK_WINDOW (self)) ||
      g_application_get_default () == NULL)
    return;
  g_application_withdraw_notification (g_application_get_default (), id);
  g_object_set_data (G_OBJECT (content), NOTICE, NULL);
}

static void
follow_activity (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  g_signal_handlers_disconnect_by_func (self, active_changed_cb, NULL);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_changed_cb), NULL);
}

void
troupe_window_notices_follow (TroupeWindow *self, TroupePage *page)
{
  TroupePageRun *running = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW (self) && TROUPE_IS_PAGE (page));

  running = troupe_page_content_get_run (troupe_page_get_content (page));
  g_signal_connect_object (running, "ended", G_CALLBACK (run_ended_cb), self, 0);
  g_signal_connect_object (running, "changed", G_CALLBACK (run_changed_cb), self, 0);
  follow_activity (self);
}

void
troupe_window_notices_follow_batch (TroupeWindow *self, TroupeBatchPage *batch)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self) && TROUPE_IS_BATCH_PAGE (batch));

  g_signal_connect_object (batch, "ended", G_CALLBACK (batch_ended_cb), self, 0);
  follow_activity (self);
}

gboolean
troupe_window_show_run (TroupeWindow *self, const char *run_id)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (run_id != NULL, FALSE);

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (troupe_window_get_tabs (self), i);

      if (g_strcmp0 (g_object_get_data (G_OBJECT (adw_tab_page_get_child (tab)), NOTICE), run_id) !=
          0)
        continue;
      adw_tab_view_set_selected_page (troupe_window_get_tabs (self), tab);
      troupe_window_show_welcome (self, FALSE);
      gtk_window_present (GTK_WINDOW (self));
      return TRUE;
    }
  return FALSE;
}
