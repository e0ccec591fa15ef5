/* troupe-llm-embed-record.c: embeddings as values of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed-record"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-embed-record.h"
#include "troupe-llm-error.h"
#include "troupe-llm-record.h"
#include "troupe-llm-serialize.h"

TroupeValue *
troupe_embed_record_texts (const char *model, TroupeEmbedPurpose purpose, const char *const *texts)
{
  const guint n = g_strv_length ((char **) texts);
  g_autofree TroupeValue **items = g_new (TroupeValue *, n + 1);
  TroupeMapBuilder fields;

  g_return_val_if_fail (model != NULL, NULL);

  for (guint i = 0; i < n; i++)
    items[i] = troupe_value_new_string (texts[i], -1);
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "model", troupe_value_new_string (model, -1));
  troupe_map_builder_add (
      &fields, "purpose",
      troupe_value_new_string (purpose == TROUPE_EMBED_QUERY ? "query" : "document", -1));
  troupe_map_builder_add (&fields, "texts", troupe_value_new_list (items, n));
  return troupe_map_builder_end (&fields);
}

TroupeValue *
troupe_embed_record_vectors (const TroupeEmbeddings *embeddings)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, embeddings->n_texts + 1);
  TroupeMapBuilder answer, outcome;

  g_return_val_if_fail (embeddings != NULL, NULL);

  for (guint i = 0; i < embeddings->n_texts; i++)
    {
      const float *vector = embeddings->vectors + (gsize) i * embeddings->dimension;
      guint dimension = embeddings->dimension;
      g_autofree guint32 *numbers = g_new (guint32, dimension);

      memcpy (numbers, vector, dimension * sizeof (float));
      for (guint j = 0; j < dimension; j++)
        numbers[j] = GUINT32_TO_LE (numbers[j]);
      items[i] = troupe_value_take_string (
          g_base64_encode ((const guchar *) numbers, dimension * sizeof (float)), -1);
    }
  troupe_map_builder_init (&answer);
  troupe_map_builder_add (&answer, "usage", troupe_llm_usage_serialize (&embeddings->usage));
  troupe_map_builder_init (&outcome);
  troupe_map_builder_add (&outcome, "answer", troupe_map_builder_end (&answer));
  troupe_map_builder_add (&outcome, "vectors", troupe_value_new_list (items, embeddings->n_texts));
  return troupe_map_builder_end (&outcome);
}

/* Appends the numbers of a vector. Returns FALSE if it is invalid, or if its length is not @dimension
 * unless that is 0. */
static gboolean
read_vector (TroupeValue *value, GArray *numbers, guint *dimension)
{
  g_autofree guchar *bytes = NULL;
  gsize length = 0;

  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return FALSE;
  bytes = g_base64_decode (troupe_value_get_string (value, NULL), &length);
  if (length == 0 || length % sizeof (float) != 0 ||
      (*dimension != 0 && length / sizeof (float) != *dimension))
    return FALSE;
  *dimension = (guint) (length / sizeof (float));
  for (gsize i = 0; i < length; i += sizeof (float))
    {
      guint32 bits = 0;
      float number = 0;

      memcpy (&bits, bytes + i, sizeof bits);
      bits = GUINT32_FROM_LE (bits);
      memcpy (&number, &bits, sizeof number);
      g_array_append_val (numbers, number);
    }
  return TRUE;
}

TroupeEmbeddings *
troupe_embed_record_read (TroupeValue *outcome, guint n_texts, GError **error)
{
  TroupeValue *list = troupe_value_get_member_of (outcome, "vectors", TROUPE_VALUE_LIST);
  TroupeValue *answer = troupe_value_get_member_of (outcome, "answer", TROUPE_VALUE_MAP);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (float));
  gboolean is_valid = list != NULL && troupe_value_list_get_length (list) == n_texts;
  GError *failure = troupe_llm_record_read_error (outcome);
  TroupeEmbeddings *embeddings = NULL;
  guint dimension = 0;

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  for (guint i = 0; is_valid && i < n_texts; i++)
    is_valid = read_vector (troupe_value_list_get (list, i), numbers, &dimension);
  if (!is_valid)
    {
      g_propagate_error (error,
                         troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                               _ ("A recorded embedding does not have one vector "
                                                  "of the same length for each text. Record it "
                                                  "again.")));
      return NULL;
    }
  embeddings = g_new0 (TroupeEmbeddings, 1);
  embeddings->n_texts = n_texts;
  embeddings->dimension = dimension;
  troupe_llm_usage_deserialize (troupe_value_get_member (answer, "usage"), &embeddings->usage);
  embeddings->vectors = (float *) (gpointer) g_array_free (g_steal_pointer (&numbers), FALSE);
  return embeddings;
}
