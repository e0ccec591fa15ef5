/* troupe-knowledge-file.h: file readers of knowledge sources: CSV, JSON, Excel, PDF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-limits.h"

G_BEGIN_DECLS

/**
 * TroupeKnowledgeFileFunc:
 * @path: the path of the file
 * @bytes: the content of the file
 * @cancellable: (nullable): for readers that take long
 *
 * Returns: (transfer full) (nullable): the text of the file, according to the rules of
 * doc/crew-semantics.md §12; errors name the file
 */
typedef char *(*TroupeKnowledgeFileFunc) (const char *path,
                                          GBytes *bytes,
                                          GCancellable *cancellable,
                                          GError **error);

/* Sets an error about @path in a uniform format. @what: a part of a sentence */
void troupe_knowledge_file_refuse (GError **error,
                                   GIOErrorEnum code,
                                   const char *path,
                                   const char *what);

char *troupe_knowledge_file_read_text (const char *path,
                                       GBytes *bytes,
                                       GCancellable *cancellable,
                                       GError **error);
/* Returns one line per row, with the cells separated by spaces. */
char *troupe_knowledge_file_read_csv (const char *path,
                                      GBytes *bytes,
                                      GCancellable *cancellable,
                                      GError **error);
/* Returns one line per key or item. */
char *troupe_knowledge_file_read_json (const char *path,
                                       GBytes *bytes,
                                       GCancellable *cancellable,
                                       GError **error);
/* Returns the sheets as lines of CSV, each followed by an empty line. */
char *troupe_knowledge_file_read_excel (const char *path,
                                        GBytes *bytes,
                                        GCancellable *cancellable,
                                        GError **error);
/* Returns the pages, each followed by a newline. They are read by a process with limited memory and
 * time (`troupe-pdf-text.h`), which ends with the calling thread. Blocks. Further errors:
 * %G_IO_ERROR_TIMED_OUT and %G_IO_ERROR_CANCELLED */
char *troupe_knowledge_file_read_pdf (const char *path,
                                      GBytes *bytes,
                                      GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
