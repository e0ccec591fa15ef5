/* wire-golden.h: what CrewAI sends to an API and makes of its answers, compared with a wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* What of a recorded case is left out. */
typedef enum
{
  WIRE_GOLDEN_ALL = 1 << 0, /* all of it */
  WIRE_GOLDEN_BODIES =
      1 << 1,                /* all but the answers: the kept messages do not tell what was asked */
  WIRE_GOLDEN_TEXT = 1 << 2, /* the text of the last answer: what CrewAI keeps is made of it */
  WIRE_GOLDEN_BESIDE = 1 << 3, /* the text beside a call, which CrewAI drops */
  WIRE_GOLDEN_USAGE = 1 << 4,  /* the counts: CrewAI drops some */
  WIRE_GOLDEN_TOOLS = 1 << 5,  /* the tools: the agent describes them in words */
} WireGoldenLeft;

/* @case: its name without the API's. @why: for the one who reads the log */
typedef struct
{
  const char *name;
  WireGoldenLeft left;
  const char *why;
} WireGoldenNote;

/* Adds a test for each recorded case of @api. @notes: what goes for this API beside what goes for all; ends with an
 * empty one. FALSE where there is no record. */
gboolean wire_golden_add (const char *api, const WireGoldenNote *notes);

/* Adds a test that reads every recorded exchange of others whose address holds one of @parts, which ends with NULL:
 * its answers must be whole. */
void
wire_golden_add_exchanges (const char *api, const TroupeLlmWire *wire, const char *const *parts);

/* An answer out of the text of its body. @is_stream: framed as the wire says, in pieces of @piece bytes, 0: all at
 * once. NULL with an error, %TROUPE_LLM_ERROR_CUT where its end is missing. @settings: (nullable) */
TroupeLlmAnswer *wire_golden_read (const TroupeLlmWire *wire,
                                   const char *text,
                                   gboolean is_stream,
                                   gsize piece,
                                   TroupeValue *settings,
                                   GError **error);

G_END_DECLS
