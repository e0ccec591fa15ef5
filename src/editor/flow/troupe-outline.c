/* troupe-outline.c: outline: list of the methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-outline"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-condition-tree.h"
#include "troupe-inspector.h"
#include "troupe-mark.h"
#include "troupe-outline.h"
#include "troupe-pass-focus.h"
#include "troupe-plot.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

#define MARK_SIZE 24
/* How much of a name or a condition is laid out: layout takes seconds for one of some megabytes. */
#define MOST_CHARACTERS 300

struct _TroupeOutline
{
  GtkWidget parent_instance;

  GtkListView *list;

  TroupeEditorContext *context;
  TroupeOutlineStateFunc state;
  gpointer state_data;
  GtkStringList *names;
  GtkMultiSelection *selection;
  GHashTable *bound; /* GtkListItem → itself: bound rows */
  gboolean loading;
};

enum
{
  SELECTION_CHANGED,
  METHOD_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeOutline, troupe_outline, GTK_TYPE_WIDGET)

static void
fill_row (TroupeOutline *self, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkStringObject *object = gtk_list_item_get_item (item);
  GtkWidget *mark = gtk_widget_get_first_child (box);
  GtkWidget *texts = gtk_widget_get_next_sibling (mark);
  GtkWidget *name = gtk_widget_get_first_child (texts);
  GtkWidget *detail = gtk_widget_get_next_sibling (name);
  const TroupeFlowMethod *method;
  g_autofree char *kind = NULL;
  g_autofree char *trigger = NULL;
  g_autofree char *state = NULL;
  g_autofree char *words = NULL;
  g_autofree char *line = NULL;
  g_autofree char *spoken = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *cut = NULL;
  const TroupeCondition *condition;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_OUTLINE (self));

  method = object != NULL ? troupe_flow_find_method (troupe_editor_context_get_flow (self->context),
                                                     gtk_string_object_get_string (object))
                          : NULL;
  if (method == NULL)
    return;

  kind = troupe_method_describe_kind (method);
  condition = troupe_flow_method_get_condition (method, "");
  if (condition == NULL)
    trigger = g_strdup (method->start ? _ ("at start") : _ ("not connected"));
  else
    {
      text = troupe_condition_to_text (condition);
      trigger = g_strdup_printf (_ ("after %s"), text);
    }
  state = self->state != NULL ? self->state (method->name, self->state_data) : NULL;
  words = g_strjoin (" · ", state != NULL ? state : kind, trigger, NULL);
  cut = troupe_text_shorten (words, MOST_CHARACTERS);
  line = troupe_text_to_line (cut);
  shown = troupe_text_shorten (method->name, MOST_CHARACTERS);
  troupe_mark_set (TROUPE_MARK (mark), troupe_mark_get_role (method),
                   troupe_plot_get_icon_name (method));
  gtk_label_set_label (GTK_LABEL (name), shown);
  gtk_label_set_label (GTK_LABEL (detail), line);
  troupe_list_item_set_tooltip (item, line);
  spoken = g_strdup_printf ("%s, %s", shown, line);
  troupe_list_item_set_name (item, spoken);
}

static void
setup_cb (TroupeOutline *self, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *detail = gtk_label_new (NULL);
  GtkWidget *mark = troupe_mark_new (MARK_SIZE);

  g_assert (TROUPE_IS_OUTLINE (self));

  gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (detail), 0);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), name);
  gtk_box_append (GTK_BOX (texts), detail);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (TroupeOutline *self, GtkListItem *item)
{
  g_assert (TROUPE_IS_OUTLINE (self));

  g_hash_table_add (self->bound, item);
  fill_row (self, item);
}

static void
unbind_cb (TroupeOutline *self, GtkListItem *item)
{
  g_assert (TROUPE_IS_OUTLINE (self));

  if (self->bound != NULL)
    g_hash_table_remove (self->bound, item);
}

