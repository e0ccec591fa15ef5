/* troupe-flow-diagnose-outputs.c: static types of method outputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-outputs"

#include "config.h"

#include "troupe-flow-types.h"

/* Maximum number of passes, because expressions may use each other's outputs. */
#define MOST_PASSES 3

/* In larger flows the types of expressions are not inferred, because that would slow down
 * editing. */
#define MOST_METHODS 2000

static TroupeCelType *
new_map (const char *const *texts)
{
  TroupeCelType *map = troupe_cel_type_new (TROUPE_CEL_KIND_MAP);

  for (guint i = 0; texts[i] != NULL; i++)
    troupe_cel_type_set_field (map, texts[i], troupe_cel_type_new (TROUPE_CEL_KIND_STRING));
  return map;
}

/* Returns the type of a method's output (doc/flow-semantics.md §6): human feedback returns a map
 * with the answer, agents and crews return their result, and `each` a list. Python may return
 * anything. */
static TroupeCelType *
type_of_method (const TroupeFlowMethod *method, TroupeCelType *const *types)
{
  static const char *const said[] = { "feedback", "method_name", "timestamp", NULL };
  static const char *const result[] = { "raw", NULL };
  const TroupeFlowExpression *expression = method->action->expression;

  g_assert (method != NULL);

  if (method->feedback != NULL)
    return new_map (said);
  switch ((int) method->action->type)
    {
    case TROUPE_ACTION_AGENT:
    case TROUPE_ACTION_CREW:
      return new_map (result);
    case TROUPE_ACTION_EACH:
      return troupe_cel_type_new (TROUPE_CEL_KIND_LIST);
    case TROUPE_ACTION_EXPRESSION:
      return expression != NULL && expression->program != NULL
                 ? troupe_cel_type_infer (expression->program, types)
                 : NULL;
    default:
      return NULL;
    }
}

TroupeCelType *
troupe_diagnosis_type_of_outputs (TroupeFlow *flow, TroupeCelType *const *types)
{
  TroupeCelType *outputs = troupe_cel_type_new (TROUPE_CEL_KIND_MAP);
  TroupeCelType *known[] = {
    [TROUPE_FLOW_ROOT_OUTPUTS] = outputs,
    [TROUPE_FLOW_ROOT_STATE] = types[TROUPE_FLOW_ROOT_STATE],
    [TROUPE_FLOW_ROOT_ITEM] = NULL,
  };
  g_autofree gboolean *done = g_new0 (gboolean, troupe_flow_get_n_methods (flow) + 1);
  gboolean is_new = troupe_flow_get_n_methods (flow) <= MOST_METHODS;

  for (guint pass = 0; pass < MOST_PASSES && is_new; pass++)
    {
      is_new = FALSE;
      for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
        {
          const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
          TroupeCelType *type = done[i] ? NULL : type_of_method (method, known);

          if (type == NULL)
            continue;
          troupe_cel_type_set_field (outputs, method->name, type);
          done[i] = is_new = TRUE;
        }
    }
  return outputs;
}
