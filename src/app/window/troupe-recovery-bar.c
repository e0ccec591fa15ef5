/* troupe-recovery-bar.c: bar of a window that was restored after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recovery-bar"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-bar-box.h"
#include "troupe-recovery-bar.h"
#include "troupe-recovery-view.h"

struct _TroupeRecoveryBar
{
  GtkWidget parent_instance;

  GtkWidget *revealer;
  GtkLabel *label;
  GtkWidget *details;
  GtkWidget *later;
  GtkWidget *go_on;
  GtkWidget *panel; /* a revealer; owned by the window, may be destroyed earlier than the bar */
  TroupeRecoveryView *view;

  GPtrArray *pages; /* (element-type TroupePage) */
  gboolean has_lost;
  gboolean was_turned; /* the user has opened or closed the panel */
};

G_DEFINE_FINAL_TYPE (TroupeRecoveryBar, troupe_recovery_bar, GTK_TYPE_WIDGET)

/* The numbers shown in the bar. */
typedef struct
{
  guint n_runs; /* can be resumed immediately */
  guint n_asks; /* might repeat side effects */
  guint n_other;
  gboolean has_edited;
} Count;

static Count
count (TroupeRecoveryBar *self)
{
  Count result = { 0 };

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  for (guint i = 0; i < self->pages->len; i++)
    {
      TroupePage *page = g_ptr_array_index (self->pages, i);
      const TroupeStoredRun *kept = troupe_page_get_stored_run (page);

      if (kept != NULL && kept->unsure != NULL)
        result.n_asks++;
      else if (kept != NULL)
        result.n_runs++;
      if (troupe_page_has_other_version (page))
        result.n_other++;
      result.has_edited |= troupe_document_is_modified (troupe_page_get_document (page));
    }
  return result;
}

static void
append_sentence (GString *text, const char *format, guint number)
{
  g_string_append_c (text, ' ');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (text, format, number);
#pragma GCC diagnostic pop
}

/* (transfer full) */
static char *
describe (TroupeRecoveryBar *self, const Count *counted)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  if (self->has_lost)
    g_string_append (text,
                     _ ("Troupe did not close properly. Some documents could not be restored."));
  else if (counted->n_runs == 0)
    g_string_append (text, _ ("Troupe did not close properly. All documents were restored."));
  else
    g_string_append_printf (
        text,
        g_dngettext (
            GETTEXT_PACKAGE,
            "Troupe did not close properly. All documents were restored; %u run can be continued.",
            "Troupe did not close properly. All documents were restored; %u runs can be continued.",
            counted->n_runs),
        counted->n_runs);
  if (counted->n_asks > 0)
    append_sentence (text,
                     g_dngettext (GETTEXT_PACKAGE, "%u run needs your decision.",
                                  "%u runs need your decision.", counted->n_asks),
                     counted->n_asks);
  if (counted->n_other > 0)
    append_sentence (text,
                     g_dngettext (GETTEXT_PACKAGE, "%u file was changed in the meantime.",
                                  "%u files were changed in the meantime.", counted->n_other),
                     counted->n_other);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_open (TroupeRecoveryBar *self)
{
  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  return gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer));
}

gboolean
troupe_recovery_bar_offers_runs (TroupeRecoveryBar *self)
{
  g_return_val_if_fail (TROUPE_IS_RECOVERY_BAR (self), FALSE);

  return is_open (self) && gtk_widget_get_visible (self->go_on);
}

void
troupe_recovery_bar_set_suggested (TroupeRecoveryBar *self, gboolean suggested)
{
  g_return_if_fail (TROUPE_IS_RECOVERY_BAR (self));

  if (suggested)
    gtk_widget_add_css_class (self->go_on, "suggested-action");
  else
    gtk_widget_remove_css_class (self->go_on, "suggested-action");
}

