/* troupe-memory-subject.h: the memory that a command is about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run-memory.h"

G_BEGIN_DECLS

/**
 * TroupeMemorySubject:
 * @loaded: the document, whether it loads or not
 * @crew: (nullable): the crew that it is
 * @fields: (nullable): what the document says at its top, also where it has no agents or tasks
 * @document: its file, or where one would be
 * @path: of the store
 *
 * What a document, or a folder where none is yet, remembers and knows.
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

/* Opens the store. Prints what is wrong: NULL then, with the exit code. (transfer full) (nullable) */
TroupeMemorySubject *
troupe_memory_subject_new (TroupeCommandLine *line, const char *file, TroupeExit *result);
void troupe_memory_subject_free (TroupeMemorySubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemorySubject, troupe_memory_subject_free)

/* A key of the document's top; NULL where it is missing or null. (transfer none) (nullable) */
TroupeValue *troupe_memory_subject_get (TroupeMemorySubject *self, const char *key);
/* Who judges what is remembered where `memory` names no model. (transfer full) (nullable) */
TroupeAgentDefinition *troupe_memory_subject_make_judge (TroupeMemorySubject *self);

/* The collections of knowledge that the document has, the crew's first. (transfer full) */
char **troupe_memory_subject_list_collections (TroupeMemorySubject *self);

/* Whether texts may be sent to where the document says: what a person asks for themselves needs no consent, an address
 * that the document has of its own does, as it does for `run`. Prints why it may not. */
gboolean troupe_memory_subject_ask (TroupeMemorySubject *self);

/* The error, printed. */
TroupeExit troupe_memory_subject_fail (const GError *error);

G_END_DECLS
