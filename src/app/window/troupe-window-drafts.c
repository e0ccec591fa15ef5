/* troupe-window-drafts.c: stores the state of a window in its drafts and restores it after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-window-batch.h"
#include "troupe-window-drafts.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

/* Delay after a change in milliseconds, so that panning the canvas causes one update instead of
 * one per frame. */
#define NOTE_AFTER 400

/* Minimum plausible size of a restored window, in pixels. */
#define SMALLEST_WIDTH 360
#define SMALLEST_HEIGHT 400

/* --- Notes ------------------------------------------------------------------------------------- */

static void
note_page (TroupeWindow *self, int index)
{
  TroupePage *page = troupe_window_get_nth_page (self, index);
  AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, index);
  TroupeDraftNote note = { .window = self->draft_id, .tab = (guint) index };
  TroupeBatchPage *batch = NULL;
  g_autoptr (JsonNode) node = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  note.is_selected = adw_tab_page_get_selected (tab);
  gtk_window_get_default_size (GTK_WINDOW (self), &note.width, &note.height);
  note.is_maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  note.has_view =
      troupe_page_content_get_view (troupe_page_get_content (page), &note.zoom, &note.x, &note.y);
  batch = troupe_window_find_running_batch (self, troupe_page_get_document (page));
  if (batch != NULL)
    {
      note.batch_inputs = (char *) troupe_batch_page_get_inputs (batch);
      note.batch_out = (char *) troupe_batch_page_get_out (batch);
    }
  node = troupe_draft_note_to_json (&note);
  troupe_page_note (page, node);
}

static gboolean
note_cb (gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);

  g_assert (TROUPE_IS_WINDOW (self));

  self->note_source = 0;
  if (self->tab_view == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return G_SOURCE_REMOVE;
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      note_page (self, i);
  return G_SOURCE_REMOVE;
}

void
troupe_window_note_soon (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (self->note_source == 0 && self->tab_view != NULL)
    self->note_source = g_timeout_add (NOTE_AFTER, note_cb, self);
}

void
troupe_window_end_notes (TroupeWindow *self)
{
  g_clear_handle_id (&self->note_source, g_source_remove);
}

void
troupe_window_watch_places (TroupeWindow *self)
{
  static const char *const signals[] = { "page-attached", "page-detached", "page-reordered",
                                         "notify::selected-page" };

  self->draft_id = g_uuid_string_random ();
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->tab_view, signals[i], G_CALLBACK (troupe_window_note_soon), self,
                             G_CONNECT_SWAPPED);
}

/* --- Recovery bar ----------------------------------------------------------------------------- */

void
troupe_window_update_recovery (TroupeWindow *self)
{
  TroupePage *page = troupe_window_get_page (self);
  /* A window must have only one suggested button. */
  gboolean has_other = page != NULL && (troupe_page_is_comparing (page) ||
                                        troupe_page_get_import_folder (page) != NULL);

  if (self->recovery != NULL)
    {
      troupe_recovery_bar_update (self->recovery, troupe_window_sidebars_get_width_class (
                                                      self->sides) >= TROUPE_EDITOR_NARROW);
      troupe_recovery_bar_set_suggested (self->recovery, !has_other);
      has_other |= troupe_recovery_bar_offers_runs (self->recovery);
    }
  troupe_window_header_set_suggested (self->header, !has_other);
}

/* --- Problems of the stores ------------------------------------------------------------------------ */

void
troupe_window_show_trouble (TroupeWindow *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW (self));

  text = troupe_services_get_trouble (troupe_services_get ());
  if (text == NULL && self->trouble == NULL)
    return;
  if (self->trouble == NULL)
    {
      GtkBox *parent = GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->tab_bar)));

      self->trouble = g_object_new (TROUPE_TYPE_NOTICE_BAR, NULL);
      gtk_box_insert_child_after (parent, GTK_WIDGET (self->trouble), GTK_WIDGET (self->tab_bar));
    }
  troupe_notice_bar_show (self->trouble, text != NULL ? TROUPE_NOTICE_ERROR : TROUPE_NOTICE_NONE,
                          text, NULL);
  troupe_notice_bar_set_dismissable (self->trouble, text != NULL);
}

/* --- Restoring ----------------------------------------------------------------------------------- */

void
troupe_window_begin_restore (TroupeWindow *self, const TroupeDraftNote *note)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (note != NULL);

  troupe_set_str (&self->restored_id, note->window);
  if (note->width >= SMALLEST_WIDTH && note->height >= SMALLEST_HEIGHT)
    gtk_window_set_default_size (GTK_WINDOW (self), note->width, note->height);
  if (note->is_maximized)
    gtk_window_maximize (GTK_WINDOW (self));
  else
    gtk_window_unmaximize (GTK_WINDOW (self));
  if (self->recovery == NULL)
    {
      GtkBox *parent = GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->tab_bar)));

      self->recovery = TROUPE_RECOVERY_BAR (troupe_recovery_bar_new ());
      gtk_box_insert_child_after (parent, GTK_WIDGET (self->recovery), GTK_WIDGET (self->tab_bar));
      gtk_box_append (parent, troupe_recovery_bar_get_panel (self->recovery));
    }
}

const char *
troupe_window_get_restored_id (TroupeWindow *self)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW (self), NULL);

  return self->restored_id;
}

void
troupe_window_restore (TroupeWindow *self, TroupeRecovered *recovered)
{
  const TroupeDraftNote *note;
  AdwTabPage *selected;
  TroupePage *page;
  gint64 written_us;

  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (recovered != NULL);

  note = recovered->note;
  selected = adw_tab_view_get_selected_page (self->tab_view);
  written_us = troupe_recovered_draft_get_time (recovered->left);
  page = troupe_window_add_page (self, recovered->document, recovered->left);
  troupe_recovery_bar_add_page (self->recovery, page, written_us);
  if (note->has_view)
    troupe_page_content_set_view (troupe_page_get_content (page), note->zoom, note->x, note->y);
  troupe_page_show_typed (page);
  if (note->batch_inputs != NULL)
    troupe_window_restore_batch (self, page, note->batch_inputs, note->batch_out);
  if (!note->is_selected && selected != NULL)
    adw_tab_view_set_selected_page (self->tab_view, selected);
}

void
troupe_window_end_restore (TroupeWindow *self, GPtrArray *lost)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (lost != NULL);

  troupe_recovery_bar_open (self->recovery, lost);
  troupe_window_update (self);
  gtk_window_present (GTK_WINDOW (self));
}
