/* troupe-run-kind.c: interface of the kinds of documents that a run executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-kind"

#include "config.h"

#include "troupe-run-crew.h"
#include "troupe-run-kind.h"

const TroupeRunKind *
troupe_run_kind_find (TroupeFlow *flow)
{
  return troupe_run_crew_matches (flow) ? &troupe_run_kind_crew : &troupe_run_kind_flow;
}

const TroupeFlowMethod *
troupe_run_kind_find_method (const TroupeRunKind *self, TroupeFlow *flow, const char *name)
{
  const TroupeFlowMethod *method = name != NULL ? troupe_flow_find_method (flow, name) : NULL;

  return method != NULL && self->name_method (method) != NULL ? method : NULL;
}
