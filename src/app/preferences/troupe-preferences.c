/* troupe-preferences.c: preferences window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-preferences"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-consents-row.h"
#include "troupe-cost-entry.h"
#include "troupe-open-list.h"
#include "troupe-keep-awake.h"
#include "troupe-messages.h"
#include "troupe-preferences-apply.h"
#include "troupe-preferences-models.h"
#include "troupe-preferences-prices.h"
#include "troupe-preferences-programs.h"
#include "troupe-preferences.h"
#include "troupe-row-name.h"
#include "troupe-run-spans.h"

struct _TroupePreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *style;
  GtkSpinButton *max_runs;
  GtkSpinButton *max_days;
  GtkSpinButton *max_megabytes;
  AdwActionRow *budget_row;
  AdwActionRow *month_row;
  GtkSpinButton *calls;
  GtkSpinButton *memory;
  AdwEntryRow *spans;
  GtkSwitch *spans_texts;
  GtkSwitch *keep_awake;
  AdwActionRow *python;
  GtkLabel *python_state;
  AdwActionRow *sandbox;
  GtkLabel *sandbox_state;
  TroupeConsentsRow *consents;
  TroupePreferencesModels *models;
  TroupePreferencesPrices *prices;

  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (TroupePreferences, troupe_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* --- Settings ------------------------------------------------------------------------------------- */

/* In the order of the rows. */
static const char *const styles[] = { "default", "light", "dark" };

static gboolean
get_style (GValue *value, GVariant *variant, gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (g_str_equal (g_variant_get_string (variant, NULL), styles[i]))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_style (const GValue *value, const GVariantType *type, gpointer user_data)
{
  const guint index = g_value_get_uint (value);

  return g_variant_new_string (styles[index < G_N_ELEMENTS (styles) ? index : 0]);
}

static void
bind_spin (GSettings *settings, const char *key, GtkSpinButton *spin)
{
  g_settings_bind (settings, key, gtk_spin_button_get_adjustment (spin), "value",
                   G_SETTINGS_BIND_DEFAULT);
}

/* Adds an entry for an amount of money at the end of the row. The accessible name of the entry
 * is the title of the row. */
static void
bind_sum (GSettings *settings, const char *key, AdwActionRow *row)
{
  GtkWidget *entry =
      troupe_cost_entry_new (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));

  g_assert (ADW_IS_ACTION_ROW (row));

  adw_action_row_add_suffix (row, entry);
  adw_action_row_set_activatable_widget (row, entry);
  g_settings_bind (settings, key, entry, "micro-dollars", G_SETTINGS_BIND_DEFAULT);
}

static void tell_cb (TroupePreferences *self, const char *text);

/* An invalid address is not stored. It remains in the entry, so that the user can correct it. */
static void
spans_applied_cb (AdwEntryRow *row, gpointer user_data)
{
  TroupePreferences *self = TROUPE_PREFERENCES (gtk_widget_get_root (GTK_WIDGET (row)));
  g_autofree char *address = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_SETTINGS (user_data));

  if (*address == '\0' || troupe_otlp_settings_check (address, &error))
    {
      gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
      g_settings_set_string (user_data, TROUPE_RUN_SPANS_ENDPOINT, address);
      return;
    }
  gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  tell_cb (self, error->message);
}

static void
bind_spans (TroupePreferences *self, GSettings *settings)
{
  g_autofree char *address = g_settings_get_string (settings, TROUPE_RUN_SPANS_ENDPOINT);

  g_assert (TROUPE_IS_PREFERENCES (self));

  troupe_row_follow_title (GTK_WIDGET (self->spans));
  adw_entry_row_set_show_apply_button (self->spans, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->spans), address);
  adw_entry_row_set_show_apply_button (self->spans, TRUE);
  g_signal_connect_object (self->spans, "apply", G_CALLBACK (spans_applied_cb), settings, 0);
  g_settings_bind (settings, TROUPE_RUN_SPANS_TEXTS, self->spans_texts, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TROUPE_KEEP_AWAKE, self->keep_awake, "active",
                   G_SETTINGS_BIND_DEFAULT);
}

/* --- Month budget ----------------------------------------------------------------------------- */

static void
show_month (TroupePreferences *self, TroupeMonthBudget *budget)
{
  g_autofree char *text = troupe_month_budget_describe (budget);

  g_assert (TROUPE_IS_PREFERENCES (self));

  adw_action_row_set_subtitle (self->month_row, text);
}

static void
month_changed_cb (TroupePreferences *self)
{
  TroupeServices *application = troupe_services_get ();

  g_assert (TROUPE_IS_PREFERENCES (self));

  if (self->month_row != NULL && application != NULL &&
      troupe_services_get_month (application) != NULL)
    show_month (self, troupe_services_get_month (application));
}

/* --- Pages ------------------------------------------------------------------------------------ */

/* Shows or hides the contents of all pages below @widget except the visible page, which is always
 * shown. What is hidden is neither styled nor measured. */
