/* troupe-line-source.h: line reader for a file or standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads lines of UTF-8 up to 16 MiB each. */
typedef struct _TroupeLineSource TroupeLineSource;

/* Opens a file for reading lines. @name: a file, or `-` for standard input. If it cannot be
 * opened, prints an error and returns NULL. (transfer full) (nullable) */
TroupeLineSource *troupe_line_source_open (const char *name);
void troupe_line_source_free (TroupeLineSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLineSource, troupe_line_source_free)

gboolean troupe_line_source_is_standard_input (TroupeLineSource *self);

/* Reads the next line. @text: (out) (transfer none) (nullable): the line without trailing
 * whitespace, valid until the next call; NULL at the end. Prints an error and returns FALSE if
 * the line is invalid. */
gboolean troupe_line_source_read (TroupeLineSource *self, const char **text);

G_END_DECLS
