/* troupe-responses-reader.c: parses responses of OpenAI's Responses API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-responses-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-responses-reader.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"
#include "troupe-wire-value.h"

/* An item being assembled. */
typedef struct
{
  gint64 index;     /* index in the output, -1 if unknown */
  char *id;         /* (nullable) */
  int call;         /* index of the call, -1 if it is not a call */
  gboolean is_kept; /* kept unchanged: neither a call nor text */
  gboolean is_told; /* some or all of it has been emitted */
} Item;

struct _TroupeResponsesReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  GArray *items;                   /* of Item */
};

static void
item_clear (gpointer data)
{
  g_free (((Item *) data)->id);
}

TroupeResponsesReader *
troupe_responses_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeResponsesReader *self = g_new0 (TroupeResponsesReader, 1);

  self->builder = builder;
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->items, item_clear);

  return self;
}

void
troupe_responses_reader_free (TroupeResponsesReader *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->items);
  g_free (self);
}

/* --- Items ----------------------------------------------------------------------------------- */

/* Returns the item. If it is new, it is added. @id: (nullable). The result is valid until the
 * next lookup. */
static Item *
find_item (TroupeResponsesReader *self, gint64 index, const char *id)
{
  Item item = { .index = index, .call = -1 };

  g_assert (self != NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *old = &g_array_index (self->items, Item, i);

      if (index >= 0 && old->index >= 0 ? old->index == index
                                        : id != NULL && g_strcmp0 (old->id, id) == 0)
        return old;
    }
  if (!troupe_llm_answer_builder_take_room (self->builder, TROUPE_LLM_PART_BYTES +
                                                               (id != NULL ? strlen (id) : 0)) &&
      self->items->len > 0)
    return &g_array_index (self->items, Item, self->items->len - 1);
  item.id = g_strdup (id);
  g_array_append_val (self->items, item);

  return &g_array_index (self->items, Item, self->items->len - 1);
}

/* Returns the item of an event. @id: the id of the item, if the event does not contain it at the
 * usual position */
static Item *
find_item_of (TroupeResponsesReader *self, TroupeValue *event, const char *id)
{
  TroupeValue *index = troupe_llm_wire_get (event, "output_index");

  return find_item (self,
                    index != NULL && troupe_value_is (index, TROUPE_VALUE_INTEGER)
                        ? troupe_value_get_integer (index)
                        : -1,
                    id != NULL ? id : troupe_llm_wire_get_text (event, "item_id"));
}

/* Appends to a tool call. If the call is new, it is added. @arguments: (nullable): JSON to
 * append */
static void
extend_call (TroupeResponsesReader *self, Item *item, TroupeValue *call, TroupeValue *arguments)
{
  g_autofree char *id = troupe_llm_answer_builder_read (self->builder, call, "call_id");
  g_autofree char *name = troupe_llm_answer_builder_read (self->builder, call, "name");
  const char *text = NULL;
  gsize length = 0;

  g_assert (self != NULL);

  if (item->is_kept)
    return;
  if (item->call < 0)
    item->call = (int) troupe_llm_answer_builder_add_call (self->builder);
  if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_STRING))
    text = troupe_value_get_string (arguments, &length);
  if (length > 0)
    item->is_told = TRUE;
  troupe_llm_answer_builder_extend_call (self->builder, (guint) item->call, id, name, text,
                                         (gssize) length);
}

/* Appends the texts in a list of parts. */
static void
add_parts (TroupeResponsesReader *self, TroupeLlmPartType type, TroupeValue *parts)
{
  g_assert (self != NULL);

  for (gsize i = 0; parts != NULL && i < troupe_value_list_get_length (parts); i++)
    {
      TroupeValue *part = troupe_value_list_get (parts, i);

      troupe_wire_take_text (self->builder, type, troupe_llm_wire_get (part, "text"));
      troupe_wire_take_text (self->builder, TROUPE_LLM_PART_REFUSAL,
                             troupe_llm_wire_get (part, "refusal"));
    }
}

