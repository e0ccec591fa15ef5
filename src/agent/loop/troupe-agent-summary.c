/* troupe-agent-summary.c: shortens a conversation with summaries by its model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-summary"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-message-list.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-summary.h"
#include "troupe-agent.h"

#define CALLS_MOST 4u
/* Same ratio as in troupe_llm_estimate_tokens(). */
#define CHARACTERS_PER_TOKEN 4
/* Size of the chunks of a message that is too long, as a percentage of the limit. */
#define PIECE_PER_CENT 75
#define BETWEEN "\n\n"

/* @kept: system messages; @files: (element-type TroupeLlmPart): files of users; @chunks:
 *   (element-type utf8); @results: result of each chunk, %NULL until received; @error:
 *   (nullable): error of the first chunk that failed */
typedef struct
{
  TroupeAgentModel *model;
  GPtrArray *kept;
  GPtrArray *files;
  GPtrArray *chunks;
  char **results;
  guint n_begun;
  guint n_waiting;
  GError *error;
} Summary;

/* A running request. */
typedef struct
{
  GTask *task;
  guint index;
} Wanted;

static void
summary_free (gpointer data)
{
  Summary *summary = data;

  g_assert (summary != NULL);

  for (guint i = 0; summary->results != NULL && i < summary->chunks->len; i++)
    g_free (summary->results[i]);
  g_free (summary->results);
  g_clear_pointer (&summary->chunks, g_ptr_array_unref);
  g_ptr_array_unref (summary->kept);
  g_ptr_array_unref (summary->files);
  g_object_unref (summary->model);
  g_clear_error (&summary->error);
  g_free (summary);
}

/* --- Requests --------------------------------------------------------------------------------- */

static const char *
get_tool (const TroupeLlmMessage *message)
{
  g_assert (message != NULL);

  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_RESULT && part->name != NULL)
        return part->name;
    }

  return "?";
}

/* Formats a message as CrewAI does for the summary; NULL if the message is empty. (transfer
 * full) */
static char *
write_message (const TroupeLlmMessage *message)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) called = g_string_new (NULL);

  g_assert (message != NULL);

  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);

      switch (part->type)
        {
        case TROUPE_LLM_PART_TEXT:
        case TROUPE_LLM_PART_TOOL_RESULT:
        case TROUPE_LLM_PART_REFUSAL:
          g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", part->text);
          break;
        case TROUPE_LLM_PART_TOOL_CALL:
          g_string_append_printf (called, "%s%s", called->len > 0 ? ", " : "",
                                  part->name != NULL ? part->name : "");
          break;
        case TROUPE_LLM_PART_FILE:
        case TROUPE_LLM_PART_REASONING:
        case TROUPE_LLM_PART_OTHER:
        default:
          break;
        }
    }
  if (called->len > 0)
    g_string_append_printf (text, "%s[Called tools: %s]", text->len > 0 ? " " : "", called->str);
  if (text->len == 0)
    return NULL;
  if (message->role == TROUPE_LLM_ROLE_TOOL)
    return g_strdup_printf ("[TOOL_RESULT (%s)]: %s", get_tool (message), text->str);

  return g_strdup_printf (
      "[%s]: %s", message->role == TROUPE_LLM_ROLE_ASSISTANT ? "ASSISTANT" : "USER", text->str);
}

static void
flush (GPtrArray *chunks, GString *chunk)
{
  if (chunk->len > 0)
    g_ptr_array_add (chunks, g_strndup (chunk->str, chunk->len));
  g_string_truncate (chunk, 0);
}

/* @n_used: number of characters in @chunk */
static void
pack (GPtrArray *chunks, GString *chunk, gsize *n_used, gsize room, const char *text, gsize length)
{
  gsize n_characters = (gsize) g_utf8_strlen (text, (gssize) length);

  if (chunk->len > 0 && *n_used + strlen (BETWEEN) + n_characters > room)
    {
      flush (chunks, chunk);
      *n_used = 0;
    }
  if (chunk->len > 0)
    {
      g_string_append (chunk, BETWEEN);
      *n_used += strlen (BETWEEN);
    }
  g_string_append_len (chunk, text, (gssize) length);
  *n_used += n_characters;
}

GPtrArray *
troupe_agent_summary_cut (GPtrArray *messages, gsize room, TroupeSecret *secret)
{
  g_autoptr (GString) chunk = g_string_new (NULL);
  GPtrArray *chunks = NULL;
  gsize n_used = 0;

  g_return_val_if_fail (messages != NULL && room > 0, NULL);

  chunks = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      g_autofree char *text =
          message->role != TROUPE_LLM_ROLE_SYSTEM ? write_message (message) : NULL;

      g_autofree char *hidden = text != NULL ? troupe_text_hide (text, -1, secret) : NULL;

      if (hidden != NULL)
        {
          const char *message_text = hidden;
          gsize n_left = troupe_agent_message_list_measure (message_text);
          gsize piece = MAX (1, room * PIECE_PER_CENT / 100);

          /* Splits the text if it is longer than the limit. */
          if (n_left <= room)
            {
              pack (chunks, chunk, &n_used, room, message_text, strlen (message_text));
              continue;
            }
          while (n_left > 0)
            {
              gsize n_characters = MIN (piece, n_left);
              const char *end = g_utf8_offset_to_pointer (message_text, (glong) n_characters);

              pack (chunks, chunk, &n_used, room, message_text, (gsize) (end - message_text));
              message_text = end;
              n_left -= n_characters;
            }
        }
    }
  flush (chunks, chunk);

  return chunks;
}

/* --- Results ---------------------------------------------------------------------------------- */

