/* troupe-flow-reads.h: what the result of a method is computed from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowReads:
 * @outputs: (element-type guint): indexes of the methods whose outputs its expressions use, each once
 * @all_outputs: whether its expressions use the map of all outputs
 * @state: whether it uses the state
 * @parameter: whether it uses the value of its trigger
 * @writes_state: whether it can change the state (doc/flow-semantics.md §5.2)
 * @is_volatile: whether its result depends on something else, such as the time or a memory
 *
 * What a method reads besides its own definition and files.
 */
typedef struct
{
  GArray *outputs;
  gboolean all_outputs;
  gboolean state;
  gboolean parameter;
  gboolean writes_state;
  gboolean is_volatile;
} TroupeFlowReads;

/* Finds what the method reads. Any thread; troupe_flow_reads_clear() frees the result. */
void troupe_flow_reads_init (TroupeFlowReads *self, const TroupeFlowMethod *method);
void troupe_flow_reads_clear (TroupeFlowReads *self);

G_END_DECLS
