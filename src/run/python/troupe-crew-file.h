/* troupe-crew-file.h: files that a crew writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/* What goes into the file of a task: its object, else its text (doc/crew-semantics.md §9). (transfer full) */
char *troupe_crew_file_make_text (TroupeValue *output);

/**
 * troupe_crew_file_write:
 * @folder: which it does not leave
 * @path: relative to it
 * @makes_folders: whether folders that are missing are made
 *
 * Replaces the file, whole or not at all. Blocks.
 */
gboolean troupe_crew_file_write (const char *folder,
                                 const char *path,
                                 gboolean makes_folders,
                                 const char *text,
                                 gsize length,
                                 GError **error);

/* As Python's json module writes it with an indentation and letters as they are. */
void troupe_crew_file_append_json (TroupeValue *value, guint indent, guint level, GString *text);

G_END_DECLS
