/* troupe-budget-dialog.c: dialog for the run budget and the month budget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-budget-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-budget-dialog.h"
#include "troupe-cost-entry.h"
#include "troupe-dialog-placement.h"
#include "troupe-message-dialog.h"
#include "troupe-preferences-apply.h"

/* User data of the dialog. */
typedef struct
{
  GSettings *settings;
  TroupeCostEntry *run;   /* not owned */
  TroupeCostEntry *month; /* not owned */
} Sums;

static void
sums_free (gpointer data, GClosure *closure)
{
  Sums *sums = data;

  g_object_unref (sums->settings);
  g_free (sums);
}

static void
write_sum (GSettings *settings, const char *key, TroupeCostEntry *entry)
{
  g_assert (TROUPE_IS_COST_ENTRY (entry));

  if (troupe_cost_entry_commit (entry) &&
      troupe_cost_entry_get_micro_dollars (entry) != g_settings_get_int64 (settings, key))
    g_settings_set_int64 (settings, key, troupe_cost_entry_get_micro_dollars (entry));
}

static void
responded_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Sums *sums = user_data;

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (!g_str_equal (response, "set"))
    return;
  write_sum (sums->settings, TROUPE_PREFERENCES_BUDGET, sums->run);
  write_sum (sums->settings, TROUPE_MONTH_BUDGET_LIMIT, sums->month);
}

/* Disables “Set” while an entry is invalid. */
static void
text_changed_cb (TroupeCostEntry *entry, gpointer user_data)
{
  Sums *sums = user_data;
  GtkRoot *dialog = gtk_widget_get_root (GTK_WIDGET (entry));

  g_assert (TROUPE_IS_COST_ENTRY (entry));

  /* An entry that loses the focus because its dialog is destroyed writes its text once more. */
  if (ADW_IS_MESSAGE_DIALOG (dialog) && gtk_widget_get_mapped (GTK_WIDGET (dialog)))
    adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "set",
                                             troupe_cost_entry_is_sum (sums->run) &&
                                                 troupe_cost_entry_is_sum (sums->month));
}

/* @subtitle: (nullable) */
static TroupeCostEntry *
add_row (AdwPreferencesGroup *group, const char *title, const char *subtitle, gint64 sum)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *entry = troupe_cost_entry_new (title);

  g_assert (ADW_IS_PREFERENCES_GROUP (group));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  troupe_cost_entry_set_micro_dollars (TROUPE_COST_ENTRY (entry), sum);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), entry);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), entry);
  adw_preferences_group_add (group, row);
  return TROUPE_COST_ENTRY (entry);
}

/* (transfer full) */
static char *
describe (const TroupeRunBudgetView *view)
{
  g_autofree char *spent = view->is_reached ? troupe_run_budget_describe (view) : NULL;

  g_assert (view != NULL);

  return g_strjoin (spent != NULL ? "\n\n" : "", spent != NULL ? spent : "",
                    _ ("Runs pause when their model calls have cost these amounts, based on the "
                       "prices in Preferences. Empty: no limit."),
                    NULL);
}

/* Returns the state of the month budget. The month budget may be reached even if no run is
 * waiting for it. */
static TroupeRunBudgetView
look_at_month (TroupeMonthBudget *budget)
{
  const TroupeCostMonth month = troupe_month_budget_look (budget);

  return (TroupeRunBudgetView){ .period = TROUPE_RUN_BUDGET_MONTH,
                                .limit = month.limit,
                                .spent = month.spent,
                                .is_reached = month.limit > 0 && month.spent >= month.limit };
}

GtkWindow *
troupe_budget_dialog_open (GtkWidget *over,
                           GSettings *settings,
                           TroupeMonthBudget *month,
                           const TroupeRunBudgetView *reached)
{
  TroupeRunBudgetView view = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *spent = NULL;
  GtkWidget *dialog;
  AdwPreferencesGroup *group;
  Sums *sums;
  AdwMessageDialog *responses;

  g_return_val_if_fail (GTK_IS_WIDGET (over), NULL);
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  if (reached != NULL)
    view = *reached;
  else if (month != NULL)
    view = look_at_month (month);
  text = describe (&view);
  dialog = troupe_message_dialog_new (NULL, _ ("Budget"), text);
  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  if (month != NULL)
    spent = troupe_month_budget_describe (month);
  sums = g_new0 (Sums, 1);
  sums->settings = g_object_ref (settings);
  sums->run = add_row (group, _ ("Per Run"), NULL,
                       g_settings_get_int64 (settings, TROUPE_PREFERENCES_BUDGET));
  sums->month = add_row (group, _ ("Per Month, All Runs"), spent,
                         g_settings_get_int64 (settings, TROUPE_MONTH_BUDGET_LIMIT));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), GTK_WIDGET (group));
  responses = ADW_MESSAGE_DIALOG (dialog);
  adw_message_dialog_add_responses (responses, "cancel", _ ("_Cancel"), "set", _ ("_Set"), NULL);
  adw_message_dialog_set_response_appearance (responses, "set", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (responses, "set");
  adw_message_dialog_set_close_response (responses, "cancel");
  g_signal_connect (sums->run, "edited", G_CALLBACK (text_changed_cb), sums);
  g_signal_connect (sums->month, "edited", G_CALLBACK (text_changed_cb), sums);
  g_signal_connect_data (dialog, "response", G_CALLBACK (responded_cb), sums, sums_free, 0);
  troupe_dialog_put_over (GTK_WINDOW (dialog), over);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (
      view.is_reached && view.period == TROUPE_RUN_BUDGET_MONTH ? sums->month : sums->run));
  return GTK_WINDOW (dialog);
}
