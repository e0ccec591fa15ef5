/* troupe-item-bar.c: choice of an item of a list by its number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-item-bar"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-item-bar.h"
#include "troupe-value-item.h"

struct _TroupeItemBar
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *all;
  GtkWidget *number;
  GtkWidget *count_label;
  gsize count;
  gboolean is_updating;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeItemBar, troupe_item_bar, GTK_TYPE_WIDGET)

static void
tell (TroupeItemBar *self)
{
  g_assert (TROUPE_IS_ITEM_BAR (self));

  if (!self->is_updating)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* A number chooses its item. */
static void
number_changed_cb (TroupeItemBar *self)
{
  if (self->is_updating)
    return;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all)))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->all), FALSE);
  else
    tell (self);
}

gsize
troupe_item_bar_get_item (TroupeItemBar *self)
{
  g_return_val_if_fail (TROUPE_IS_ITEM_BAR (self), 0);

  return self->count < 2 || gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all))
             ? 0
             : (gsize) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->number));
}

void
troupe_item_bar_reset (TroupeItemBar *self)
{
  g_return_if_fail (TROUPE_IS_ITEM_BAR (self));

  self->is_updating = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->all), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->number), 1);
  self->is_updating = FALSE;
}

void
troupe_item_bar_set_count (TroupeItemBar *self, gsize count)
{
  g_autofree char *formatted = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_ITEM_BAR (self));

  gtk_widget_set_visible (GTK_WIDGET (self), count > 1);
  if (self->count == count)
    return;
  if (troupe_item_bar_get_item (self) > count)
    troupe_item_bar_reset (self);
  self->count = count;
  formatted = troupe_value_format_count (count);
  /* Translators: %s is the number of the items of a list; a field for the number of one of them precedes */
  text = g_strdup_printf (_ ("of %s items"), formatted);
  gtk_label_set_label (GTK_LABEL (self->count_label), text);
  self->is_updating = TRUE;
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->number), 1, (double) MAX (count, 1));
  self->is_updating = FALSE;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_item_bar_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_ITEM_BAR (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_item_bar_parent_class)->dispose (object);
}

static void
troupe_item_bar_class_init (TroupeItemBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_item_bar_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_item_bar_init (TroupeItemBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->all = gtk_toggle_button_new_with_label (_ ("All Items"));
  self->number = gtk_spin_button_new_with_range (1, 1, 1);
  self->count_label = gtk_label_new (NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->all), TRUE);
  gtk_widget_add_css_class (self->all, "flat");
  gtk_widget_add_css_class (self->count_label, "dim-label");
  gtk_widget_add_css_class (self->box, "pass-bar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Number of the Item"), -1);
  gtk_box_append (GTK_BOX (self->box), self->all);
  gtk_box_append (GTK_BOX (self->box), gtk_label_new (_ ("Item")));
  gtk_box_append (GTK_BOX (self->box), self->number);
  gtk_box_append (GTK_BOX (self->box), self->count_label);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (self->all, "toggled", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->number, "value-changed", G_CALLBACK (number_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_item_bar_new (void)
{
  return g_object_new (TROUPE_TYPE_ITEM_BAR, NULL);
}
