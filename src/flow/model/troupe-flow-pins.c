/* troupe-flow-pins.c: pinned outputs and muted methods of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-pins"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-pins.h"
#include "troupe-flow-record.h"
#include "troupe-flow-sections.h"
#include "troupe-python-text.h"
#include "troupe-sanitize-text.h"
#include "troupe-tree.h"

void
troupe_flow_read_pins (TroupeFlow *self)
{
  JsonNode *pins = troupe_tree_get (self->root, "x-troupe", "pins", NULL);
  JsonNode *muted = troupe_tree_get (self->root, "x-troupe", "muted", NULL);

  if (pins != NULL && JSON_NODE_HOLDS_OBJECT (pins))
    self->pins = troupe_value_from_node (pins);
  if (muted != NULL && JSON_NODE_HOLDS_ARRAY (muted))
    self->muted = troupe_value_from_node (muted);
}

TroupeValue *
troupe_flow_get_pin (TroupeFlow *self, const char *method)
{
  g_return_val_if_fail (self != NULL && method != NULL, NULL);

  return self->pins != NULL ? troupe_value_map_lookup_string (self->pins, method, -1) : NULL;
}

gboolean
troupe_flow_is_muted (TroupeFlow *self, const char *method)
{
  g_return_val_if_fail (self != NULL && method != NULL, FALSE);

  for (gsize i = 0; self->muted != NULL && i < troupe_value_list_get_length (self->muted); i++)
    {
      TroupeValue *name = troupe_value_list_get (self->muted, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (name, NULL), method))
        return TRUE;
    }
  return FALSE;
}

/* @pin: (nullable): NULL if it is muted. (transfer full) */
static TroupeValue *
describe_bypassed (TroupeFlow *self, const char *name, TroupeValue *pin)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (self, name);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
  if (pin != NULL)
    troupe_map_builder_add (&builder, "output", troupe_value_ref (pin));
  troupe_map_builder_add (&builder, "muted", troupe_value_new_boolean (pin == NULL));
  troupe_map_builder_add (&builder, "asks",
                          troupe_value_new_boolean (method != NULL && method->feedback != NULL));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_flow_list_bypassed (TroupeFlow *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (gsize i = 0; self->pins != NULL && i < troupe_value_map_get_size (self->pins); i++)
    g_ptr_array_add (items, describe_bypassed (self,
                                               troupe_value_get_string (
                                                   troupe_value_map_get_key (self->pins, i), NULL),
                                               troupe_value_map_get_value (self->pins, i)));
  for (gsize i = 0; self->muted != NULL && i < troupe_value_list_get_length (self->muted); i++)
    {
      TroupeValue *name = troupe_value_list_get (self->muted, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING) &&
          troupe_flow_get_pin (self, troupe_value_get_string (name, NULL)) == NULL)
        g_ptr_array_add (items,
                         describe_bypassed (self, troupe_value_get_string (name, NULL), NULL));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

gboolean
troupe_flow_has_pins (TroupeFlow *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return (self->pins != NULL && troupe_value_map_get_size (self->pins) > 0) ||
         (self->muted != NULL && troupe_value_list_get_length (self->muted) > 0);
}

/* --- Checking a pin ---------------------------------------------------------------------------- */

/* Returns why the value does not match the `response_format` of the agent. (transfer full) (nullable) */
static char *
check_schema (const TroupeFlowMethod *method, TroupeValue *pin)
{
  TroupeValue *format =
      troupe_value_get_member_of (method->action->definition, "response_format", TROUPE_VALUE_MAP);
  TroupeValue *parsed = troupe_value_get_member (pin, "pydantic");
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  g_autoptr (TroupeSchema) schema = NULL;
  g_autoptr (TroupeValue) converted = NULL;
  g_autofree char *text = NULL;

  g_assert (method != NULL);

  if (format == NULL || troupe_value_get_member (format, "python") != NULL || parsed == NULL ||
      troupe_value_is (parsed, TROUPE_VALUE_NULL))
    return NULL;
  schema = troupe_schema_new (format, NULL, NULL);
  if (schema == NULL)
    return NULL;
  converted = troupe_schema_check (schema, parsed, problems);
  if (converted != NULL)
    return NULL;
  text = troupe_schema_problems_to_text (problems);
  return g_strdup_printf (
      /* Translators: %s are a method and a list of problems */
      _ ("The pinned output of “%s” does not match its response_format: %s"), method->name, text);
}

char *
troupe_flow_check_pin (const TroupeFlowMethod *method, TroupeValue *pin)
{
  g_return_val_if_fail (method != NULL && pin != NULL, NULL);

  if (method->router)
    {
      /* The value has to be one of the events that the router declares. */
      g_autofree char *event = NULL;
      g_autofree char *shown = NULL;
      g_autofree char *events = NULL;

      if (troupe_value_is (pin, TROUPE_VALUE_NULL) || method->emit == NULL ||
          method->emit[0] == NULL)
        return NULL;
      event = troupe_python_text_str (pin);
      if (g_strv_contains ((const char *const *) method->emit, event))
        return NULL;
      shown = troupe_text_shorten (event, 80);
      events = g_strjoinv (", ", method->emit);
      return g_strdup_printf (
          /* Translators: the first two %s are an event and a method, the last one a list of events */
          _ ("The pinned event “%s” of “%s” is not among the events that it declares: %s."), shown,
          method->name, events);
    }
  if (method->action->type != TROUPE_ACTION_AGENT && method->action->type != TROUPE_ACTION_CREW)
    return NULL;
  if (troupe_value_get_member_text (pin, "raw") == NULL)
    return g_strdup_printf (
        _ ("The pinned output of “%s” must be an object with the string “raw”, as agents and crews "
           "return it."),
        method->name);
  return method->action->type == TROUPE_ACTION_AGENT ? check_schema (method, pin) : NULL;
}
