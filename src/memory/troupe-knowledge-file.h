/* troupe-knowledge-file.h: files as texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The largest file that is read, and the most that a packed one unpacks to, in bytes. */
#define TROUPE_KNOWLEDGE_LARGEST (100u * 1024 * 1024)

/**
 * TroupeKnowledgeFileFunc:
 * @path: of the file
 * @bytes: what is in it
 *
 * Returns: (transfer full) (nullable): its text, by the rules of doc/crew-semantics.md §12; errors name the file
 */
typedef char *(*TroupeKnowledgeFileFunc) (const char *path, GBytes *bytes, GError **error);

/* What is wrong with @path, in one form for all. @what: a part of a sentence */
void troupe_knowledge_file_refuse (GError **error,
                                   GIOErrorEnum code,
                                   const char *path,
                                   const char *what);

char *troupe_knowledge_file_read_text (const char *path, GBytes *bytes, GError **error);
/* Rows as lines, their cells joined by blanks. */
char *troupe_knowledge_file_read_csv (const char *path, GBytes *bytes, GError **error);
/* Keys and items as lines. */
char *troupe_knowledge_file_read_json (const char *path, GBytes *bytes, GError **error);
/* Sheets as lines of CSV, an empty line behind each. */
char *troupe_knowledge_file_read_excel (const char *path, GBytes *bytes, GError **error);
/* Pages, a newline behind each. */
char *troupe_knowledge_file_read_pdf (const char *path, GBytes *bytes, GError **error);

G_END_DECLS
