/* troupe-crew-output.c: outputs of a task and of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-output"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-output.h"
#include "troupe-python-text.h"
#include "troupe-run.h"

#define WORDS_OF_SUMMARY 10

static void
add_text (TroupeMapBuilder *fields, const char *key, const char *text)
{
  troupe_map_builder_add (
      fields, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
add_value (TroupeMapBuilder *fields, const char *key, TroupeValue *value)
{
  troupe_map_builder_add (fields, key,
                          value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
}

static void
add_list (TroupeMapBuilder *fields, const char *key, TroupeValue *value)
{
  troupe_map_builder_add (
      fields, key, value != NULL ? troupe_value_ref (value) : troupe_value_new_list (NULL, 0));
}

/* Returns the first words of the description, separated by single spaces. */
static char *
make_summary (const char *description)
{
  const char *end = description;

  for (guint n_words = 0; n_words < WORDS_OF_SUMMARY && *end != '\0'; n_words++)
    {
      const char *blank = strchr (n_words > 0 ? end + 1 : end, ' ');

      end = blank != NULL ? blank : end + strlen (end);
    }
  return g_strdup_printf ("%.*s...", (int) (end - description), description);
}

/* --- Task output ------------------------------------------------------------------------------ */

TroupeValue *
troupe_crew_output_new (const TroupeCrewTask *task,
                        const char *description,
                        const char *role,
                        const char *raw,
                        TroupeValue *object,
                        TroupeValue *answer)
{
  g_autofree char *summary = make_summary (description);
  TroupeMapBuilder fields;
  const char *format;

  troupe_map_builder_init (&fields);
  add_text (&fields, "name", task->name != NULL ? task->name : description);
  add_text (&fields, "description", description);
  add_text (&fields, "expected_output", task->expected_output);
  add_text (&fields, "summary", summary);
  add_text (&fields, "raw", raw);
  add_value (&fields, "json_dict", task->output == TROUPE_CREW_OUTPUT_JSON ? object : NULL);
  add_value (&fields, "pydantic", task->output == TROUPE_CREW_OUTPUT_PYDANTIC ? object : NULL);
  add_text (&fields, "agent", role);
  switch (task->output)
    {
    case TROUPE_CREW_OUTPUT_JSON:
      format = "json";
      break;

    case TROUPE_CREW_OUTPUT_PYDANTIC:
      format = "pydantic";
      break;

    case TROUPE_CREW_OUTPUT_RAW:
    default:
      format = "raw";
      break;
    }
  add_text (&fields, "output_format", format);
  add_list (&fields, "messages", troupe_value_get_member (answer, "messages"));
  add_list (&fields, "tool_failures", troupe_value_get_member (answer, "tool_failures"));
  return troupe_map_builder_end (&fields);
}

static void
add_failures (GPtrArray *failures, TroupeValue *list)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *one = troupe_value_list_get (list, i);

      if (!g_ptr_array_find_with_equal_func (failures, one, (GEqualFunc) troupe_value_equal, NULL))
        g_ptr_array_add (failures, troupe_value_ref (one));
    }
}

TroupeValue *
troupe_crew_output_add_failures (TroupeValue *answer, TroupeValue *before)
{
  g_autoptr (GPtrArray) failures = g_ptr_array_new ();
  g_autoptr (TroupeValue) list = NULL;

  g_return_val_if_fail (answer != NULL, NULL);

  if (before == NULL)
    return troupe_value_ref (answer);
  add_failures (failures, before);
  add_failures (failures, troupe_value_get_member (answer, "tool_failures"));
  list = troupe_value_new_list ((TroupeValue **) failures->pdata, failures->len);
  return troupe_value_map_with (answer, "tool_failures", list);
}

TroupeValue *
troupe_crew_output_new_skipped (const TroupeCrewTask *task, const char *role)
{
  g_autofree char *summary = make_summary (task->description);
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  add_text (&fields, "name", NULL);
  add_text (&fields, "description", task->description);
  add_text (&fields, "expected_output", NULL);
  add_text (&fields, "summary", summary);
  add_text (&fields, "raw", "");
  add_value (&fields, "json_dict", NULL);
  add_value (&fields, "pydantic", NULL);
  add_text (&fields, "agent", role);
  add_text (&fields, "output_format", "raw");
  add_list (&fields, "messages", NULL);
  add_list (&fields, "tool_failures", NULL);
  return troupe_map_builder_end (&fields);
}

