/* troupe-price-popover.c: popover to edit the prices of a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-price-popover"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-price-popover.h"

/* Maximum price in dollars per million tokens. Higher values were probably meant in another
 * unit. */
#define HIGHEST 1e6

typedef enum
{
  FIELD_INPUT,
  FIELD_CACHED,
  FIELD_CREATION,
  FIELD_OUTPUT,
  N_FIELDS,
} Field;

struct _TroupePricePopover
{
  GtkPopover parent_instance;

  char *model; /* (nullable): NULL for a new price */
  GtkWidget *grid;
  GtkWidget *name; /* (nullable): only for a new price */
  GtkWidget *entries[N_FIELDS];
};

enum
{
  GIVEN,
  REMOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePricePopover, troupe_price_popover, GTK_TYPE_POPOVER)

static const char *const titles[N_FIELDS] = {
  [FIELD_INPUT] = N_ ("Input"),
  [FIELD_CACHED] = N_ ("Cache Read"),
  [FIELD_CREATION] = N_ ("Cache Write"),
  [FIELD_OUTPUT] = N_ ("Output"),
};

/* --- Reading the entries ---------------------------------------------------------------------- */

/* Parses an entry. Blank text results in @fallback, or in an error if @fallback is below 0. */
static gboolean
read_number (GtkWidget *entry, double fallback, double *number)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  char *end = NULL;

  g_assert (GTK_IS_ENTRY (entry));

  *number = fallback;
  if (*text != '\0')
    {
      g_strdelimit (text, ",", '.');
      *number = strspn (text, "0123456789.") == strlen (text) ? g_ascii_strtod (text, &end) : -1.0;
      if (end != NULL && *end != '\0')
        *number = -1.0;
    }
  if (*number >= 0.0 && *number <= HIGHEST)
    {
      gtk_widget_remove_css_class (entry, "error");
      return TRUE;
    }
  gtk_widget_add_css_class (entry, "error");
  return FALSE;
}

static void
save_cb (TroupePricePopover *self)
{
  g_autofree char *name = NULL;
  TroupeLlmPrice price;
  gboolean is_good;

  g_assert (TROUPE_IS_PRICE_POPOVER (self));

  name = g_strdup (self->name != NULL ? gtk_editable_get_text (GTK_EDITABLE (self->name))
                                      : self->model);
  g_strstrip (name);
  price = (TroupeLlmPrice){ .is_own = TRUE };
  is_good = read_number (self->entries[FIELD_INPUT], -1.0, &price.input);
  is_good = read_number (self->entries[FIELD_OUTPUT], -1.0, &price.output) && is_good;
  /* If empty, the cache prices default to the input price, as in the price file. */
  is_good =
      read_number (self->entries[FIELD_CACHED], MAX (price.input, 0.0), &price.cached_input) &&
      is_good;
  is_good =
      read_number (self->entries[FIELD_CREATION], MAX (price.input, 0.0), &price.cache_creation) &&
      is_good;
  if (self->name != NULL && *name == '\0')
    gtk_widget_add_css_class (self->name, "error");
  if (!is_good || *name == '\0')
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[GIVEN], 0, name, &price);
}

static void
remove_cb (TroupePricePopover *self)
{
  g_assert (TROUPE_IS_PRICE_POPOVER (self));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[REMOVED], 0, self->model);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static GtkWidget *
add_entry (TroupePricePopover *self, int line, const char *title, gboolean is_number)
{
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *entry = gtk_entry_new ();

  g_assert (TROUPE_IS_PRICE_POPOVER (self));

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_hexpand (entry, TRUE);
  if (is_number)
    {
      gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 10);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (save_cb), self, G_CONNECT_SWAPPED);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, line, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, line, 1, 1);
  return entry;
}

static void
show_number (GtkWidget *entry, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  gtk_editable_set_text (GTK_EDITABLE (entry), g_ascii_formatd (text, sizeof text, "%.6g", number));
}

static void
add_buttons (TroupePricePopover *self, const TroupeLlmPriceRow *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *save = gtk_button_new_with_label (_ ("Save"));

  g_assert (TROUPE_IS_PRICE_POPOVER (self));

  gtk_widget_set_halign (box, GTK_ALIGN_END);
  if (row != NULL && row->price.is_own)
    {
      GtkWidget *remove =
          gtk_button_new_with_label (row->is_shipped ? _ ("Use Built-in Price") : _ ("Remove"));

      g_signal_connect_object (remove, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), remove);
    }
  gtk_widget_add_css_class (save, "suggested-action");
  g_signal_connect_object (save, "clicked", G_CALLBACK (save_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), save);
  gtk_grid_attach (GTK_GRID (self->grid), box, 0, N_FIELDS + 2, 2, 1);
}

static void
add_head (TroupePricePopover *self, const TroupeLlmPriceRow *row)
{
  GtkWidget *unit = gtk_label_new (_ ("US dollars per million tokens"));

  g_assert (TROUPE_IS_PRICE_POPOVER (self));

  if (row == NULL)
    self->name = add_entry (self, 0, _ ("Model"), FALSE);
  else
    {
      GtkWidget *label = gtk_label_new (row->name);

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
      gtk_widget_add_css_class (label, "heading");
      gtk_grid_attach (GTK_GRID (self->grid), label, 0, 0, 2, 1);
    }
  gtk_label_set_xalign (GTK_LABEL (unit), 0.0f);
  gtk_widget_add_css_class (unit, "caption");
  gtk_widget_add_css_class (unit, "dim-label");
  gtk_grid_attach (GTK_GRID (self->grid), unit, 0, 1, 2, 1);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_price_popover_finalize (GObject *object)
{
  g_free (TROUPE_PRICE_POPOVER (object)->model);
  G_OBJECT_CLASS (troupe_price_popover_parent_class)->finalize (object);
}

static void
troupe_price_popover_class_init (TroupePricePopoverClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_price_popover_finalize;
  signals[GIVEN] = g_signal_new ("given", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 2, G_TYPE_STRING, G_TYPE_POINTER);
  signals[REMOVED] = g_signal_new ("removed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_price_popover_init (TroupePricePopover *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_widget_add_css_class (self->grid, "price-grid");
  gtk_popover_set_child (GTK_POPOVER (self), self->grid);
}

GtkWidget *
troupe_price_popover_new (const TroupeLlmPriceRow *row)
{
  TroupePricePopover *self = g_object_new (TROUPE_TYPE_PRICE_POPOVER, NULL);

  add_head (self, row);
  for (guint i = 0; i < N_FIELDS; i++)
    self->entries[i] = add_entry (self, (int) i + 2, _ (titles[i]), TRUE);
  add_buttons (self, row);
  if (row == NULL)
    return GTK_WIDGET (self);
  self->model = g_strdup (row->name);
  show_number (self->entries[FIELD_INPUT], row->price.input);
  show_number (self->entries[FIELD_CACHED], row->price.cached_input);
  show_number (self->entries[FIELD_CREATION], row->price.cache_creation);
  show_number (self->entries[FIELD_OUTPUT], row->price.output);
  return GTK_WIDGET (self);
}
