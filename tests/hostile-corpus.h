/* hostile-corpus.h: documents that mean harm: to a reader, a screen, a file or another machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *name; /* with the ending of a file: .json or .yaml */
  char *text; /* of any bytes */
  gsize length;
} HostileDocument;

/* 200 documents or more, always the same ones. (transfer container) (element-type HostileDocument) */
GPtrArray *hostile_corpus_new (void);

G_END_DECLS
