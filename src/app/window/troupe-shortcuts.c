/* troupe-shortcuts.c: lets the shortcuts window fit into narrow screens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-shortcuts"

#include "config.h"

#include "troupe-shortcuts.h"

/* Below this width of the parent window, each section has one column. */
#define NARROW 900
/* Natural height of a window with one column, and the least of one with several. */
#define NARROW_HEIGHT 600
#define LEAST_HEIGHT 450
/* Characters of the search entry, which GTK makes wider than a narrow window. */
#define SEARCH_CHARS 10
/* Data key of a section: the widget with its pages. */
#define PAGES "troupe-pages"

/* (transfer none) (nullable) */
static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

/* Lets the titles have several lines. */
static void
wrap_titles (GtkWidget *widget, gboolean wraps)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_SHORTCUT_LABEL) == NULL)
    {
      gtk_label_set_wrap (GTK_LABEL (widget), wraps);
      gtk_label_set_wrap_mode (GTK_LABEL (widget), PANGO_WRAP_WORD_CHAR);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    wrap_titles (child, wraps);
}

/* Puts the pages of the section, which are its first child, into a scrolled window. */
static void
make_scroll (GtkBox *section)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autoptr (GtkWidget) pages = NULL;

  g_set_object (&pages, gtk_widget_get_first_child (GTK_WIDGET (section)));
  gtk_box_remove (section, pages);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), pages);
  gtk_box_prepend (section, scroller);
  /* The section unparents its pages itself when it is disposed, and would find them destroyed. */
  g_object_set_data_full (G_OBJECT (section), PAGES, g_steal_pointer (&pages), g_object_unref);
}

/* Puts the columns of each page of a section below each other, or beside each other. */
static void
arrange_columns (GtkWidget *pages, GtkOrientation orientation)
{
  for (GtkWidget *page = gtk_widget_get_first_child (pages); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (GTK_IS_BOX (page))
      gtk_orientable_set_orientation (GTK_ORIENTABLE (page), orientation);
}

/* Called before the window is measured. */
static void
realize_cb (GtkWidget *shortcuts)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (shortcuts));
  const int width = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : NARROW;
  const gboolean is_narrow = width < NARROW;
  GtkWidget *stack = find (shortcuts, GTK_TYPE_STACK);
  int natural_width;
  int natural_height;

  for (GtkWidget *child = gtk_widget_get_first_child (stack); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SHORTCUTS_SECTION (child))
      arrange_columns (g_object_get_data (G_OBJECT (child), PAGES),
                       is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  wrap_titles (stack, is_narrow);
  /* GTK 4.18 warns if a lower height than the least one for the width is measured, as by gtk_widget_get_preferred_size(). */
  gtk_widget_measure (shortcuts, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_width, NULL, NULL);
  gtk_widget_measure (shortcuts, GTK_ORIENTATION_VERTICAL, natural_width, NULL, &natural_height,
                      NULL, NULL);
  gtk_window_set_default_size (GTK_WINDOW (shortcuts), is_narrow ? width : natural_width,
                               is_narrow ? NARROW_HEIGHT : MAX (natural_height, NARROW_HEIGHT));
}

void
troupe_shortcuts_adapt (GtkShortcutsWindow *shortcuts)
{
  GtkWidget *window = GTK_WIDGET (shortcuts);
  GtkWidget *stack = find (window, GTK_TYPE_STACK);
  GtkWidget *search = find (window, GTK_TYPE_SEARCH_ENTRY);

  g_return_if_fail (GTK_IS_SHORTCUTS_WINDOW (shortcuts));

  /* A later version of GTK may be made of other widgets, and then fit by itself. */
  if (stack == NULL || search == NULL)
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (stack); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SHORTCUTS_SECTION (child))
      make_scroll (GTK_BOX (child));
  gtk_editable_set_width_chars (GTK_EDITABLE (search), SEARCH_CHARS);
  gtk_window_set_resizable (GTK_WINDOW (shortcuts), TRUE);
  /* GTK 4.18 measures the width for a lower height than the window has at least, and warns. */
  gtk_widget_set_size_request (window, -1, LEAST_HEIGHT);
  g_signal_connect (shortcuts, "realize", G_CALLBACK (realize_cb), NULL);
  /* The parent may have another width when they are shown again. */
  g_signal_connect (shortcuts, "hide", G_CALLBACK (gtk_widget_unrealize), NULL);
}
