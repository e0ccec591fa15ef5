/* troupe-transcript-end.c: scrolled list that follows its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-end"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-transcript-end.h"

/* Maximum distance from the end at which the list follows it. */
#define REACH 24

struct _TroupeTranscriptEnd
{
  GtkWidget parent_instance;

  GtkWidget *overlay;
  GtkWidget *button;
  GtkListView *list; /* inside the overlay */
  GtkAdjustment *adjustment;
  double last_upper;
  guint follow;
  guint n_items;
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (TroupeTranscriptEnd, troupe_transcript_end, GTK_TYPE_WIDGET)

static double
get_end (TroupeTranscriptEnd *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  return gtk_adjustment_get_upper (self->adjustment) -
         gtk_adjustment_get_page_size (self->adjustment);
}

static void
set_following (TroupeTranscriptEnd *self, gboolean follow)
{
  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  self->is_following = follow;
  gtk_widget_set_visible (self->button, !follow);
}

static gboolean
follow_cb (gpointer user_data)
{
  TroupeTranscriptEnd *self = user_data;

  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  self->follow = 0;
  if (self->is_following && gtk_adjustment_get_value (self->adjustment) < get_end (self))
    gtk_adjustment_set_value (self->adjustment, get_end (self));

  return G_SOURCE_REMOVE;
}

/* Scrolls to the end after the length has changed, if the end is followed. The scrolling is
 * delayed, because the list is being allocated and would lose its position if it was scrolled
 * now. */
static void
length_changed_cb (TroupeTranscriptEnd *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  self->last_upper = gtk_adjustment_get_upper (self->adjustment);
  if (self->is_following && self->follow == 0)
    self->follow = g_idle_add_full (G_PRIORITY_DEFAULT, follow_cb, self, NULL);
}

static void
scrolled_cb (TroupeTranscriptEnd *self)
{
  const gboolean is_near = gtk_adjustment_get_value (self->adjustment) >= get_end (self) - REACH;

  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  /* Ignore changes that are caused by a new length instead of scrolling. */
  if (self->follow != 0 || gtk_adjustment_get_upper (self->adjustment) != self->last_upper)
    return;
  if (is_near != self->is_following)
    set_following (self, is_near);
}

static void
show_last (TroupeTranscriptEnd *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  if (self->n_items > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                                self->n_items - 1);
}

static void
to_end_cb (TroupeTranscriptEnd *self)
{
  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  set_following (self, TRUE);
  show_last (self);
  gtk_adjustment_set_value (self->adjustment, get_end (self));
}

void
troupe_transcript_end_set_n_items (TroupeTranscriptEnd *self, guint n_items)
{
  gboolean has_more;

  g_return_if_fail (TROUPE_IS_TRANSCRIPT_END (self));

  has_more = n_items > self->n_items;
  self->n_items = n_items;
  if (self->is_following && has_more)
    show_last (self);
}

void
troupe_transcript_end_leave (TroupeTranscriptEnd *self)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_END (self));

  set_following (self, FALSE);
}

/* --- Preserving the position of a row --------------------------------------------------------- */

/* The position of a row. */
typedef struct
{
  GtkWidget *row; /* (nullable): weak */
  double y;
  guint n_frames;
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_clear_weak_pointer (&place->row);
  g_free (place);
}

/* Gets the top of @row in the viewport. Returns FALSE if the row is not visible. @y: (out) */
static gboolean
find_top (TroupeTranscriptEnd *self, GtkWidget *row, double *y)
{
  graphene_point_t point;

  g_assert (TROUPE_IS_TRANSCRIPT_END (self));

  if (row == NULL || !gtk_widget_get_mapped (row) ||
      !gtk_widget_compute_point (row, self->overlay, graphene_point_zero (), &point))
    return FALSE;
  *y = (double) point.y;
  return TRUE;
}

/* Moves @row back after the new layout, which follows the first frame. This is necessary because
 * the list, when its layout changes, preserves the position of an arbitrary row, possibly one
 * below @row. */
static gboolean
put_back_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TroupeTranscriptEnd *self = TROUPE_TRANSCRIPT_END (widget);
  Place *place = data;
  double y;

  if (++place->n_frames < 2)
    return G_SOURCE_CONTINUE;
  if (find_top (self, place->row, &y))
    gtk_adjustment_set_value (self->adjustment,
                              gtk_adjustment_get_value (self->adjustment) + y - place->y);
  set_following (self, gtk_adjustment_get_value (self->adjustment) >= get_end (self) - REACH);
  return G_SOURCE_REMOVE;
}

void
troupe_transcript_end_keep (TroupeTranscriptEnd *self, GtkWidget *row)
{
  Place *place;
  double y;

  g_return_if_fail (TROUPE_IS_TRANSCRIPT_END (self));
  g_return_if_fail (GTK_IS_WIDGET (row));

  if (!find_top (self, row, &y))
    return;
  set_following (self, FALSE);
  place = g_new0 (Place, 1);
  g_set_weak_pointer (&place->row, row);
  place->y = y;
  gtk_widget_add_tick_callback (GTK_WIDGET (self), put_back_cb, place, place_free);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_transcript_end_dispose (GObject *object)
{
  TroupeTranscriptEnd *self = TROUPE_TRANSCRIPT_END (object);

  g_clear_handle_id (&self->follow, g_source_remove);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  /* The source is removed again, because disposing the list may have emitted a change of its
   * length. */
  g_clear_handle_id (&self->follow, g_source_remove);

  G_OBJECT_CLASS (troupe_transcript_end_parent_class)->dispose (object);
}

static void
troupe_transcript_end_class_init (TroupeTranscriptEndClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_transcript_end_dispose;

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_transcript_end_init (TroupeTranscriptEnd *self)
{
  self->overlay = gtk_overlay_new ();
  self->button = gtk_button_new_from_icon_name ("go-bottom-symbolic");
  gtk_widget_add_css_class (self->button, "circular");
  gtk_widget_add_css_class (self->button, "osd");
  gtk_widget_set_halign (self->button, GTK_ALIGN_END);
  gtk_widget_set_valign (self->button, GTK_ALIGN_END);
  gtk_widget_set_margin_end (self->button, 18);
  gtk_widget_set_margin_bottom (self->button, 14);
  gtk_widget_set_tooltip_text (self->button, _ ("Go to End"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Go to End"), -1);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (to_end_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->button);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  set_following (self, TRUE);
}

GtkWidget *
troupe_transcript_end_new (GtkListView *list, GtkWidget *child)
{
  TroupeTranscriptEnd *self;
  GtkWidget *scroller;

  g_return_val_if_fail (GTK_IS_LIST_VIEW (list), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (child), NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_END, NULL);
  self->list = list;
  scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), scroller);
  self->adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect_object (self->adjustment, "changed", G_CALLBACK (length_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
