/* troupe-finder.c: search popover of the flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-finder"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-finder.h"
#include "troupe-list-keys.h"
#include "troupe-row-name.h"
#include "troupe-typed-text.h"

#define STEP_US 4000 /* main loop time per search step */
#define WIDTH 300
#define HEIGHT 320

struct _TroupeFinder
{
  GtkPopover parent_instance;

  TroupeFlowDocument *document; /* weak: owned by the page */
  GtkSearchEntry *entry;
  char *used; /* (nullable): the name whose uses are shown until other words are typed */
  GtkListView *list;
  GtkLabel *empty;
  GListStore *hits;
  GtkSingleSelection *selection;

  TroupeFind *find; /* (nullable): the running search */
  guint idle_id;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeFinder, troupe_finder, GTK_TYPE_POPOVER)

/* --- Searching -------------------------------------------------------------------------------- */

static void
stop (TroupeFinder *self)
{
  g_assert (TROUPE_IS_FINDER (self));

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_pointer (&self->find, troupe_find_free);
}

static void
show_empty (TroupeFinder *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gboolean none = self->find == NULL && g_list_model_get_n_items (G_LIST_MODEL (self->hits)) == 0;
  g_autofree char *words = g_strdup_printf (_ ("“%s” was not found in this flow."), text);

  g_assert (TROUPE_IS_FINDER (self));

  gtk_label_set_label (self->empty, words);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), none && text[0] != '\0');
}

static gboolean
search_on_cb (gpointer data)
{
  TroupeFinder *self = data;

  g_assert (TROUPE_IS_FINDER (self));

  if (troupe_find_step (self->find, self->hits, STEP_US))
    return G_SOURCE_CONTINUE;

  self->idle_id = 0;
  stop (self);
  show_empty (self);

  return G_SOURCE_REMOVE;
}

static void
search_changed_cb (TroupeFinder *self)
{
  const char *text;

  g_assert (TROUPE_IS_FINDER (self));

  stop (self);
  g_list_store_remove_all (self->hits);
  if (self->document == NULL)
    return;
  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  self->find = g_strcmp0 (text, self->used) == 0 ? troupe_find_new_uses (self->document, text)
                                                 : troupe_find_new (self->document, text);
  if (troupe_find_step (self->find, self->hits, STEP_US))
    self->idle_id = g_idle_add (search_on_cb, self);
  else
    stop (self);
  show_empty (self);
}

/* --- Choosing a hit --------------------------------------------------------------------------- */

static void
choose (TroupeFinder *self, guint position)
{
  g_autoptr (TroupeFindHit) hit = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  g_assert (TROUPE_IS_FINDER (self));

  if (hit == NULL)
    return;

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, hit);
}

static void
entry_activate_cb (TroupeFinder *self)
{
  guint selected;

  g_assert (TROUPE_IS_FINDER (self));

  /* The entry delays `search-changed`, so the search may not have begun yet. */
  selected = gtk_single_selection_get_selected (self->selection);
  search_changed_cb (self);
  while (self->find != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->hits)) == 0)
    if (!troupe_find_step (self->find, self->hits, STEP_US))
      stop (self);
  if (selected < g_list_model_get_n_items (G_LIST_MODEL (self->hits)))
    gtk_single_selection_set_selected (self->selection, selected);
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
stop_search_cb (TroupeFinder *self)
{
  g_assert (TROUPE_IS_FINDER (self));

  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
list_activate_cb (TroupeFinder *self, guint position)
{
  g_assert (TROUPE_IS_FINDER (self));

  choose (self, position);
}

void
troupe_finder_set_used (TroupeFinder *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_FINDER (self));

  g_free (self->used);
  self->used = g_strdup (name);
  if (name != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), name);
  search_changed_cb (self);
}

gboolean
troupe_finder_step (TroupeFinder *self, gboolean forward)
{
  guint n;
  guint selected;

  g_return_val_if_fail (TROUPE_IS_FINDER (self), FALSE);

  n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (n == 0)
    return FALSE;

  selected = gtk_single_selection_get_selected (self->selection);
  gtk_single_selection_set_selected (self->selection, (selected + (forward ? 1 : n - 1)) % n);
  choose (self, gtk_single_selection_get_selected (self->selection));

  return TRUE;
}

