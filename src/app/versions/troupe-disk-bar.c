/* troupe-disk-bar.c: bar for a document whose file was changed by another program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-disk-bar"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-bar-box.h"
#include "troupe-disk-bar.h"

struct _TroupeDiskBar
{
  GtkWidget parent_instance;

  GtkWidget *revealer;
  GtkLabel *label;
  GtkWidget *compare;
  GtkWidget *reload;
  GtkWidget *keep;
};

G_DEFINE_FINAL_TYPE (TroupeDiskBar, troupe_disk_bar, GTK_TYPE_WIDGET)

enum
{
  COMPARE,
  RELOAD,
  KEEP,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
troupe_disk_bar_show (TroupeDiskBar *self,
                      const char *text,
                      gboolean has_choice,
                      gboolean can_compare)
{
  g_return_if_fail (TROUPE_IS_DISK_BAR (self));
  g_return_if_fail (text != NULL);

  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (self->compare, has_choice && can_compare);
  gtk_widget_set_visible (self->reload, has_choice);
  gtk_button_set_label (GTK_BUTTON (self->keep), has_choice ? _ ("Keep Mine") : _ ("Dismiss"));
  gtk_widget_set_visible (self->revealer, TRUE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
}

/* Hides the bar immediately, because its buttons must not get the focus during the animation. */
void
troupe_disk_bar_hide (TroupeDiskBar *self)
{
  g_return_if_fail (TROUPE_IS_DISK_BAR (self));

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  gtk_widget_set_visible (self->revealer, FALSE);
}

gboolean
troupe_disk_bar_is_shown (TroupeDiskBar *self)
{
  g_return_val_if_fail (TROUPE_IS_DISK_BAR (self), FALSE);

  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer));
}

static void
compare_cb (TroupeDiskBar *self)
{
  g_assert (TROUPE_IS_DISK_BAR (self));

  g_signal_emit (self, signals[COMPARE], 0);
}

static void
reload_cb (TroupeDiskBar *self)
{
  g_assert (TROUPE_IS_DISK_BAR (self));

  g_signal_emit (self, signals[RELOAD], 0);
}

static void
keep_cb (TroupeDiskBar *self)
{
  g_assert (TROUPE_IS_DISK_BAR (self));

  troupe_disk_bar_hide (self);
  g_signal_emit (self, signals[KEEP], 0);
}

static GtkWidget *
add_button (TroupeDiskBar *self, GtkWidget *box, const char *label, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  g_assert (TROUPE_IS_DISK_BAR (self));

  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  troupe_bar_box_append (TROUPE_BAR_BOX (box), button);
  return button;
}

static void
troupe_disk_bar_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_DISK_BAR (object)->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_disk_bar_parent_class)->dispose (object);
}

static void
troupe_disk_bar_class_init (TroupeDiskBarClass *klass)
{
  static const char *const names[N_SIGNALS] = { "compare", "reload", "keep" };

  G_OBJECT_CLASS (klass)->dispose = troupe_disk_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_disk_bar_init (TroupeDiskBar *self)
{
  GtkWidget *box = troupe_bar_box_new ();

  g_assert (self != NULL);

  self->revealer = gtk_revealer_new ();
  gtk_widget_set_visible (self->revealer, FALSE);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_wrap_mode (self->label, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_add_css_class (box, "recovery");
  troupe_bar_box_append (TROUPE_BAR_BOX (box),
                         gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  troupe_bar_box_append (TROUPE_BAR_BOX (box), GTK_WIDGET (self->label));
  self->compare = add_button (self, box, _ ("Compare"), G_CALLBACK (compare_cb));
  self->reload = add_button (self, box, _ ("Reload"), G_CALLBACK (reload_cb));
  self->keep = add_button (self, box, _ ("Keep Mine"), G_CALLBACK (keep_cb));
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
}

GtkWidget *
troupe_disk_bar_new (void)
{
  return g_object_new (TROUPE_TYPE_DISK_BAR, NULL);
}
