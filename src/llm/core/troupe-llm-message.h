/* troupe-llm-message.h: API-independent messages, tool calls and deltas
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
  TROUPE_LLM_ROLE_TOOL,  /* tool results: separate messages in some APIs, user messages in others */
  TROUPE_LLM_ROLE_OTHER, /* only for servers that support its name */
} TroupeLlmRole;

typedef enum
{
  TROUPE_LLM_PART_TEXT,
  TROUPE_LLM_PART_FILE,        /* an image, audio or document */
  TROUPE_LLM_PART_TOOL_CALL,   /* a tool call of the model */
  TROUPE_LLM_PART_TOOL_RESULT, /* the result of a tool call */
  TROUPE_LLM_PART_REASONING,   /* reasoning of the model */
  TROUPE_LLM_PART_REFUSAL,     /* why the model does not answer */
  TROUPE_LLM_PART_OTHER,       /* specific to one API: @value is sent unchanged */
} TroupeLlmPartType;

/**
 * TroupeLlmPart:
 * @text: the text, the arguments of a call as written by the model (normally JSON), the content of
 *   a result; "" if there is none
 * @id: (nullable): id of a tool call, and of the call of a result; Gemini has none
 * @name: (nullable): name of the tool, or of a file
 * @uri: (nullable): URI of a file, including `data:`
 * @media_type: (nullable): type of a file
 * @signature: (nullable): opaque data that some APIs require back with reasoning and calls
 *   (Anthropic's signature, Gemini's thoughtSignature, the encrypted content of Responses)
 * @is_error: whether the tool failed
 * @name, @id: of a file: its path or address, and its name in the document
 * @value: (nullable): the part in its API's own format, if the other fields cannot represent it
 *
 * A part of a message.
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

/* Creates a part of a message. @text: (nullable). (transfer full) */
TroupeLlmPart *troupe_llm_part_new (TroupeLlmPartType type, const char *text);
void troupe_llm_part_free (TroupeLlmPart *self);
/* (transfer full) */
TroupeLlmPart *troupe_llm_part_copy (const TroupeLlmPart *self);

/**
 * TroupeLlmMessage:
 * @role_name: (nullable): name of any other role
 * @parts: (element-type TroupeLlmPart): in order
 * @more: (nullable): a map of fields specific to one API
 *
 * A message of one participant. Its creator fills it in, after which it is immutable. It has an
 * atomic reference count and is thread-safe.
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
/* Creates a message with one text part. (transfer full) */
TroupeLlmMessage *troupe_llm_message_new_text (TroupeLlmRole role, const char *text);
TroupeLlmMessage *troupe_llm_message_ref (TroupeLlmMessage *self);
void troupe_llm_message_unref (TroupeLlmMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmMessage, troupe_llm_message_unref)

/* Adds a part; only while the message is being created. @part: (transfer full) */
void troupe_llm_message_add (TroupeLlmMessage *self, TroupeLlmPart *part);
/* Appends @text to the last text of the message, after a blank line; only while the message is being
 * created. */
void troupe_llm_message_add_line (TroupeLlmMessage *self, const char *text);
/* Returns a copy that may be changed until it is passed on. (transfer full) */
TroupeLlmMessage *troupe_llm_message_copy (const TroupeLlmMessage *self);
/* Returns the text parts joined with a space. (transfer full) */
char *troupe_llm_message_get_text (const TroupeLlmMessage *self);
gboolean troupe_llm_message_has (const TroupeLlmMessage *self, TroupeLlmPartType type);

/**
 * troupe_llm_message_from_value:
 * @value: a map {role, content, tool_calls, tool_call_id, …} in the format of CrewAI and OpenAI's
 *   chat completions; anything else becomes an empty user message
 *
 * Returns: (transfer full): the message
 */
TroupeLlmMessage *troupe_llm_message_from_value (TroupeValue *value);
/* Converts the message back to a map. For a server, the map is equivalent to the original.
 * (transfer full) */
TroupeValue *troupe_llm_message_to_value (const TroupeLlmMessage *self);
/* Converts the message to a map that is shown or stored: the content of a file is replaced by its
 * name. (transfer full) */
TroupeValue *troupe_llm_message_describe (const TroupeLlmMessage *self);
/* Converts a list of maps. (transfer full) (element-type TroupeLlmMessage) */
GPtrArray *troupe_llm_messages_from_value (TroupeValue *list);

/**
 * TroupeLlmToolSpec:
 * @schema: JSON schema of the arguments, an object
 * @is_strict: whether the server enforces the schema
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
 * @text: (not nullable): text or arguments of a call to append, @length bytes
 * @index: index of the call among the answer's calls
 * @id: (nullable): id of the call, with its first delta or later
 * @name: (nullable): name of the tool, with the call's first delta or later
 *
 * A streamed fragment of an answer.
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
  TROUPE_LLM_FINISH_STOP, /* complete, or at a stop sequence */
  TROUPE_LLM_FINISH_LENGTH,
  TROUPE_LLM_FINISH_TOOL_CALLS,
  TROUPE_LLM_FINISH_FILTERED, /* by the provider's filter, or refused by the model */
  TROUPE_LLM_FINISH_PAUSED,   /* send it back unchanged to continue */
  TROUPE_LLM_FINISH_OTHER,
} TroupeLlmFinish;

/* Converts the finish reason of any API, case-insensitively. @word: (nullable) */
TroupeLlmFinish troupe_llm_finish_from_word (const char *word);

G_END_DECLS
