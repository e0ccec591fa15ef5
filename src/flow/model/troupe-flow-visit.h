/* troupe-flow-visit.h: the expressions of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_SPOT_EXPRESSION,
  TROUPE_SPOT_IN,
  TROUPE_SPOT_IF,
  TROUPE_SPOT_TEMPLATE,
} TroupeFlowSpotType;

/**
 * TroupeFlowSpot:
 * @node: the text that holds it
 * @start, @end: of the expression inside of it
 * @each: (nullable): the action whose step it is in
 * @step: which one
 *
 * One expression of a document. The reader stands at its text.
 */
typedef struct
{
  TroupeFlowSpotType type;
  const TroupeFlowMethod *method;
  JsonNode *node;
  gsize start;
  gsize end;
  TroupeCelProgram *program;
  const TroupeFlowAction *each;
  guint step;
} TroupeFlowSpot;

typedef void (*TroupeFlowSpotFunc) (const TroupeFlowSpot *spot, gpointer user_data);

/* Calls @func for each expression that compiles. */
void troupe_flow_visit_expressions (TroupeFlowReader *reader,
                                    const TroupeFlowMethod *method,
                                    TroupeFlowSpotFunc func,
                                    gpointer user_data);

G_END_DECLS