static void
show_hidden_pages (TroupePreferences *self, GtkWidget *widget, gboolean shown)
{
  g_assert (TROUPE_IS_PREFERENCES (self));

  if (ADW_IS_PREFERENCES_PAGE (widget))
    {
      gtk_widget_set_visible (gtk_widget_get_first_child (widget),
                              shown ||
                                  widget == GTK_WIDGET (adw_preferences_window_get_visible_page (
                                                ADW_PREFERENCES_WINDOW (self))));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    show_hidden_pages (self, child, shown);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_preferences_show_page (TroupePreferences *self, const char *name)
{
  g_auto (GStrv) parts = NULL;

  g_return_if_fail (TROUPE_IS_PREFERENCES (self));
  g_return_if_fail (name != NULL);

  parts = g_strsplit (name, "/", 2);
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (self), parts[0]);
  show_hidden_pages (self, GTK_WIDGET (self), gtk_widget_get_mapped (GTK_WIDGET (self)));
  if (parts[1] != NULL)
    troupe_preferences_models_enter_key (self->models, parts[1]);
}

/* Shows a message of a page as a toast. */
static void
tell_cb (TroupePreferences *self, const char *text)
{
  g_assert (TROUPE_IS_PREFERENCES (self));

  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), troupe_toast_new (text));
}

static void
troupe_preferences_dispose (GObject *object)
{
  TroupePreferences *self = TROUPE_PREFERENCES (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_PREFERENCES);
  G_OBJECT_CLASS (troupe_preferences_parent_class)->dispose (object);
}

/* Fills the pages that are not visible after the first frame, so that the window opens at once, and then
 * starts programs to find their versions. The rows are also found by the search. */
static void
painted_cb (TroupePreferences *self)
{
  TroupeServices *application;
  TroupeMonthBudget *budget;

  g_assert (TROUPE_IS_PREFERENCES (self));

  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (GTK_WIDGET (self)), painted_cb,
                                        self);
  show_hidden_pages (self, GTK_WIDGET (self), TRUE);
  troupe_preferences_show_python (self->python, self->python_state, self->cancellable);
  troupe_preferences_show_sandbox (self->sandbox, self->sandbox_state);
  application = troupe_services_get ();
  budget = application != NULL ? troupe_services_get_month (application) : NULL;
  if (budget != NULL)
    {
      g_signal_connect_object (budget, "changed", G_CALLBACK (month_changed_cb), self,
                               G_CONNECT_SWAPPED);
      show_month (self, budget);
      troupe_month_budget_refresh (budget);
    }
  troupe_preferences_models_fill (self->models);
  troupe_preferences_prices_fill (self->prices);
}

static void
troupe_preferences_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_preferences_parent_class)->map (widget);
  g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint",
                           G_CALLBACK (painted_cb), widget, G_CONNECT_SWAPPED);
}

static void
troupe_preferences_class_init (TroupePreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TROUPE_TYPE_CONSENTS_ROW);
  g_type_ensure (TROUPE_TYPE_PREFERENCES_MODELS);
  g_type_ensure (TROUPE_TYPE_PREFERENCES_PRICES);
  G_OBJECT_CLASS (klass)->dispose = troupe_preferences_dispose;
  widget_class->map = troupe_preferences_map;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-preferences.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, TroupePreferences, name)
  BIND (style);
  BIND (max_runs);
  BIND (max_days);
  BIND (max_megabytes);
  BIND (budget_row);
  BIND (month_row);
  BIND (calls);
  BIND (memory);
  BIND (spans);
  BIND (spans_texts);
  BIND (keep_awake);
  BIND (python);
  BIND (python_state);
  BIND (sandbox);
  BIND (sandbox_state);
  BIND (consents);
  BIND (models);
  BIND (prices);
#undef BIND
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
troupe_preferences_init (TroupePreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}

GtkWidget *
troupe_preferences_new (GSettings *settings)
{
  TroupePreferences *self;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  self = g_object_new (TROUPE_TYPE_PREFERENCES, NULL);
  troupe_open_list_at_choice (GTK_WIDGET (self->style));
  g_settings_bind_with_mapping (settings, "color-scheme", self->style, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_style, set_style, NULL, NULL);
  bind_spin (settings, "history-max-runs", self->max_runs);
  bind_spin (settings, "history-max-days", self->max_days);
  bind_spin (settings, "history-max-megabytes", self->max_megabytes);
  bind_spin (settings, TROUPE_PREFERENCES_CALLS, self->calls);
  bind_spin (settings, "run-memory-limit", self->memory);
  bind_sum (settings, TROUPE_PREFERENCES_BUDGET, self->budget_row);
  bind_sum (settings, TROUPE_MONTH_BUDGET_LIMIT, self->month_row);
  bind_spans (self, settings);
  troupe_preferences_models_set_settings (self->models, settings);
  g_signal_connect_object (self->models, "message", G_CALLBACK (tell_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->prices, "message", G_CALLBACK (tell_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consents, "failed", G_CALLBACK (tell_cb), self, G_CONNECT_SWAPPED);
  show_hidden_pages (self, GTK_WIDGET (self), FALSE);
  return GTK_WIDGET (self);
}
