/* troupe-pdf-text.c: helper program that extracts the text of a PDF file with Poppler, within limits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It is a separate process, because an untrusted file can make Poppler crash, or use any amount of
 * memory and time.
 */

#define G_LOG_DOMAIN "troupe-pdf-text"

#include <poppler.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "troupe-pdf-text.h"

/* Lowers a limit. The system may already have a lower one. */
static gboolean
limit (int resource, rlim_t value)
{
  struct rlimit current;

  if (getrlimit (resource, &current) != 0)
    return FALSE;
  if (current.rlim_max == RLIM_INFINITY || current.rlim_max > value)
    current.rlim_max = value;
  current.rlim_cur = current.rlim_max;

  return setrlimit (resource, &current) == 0;
}

static gboolean
write_text (const char *text)
{
  return fputs (text, stdout) >= 0 && putchar ('\n') == '\n';
}

int
main (int argc, char **argv)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new_from_fd (STDIN_FILENO, FALSE, NULL);
  g_autoptr (GBytes) bytes = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
  g_autoptr (GError) error = NULL;
  /* The memory is not freed, because the process ends. */
  PopplerDocument *document;

  if (bytes == NULL || prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !limit (RLIMIT_CORE, 0) ||
      !limit (RLIMIT_FSIZE, 0) || !limit (RLIMIT_CPU, TROUPE_PDF_TEXT_MOST_SECONDS) ||
      !limit (RLIMIT_AS, (rlim_t) TROUPE_PDF_TEXT_MEMORY + g_bytes_get_size (bytes)))
    return TROUPE_PDF_TEXT_FAILED;
  /* Poppler prints a warning for each damaged object of a page. */
  if (freopen ("/dev/null", "w", stderr) == NULL)
    return TROUPE_PDF_TEXT_FAILED;
  document = poppler_document_new_from_bytes (bytes, NULL, &error);
  if (document != NULL)
    {
      gsize size = g_bytes_get_size (bytes);
      const int n_pages = poppler_document_get_n_pages (document);
      const rlim_t page_time =
          (rlim_t) MAX (n_pages, 0) * TROUPE_PDF_TEXT_SECONDS_PER_100_PAGES / 100;
      const rlim_t size_time = (rlim_t) size * TROUPE_PDF_TEXT_SECONDS_PER_MEGABYTE / (1024 * 1024);

      /* Short documents get less processor time. */
      if (!limit (RLIMIT_CPU, MIN (TROUPE_PDF_TEXT_SECONDS + MIN (page_time, size_time),
                                   TROUPE_PDF_TEXT_MOST_SECONDS)))
        return TROUPE_PDF_TEXT_FAILED;
      for (int i = 0; i < n_pages; i++)
        {
          PopplerPage *page = poppler_document_get_page (document, i);
          g_autofree char *text = page != NULL ? poppler_page_get_text (page) : NULL;

          if (text != NULL && !write_text (text))
            return TROUPE_PDF_TEXT_FAILED;
          g_clear_object (&page);
        }

      return fflush (stdout) == 0 ? TROUPE_PDF_TEXT_DONE : TROUPE_PDF_TEXT_FAILED;
    }
  if (g_error_matches (error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED))
    return TROUPE_PDF_TEXT_LOCKED;

  return write_text (error->message) && fflush (stdout) == 0 ? TROUPE_PDF_TEXT_INVALID
                                                             : TROUPE_PDF_TEXT_FAILED;
}
