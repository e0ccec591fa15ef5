/* troupe-wire-blocks.h: content blocks in responses of Anthropic and Bedrock
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_WIRE_BLOCK_TEXT,
  TROUPE_WIRE_BLOCK_THOUGHT,
  TROUPE_WIRE_BLOCK_CALL,
  TROUPE_WIRE_BLOCK_ANSWER, /* a tool call whose input is the answer */
  TROUPE_WIRE_BLOCK_OTHER,
} TroupeWireBlockKind;

/* A block being assembled. */
typedef struct
{
  TroupeWireBlockKind kind;
  gint64 index;
  gboolean is_open;
  gboolean has_input;
  guint place; /* index of a call */
  TroupeValue
      *value;    /* (nullable) (owned): initial input of a call, or the content of any other
                    block */
  GString *text; /* of a reasoning block */
  GString *signature; /* of a reasoning block */
} TroupeWireBlock;

/* The blocks of one response, whose contents are added to the builder. */
typedef struct _TroupeWireBlocks TroupeWireBlocks;

/* Serializes a signed reasoning block in the API's format. (transfer full) */
typedef TroupeValue *(*TroupeWireThoughtFunc) (const char *text, const char *signature);

/* Creates an empty set of blocks. @builder: owned by the caller; must outlive the blocks */
TroupeWireBlocks *troupe_wire_blocks_new (TroupeLlmAnswerBuilder *builder);
void troupe_wire_blocks_free (TroupeWireBlocks *self);

/* Begins a block. If the answer is too large, nothing is added and the last block is returned; the
 * builder then reports the error. The returned blocks are owned by @self. */
TroupeWireBlock *
troupe_wire_blocks_begin (TroupeWireBlocks *self, gint64 index, TroupeWireBlockKind kind);
/* Begins a tool call. If the answer itself is returned as a tool call, begins the answer. @call:
 * (nullable): contains the name of the tool, and the id of the call in @id_key */
TroupeWireBlock *troupe_wire_blocks_begin_call (TroupeWireBlocks *self,
                                                gint64 index,
                                                TroupeValue *call,
                                                const char *id_key);
/* Replaces the value of the block. @value: (nullable) */
void troupe_wire_block_set_value (TroupeWireBlock *block, TroupeValue *value);
/* Returns the open block with that index, or NULL. */
TroupeWireBlock *troupe_wire_blocks_find (TroupeWireBlocks *self, gint64 index);

/* Appends reasoning. The text is in @text_key of @map, and the signature is in `signature`.
 * @map: (nullable) */
void troupe_wire_blocks_add_thought (TroupeWireBlocks *self,
                                     TroupeWireBlock *block,
                                     TroupeValue *map,
                                     const char *text_key);
/* Appends JSON to a tool call or the answer. The JSON is ignored if it is not a string, or if
 * the block is of another type. */
void
troupe_wire_blocks_add_input (TroupeWireBlocks *self, TroupeWireBlock *block, TroupeValue *json);
void troupe_wire_blocks_end (TroupeWireBlocks *self, TroupeWireBlock *block);

/* Finishes the answer; has no effect when called again. @stop: (nullable): the API's finish
 * reason */
void troupe_wire_blocks_finish (TroupeWireBlocks *self,
                                const char *stop,
                                TroupeWireThoughtFunc write_thought);

G_END_DECLS
