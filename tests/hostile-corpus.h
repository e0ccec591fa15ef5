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
/* Returns a sample: each place with some payloads, each payload in some places, depending on @turn,
 * and all other documents. Returns all if TROUPE_CORPUS_ALL is set in the environment. (transfer
 * container) (element-type HostileDocument) */
GPtrArray *hostile_corpus_new_sample (guint turn);

G_END_DECLS
