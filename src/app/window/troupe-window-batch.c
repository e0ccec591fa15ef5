/* troupe-window-batch.c: batch tabs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow.h"
#include "troupe-kind.h"
#include "troupe-past-run.h"
#include "troupe-run-controller.h"
#include "troupe-sanitize-text.h"
#include "troupe-tab-title.h"
#include "troupe-window-batch.h"
#include "troupe-window-close.h"
#include "troupe-window-drafts.h"
#include "troupe-window-notices.h"
#include "troupe-window-tabs.h"

/* Data key of a batch: the number of its tab among those of its document, from 1. */
#define NUMBER "troupe-batch-number"

static TroupeBatchPage *
get_nth_batch (TroupeWindow *self, int index)
{
  g_assert (TROUPE_IS_WINDOW (self));

  return TROUPE_BATCH_PAGE (
      adw_tab_page_get_child (adw_tab_view_get_nth_page (troupe_window_get_tabs (self), index)));
}

static void
message_cb (GtkWidget *batch, const char *text, TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  troupe_window_add_tab_toast (self, batch, text);
}

/* Data key of a notice: the inputs of the item whose run is shown. */
#define INPUT "troupe-batch-input"

/* Returns to the batch whose item is shown. */
static void
item_left_cb (TroupeBatchPage *batch)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (batch));
  AdwTabView *tabs =
      TROUPE_IS_WINDOW (window) ? troupe_window_get_tabs (TROUPE_WINDOW (window)) : NULL;

  g_assert (TROUPE_IS_BATCH_PAGE (batch));

  if (tabs != NULL)
    adw_tab_view_set_selected_page (tabs, adw_tab_view_get_page (tabs, GTK_WIDGET (batch)));
}

/* Runs the document alone with the inputs of the item. */
static void
item_requested_cb (TroupePageContent *content, TroupeRunNotice *notice)
{
  TroupeValue *input = g_object_get_data (G_OBJECT (notice), INPUT);

  g_assert (TROUPE_IS_PAGE_CONTENT (content));

  if (troupe_page_run_is_under_way (troupe_page_content_get_run (content)))
    return;
  troupe_run_starter_set_last (
      troupe_run_controller_get_starter (troupe_page_content_get_running (content)), input);
  troupe_page_content_run (content, FALSE);
}

/* Says above the run which item it is of. @input: (nullable) */
static void
tell_item (TroupePageContent *content, TroupeBatchPage *batch, gint64 ordinal, TroupeValue *input)
{
  TroupeRunNotice *notice =
      troupe_run_controller_get_notice (troupe_page_content_get_running (content));
  g_autofree char *title = troupe_batch_page_dup_title (batch);

  g_assert (TROUPE_IS_BATCH_PAGE (batch));

  g_signal_handlers_disconnect_matched (notice, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, item_left_cb,
                                        NULL);
  g_signal_handlers_disconnect_matched (notice, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, item_requested_cb,
                                        NULL);
  g_signal_connect_object (notice, "item-left", G_CALLBACK (item_left_cb), batch,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (notice, "item-requested", G_CALLBACK (item_requested_cb), content,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (notice), INPUT, input != NULL ? troupe_value_ref (input) : NULL,
                          (GDestroyNotify) troupe_value_unref);
  troupe_run_notice_tell_item (notice, ordinal, title);
}

/* Shows a run of a batch in the tab of its document. */
static void
run_requested_cb (TroupeWindow *self,
                  const char *folder,
                  const char *run,
                  gint64 ordinal,
                  TroupeValue *input,
                  TroupeBatchPage *batch)
{
  TroupeDocument *document = troupe_batch_page_get_document (batch);

  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page == NULL || troupe_page_get_document (page) != document)
        continue;
      adw_tab_view_set_selected_page (troupe_window_get_tabs (self),
                                      adw_tab_view_get_nth_page (troupe_window_get_tabs (self), i));
      if (troupe_page_run_is_under_way (
              troupe_page_content_get_run (troupe_page_get_content (page))))
        troupe_window_add_tab_toast (self, GTK_WIDGET (page),
                                     _ ("A run is in progress. Wait until it has finished."));
      else
        {
          troupe_past_run_show_from (troupe_page_get_content (page), folder, run);
          tell_item (troupe_page_get_content (page), batch, ordinal, input);
        }
      return;
    }
  troupe_window_add_toast (
      self, _ ("The document of this batch was closed. Open it, then open the run again."));
}

