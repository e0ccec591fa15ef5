/* troupe-run-inputs.c: inputs of a run from the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-inputs"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-run-inputs.h"
#include "troupe-terminal.h"

/* @value: (transfer full) */
static void
set_input (TroupeValue **inputs, const char *key, TroupeValue *value)
{
  g_autoptr (TroupeValue) taken = value;
  TroupeValue *map = troupe_value_map_with (*inputs, key, taken);

  troupe_value_unref (*inputs);
  *inputs = map;
}

/* (nullable) */
static const TroupeSchemaField *
find_text_field (GPtrArray *fields, const char *name)
{
  g_assert (fields != NULL);

  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeSchemaField *field = g_ptr_array_index (fields, i);

      if (g_strcmp0 (field->name, name) == 0)
        return g_strcmp0 (field->type, "string") == 0 ? field : NULL;
    }
  return NULL;
}

gboolean
troupe_run_inputs_collect (TroupeCommandLine *line, TroupeFlow *flow, TroupeValue **inputs)
{
  const char *file = troupe_command_line_get (line, "inputs");
  const char *id = troupe_command_line_get (line, "id");
  g_autoptr (TroupeValue) map = NULL;
  g_autofree const char **pairs = NULL;
  g_autoptr (GPtrArray) fields = NULL;

  g_return_val_if_fail (line != NULL && flow != NULL && inputs != NULL, FALSE);

  *inputs = NULL;
  if (file == NULL && id == NULL && !troupe_command_line_has (line, "input"))
    return TRUE;

  map = file != NULL ? troupe_command_read_json (file) : troupe_value_from_json ("{}", -1, NULL);
  if (map == NULL)
    return FALSE;
  if (!troupe_value_is (map, TROUPE_VALUE_MAP))
    {
      troupe_terminal_print_error (
          _ ("%s: inputs must be a JSON object, such as {\"topic\": \"Rain\"}."), file);
      return FALSE;
    }
  pairs = troupe_command_line_get_all (line, "input");
  fields = troupe_flow_list_state_fields (flow);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *equal = strchr (pairs[i], '=');
      g_autofree char *key = NULL;
      const char *text;
      const TroupeSchemaField *text_field;
      g_autoptr (TroupeValue) value = NULL;
      TroupeValue *result;

      if (equal == NULL || equal == pairs[i] || !g_utf8_validate (pairs[i], -1, NULL))
        {
          troupe_terminal_print_error (_ ("--input must be KEY=VALUE, not “%s”."), pairs[i]);
          return FALSE;
        }
      key = g_strndup (pairs[i], equal - pairs[i]);
      /* Parses the value of KEY=VALUE as JSON if it is valid JSON, otherwise as a string. If
       * the schema requires a string, the value stays a string, so that `--input code=007` and
       * `--input title=2026` need no quotes. The value null is only parsed as null if the
       * schema allows it. */
      text = equal + 1;
      text_field = find_text_field (fields, key);
      value = troupe_value_from_json (text, -1, NULL);
      if (value == NULL)
        result = troupe_value_new_string (text, -1);
      else if (text_field != NULL && !troupe_value_is (value, TROUPE_VALUE_STRING) &&
               !(text_field->allows_null && troupe_value_is (value, TROUPE_VALUE_NULL)))
        result = troupe_value_new_string (text, -1);
      else
        result = g_steal_pointer (&value);
      set_input (&map, key, result);
    }
  if (id != NULL)
    {
      if (!g_utf8_validate (id, -1, NULL))
        {
          troupe_terminal_print_error (_ ("--id is not UTF-8 text."));
          return FALSE;
        }
      set_input (&map, "id", troupe_value_new_string (id, -1));
    }
  *inputs = g_steal_pointer (&map);
  return TRUE;
}

/* --- Listing ---------------------------------------------------------------------------------- */

/* @initial: (nullable): the default. (transfer full) */
static TroupeValue *
describe_input (const char *name, const char *type, gboolean is_required, TroupeValue *initial)
{
  TroupeMapBuilder input;

  troupe_map_builder_init (&input);
  troupe_map_builder_add (&input, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_add (&input, "type", troupe_value_new_string (type, -1));
  troupe_map_builder_add (&input, "required", troupe_value_new_boolean (is_required));
  troupe_map_builder_add (&input, "default",
                          initial != NULL ? troupe_value_ref (initial) : troupe_value_new_null ());
  return troupe_map_builder_end (&input);
}

TroupeValue *
troupe_run_inputs_list (TroupeLoaded *loaded)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new (); /* the value takes ownership of the items */

  g_return_val_if_fail (loaded != NULL && loaded->document != NULL, NULL);

  if (loaded->crew != NULL)
    {
      TroupeCrew *crew = troupe_crew_document_get_crew (loaded->crew);
      g_auto (GStrv) names = troupe_crew_list_placeholders (crew);
      const gsize n_given = crew->inputs != NULL ? troupe_value_map_get_size (crew->inputs) : 0;

      for (guint i = 0; names[i] != NULL; i++)
        {
          TroupeValue *initial = crew->inputs != NULL
                                     ? troupe_value_map_lookup_string (crew->inputs, names[i], -1)
                                     : NULL;

          g_ptr_array_add (list, describe_input (names[i], "any",
                                                 initial == NULL && crew->n_before == 0, initial));
        }
      for (gsize i = 0; i < n_given; i++)
        {
          const char *name =
              troupe_value_get_string (troupe_value_map_get_key (crew->inputs, i), NULL);

          if (!g_strv_contains ((const char *const *) names, name))
            g_ptr_array_add (list, describe_input (name, "any", FALSE,
                                                   troupe_value_map_get_value (crew->inputs, i)));
        }
    }
  else
    {
      g_autoptr (GPtrArray) fields =
          troupe_flow_list_state_fields (troupe_flow_document_get_flow (loaded->document));

      for (guint i = 0; i < fields->len; i++)
        {
          const TroupeSchemaField *field = g_ptr_array_index (fields, i);

          g_ptr_array_add (list, describe_input (field->name, field->type, field->required,
                                                 field->initial));
        }
    }
  return troupe_value_new_list ((TroupeValue **) list->pdata, list->len);
}

void
troupe_run_inputs_print (TroupeValue *inputs)
{
  const gsize n = troupe_value_list_get_length (inputs);

  if (n > 0)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                           /* Translators: %u is a number of values that a document takes */
                           ngettext ("%u input:\n", "%u inputs:\n", n), (guint) n);
  for (gsize i = 0; i < n; i++)
    {
      TroupeValue *input = troupe_value_list_get (inputs, i);
      TroupeValue *initial = troupe_value_map_lookup_string (input, "default", -1);
      g_autofree char *name = troupe_text_to_line (troupe_value_get_member_text (input, "name"));

      troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "  %s", name);
      if (troupe_value_get_boolean (troupe_value_map_lookup_string (input, "required", -1)))
        {
          troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s", _ ("required"));
        }
      else if (!troupe_value_is (initial, TROUPE_VALUE_NULL))
        {
          g_autofree char *json = troupe_value_to_json (initial, TROUPE_JSON_SPACED);
          g_autofree char *shown = troupe_text_to_line (json);

          /* Translators: %s is the value of an input that is used if no other one is provided */
          troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, _ ("  default: %s"), shown);
        }
      troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, "\n");
    }
}
