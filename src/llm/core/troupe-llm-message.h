/* troupe-llm-message.h: what is said to models and by them, in nobody's own form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_LLM_ROLE_SYSTEM,
  TROUPE_LLM_ROLE_USER,
  TROUPE_LLM_ROLE_ASSISTANT,
  TROUPE_LLM_ROLE_TOOL,  /* results of tools: a message of their own with some APIs, a user's with others */
  TROUPE_LLM_ROLE_OTHER, /* only for servers that know its name */
} TroupeLlmRole;

typedef enum
{
  TROUPE_LLM_PART_TEXT,
  TROUPE_LLM_PART_FILE,        /* an image, a sound, a document */
  TROUPE_LLM_PART_TOOL_CALL,   /* what the model wants to have done */
  TROUPE_LLM_PART_TOOL_RESULT, /* what came of it */
  TROUPE_LLM_PART_REASONING,   /* what the model thought */
  TROUPE_LLM_PART_REFUSAL,     /* why the model does not answer */
  TROUPE_LLM_PART_OTHER,       /* of one API alone: @value goes out as it is */
} TroupeLlmPartType;

/**
 * TroupeLlmPart:
 * @text: the text, a call's arguments as the model wrote them (JSON, if it kept to it), a result's content;
 *   "" where there is none
 * @id: (nullable): of a tool call, and of the call that a result belongs to; Gemini gives none
 * @name: (nullable): of the tool; of a file
 * @uri: (nullable): of a file: an address, `data:` included
 * @media_type: (nullable): of a file
 * @signature: (nullable): what some APIs want back with reasoning and calls, unread (Anthropic's signature,
 *   Gemini's thoughtSignature, the encrypted content of Responses)
 * @is_error: whether the tool failed
 * @value: (nullable): the part as its API wrote it, where the other fields do not hold all of it
 *
 * One piece of a message.
 */
typedef struct
{
  TroupeLlmPartType type;
  char *text;
  char *id;
  char *name;
  char *uri;
  char *media_type;
  char *signature;
  gboolean is_error;
  TroupeValue *value;
} TroupeLlmPart;

/* @text: (nullable). (transfer full) */
TroupeLlmPart *troupe_llm_part_new (TroupeLlmPartType type, const char *text);
void troupe_llm_part_free (TroupeLlmPart *self);

/**
 * TroupeLlmMessage:
 * @role_name: (nullable): the role's name, where it is none of those
 * @parts: (element-type TroupeLlmPart): in their order
 * @more: (nullable): a map of fields that only one API has, for that one
 *
 * What one side said in its turn. Filled in by who makes it, then immutable: atomic reference count, shared
 * by threads.
 */
typedef struct
{
  gatomicrefcount ref_count;
  TroupeLlmRole role;
  char *role_name;
  GPtrArray *parts;
  TroupeValue *more;
} TroupeLlmMessage;

TroupeLlmMessage *troupe_llm_message_new (TroupeLlmRole role);
TroupeLlmMessage *troupe_llm_message_ref (TroupeLlmMessage *self);
void troupe_llm_message_unref (TroupeLlmMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmMessage, troupe_llm_message_unref)

/* While the message is made. @part: (transfer full) */
void troupe_llm_message_add (TroupeLlmMessage *self, TroupeLlmPart *part);
/* The text parts joined by a blank. (transfer full) */
char *troupe_llm_message_get_text (const TroupeLlmMessage *self);
gboolean troupe_llm_message_has (const TroupeLlmMessage *self, TroupeLlmPartType type);

/**
 * troupe_llm_message_from_value:
 * @value: a map {role, content, tool_calls, tool_call_id, …} as CrewAI keeps messages, which is how OpenAI's
 *   chat completions write them; anything else is an empty message of a user
 *
 * Returns: (transfer full): the message
 */
TroupeLlmMessage *troupe_llm_message_from_value (TroupeValue *value);
/* The map again; equal to the first one in all that a server looks at. (transfer full) */
TroupeValue *troupe_llm_message_to_value (const TroupeLlmMessage *self);
/* Of a list of maps. (transfer full) (element-type TroupeLlmMessage) */
GPtrArray *troupe_llm_messages_from_value (TroupeValue *list);

/**
 * TroupeLlmToolSpec:
 * @schema: of the arguments: an object's JSON schema
 * @is_strict: whether the server shall hold the model to the schema
 *
 * A tool that a model may call.
 */
typedef struct
{
  char *name;
  char *description;
  TroupeValue *schema;
  gboolean is_strict;
} TroupeLlmToolSpec;

TroupeLlmToolSpec *troupe_llm_tool_spec_new (const char *name,
                                             const char *description,
                                             TroupeValue *schema);
void troupe_llm_tool_spec_free (TroupeLlmToolSpec *self);

/**
 * TroupeLlmDelta:
 * @type: text, tool call or reasoning
 * @text: (not nullable): more of it, @length bytes: of a call's arguments where it is one
 * @index: the place of the call among the answer's calls
 * @id: (nullable): of the call, with its first piece or later
 * @name: (nullable): of the tool, with the call's first piece or later
 *
 * A piece of an answer as it comes.
 */
typedef struct
{
  TroupeLlmPartType type;
  const char *text;
  gsize length;
  guint index;
  const char *id;
  const char *name;
} TroupeLlmDelta;

/* Called in the context of the call. */
typedef void (*TroupeLlmDeltaFunc) (const TroupeLlmDelta *delta, gpointer user_data);

/* Why an answer ended. */
typedef enum
{
  TROUPE_LLM_FINISH_STOP, /* it is whole, also at a stop word */
  TROUPE_LLM_FINISH_LENGTH,
  TROUPE_LLM_FINISH_TOOL_CALLS,
  TROUPE_LLM_FINISH_FILTERED, /* by a filter of the provider's, or refused by the model */
  TROUPE_LLM_FINISH_PAUSED,   /* to be sent again as it is, to go on */
  TROUPE_LLM_FINISH_OTHER,
} TroupeLlmFinish;

/* For the word of any API; whatever its case. @word: (nullable) */
TroupeLlmFinish troupe_llm_finish_from_word (const char *word);

G_END_DECLS
