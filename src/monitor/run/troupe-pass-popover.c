/* troupe-pass-popover.c: popover with the passes of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pass-popover"

#include "config.h"

#include "troupe-pass-list.h"
#include "troupe-pass-popover.h"

struct _TroupePassPopover
{
  GtkPopover parent_instance;

  TroupeRunModel *model;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePassPopover, troupe_pass_popover, GTK_TYPE_POPOVER)

static void
chosen_cb (TroupePassPopover *self, guint pass, TroupePassList *list)
{
  g_autofree char *method = g_strdup (troupe_pass_list_get_method (list));

  g_assert (TROUPE_IS_PASS_POPOVER (self));
  g_assert (TROUPE_IS_PASS_LIST (list));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, method, pass);
}

static void
troupe_pass_popover_dispose (GObject *object)
{
  g_clear_object (&TROUPE_PASS_POPOVER (object)->model);

  G_OBJECT_CLASS (troupe_pass_popover_parent_class)->dispose (object);
}

static void
troupe_pass_popover_class_init (TroupePassPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_pass_popover_dispose;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_UINT);
}

static void
troupe_pass_popover_init (TroupePassPopover *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "menu");
  /* Open above the card, because its tooltip appears below the pointer. */
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_TOP);
}

TroupePassPopover *
troupe_pass_popover_new (TroupeRunModel *model, GtkWidget *parent)
{
  TroupePassPopover *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (parent), NULL);

  self = g_object_new (TROUPE_TYPE_PASS_POPOVER, NULL);
  self->model = g_object_ref (model);
  gtk_widget_set_parent (GTK_WIDGET (self), parent);

  return self;
}

void
troupe_pass_popover_open (TroupePassPopover *self,
                          const char *name,
                          guint selected,
                          GtkWidget *widget,
                          const GdkRectangle *place)
{
  graphene_point_t corner;
  graphene_point_t here;
  GtkWidget *list;

  g_return_if_fail (TROUPE_IS_PASS_POPOVER (self));
  g_return_if_fail (name != NULL && place != NULL);
  g_return_if_fail (GTK_IS_WIDGET (widget));

  corner = GRAPHENE_POINT_INIT ((float) place->x, (float) place->y);
  if (!gtk_widget_compute_point (widget, gtk_widget_get_parent (GTK_WIDGET (self)), &corner, &here))
    return;
  list = troupe_pass_list_new (self->model, name, selected);
  g_signal_connect_object (list, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_popover_set_child (GTK_POPOVER (self), list);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &(GdkRectangle){ (int) here.x, (int) here.y,
                                                                    place->width, place->height });
  gtk_popover_popup (GTK_POPOVER (self));
}
