/* troupe-knowledge-pdf.c: PDF reader of knowledge sources, with Poppler loaded at run time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-pdf"

#include "config.h"

#include <glib/gi18n.h>

#ifdef TROUPE_HAS_POPPLER
#  include <poppler.h>
#endif
#ifdef TROUPE_POPPLER_LIBRARY
#  include <dlfcn.h>
#endif

#include "troupe-knowledge-file.h"

#ifdef TROUPE_HAS_POPPLER

/* The functions of Poppler that are used. */
typedef struct
{
  __typeof__ (&poppler_error_quark) error_quark;
  __typeof__ (&poppler_document_new_from_bytes) document_new_from_bytes;
  __typeof__ (&poppler_document_get_n_pages) document_get_n_pages;
  __typeof__ (&poppler_document_get_page) document_get_page;
  __typeof__ (&poppler_page_get_text) page_get_text;
} Poppler;

#  ifdef TROUPE_POPPLER_LIBRARY

/* Loads Poppler, which is never unloaded because it registers GTypes. Returns NULL if it is not
 * installed. */
static gpointer
load_poppler (gpointer data)
{
  void *library = dlopen (TROUPE_POPPLER_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  Poppler *self;

  if (library == NULL)
    {
      g_debug ("%s", dlerror ());
      return NULL;
    }
  self = g_new0 (Poppler, 1);
  *(void **) &self->error_quark = dlsym (library, "poppler_error_quark");
  *(void **) &self->document_new_from_bytes = dlsym (library, "poppler_document_new_from_bytes");
  *(void **) &self->document_get_n_pages = dlsym (library, "poppler_document_get_n_pages");
  *(void **) &self->document_get_page = dlsym (library, "poppler_document_get_page");
  *(void **) &self->page_get_text = dlsym (library, "poppler_page_get_text");
  if (self->error_quark == NULL || self->document_new_from_bytes == NULL ||
      self->document_get_n_pages == NULL || self->document_get_page == NULL ||
      self->page_get_text == NULL)
    g_clear_pointer (&self, g_free);
  return self;
}

/* (nullable) */
static const Poppler *
get_poppler (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_poppler, NULL);
}

#  else

static const Poppler *
get_poppler (void)
{
  static const Poppler linked = { poppler_error_quark, poppler_document_new_from_bytes,
                                  poppler_document_get_n_pages, poppler_document_get_page,
                                  poppler_page_get_text };

  return &linked;
}

#  endif

static void
refuse (GError **error, const char *path, const GError *cause)
{
  gboolean is_locked =
      g_error_matches (cause, get_poppler ()->error_quark (), POPPLER_ERROR_ENCRYPTED);

  troupe_knowledge_file_refuse (
      error, is_locked ? G_IO_ERROR_NOT_SUPPORTED : G_IO_ERROR_INVALID_DATA, path,
      is_locked ? _ ("it is encrypted. Save it without a password") : cause->message);
}

char *
troupe_knowledge_file_read_pdf (const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (GError) cause = NULL;
  const Poppler *poppler;
  PopplerDocument *document;
  GString *out;

  g_return_val_if_fail (path != NULL && bytes != NULL, NULL);

  poppler = get_poppler ();
  if (poppler == NULL)
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                    _ ("Poppler, which is required to read PDF files, is not "
                                       "installed. Install it, or save the text as a text file"));
      return NULL;
    }
  document = poppler->document_new_from_bytes (bytes, NULL, &cause);
  if (document == NULL)
    {
      refuse (error, path, cause);
      return NULL;
    }
  out = g_string_new (NULL);
  for (int i = 0; i < poppler->document_get_n_pages (document); i++)
    {
      PopplerPage *page = poppler->document_get_page (document, i);
      g_autofree char *text = page != NULL ? poppler->page_get_text (page) : NULL;

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
                                _ ("this build of Troupe has no PDF support, because it was built "
                                   "without Poppler. Save the text as a text file"));

  return NULL;
}

#endif
