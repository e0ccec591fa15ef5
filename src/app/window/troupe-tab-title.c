/* troupe-tab-title.c: titles of documents in tabs and windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tab-title"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-kind.h"
#include "troupe-page.h"
#include "troupe-sanitize-text.h"
#include "troupe-tab-title.h"

/* Maximum number of characters of a tab title, and the least one in a narrow tab. */
#define LONGEST_TAB 40
#define SHORTEST_TAB 8
/* The width of the tabs when there are more than fit, and of what a tab shows beside its title. */
#define NARROW_TAB 130
#define TAB_SIDES 74

/* Key of the whole title of a tab. */
#define WHOLE "troupe-title"

typedef enum
{
  NAMESAKE_NONE,
  NAMESAKE_TITLE, /* another tab has the same title */
  NAMESAKE_FILE,  /* same title and file name, in another folder */
} Namesake;

static char *
dup_file_name (TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);

  return path != NULL ? g_path_get_basename (path) : NULL;
}

/* (nullable): NULL for a batch page */
static TroupePage *
get_nth_page (AdwTabView *tabs, int index)
{
  GtkWidget *child = adw_tab_page_get_child (adw_tab_view_get_nth_page (tabs, index));

  return TROUPE_IS_PAGE (child) ? TROUPE_PAGE (child) : NULL;
}

/* Returns the number of @page among the tabs of this title that have no file. */
static guint
count_unsaved (AdwTabView *tabs, TroupePage *page, const char *title)
{
  guint n = 0;

  g_assert (ADW_IS_TAB_VIEW (tabs));

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    {
      TroupePage *other = get_nth_page (tabs, i);
      TroupeDocument *document = other != NULL ? troupe_page_get_document (other) : NULL;
      g_autofree char *other_title = other != NULL ? troupe_document_get_title (document) : NULL;

      if (other != NULL && g_str_equal (title, other_title) &&
          troupe_document_get_path (document) == NULL)
        n++;
      if (other == page)
        break;
    }
  return n;
}

static Namesake
find_namesake (AdwTabView *tabs, TroupePage *page, const char *title)
{
  g_autofree char *file = dup_file_name (troupe_page_get_document (page));
  Namesake found = NAMESAKE_NONE;

  g_assert (ADW_IS_TAB_VIEW (tabs));

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    {
      TroupePage *other = get_nth_page (tabs, i);
      TroupeDocument *document = other != NULL ? troupe_page_get_document (other) : NULL;
      g_autofree char *other_title = other != NULL ? troupe_document_get_title (document) : NULL;
      g_autofree char *other_file = other != NULL ? dup_file_name (document) : NULL;

      if (other == NULL || other == page || !g_str_equal (title, other_title))
        continue;
      if (file != NULL && g_strcmp0 (file, other_file) == 0)
        return NAMESAKE_FILE;
      found = NAMESAKE_TITLE;
    }
  return found;
}

char *
troupe_tab_title_of (TroupeDocument *document)
{
  g_autofree char *title = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  title = troupe_document_get_title (document);
  return troupe_text_to_line (title);
}

guint
troupe_tab_title_choose_length (AdwTabBar *bar)
{
  const int n_tabs = adw_tab_view_get_n_pages (adw_tab_bar_get_view (bar));
  const int width = gtk_widget_get_width (GTK_WIDGET (bar));
  PangoContext *context;
  PangoFontMetrics *metrics;
  int letter;

  g_return_val_if_fail (ADW_IS_TAB_BAR (bar), LONGEST_TAB);

  if (width == 0 || n_tabs == 0)
    return LONGEST_TAB;
  context = gtk_widget_get_pango_context (GTK_WIDGET (bar));
  metrics = pango_context_get_metrics (context, NULL, NULL);
  letter = MAX (1, PANGO_PIXELS (pango_font_metrics_get_approximate_char_width (metrics)));
  pango_font_metrics_unref (metrics);
  return (guint) CLAMP ((MAX (width / n_tabs, NARROW_TAB) - TAB_SIDES) / letter, SHORTEST_TAB,
                        LONGEST_TAB);
}

