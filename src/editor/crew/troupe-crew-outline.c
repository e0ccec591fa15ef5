/* troupe-crew-outline.c: outline: list of the tasks and agents of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-outline"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-id.h"
#include "troupe-crew-outline.h"
#include "troupe-row-name.h"

struct _TroupeCrewOutline
{
  GtkWidget parent_instance;

  GtkListView *list;
  TroupeCrewScene *scene;
  GtkStringList *ids;
  GtkMultiSelection *selection;
  GHashTable *bound; /* GtkListItem → itself: bound rows */
  gboolean loading;
  gboolean is_stale; /* rows are out of date, because it was hidden */
};

enum
{
  SELECTION_CHANGED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewOutline, troupe_crew_outline, GTK_TYPE_WIDGET)

static void
fill_row (TroupeCrewOutline *self, GtkListItem *item)
{
  GtkStringObject *object = gtk_list_item_get_item (item);
  TroupeCanvasScene *scene = troupe_crew_scene_get_scene (self->scene);
  const char *id = object != NULL ? gtk_string_object_get_string (object) : "";
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, id);
  const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (scene, id);
  GtkWidget *number = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *texts = gtk_widget_get_next_sibling (number);
  const char *detail;

  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  if (node == NULL)
    return;
  detail = run != NULL && run->state != TROUPE_CANVAS_STATE_IDLE && run->word != NULL ? run->word
           : node->owner != NULL                                                      ? node->owner
           : node->role == TROUPE_CANVAS_ROLE_MANAGER ? _ ("manager")
                                                      : _ ("agent");
  gtk_label_set_label (GTK_LABEL (number), node->is_person ? "" : node->mark_text);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (texts)), node->title);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (texts)), detail);
  if (troupe_list_item_set_tooltip (item, node->accessible_label))
    troupe_list_item_set_name (item, node->accessible_label);
}

static GtkWidget *
make_label (PangoEllipsizeMode ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  return label;
}

static void
setup_cb (TroupeCrewOutline *self, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *detail = make_label (PANGO_ELLIPSIZE_END);

  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  gtk_label_set_width_chars (GTK_LABEL (number), 3);
  gtk_widget_add_css_class (number, "dim-label");
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), make_label (PANGO_ELLIPSIZE_MIDDLE));
  gtk_box_append (GTK_BOX (texts), detail);
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (TroupeCrewOutline *self, GtkListItem *item)
{
  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  g_hash_table_add (self->bound, item);
  fill_row (self, item);
}

static void
unbind_cb (TroupeCrewOutline *self, GtkListItem *item)
{
  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  if (self->bound != NULL)
    g_hash_table_remove (self->bound, item);
}

static void
selection_changed_cb (TroupeCrewOutline *self)
{
  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  if (!self->loading)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
activate_cb (TroupeCrewOutline *self, guint position)
{
  g_autofree char *id = g_strdup (gtk_string_list_get_string (self->ids, position));

  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  g_signal_emit (self, signals[ACTIVATED], 0, id);
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_F2, 0, "crew.rename" }, { GDK_KEY_Delete, 0, "crew.delete" },
  { GDK_KEY_x, 0, "crew.delete" },  { GDK_KEY_c, 0, "crew.connect" },
  { GDK_KEY_g, 0, "crew.assign" },
};

static gboolean
key_pressed_cb (TroupeCrewOutline *self, guint keyval, guint keycode, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == keyval && keys[i].modifiers == modifiers)
      return gtk_widget_activate_action (GTK_WIDGET (self), keys[i].action, NULL);
  return FALSE;
}

static gboolean
has_same_ids (TroupeCrewOutline *self, GPtrArray *ids)
{
  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->ids)) != ids->len)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    if (!g_str_equal (gtk_string_list_get_string (self->ids, i), ids->pdata[i]))
      return FALSE;
  return TRUE;
}

