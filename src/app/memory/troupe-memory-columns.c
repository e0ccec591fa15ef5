/* troupe-memory-columns.c: column setup of the table of memory records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-columns"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-memory-columns.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

#define FACE 20
#define DOT "●"
#define DOTS 5u
/* Maximum number of characters of a record that a cell shows. */
#define LONGEST_TEXT 400

typedef enum
{
  COLUMN_TEXT,
  COLUMN_SCOPE,
  COLUMN_IMPORTANCE,
  COLUMN_AGE,
  COLUMN_FITS,
  N_COLUMNS
} ColumnKind;

static const struct
{
  const char *title;
  int width; /* 0 for the remaining width */
} kinds[N_COLUMNS] = {
  [COLUMN_TEXT] = { N_ ("Memory"), 0 },
  [COLUMN_SCOPE] = { N_ ("Scope"), 136 },
  [COLUMN_IMPORTANCE] = { N_ ("Importance"), 96 },
  [COLUMN_AGE] = { N_ ("Age"), 84 },
  /* Translators: a column: how well a record matches the search */
  [COLUMN_FITS] = { N_ ("Match"), 60 },
};

/* Data shared by all columns of a view. @people: owned */
typedef struct
{
  gatomicrefcount ref_count;
  TroupeMemoryRows *rows; /* not owned: it is the model of the view */
  TroupeMemoryNames *people;
} Shared;

typedef struct
{
  Shared *shared;
  ColumnKind kind;
} Column;

static void
column_free (gpointer data, GClosure *closure)
{
  Column *column = data;

  if (g_atomic_ref_count_dec (&column->shared->ref_count))
    {
      troupe_memory_names_free (column->shared->people);
      g_free (column->shared);
    }
  g_free (column);
}

/* --- Cell content ----------------------------------------------------------------------------- */

/* Returns the beginning of @text as a single line. Long texts are cut so that they need not be
 * laid out completely. (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *begin = g_utf8_strlen (text, LONGEST_TEXT * 4) > LONGEST_TEXT
                               ? g_utf8_substring (text, 0, LONGEST_TEXT)
                               : g_strdup (text);
  char *line = NULL;

  g_strdelimit (begin, "\r\n\t", ' ');
  line = troupe_text_to_line (begin);

  return line;
}

/* (transfer full) */
static char *
repeat_dot (guint n)
{
  GString *dots = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (dots, i > 0 ? " " DOT : DOT);

  return g_string_free (dots, FALSE);
}

static void
fill_cb (TroupeMemoryRow *row, GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (item), "troupe-column");
  GtkWidget *cell = gtk_list_item_get_child (item);
  const TroupeMemoryRecord *record = troupe_memory_row_get_record (row);
  const double fit = troupe_memory_row_get_fit (row, NULL);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_MEMORY_ROW (row));

  if (record == NULL)
    return;
  switch (column->kind)
    {
    case COLUMN_TEXT:
      text = shorten (record->content);
      break;
    case COLUMN_SCOPE:
      {
        const char *scope = record->scope;
        GtkWidget *label = gtk_widget_get_last_child (cell);
        GtkWidget *before = gtk_widget_get_first_child (cell);
        g_autofree char *name = troupe_memory_names_name (scope);
        g_autofree char *whole = troupe_text_to_line (scope);

        if (before != label)
          gtk_box_remove (GTK_BOX (cell), before);
        gtk_box_prepend (GTK_BOX (cell),
                         troupe_memory_names_make_face (column->shared->people, scope, FACE));
        gtk_label_set_label (GTK_LABEL (label), name);
        gtk_widget_set_tooltip_text (cell, whole);
      }
      return;
    case COLUMN_IMPORTANCE:
      {
        double importance = record->importance;
        const guint n = troupe_memory_text_get_dots (importance);
        g_autofree char *full = repeat_dot (n);
        g_autofree char *rest = repeat_dot (DOTS - n);
        g_autofree char *spoken = troupe_memory_text_importance (importance);

        gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (cell)), full);
        gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (cell)), rest);
        gtk_widget_set_visible (gtk_widget_get_first_child (cell), n > 0);
        gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        spoken, -1);
        gtk_widget_set_tooltip_text (cell, spoken);
      }
      return;
    case COLUMN_AGE:
      text = troupe_memory_text_age (record->created_us, g_get_real_time ());
      break;
    case COLUMN_FITS:
      text = fit >= 0.0 ? g_strdup_printf ("%.2f", fit) : g_strdup ("");
      break;
    case N_COLUMNS:
    default:
      return;
    }
  gtk_label_set_label (GTK_LABEL (cell), text);
  if (column->kind == COLUMN_TEXT)
    troupe_list_item_set_row_name (item, text);
}

