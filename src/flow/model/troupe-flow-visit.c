/* troupe-flow-visit.c: visitor for the expressions of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-visit"

#include "config.h"

#include <string.h>

#include "troupe-flow-reader.h"
#include "troupe-flow-tokens.h"
#include "troupe-flow-visit.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlowSpotFunc func;
  gpointer user_data;
  TroupeFlowSpot spot;
  const TroupeFlowTemplate *template;
  guint next; /* next program of the template */
} Visit;

/* Returns @key if the document contains it, and otherwise @python_key, which is the alternative
 * name of the field. */
static const char *
choose_key (JsonNode *node, const char *key, const char *python_key)
{
  return troupe_tree_get_member (node, key) == NULL ? python_key : key;
}

static void
visit_field (Visit *self,
             JsonNode *owner,
             const char *key,
             const TroupeFlowExpression *expression,
             TroupeFlowSpotType type)
{
  JsonNode *node = troupe_tree_get_member (owner, key);
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL || !troupe_json_node_is_text (node) || expression == NULL ||
      expression->program == NULL)
    return;
  self->spot.type = type;
  self->spot.node = node;
  self->spot.start = 0;
  self->spot.end = strlen (json_node_get_string (node));
  self->spot.program = expression->program;
  mark = troupe_flow_reader_enter (self->reader, key);
  self->func (&self->spot, self->user_data);
  troupe_flow_reader_leave (self->reader, mark);
}

/* Visits the programs of a string of a template, in the order of compilation. */
static void
visit_text_cb (const char *key, JsonNode *node, gpointer user_data)
{
  Visit *self = user_data;
  g_autoptr (GArray) spans = NULL;

  if (!troupe_json_node_is_text (node) || strstr (json_node_get_string (node), "${") == NULL)
    return;
  spans = troupe_flow_find_template_spans (json_node_get_string (node));
  for (guint i = 0; i < spans->len && self->next < self->template->n_programs; i++)
    {
      TroupeTextSpan *span = &g_array_index (spans, TroupeTextSpan, i);

      self->spot.type = TROUPE_SPOT_TEMPLATE;
      self->spot.node = node;
      self->spot.start = span->start;
      self->spot.end = span->end;
      self->spot.program = self->template->programs[self->next++].program;
      self->func (&self->spot, self->user_data);
    }
}

static void visit_action (Visit *self, const TroupeFlowAction *action);

static void
visit_action (Visit *self, const TroupeFlowAction *action)
{
  if (action == NULL || action->node == NULL)
    return;
  if (action->type == TROUPE_ACTION_EXPRESSION)
    visit_field (self, action->node, "expr", action->expression, TROUPE_SPOT_EXPRESSION);
  else if (action->type == TROUPE_ACTION_EACH)
    {
      JsonArray *list;
      gsize mark;

      visit_field (self, action->node, choose_key (action->node, "in", "in_"), action->expression,
                   TROUPE_SPOT_IN);
      list = troupe_tree_get_member_list (action->node, "do");
      mark = troupe_flow_reader_enter (self->reader, "do");
      g_assert (self != NULL);
      for (guint i = 0; list != NULL && i < action->n_steps && i < json_array_get_length (list);
           i++)
        {
          JsonNode *node = json_array_get_element (list, i);
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          self->spot.each = action;
          self->spot.step = i;
          visit_field (self, node, choose_key (node, "if", "if_"), action->steps[i].condition,
                       TROUPE_SPOT_IF);
          troupe_flow_reader_enter (self->reader, "action");
          visit_action (self, action->steps[i].action);
          troupe_flow_reader_leave (self->reader, inner);
        }
      self->spot.each = NULL;
      troupe_flow_reader_leave (self->reader, mark);
    }
  else
    {
      const char *with = choose_key (action->node, "with", "with_");
      const char *key = action->type == TROUPE_ACTION_CREW ? "inputs" : with;
      JsonNode *input = troupe_tree_get_member (action->node, key);
      gsize in_input;

      if (action->input == NULL || action->input->template == NULL || input == NULL)
        return;
      self->template = action->input;
      self->next = 0;
      in_input = troupe_flow_reader_enter (self->reader, key);
      if (action->type == TROUPE_ACTION_AGENT)
        {
          input = troupe_tree_get_member (input, "input");
          troupe_flow_reader_enter (self->reader, "input");
        }
      if (input != NULL)
        troupe_flow_reader_visit_leaves (self->reader, NULL, input, visit_text_cb, self);
      troupe_flow_reader_leave (self->reader, in_input);
    }
}

void
troupe_flow_visit_expressions (TroupeFlowReader *reader,
                               const TroupeFlowMethod *method,
                               TroupeFlowSpotFunc func,
                               gpointer user_data)
{
  Visit self = { reader, func, user_data, { 0 }, NULL, 0 };
  gsize mark = troupe_flow_reader_enter (reader, "do");

  self.spot.method = method;
  visit_action (&self, method->action);
  troupe_flow_reader_leave (reader, mark);
}
