/* troupe-memory-scopes.c: sidebar with the scopes and categories of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-scopes"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-memory-scopes.h"
#include "troupe-sanitize-text.h"
#include "troupe-value-item.h"

#define WIDTH 250
#define FACE 18
#define INDENT 20
/* Maximum number of scopes and categories that are listed. */
#define MOST_SCOPES 400u
#define MOST_CATEGORIES 100u

struct _TroupeMemoryScopes
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkListBox *scopes;
  GtkWidget *title;
  GtkListBox *categories;
  GtkLabel *foot;
  char *scope;    /* (nullable) */
  char *category; /* (nullable) */
  char *seen;     /* (nullable): describes the listed content */
  gboolean is_filling;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMemoryScopes, troupe_memory_scopes, GTK_TYPE_WIDGET)

/* --- Rows ----------------------------------------------------------------------------------------- */

static const char *
get_name (GtkListBoxRow *row)
{
  return row != NULL ? g_object_get_data (G_OBJECT (row), "troupe-name") : NULL;
}

/* @name: (nullable): NULL for everything; @face: (nullable) */
static GtkWidget *
make_row (const char *name, const char *shown, GtkWidget *face, guint indent, guint n)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *line = troupe_text_to_line (shown);
  g_autofree char *records = troupe_memory_text_records (n);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", line, records);
  g_autofree char *number = troupe_value_format_count (n);
  GtkWidget *label = gtk_label_new (line);
  GtkWidget *count = gtk_label_new (number);

  gtk_widget_set_margin_start (box, (int) indent * INDENT);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  if (face != NULL)
    gtk_box_append (GTK_BOX (box), face);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, name != NULL ? line : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data_full (G_OBJECT (row), "troupe-name", g_strdup (name), g_free);

  return row;
}

static void
empty (GtkListBox *list)
{
  GtkListBoxRow *row;

  g_assert (GTK_IS_LIST_BOX (list));

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static void
add_scopes (TroupeMemoryScopes *self, const TroupeMemoryListing *look, TroupeMemoryNames *people)
{
  g_assert (TROUPE_IS_MEMORY_SCOPES (self));

  gtk_list_box_append (self->scopes, make_row (NULL, _ ("Everything"),
                                               gtk_image_new_from_icon_name ("view-list-symbolic"),
                                               0, look->n_records));
  for (guint i = 0; i < MIN (look->scopes->len, MOST_SCOPES); i++)
    {
      const TroupeMemoryCount *count = g_ptr_array_index (look->scopes, i);
      g_auto (GStrv) steps = troupe_memory_listing_list_steps (count->name);
      const guint depth = g_strv_length (steps);
      const char *shown = depth > 1 ? count->name + strlen (steps[depth - 2]) + 1 : count->name;

      gtk_list_box_append (self->scopes,
                           make_row (count->name, shown,
                                     troupe_memory_names_make_face (people, count->name, FACE),
                                     depth > 0 ? depth - 1 : 0, count->n));
    }
}

/* Selects the row with @name. Returns FALSE if there is no such row. */
static gboolean
select_row (GtkListBox *list, const char *name)
{
  GtkListBoxRow *row;

  g_assert (GTK_IS_LIST_BOX (list));

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (g_strcmp0 (get_name (row), name) == 0)
      {
        gtk_list_box_select_row (list, row);
        return TRUE;
      }

  return FALSE;
}

void
troupe_memory_scopes_show (TroupeMemoryScopes *self,
                           const TroupeMemoryListing *look,
                           TroupeMemoryNames *people)
{
  g_autofree char *seen = NULL;
  GString *all;
  g_autofree char *records = NULL;
  g_autofree char *size = NULL;
  g_autofree char *embedder = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_SCOPES (self));
  g_return_if_fail (look != NULL && people != NULL);

  records = troupe_memory_text_records (look->n_records);
  size = g_format_size ((guint64) look->n_bytes);
  embedder = look->embedder != NULL ? troupe_text_to_line (look->embedder) : g_strdup ("");
  text = *embedder != '\0' ? g_strdup_printf ("%s · %s\n%s", records, size, embedder)
                           : g_strdup_printf ("%s · %s", records, size);
  gtk_label_set_label (self->foot, look->n_bytes > 0 ? text : records);
  /* Describes the content of the lists. The lists are rebuilt only if this description changes. */
  all = g_string_new (NULL);
  g_string_append_printf (all, "%u\n", look->n_records);
  for (guint i = 0; i < look->scopes->len; i++)
    {
      const TroupeMemoryCount *count = g_ptr_array_index (look->scopes, i);

      g_string_append_printf (all, "%s %u\n", count->name, count->n);
    }
  for (guint i = 0; i < look->categories->len; i++)
    {
      const TroupeMemoryCount *count = g_ptr_array_index (look->categories, i);

      g_string_append_printf (all, "#%s %u\n", count->name, count->n);
    }
  seen = g_string_free (all, FALSE);
  if (g_strcmp0 (seen, self->seen) == 0)
    return;
  g_free (self->seen);
  self->seen = g_steal_pointer (&seen);
  self->is_filling = TRUE;
  empty (self->scopes);
  empty (self->categories);
  add_scopes (self, look, people);
  for (guint i = 0; i < MIN (look->categories->len, MOST_CATEGORIES); i++)
    {
      const TroupeMemoryCount *count = g_ptr_array_index (look->categories, i);

      gtk_list_box_append (self->categories,
                           make_row (count->name, count->name, NULL, 1, count->n));
    }
  gtk_widget_set_visible (self->title, look->categories->len > 0);
  if (!select_row (self->scopes, self->scope))
    {
      g_clear_pointer (&self->scope, g_free);
      select_row (self->scopes, NULL);
    }
  if (self->category != NULL && !select_row (self->categories, self->category))
    g_clear_pointer (&self->category, g_free);
  self->is_filling = FALSE;
}

