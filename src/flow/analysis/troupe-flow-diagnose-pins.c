/* troupe-flow-diagnose-pins.c: diagnoses of pinned outputs and muted methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-pins"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-pins.h"
#include "troupe-tree.h"

/* Returns the method of the name, or NULL after reporting that there is none, or no such task. @name: `METHOD` or `METHOD/TASK`;
 * @task: (out): the task */
static const TroupeFlowMethod *
find_method (TroupeFlowDiagnosis *self, JsonNode *node, const char *name, const char **task)
{
  const char *slash = strchr (name, '/');
  g_autofree char *owner =
      slash != NULL ? g_strndup (name, (gsize) (slash - name)) : g_strdup (name);
  const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, owner);

  g_assert (self != NULL);

  *task = slash != NULL ? slash + 1 : NULL;
  if (method != NULL && (*task == NULL || troupe_diagnosis_may_have_task (self, method, *task)))
    return method;
  troupe_diagnosis_offer_removal (troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, node, "pin_of_nothing",
      method != NULL
          ? _ ("The task “%s” is pinned, muted or has a breakpoint, but does not exist.")
          : _ ("The method “%s” is pinned, muted or has a breakpoint, but does not exist."),
      method != NULL ? *task : owner));
  return NULL;
}

static void
check_muted (TroupeFlowDiagnosis *self, JsonNode *block)
{
  JsonArray *list = troupe_tree_get_member_list (block, "muted");
  gsize mark = troupe_flow_reader_enter (self->reader, "muted");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      const char *name = troupe_tree_get_text (node);
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      const char *task = NULL;

      if (name != NULL)
        {
          const TroupeFlowMethod *method = find_method (self, node, name, &task);

          if (method != NULL)
            {
              self->reader->method = method->name;
              troupe_diagnosis_offer_removal (troupe_flow_reader_report (
                  self->reader, TROUPE_SEVERITY_PORTABILITY, node, "muted_method",
                  _ ("“%s” is muted, so it passes on what it is given. CrewAI runs it."), name));
              self->reader->method = NULL;
            }
        }
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_pins (TroupeFlowDiagnosis *self)
{
  JsonNode *block = troupe_tree_get_member (troupe_flow_get_root (self->flow), "x-troupe");
  gsize mark;
  JsonNode *pins;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  gsize pin_mark;

  if (block == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "x-troupe");
  pins = troupe_tree_get_member (block, "pins");
  if (pins != NULL && JSON_NODE_HOLDS_OBJECT (pins))
    {
      pin_mark = troupe_flow_reader_enter (self->reader, "pins");
      json_object_iter_init_ordered (&iter, json_node_get_object (pins));
      while (json_object_iter_next_ordered (&iter, &name, &node))
        {
          gsize inner = troupe_flow_reader_enter (self->reader, name);
          const char *task = NULL;
          const TroupeFlowMethod *method = find_method (self, node, name, &task);
          g_autofree char *mismatch = NULL;

          if (method != NULL)
            {
              self->reader->method = method->name;
              troupe_diagnosis_offer_removal (troupe_flow_reader_report (
                  self->reader, TROUPE_SEVERITY_PORTABILITY, node, "pinned_method",
                  _ ("The output of “%s” is pinned, so it is not executed. CrewAI runs it."),
                  name));
              /* The output of a task is a text or a whole output. */
              if (task == NULL)
                mismatch = troupe_flow_check_pin (method, troupe_flow_get_pin (self->flow, name));
              if (mismatch != NULL)
                troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node,
                                           "pin_mismatch", "%s", mismatch);
              self->reader->method = NULL;
            }
          troupe_flow_reader_leave (self->reader, inner);
        }
      troupe_flow_reader_leave (self->reader, pin_mark);
    }
  check_muted (self, block);
  troupe_diagnose_breakpoints (self, block);
  troupe_flow_reader_leave (self->reader, mark);
}
