/* troupe-sandbox-code.h: files of running documents that sandboxes must not change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The user has agreed to the content of the files with which a MCP server starts. Code in another sandbox could
 * exchange one of them between its comparison and the start. They are therefore read-only in every sandbox that this process
 * prepares from then on. Any thread.
 */

/* Adds files. @folder: absolute; @paths: relative to it */
void troupe_sandbox_code_add (const char *folder, const char *const *paths);

/* Returns those of the files that exist in @folder, sorted, relative to it. @folder: absolute, without links. (transfer
 * full) (element-type utf8) */
GPtrArray *troupe_sandbox_code_list (const char *folder);

G_END_DECLS
