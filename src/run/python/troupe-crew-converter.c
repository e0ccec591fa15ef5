/* troupe-crew-converter.c: Python converter class of a task (converter_cls): conversion of the
 * answer to an object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-converter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-crew-converter.h"
#include "troupe-crew-hook-call.h"
#include "troupe-run.h"

/* @around, @hook: valid as long as the crew; @call: client, bus, scope and usage of the call do
 *   not change; @number: (nullable): identifies the question of the class */
typedef struct
{
  const TroupeCrewContext *around;
  TroupeCrewHook hook;
  char *owner;
  TroupeAgentDefinition *agent;
  TroupeAgentContext call;
  TroupeSchema *rules;
  TroupeValue *number;
} Conversion;

static void
conversion_free (gpointer data)
{
  Conversion *conversion = data;

  g_assert (conversion != NULL);

  g_free (conversion->hook.text);
  g_free (conversion->hook.path);
  g_free (conversion->owner);
  troupe_agent_definition_unref (conversion->agent);
  g_clear_pointer (&conversion->call.scope, troupe_scope_unref);
  troupe_schema_unref (conversion->rules);
  g_clear_pointer (&conversion->number, troupe_value_unref);
  g_free (conversion);
}

static void called_cb (GObject *source, GAsyncResult *result, gpointer user_data);

/* Takes ownership of @task. */
static void
call_helper (GTask *task, TroupeHookUse use, TroupeValue *value)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_crew_hook_call_async (conversion->around, &conversion->hook, use, value, conversion->owner,
                               g_task_get_cancellable (task), called_cb, task);
}

/* --- Model calls of the class ----------------------------------------------------------------- */

/* Passes the answer of the model, or its error, to the class, which decides how to continue. */
static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Conversion *conversion = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = troupe_agent_ask_finish (result, &error);
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "number", troupe_value_ref (conversion->number));
  troupe_map_builder_add (&builder, text != NULL ? "text" : "error",
                          troupe_value_new_string (text != NULL ? text : error->message, -1));
  value = troupe_map_builder_end (&builder);
  call_helper (task, TROUPE_HOOK_ANSWER, value);
}

/* --- Result of the class ---------------------------------------------------------------------- */

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Conversion *conversion = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_crew_hook_call_finish (result, &error);
  TroupeValue *asks = troupe_value_get_member (said, "asks");
  TroupeValue *number = troupe_value_get_member (said, "number");
  TroupeValue *object = troupe_value_get_member (said, "object");

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    g_task_return_error (task, error);
  else if (asks != NULL && number != NULL)
    {
      g_clear_pointer (&conversion->number, troupe_value_unref);
      conversion->number = troupe_value_ref (number);
      troupe_agent_ask_async (conversion->agent, asks, &conversion->call,
                              g_task_get_cancellable (task), asked_cb, task);
      return;
    }
  else if (object != NULL)
    {
      g_autoptr (GError) cause = NULL;
      g_autofree char *text = troupe_value_to_json (object, TROUPE_JSON_COMPACT);
      TroupeValue *fitting = troupe_schema_find_text (conversion->rules, text, &cause);

      if (fitting != NULL)
        g_task_return_pointer (task, fitting, (GDestroyNotify) troupe_value_unref);
      else
        g_task_return_new_error (
            task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_OUTPUT,
            /* Translators: the first %s is a Python class, the second one describes the mismatch */
            _ ("The result of the converter %s does not match the output schema: %s"),
            conversion->hook.text, cause->message);
      g_object_unref (task);
      return;
    }
  else
    /* The output stays a string, as in CrewAI. */
    g_task_return_pointer (task, NULL, NULL);
  g_object_unref (task);
}

/* --- Start ------------------------------------------------------------------------------------ */

void
troupe_crew_converter_async (const TroupeCrewContext *around,
                             const TroupeCrewTask *task,
                             TroupeAgentDefinition *agent,
                             const char *text,
                             const TroupeCrewForms *forms,
                             const TroupeAgentContext *call,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GTask *made = NULL;
  Conversion *conversion = NULL;
  g_autoptr (TroupeValue) request = NULL;
  const char *model;
  g_autofree char *source = NULL;
  g_autofree char *instructions = NULL;
  TroupeMapBuilder builder;

  g_return_if_fail (around != NULL && task != NULL && task->converter != NULL);
  g_return_if_fail (agent != NULL && text != NULL && call != NULL);
  g_return_if_fail (forms != NULL && forms->rules != NULL);

  made = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (made, troupe_crew_converter_async);
  conversion = g_new0 (Conversion, 1);
  conversion->around = around;
  conversion->hook.type = TROUPE_CREW_HOOK_PYTHON;
  conversion->hook.text = g_strdup (task->converter);
  conversion->hook.path = g_strconcat (task->path, ".converter_cls", NULL);
  conversion->owner = g_strdup (troupe_crew_task_get_title (task));
  conversion->agent = troupe_agent_definition_ref (agent);
  conversion->call =
      (TroupeAgentContext){ .run = call->run, .usage = call->usage, .shared = call->shared };
  if (call->scope != NULL)
    conversion->call.scope = troupe_scope_ref (call->scope);
  conversion->rules = troupe_schema_ref (forms->rules);
  g_task_set_task_data (made, conversion, conversion_free);
  model = troupe_agent_definition_get_model (agent);
  source = task->model != NULL ? troupe_crew_hook_make_source (task->model) : NULL;
  instructions = troupe_agent_describe_form (forms->of_output);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&builder, "schema", troupe_value_ref (forms->of_output));
  troupe_map_builder_add (&builder, "reference",
                          source != NULL ? troupe_value_new_string (source, -1)
                                         : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "instructions", troupe_value_new_string (instructions, -1));
  troupe_map_builder_add (&builder, "is_json",
                          troupe_value_new_boolean (task->output == TROUPE_CREW_OUTPUT_JSON));
  troupe_map_builder_add (&builder, "model",
                          troupe_value_new_string (model != NULL ? model : "", -1));
  request = troupe_map_builder_end (&builder);
  call_helper (made, TROUPE_HOOK_CONVERT, request);
}