/* Processes a complete item. Data that was already contained in its deltas is skipped. */
static void
take_item (TroupeResponsesReader *self, Item *item, TroupeValue *value)
{
  const char *type = troupe_llm_wire_get_text (value, "type");

  g_assert (self != NULL);

  if (g_strcmp0 (type, "function_call") == 0)
    {
      if (!item->is_told)
        extend_call (self, item, value, troupe_llm_wire_get (value, "arguments"));
    }
  else if (g_strcmp0 (type, "message") == 0)
    {
      if (!item->is_told)
        add_parts (self, TROUPE_LLM_PART_TEXT, troupe_llm_wire_get_list (value, "content"));
    }
  else if (type != NULL && !item->is_kept)
    {
      if (!item->is_told)
        add_parts (self, TROUPE_LLM_PART_REASONING, troupe_llm_wire_get_list (value, "summary"));
      troupe_llm_answer_builder_add_other (self->builder, value);
      item->is_kept = TRUE;
    }
  item->is_told = TRUE;
}

/* --- Finishing -------------------------------------------------------------------------------- */

/* Converts an error of the server. @failure: (nullable): {code, message}. The codes are strings
 * in this API. */
static GError *
make_error (TroupeResponsesReader *self, TroupeValue *failure)
{
  const char *code = troupe_llm_wire_get_text (failure, "code");
  g_autoptr (TroupeValue) status = NULL;
  g_autoptr (TroupeValue) own = NULL;
  g_autoptr (TroupeValue) answer = NULL;

  g_assert (self != NULL);

  if (g_strcmp0 (code, "rate_limit_exceeded") == 0)
    status = troupe_value_new_integer (429);
  else if (g_strcmp0 (code, "server_error") == 0)
    status = troupe_value_new_integer (500);

  if (failure != NULL && troupe_value_is (failure, TROUPE_VALUE_MAP))
    own = status != NULL ? troupe_value_map_with (failure, "code", status)
                         : troupe_value_ref (failure);
  else
    own = troupe_value_new_boolean (TRUE);
  answer = troupe_wire_new_map ("error", g_steal_pointer (&own), NULL);

  return troupe_llm_error_from_answer (answer, troupe_llm_answer_builder_get_host (self->builder));
}

/* Processes the complete response, which is also the end of a stream. */
static gboolean
take_answer (TroupeResponsesReader *self, TroupeValue *answer, GError **error)
{
  TroupeValue *output = troupe_llm_wire_get_list (answer, "output");
  const char *reason =
      troupe_llm_wire_get_text (troupe_llm_wire_get_map (answer, "incomplete_details"), "reason");
  g_autofree char *status = troupe_llm_answer_builder_read (self->builder, answer, "status");
  TroupeValue *usage;
  TroupeLlmUsage *counts;
  TroupeValue *input;
  TroupeValue *usage_output;

  g_assert (self != NULL);

  troupe_wire_take_model (self->builder, answer, "model");
  if (g_strcmp0 (status, "failed") == 0)
    {
      /* Converts a failed response to an empty answer, as in CrewAI. The server's message is
       * stored as the refusal. */
      g_autofree char *words =
          troupe_llm_answer_builder_read (self->builder, troupe_llm_wire_get_map (answer, "error"),
                                          "message");

      if (words != NULL)
        troupe_llm_answer_builder_add_text (self->builder, TROUPE_LLM_PART_REFUSAL, words, -1);
    }
  else if (status != NULL && !g_str_equal (status, "completed") &&
           !g_str_equal (status, "incomplete"))
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_CUT,
                     /* Translators: first %s is a host, second %s the status of the answer, such
                      * as queued or cancelled */
                     _ ("The server at %s did not finish the answer (%s). Try again."),
                     troupe_llm_answer_builder_get_host (self->builder), status));
      return FALSE;
    }

  for (gsize i = 0; output != NULL && i < troupe_value_list_get_length (output); i++)
    {
      TroupeValue *value = troupe_value_list_get (output, i);

      take_item (self, find_item (self, (gint64) i, troupe_llm_wire_get_text (value, "id")), value);
    }
  usage = troupe_llm_wire_get_map (answer, "usage");
  counts = troupe_llm_answer_builder_get_usage (self->builder);
  input = troupe_llm_wire_get (usage, "input_tokens_details");
  usage_output = troupe_llm_wire_get (usage, "output_tokens_details");
  if (usage != NULL)
    {
      counts->prompt_tokens = troupe_llm_wire_get_count (usage, "input_tokens");
      counts->completion_tokens = troupe_llm_wire_get_count (usage, "output_tokens");
      troupe_wire_take_total (counts, troupe_llm_wire_get_count (usage, "total_tokens"));
      counts->cached_prompt_tokens = troupe_llm_wire_get_count (input, "cached_tokens");
      counts->reasoning_tokens = troupe_llm_wire_get_count (usage_output, "reasoning_tokens");
    }
  if (g_strcmp0 (reason, "content_filter") == 0)
    troupe_llm_answer_builder_set_finish (self->builder, reason);
  else
    troupe_llm_answer_builder_set_finish (self->builder, status != NULL ? status : "completed");

  return TRUE;
}

