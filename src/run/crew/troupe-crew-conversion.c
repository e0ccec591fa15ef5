/* troupe-crew-conversion.c: converts a task's answer to structured output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-conversion"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-conversion.h"
#include "troupe-run.h"

/* CrewAI's name for a schema without a title. */
#define DEFAULT_NAME "DynamicModel"

gboolean
troupe_crew_forms_init (TroupeCrewForms *self,
                        TroupeValue *of_output,
                        TroupeValue *of_answer,
                        GError **error)
{
  *self = (TroupeCrewForms){ 0 };
  if (of_answer == NULL)
    of_answer = of_output;
  if (of_answer != NULL)
    self->of_answer = troupe_value_ref (of_answer);
  if (of_output == NULL)
    return TRUE;
  self->of_output = troupe_value_ref (of_output);
  self->rules = troupe_schema_new (of_output, NULL, error);
  return self->rules != NULL;
}

void
troupe_crew_forms_clear (TroupeCrewForms *self)
{
  g_clear_pointer (&self->of_output, troupe_value_unref);
  g_clear_pointer (&self->of_answer, troupe_value_unref);
  g_clear_pointer (&self->rules, troupe_schema_unref);
}

const char *
troupe_crew_forms_get_name (TroupeValue *schema)
{
  TroupeValue *title = schema != NULL ? troupe_value_map_lookup_string (schema, "title", -1) : NULL;

  return title != NULL && troupe_value_is (title, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (title, NULL)
             : DEFAULT_NAME;
}

/* --- Converting ------------------------------------------------------------------------------- */

typedef struct
{
  gboolean is_json;
  TroupeSchema *rules;
} Conversion;

static void
conversion_free (gpointer data)
{
  Conversion *conversion = data;

  troupe_schema_unref (conversion->rules);
  g_free (conversion);
}

static void
converted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Conversion *conversion = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  TroupeValue *object = troupe_agent_convert_finish (result, &error);

  g_assert (conversion != NULL);

  if (object != NULL)
    g_task_return_pointer (task, object, (GDestroyNotify) troupe_value_unref);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  /* As in CrewAI, the text remains the output if the conversion to JSON fails, but a failed
   * conversion to a Pydantic model is an error. */
  else if (conversion->is_json)
    g_task_return_pointer (task, NULL, NULL);
  else
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_OUTPUT,
                             _ ("Could not convert the answer to %s: %s"),
                             troupe_schema_get_title (conversion->rules) != NULL
                                 ? troupe_schema_get_title (conversion->rules)
                                 : DEFAULT_NAME,
                             error->message);
}

static void
validated_cb (TroupeValue *object, GError *error, gpointer validated_data)
{
  g_autoptr (GTask) task = validated_data;

  g_assert (G_IS_TASK (task));

  if (object != NULL)
    g_task_return_pointer (task, object, (GDestroyNotify) troupe_value_unref);
  else
    g_task_return_error (task, error);
}

void
troupe_crew_convert_async (TroupeAgentDefinition *agent,
                           const char *text,
                           const TroupeCrewForms *forms,
                           gboolean is_json,
                           const TroupeAgentContext *call,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Conversion *conversion = NULL;
  TroupeValue *object = NULL;

  g_return_if_fail (forms != NULL && forms->rules != NULL);

  g_task_set_source_tag (task, troupe_crew_convert_async);
  object = call->validate_func != NULL ? troupe_schema_find_json (text, &error)
                                       : troupe_schema_find_text (forms->rules, text, &error);
  if (object != NULL && call->validate_func != NULL)
    {
      call->validate_func (object, cancellable, validated_cb, g_object_ref (task),
                           call->validate_data);
      troupe_value_unref (object);
      return;
    }
  if (object != NULL)
    {
      g_task_return_pointer (task, object, (GDestroyNotify) troupe_value_unref);
      return;
    }
  if (!g_error_matches (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON))
    {
      /* Translators: %s is the name of a schema, such as “Report”; the reason follows */
      g_prefix_error (&error, _ ("The answer does not match the schema “%s”: "),
                      troupe_crew_forms_get_name (forms->of_output));
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  conversion = g_new0 (Conversion, 1);
  conversion->is_json = is_json;
  conversion->rules = troupe_schema_ref (forms->rules);
  g_task_set_task_data (task, conversion, conversion_free);
  troupe_agent_convert_async (agent, text, forms->of_output,
                              troupe_crew_forms_get_name (forms->of_output), is_json, call,
                              cancellable, converted_cb, g_object_ref (task));
}

gboolean
troupe_crew_convert_finish (GAsyncResult *result, TroupeValue **object, GError **error)
{
  GError *cause = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  *object = g_task_propagate_pointer (G_TASK (result), &cause);
  if (cause == NULL)
    return TRUE;
  g_propagate_error (error, cause);
  return FALSE;
}
