/* troupe-llm-embed-mock.c: embedder without a network, for examples and tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed-mock"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-llm-embed-mock.h"

#define DIMENSION 256u
/* Length of the parts of words that are hashed, so that forms of a word are similar. */
#define PART 4

static guint
hash (const char *text, gsize length)
{
  guint number = 2166136261u;

  for (gsize i = 0; i < length; i++)
    number = (number ^ (guchar) text[i]) * 16777619u;
  return number;
}

/* Adds a piece of text to the vector, positively or negatively. */
static void
add (float *vector, const char *text, gsize length, float weight)
{
  const guint number = hash (text, length);

  vector[number % DIMENSION] += (number >> 16 & 1) != 0 ? weight : -weight;
}

static void
fill (float *vector, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n\r.,;:!?\"'()[]{}<>/\\|-_=+*#&", -1);
  float sum = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      {
        const char *word = words[i];
        const gsize length = strlen (word);

        add (vector, word, length, 1.0f);
        for (gsize j = 0; j + PART <= length; j++)
          add (vector, word + j, PART, 0.25f);
      }
  for (guint i = 0; i < DIMENSION; i++)
    sum += vector[i] * vector[i];
  /* A text without words gets a vector that is not zero. */
  if (sum <= 0)
    vector[0] = sum = 1;
  for (guint i = 0; i < DIMENSION; i++)
    vector[i] /= sqrtf (sum);
}

void
troupe_embed_mock_ask (GTask *task, const char *const *texts, gpointer user_data)
{
  TroupeEmbeddings *embeddings = g_new0 (TroupeEmbeddings, 1);

  g_assert (G_IS_TASK (task));

  embeddings->n_texts = g_strv_length ((char **) texts);
  embeddings->dimension = DIMENSION;
  embeddings->vectors = g_new0 (float, MAX (embeddings->n_texts, 1) * DIMENSION);
  for (guint i = 0; i < embeddings->n_texts; i++)
    fill (embeddings->vectors + (gsize) i * DIMENSION, texts[i]);
  g_task_return_pointer (task, embeddings, (GDestroyNotify) troupe_embeddings_free);
  g_object_unref (task);
}
