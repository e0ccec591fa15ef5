/* hostile-corpus.h: corpus of malicious documents that attack parsers, the screen, files or other
 * hosts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *name; /* with the file name extension: .json or .yaml */
  char *text; /* may contain any bytes */
  gsize length;
} HostileDocument;

/* Returns at least 200 documents, which are always the same. (transfer container) (element-type
 * HostileDocument) */
GPtrArray *hostile_corpus_new (void);

G_END_DECLS
