/* troupe-llm-redact.c: redacts keys in requests and answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-redact"

#include "config.h"

#include "troupe-llm-redact.h"

static gboolean
is_in_part (const TroupeLlmPart *part, TroupeSecret *secret)
{
  g_autoptr (TroupeValue) hidden = NULL;

  g_assert (part != NULL);

  if (troupe_secret_is_in (secret, part->text, -1) ||
      (part->uri != NULL && troupe_secret_is_in (secret, part->uri, -1)))
    return TRUE;
  hidden = part->value != NULL ? troupe_value_hide (part->value, secret) : NULL;
  return hidden != part->value;
}

static gboolean
is_in_message (const TroupeLlmMessage *message, TroupeSecret *secret)
{
  g_autoptr (TroupeValue) hidden = NULL;

  g_assert (message != NULL);

  for (guint i = 0; i < message->parts->len; i++)
    if (is_in_part (g_ptr_array_index (message->parts, i), secret))
      return TRUE;
  hidden = message->more != NULL ? troupe_value_hide (message->more, secret) : NULL;
  return hidden != message->more;
}

/* @text: (inout) (nullable) */
static void
hide_text (char **text, TroupeSecret *secret)
{
  char *hidden = NULL;

  if (*text == NULL || !troupe_secret_is_in (secret, *text, -1))
    return;
  hidden = troupe_text_hide (*text, -1, secret);
  g_free (*text);
  *text = hidden;
}

/* @value: (inout) (nullable) */
static void
hide_value (TroupeValue **value, TroupeSecret *secret)
{
  TroupeValue *hidden = *value != NULL ? troupe_value_hide (*value, secret) : NULL;

  g_clear_pointer (value, troupe_value_unref);
  *value = hidden;
}

/* Messages are immutable: one with a key is copied. (transfer full) */
static TroupeLlmMessage *
hide_message (TroupeLlmMessage *message, TroupeSecret *secret)
{
  TroupeLlmMessage *copy = NULL;

  if (!is_in_message (message, secret))
    return troupe_llm_message_ref (message);
  copy = troupe_llm_message_new (message->role);
  copy->role_name = g_strdup (message->role_name);
  copy->more = message->more != NULL ? troupe_value_hide (message->more, secret) : NULL;
  for (guint i = 0; i < message->parts->len; i++)
    {
      TroupeLlmPart *part = troupe_llm_part_copy (g_ptr_array_index (message->parts, i));

      g_assert (part != NULL);
      hide_text (&part->text, secret);
      hide_text (&part->uri, secret);
      hide_value (&part->value, secret);
      troupe_llm_message_add (copy, part);
    }
  return copy;
}

/* (transfer full) (element-type TroupeLlmToolSpec) */
static GPtrArray *
hide_tools (GPtrArray *tools, TroupeSecret *secret)
{
  GPtrArray *copies =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);

  g_assert (tools != NULL);

  for (guint i = 0; i < tools->len; i++)
    {
      const TroupeLlmToolSpec *spec = g_ptr_array_index (tools, i);
      TroupeLlmToolSpec *copy =
          troupe_llm_tool_spec_new (spec->name, spec->description, spec->schema);

      copy->is_strict = spec->is_strict;
      hide_text (&copy->description, secret);
      hide_value (&copy->schema, secret);
      g_ptr_array_add (copies, copy);
    }
  return copies;
}

void
troupe_llm_request_hide (TroupeLlmRequest *self, TroupeSecret *secret)
{
  GPtrArray *messages = NULL;
  GPtrArray *tools = NULL;

  g_return_if_fail (self != NULL);

  if (secret == NULL)
    return;
  messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  for (guint i = 0; i < self->messages->len; i++)
    g_ptr_array_add (messages, hide_message (g_ptr_array_index (self->messages, i), secret));
  g_ptr_array_unref (self->messages);
  self->messages = messages;
  if (self->tools == NULL)
    return;
  tools = hide_tools (self->tools, secret);
  g_ptr_array_unref (self->tools);
  self->tools = tools;
}

void
troupe_llm_answer_hide (TroupeLlmAnswer *self, TroupeSecret *secret)
{
  TroupeLlmMessage *message = NULL;

  g_return_if_fail (self != NULL);

  if (secret == NULL)
    return;
  hide_text (&self->content, secret);
  if (self->message == NULL)
    return;
  message = hide_message (self->message, secret);
  troupe_llm_message_unref (self->message);
  self->message = message;
}