/* The file is offered again in the next batch of the document. */
static void
batch_changed_cb (TroupeRunStarter *starter, TroupeBatchPage *batch)
{
  const char *path = troupe_batch_page_get_inputs (batch);

  g_assert (TROUPE_IS_RUN_STARTER (starter));

  if (path != NULL)
    troupe_run_starter_set_last_file (starter, path);
}

TroupeBatchPage *
troupe_window_find_running_batch (TroupeWindow *self, TroupeDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW (self), NULL);

  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    if (troupe_window_get_nth_page (self, i) == NULL &&
        troupe_batch_page_get_document (get_nth_batch (self, i)) == document &&
        troupe_batch_page_is_running (get_nth_batch (self, i)))
      return get_nth_batch (self, i);
  return NULL;
}

/* Returns the new tab, which is not selected. (transfer none) */
static AdwTabPage *
add_batch (TroupeWindow *self, TroupePage *page, TroupeRunController *running)
{
  GtkWidget *batch = troupe_batch_page_new (troupe_run_controller_get_source (running),
                                            troupe_run_controller_get_consent (running));
  guint number;
  AdwTabPage *tab;

  TroupeRunStarter *starter;
  TroupeDocument *document;
  int n_tabs;
  gboolean is_taken = TRUE;

  g_assert (TROUPE_IS_WINDOW (self));

  /* Finds the first number from 1 that no batch tab of the document has, so that the tabs have
   * different titles, which do not change when another one is closed. */
  document = troupe_page_get_document (page);
  n_tabs = adw_tab_view_get_n_pages (troupe_window_get_tabs (self));
  number = 0;
  while (is_taken)
    {
      number++;
      is_taken = FALSE;
      for (int i = 0; i < n_tabs; i++)
        if (troupe_window_get_nth_page (self, i) == NULL &&
            troupe_batch_page_get_document (get_nth_batch (self, i)) == document &&
            GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (get_nth_batch (self, i)), NUMBER)) ==
                number)
          is_taken = TRUE;
    }
  tab = adw_tab_view_add_page (troupe_window_get_tabs (self), batch,
                               adw_tab_view_get_page (troupe_window_get_tabs (self),
                                                      GTK_WIDGET (page)));
  starter = troupe_run_controller_get_starter (running);
  g_object_set_data (G_OBJECT (batch), NUMBER, GUINT_TO_POINTER (number));
  if (troupe_run_starter_get_last_file (starter) != NULL)
    troupe_batch_page_set_inputs (TROUPE_BATCH_PAGE (batch),
                                  troupe_run_starter_get_last_file (starter));
  g_signal_connect_object (batch, "changed", G_CALLBACK (batch_changed_cb), starter,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (batch, "changed", G_CALLBACK (troupe_window_update), self,
                           G_CONNECT_SWAPPED);
  /* What is running is offered after a crash. */
  g_signal_connect_object (batch, "changed", G_CALLBACK (troupe_window_note_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (batch, "message", G_CALLBACK (message_cb), self, 0);
  g_signal_connect_object (batch, "run-requested", G_CALLBACK (run_requested_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_window_notices_follow_batch (self, TROUPE_BATCH_PAGE (batch));
  return tab;
}

void
troupe_window_restore_batch (TroupeWindow *self,
                             TroupePage *page,
                             const char *inputs,
                             const char *out)
{
  TroupeBatchPage *batch;

  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (TROUPE_IS_PAGE (page) && inputs != NULL && out != NULL);

  if (troupe_document_has_errors (troupe_page_get_document (page)))
    return;
  batch = TROUPE_BATCH_PAGE (adw_tab_page_get_child (
      add_batch (self, page, troupe_page_content_get_running (troupe_page_get_content (page)))));
  troupe_batch_page_set_inputs (batch, inputs);
  troupe_batch_page_set_out (batch, out);
}

void
troupe_window_batch_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  TroupeRunController *running;
  AdwTabPage *waiting;
  TroupeDocument *document;

  if (page == NULL)
    return;
  troupe_page_commit (page);
  running = troupe_page_content_get_running (troupe_page_get_content (page));
  /* Finds a batch tab of the same document that was not started. */
  document = troupe_page_get_document (page);
  waiting = NULL;
  for (int i = 0; i < adw_tab_view_get_n_pages (troupe_window_get_tabs (self)); i++)
    if (troupe_window_get_nth_page (self, i) == NULL &&
        troupe_batch_page_get_document (get_nth_batch (self, i)) == document &&
        !troupe_batch_page_was_begun (get_nth_batch (self, i)))
      {
        waiting = adw_tab_view_get_nth_page (troupe_window_get_tabs (self), i);
        break;
      }
  /* The waiting tab is replaced, so that the new batch uses the current version of the document. */
  if (waiting != NULL)
    adw_tab_view_close_page (troupe_window_get_tabs (self), waiting);
  if (!troupe_page_content_can_run (troupe_page_get_content (page)))
    return;
  waiting = add_batch (self, page, running);
  adw_tab_view_set_selected_page (troupe_window_get_tabs (self), waiting);
  gtk_widget_child_focus (adw_tab_page_get_child (waiting), GTK_DIR_TAB_FORWARD);
  troupe_window_update (self);
}

/* --- Presentation ----------------------------------------------------------------------------- */

void
troupe_window_update_batch_tab (TroupeWindow *self, int index, guint length)
{
  AdwTabPage *tab = adw_tab_view_get_nth_page (troupe_window_get_tabs (self), index);
  TroupeBatchPage *batch = get_nth_batch (self, index);
  const guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (batch), NUMBER));
  g_autofree char *plain = troupe_batch_page_dup_title (batch);
  g_autofree char *title =
      number > 1 ? g_strdup_printf ("%s (%u)", plain, number) : g_strdup (plain);
  g_autofree char *own = troupe_document_get_title (troupe_batch_page_get_document (batch));
  g_autofree char *line = troupe_text_to_line (own);
  g_autofree char *tooltip = g_markup_printf_escaped ("%s\n%s", title, line);
  g_autoptr (GIcon) icon =
      g_themed_icon_new (troupe_kind_of (troupe_batch_page_get_document (batch))->icon_name);

  troupe_tab_title_set (tab, title, length);
  adw_tab_page_set_tooltip (tab, tooltip);
  adw_tab_page_set_icon (tab, icon);
  adw_tab_page_set_loading (tab, troupe_batch_page_is_running (batch));
}

/* --- Closing ---------------------------------------------------------------------------------- */

void
troupe_window_leave_batch (TroupeWindow *self, int index)
{
  troupe_batch_page_leave (get_nth_batch (self, index));
}

void
troupe_window_close_batch (TroupeWindow *self, AdwTabPage *tab, gboolean is_agreed)
{
  TroupeBatchPage *batch;
  gboolean may_go;

  g_return_if_fail (TROUPE_IS_WINDOW (self));

  batch = TROUPE_BATCH_PAGE (adw_tab_page_get_child (tab));
  may_go = is_agreed || troupe_window_may_leave_batch (self, batch);
  if (may_go)
    troupe_batch_page_leave (batch);
  adw_tab_view_close_page_finish (troupe_window_get_tabs (self), tab, may_go);
}
