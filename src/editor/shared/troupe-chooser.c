/* troupe-chooser.c: popover to choose a name from a filtered list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chooser"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-chooser.h"
#include "troupe-list-keys.h"
#include "troupe-open-list.h"
#include "troupe-row-name.h"
#include "troupe-typed-text.h"

struct _TroupeChooser
{
  GtkPopover parent_instance;

  GtkLabel *title;
  GtkDropDown *ports;
  GtkSearchEntry *entry;
  GtkListView *list;
  GtkLabel *empty;

  GtkStringList *names;
  GtkStringList *entries; /* what can be created, behind the names */
  char **details;         /* (nullable): a line for each name */
  char **keys;            /* (nullable): the key of each name */
  GtkStringFilter *filter;
  GtkSingleSelection *selection;
};

enum
{
  CHOSEN,
  NEW_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChooser, troupe_chooser, GTK_TYPE_POPOVER)

/* Returns the index of what can be created, or -1 for a name. */
static int
find_new (TroupeChooser *self, GtkStringObject *item)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->entries)); i++)
    {
      g_autoptr (GtkStringObject) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

      if (entry == item)
        return (int) i;
    }
  return -1;
}

static void
choose (TroupeChooser *self, guint position)
{
  g_autoptr (GtkStringObject) item =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *name = NULL;
  int index;

  g_assert (TROUPE_IS_CHOOSER (self));

  if (item == NULL)
    return;

  name = g_strdup (gtk_string_object_get_string (item));
  index = find_new (self, item);
  gtk_popover_popdown (GTK_POPOVER (self));
  /* A form that is built again for the choice gives the focus back to where it is now, which must not be the closed list. */
  if (GTK_IS_MENU_BUTTON (parent))
    gtk_widget_grab_focus (parent);
  if (index >= 0)
    g_signal_emit (self, signals[NEW_CHOSEN], 0, index);
  else
    g_signal_emit (self, signals[CHOSEN], 0, name);
}

static void
search_changed_cb (TroupeChooser *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gboolean none;

  g_assert (TROUPE_IS_CHOOSER (self));

  gtk_string_filter_set_search (self->filter, text);
  none = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0;
  if (none)
    {
      g_autofree char *words = g_strdup_printf (_ ("No results for “%s”."), text);

      gtk_label_set_label (self->empty, words);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->empty), none && text[0] != '\0');
  if (none)
    return;
  gtk_single_selection_set_selected (self->selection, 0);
  /* Names that are put before others, such as what can be created, would be out of view: the list
   * keeps the place of its first row. */
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

static void
entry_activate_cb (TroupeChooser *self)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  /* The entry delays `search-changed`, so the list may not be filtered yet. */
  search_changed_cb (self);
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
stop_search_cb (TroupeChooser *self)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
list_activate_cb (TroupeChooser *self, guint position)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  choose (self, position);
}

/* Returns the index of the name that @item shows, or -1. */
static int
find_name (TroupeChooser *self, GtkStringObject *item)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  for (guint i = 0; self->details != NULL && self->details[i] != NULL; i++)
    {
      g_autoptr (GtkStringObject) name = g_list_model_get_item (G_LIST_MODEL (self->names), i);

      if (name == item)
        return (int) i;
    }
  return -1;
}

static GtkWidget *
make_inscription (void)
{
  GtkWidget *label = gtk_inscription_new (NULL);

  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (label),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

/* Entries with details look like those of the palette. */
static GtkWidget *
make_detailed (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = make_inscription ();
  GtkWidget *detail = gtk_label_new (NULL);
  GtkWidget *key = gtk_label_new (NULL);

  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (detail), 0);
  /* The list reserves the height of its first row for all of them, so that none has a second line. */
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_add_css_class (key, "keycap-small");
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), detail);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), key);
  return box;
}

static void
setup_cb (TroupeChooser *self, GtkListItem *item)
{
  g_assert (TROUPE_IS_CHOOSER (self));

  gtk_list_item_set_child (item, self->details != NULL ? make_detailed () : make_inscription ());
}

static void
bind_cb (TroupeChooser *self, GtkListItem *item)
{
  const char *title =
      gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item)));
  GtkWidget *child = gtk_list_item_get_child (item);

  g_assert (TROUPE_IS_CHOOSER (self));

  if (GTK_IS_INSCRIPTION (child))
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (child), title);
      troupe_list_item_set_name (item, title);
    }
  else
    {
      GtkWidget *texts = gtk_widget_get_first_child (gtk_list_item_get_child (item));
      GtkWidget *key = gtk_widget_get_next_sibling (texts);
      const int index = find_name (self, gtk_list_item_get_item (item));
      const char *detail = index >= 0 ? self->details[index] : "";
      const char *letter = index >= 0 ? self->keys[index] : "";
      g_autofree char *spoken = g_strdup_printf ("%s, %s", title, detail);

      gtk_inscription_set_text (GTK_INSCRIPTION (gtk_widget_get_first_child (texts)), title);
      gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (texts)), detail);
      gtk_label_set_label (GTK_LABEL (key), letter);
      gtk_widget_set_visible (key, letter[0] != '\0');
      troupe_list_item_set_name (item, spoken);
    }
}