/* --- Cell factories --------------------------------------------------------------------------- */

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const Column *column = user_data;
  ColumnKind kind;
  GtkWidget *label;
  GtkWidget *box = NULL;
  GtkWidget *cell;

  g_assert (GTK_IS_LIST_ITEM (item));

  g_object_set_data (G_OBJECT (item), "troupe-column", (gpointer) column);
  kind = column->kind;
  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), kind == COLUMN_FITS ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (kind == COLUMN_TEXT)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_lines (GTK_LABEL (label), 2);
    }
  if (kind == COLUMN_FITS)
    gtk_widget_add_css_class (label, "numeric");
  if (kind == COLUMN_AGE)
    gtk_widget_add_css_class (label, "dim-label");
  if (kind == COLUMN_TEXT || kind == COLUMN_AGE || kind == COLUMN_FITS)
    cell = label;
  else
    {
      box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_HORIZONTAL, "spacing",
                          kind == COLUMN_SCOPE ? 6 : 3, "accessible-role",
                          GTK_ACCESSIBLE_ROLE_GROUP, NULL);
      if (kind == COLUMN_IMPORTANCE)
        {
          GtkWidget *full = gtk_label_new (NULL);

          gtk_widget_add_css_class (full, "memory-dots");
          gtk_widget_add_css_class (label, "memory-no-dots");
          gtk_box_append (GTK_BOX (box), full);
        }
      gtk_box_append (GTK_BOX (box), label);
      cell = box;
    }
  gtk_list_item_set_child (item, cell);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const Column *column = user_data;
  TroupeMemoryRow *row = TROUPE_MEMORY_ROW (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  troupe_memory_row_watch (row);
  g_signal_connect (row, "changed", G_CALLBACK (fill_cb), item);
  fill_cb (row, item);
  if (column->kind == COLUMN_TEXT)
    troupe_memory_rows_read_soon (column->shared->rows);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TroupeMemoryRow *row = TROUPE_MEMORY_ROW (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_handlers_disconnect_by_func (row, fill_cb, item);
  troupe_memory_row_unwatch (row);
}

static GtkColumnViewColumn *
make_column (Shared *shared, ColumnKind kind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *own;
  Column *column = g_new0 (Column, 1);

  g_atomic_ref_count_inc (&shared->ref_count);
  column->shared = shared;
  column->kind = kind;
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), column, column_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), column);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), column);
  own = gtk_column_view_column_new (_ (kinds[kind].title), factory);
  if (kinds[kind].width > 0)
    gtk_column_view_column_set_fixed_width (own, kinds[kind].width);
  else
    gtk_column_view_column_set_expand (own, TRUE);

  return own;
}

void
troupe_memory_columns_add (GtkColumnView *view, TroupeMemoryRows *rows, TroupeMemoryNames *people)
{
  Shared *shared = g_new0 (Shared, 1);

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (TROUPE_IS_MEMORY_ROWS (rows) && people != NULL);

  g_atomic_ref_count_init (&shared->ref_count);
  shared->rows = rows;
  shared->people = people;
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = make_column (shared, i);

      gtk_column_view_append_column (view, column);
    }
  /* Releases the initial reference, because the columns have references of their own. */
  (void) g_atomic_ref_count_dec (&shared->ref_count);
}

void
troupe_memory_columns_set (GtkColumnView *view, gboolean fits, gboolean is_narrow)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  const gboolean visible[N_COLUMNS] = { TRUE, TRUE, !is_narrow, !is_narrow, fits };

  g_return_if_fail (g_list_model_get_n_items (columns) == N_COLUMNS);

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_visible (column, visible[i]);
      /* GTK 4.8 reserves space for a column with a fixed width even if the column is hidden. */
      if (kinds[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, visible[i] ? kinds[i].width : -1);
    }
}

char *
troupe_memory_columns_to_text (TroupeMemoryRow *row)
{
  const TroupeMemoryRecord *record;
  g_autofree char *content = NULL;
  g_autofree char *scope = NULL;
  g_autofree char *age = NULL;

  g_return_val_if_fail (TROUPE_IS_MEMORY_ROW (row), NULL);

  record = troupe_memory_row_get_record (row);
  if (record == NULL)
    return g_strdup ("");
  content = g_strdelimit (g_strdup (record->content), "\r\n\t", ' ');
  scope = g_strdelimit (g_strdup (record->scope), "\r\n\t", ' ');
  age = troupe_memory_text_age (record->created_us, g_get_real_time ());

  return g_strdup_printf ("%s\t%s\t%.2f\t%s", content, scope, record->importance, age);
}
