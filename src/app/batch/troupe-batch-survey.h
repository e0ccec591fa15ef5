/* troupe-batch-survey.h: what the inputs of a batch contain and what the document expects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeBatchSurvey:
 * @n_items: number of items, including invalid ones
 * @n_invalid: number of lines that are not valid items
 * @problem: (nullable): what is wrong with the first of them
 * @names: (element-type utf8): the inputs of all items, in the order in which they appear
 * @n_with: (element-type guint): for each name, how many items set it
 *
 * The contents of a file of inputs.
 */
typedef struct
{
  gint64 n_items;
  gint64 n_invalid;
  char *problem;
  GPtrArray *names;
  GArray *n_with;
} TroupeBatchSurvey;

void troupe_batch_survey_free (TroupeBatchSurvey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchSurvey, troupe_batch_survey_free)

/* Reads the file on another thread. Errors: as for troupe_batch_inputs_open(). Main thread */
void troupe_batch_survey_read_async (const char *path,
                                     GCancellable *cancellable,
                                     gpointer source,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
TroupeBatchSurvey *troupe_batch_survey_read_finish (GAsyncResult *result, GError **error);

/* Describes the inputs that a document expects, such as `topic, audience (optional)`. @expected:
 * (element-type TroupeSchemaField). (transfer full) (nullable): NULL if there are none */
char *troupe_batch_describe_expected (GPtrArray *expected);

/* Describes the file in a few lines: the number of items, its columns, and what does not fit the document.
 * @fits: (out): FALSE if something required is missing or a line is not valid. (transfer full) */
char *troupe_batch_survey_describe (const TroupeBatchSurvey *self,
                                    GPtrArray *expected,
                                    gboolean *fits);

G_END_DECLS