void
troupe_crew_outline_refresh (TroupeCrewOutline *self)
{
  g_autoptr (GPtrArray) ids = NULL;
  GHashTableIter iter;
  gpointer item;
  TroupeCanvasScene *scene;
  TroupeCrewSubject *subject;

  g_return_if_fail (TROUPE_IS_CREW_OUTLINE (self));

  scene = troupe_crew_scene_get_scene (self->scene);
  subject = troupe_crew_scene_get_subject (self->scene);
  ids = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject); i++)
    g_ptr_array_add (ids, troupe_crew_id_make_task (i));
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (scene, i);

      if (node->is_person)
        g_ptr_array_add (ids, g_strdup (node->id));
    }
  if (!has_same_ids (self, ids))
    {
      g_ptr_array_add (ids, NULL);
      self->loading = TRUE;
      gtk_string_list_splice (self->ids, 0, g_list_model_get_n_items (G_LIST_MODEL (self->ids)),
                              (const char *const *) ids->pdata);
      self->loading = FALSE;
    }
  self->is_stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->is_stale)
    return;
  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    fill_row (self, item);
}

void
troupe_crew_outline_set_scene (TroupeCrewOutline *self, TroupeCrewScene *scene)
{
  g_return_if_fail (TROUPE_IS_CREW_OUTLINE (self));
  g_return_if_fail (TROUPE_IS_CREW_SCENE (scene));

  g_set_object (&self->scene, scene);
  troupe_crew_outline_refresh (self);
}

char **
troupe_crew_outline_get_selection (TroupeCrewOutline *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_CREW_OUTLINE (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->ids)); i++)
    if (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), i))
      g_ptr_array_add (ids, g_strdup (gtk_string_list_get_string (self->ids, i)));
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_steal (ids, NULL);
}

void
troupe_crew_outline_set_selection (TroupeCrewOutline *self, const char *const *ids)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GtkBitset) all = NULL;
  guint n;

  g_return_if_fail (TROUPE_IS_CREW_OUTLINE (self));

  n = g_list_model_get_n_items (G_LIST_MODEL (self->ids));
  selected = gtk_bitset_new_empty ();
  all = gtk_bitset_new_range (0, MAX (1, n));
  for (guint i = 0; i < n; i++)
    if (ids != NULL && g_strv_contains (ids, gtk_string_list_get_string (self->ids, i)))
      gtk_bitset_add (selected, i);
  self->loading = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, all);
  self->loading = FALSE;
}

/* A list view creates up to 200 rows at once, which takes the time of a frame. Therefore it gets
 * its model only when it is first shown. */
static void
troupe_crew_outline_map (GtkWidget *widget)
{
  TroupeCrewOutline *self = TROUPE_CREW_OUTLINE (widget);

  GTK_WIDGET_CLASS (troupe_crew_outline_parent_class)->map (widget);
  if (gtk_list_view_get_model (self->list) == NULL)
    gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  if (self->is_stale && self->scene != NULL)
    troupe_crew_outline_refresh (self);
}

static gboolean
troupe_crew_outline_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CREW_OUTLINE (widget)->list));
}

static void
troupe_crew_outline_dispose (GObject *object)
{
  TroupeCrewOutline *self = TROUPE_CREW_OUTLINE (object);
  GtkWidget *child;

  self->loading = TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->scene);
  g_clear_object (&self->ids);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->bound, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_crew_outline_parent_class)->dispose (object);
}

static void
troupe_crew_outline_class_init (TroupeCrewOutlineClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_crew_outline_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_crew_outline_map;
  GTK_WIDGET_CLASS (klass)->grab_focus = troupe_crew_outline_grab_focus;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "outline");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_crew_outline_init (TroupeCrewOutline *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *controller = gtk_event_controller_key_new ();
  GtkWidget *title;
  GtkWidget *scroller;

  g_assert (TROUPE_IS_CREW_OUTLINE (self));

  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "outline");
  gtk_widget_set_size_request (GTK_WIDGET (self), 260, -1);
  self->bound = g_hash_table_new (NULL, NULL);
  self->ids = gtk_string_list_new (NULL);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->ids)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (NULL, factory));
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), controller);
  title = gtk_label_new (_ ("Outline"));
  scroller = gtk_scrolled_window_new ();
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_margin_start (title, 14);
  gtk_widget_set_margin_top (title, 14);
  gtk_widget_set_margin_bottom (title, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tasks and Agents of the Crew"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_parent (title, GTK_WIDGET (self));
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}