static void
drop_closed (TroupeRecoveryBar *self)
{
  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  for (guint i = self->pages->len; i-- > 0;)
    if (gtk_widget_get_root (g_ptr_array_index (self->pages, i)) !=
        gtk_widget_get_root (GTK_WIDGET (self)))
      g_ptr_array_remove_index (self->pages, i);
}

void
troupe_recovery_bar_update (TroupeRecoveryBar *self, gboolean narrow)
{
  g_autofree char *text = NULL;
  Count counted;

  g_return_if_fail (TROUPE_IS_RECOVERY_BAR (self));

  if (!is_open (self))
    return;
  drop_closed (self);
  counted = count (self);
  text = describe (self, &counted);
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (self->go_on, counted.n_runs > 0);
  gtk_button_set_label (GTK_BUTTON (self->later),
                        counted.n_runs + counted.n_asks > 0 ? _ ("Later") : _ ("Dismiss"));
  /* The panel is opened automatically if it contains more information than that everything was
   * restored. */
  if (!self->was_turned && (counted.has_edited || counted.n_runs + counted.n_asks > 0 ||
                            counted.n_other > 0 || self->has_lost))
    {
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->details), TRUE);
      self->was_turned = TRUE;
    }
  troupe_recovery_view_update (self->view);
  troupe_recovery_view_set_narrow (self->view, narrow);
}

/* Closes the bar. From now on, each page offers its own stored run. */
static void
close_bar (TroupeRecoveryBar *self)
{
  g_autoptr (GPtrArray) pages = g_steal_pointer (&self->pages);

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  self->pages = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->panel), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->view), FALSE);
  troupe_recovery_view_clear (self->view);
  for (guint i = 0; i < pages->len; i++)
    troupe_page_set_restored (g_ptr_array_index (pages, i), FALSE);
}

static void
later_cb (TroupeRecoveryBar *self)
{
  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  close_bar (self);
}

static void
continue_cb (TroupeRecoveryBar *self)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (g_object_unref);
  Count counted;

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  drop_closed (self);
  counted = count (self);
  for (guint i = 0; i < self->pages->len; i++)
    {
      TroupePage *page = g_ptr_array_index (self->pages, i);
      const TroupeStoredRun *kept = troupe_page_get_stored_run (page);

      if (kept != NULL && kept->unsure == NULL)
        g_ptr_array_add (pages, g_object_ref (page));
    }
  /* The bar remains open if some runs still require a decision. */
  if (counted.n_asks == 0)
    close_bar (self);
  for (guint i = 0; i < pages->len; i++)
    troupe_page_resume (g_ptr_array_index (pages, i));
}

static void
details_toggled_cb (TroupeRecoveryBar *self)
{
  const gboolean shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->details));

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  self->was_turned = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self->view), shown);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->panel), shown);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  g_assert (GTK_IS_WIDGET (widget));

  close_bar (TROUPE_RECOVERY_BAR (user_data));

  return TRUE;
}

/* Adds the Esc shortcut to the bar or its panel. */
static void
add_escape (TroupeRecoveryBar *self, GtkWidget *widget)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  g_assert (TROUPE_IS_RECOVERY_BAR (self));
  g_assert (GTK_IS_WIDGET (widget));

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (escape_cb, self, NULL)));
  gtk_widget_add_controller (widget, controller);
}

void
troupe_recovery_bar_open (TroupeRecoveryBar *self, GPtrArray *lost)
{
  g_return_if_fail (TROUPE_IS_RECOVERY_BAR (self));
  g_return_if_fail (lost != NULL);

  for (guint i = 0; i < lost->len; i++)
    troupe_recovery_view_add_lost (self->view, g_ptr_array_index (lost, i));
  self->has_lost |= lost->len > 0;
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
}

void
troupe_recovery_bar_add_page (TroupeRecoveryBar *self, TroupePage *page, gint64 written_us)
{
  g_return_if_fail (TROUPE_IS_RECOVERY_BAR (self));
  g_return_if_fail (TROUPE_IS_PAGE (page));

  troupe_page_set_restored (page, TRUE);
  g_ptr_array_add (self->pages, g_object_ref (page));
  troupe_recovery_view_add_page (self->view, page, written_us);
}

