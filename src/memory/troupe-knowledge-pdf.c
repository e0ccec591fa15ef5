/* troupe-knowledge-pdf.c: pages of a PDF document as texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-pdf"

#include "config.h"

#include <glib/gi18n.h>

#ifdef TROUPE_HAS_POPPLER
#  include <poppler.h>
#endif

#include "troupe-knowledge-file.h"

#ifdef TROUPE_HAS_POPPLER

static void
refuse (GError **error, const char *path, const GError *cause)
{
  gboolean is_locked = g_error_matches (cause, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED);

  troupe_knowledge_file_refuse (
      error, is_locked ? G_IO_ERROR_NOT_SUPPORTED : G_IO_ERROR_INVALID_DATA, path,
      is_locked ? _ ("it is encrypted. Save it without a password") : cause->message);
}

char *
troupe_knowledge_file_read_pdf (const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (GError) cause = NULL;
  PopplerDocument *document;
  GString *out;

  g_return_val_if_fail (path != NULL && bytes != NULL, NULL);

  document = poppler_document_new_from_bytes (bytes, NULL, &cause);
  if (document == NULL)
    {
      refuse (error, path, cause);
      return NULL;
    }
  out = g_string_new (NULL);
  for (int i = 0; i < poppler_document_get_n_pages (document); i++)
    {
      PopplerPage *page = poppler_document_get_page (document, i);
      g_autofree char *text = page != NULL ? poppler_page_get_text (page) : NULL;

      if (text != NULL && out->len < TROUPE_KNOWLEDGE_LARGEST)
        g_string_append_printf (out, "%s\n", text);
      g_clear_object (&page);
    }
  g_object_unref (document);

  return g_string_free (out, FALSE);
}

#else

char *
troupe_knowledge_file_read_pdf (const char *path, GBytes *bytes, GError **error)
{
  troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                _ ("this build of Troupe reads no PDF documents, as it was made "
                                   "without Poppler. Save its text as a text file"));

  return NULL;
}

#endif
