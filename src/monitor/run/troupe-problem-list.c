/* troupe-problem-list.c: list of the problems of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-problem-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-problem-list.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

/* A list item for a problem. */
#define TROUPE_TYPE_PROBLEM_ITEM (troupe_problem_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProblemItem, troupe_problem_item, TROUPE, PROBLEM_ITEM, GObject)

struct _TroupeProblemItem
{
  GObject parent_instance;

  TroupeProblem *problem;
};

G_DEFINE_FINAL_TYPE (TroupeProblemItem, troupe_problem_item, G_TYPE_OBJECT)

static void
troupe_problem_item_finalize (GObject *object)
{
  troupe_problem_unref (TROUPE_PROBLEM_ITEM (object)->problem);
  G_OBJECT_CLASS (troupe_problem_item_parent_class)->finalize (object);
}

static void
troupe_problem_item_class_init (TroupeProblemItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_problem_item_finalize;
}

static void
troupe_problem_item_init (TroupeProblemItem *self)
{
}

struct _TroupeProblemList
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *list;
  GListStore *store;
  GtkSingleSelection *selection;
  guint repaired; /* position of the row whose repair was requested last */
};

enum
{
  PROBLEM_ACTIVATED,
  FIX_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeProblemList, troupe_problem_list, GTK_TYPE_WIDGET)

static void
fix_clicked_cb (GtkButton *button, gpointer user_data)
{
  TroupeProblemList *self = TROUPE_PROBLEM_LIST (user_data);
  GtkListItem *item = g_object_get_data (G_OBJECT (button), "troupe-list-item");
  TroupeProblemItem *row = gtk_list_item_get_item (item);

  self->repaired = gtk_list_item_get_position (item);
  if (row != NULL)
    g_signal_emit (self, signals[FIX_REQUESTED], 0, row->problem);
}

static GtkWidget *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
setup_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *place = make_label ("caption");

  gtk_widget_add_css_class (box, "problem-row");
  gtk_widget_add_css_class (place, "dim-label");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (button), "troupe-list-item", item);
  g_signal_connect_object (button, "clicked", G_CALLBACK (fix_clicked_cb), user_data, 0);
  gtk_box_append (GTK_BOX (words), make_label (NULL));
  gtk_box_append (GTK_BOX (words), place);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), button);
  gtk_list_item_set_child (item, box);
}

static void
bind_row_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const TroupeProblem *problem = TROUPE_PROBLEM_ITEM (gtk_list_item_get_item (item))->problem;
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *words = gtk_widget_get_next_sibling (icon);
  GtkWidget *button = gtk_widget_get_next_sibling (words);
  GtkWidget *message = gtk_widget_get_first_child (words);
  g_autofree char *place = NULL;
  g_autofree char *shown = troupe_text_to_lines (problem->message);
  const gboolean is_error = troupe_problem_fails (problem);
  const gboolean is_warning = problem->severity == TROUPE_SEVERITY_WARNING;
  const char *classes[] = { is_error ? "error" : is_warning ? "warning" : "dim-label", NULL };

  /* A problem of the document as a whole has no path. */
  if (problem->path == NULL || *problem->path == '\0')
    place = g_strdup (problem->code);
  else if (problem->line == 0)
    place = g_strdup_printf ("%s · %s", problem->path, problem->code);
  else if (problem->part != NULL)
    place = g_strdup_printf (_ ("%s · %s, line %u, column %u · %s"), problem->path, problem->part,
                             problem->line, problem->column, problem->code);
  else
    {
      /* Translators: the location of a problem. First %s is a path, first %u the line, second
       * %u the column, second %s a code. */
      place = g_strdup_printf (_ ("%s · line %u, column %u · %s"), problem->path, problem->line,
                               problem->column, problem->code);
    }

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), is_error     ? "dialog-error-symbolic"
                                                  : is_warning ? "dialog-warning-symbolic"
                                                               : "dialog-information-symbolic");
  gtk_widget_set_css_classes (icon, classes);
  gtk_label_set_label (GTK_LABEL (message), shown);
  troupe_list_item_set_name (item, shown);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (message)), place);
  gtk_widget_set_visible (button, problem->fix_action != NULL);
  troupe_button_set_row_label (GTK_BUTTON (button),
                               problem->fix_label != NULL ? problem->fix_label : _ ("Fix"),
                               problem->fix);
}

static void
activated (GtkListView *list, guint position, gpointer user_data)
{
  TroupeProblemList *self = TROUPE_PROBLEM_LIST (user_data);
  g_autoptr (TroupeProblemItem) item = g_list_model_get_item (G_LIST_MODEL (self->store), position);

  g_assert (TROUPE_IS_PROBLEM_LIST (self));

  if (item != NULL)
    g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, item->problem);
}

void
troupe_problem_list_set_problems (TroupeProblemList *self, GPtrArray *problems)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean had_focus;

  g_return_if_fail (TROUPE_IS_PROBLEM_LIST (self));

  had_focus = root != NULL && gtk_root_get_focus (root) != NULL &&
              gtk_widget_is_ancestor (gtk_root_get_focus (root), self->list);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      TroupeProblemItem *item = g_object_new (TROUPE_TYPE_PROBLEM_ITEM, NULL);

      item->problem = troupe_problem_ref (g_ptr_array_index (problems, i));
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)),
                       items->pdata, items->len);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), items->len > 0 ? "list" : "empty");
  if (had_focus)
    {
      const guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->store));

      /* Moves the focus to the row that took the place of a repaired one, so that the next
       * repair is one key away. */
      if (n_items == 0)
        return;
      gtk_widget_activate_action (self->list, "list.scroll-to-item", "u",
                                  MIN (self->repaired, n_items - 1));
      gtk_widget_grab_focus (self->list);
    }
}

void
troupe_problem_list_walk (TroupeProblemList *self, int step)
{
  guint n_items, position;

  g_return_if_fail (TROUPE_IS_PROBLEM_LIST (self));

  n_items = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  if (n_items == 0)
    return;
  position = gtk_single_selection_get_selected (self->selection);
  if (position == GTK_INVALID_LIST_POSITION)
    position = step > 0 ? 0 : n_items - 1;
  else
    position = (position + n_items + (guint) step) % n_items;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
  activated (GTK_LIST_VIEW (self->list), position, self);
}

static void
troupe_problem_list_dispose (GObject *object)
{
  TroupeProblemList *self = TROUPE_PROBLEM_LIST (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->store);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (troupe_problem_list_parent_class)->dispose (object);
}

static void
troupe_problem_list_class_init (TroupeProblemListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_problem_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[PROBLEM_ACTIVATED] =
      g_signal_new ("problem-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);
  signals[FIX_REQUESTED] =
      g_signal_new ("fix-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);
}

static void
troupe_problem_list_init (TroupeProblemList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *empty = gtk_label_new (_ ("No problems found."));

  g_assert (self != NULL);

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row_cb), self, 0);
  self->store = g_list_store_new (TROUPE_TYPE_PROBLEM_ITEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->store)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  gtk_widget_add_css_class (self->list, "problem-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Problems"), -1);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_widget_add_css_class (empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

GtkWidget *
troupe_problem_list_new (void)
{
  return g_object_new (TROUPE_TYPE_PROBLEM_LIST, NULL);
}