static void
troupe_chooser_dispose (GObject *object)
{
  TroupeChooser *self = TROUPE_CHOOSER (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_CHOOSER);
  g_clear_object (&self->names);
  g_clear_object (&self->entries);
  g_clear_pointer (&self->details, g_strfreev);
  g_clear_pointer (&self->keys, g_strfreev);
  g_clear_object (&self->filter);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (troupe_chooser_parent_class)->dispose (object);
}

static gboolean
troupe_chooser_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CHOOSER (widget)->entry));
}

static void
troupe_chooser_map (GtkWidget *widget)
{
  TroupeChooser *self = TROUPE_CHOOSER (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_CHOOSER (self));

  GTK_WIDGET_CLASS (troupe_chooser_parent_class)->map (widget);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search_changed_cb (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
troupe_chooser_class_init (TroupeChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_chooser_dispose;
  widget_class->grab_focus = troupe_chooser_grab_focus;
  widget_class->map = troupe_chooser_map;

  signals[CHOSEN] = g_signal_new ("chosen", TROUPE_TYPE_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[NEW_CHOSEN] = g_signal_new ("new-chosen", TROUPE_TYPE_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeChooser, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeChooser, ports);
  gtk_widget_class_bind_template_child (widget_class, TroupeChooser, entry);
  gtk_widget_class_bind_template_child (widget_class, TroupeChooser, list);
  gtk_widget_class_bind_template_child (widget_class, TroupeChooser, empty);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, list_activate_cb);
}

static void
troupe_chooser_init (TroupeChooser *self)
{
  GtkListItemFactory *factory;
  GtkFilterListModel *filtered;
  GListStore *lists;

  g_assert (self != NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_open_list_at_choice (GTK_WIDGET (self->ports));
  troupe_typed_text_take_save_key (GTK_WIDGET (self));

  self->names = gtk_string_list_new (NULL);
  self->entries = gtk_string_list_new (NULL);
  lists = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (lists, self->names);
  g_list_store_append (lists, self->entries);
  self->filter =
      gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  filtered =
      gtk_filter_list_model_new (G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists))),
                                 g_object_ref (GTK_FILTER (self->filter)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (factory);

  troupe_list_keys_add (GTK_WIDGET (self->entry), self->list);
}

GtkWidget *
troupe_chooser_new (const char *title, const char *placeholder)
{
  TroupeChooser *self = g_object_new (TROUPE_TYPE_CHOOSER, NULL);
  const char *name = placeholder != NULL ? placeholder : _ ("Search");

  gtk_label_set_label (self->title, title != NULL ? title : "");
  gtk_widget_set_visible (GTK_WIDGET (self->title), title != NULL);
  g_object_set (self->entry, "placeholder-text", name, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->ports), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Event"), -1);

  return GTK_WIDGET (self);
}

void
troupe_chooser_set_names (TroupeChooser *self, const char *const *names)
{
  g_return_if_fail (TROUPE_IS_CHOOSER (self));

  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                          names);
}

void
troupe_chooser_set_detailed (TroupeChooser *self,
                             const char *const *names,
                             const char *const *details,
                             const char *const *keys)
{
  g_return_if_fail (TROUPE_IS_CHOOSER (self));
  g_return_if_fail (names != NULL && details != NULL && keys != NULL);
  g_return_if_fail (g_strv_length ((char **) names) == g_strv_length ((char **) details) &&
                    g_strv_length ((char **) names) == g_strv_length ((char **) keys));

  g_strfreev (self->details);
  self->details = g_strdupv ((char **) details);
  g_strfreev (self->keys);
  self->keys = g_strdupv ((char **) keys);
  troupe_chooser_set_names (self, names);
}

void
troupe_chooser_set_new (TroupeChooser *self, const char *const *entries)
{
  g_return_if_fail (TROUPE_IS_CHOOSER (self));

  gtk_string_list_splice (self->entries, 0, g_list_model_get_n_items (G_LIST_MODEL (self->entries)),
                          entries);
}

void
troupe_chooser_set_ports (TroupeChooser *self, const char *const *ports, const char *chosen)
{
  g_autoptr (GtkStringList) model = NULL;

  g_return_if_fail (TROUPE_IS_CHOOSER (self));

  model = gtk_string_list_new (ports);
  gtk_drop_down_set_model (self->ports, G_LIST_MODEL (model));
  for (guint i = 0; chosen != NULL && ports[i] != NULL; i++)
    if (g_str_equal (ports[i], chosen))
      {
        gtk_drop_down_set_selected (self->ports, i);
        break;
      }
  gtk_widget_set_visible (GTK_WIDGET (self->ports),
                          g_list_model_get_n_items (G_LIST_MODEL (model)) > 1);
}

const char *
troupe_chooser_get_port (TroupeChooser *self)
{
  GtkStringObject *object;

  g_return_val_if_fail (TROUPE_IS_CHOOSER (self), NULL);

  object = gtk_drop_down_get_selected_item (self->ports);

  return object != NULL ? gtk_string_object_get_string (object) : NULL;
}
