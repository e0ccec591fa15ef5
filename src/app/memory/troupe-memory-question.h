/* troupe-memory-question.h: what a page asks of a memory's file, and what it has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-file.h"
#include "troupe-memory-service.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryQuestion:
 * @owner: by whose way of ranking records are looked for
 * @owners: (element-type TroupeMemoryOwner): whose sources of knowledge are looked at
 * @folder: (nullable): the document's, which paths of sources are of; %NULL looks at none
 * @scope, @category: (nullable): that records are in
 * @words: (nullable): that stand in them
 * @vector: (nullable): of @dimension numbers, of what they are about
 *
 * Nothing of it changes once it is asked.
 */
typedef struct
{
  TroupeMemoryOwner *owner;
  GPtrArray *owners;
  char *folder;
  char *scope;
  char *category;
  char *words;
  float *vector;
  guint dimension;
} TroupeMemoryQuestion;

void troupe_memory_question_free (TroupeMemoryQuestion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryQuestion, troupe_memory_question_free)

/**
 * TroupeMemoryFindings:
 * @look: (nullable): all that is known without @vector; %NULL: there is no file
 * @matches: (nullable): those that are about it, best first
 * @sources: (nullable) (element-type TroupeSourceFacts): they may be taken one by one
 */
typedef struct
{
  TroupeMemoryListing *look;
  GPtrArray *matches;
  GPtrArray *sources;
} TroupeMemoryFindings;

void troupe_memory_findings_free (TroupeMemoryFindings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryFindings, troupe_memory_findings_free)

/* Asks off the main thread. @question: (transfer full) */
void troupe_memory_question_ask_async (TroupeMemoryQuestion *question,
                                       TroupeMemoryFile *file,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* @file: the source object of the callback. (transfer full) (nullable): with an error of the memory's file */
TroupeMemoryFindings *
troupe_memory_question_finish (TroupeMemoryFile *file, GAsyncResult *result, GError **error);

G_END_DECLS
