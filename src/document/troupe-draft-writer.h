/* troupe-draft-writer.h: the thread that writes drafts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TroupeDraftWriter TroupeDraftWriter;
typedef struct _TroupeDraftFile TroupeDraftFile;

/* Called in the thread. @error: (nullable): NULL is that writing works again */
typedef void (*TroupeDraftWriterFunc) (const GError *error, gpointer user_data);

TroupeDraftWriter *troupe_draft_writer_new (TroupeDraftWriterFunc func, gpointer user_data);
/* Writes what is left first. */
void troupe_draft_writer_free (TroupeDraftWriter *self);
void troupe_draft_writer_flush (TroupeDraftWriter *self);

/* A file that is written nowhere yet. It is closed behind all that was handed over for it. */
TroupeDraftFile *troupe_draft_file_new (const char *path);
void troupe_draft_file_free (TroupeDraftFile *self);
/* Whether writing failed since the last call that replaced the whole; then nothing is appended. */
gboolean troupe_draft_file_has_failed (TroupeDraftFile *self);

/* Handed over; each returns at once. @bytes: (transfer full) */
void troupe_draft_writer_replace (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes);
/* What another program wrote goes on behind its first @length bytes. */
void troupe_draft_writer_resume (TroupeDraftWriter *self, TroupeDraftFile *file, gsize length);
void troupe_draft_writer_append (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes);
void troupe_draft_writer_remove (TroupeDraftWriter *self, TroupeDraftFile *file);

G_END_DECLS
