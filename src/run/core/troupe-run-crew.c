/* troupe-run-crew.c: standalone run of a crew, wrapped in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-crew"

#include "config.h"

#include <string.h>

#include "troupe-run-crew.h"
#include "troupe-value-overlay.h"

#define MARK "crew"

static TroupeValue *
new_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

TroupeFlowDocument *
troupe_run_crew_make_flow (TroupeCrew *crew, const char *name, GError **error)
{
  g_autoptr (TroupeValue) definition = troupe_crew_to_definition (crew);
  g_autoptr (TroupeValue) whole = NULL;
  g_autofree char *text = NULL;
  TroupeMapBuilder flow, mark;
  TroupeValue *inputs;
  TroupeMapBuilder state;
  TroupeMapBuilder action, method, methods;

  g_return_val_if_fail (crew != NULL, NULL);

  troupe_map_builder_init (&flow);
  troupe_map_builder_add (&flow, "schema", new_text ("crewai.flow/v1"));
  troupe_map_builder_add (&flow, "name", new_text (crew->name));
  /* Creates the state of the flow from the default inputs. In the state, `${` in a string
   * has no special meaning. */
  inputs = troupe_value_map_lookup_string (definition, "inputs", -1);
  troupe_map_builder_init (&state);
  troupe_map_builder_add (&state, "type", new_text ("dict"));
  troupe_map_builder_add (&state, "default",
                          inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP)
                              ? troupe_value_ref (inputs)
                              : troupe_value_from_json ("{}", -1, NULL));
  troupe_map_builder_add (&flow, "state", troupe_map_builder_end (&state));
  troupe_map_builder_init (&action);
  troupe_map_builder_add (&action, "call", new_text ("crew"));
  troupe_map_builder_add (&action, "with", troupe_value_map_without (definition, "inputs"));
  troupe_map_builder_init (&method);
  troupe_map_builder_add (&method, "start", troupe_value_new_boolean (TRUE));
  troupe_map_builder_add (&method, "do", troupe_map_builder_end (&action));
  troupe_map_builder_init (&methods);
  troupe_map_builder_add (&methods, TROUPE_RUN_CREW_METHOD, troupe_map_builder_end (&method));
  troupe_map_builder_add (&flow, "methods", troupe_map_builder_end (&methods));
  troupe_map_builder_init (&mark);
  troupe_map_builder_add (&mark, MARK, troupe_value_new_boolean (TRUE));
  troupe_map_builder_add (&flow, "x-troupe", troupe_map_builder_end (&mark));
  whole = troupe_map_builder_end (&flow);
  text = troupe_value_to_json (whole, TROUPE_JSON_PRETTY);
  return troupe_flow_document_load_text (text, strlen (text), name, NULL, error);
}

static JsonNode *
get_member (JsonNode *node, const char *name)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node)
             ? json_object_get_member (json_node_get_object (node), name)
             : NULL;
}

gboolean
troupe_run_crew_matches (TroupeFlow *flow)
{
  JsonNode *mark = get_member (get_member (troupe_flow_get_root (flow), "x-troupe"), MARK);
  const TroupeFlowMethod *method = NULL;

  if (mark == NULL || json_node_get_value_type (mark) != G_TYPE_BOOLEAN ||
      !json_node_get_boolean (mark) || troupe_flow_get_n_methods (flow) != 1)
    return FALSE;
  method = troupe_flow_get_method (flow, 0);
  return g_str_equal (method->name, TROUPE_RUN_CREW_METHOD) && method->start &&
         method->start_condition == NULL && !method->router && method->feedback == NULL &&
         method->action->type == TROUPE_ACTION_CREW && method->action->definition != NULL;
}

TroupeCrew *
troupe_run_crew_load (TroupeFlow *flow)
{
  TroupeValue *inputs;
  TroupeValue *wrapped;
  g_autoptr (TroupeValue) definition = NULL;

  if (!troupe_run_crew_matches (flow))
    return NULL;
  /* The flow has the default inputs as its state. */
  wrapped = troupe_flow_get_method (flow, 0)->action->definition;
  inputs = troupe_flow_get_state_default (flow);
  definition = inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP) &&
                       troupe_value_map_get_size (inputs) > 0
                   ? troupe_value_map_with (wrapped, "inputs", inputs)
                   : troupe_value_ref (wrapped);
  return troupe_crew_new (definition, NULL, NULL);
}

TroupeCrewSubject *
troupe_run_crew_new_subject (TroupeFlowDocument *document)
{
  static const char *const path[] = { "methods", TROUPE_RUN_CREW_METHOD, "do", "with", NULL };

  return troupe_run_crew_matches (troupe_flow_document_get_flow (document))
             ? troupe_crew_subject_new_inline (TROUPE_DOCUMENT (document), path)
             : NULL;
}

const TroupeFlowAction *
troupe_run_crew_get_action (TroupeFlow *flow)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (flow, TROUPE_RUN_CREW_METHOD);

  return method != NULL ? method->action : NULL;
}

char **
troupe_run_crew_list_missing (TroupeCrew *crew, TroupeValue *inputs)
{
  g_auto (GStrv) names = troupe_crew_list_placeholders (crew);
  g_autoptr (GStrvBuilder) missing = g_strv_builder_new ();

  for (guint i = 0; names[i] != NULL; i++)
    if ((inputs == NULL || troupe_value_map_lookup_string (inputs, names[i], -1) == NULL) &&
        (crew->inputs == NULL ||
         troupe_value_map_lookup_string (crew->inputs, names[i], -1) == NULL))
      g_strv_builder_add (missing, names[i]);
  return g_strv_builder_end (missing);
}

char *
troupe_run_crew_find_missing (TroupeCrew *crew, TroupeValue *inputs)
{
  g_auto (GStrv) missing = troupe_run_crew_list_missing (crew, inputs);

  return g_strdup (missing[0]);
}

TroupeValue *
troupe_run_crew_merge_inputs (TroupeValue *defaults, TroupeValue *inputs)
{
  if (defaults == NULL || !troupe_value_is (defaults, TROUPE_VALUE_MAP))
    return inputs != NULL ? troupe_value_ref (inputs) : NULL;
  if (inputs == NULL || !troupe_value_is (inputs, TROUPE_VALUE_MAP))
    return troupe_value_ref (defaults);

  return troupe_value_map_overlay (defaults, inputs);
}
