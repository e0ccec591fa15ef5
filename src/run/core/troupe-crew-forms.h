/* troupe-crew-forms.h: schemas for the structured output of a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Schemas for the answer. @of_output: schema of output_json and output_pydantic; @of_answer:
 * schema sent with the request of an agent without tools (doc/crew-semantics.md §9). */
typedef struct
{
  TroupeValue *of_output; /* (nullable) */
  TroupeValue *of_answer; /* (nullable) */
  TroupeSchema *rules;    /* (nullable): of @of_output */
} TroupeCrewForms;

G_END_DECLS
