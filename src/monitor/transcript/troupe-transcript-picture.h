/* troupe-transcript-picture.h: widget with a picture that was passed to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns TRUE if the name is that of a picture. */
gboolean troupe_transcript_picture_is_shown (const char *path);

/**
 * troupe_transcript_picture_new:
 * @folder: the document's folder
 * @path: the file, relative to @folder
 *
 * Creates a small picture with the name of the file below it. The file is opened through the policy
 * of the folder, and read and decoded in a thread. A picture that is missing, protected, too large
 * or damaged is only named. It is the present content of the file.
 *
 * Returns: (transfer floating)
 */
GtkWidget *troupe_transcript_picture_new (const char *folder, const char *path);
/* Returns TRUE if the text is a data URL with a picture that troupe_transcript_picture_new_from_data() decodes: PNG, JPEG,
 * GIF or WebP of at most 20 MiB. */
gboolean troupe_transcript_picture_is_data (const char *url);
/* Like troupe_transcript_picture_new(), for a picture in a data URL. */
GtkWidget *troupe_transcript_picture_new_from_data (const char *url);

G_END_DECLS