static void
selection_changed_cb (TroupeOutline *self)
{
  g_assert (TROUPE_IS_OUTLINE (self));

  if (!self->loading)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
activate_cb (TroupeOutline *self, guint position)
{
  g_assert (TROUPE_IS_OUTLINE (self));

  g_signal_emit (self, signals[METHOD_ACTIVATED], 0,
                 gtk_string_list_get_string (self->names, position));
}

/* Handles the canvas shortcuts that apply to methods. */
static gboolean
key_pressed_cb (TroupeOutline *self, guint keyval, guint keycode, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  const char *action = NULL;

  g_assert (TROUPE_IS_OUTLINE (self));

  if (keyval == GDK_KEY_F2 && modifiers == 0)
    action = "flow.rename";
  else if ((keyval == GDK_KEY_Delete || keyval == GDK_KEY_x) && modifiers == 0)
    action = "flow.delete";
  else if (keyval == GDK_KEY_Delete && modifiers == GDK_CONTROL_MASK)
    action = "flow.delete-reconnect";
  else if (keyval == GDK_KEY_c && modifiers == 0)
    action = "flow.connect";
  else if (keyval == GDK_KEY_C && modifiers == GDK_SHIFT_MASK)
    action = "flow.connect-and";

  return action != NULL && gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
}

static void
troupe_outline_dispose (GObject *object)
{
  TroupeOutline *self = TROUPE_OUTLINE (object);
  GtkWidget *child;

  self->loading = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_OUTLINE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->context);
  g_clear_object (&self->names);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->bound, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_outline_parent_class)->dispose (object);
}

static gboolean
troupe_outline_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_OUTLINE (widget)->list));
}

static void
troupe_outline_class_init (TroupeOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_outline_dispose;
  widget_class->grab_focus = troupe_outline_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[SELECTION_CHANGED] =
      g_signal_new ("selection-changed", TROUPE_TYPE_OUTLINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  signals[METHOD_ACTIVATED] =
      g_signal_new ("method-activated", TROUPE_TYPE_OUTLINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_css_name (widget_class, "outline");
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-editor-outline.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeOutline, list);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
troupe_outline_init (TroupeOutline *self)
{
  GtkListItemFactory *factory;
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_assert (self != NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->bound = g_hash_table_new (NULL, NULL);
  self->names = gtk_string_list_new (NULL);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->names)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (factory);

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

void
troupe_outline_set_context (TroupeOutline *self,
                            TroupeEditorContext *context,
                            TroupeOutlineStateFunc state,
                            gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_OUTLINE (self));
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (context));

  g_set_object (&self->context, context);
  self->state = state;
  self->state_data = user_data;
  troupe_outline_refresh (self);
}

static gboolean
has_same_names (TroupeOutline *self, TroupeFlow *flow)
{
  guint n = troupe_flow_get_n_methods (flow);

  g_assert (TROUPE_IS_OUTLINE (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->names)) != n)
    return FALSE;

  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (self->names, i),
                      troupe_flow_get_method (flow, i)->name))
      return FALSE;

  return TRUE;
}

void
troupe_outline_refresh (TroupeOutline *self)
{
  TroupeFlow *flow;

  g_return_if_fail (TROUPE_IS_OUTLINE (self));

  flow = troupe_editor_context_get_flow (self->context);
  if (!has_same_names (self, flow))
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
        g_ptr_array_add (names, troupe_flow_get_method (flow, i)->name);
      g_ptr_array_add (names, NULL);
      self->loading = TRUE;
      gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                              (const char *const *) names->pdata);
      self->loading = FALSE;
    }
  troupe_outline_refresh_states (self);
}

void
troupe_outline_refresh_states (TroupeOutline *self)
{
  GHashTableIter iter;
  gpointer item;

  g_return_if_fail (TROUPE_IS_OUTLINE (self));

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    fill_row (self, item);
}

char **
troupe_outline_get_selection (TroupeOutline *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GtkBitsetIter iter;
  guint position;

  g_return_val_if_fail (TROUPE_IS_OUTLINE (self), NULL);

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean valid = gtk_bitset_iter_init_first (&iter, selected, &position); valid;
       valid = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (names, g_strdup (gtk_string_list_get_string (self->names, position)));
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

void
troupe_outline_set_selection (TroupeOutline *self, const char *const *names)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GtkBitset) all = NULL;
  TroupeFlow *flow;

  g_return_if_fail (TROUPE_IS_OUTLINE (self));

  flow = troupe_editor_context_get_flow (self->context);
  selected = gtk_bitset_new_empty ();
  all = gtk_bitset_new_range (0, MAX (1, troupe_flow_get_n_methods (flow)));
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, names[i]);

      if (method != NULL)
        gtk_bitset_add (selected, method->index);
    }
  self->loading = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, all);
  self->loading = FALSE;
}
