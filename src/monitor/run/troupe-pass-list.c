/* troupe-pass-list.c: list of the passes of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pass-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-pass-focus.h"
#include "troupe-pass-list.h"
#include "troupe-row-name.h"
#include "troupe-value-tree.h"

#define MAX_HEIGHT 260

/* --- List item -------------------------------------------------------------------------------- */

#define TROUPE_TYPE_PASS_ITEM (troupe_pass_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupePassItem, troupe_pass_item, TROUPE, PASS_ITEM, GObject)

struct _TroupePassItem
{
  GObject parent_instance;

  guint number;
};

G_DEFINE_FINAL_TYPE (TroupePassItem, troupe_pass_item, G_TYPE_OBJECT)

static void
troupe_pass_item_class_init (TroupePassItemClass *klass)
{
}

static void
troupe_pass_item_init (TroupePassItem *self)
{
}

/* --- List model ------------------------------------------------------------------------------- */

/* A list model that stores only the number of passes. */
#define TROUPE_TYPE_PASSES (troupe_passes_get_type ())
G_DECLARE_FINAL_TYPE (TroupePasses, troupe_passes, TROUPE, PASSES, GObject)

struct _TroupePasses
{
  GObject parent_instance;

  guint n_passes;
};

static GType
troupe_passes_get_item_type (GListModel *list)
{
  return TROUPE_TYPE_PASS_ITEM;
}

static guint
troupe_passes_get_n_items (GListModel *list)
{
  return TROUPE_PASSES (list)->n_passes;
}

static gpointer
troupe_passes_get_item (GListModel *list, guint position)
{
  TroupePassItem *item;

  if (position >= TROUPE_PASSES (list)->n_passes)
    return NULL;
  item = g_object_new (TROUPE_TYPE_PASS_ITEM, NULL);
  item->number = position + 1;
  return item;
}

static void
troupe_passes_list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = troupe_passes_get_item_type;
  interface->get_n_items = troupe_passes_get_n_items;
  interface->get_item = troupe_passes_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupePasses,
                               troupe_passes,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      troupe_passes_list_model_init))

static void
troupe_passes_class_init (TroupePassesClass *klass)
{
}

static void
troupe_passes_init (TroupePasses *self)
{
}

/* --- Widget ----------------------------------------------------------------------------------- */

struct _TroupePassList
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *list;
  TroupeRunModel *model;
  TroupePasses *passes;
  GtkSingleSelection *selection;
  char *method;
  guint pass;
  guint n_runs;
  gboolean is_revealed;
  TroupeBarState last_state;
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePassList, troupe_pass_list, GTK_TYPE_WIDGET)

char *
troupe_pass_describe (const TroupeMethodInfo *info)
{
  g_autofree char *span = NULL;

  g_return_val_if_fail (info != NULL, NULL);

  span = troupe_span_to_text (info->elapsed);
  switch (info->state)
    {
    case TROUPE_BAR_WAITING:
      return g_strdup (_ ("Waiting"));
    case TROUPE_BAR_RUNNING:
      return g_strdup (_ ("Running"));
    case TROUPE_BAR_ASKING:
      return g_strdup (_ ("Needs your answer"));
    case TROUPE_BAR_FAILED:
      return g_strdup_printf (_ ("Failed after %s"), span);
    case TROUPE_BAR_CANCELLED:
      return g_strdup (_ ("Stopped"));
    case TROUPE_BAR_DONE:
    case TROUPE_BAR_N_STATES:
    default:
      return info->is_reused ? g_strdup (C_ ("task", "Reused"))
                             : g_strdup_printf (_ ("Done in %s"), span);
    }
}

static void
setup_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  static const char *const classes[] = { "pass-number", "dim-label", "monospace" };
  static const int widths[] = { 9, 14, 14 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *gave;

  gtk_widget_add_css_class (box, "pass-row");
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_width_chars (GTK_LABEL (label), widths[i]);
      gtk_widget_add_css_class (label, classes[i]);
      gtk_box_append (GTK_BOX (box), label);
    }
  /* The output fills the remaining width, with a minimum in case the first passes have short
   * outputs. */
  gave = gtk_widget_get_last_child (box);
  gtk_label_set_ellipsize (GTK_LABEL (gave), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (gave), 30);
  gtk_widget_set_hexpand (gave, TRUE);
  gtk_label_set_single_line_mode (GTK_LABEL (gave), TRUE);
  troupe_value_label_tell_cut (gave);
  gtk_list_item_set_child (item, box);
}

static void
bind_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TroupePassList *self = TROUPE_PASS_LIST (user_data);
  const guint number = TROUPE_PASS_ITEM (gtk_list_item_get_item (item))->number;
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  g_autoptr (TroupeMethodInfo) info =
      troupe_run_model_make_pass (self->model, self->method, number);
  g_autofree char *title = g_strdup_printf (_ ("Pass %u"), number);
  g_autofree char *state = info != NULL ? troupe_pass_describe (info) : g_strdup ("");
  g_autofree char *gave = NULL;
  g_autofree char *spoken = NULL;

  g_assert (TROUPE_IS_PASS_LIST (self));

  if (info != NULL && info->result != NULL)
    gave = troupe_value_describe_line (info->result);
  else if (info != NULL)
    gave = g_strdup (info->error);
  g_object_set_data (G_OBJECT (gtk_list_item_get_child (item)), "troupe-pass",
                     GUINT_TO_POINTER (number));
  gtk_label_set_label (GTK_LABEL (label), title);
  label = gtk_widget_get_next_sibling (label);
  gtk_label_set_label (GTK_LABEL (label), state);
  label = gtk_widget_get_next_sibling (label);
  gtk_label_set_label (GTK_LABEL (label), gave != NULL ? gave : "");
  spoken = g_strjoin (", ", title, state, gave, NULL);
  troupe_list_item_set_name (item, spoken);
}

