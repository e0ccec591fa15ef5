/* troupe-crew-python-knowledge.c: knowledge sources and embedders implemented in Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-python-knowledge"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-hook-call.h"
#include "troupe-crew-python-knowledge.h"
#include "troupe-run.h"

/* An object in the helper. @around: borrowed; @hook: the reference to the object, and the JSON
 * path of the reference */
typedef struct
{
  const TroupeCrewContext *around;
  TroupeCrewHook hook;
} Known;

static Known *
known_new (const TroupeCrewContext *around, const char *reference, const char *path)
{
  Known *known = g_new0 (Known, 1);

  known->around = around;
  known->hook.type = TROUPE_CREW_HOOK_PYTHON;
  known->hook.text = g_strdup (reference);
  known->hook.path = g_strdup (path);
  return known;
}

static void
known_free (gpointer data)
{
  Known *known = data;

  g_free (known->hook.text);
  g_free (known->hook.path);
  g_free (known);
}

/* --- Knowledge -------------------------------------------------------------------------------- */

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) found = troupe_crew_hook_call_finish (result, &error);
  g_autoptr (GStrvBuilder) chunks = g_strv_builder_new ();

  g_assert (G_IS_TASK (task));

  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (gsize i = 0;
       troupe_value_is (found, TROUPE_VALUE_LIST) && i < troupe_value_list_get_length (found); i++)
    if (troupe_value_is (troupe_value_list_get (found, i), TROUPE_VALUE_STRING))
      g_strv_builder_add (chunks, troupe_value_get_string (troupe_value_list_get (found, i), NULL));
  g_task_return_pointer (task, g_strv_builder_end (chunks), (GDestroyNotify) g_strfreev);
}

static void
look_up_cb (GTask *task, const char *text, guint limit, double threshold, gpointer user_data)
{
  Known *known = user_data;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&builder, "limit", troupe_value_new_integer (limit));
  troupe_map_builder_add (&builder, "threshold", troupe_value_new_double (threshold));
  value = troupe_map_builder_end (&builder);
  troupe_crew_hook_call_async (known->around, &known->hook, TROUPE_HOOK_LOOK_UP, value, NULL,
                               g_task_get_cancellable (task), found_cb, task);
}

TroupeKnowledge *
troupe_crew_python_knowledge_new (const TroupeCrewContext *around, const char *reference)
{
  g_return_val_if_fail (around != NULL && reference != NULL, NULL);

  return troupe_knowledge_new_asked (look_up_cb, known_new (around, reference, "knowledge"),
                                     known_free);
}

/* --- Embeddings ------------------------------------------------------------------------------- */

/* Reads one vector for each text. All vectors must have the same length. (transfer full)
 * (nullable) */
static TroupeEmbeddings *
read_vectors (TroupeValue *list, guint n_texts)
{
  g_autoptr (TroupeEmbeddings) made = g_new0 (TroupeEmbeddings, 1);

  if (!troupe_value_is (list, TROUPE_VALUE_LIST) || troupe_value_list_get_length (list) != n_texts)
    return NULL;
  made->n_texts = n_texts;
  for (guint i = 0; i < n_texts; i++)
    {
      TroupeValue *vector = troupe_value_list_get (list, i);
      const gsize n_numbers =
          troupe_value_is (vector, TROUPE_VALUE_LIST) ? troupe_value_list_get_length (vector) : 0;

      if (n_numbers == 0 || n_numbers > G_MAXUINT16 || (i > 0 && n_numbers != made->dimension))
        return NULL;
      if (i == 0)
        {
          made->dimension = (guint) n_numbers;
          made->vectors = g_new0 (float, (gsize) n_texts *n_numbers);
        }
      for (gsize k = 0; k < n_numbers; k++)
        {
          TroupeValue *value = troupe_value_list_get (vector, k);
          float *number = &made->vectors[i * n_numbers + k];

          if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
            *number = (float) troupe_value_get_double (value);
          else if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
            *number = (float) troupe_value_get_integer (value);
          else
            return NULL;
        }
    }
  return g_steal_pointer (&made);
}

static void
embedded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  const guint n_texts = GPOINTER_TO_UINT (g_task_get_task_data (task));
  GError *error = NULL;
  g_autoptr (TroupeValue) list = troupe_crew_hook_call_finish (result, &error);
  TroupeEmbeddings *made = list != NULL ? read_vectors (list, n_texts) : NULL;

  g_assert (G_IS_TASK (task));

  if (made != NULL)
    g_task_return_pointer (task, made, (GDestroyNotify) troupe_embeddings_free);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT, "%s",
                             _ ("The Python embedder did not return one vector of numbers per "
                                "text, all of the same length."));
}

static void
embed_cb (GTask *task, const char *const *texts, gpointer user_data)
{
  Known *known = user_data;
  const guint n_texts = g_strv_length ((char **) texts);
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, n_texts + 1);
  g_autoptr (TroupeValue) list = NULL;

  g_assert (G_IS_TASK (task));

  for (guint i = 0; i < n_texts; i++)
    items[i] = troupe_value_new_string (texts[i], -1);
  list = troupe_value_new_list (items, n_texts);
  g_task_set_task_data (task, GUINT_TO_POINTER (n_texts), NULL);
  troupe_crew_hook_call_async (known->around, &known->hook, TROUPE_HOOK_EMBED, list, NULL,
                               g_task_get_cancellable (task), embedded_cb, task);
}

TroupeEmbedder *
troupe_crew_python_knowledge_make_embedder (const TroupeCrewContext *around, TroupeValue *value)
{
  const char *provider = troupe_value_get_member_text (value, "provider");
  g_autofree char *reference = NULL;

  if (around == NULL || provider == NULL ||
      !g_str_has_prefix (provider, TROUPE_CREW_EMBEDDER_PREFIX))
    return NULL;
  reference = g_strdup (provider + strlen (TROUPE_CREW_EMBEDDER_PREFIX));
  g_strdelimit (reference, ":", '.');
  return troupe_embedder_new_asked (around->run->client, provider, embed_cb,
                                    known_new (around, reference, "embedder"), known_free);
}
