/* troupe-notice-bar.c: notice bar above a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-notice-bar"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-bar-box.h"
#include "troupe-notice-bar.h"

struct _TroupeNoticeBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkWidget *bar;
  GtkImage *icon;
  GtkLabel *label;
  GtkButton *button;
  GtkButton *other;
  GtkButton *dismiss;
};

enum
{
  ACTIVATED,
  OTHER_ACTIVATED,
  DISMISSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeNoticeBar, troupe_notice_bar, GTK_TYPE_WIDGET)

void
troupe_notice_bar_show (TroupeNoticeBar *self,
                        TroupeNoticeKind kind,
                        const char *text,
                        const char *button)
{
  const char *icon_name;

  g_return_if_fail (TROUPE_IS_NOTICE_BAR (self));

  gtk_revealer_set_reveal_child (self->revealer, kind != TROUPE_NOTICE_NONE);
  if (kind == TROUPE_NOTICE_NONE)
    return;

  gtk_widget_remove_css_class (self->bar, "runbanner");
  gtk_widget_remove_css_class (self->bar, "waiting");
  if (kind == TROUPE_NOTICE_ERROR)
    gtk_widget_add_css_class (self->bar, "runbanner");
  else if (kind == TROUPE_NOTICE_WAITING)
    gtk_widget_add_css_class (self->bar, "waiting");
  switch (kind)
    {
    case TROUPE_NOTICE_ERROR:
      icon_name = "dialog-error-symbolic";
      break;
    case TROUPE_NOTICE_WAITING:
      icon_name = "dialog-warning-symbolic";
      break;
    case TROUPE_NOTICE_LOCKED:
      icon_name = "changes-prevent-symbolic";
      break;
    case TROUPE_NOTICE_NONE:
    case TROUPE_NOTICE_INFO:
    default:
      icon_name = "dialog-information-symbolic";
      break;
    }
  gtk_image_set_from_icon_name (self->icon, icon_name);
  gtk_label_set_label (self->label, text != NULL ? text : "");
  gtk_button_set_label (self->button, button != NULL ? button : "");
  gtk_widget_set_visible (GTK_WIDGET (self->button), button != NULL);
  troupe_notice_bar_set_other (self, NULL);
  gtk_button_set_label (self->dismiss, _ ("Dismiss"));
  gtk_widget_set_visible (GTK_WIDGET (self->dismiss), FALSE);
}

void
troupe_notice_bar_set_other (TroupeNoticeBar *self, const char *button)
{
  g_return_if_fail (TROUPE_IS_NOTICE_BAR (self));

  gtk_button_set_label (self->other, button != NULL ? button : "");
  gtk_widget_set_visible (GTK_WIDGET (self->other), button != NULL);
}

void
troupe_notice_bar_set_dismissable (TroupeNoticeBar *self, gboolean dismissable)
{
  g_return_if_fail (TROUPE_IS_NOTICE_BAR (self));

  gtk_widget_set_visible (GTK_WIDGET (self->dismiss), dismissable);
}

void
troupe_notice_bar_set_dismiss_label (TroupeNoticeBar *self, const char *label)
{
  g_return_if_fail (TROUPE_IS_NOTICE_BAR (self));
  g_return_if_fail (label != NULL);

  gtk_button_set_label (self->dismiss, label);
}

static void
button_clicked_cb (TroupeNoticeBar *self)
{
  g_assert (TROUPE_IS_NOTICE_BAR (self));

  g_signal_emit (self, signals[ACTIVATED], 0);
}

static void
other_clicked_cb (TroupeNoticeBar *self)
{
  g_assert (TROUPE_IS_NOTICE_BAR (self));

  g_signal_emit (self, signals[OTHER_ACTIVATED], 0);
}

static void
dismiss_clicked_cb (TroupeNoticeBar *self)
{
  g_assert (TROUPE_IS_NOTICE_BAR (self));

  troupe_notice_bar_show (self, TROUPE_NOTICE_NONE, NULL, NULL);
  g_signal_emit (self, signals[DISMISSED], 0);
}

static void
troupe_notice_bar_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TROUPE_TYPE_NOTICE_BAR);

  G_OBJECT_CLASS (troupe_notice_bar_parent_class)->dispose (object);
}

static void
troupe_notice_bar_class_init (TroupeNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_notice_bar_dispose;
  signals[ACTIVATED] = g_signal_new ("activated", TROUPE_TYPE_NOTICE_BAR, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OTHER_ACTIVATED] = g_signal_new ("other-activated", TROUPE_TYPE_NOTICE_BAR,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DISMISSED] = g_signal_new ("dismissed", TROUPE_TYPE_NOTICE_BAR, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (TROUPE_TYPE_BAR_BOX);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-notice-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, bar);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, icon);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, label);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, button);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, other);
  gtk_widget_class_bind_template_child (widget_class, TroupeNoticeBar, dismiss);
  gtk_widget_class_bind_template_callback (widget_class, button_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, other_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_clicked_cb);
}

static void
troupe_notice_bar_init (TroupeNoticeBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
