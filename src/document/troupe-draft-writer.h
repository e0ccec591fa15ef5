/* troupe-draft-writer.h: writer thread for drafts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TroupeDraftWriter TroupeDraftWriter;
typedef struct _TroupeDraftFile TroupeDraftFile;

/* Called on the writer thread. @error: (nullable): NULL if writing works again */
typedef void (*TroupeDraftWriterFunc) (const GError *error, gpointer user_data);

TroupeDraftWriter *troupe_draft_writer_new (TroupeDraftWriterFunc func, gpointer user_data);
/* Writes all queued data first. */
void troupe_draft_writer_free (TroupeDraftWriter *self);
void troupe_draft_writer_flush (TroupeDraftWriter *self);

/* Creates a draft file that has not been written yet. The file is closed after all operations
 * that were queued for it. */
TroupeDraftFile *troupe_draft_file_new (const char *path);
void troupe_draft_file_free (TroupeDraftFile *self);
/* Returns TRUE if writing has failed since the last replace call. In this case nothing is
 * appended. */
gboolean troupe_draft_file_has_failed (TroupeDraftFile *self);

/* Each of these functions queues an operation and returns immediately. @bytes: (transfer full) */
void troupe_draft_writer_replace (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes);
/* Continues a file of another program after its first @length bytes. */
void troupe_draft_writer_resume (TroupeDraftWriter *self, TroupeDraftFile *file, gsize length);
void troupe_draft_writer_append (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes);
/* Ends a draft: writes @bytes (nullable) to the file at @path, or deletes that file, and then deletes
 * the draft. If the file cannot be written, the draft remains. @path: (nullable): NULL for none */
void troupe_draft_writer_remove (TroupeDraftWriter *self,
                                 TroupeDraftFile *file,
                                 const char *path,
                                 GBytes *bytes);

G_END_DECLS
