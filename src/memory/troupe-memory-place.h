/* troupe-memory-place.h: to which document at a path the stored memories belong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The memories of a document are found by its path. If the user has deleted it, and an archive of a stranger is unpacked
 * there, they are not those of the new document. A document is the same one as long as it is in the same folder (inode and
 * time of creation), or as its content with the crews, the code and the file `.env` in its folder is known
 * (troupe_document_identify_parts()), so that edits, updates and a change of branches keep the memories. Another one gets
 * memories of its own.
 *
 * All functions read small files, and may be called in any thread.
 */

/* Returns the path of the file for a project: `memory/NAME-DIGEST.db` in the data folder, or with another name if this
 * one belongs to an earlier document. @project: the path of its document. (transfer full) */
char *troupe_memory_store_make_path (const char *data_folder, const char *project);

/* Returns TRUE if an earlier document at this path has stored memories, which are not used. */
gboolean troupe_memory_store_has_earlier (const char *data_folder, const char *project);

/* Lets the document use the memories of the earlier one, instead of its own. */
void troupe_memory_store_adopt_earlier (const char *data_folder, const char *project);

G_END_DECLS
