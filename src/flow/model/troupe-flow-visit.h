/* troupe-flow-visit.h: visitor for the expressions of a method
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
 * @node: the string that contains the expression
 * @start, @end: byte range of the expression in the string
 * @each: (nullable): the `each` action, if the expression is in one of its steps
 * @step: index of the step
 *
 * An expression of a document. The reader's current path is the path of the string that contains
 * it.
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

/* Calls @func for each expression that compiled. */
void troupe_flow_visit_expressions (TroupeFlowReader *reader,
                                    const TroupeFlowMethod *method,
                                    TroupeFlowSpotFunc func,
                                    gpointer user_data);

G_END_DECLS