/* --- Rows ---------------------------------------------------------------------------------- */

static void
setup_cb (TroupeFinder *self, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_assert (TROUPE_IS_FINDER (self));

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *text = gtk_inscription_new (NULL);

      gtk_inscription_set_text_overflow (GTK_INSCRIPTION (text),
                                         i == 0 ? GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE
                                                : GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
      gtk_widget_set_hexpand (text, TRUE);
      if (i == 1)
        {
          gtk_widget_add_css_class (text, "caption");
          gtk_widget_add_css_class (text, "dim-label");
        }
      gtk_box_append (GTK_BOX (box), text);
    }
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (TroupeFinder *self, GtkListItem *item)
{
  TroupeFindHit *hit = gtk_list_item_get_item (item);
  GtkWidget *title = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *detail = gtk_widget_get_last_child (gtk_list_item_get_child (item));
  g_autofree char *spoken = NULL;

  g_assert (TROUPE_IS_FINDER (self));

  gtk_inscription_set_text (GTK_INSCRIPTION (title), troupe_find_hit_get_title (hit));
  gtk_inscription_set_text (GTK_INSCRIPTION (detail), troupe_find_hit_get_detail (hit));
  gtk_widget_set_visible (detail, troupe_find_hit_get_detail (hit) != NULL);
  spoken =
      g_strjoin (", ", troupe_find_hit_get_title (hit), troupe_find_hit_get_detail (hit), NULL);
  troupe_list_item_set_name (item, spoken);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_finder_map (GtkWidget *widget)
{
  TroupeFinder *self = TROUPE_FINDER (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_FINDER (self));

  GTK_WIDGET_CLASS (troupe_finder_parent_class)->map (widget);
  search_changed_cb (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
troupe_finder_unmap (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  stop (TROUPE_FINDER (widget));

  GTK_WIDGET_CLASS (troupe_finder_parent_class)->unmap (widget);
}

static gboolean
troupe_finder_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_FINDER (widget)->entry));
}

static void
troupe_finder_dispose (GObject *object)
{
  TroupeFinder *self = TROUPE_FINDER (object);

  stop (self);
  g_clear_weak_pointer (&self->document);
  g_clear_object (&self->hits);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->used, g_free);

  G_OBJECT_CLASS (troupe_finder_parent_class)->dispose (object);
}

static void
troupe_finder_class_init (TroupeFinderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_finder_dispose;
  widget_class->grab_focus = troupe_finder_grab_focus;
  widget_class->map = troupe_finder_map;
  widget_class->unmap = troupe_finder_unmap;

  signals[CHOSEN] = g_signal_new ("chosen", TROUPE_TYPE_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, TROUPE_TYPE_FIND_HIT);
}

static void
troupe_finder_init (TroupeFinder *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller;
  GtkListItemFactory *factory;

  g_assert (TROUPE_IS_FINDER (self));
  g_assert (self != NULL);

  troupe_typed_text_take_save_key (GTK_WIDGET (self));
  gtk_widget_set_size_request (box, WIDTH, -1);
  self->entry = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _ ("Find in This Flow"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find in This Flow"), -1);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (entry_activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (stop_search_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  scroller = gtk_scrolled_window_new ();
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  self->hits = g_list_store_new (TROUPE_TYPE_FIND_HIT);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->hits)));
  self->list = GTK_LIST_VIEW (
      gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  g_signal_connect_object (self->list, "activate", G_CALLBACK (list_activate_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), scroller);
  troupe_list_keys_add (GTK_WIDGET (self->entry), self->list);
  self->empty = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_label_set_wrap_mode (self->empty, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (self->empty, 30);
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "dim-label");
  gtk_widget_set_margin_top (GTK_WIDGET (self->empty), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->empty), 6);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->empty));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "chooser");
}

GtkWidget *
troupe_finder_new (TroupeFlowDocument *document)
{
  TroupeFinder *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_FINDER, NULL);
  g_set_weak_pointer (&self->document, document);

  return GTK_WIDGET (self);
}