void
troupe_tab_title_set (AdwTabPage *tab, const char *title, guint length)
{
  g_autofree char *shown = NULL;
  glong n;
  glong n_end;
  g_autofree char *start = NULL;

  g_return_if_fail (ADW_IS_TAB_PAGE (tab));
  g_return_if_fail (title != NULL && length >= 3);

  n = g_utf8_strlen (title, -1);
  n_end = ((glong) length - 1) / 2;
  if (n <= (glong) length)
    shown = g_strdup (title);
  else
    {
      start = g_utf8_substring (title, 0, (glong) length - 1 - n_end);
      shown = g_strconcat (start, "…", g_utf8_offset_to_pointer (title, n - n_end), NULL);
    }
  adw_tab_page_set_title (tab, shown);
  g_object_set_data_full (G_OBJECT (tab), WHOLE, g_strdup (title), g_free);
}

const char *
troupe_tab_title_get (AdwTabPage *tab)
{
  const char *whole;

  g_return_val_if_fail (ADW_IS_TAB_PAGE (tab), NULL);

  whole = g_object_get_data (G_OBJECT (tab), WHOLE);
  return whole != NULL ? whole : adw_tab_page_get_title (tab);
}

/* Returns the title of a tab. */
static char *
make_tab_title (AdwTabView *tabs, TroupePage *page)
{
  TroupeDocument *document = troupe_page_get_document (page);
  g_autofree char *own = troupe_document_get_title (document);
  g_autofree char *title = troupe_text_to_line (own);
  g_autofree char *name = NULL;
  guint n_unsaved;
  Namesake namesake;
  g_autofree char *file = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *folder_name = NULL;
  g_autofree char *whole = NULL;

  g_assert (ADW_IS_TAB_VIEW (tabs));

  namesake = find_namesake (tabs, page, own);
  file = dup_file_name (document);
  if (namesake != NAMESAKE_NONE && file != NULL)
    {
      if (namesake == NAMESAKE_TITLE)
        name = troupe_text_to_line (file);
      else
        {
          folder = g_path_get_dirname (troupe_document_get_path (document));
          folder_name = g_path_get_basename (folder);
          whole = g_build_filename (folder_name, file, NULL);
          name = troupe_text_to_line (whole);
        }
    }
  n_unsaved = troupe_document_get_path (document) == NULL ? count_unsaved (tabs, page, own) : 0;
  if (n_unsaved > 1)
    return g_strdup_printf ("%s (%u)", title, n_unsaved);
  return name != NULL ? g_strdup_printf ("%s · %s", name, title) : g_steal_pointer (&title);
}

void
troupe_tab_title_update (AdwTabView *tabs, AdwTabPage *tab, guint length)
{
  TroupePage *page;
  TroupeDocument *document;
  g_autofree char *title = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *tooltip = NULL;
  g_autoptr (GIcon) icon = NULL;
  g_autoptr (GIcon) modified = g_themed_icon_new ("troupe-modified-symbolic");

  g_return_if_fail (ADW_IS_TAB_VIEW (tabs));
  g_return_if_fail (TROUPE_IS_PAGE (adw_tab_page_get_child (tab)));

  page = TROUPE_PAGE (adw_tab_page_get_child (tab));
  document = troupe_page_get_document (page);
  title = make_tab_title (tabs, page);
  troupe_tab_title_set (tab, title, length);
  whole = troupe_tab_title_of (document);
  subtitle = troupe_page_get_subtitle (page);
  tooltip = g_markup_printf_escaped ("%s\n%s", whole, subtitle);
  icon = g_themed_icon_new (troupe_kind_of (document)->icon_name);
  adw_tab_page_set_tooltip (tab, tooltip);
  adw_tab_page_set_icon (tab, icon);
  adw_tab_page_set_loading (tab, troupe_page_is_running (page));
  /* Also the name of the button for assistive technology. */
  adw_tab_page_set_indicator_tooltip (tab, _ ("Unsaved Changes"));
  adw_tab_page_set_indicator_icon (tab, troupe_document_is_modified (document) ? modified : NULL);
}
