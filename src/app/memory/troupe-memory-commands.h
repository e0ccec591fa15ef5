/* troupe-memory-commands.h: edits memories and knowledge of a document
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
 * Edits, deletions and what asks an embedder, one after another. Before anybody is asked, what the document could do is
 * agreed to as before a run of it.
 *
 * Signals: `done` (something was written), `message` (text), `deleted` (how many; they can be put back), `written` (id of
 * a record, text or NULL: why it was not), `embedded` (#TroupeEmbeddings or NULL, text or NULL: of a search), `busy-changed`.
 */
#define TROUPE_TYPE_MEMORY_COMMANDS (troupe_memory_commands_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryCommands,
                      troupe_memory_commands,
                      TROUPE,
                      MEMORY_COMMANDS,
                      GObject)

/* @content: outlives this */
TroupeMemoryCommands *troupe_memory_commands_new (TroupePageContent *content,
                                                  TroupeMemoryFile *file);
/* Nobody looks any more: what asks is given up. */
void troupe_memory_commands_close (TroupeMemoryCommands *self);
/* Of the document's project; NULL where it has no file. (transfer none) (nullable) */
const char *troupe_memory_commands_get_folder (TroupeMemoryCommands *self);

/* @record: as it is to be; @embeds: its text is a new one */
void troupe_memory_commands_write (TroupeMemoryCommands *self,
                                   TroupeMemoryOwner *owner,
                                   TroupeMemoryRecord *record,
                                   gboolean embeds);
/* Whether a change of a record is on its way. */
gboolean troupe_memory_commands_is_writing (TroupeMemoryCommands *self);
/* @numbers: (element-type gint64): of records */
void troupe_memory_commands_delete (TroupeMemoryCommands *self, const GArray *numbers);
/* Puts back what was deleted last. */
void troupe_memory_commands_undo (TroupeMemoryCommands *self);
/* So many are taken back at most; more are deleted for good. */
guint troupe_memory_commands_get_most_undone (void);
void troupe_memory_commands_forget (TroupeMemoryCommands *self, const TroupeMemoryListFilter *wish);
/* Asks the embedder of @owner once. */
void troupe_memory_commands_embed (TroupeMemoryCommands *self,
                                   TroupeMemoryOwner *owner,
                                   const char *text);
/* Whether a search waits for its answer. */
gboolean troupe_memory_commands_is_embedding (TroupeMemoryCommands *self);
void troupe_memory_commands_read (TroupeMemoryCommands *self, TroupeSourceItem *item);
/* The same, but nothing is embedded: it is only looked whether it has changed. */
void troupe_memory_commands_look (TroupeMemoryCommands *self, TroupeSourceItem *item);
void troupe_memory_commands_stop (TroupeMemoryCommands *self, TroupeSourceItem *item);

G_END_DECLS
