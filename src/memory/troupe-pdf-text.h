/* troupe-pdf-text.h: agreement between the program that reads PDF files and the process that starts it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The program `troupe-pdf-text` reads a PDF file on its standard input, which must be a file that
 * can be mapped, and writes the text of the pages to its standard output, each followed by a
 * newline. It limits itself to the memory and the time below before it reads anything. Nothing of
 * its standard error output is kept. */
#define TROUPE_PDF_TEXT_PROGRAM "troupe-pdf-text"

/* Memory in bytes, in addition to that of the file. */
#define TROUPE_PDF_TEXT_MEMORY (512u * 1024 * 1024)

/* Processor time in seconds: of any document; in addition for each 100 pages, but not more than for
 * each megabyte, because a few bytes can make many pages; and at most. */
#define TROUPE_PDF_TEXT_SECONDS 4u
#define TROUPE_PDF_TEXT_SECONDS_PER_100_PAGES 10u
#define TROUPE_PDF_TEXT_SECONDS_PER_MEGABYTE 10u
#define TROUPE_PDF_TEXT_MOST_SECONDS 60u

/**
 * TroupePdfTextExit:
 * @TROUPE_PDF_TEXT_DONE: the standard output is the text
 * @TROUPE_PDF_TEXT_INVALID: the file is damaged; the standard output is the message of Poppler
 * @TROUPE_PDF_TEXT_LOCKED: the file is encrypted
 * @TROUPE_PDF_TEXT_FAILED: the standard input or output cannot be used
 * @TROUPE_PDF_TEXT_NO_LIBRARY: a shared library is missing: the status of the dynamic linker
 *
 * How the program exits. The limits end it by a signal, or by a status that is not listed here.
 */
typedef enum
{
  TROUPE_PDF_TEXT_DONE = 0,
  TROUPE_PDF_TEXT_INVALID = 65,
  TROUPE_PDF_TEXT_LOCKED = 66,
  TROUPE_PDF_TEXT_FAILED = 67,
  TROUPE_PDF_TEXT_NO_LIBRARY = 127,
} TroupePdfTextExit;

G_END_DECLS