/* --- Selection -------------------------------------------------------------------------------- */

const char *
troupe_memory_scopes_get_scope (TroupeMemoryScopes *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_SCOPES (self), NULL);

  return self->scope;
}

const char *
troupe_memory_scopes_get_category (TroupeMemoryScopes *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_SCOPES (self), NULL);

  return self->category;
}

void
troupe_memory_scopes_set_scope (TroupeMemoryScopes *self, const char *scope)
{
  g_return_if_fail (TROUPE_IS_MEMORY_SCOPES (self));

  g_free (self->scope);
  self->scope = g_strdup (scope);
  self->is_filling = TRUE;
  select_row (self->scopes, scope);
  self->is_filling = FALSE;
}

static void
scope_selected_cb (TroupeMemoryScopes *self, GtkListBoxRow *row)
{
  g_assert (TROUPE_IS_MEMORY_SCOPES (self));

  if (self->is_filling || row == NULL || g_strcmp0 (get_name (row), self->scope) == 0)
    return;
  g_free (self->scope);
  self->scope = g_strdup (get_name (row));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Activating the selected category deselects it. */
static void
category_activated_cb (TroupeMemoryScopes *self, GtkListBoxRow *row)
{
  const char *name = get_name (row);

  g_assert (TROUPE_IS_MEMORY_SCOPES (self));

  if (g_strcmp0 (name, self->category) == 0)
    {
      g_clear_pointer (&self->category, g_free);
      gtk_list_box_unselect_all (self->categories);
    }
  else
    {
      g_free (self->category);
      self->category = g_strdup (name);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static GtkWidget *
make_list (TroupeMemoryScopes *self, const char *label)
{
  GtkWidget *list = gtk_list_box_new ();

  g_assert (TROUPE_IS_MEMORY_SCOPES (self));

  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);

  return list;
}

static GtkWidget *
make_title (const char *text)
{
  GtkWidget *title = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (title, "memory-title");

  return title;
}

static void
troupe_memory_scopes_dispose (GObject *object)
{
  TroupeMemoryScopes *self = TROUPE_MEMORY_SCOPES (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_memory_scopes_parent_class)->dispose (object);
}

static void
troupe_memory_scopes_finalize (GObject *object)
{
  TroupeMemoryScopes *self = TROUPE_MEMORY_SCOPES (object);

  g_free (self->scope);
  g_free (self->category);
  g_free (self->seen);

  G_OBJECT_CLASS (troupe_memory_scopes_parent_class)->finalize (object);
}

static void
troupe_memory_scopes_class_init (TroupeMemoryScopesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_memory_scopes_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_scopes_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_memory_scopes_init (TroupeMemoryScopes *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *lists = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *foot = gtk_label_new (NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_size_request (self->box, WIDTH, -1);
  gtk_box_append (GTK_BOX (self->box), make_title (_ ("Scopes")));
  self->scopes = GTK_LIST_BOX (make_list (self, _ ("Scopes")));
  self->title = make_title (_ ("Categories"));
  gtk_widget_set_visible (self->title, FALSE);
  self->categories = GTK_LIST_BOX (make_list (self, _ ("Categories")));
  gtk_list_box_set_selection_mode (self->scopes, GTK_SELECTION_BROWSE);
  g_signal_connect_object (self->scopes, "row-selected", G_CALLBACK (scope_selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->categories, "row-activated", G_CALLBACK (category_activated_cb),
                           self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (lists), GTK_WIDGET (self->scopes));
  gtk_box_append (GTK_BOX (lists), self->title);
  gtk_box_append (GTK_BOX (lists), GTK_WIDGET (self->categories));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), lists);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), scrolled);
  self->foot = GTK_LABEL (foot);
  gtk_label_set_xalign (self->foot, 0);
  gtk_label_set_ellipsize (self->foot, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (foot, "dim-label");
  gtk_widget_add_css_class (foot, "caption");
  gtk_widget_add_css_class (foot, "memory-foot");
  gtk_box_append (GTK_BOX (self->box), foot);
}

GtkWidget *
troupe_memory_scopes_new (void)
{
  return g_object_new (TROUPE_TYPE_MEMORY_SCOPES, NULL);
}
