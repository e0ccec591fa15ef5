/* troupe-memory-subject.h: document and memory store of the memory commands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run-memory.h"

G_BEGIN_DECLS

/**
 * TroupeMemorySubject:
 * @loaded: the document, even if loading failed
 * @crew: (nullable): the crew of the document
 * @fields: (nullable): the top-level map of the document, even if the document has no agents or
 *   tasks
 * @document: the file of the document, or the path where it would be created
 * @path: the path of the store
 *
 * The memory and knowledge of a document, or of a folder that does not contain a document yet.
 */
typedef struct
{
  TroupeCommandLine *line;
  TroupeLoaded *loaded;
  TroupeCrew *crew;
  TroupeValue *fields;
  char *document;
  char *path;
  TroupeMemoryStore *store;
} TroupeMemorySubject;

/* Opens the store. On failure, prints an error, sets the exit code and returns NULL. (transfer
 * full) (nullable) */
TroupeMemorySubject *
troupe_memory_subject_new (TroupeCommandLine *line, const char *file, TroupeExit *result);
void troupe_memory_subject_free (TroupeMemorySubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemorySubject, troupe_memory_subject_free)

/* Returns a top-level field of the document. Returns NULL if the field is missing or null.
 * (transfer none) (nullable) */
TroupeValue *troupe_memory_subject_get (TroupeMemorySubject *self, const char *key);
/* Returns the agent whose model analyzes memories if `memory` names no model. (transfer full)
 * (nullable) */
TroupeAgentDefinition *troupe_memory_subject_make_judge (TroupeMemorySubject *self);

/* Lists the knowledge collections of the document, the collection of the crew first. (transfer
 * full) */
char **troupe_memory_subject_list_collections (TroupeMemorySubject *self);

/* Returns TRUE if a model or an embedder could use another address than the default one of its
 * provider or one of this machine. @model: (nullable): its name, or its settings */
gboolean troupe_memory_subject_has_own_address (TroupeValue *model);

/* Returns TRUE if texts may be sent to the servers of the document. Otherwise prints an error. A
 * provider's default address needs no consent, because the user has started the command. A
 * custom address in the document needs consent, as for `run`. */
gboolean troupe_memory_subject_ask (TroupeMemorySubject *self);

/* Prints the error and returns the exit code. */
TroupeExit troupe_memory_subject_fail (const GError *error);

G_END_DECLS
