/* troupe-inspector-opener.c: opens the inspector over the canvas when a card is clicked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inspector-opener"

#include "config.h"

#include "troupe-inspector-opener.h"

typedef struct
{
  TroupeEditorFrame *frame; /* a parent of the widget that ticks */
  char *card;
  gint64 end_us; /* when a second click is no longer a double click */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->card);
  g_free (opening);
}

static gboolean
open_cb (GtkWidget *revealer, GdkFrameClock *clock, gpointer user_data)
{
  const Opening *opening = user_data;
  const gboolean is_shown = gtk_revealer_get_reveal_child (GTK_REVEALER (revealer));

  g_assert (GTK_IS_REVEALER (revealer));

  if (is_shown && (g_get_monotonic_time () < opening->end_us ||
                   !gtk_revealer_get_child_revealed (GTK_REVEALER (revealer))))
    return G_SOURCE_CONTINUE;
  gtk_widget_set_can_target (revealer, is_shown);
  if (is_shown &&
      troupe_canvas_is_selected (troupe_editor_frame_get_canvas (opening->frame), opening->card))
    troupe_editor_view_reveal (troupe_editor_frame_get_view (opening->frame), opening->card, TRUE);
  return G_SOURCE_REMOVE;
}

/* The second click of a double click would hit what the inspector shows at that place, so that the
 * inspector does not react before. */
static void
node_clicked_cb (TroupeEditorFrame *frame, const char *id)
{
  GtkWidget *inspector = troupe_editor_frame_get_inspector (frame);
  GtkWidget *revealer =
      inspector != NULL ? gtk_widget_get_ancestor (inspector, GTK_TYPE_REVEALER) : NULL;
  Opening *opening;
  int double_click_ms;

  g_assert (TROUPE_IS_EDITOR_FRAME (frame));

  if (revealer == NULL || !troupe_editor_frame_is_inspector_over (frame) ||
      gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)))
    return;
  g_object_get (gtk_widget_get_settings (revealer), "gtk-double-click-time", &double_click_ms,
                NULL);
  opening = g_new0 (Opening, 1);
  opening->frame = frame;
  opening->card = g_strdup (id);
  opening->end_us = g_get_monotonic_time () + double_click_ms * 1000;
  g_object_set (frame, "inspector-visible", TRUE, NULL);
  gtk_widget_set_can_target (revealer, FALSE);
  gtk_widget_add_tick_callback (revealer, open_cb, opening, opening_free);
}

void
troupe_inspector_opener_attach (TroupeEditorFrame *frame)
{
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (frame));

  g_signal_connect_object (troupe_editor_frame_get_canvas (frame), "node-clicked",
                           G_CALLBACK (node_clicked_cb), frame, G_CONNECT_SWAPPED);
}
