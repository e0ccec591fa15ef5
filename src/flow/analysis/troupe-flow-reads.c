/* troupe-flow-reads.c: what the result of a method is computed from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-reads"

#include "config.h"

#include <string.h>

#include "troupe-flow-reads.h"

static void
add_output (TroupeFlowReads *self, int index)
{
  const guint method = (guint) index;

  if (index < 0)
    return;
  for (guint i = 0; i < self->outputs->len; i++)
    if (g_array_index (self->outputs, guint, i) == method)
      return;
  g_array_append_val (self->outputs, method);
}

static gboolean
is_in_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns TRUE if the expression uses `state.id`, or the state other than by `state.NAME`. */
static gboolean
uses_id (const char *text)
{
  const gsize length = strlen ("state");

  for (const char *at = strstr (text, "state"); at != NULL; at = strstr (at + length, "state"))
    {
      const char *rest = at + length;

      if ((at > text && (is_in_name (at[-1]) || at[-1] == '.')) || is_in_name (*rest))
        continue;
      if (*rest != '.' || (g_str_has_prefix (rest, ".id") && !is_in_name (rest[3])))
        return TRUE;
    }
  return FALSE;
}

/* @expression: (nullable) */
static void
read_expression (TroupeFlowReads *self, const TroupeFlowExpression *expression)
{
  TroupeCelProgram *program = expression != NULL ? expression->program : NULL;

  if (program == NULL)
    return;
  for (guint i = 0; i < troupe_cel_program_get_n_references (program); i++)
    {
      guint root = 0;

      troupe_cel_program_get_reference (program, i, &root, NULL);
      /* A step of the same name takes precedence over the method. */
      if (root == TROUPE_FLOW_ROOT_OUTPUTS && expression->steps[i] < 0)
        add_output (self, expression->slots[i]);
    }
  if (troupe_cel_program_uses_root (program, TROUPE_FLOW_ROOT_OUTPUTS))
    self->all_outputs = TRUE;
  if (troupe_cel_program_uses_root (program, TROUPE_FLOW_ROOT_STATE))
    self->state = TRUE;
  /* The ID of the state is another one in each run. */
  if (strstr (troupe_cel_program_get_text (program), "now") != NULL ||
      uses_id (troupe_cel_program_get_text (program)))
    self->is_volatile = TRUE;
}

/* Returns TRUE if a memory is enabled anywhere in the definition of an agent or a crew: what it contains is no part
 * of the document. */
static gboolean
has_memory (TroupeValue *value)
{
  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        if (has_memory (troupe_value_list_get (value, i)))
          return TRUE;
      return FALSE;
    }
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return FALSE;
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (value, i);
      TroupeValue *member = troupe_value_map_get_value (value, i);
      const gboolean is_off =
          troupe_value_is (member, TROUPE_VALUE_NULL) ||
          (troupe_value_is (member, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (member));

      if (troupe_value_is (key, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (key, NULL), "memory") && !is_off)
        return TRUE;
      if (has_memory (member))
        return TRUE;
    }
  return FALSE;
}

/* @value: (nullable): the default inputs of a crew, whose strings may be templates */
static gboolean
has_template (TroupeValue *value)
{
  g_autofree char *text = value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : NULL;

  return text != NULL && strstr (text, "${") != NULL;
}

static void
read_action (TroupeFlowReads *self, const TroupeFlowAction *action)
{
  if (action == NULL)
    return;
  read_expression (self, action->expression);
  for (guint i = 0; action->input != NULL && i < action->input->n_programs; i++)
    read_expression (self, &action->input->programs[i]);
  if (has_memory (action->definition))
    self->is_volatile = TRUE;
  if (action->type == TROUPE_ACTION_CREW &&
      has_template (troupe_value_get_member (action->definition, "inputs")))
    self->all_outputs = self->state = TRUE;
  if (action->type == TROUPE_ACTION_CODE || action->type == TROUPE_ACTION_SCRIPT)
    {
      /* Code of the project may use everything; a script names what it uses. */
      const gboolean is_script = action->type == TROUPE_ACTION_SCRIPT && action->code != NULL;

      if (!is_script || strstr (action->code, "state") != NULL)
        self->state = self->writes_state = TRUE;
      if (!is_script || strstr (action->code, "outputs") != NULL)
        self->all_outputs = TRUE;
      if (is_script ? strstr (action->code, "input") != NULL : action->input == NULL)
        self->parameter = TRUE;
    }
  for (guint i = 0; i < action->n_steps; i++)
    {
      read_expression (self, action->steps[i].condition);
      read_action (self, action->steps[i].action);
    }
}

void
troupe_flow_reads_init (TroupeFlowReads *self, const TroupeFlowMethod *method)
{
  g_return_if_fail (self != NULL && method != NULL);

  *self = (TroupeFlowReads){ .outputs = g_array_new (FALSE, FALSE, sizeof (guint)) };
  read_action (self, method->action);
  /* The built-in methods of a conversation use its messages. */
  if (troupe_flow_action_get_turn (method->action) != TROUPE_TURN_OTHER)
    self->is_volatile = TRUE;
}

void
troupe_flow_reads_clear (TroupeFlowReads *self)
{
  g_clear_pointer (&self->outputs, g_array_unref);
}