/* Returns the text between the tags, or the complete text if there are no tags. (transfer full) */
static char *
find_summary (const char *answer)
{
  const char *begin = strstr (answer, "<summary>");
  const char *end = begin != NULL ? strstr (begin, "</summary>") : NULL;

  if (end == NULL)
    return g_strstrip (g_strdup (answer));

  begin += strlen ("<summary>");
  return g_strstrip (g_strndup (begin, (gsize) (end - begin)));
}

static void begin_some (GTask *task);

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Wanted *wanted = user_data;
  g_autoptr (GTask) task = wanted->task;
  Summary *summary = g_task_get_task_data (task);
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  summary->n_waiting--;
  if (answer != NULL)
    summary->results[wanted->index] = find_summary (answer->content);
  if (answer != NULL && *summary->results[wanted->index] == '\0')
    error = g_error_new (TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                         /* Translators: the name of a model */
                         _ ("The model “%s” returned an empty summary of the conversation."),
                         troupe_agent_model_get_name (summary->model));
  if (error != NULL && summary->error == NULL)
    summary->error = error;
  else
    g_clear_error (&error);
  begin_some (task);
}

/* Starts as many requests as allowed. Ends the task when all requests have ended. */
static void
begin_some (GTask *task)
{
  Summary *summary = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  while (summary->n_begun < summary->chunks->len && summary->n_waiting < CALLS_MOST &&
         summary->error == NULL)
    {
      g_autofree char *user =
          troupe_prompt_fill (TROUPE_PROMPT_SUMMARIZE_INSTRUCTION, "conversation",
                              g_ptr_array_index (summary->chunks, summary->n_begun), NULL);
      g_autoptr (GPtrArray) messages = troupe_agent_message_list_new (
          troupe_prompt_get (TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE), user);
      Wanted *wanted = g_new0 (Wanted, 1);

      wanted->task = g_object_ref (task);
      wanted->index = summary->n_begun++;
      summary->n_waiting++;
      troupe_agent_model_ask_async (summary->model, messages, NULL, g_task_get_cancellable (task),
                                    answered_cb, wanted);
    }
  if (summary->n_waiting > 0)
    return;
  if (summary->error != NULL)
    g_task_return_error (task, g_steal_pointer (&summary->error));
  else
    {
      g_autoptr (GString) merged = g_string_new (NULL);
      g_autofree char *text = NULL;
      TroupeLlmMessage *message = NULL;

      for (guint i = 0; i < summary->chunks->len; i++)
        g_string_append_printf (merged, "%s%s", i > 0 ? BETWEEN : "", summary->results[i]);
      text = troupe_prompt_fill (TROUPE_PROMPT_SUMMARY, "merged_summary", merged->str, NULL);
      message = troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, text);
      for (guint i = 0; i < summary->files->len; i++)
        troupe_llm_message_add (message, g_ptr_array_index (summary->files, i));
      /* The message now owns the files. */
      g_ptr_array_set_free_func (summary->files, NULL);
      g_ptr_array_add (summary->kept, message);
      g_task_return_pointer (task, g_ptr_array_ref (summary->kept),
                             (GDestroyNotify) g_ptr_array_unref);
    }
}

/* --- Starting --------------------------------------------------------------------------------- */

void
troupe_agent_summarize_async (TroupeAgentModel *model,
                              GPtrArray *messages,
                              gint64 window,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Summary *summary = NULL;
  g_autoptr (TroupeSecret) secret = NULL;
  gsize room;
  gsize n_prompts;
  gint64 n_all;

  g_return_if_fail (TROUPE_IS_AGENT_MODEL (model) && messages != NULL);

  task = g_task_new (model, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_summarize_async);
  g_task_set_check_cancellable (task, FALSE);
  summary = g_new0 (Summary, 1);
  summary->model = g_object_ref (model);
  summary->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  summary->files = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_part_free);
  g_task_set_task_data (task, summary, summary_free);
  for (guint i = 0; i < messages->len; i++)
    {
      TroupeLlmMessage *message = g_ptr_array_index (messages, i);

      if (message->role == TROUPE_LLM_ROLE_SYSTEM)
        g_ptr_array_add (summary->kept, troupe_llm_message_ref (message));
      for (guint j = 0; message->role == TROUPE_LLM_ROLE_USER && j < message->parts->len; j++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, j);

          if (part->type == TROUPE_LLM_PART_FILE)
            g_ptr_array_add (summary->files, troupe_llm_part_copy (part));
        }
    }
  /* The characters of the conversation that fit into one request; none if not even the prompts
   * fit. */
  n_prompts =
      troupe_agent_message_list_measure (
          troupe_prompt_get (TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE)) +
      troupe_agent_message_list_measure (troupe_prompt_get (TROUPE_PROMPT_SUMMARIZE_INSTRUCTION));
  n_all = MIN (window, G_MAXINT64 / CHARACTERS_PER_TOKEN) * CHARACTERS_PER_TOKEN;
  room = n_all > (gint64) n_prompts ? (gsize) n_all - n_prompts : 0;
  if (room == 0)
    {
      g_task_return_new_error (
          task, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_WINDOW,
          /* Translators: the name of a model */
          _ ("The context window of the model “%s” is too small to summarize the conversation."),
          troupe_agent_model_get_name (model));
      return;
    }
  secret = troupe_agent_model_get_secret (model);
  summary->chunks = troupe_agent_summary_cut (messages, room, secret);
  summary->results = g_new0 (char *, summary->chunks->len);
  begin_some (task);
}

GPtrArray *
troupe_agent_summarize_finish (TroupeAgentModel *model, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_MODEL (model) && g_task_is_valid (result, model), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
