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
  WIRE_GOLDEN_BESIDE = 1 << 3,  /* the text beside a call, which CrewAI drops */
  WIRE_GOLDEN_USAGE = 1 << 4,   /* the counts: CrewAI drops some */
  WIRE_GOLDEN_TOOLS = 1 << 5,   /* the tools: the agent describes them in words */
  WIRE_GOLDEN_REST = 1 << 6,    /* what is asked when the task's messages are at their end */
  WIRE_GOLDEN_ANSWERS = 1 << 7, /* the answers: CrewAI makes something else of them */
  WIRE_GOLDEN_RESULT =
      1 << 8, /* CrewAI fails where Troupe takes the answer, or the other way round */
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

G_END_DECLS