/* --- Events ---------------------------------------------------------------------------------- */

/* Processes a delta according to @type. */
static void
take_delta (TroupeResponsesReader *self, const char *type, TroupeValue *event)
{
  static const struct
  {
    const char *type;
    TroupeLlmPartType part;
  } deltas[] = {
    { "response.output_text.delta", TROUPE_LLM_PART_TEXT },
    { "response.refusal.delta", TROUPE_LLM_PART_REFUSAL },
    { "response.reasoning_summary_text.delta", TROUPE_LLM_PART_REASONING },
    { "response.reasoning_text.delta", TROUPE_LLM_PART_REASONING },
  };
  TroupeValue *delta = troupe_llm_wire_get (event, "delta");

  g_assert (self != NULL);

  if (g_str_equal (type, "response.function_call_arguments.delta"))
    {
      extend_call (self, find_item_of (self, event, NULL), NULL, delta);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (deltas); i++)
    if (g_str_equal (type, deltas[i].type))
      {
        find_item_of (self, event, NULL)->is_told = TRUE;
        troupe_wire_take_text (self->builder, deltas[i].part, delta);
      }
}

gboolean
troupe_responses_reader_take_event (TroupeResponsesReader *self,
                                    const char *type,
                                    TroupeValue *event,
                                    GError **error)
{
  const char *own;

  if (!troupe_wire_check_answer (self->builder, event, error))
    return FALSE;

  own = troupe_llm_wire_get_text (event, "type");
  if (own == NULL)
    own = type != NULL ? type : "";
  if (g_str_equal (own, "error"))
    {
      g_propagate_error (error, make_error (self, event));
      return FALSE;
    }
  if (g_str_equal (own, "response.failed"))
    {
      TroupeValue *answer = troupe_llm_wire_get_map (event, "response");

      g_propagate_error (error, make_error (self, troupe_llm_wire_get_map (answer, "error")));
      return FALSE;
    }
  if (g_str_equal (own, "response.completed") || g_str_equal (own, "response.incomplete"))
    return take_answer (self, troupe_llm_wire_get_map (event, "response"), error);
  if (g_str_equal (own, "response.output_item.added"))
    {
      TroupeValue *value = troupe_llm_wire_get_map (event, "item");
      Item *item = find_item_of (self, event, troupe_llm_wire_get_text (value, "id"));

      if (g_strcmp0 (troupe_llm_wire_get_text (value, "type"), "function_call") == 0)
        extend_call (self, item, value, troupe_llm_wire_get (value, "arguments"));
    }
  else if (g_str_equal (own, "response.output_item.done"))
    {
      TroupeValue *value = troupe_llm_wire_get_map (event, "item");

      take_item (self, find_item_of (self, event, troupe_llm_wire_get_text (value, "id")), value);
    }
  else
    take_delta (self, own, event);

  return TRUE;
}

gboolean
troupe_responses_reader_take_whole (TroupeResponsesReader *self, TroupeValue *whole, GError **error)
{
  gboolean is_failed = g_strcmp0 (troupe_llm_wire_get_text (whole, "status"), "failed") == 0;

  /* A failed response contains an error whose code is a string. */
  if (!is_failed && !troupe_wire_check_answer (self->builder, whole, error))
    return FALSE;
  if (!is_failed && troupe_llm_wire_get_list (whole, "output") == NULL)
    {
      g_propagate_error (
          error, troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                       _ ("The server at %s sent an answer without a message. "
                                          "Check that it supports OpenAI’s Responses API."),
                                       troupe_llm_answer_builder_get_host (self->builder)));
      return FALSE;
    }

  return take_answer (self, whole, error);
}