static void
activated_cb (GtkListView *list, guint position, gpointer user_data)
{
  g_assert (TROUPE_IS_PASS_LIST (user_data));

  g_signal_emit (user_data, signals[CHOSEN], 0, position + 1);
}

static TroupeBarState
get_last_state (TroupePassList *self)
{
  const TroupeMethodInfo *info = troupe_run_model_get_method (self->model, self->method);

  g_assert (TROUPE_IS_PASS_LIST (self));

  return info != NULL ? info->state : TROUPE_BAR_WAITING;
}

/* New passes are appended, and the pass that was the last one may have ended. */
static void
model_changed_cb (TroupePassList *self)
{
  const guint old = self->passes->n_passes;
  const guint now = troupe_run_model_get_n_passes (self->model, self->method);
  const gboolean is_same_run = self->n_runs == troupe_run_model_get_n_runs (self->model);
  const guint kept = is_same_run && now >= old && old > 0 ? old - 1 : 0;

  g_assert (TROUPE_IS_PASS_LIST (self));

  if (is_same_run && now == old && self->last_state == get_last_state (self))
    return;
  self->n_runs = troupe_run_model_get_n_runs (self->model);
  self->last_state = get_last_state (self);
  self->passes->n_passes = now;
  g_list_model_items_changed (G_LIST_MODEL (self->passes), kept, old - kept, now - kept);
}

static guint
get_chosen (TroupePassList *self)
{
  g_assert (TROUPE_IS_PASS_LIST (self));

  return (self->pass > 0 ? self->pass : self->passes->n_passes) - 1;
}

/* Row positions are only known after the list was allocated. */
static gboolean
reveal_chosen_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupePassList *self = TROUPE_PASS_LIST (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_PASS_LIST (self));

  if (gtk_widget_get_height (self->list) == 0)
    return G_SOURCE_CONTINUE;
  if (get_chosen (self) >= self->passes->n_passes)
    return G_SOURCE_REMOVE;
  if (self->is_revealed)
    {
      GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
      GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

      /* Focuses the selected row if the focus is in the list. */
      if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
        {
          for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
               row = gtk_widget_get_next_sibling (row))
            {
              GtkWidget *box = gtk_widget_get_first_child (row);

              if (box != NULL &&
                  GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (box), "troupe-pass")) ==
                      get_chosen (self) + 1)
                {
                  gtk_widget_grab_focus (row);
                  break;
                }
            }
        }
      return G_SOURCE_REMOVE;
    }
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", get_chosen (self));
  self->is_revealed = TRUE;
  return G_SOURCE_CONTINUE;
}

static void
troupe_pass_list_map (GtkWidget *widget)
{
  TroupePassList *self = TROUPE_PASS_LIST (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_PASS_LIST (self));

  GTK_WIDGET_CLASS (troupe_pass_list_parent_class)->map (widget);
  if (get_chosen (self) < self->passes->n_passes)
    gtk_single_selection_set_selected (self->selection, get_chosen (self));
  gtk_widget_add_tick_callback (widget, reveal_chosen_cb, NULL, NULL);
}

static gboolean
troupe_pass_list_grab_focus (GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  return gtk_widget_grab_focus (TROUPE_PASS_LIST (widget)->list);
}

static void
troupe_pass_list_dispose (GObject *object)
{
  TroupePassList *self = TROUPE_PASS_LIST (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->passes);
  g_clear_object (&self->model);
  g_clear_pointer (&self->method, g_free);
  G_OBJECT_CLASS (troupe_pass_list_parent_class)->dispose (object);
}

static void
troupe_pass_list_class_init (TroupePassListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_pass_list_dispose;
  widget_class->map = troupe_pass_list_map;
  widget_class->grab_focus = troupe_pass_list_grab_focus;
  troupe_pass_focus_install (widget_class);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_pass_list_init (TroupePassList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_assert (self != NULL);

  self->passes = g_object_new (TROUPE_TYPE_PASSES, NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->passes)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row_cb), self, 0);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  gtk_widget_add_css_class (self->list, "pass-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Passes"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated_cb), self, 0);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
troupe_pass_list_new (TroupeRunModel *model, const char *method, guint pass)
{
  TroupePassList *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PASS_LIST, NULL);
  self->model = g_object_ref (model);
  self->method = g_strdup (method);
  self->pass = pass;
  self->n_runs = troupe_run_model_get_n_runs (model);
  model_changed_cb (self);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const char *
troupe_pass_list_get_method (TroupePassList *self)
{
  g_return_val_if_fail (TROUPE_IS_PASS_LIST (self), NULL);

  return self->method;
}
