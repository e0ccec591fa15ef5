/* troupe-page-text.c: text pane to repair a document with load errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-text"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-page-text.h"
#include "troupe-source-pane.h"

/* Maximum size of a text that is shown, in bytes. Text views are slow with larger texts. */
#define LONGEST_SHOWN (1024u * 1024)

struct _TroupePageText
{
  GObject parent_instance;

  TroupeDocument *document;
  GtkWidget *pane; /* (nullable) */
  gboolean is_shown;
  gboolean is_repaired;  /* opened with errors and still has errors */
  gboolean saves_errors; /* the user agreed to save with errors */
};

enum
{
  CHANGED,
  ERRORS,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageText, troupe_page_text, G_TYPE_OBJECT)

static void
set_shown (TroupePageText *self, gboolean is_shown)
{
  g_assert (TROUPE_IS_PAGE_TEXT (self));

  if (self->is_shown == is_shown)
    return;
  self->is_shown = is_shown;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_page_text_show_drawing (TroupePageText *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  set_shown (self, FALSE);
  troupe_page_text_update (self);
}

void
troupe_page_text_show (TroupePageText *self, guint line, guint column)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  text = troupe_document_to_text (self->document, NULL);
  if (strlen (text) > LONGEST_SHOWN)
    {
      g_signal_emit (self, signals[FAILED], 0, _ ("The text is too long to be shown."));
      return;
    }
  if (self->pane == NULL)
    {
      self->pane = g_object_ref_sink (troupe_source_pane_new (self->document));
      gtk_widget_set_vexpand (self->pane, TRUE);
      g_signal_connect_object (self->pane, "drawing-requested",
                               G_CALLBACK (troupe_page_text_show_drawing), self, G_CONNECT_SWAPPED);
    }
  set_shown (self, TRUE);
  if (line > 0)
    troupe_source_pane_go_to (TROUPE_SOURCE_PANE (self->pane), line, column);
}

/* --- Errors ------------------------------------------------------------------------------------ */

static guint
count_errors (TroupePageText *self, const TroupeProblem **first)
{
  GPtrArray *problems = troupe_document_get_problems (self->document);
  guint n_errors = 0;

  g_assert (TROUPE_IS_PAGE_TEXT (self));

  *first = NULL;
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (problem->severity != TROUPE_SEVERITY_ERROR)
        continue;
      if (n_errors++ == 0)
        *first = problem;
    }
  return n_errors;
}

void
troupe_page_text_show_first_error (TroupePageText *self)
{
  const TroupeProblem *first;

  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  count_errors (self, &first);
  /* An error in another file has no position in the pane, because the pane shows only the main
   * file. */
  if (first != NULL && first->part != NULL)
    first = NULL;
  troupe_page_text_show (self, first != NULL ? MAX (first->line, 1) : 1,
                         first != NULL ? first->column : 1);
}

void
troupe_page_text_update (TroupePageText *self)
{
  g_autofree char *text = NULL;
  const TroupeProblem *first;
  guint n_errors;

  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  if (troupe_document_get_broken_text (self->document) != NULL)
    {
      self->is_repaired = TRUE;
      if (!self->is_shown)
        troupe_page_text_show (self, 0, 0);
    }
  if (!troupe_document_has_errors (self->document))
    {
      self->is_repaired = FALSE;
      self->saves_errors = FALSE;
    }
  if (self->is_repaired)
    {
      n_errors = count_errors (self, &first);
      text =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "CrewAI cannot load this file: %u error.",
                                        "CrewAI cannot load this file: %u errors.", n_errors),
                           n_errors);
    }
  g_signal_emit (self, signals[ERRORS], 0, text);
}

/* --- Getters ---------------------------------------------------------------------------------- */

GtkWidget *
troupe_page_text_get_pane (TroupePageText *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_TEXT (self), NULL);

  return self->pane;
}

gboolean
troupe_page_text_is_shown (TroupePageText *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_TEXT (self), FALSE);

  return self->is_shown;
}

gboolean
troupe_page_text_is_repaired (TroupePageText *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_TEXT (self), FALSE);

  return self->is_repaired;
}

void
troupe_page_text_commit (TroupePageText *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  if (self->pane != NULL)
    troupe_source_pane_commit (TROUPE_SOURCE_PANE (self->pane));
}

gboolean
troupe_page_text_may_save (TroupePageText *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_TEXT (self), FALSE);

  return self->saves_errors || !self->is_repaired || !troupe_document_has_errors (self->document);
}

void
troupe_page_text_agree_to_errors (TroupePageText *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_TEXT (self));

  self->saves_errors = TRUE;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_text_dispose (GObject *object)
{
  TroupePageText *self = TROUPE_PAGE_TEXT (object);

  g_clear_object (&self->pane);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_page_text_parent_class)->dispose (object);
}

static void
troupe_page_text_class_init (TroupePageTextClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_page_text_dispose;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ERRORS] = g_signal_new ("errors", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_page_text_init (TroupePageText *self)
{
}

TroupePageText *
troupe_page_text_new (TroupeDocument *document)
{
  TroupePageText *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_TEXT, NULL);
  self->document = g_object_ref (document);
  self->is_repaired = troupe_document_has_errors (document);
  return self;
}
