/* troupe-flow-first-input.c: what a new method can use of the method before it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-first-input"

#include "config.h"

#include "troupe-flow-first-input.h"
#include "troupe-flow-fields.h"

/* Returns the only method after which @method runs, unless its output is the name of an event. (nullable) */
static const TroupeFlowMethod *
find_previous (TroupeFlow *flow, const TroupeFlowMethod *method)
{
  const TroupeCondition *condition = method->listen;
  const TroupeFlowMethod *previous;

  if (condition == NULL || condition->type != TROUPE_CONDITION_EVENT)
    return NULL;
  previous = troupe_flow_find_method (flow, condition->event);

  return previous != NULL && !previous->router && !g_str_equal (previous->name, method->name)
             ? previous
             : NULL;
}

/* Returns TRUE if the method can be written as a member of `outputs`. */
static gboolean
is_member (const char *name)
{
  static const char *const words[] = { "true", "false", "null", "in", NULL };

  return troupe_flow_name_is_valid (name) && !g_strv_contains (words, name);
}

char *
troupe_flow_find_output_before (TroupeFlow *flow, const char *method)
{
  const TroupeFlowMethod *found;
  const TroupeFlowMethod *previous;
  gboolean has_raw;

  g_return_val_if_fail (flow != NULL && method != NULL, NULL);

  found = troupe_flow_find_method (flow, method);
  g_return_val_if_fail (found != NULL, NULL);
  previous = find_previous (flow, found);
  if (previous == NULL || !is_member (previous->name))
    return NULL;
  has_raw =
      previous->action->type == TROUPE_ACTION_AGENT || previous->action->type == TROUPE_ACTION_CREW;
  return g_strconcat ("outputs.", previous->name, has_raw ? ".raw" : NULL, NULL);
}
