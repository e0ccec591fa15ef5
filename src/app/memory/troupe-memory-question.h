/* troupe-memory-question.h: query of the memory page and its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-file.h"
#include "troupe-memory-service.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryQuestion:
 * @owner: owner whose ranking is used to search records
 * @owners: (element-type TroupeMemoryOwner): owners whose knowledge sources are listed
 * @folder: (nullable): folder of the document, base of relative source paths; if %NULL, no sources
 *   are listed
 * @scope, @category: (nullable): scope and category of the records to find
 * @words: (nullable): words that the records must contain
 * @vector: (nullable): embedding of the search text, with @dimension elements
 *
 * Immutable after it was passed to troupe_memory_question_ask_async().
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
 * @look: (nullable): the result without @vector; %NULL if the file does not exist
 * @matches: (nullable): the results of a semantic search, best first
 * @sources: (nullable) (element-type TroupeSourceFacts): elements may be stolen individually
 */
typedef struct
{
  TroupeMemoryListing *look;
  GPtrArray *matches;
  GPtrArray *sources;
} TroupeMemoryFindings;

void troupe_memory_findings_free (TroupeMemoryFindings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryFindings, troupe_memory_findings_free)

/* Executes the query on a thread. @question: (transfer full) */
void troupe_memory_question_ask_async (TroupeMemoryQuestion *question,
                                       TroupeMemoryFile *file,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* @file: the source object of the callback. (transfer full) (nullable): %NULL with an error of
 *   the memory file */
TroupeMemoryFindings *
troupe_memory_question_finish (TroupeMemoryFile *file, GAsyncResult *result, GError **error);

G_END_DECLS
