/* troupe-history-filter.c: menu that selects which runs the history lists
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-filter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-history-filter.h"

#define ALL_DOCUMENTS N_ ("_All Documents")
#define KEPT_RUNS N_ ("Only _Kept Runs")
#define DAY (24 * 60 * 60 * (gint64) G_USEC_PER_SEC)

struct _TroupeHistoryFilter
{
  GObject parent_instance;

  GSimpleActionGroup *actions;
  GMenu *menu;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeHistoryFilter, troupe_history_filter, G_TYPE_OBJECT)

#define BIT(status) (1u << TROUPE_RUN_STATUS_##status)

/* A choice of an action. @value: of the filter; its meaning depends on the action */
typedef struct
{
  const char *action;
  const char *name;
  const char *label;
  gint64 value;
} Choice;

static const Choice choices[] = {
  { "document", "this", N_ ("_This Document"), 0 },
  { "document", "all", ALL_DOCUMENTS, 1 },
  { "outcome", "all", N_ ("_Any Outcome"), 0 },
  { "outcome", "finished", N_ ("_Finished"), BIT (OK) },
  { "outcome", "failed", N_ ("Fai_led"), BIT (FAILED) | BIT (TIMEOUT) },
  { "outcome", "stopped", N_ ("_Stopped"), BIT (CANCELLED) | BIT (INTERRUPTED) },
  { "outcome", "waiting", N_ ("_Waiting for an Answer"), BIT (PAUSED) },
  { "outcome", "running", N_ ("_Running"), BIT (RUNNING) },
  { "period", "all", N_ ("Any _Time"), 0 },
  { "period", "day", N_ ("Last 24 _Hours"), DAY },
  { "period", "week", N_ ("Last 7 _Days"), 7 * DAY },
  { "period", "month", N_ ("Last 30 Da_ys"), 30 * DAY },
  { "cost", "all", N_ ("Any _Cost"), 0 },
  { "cost", "cent", N_ ("$0.01 or _More"), 10 * 1000 },
  { "cost", "dime", N_ ("$0.10 or M_ore"), 100 * 1000 },
  { "cost", "dollar", N_ ("$1.00 or Mor_e"), 1000 * 1000 },
};

/* Returns the choice that an action has. */
static const Choice *
get_choice (TroupeHistoryFilter *self, const char *action)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self->actions), action);
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (g_str_equal (choices[i].action, action) && g_str_equal (choices[i].name, name))
      return &choices[i];
  g_assert_not_reached ();
}

static gboolean
is_kept_only (TroupeHistoryFilter *self)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "kept");

  g_assert (TROUPE_IS_HISTORY_FILTER (self));

  return g_variant_get_boolean (state);
}

GMenuModel *
troupe_history_filter_get_menu (TroupeHistoryFilter *self)
{
  g_return_val_if_fail (TROUPE_IS_HISTORY_FILTER (self), NULL);

  return G_MENU_MODEL (self->menu);
}

gboolean
troupe_history_filter_is_of_all (TroupeHistoryFilter *self)
{
  g_return_val_if_fail (TROUPE_IS_HISTORY_FILTER (self), FALSE);

  return get_choice (self, "document")->value != 0;
}

gboolean
troupe_history_filter_is_set (TroupeHistoryFilter *self)
{
  g_return_val_if_fail (TROUPE_IS_HISTORY_FILTER (self), FALSE);

  return get_choice (self, "outcome")->value != 0 || get_choice (self, "period")->value != 0 ||
         get_choice (self, "cost")->value != 0 || is_kept_only (self);
}

static void
append_label (GString *text, const char *label)
{
  g_autofree char *name = troupe_label_strip_mnemonic (label);

  g_assert (text != NULL);

  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, name);
}

char *
troupe_history_filter_describe (TroupeHistoryFilter *self, gboolean has_document)
{
  static const char *const others[] = { "outcome", "period", "cost" };
  GString *text;

  g_return_val_if_fail (TROUPE_IS_HISTORY_FILTER (self), NULL);

  text = g_string_new (NULL);
  append_label (text, has_document ? _ (get_choice (self, "document")->label) : _ (ALL_DOCUMENTS));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (get_choice (self, others[i])->value != 0)
      append_label (text, _ (get_choice (self, others[i])->label));
  if (is_kept_only (self))
    append_label (text, _ (KEPT_RUNS));
  return g_string_free (text, FALSE);
}

void
troupe_history_filter_select_all (TroupeHistoryFilter *self)
{
  g_return_if_fail (TROUPE_IS_HISTORY_FILTER (self));

  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "document",
                                  g_variant_new_string ("all"));
}

TroupeRunFilter
troupe_history_filter_make (TroupeHistoryFilter *self, const char *path, const char *words)
{
  TroupeRunFilter filter = { 0 };
  gint64 period;

  g_return_val_if_fail (TROUPE_IS_HISTORY_FILTER (self), filter);

  period = get_choice (self, "period")->value;
  filter.path = troupe_history_filter_is_of_all (self) ? NULL : path;
  filter.words = words;
  filter.statuses = (guint) get_choice (self, "outcome")->value;
  filter.since_us = period != 0 ? g_get_real_time () - period : 0;
  filter.min_micro_dollars = get_choice (self, "cost")->value;
  filter.is_kept = is_kept_only (self);
  return filter;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
state_changed_cb (TroupeHistoryFilter *self)
{
  g_assert (TROUPE_IS_HISTORY_FILTER (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

static void
add_action (TroupeHistoryFilter *self, const char *name, const GVariantType *type, GVariant *state)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (name, type, state);

  g_assert (TROUPE_IS_HISTORY_FILTER (self));

  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
  g_signal_connect_object (action, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
add_section (TroupeHistoryFilter *self, const char *action)
{
  g_autoptr (GMenu) section = g_menu_new ();

  g_assert (TROUPE_IS_HISTORY_FILTER (self));

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autofree char *target =
          g_strdup_printf ("filter.%s::%s", choices[i].action, choices[i].name);

      if (g_str_equal (choices[i].action, action))
        g_menu_append (section, _ (choices[i].label), target);
    }
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (section));
}

static void
troupe_history_filter_finalize (GObject *object)
{
  TroupeHistoryFilter *self = TROUPE_HISTORY_FILTER (object);

  g_clear_object (&self->actions);
  g_clear_object (&self->menu);
  G_OBJECT_CLASS (troupe_history_filter_parent_class)->finalize (object);
}

static void
troupe_history_filter_class_init (TroupeHistoryFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_history_filter_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_history_filter_init (TroupeHistoryFilter *self)
{
  static const struct
  {
    const char *name;
    const char *first;
  } actions[] = {
    { "document", "this" }, { "outcome", "all" }, { "period", "all" }, { "cost", "all" }
  };

  self->actions = g_simple_action_group_new ();
  self->menu = g_menu_new ();
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      add_action (self, actions[i].name, G_VARIANT_TYPE_STRING,
                  g_variant_new_string (actions[i].first));
      add_section (self, actions[i].name);
    }
  add_action (self, "kept", NULL, g_variant_new_boolean (FALSE));
  g_menu_append (self->menu, _ (KEPT_RUNS), "filter.kept");
}

TroupeHistoryFilter *
troupe_history_filter_new (GtkWidget *widget)
{
  TroupeHistoryFilter *self;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  self = g_object_new (TROUPE_TYPE_HISTORY_FILTER, NULL);
  gtk_widget_insert_action_group (widget, "filter", G_ACTION_GROUP (self->actions));
  return self;
}
