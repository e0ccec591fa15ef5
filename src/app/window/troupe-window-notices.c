/* troupe-window-notices.c: notifications about the runs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-window-notices.h"
#include "troupe-window-tabs.h"

/* The member of a page that contains the id of the run of its last notification. */
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

/* Marks the tab if it is not in front. Returns TRUE if the user does not see the page now. */
static gboolean
is_out_of_sight (TroupeWindow *self, TroupePage *page)
{
  const gboolean in_front = troupe_window_get_page (self) == page;

  g_assert (TROUPE_IS_WINDOW (self));

  if (!in_front)
    adw_tab_page_set_needs_attention (troupe_window_find_tab (self, page), TRUE);
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
send (TroupePage *page, const char *run_id, const char *title, const char *text, gboolean is_urgent)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GNotification) notification = g_notification_new (title);
  g_autofree char *body = make_body (text);

  if (application == NULL || !g_application_get_is_registered (application))
    return;
  g_notification_set_body (notification, body);
  if (is_urgent)
    g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_HIGH);
  g_notification_set_default_action_and_target (notification, "app.show-run", "s", run_id);
  g_object_set_data_full (G_OBJECT (page), NOTICE, g_strdup (run_id), g_free);
  g_application_send_notification (application, run_id, notification);
}

/* --- Events ----------------------------------------------------------------------------------- */

/* Returns how long the run took, and what it cost. (transfer full) */
static char *
describe_end (const TroupeRunResult *result)
{
  g_autofree char *time = troupe_span_to_text (result->elapsed_us);
  g_autofree char *cost = troupe_money_for_display (result->usage.micro_dollars);

  return result->usage.micro_dollars > 0 ? g_strdup_printf ("%s · %s", time, cost)
                                         : g_steal_pointer (&time);
}

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
      result->type == TROUPE_RESULT_PAUSED || !is_out_of_sight (self, page))
    return;
  name = troupe_document_get_title (troupe_page_get_document (page));
  title = g_strdup_printf (result->type == TROUPE_RESULT_OK
                               /* Translators: %s is the name of a document. */
                               ? _ ("%s Has Finished")
                               /* Translators: %s is the name of a document. */
                               : _ ("%s Has Failed"),
                           name);
  text = result->error != NULL ? g_strdup (result->error->message) : describe_end (result);
  send (page, troupe_run_get_id (run), title, text, result->type != TROUPE_RESULT_OK);
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
  if (!view.is_reached || !is_out_of_sight (self, page))
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
  send (page, troupe_run_get_id (run), title, text, TRUE);
}

/* A notification is of no use any more once the user has seen its page. */
static void
active_changed_cb (TroupeWindow *self)
{
  TroupePage *page = troupe_window_get_page (self);
  const char *run_id = page != NULL ? g_object_get_data (G_OBJECT (page), NOTICE) : NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (run_id == NULL || !gtk_window_is_active (GTK_WINDOW (self)) ||
      g_application_get_default () == NULL)
    return;
  g_application_withdraw_notification (g_application_get_default (), run_id);
  g_object_set_data (G_OBJECT (page), NOTICE, NULL);
}

void
troupe_window_notices_follow (TroupeWindow *self, TroupePage *page)
{
  TroupePageRun *running = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW (self) && TROUPE_IS_PAGE (page));

  running = troupe_page_content_get_run (troupe_page_get_content (page));
  g_signal_connect_object (running, "ended", G_CALLBACK (run_ended_cb), self, 0);
  g_signal_connect_object (running, "changed", G_CALLBACK (run_changed_cb), self, 0);
  g_signal_handlers_disconnect_by_func (self, active_changed_cb, NULL);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_changed_cb), NULL);
}

gboolean
troupe_window_show_run (TroupeWindow *self, const char *run_id)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (run_id != NULL, FALSE);

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page == NULL || g_strcmp0 (g_object_get_data (G_OBJECT (page), NOTICE), run_id) != 0)
        continue;
      adw_tab_view_set_selected_page (troupe_window_get_tabs (self),
                                      troupe_window_find_tab (self, page));
      troupe_window_show_welcome (self, FALSE);
      gtk_window_present (GTK_WINDOW (self));
      return TRUE;
    }
  return FALSE;
}
