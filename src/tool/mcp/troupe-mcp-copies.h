/* troupe-mcp-copies.h: copies of the files with which the program of an MCP server starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-sandbox-mounts.h"

G_BEGIN_DECLS

/**
 * TroupeMcpCopies:
 *
 * What was compared with the consent is what the program reads: the sandbox shows a copy of the compared content at the
 * path of a file, so that a change of the file between its comparison and the start has no effect. The copies are
 * in a folder of the user that no sandbox shows. They are deleted with the object; what is mounted stays. One thread at
 * a time; blocks.
 */
typedef struct _TroupeMcpCopies TroupeMcpCopies;

TroupeMcpCopies *troupe_mcp_copies_new (void);
void troupe_mcp_copies_free (TroupeMcpCopies *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpCopies, troupe_mcp_copies_free)

/* Copies a file. @path: relative to the document's folder; @is_executable: its mode. Errors: %G_IO_ERROR */
gboolean troupe_mcp_copies_add (TroupeMcpCopies *self,
                                const char *path,
                                const char *text,
                                gsize length,
                                gboolean is_executable,
                                GError **error);

/* Makes the copies visible instead of the files in @folder, except of those that the sandbox hides. @words: with all
 * mounts of the folder */
void troupe_mcp_copies_show (TroupeMcpCopies *self,
                             GPtrArray *words,
                             TroupeSandboxMounts *mounts,
                             const char *folder);

G_END_DECLS
