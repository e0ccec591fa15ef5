/* troupe-crew-file.h: output files of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/* Returns the content of a task's output file: its object, otherwise its text
 * (doc/crew-semantics.md §9). (transfer full) */
char *troupe_crew_file_make_text (TroupeValue *output);

/**
 * troupe_crew_file_write:
 * @folder: the file must be located inside it
 * @path: relative to it
 * @makes_folders: whether missing folders are created
 *
 * Replaces the file atomically. Blocks.
 */
gboolean troupe_crew_file_write (const char *folder,
                                 const char *path,
                                 gboolean makes_folders,
                                 const char *text,
                                 gsize length,
                                 GError **error);

/* Appends JSON as Python's json module formats it with an indentation and without escaping
 * non-ASCII characters. */
void troupe_crew_file_append_json (TroupeValue *value, guint indent, guint level, GString *text);

G_END_DECLS
