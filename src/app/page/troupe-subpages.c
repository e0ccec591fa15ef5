/* troupe-subpages.c: actions that open the subpages of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-subpages"

#include "config.h"

#include "troupe-case-from-run.h"
#include "troupe-cases-opener.h"
#include "troupe-memory-page.h"
#include "troupe-subpages.h"
#include "troupe-test-page.h"

/* The actions that open subpages or change what they show, for all types of content. */
static const struct
{
  const char *action;
  void (*open) (TroupePageContent *content);
} pages[] = {
  { "content.cases", troupe_cases_opener_open },
  { "content.evaluator", troupe_test_page_choose_evaluator },
  { "content.memory", troupe_memory_page_open },
  { "content.new-case", troupe_case_from_run_make },
  { "content.begin-test", troupe_test_page_test },
  { "content.begin-training", troupe_test_page_train },
  { "content.test", troupe_test_page_open },
};

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (TROUPE_IS_PAGE_CONTENT (widget));

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].action, name))
      pages[i].open (TROUPE_PAGE_CONTENT (widget));
}

void
troupe_subpages_install_actions (GtkWidgetClass *widget_class)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (widget_class));

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    gtk_widget_class_install_action (widget_class, pages[i].action, NULL, open_cb);
}
