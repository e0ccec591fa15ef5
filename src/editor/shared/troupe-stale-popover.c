/* troupe-stale-popover.c: popover that says why a result is out of date
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stale-popover"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-change.h"
#include "troupe-stale-popover.h"

/* The width at which reasons are wrapped, in characters. */
#define WIDTH_CHARS 38

struct _TroupeStalePopover
{
  GtkPopover parent_instance;

  GtkWidget *title;
  GtkWidget *reasons;
  GtkWidget *buttons;
  GtkWidget *run;
  GtkWidget *keep;
  char *id;
};

enum
{
  RUN_AGAIN,
  KEPT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStalePopover, troupe_stale_popover, GTK_TYPE_POPOVER)

static void
clicked_cb (TroupeStalePopover *self, GtkWidget *button)
{
  g_autofree char *id = g_strdup (self->id);
  const guint signal = button == self->run ? RUN_AGAIN : KEPT;

  g_assert (TROUPE_IS_STALE_POPOVER (self));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[signal], 0, id);
}

void
troupe_stale_popover_tell (TroupeStalePopover *self,
                           const char *id,
                           gint64 started_us,
                           GPtrArray *changes,
                           gboolean is_result,
                           gboolean can_run,
                           const char *why_not)
{
  g_autofree char *title = NULL;
  GtkWidget *child = NULL;
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) local = NULL;
  g_autofree char *time = NULL;

  g_return_if_fail (TROUPE_IS_STALE_POPOVER (self));
  g_return_if_fail (id != NULL && changes != NULL);

  utc = g_date_time_new_from_unix_utc (started_us / G_USEC_PER_SEC);
  local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  time = local != NULL ? g_date_time_format (local, "%H:%M") : NULL;
  title = started_us > 0 && time != NULL ? g_strdup_printf (_ ("Changed Since %s"), time)
                                         : g_strdup (_ ("Changed Since the Run"));
  troupe_set_str (&self->id, id);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  while ((child = gtk_widget_get_first_child (self->reasons)) != NULL)
    gtk_box_remove (GTK_BOX (self->reasons), child);
  for (guint i = 0; i < changes->len; i++)
    {
      const TroupeChange *change = g_ptr_array_index (changes, i);
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      GtkWidget *dot = gtk_label_new ("•");
      GtkWidget *label = NULL;
      g_autofree char *text = troupe_change_to_text (change);

      label = gtk_label_new (text);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_set_valign (dot, GTK_ALIGN_START);
      gtk_widget_add_css_class (dot, "warning");
      gtk_accessible_update_state (GTK_ACCESSIBLE (dot), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
      gtk_box_append (GTK_BOX (row), dot);
      gtk_box_append (GTK_BOX (row), label);
      gtk_box_append (GTK_BOX (self->reasons), row);
    }
  gtk_widget_set_visible (self->buttons, is_result);
  gtk_widget_set_sensitive (self->run, can_run);
  gtk_widget_set_tooltip_text (self->run, can_run ? NULL : why_not);
}

static GtkWidget *
make_button (TroupeStalePopover *self, const char *text)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (text);

  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked_cb), self, G_CONNECT_SWAPPED);
  return button;
}

static void
troupe_stale_popover_finalize (GObject *object)
{
  g_free (TROUPE_STALE_POPOVER (object)->id);
  G_OBJECT_CLASS (troupe_stale_popover_parent_class)->finalize (object);
}

static void
troupe_stale_popover_class_init (TroupeStalePopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_stale_popover_finalize;

  signals[RUN_AGAIN] = g_signal_new ("run-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[KEPT] = g_signal_new ("kept", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_stale_popover_init (TroupeStalePopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);

  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  self->reasons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->run = make_button (self, _ ("_Run Again From Here"));
  self->keep = make_button (self, _ ("_Keep Result"));
  gtk_widget_add_css_class (self->keep, "flat");
  gtk_box_append (GTK_BOX (self->buttons), self->run);
  gtk_box_append (GTK_BOX (self->buttons), self->keep);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->reasons);
  gtk_box_append (GTK_BOX (box), self->buttons);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_default_widget (GTK_POPOVER (self), self->run);
}

GtkWidget *
troupe_stale_popover_new (void)
{
  return g_object_new (TROUPE_TYPE_STALE_POPOVER, NULL);
}
