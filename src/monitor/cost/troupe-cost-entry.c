/* troupe-cost-entry.c: entry for an amount of money
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cost-entry"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-cost-entry.h"

/* Upper limit in dollars. */
#define MOST 1e6

struct _TroupeCostEntry
{
  GtkWidget parent_instance;

  GtkWidget *entry;
  gint64 micro_dollars;
};

enum
{
  PROP_0,
  PROP_MICRO_DOLLARS,
  N_PROPS,
};

enum
{
  EDITED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCostEntry, troupe_cost_entry, GTK_TYPE_WIDGET)

gboolean
troupe_cost_entry_parse (const char *text, gint64 *micro_dollars)
{
  g_autofree char *number = NULL;
  char *end = NULL;
  double dollars;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (micro_dollars != NULL, FALSE);

  *micro_dollars = 0;
  number = g_strstrip (g_strdup (text));
  if (*number == '$')
    memmove (number, number + 1, strlen (number));
  g_strstrip (number);
  if (*number == '\0')
    return TRUE;
  /* A single comma without a point is a decimal separator. “1,000.00” is rejected, because it
   * would be ambiguous. */
  if (strchr (number, '.') == NULL && strchr (number, ',') == strrchr (number, ','))
    g_strdelimit (number, ",", '.');
  /* Signs, exponents and infinities are not allowed. */
  if (strspn (number, "0123456789.") != strlen (number))
    return FALSE;
  dollars = g_ascii_strtod (number, &end);
  if (*end != '\0' || dollars > MOST)
    return FALSE;
  *micro_dollars = (gint64) llround (dollars * 1e6);
  return TRUE;
}

/* Shows the amount, for example “$2.00”, with as many digits as are needed. */
static void
show (TroupeCostEntry *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (TROUPE_IS_COST_ENTRY (self));

  if (self->micro_dollars > 0)
    {
      g_string_printf (text, "$%.6f", (double) self->micro_dollars / 1e6);
      g_strdelimit (text->str, ",", '.');
      while (text->str[text->len - 1] == '0' && text->str[text->len - 3] != '.')
        g_string_truncate (text, text->len - 1);
    }
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text->str);
  gtk_widget_remove_css_class (self->entry, "error");
}

gint64
troupe_cost_entry_get_micro_dollars (TroupeCostEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_ENTRY (self), 0);

  return self->micro_dollars;
}

void
troupe_cost_entry_set_micro_dollars (TroupeCostEntry *self, gint64 micro_dollars)
{
  g_return_if_fail (TROUPE_IS_COST_ENTRY (self));
  g_return_if_fail (micro_dollars >= 0);

  if (self->micro_dollars == micro_dollars)
    return;
  self->micro_dollars = micro_dollars;
  show (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MICRO_DOLLARS]);
}

gboolean
troupe_cost_entry_is_sum (TroupeCostEntry *self)
{
  gint64 micro_dollars = 0;

  g_return_val_if_fail (TROUPE_IS_COST_ENTRY (self), FALSE);

  return troupe_cost_entry_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                                  &micro_dollars);
}

gboolean
troupe_cost_entry_commit (TroupeCostEntry *self)
{
  gint64 micro_dollars = 0;

  g_return_val_if_fail (TROUPE_IS_COST_ENTRY (self), FALSE);

  if (!troupe_cost_entry_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &micro_dollars))
    {
      gtk_widget_add_css_class (self->entry, "error");
      return FALSE;
    }
  if (micro_dollars == self->micro_dollars)
    {
      show (self);
      return TRUE;
    }
  troupe_cost_entry_set_micro_dollars (self, micro_dollars);
  return TRUE;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
commit_cb (TroupeCostEntry *self)
{
  troupe_cost_entry_commit (self);
}

static void
changed_cb (TroupeCostEntry *self)
{
  g_assert (TROUPE_IS_COST_ENTRY (self));

  g_signal_emit (self, signals[EDITED], 0);
}

static void
troupe_cost_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MICRO_DOLLARS)
    g_value_set_int64 (value, TROUPE_COST_ENTRY (object)->micro_dollars);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
troupe_cost_entry_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MICRO_DOLLARS)
    troupe_cost_entry_set_micro_dollars (TROUPE_COST_ENTRY (object), g_value_get_int64 (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static gboolean
troupe_cost_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TROUPE_COST_ENTRY (widget)->entry);
}

static void
troupe_cost_entry_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_COST_ENTRY (object)->entry, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_cost_entry_parent_class)->dispose (object);
}

static void
troupe_cost_entry_class_init (TroupeCostEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = troupe_cost_entry_get_property;
  object_class->set_property = troupe_cost_entry_set_property;
  object_class->dispose = troupe_cost_entry_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = troupe_cost_entry_grab_focus;
  properties[PROP_MICRO_DOLLARS] =
      g_param_spec_int64 ("micro-dollars", NULL, NULL, 0, G_MAXINT64, 0,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_cost_entry_init (TroupeCostEntry *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), C_ ("budget", "None"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 8);
  gtk_entry_set_input_purpose (GTK_ENTRY (self->entry), GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_add_css_class (self->entry, "numeric");
  gtk_entry_set_activates_default (GTK_ENTRY (self->entry), TRUE);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (commit_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (commit_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, focus);
}

GtkWidget *
troupe_cost_entry_new (const char *label)
{
  TroupeCostEntry *self;

  g_return_val_if_fail (label != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_COST_ENTRY, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  return GTK_WIDGET (self);
}