const char *
troupe_crew_output_get_raw (TroupeValue *output)
{
  TroupeValue *raw = troupe_value_get_member (output, "raw");

  return raw != NULL && troupe_value_is (raw, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (raw, NULL)
             : "";
}

/* --- Crew output ------------------------------------------------------------------------------ */

TroupeValue *
troupe_crew_output_make_final (GPtrArray *outputs, const TroupeLlmUsage *usage, GError **error)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, outputs->len + 1);
  TroupeValue *last = NULL;
  TroupeMapBuilder fields;

  for (guint i = outputs->len; i > 0 && last == NULL; i--)
    if (*troupe_crew_output_get_raw (g_ptr_array_index (outputs, i - 1)) != '\0')
      last = g_ptr_array_index (outputs, i - 1);
  if (last == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_OUTPUT,
                           _ ("The crew has no output: none of its tasks returned text."));
      return NULL;
    }
  for (guint i = 0; i < outputs->len; i++)
    items[i] = troupe_value_ref (g_ptr_array_index (outputs, i));
  troupe_map_builder_init (&fields);
  add_value (&fields, "raw", troupe_value_get_member (last, "raw"));
  add_value (&fields, "pydantic", troupe_value_get_member (last, "pydantic"));
  add_value (&fields, "json_dict", troupe_value_get_member (last, "json_dict"));
  troupe_map_builder_add (&fields, "tasks_output", troupe_value_new_list (items, outputs->len));
  troupe_map_builder_add (&fields, "token_usage", troupe_crew_usage_to_value (usage));
  return troupe_map_builder_end (&fields);
}

char *
troupe_crew_output_to_text (TroupeValue *output)
{
  TroupeValue *model = troupe_value_get_member (output, "pydantic");
  TroupeValue *object = troupe_value_get_member (output, "json_dict");

  g_return_val_if_fail (output != NULL, NULL);

  if (model != NULL && troupe_value_is (model, TROUPE_VALUE_MAP))
    {
      GString *text = g_string_new (NULL);

      /* Formats a model like Python's str(): `title='A' score=3`. */
      for (gsize i = 0; i < troupe_value_map_get_size (model); i++)
        {
          g_autofree char *value = troupe_python_text_repr (troupe_value_map_get_value (model, i));

          g_string_append_printf (
              text, "%s%s=%s", i > 0 ? " " : "",
              troupe_value_get_string (troupe_value_map_get_key (model, i), NULL), value);
        }
      return g_string_free (text, FALSE);
    }
  if (object != NULL)
    return troupe_python_text_str (object);
  return g_strdup (troupe_crew_output_get_raw (output));
}

/* --- Token usage ------------------------------------------------------------------------------ */

static const struct
{
  const char *name;
  gsize offset;
} counts[] = {
  { "total_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, total_tokens) },
  { "prompt_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, prompt_tokens) },
  { "cached_prompt_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, cached_prompt_tokens) },
  { "completion_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, completion_tokens) },
  { "reasoning_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, reasoning_tokens) },
  { "cache_creation_tokens", G_STRUCT_OFFSET (TroupeLlmUsage, cache_creation_tokens) },
  { "successful_requests", G_STRUCT_OFFSET (TroupeLlmUsage, requests) },
};

TroupeValue *
troupe_crew_usage_to_value (const TroupeLlmUsage *usage)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    troupe_map_builder_add (&fields, counts[i].name,
                            troupe_value_new_integer (
                                G_STRUCT_MEMBER (gint64, usage, counts[i].offset)));
  return troupe_map_builder_end (&fields);
}

void
troupe_crew_usage_from_value (TroupeValue *value, TroupeLlmUsage *usage)
{
  memset (usage, 0, sizeof *usage);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      TroupeValue *count = troupe_value_get_member (value, counts[i].name);

      if (count != NULL && troupe_value_is (count, TROUPE_VALUE_INTEGER))
        G_STRUCT_MEMBER (gint64, usage, counts[i].offset) = troupe_value_get_integer (count);
    }
}
