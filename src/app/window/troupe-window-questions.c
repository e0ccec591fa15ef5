/* troupe-window-questions.c: notifications for feedback requests of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-window-questions.h"
#include "troupe-window-tabs.h"

/* Maximum number of characters of a message in a notification. */
#define BODY_LENGTH 300

/* Maximum number of buttons that desktops show. */
#define N_BUTTONS 3

static char *
make_body (const TroupeFeedbackRequest *request)
{
  g_autofree char *valid = g_utf8_make_valid (request->message, -1);
  g_autofree char *start = NULL;
  g_autoptr (GString) body = NULL;

  g_assert (request != NULL);

  if (g_utf8_strlen (valid, -1) > BODY_LENGTH)
    start = g_utf8_substring (valid, 0, BODY_LENGTH);
  body = g_string_new (start != NULL ? start : valid);
  /* The character is replaced instead of escaped, because some desktops interpret markup in
   * notifications and others do not. */
  g_string_replace (body, "<", "‹", 0);
  if (start != NULL)
    g_string_append (body, "…");
  return g_strdup (body->str);
}

static TroupePageQuestions *
get_questions (TroupePage *page)
{
  g_assert (TROUPE_IS_PAGE (page));

  return troupe_page_content_get_questions (troupe_page_get_content (page));
}

void
troupe_window_question_came (TroupeWindow *self, TroupePage *page, const char *request_id)
{
  const TroupeFeedbackRequest *request =
      troupe_page_questions_find (get_questions (page), request_id);
  const gboolean in_front = troupe_window_get_page (self) == page;

  if (request == NULL)
    return;
  if (!in_front)
    adw_tab_page_set_needs_attention (troupe_window_find_tab (self, page), TRUE);
  if (!in_front || !gtk_window_is_active (GTK_WINDOW (self)))
    {
      GApplication *application = g_application_get_default ();
      g_autoptr (GNotification) notification = NULL;
      g_autofree char *title = g_strdup_printf (_ ("%s Needs Your Answer"), request->method);
      g_autofree char *body = make_body (request);

      if (application == NULL || !g_application_get_is_registered (application))
        return;
      notification = g_notification_new (title);
      g_notification_set_body (notification, body);
      g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_HIGH);
      g_notification_set_default_action_and_target (notification, "app.show-question", "s",
                                                    request->id);
      for (guint i = 0; request->emit != NULL && request->emit[i] != NULL && i < N_BUTTONS; i++)
        g_notification_add_button_with_target (notification, request->emit[i], "app.answer", "(ss)",
                                               request->id, request->emit[i]);
      g_application_send_notification (application, request->id, notification);
    }
}

static TroupePage *
find_page (TroupeWindow *self, const char *request_id)
{
  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page != NULL && troupe_page_questions_find (get_questions (page), request_id) != NULL)
        return page;
    }
  return NULL;
}

gboolean
troupe_window_answer (TroupeWindow *self, const char *request_id, const char *outcome)
{
  TroupePage *page;

  g_return_val_if_fail (TROUPE_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (request_id != NULL && outcome != NULL, FALSE);

  page = find_page (self, request_id);
  return page != NULL && troupe_page_questions_answer (get_questions (page), request_id, "",
                                                       outcome, "notification");
}

gboolean
troupe_window_show_question (TroupeWindow *self, const char *request_id)
{
  TroupePage *page;

  g_return_val_if_fail (TROUPE_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (request_id != NULL, FALSE);

  page = find_page (self, request_id);
  if (page == NULL)
    return FALSE;
  adw_tab_view_set_selected_page (troupe_window_get_tabs (self),
                                  troupe_window_find_tab (self, page));
  troupe_window_show_welcome (self, FALSE);
  gtk_window_present (GTK_WINDOW (self));
  return troupe_page_questions_show (get_questions (page), request_id);
}
