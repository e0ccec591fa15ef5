/* troupe-flow-runner-crew.c: methods that run a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-crew"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-action.h"
#include "troupe-run.h"

static char *
crew_prepare (const TroupeFlowAction *action, GHashTable *agents)
{
  return g_strdup (_ ("runs a crew, and crews cannot be run yet: use agents, one per method"));
}

/* No run gets here, as crew_prepare() refuses it. */
static gboolean
crew_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  g_autofree char *reason = crew_prepare (action, NULL);

  troupe_runner_action_fail (
      frame, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD, reason), NULL);
  return FALSE;
}

const TroupeRunnerAction troupe_runner_action_crew = {
  .begin = crew_begin,
  .prepare = crew_prepare,
};
