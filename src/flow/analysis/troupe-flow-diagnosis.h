/* troupe-flow-diagnosis.h: state of a running diagnosis of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"
#include "troupe-flow-reach.h"
#include "troupe-flow-reader.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* Maximum number of problems with suggestions of similar names, because each suggestion visits
 * every method. */
#define TROUPE_MOST_SUGGESTIONS 20

/* State shared by the checks of one flow. Exists only during the diagnosis of the flow. */
typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlow *flow;
  TroupeFlowReach *reach;
  gboolean has_start;
  gboolean dead;           /* the current method waits for an event that is never emitted */
  gboolean has_code;       /* Python code of the document can modify the state */
  TroupeSchema *schema;    /* (nullable): schema of a typed state */
  TroupeCelType *types[3]; /* (nullable): type of each root, to compare with CrewAI */
  GHashTable *noted;       /* expressions without differences from CrewAI */
  guint n_orders;          /* number of queries about the order of methods (expensive) */
} TroupeFlowDiagnosis;

G_END_DECLS