GtkWidget *
troupe_recovery_bar_get_panel (TroupeRecoveryBar *self)
{
  g_return_val_if_fail (TROUPE_IS_RECOVERY_BAR (self), NULL);

  return self->panel;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
page_activated_cb (TroupeRecoveryBar *self, TroupePage *page)
{
  GtkWidget *tabs = gtk_widget_get_ancestor (GTK_WIDGET (page), ADW_TYPE_TAB_VIEW);

  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  if (tabs != NULL)
    adw_tab_view_set_selected_page (ADW_TAB_VIEW (tabs),
                                    adw_tab_view_get_page (ADW_TAB_VIEW (tabs), GTK_WIDGET (page)));
}

static GtkWidget *
add_button (TroupeRecoveryBar *self,
            GtkWidget *box,
            GtkWidget *button,
            const char *style,
            const char *signal,
            GCallback callback)
{
  g_assert (TROUPE_IS_RECOVERY_BAR (self));

  if (style != NULL)
    gtk_widget_add_css_class (button, style);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, signal, callback, self, G_CONNECT_SWAPPED);
  troupe_bar_box_append (TROUPE_BAR_BOX (box), button);
  return button;
}

static void
troupe_recovery_bar_dispose (GObject *object)
{
  TroupeRecoveryBar *self = TROUPE_RECOVERY_BAR (object);

  g_ptr_array_set_size (self->pages, 0);
  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_object (&self->panel);
  G_OBJECT_CLASS (troupe_recovery_bar_parent_class)->dispose (object);
}

static void
troupe_recovery_bar_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_RECOVERY_BAR (object)->pages);
  G_OBJECT_CLASS (troupe_recovery_bar_parent_class)->finalize (object);
}

static void
troupe_recovery_bar_class_init (TroupeRecoveryBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_recovery_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_recovery_bar_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_recovery_bar_init (TroupeRecoveryBar *self)
{
  GtkWidget *box = troupe_bar_box_new ();

  g_assert (self != NULL);

  self->pages = g_ptr_array_new_with_free_func (g_object_unref);
  self->view = TROUPE_RECOVERY_VIEW (troupe_recovery_view_new ());
  self->panel = g_object_ref_sink (gtk_revealer_new ());
  gtk_revealer_set_transition_type (GTK_REVEALER (self->panel),
                                    GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP);
  gtk_revealer_set_child (GTK_REVEALER (self->panel), GTK_WIDGET (self->view));
  gtk_widget_set_visible (GTK_WIDGET (self->view), FALSE);
  self->revealer = gtk_revealer_new ();
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "heading");
  gtk_widget_add_css_class (box, "recovery");
  troupe_bar_box_append (TROUPE_BAR_BOX (box),
                         gtk_image_new_from_icon_name ("document-open-recent-symbolic"));
  troupe_bar_box_append (TROUPE_BAR_BOX (box), GTK_WIDGET (self->label));
  self->details = add_button (self, box, gtk_toggle_button_new_with_label (_ ("Details")), NULL,
                              "toggled", G_CALLBACK (details_toggled_cb));
  self->later = add_button (self, box, gtk_button_new_with_label (_ ("Later")), "flat", "clicked",
                            G_CALLBACK (later_cb));
  self->go_on = add_button (self, box, gtk_button_new_with_label (_ ("Continue Runs")),
                            "suggested-action", "clicked", G_CALLBACK (continue_cb));
  gtk_widget_set_visible (self->go_on, FALSE);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
  add_escape (self, GTK_WIDGET (self));
  add_escape (self, self->panel);
  g_signal_connect_object (self->view, "page-activated", G_CALLBACK (page_activated_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_recovery_bar_new (void)
{
  return g_object_new (TROUPE_TYPE_RECOVERY_BAR, NULL);
}
