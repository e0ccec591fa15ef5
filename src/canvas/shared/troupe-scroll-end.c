/* troupe-scroll-end.c: stops the scrolling of a text view that is unmapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scroll-end"

#include "config.h"

#include "troupe-scroll-end.h"

/* Stops the animation of an adjustment by setting its current value. @adjustment: (nullable) */
static void
end (GtkAdjustment *adjustment)
{
  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment));
}

/* Stops the animations when the view is unmapped, which is before the scrolled window around it
 * is unmapped. */
static void
unmap_cb (GtkWidget *view)
{
  g_assert (GTK_IS_SCROLLABLE (view));

  end (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view)));
  end (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)));
}

void
troupe_scroll_end_with (GtkWidget *view)
{
  g_return_if_fail (GTK_IS_SCROLLABLE (view));

  g_signal_connect (view, "unmap", G_CALLBACK (unmap_cb), NULL);
}
