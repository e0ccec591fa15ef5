/* troupe-budget-dialog.c: asks what a run may spend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-budget-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-budget-dialog.h"
#include "troupe-cost-entry.h"
#include "troupe-dialog-place.h"
#include "troupe-preferences-apply.h"

static void
responded_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  GSettings *settings = G_SETTINGS (user_data);
  TroupeCostEntry *entry = TROUPE_COST_ENTRY (adw_message_dialog_get_extra_child (dialog));

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (g_str_equal (response, "set") && troupe_cost_entry_commit (entry))
    g_settings_set_int64 (settings, TROUPE_PREFERENCES_BUDGET,
                          troupe_cost_entry_get_micro_dollars (entry));
}

/* What is no sum cannot be set. */
static void
text_changed_cb (AdwMessageDialog *dialog)
{
  TroupeCostEntry *entry = TROUPE_COST_ENTRY (adw_message_dialog_get_extra_child (dialog));

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  adw_message_dialog_set_response_enabled (dialog, "set", troupe_cost_entry_is_sum (entry));
}

GtkWindow *
troupe_budget_dialog_open (GtkWidget *over, GSettings *settings)
{
  GtkWidget *dialog;
  GtkWidget *entry;

  g_return_val_if_fail (GTK_IS_WIDGET (over), NULL);
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  dialog = adw_message_dialog_new (NULL, _ ("Budget of a run"),
                                   _ ("A run pauses where its models have cost this sum, by the "
                                      "prices of the preferences. Empty: never."));
  entry = troupe_cost_entry_new (_ ("Budget of a run"));
  gtk_widget_set_halign (entry, GTK_ALIGN_CENTER);
  troupe_cost_entry_set_micro_dollars (TROUPE_COST_ENTRY (entry),
                                       g_settings_get_int64 (settings, TROUPE_PREFERENCES_BUDGET));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "set",
                                    _ ("_Set"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "set",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "set");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (responded_cb), settings, 0);
  g_signal_connect_object (entry, "edited", G_CALLBACK (text_changed_cb), dialog,
                           G_CONNECT_SWAPPED);
  troupe_dialog_put_over (GTK_WINDOW (dialog), over);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
  return GTK_WINDOW (dialog);
}
