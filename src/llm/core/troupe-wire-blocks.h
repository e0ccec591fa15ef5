/* troupe-wire-blocks.h: the blocks of which Anthropic's and Bedrock's answers are made
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
  TROUPE_WIRE_BLOCK_ANSWER, /* a call whose input is the answer */
  TROUPE_WIRE_BLOCK_OTHER,
} TroupeWireBlockKind;

/* A block that grows. */
typedef struct
{
  TroupeWireBlockKind kind;
  gint64 index;
  gboolean is_open;
  gboolean has_input;
  guint place; /* of a call */
  TroupeValue
      *value;    /* (nullable) (owned): the input that a call began with, or all of another block */
  GString *text; /* of a thought */
  GString *signature; /* of a thought */
} TroupeWireBlock;

/* The blocks of one answer, which end up in the builder. */
typedef struct _TroupeWireBlocks TroupeWireBlocks;

/* How the API writes a signed thought. (transfer full) */
typedef TroupeValue *(*TroupeWireThoughtFunc) (const char *text, const char *signature);

/* @builder: the caller's, outlives it */
TroupeWireBlocks *troupe_wire_blocks_new (TroupeLlmAnswerBuilder *builder);
void troupe_wire_blocks_free (TroupeWireBlocks *self);

/* All of these are owned by @self. */
TroupeWireBlock *
troupe_wire_blocks_begin (TroupeWireBlocks *self, gint64 index, TroupeWireBlockKind kind);
/* Begins a call, or the answer that comes as one. @call: (nullable): has a name, and an id under @id_key */
TroupeWireBlock *troupe_wire_blocks_begin_call (TroupeWireBlocks *self,
                                                gint64 index,
                                                TroupeValue *call,
                                                const char *id_key);
/* The block with that index that has not ended, NULL where there is none. */
TroupeWireBlock *troupe_wire_blocks_find (TroupeWireBlocks *self, gint64 index);

/* More of a thought: its text under @text_key, its signature under `signature`. @map: (nullable) */
void troupe_wire_blocks_add_thought (TroupeWireBlocks *self,
                                     TroupeWireBlock *block,
                                     TroupeValue *map,
                                     const char *text_key);
/* More of the JSON that a call or the answer is made of; nothing where it is no text, or the block another one. */
void
troupe_wire_blocks_add_input (TroupeWireBlocks *self, TroupeWireBlock *block, TroupeValue *json);
void troupe_wire_blocks_end (TroupeWireBlocks *self, TroupeWireBlock *block);

/* Ends the answer, once. @stop: (nullable): the API's word for why it ended */
void troupe_wire_blocks_finish (TroupeWireBlocks *self,
                                const char *stop,
                                TroupeWireThoughtFunc write_thought);

G_END_DECLS
