/* troupe-cases-opener.c: opens the subpage with the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cases-opener"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cases-opener.h"
#include "troupe-cases-page.h"
#include "troupe-subpage.h"

void
troupe_cases_opener_open (TroupePageContent *content)
{
  TroupeSubpage *subpage = NULL;
  TroupeCasesPage *page = NULL;
  g_autoptr (GPtrArray) buttons = NULL;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  subpage = troupe_subpage_find (content);
  if (subpage != NULL && TROUPE_IS_CASES_PAGE (troupe_subpage_get_child (subpage)))
    {
      gtk_widget_grab_focus (GTK_WIDGET (subpage));
      return;
    }
  troupe_page_content_commit (content);
  if (subpage != NULL)
    troupe_subpage_leave (subpage);
  page = troupe_cases_page_new (content);
  subpage = troupe_subpage_open (content, _ ("Tests"), GTK_WIDGET (page));
  g_signal_connect_object (subpage, "left", G_CALLBACK (troupe_cases_page_leave), page,
                           G_CONNECT_SWAPPED);
  buttons = troupe_cases_page_make_buttons (page);
  for (guint i = 0; i < buttons->len; i++)
    troupe_subpage_add_button (subpage, buttons->pdata[i]);
  troupe_cases_page_begin (page);
}
