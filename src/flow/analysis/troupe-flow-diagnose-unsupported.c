/* troupe-flow-diagnose-unsupported.c: diagnostics of unsupported features of a flow's agents and
 * crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-unsupported"

#include "config.h"

#include "troupe-flow-declared.h"
#include "troupe-flow-diagnose-unsupported.h"
#include "troupe-tree.h"
#include "troupe-unsupported.h"

/* Reports the unsupported fields of @node. @over: (nullable): a map that overrides @node; its
 * keys are skipped in @node */
static void
report (TroupeFlowDiagnosis *self, TroupeDeclared declared, JsonNode *node, JsonNode *over)
{
  g_autoptr (TroupeValue) map = troupe_value_from_node (node);
  g_autoptr (GPtrArray) found = troupe_unsupported_list (declared, map);

  g_assert (self != NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const TroupeUnsupported *item = g_ptr_array_index (found, i);
      gsize mark;

      if (over != NULL && troupe_tree_get_member (over, item->key) != NULL)
        continue;
      mark = troupe_flow_reader_enter (self->reader, item->path);
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_tree_get_member (node, item->key), "unsupported_part", "%s",
                                 item->sentence)
          ->fix = g_strdup (item->advice);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

/* Checks an agent. @declared: agent inside or outside of a crew */
static void
look_at_agent (TroupeFlowDiagnosis *self, TroupeDeclared declared, JsonNode *with)
{
  JsonNode *settings = NULL;

  g_assert (self != NULL);

  if (with == NULL || !JSON_NODE_HOLDS_OBJECT (with))
    return;
  settings = troupe_tree_get_member (with, "settings");
  if (settings != NULL && !JSON_NODE_HOLDS_OBJECT (settings))
    settings = NULL;
  report (self, declared, with, settings);
  if (settings != NULL)
    {
      gsize mark = troupe_flow_reader_enter (self->reader, "settings");

      report (self, declared, settings, NULL);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

void
troupe_flow_diagnose_agent_parts (TroupeFlowDiagnosis *self, JsonNode *with)
{
  g_return_if_fail (self != NULL);

  look_at_agent (self, TROUPE_DECLARED_LONE_AGENT, with);
}

static void
look_at_member (JsonNode *agent, gpointer user_data)
{
  look_at_agent (user_data, TROUPE_DECLARED_AGENT, agent);
}

void
troupe_flow_diagnose_crew_parts (TroupeFlowDiagnosis *self, JsonNode *with)
{
  JsonNode *tasks = NULL;
  gsize mark;

  g_return_if_fail (self != NULL);

  if (with == NULL || !JSON_NODE_HOLDS_OBJECT (with))
    return;
  report (self, TROUPE_DECLARED_CREW, with, NULL);
  troupe_flow_each_declared (self->reader, with, look_at_member, self);
  tasks = troupe_tree_get_member (with, "tasks");
  mark = troupe_flow_reader_enter (self->reader, "tasks");
  for (guint i = 0; tasks != NULL && JSON_NODE_HOLDS_ARRAY (tasks) &&
                    i < json_array_get_length (json_node_get_array (tasks));
       i++)
    {
      JsonNode *task = json_array_get_element (json_node_get_array (tasks), i);
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);

      if (JSON_NODE_HOLDS_OBJECT (task))
        report (self, TROUPE_DECLARED_TASK, task, NULL);
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}
