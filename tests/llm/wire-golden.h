/* wire-golden.h: compares a wire with recorded requests and answers of CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* Parts of a recorded case that are not compared. */
typedef enum
{
  WIRE_GOLDEN_ALL = 1 << 0, /* everything */
  WIRE_GOLDEN_BODIES =
      1 << 1,                /* all except the answers: saved messages lack the requests */
  WIRE_GOLDEN_TEXT = 1 << 2, /* the text of the last answer, which CrewAI converts */
  WIRE_GOLDEN_BESIDE = 1 << 3,  /* text next to a call, which CrewAI drops */
  WIRE_GOLDEN_USAGE = 1 << 4,   /* token counts, some of which CrewAI drops */
  WIRE_GOLDEN_TOOLS = 1 << 5,   /* tools, which the agent describes in the prompt */
  WIRE_GOLDEN_REST = 1 << 6,    /* requests after the last message of the task */
  WIRE_GOLDEN_ANSWERS = 1 << 7, /* answers, which CrewAI converts */
  WIRE_GOLDEN_RESULT =
      1 << 8, /* either CrewAI or Troupe accepts the answer, but not both */
} WireGoldenLeft;

/* @case: name of the case without the name of the API. @why: reason for the test log */
typedef struct
{
  const char *name;
  WireGoldenLeft left;
  const char *why;
} WireGoldenNote;

/* Adds a test for each recorded case of @api. @notes: exceptions for this API in addition to the
 * general exceptions, terminated by an empty entry. Returns FALSE if there are no recordings. */
gboolean wire_golden_add (const char *api, const WireGoldenNote *notes);

G_END_DECLS
