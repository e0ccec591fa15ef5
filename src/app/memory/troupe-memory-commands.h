/* troupe-memory-commands.h: edits memory records and knowledge sources of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-file.h"
#include "troupe-page-content.h"
#include "troupe-source-item.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryCommands:
 *
 * Executes edits, deletions and embedder requests one after another. Before the first request to an
 * embedder, the user must consent to what the document could do, as before a run.
 *
 * Signals: `done` (something may have been written), `message` (text), `deleted` (number of
 * records; the deletion can be undone), `written` (id of a record, error message or NULL),
 * `embedded` (for a search: #TroupeEmbeddings or NULL, error message or NULL), `busy-changed`.
 */
#define TROUPE_TYPE_MEMORY_COMMANDS (troupe_memory_commands_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryCommands,
                      troupe_memory_commands,
                      TROUPE,
                      MEMORY_COMMANDS,
                      GObject)

/* @content: must outlive this object until troupe_memory_commands_close() is called */
TroupeMemoryCommands *troupe_memory_commands_new (TroupePageContent *content,
                                                  TroupeMemoryFile *file);
/* Called when the page is closed. Cancels all requests. */
void troupe_memory_commands_close (TroupeMemoryCommands *self);
/* Returns the folder of the document's project; NULL if the document was never saved. (transfer
 * none) (nullable) */
const char *troupe_memory_commands_get_folder (TroupeMemoryCommands *self);

/* Writes a record. @record: the record with its new values; @embeds: whether its text has
 * changed and must be embedded */
void troupe_memory_commands_write (TroupeMemoryCommands *self,
                                   TroupeMemoryOwner *owner,
                                   TroupeMemoryRecord *record,
                                   gboolean embeds);
/* Returns TRUE while a record is being written. */
gboolean troupe_memory_commands_is_writing (TroupeMemoryCommands *self);
/* @numbers: (element-type gint64): the numbers of the records */
void troupe_memory_commands_delete (TroupeMemoryCommands *self, const GArray *numbers);
/* Restores the records that were deleted last. */
void troupe_memory_commands_undo (TroupeMemoryCommands *self);
/* Returns the maximum number of records for which a deletion can be undone. */
guint troupe_memory_commands_get_most_undone (void);
void troupe_memory_commands_forget (TroupeMemoryCommands *self, const TroupeMemoryListFilter *list_filter);
/* Embeds @text for a search, with a single request to the embedder of @owner. */
void troupe_memory_commands_embed (TroupeMemoryCommands *self,
                                   TroupeMemoryOwner *owner,
                                   const char *text);
/* Returns TRUE while a search waits for its embedding. */
gboolean troupe_memory_commands_is_embedding (TroupeMemoryCommands *self);
void troupe_memory_commands_read (TroupeMemoryCommands *self, TroupeSourceItem *item);
/* Like troupe_memory_commands_read(), but only checks whether the source has changed, and embeds
 * nothing. */
void troupe_memory_commands_look (TroupeMemoryCommands *self, TroupeSourceItem *item);
void troupe_memory_commands_stop (TroupeMemoryCommands *self, TroupeSourceItem *item);

G_END_DECLS
