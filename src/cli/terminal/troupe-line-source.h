/* troupe-line-source.h: lines of a file or of standard input, as they come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lines of UTF-8, none longer than 16 MiB. */
typedef struct _TroupeLineSource TroupeLineSource;

/* @name: a file, or `-` for standard input. NULL where it cannot be read, which it has printed. (transfer full)
 * (nullable) */
TroupeLineSource *troupe_line_source_open (const char *name);
void troupe_line_source_free (TroupeLineSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLineSource, troupe_line_source_free)

const char *troupe_line_source_get_name (TroupeLineSource *self);
gboolean troupe_line_source_is_standard_input (TroupeLineSource *self);

/* @text: (out) (transfer none) (nullable): the next line without its end and blanks there, until the next call; NULL:
 * there is none. FALSE: it is none that can be taken, which it has printed. */
gboolean troupe_line_source_read (TroupeLineSource *self, const char **text);

G_END_DECLS
