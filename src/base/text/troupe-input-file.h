/* troupe-input-file.h: opens files whose paths a user or a document names, for reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_input_file_open:
 * @path: a path; symbolic links are followed
 *
 * Opens a regular file for reading, without waiting. Code that was allowed in a folder may have created a
 * named pipe under the path, and opening that would wait for a writer for ever. A path in `/dev/fd` and
 * `/proc/self/fd`, `/dev/stdin` and `/dev/null` may be a pipe or a device as well, because no
 * other program can create one there: shells pass `<(command)` in this way. What is read from it arrives as the
 * writer provides it, so that reading may block.
 *
 * Returns: a descriptor that the caller closes, or -1 with a %G_IO_ERROR whose message names the file
 * Threads: any
 */
int troupe_input_file_open (const char *path, GError **error);

G_END_DECLS
