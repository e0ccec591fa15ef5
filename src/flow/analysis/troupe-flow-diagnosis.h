/* troupe-flow-diagnosis.h: the diagnosis of a flow that is under way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"
#include "troupe-flow-reach.h"
#include "troupe-flow-reader.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* A near name is looked for in the first problems only: it takes a look at every method. */
#define TROUPE_MOST_SUGGESTIONS 20

typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlow *flow;
  TroupeFlowReach *reach;
  gboolean has_start;
  gboolean dead;           /* whether the method under way waits for something that nobody emits */
  gboolean has_code;       /* whether Python of the document can change the state as it likes */
  TroupeSchema *schema;    /* (nullable): of a typed state */
  TroupeCelType *types[3]; /* (nullable) of each root, for the comparison with CrewAI */
  GHashTable *noted;       /* expressions that were compared and have nothing to tell */
  guint n_orders;          /* questions about the order of methods, which are dear */
} TroupeFlowDiagnosis;

G_END_DECLS
