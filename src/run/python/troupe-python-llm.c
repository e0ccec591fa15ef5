/* troupe-python-llm.c: LLM provider for models that are Python objects of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-llm"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-models.h"
#include "troupe-python-llm.h"

/* Path in requests to the helper. All agents that use an object share the same instance. */
#define PLACE "llm"

struct _TroupePythonLlm
{
  GObject parent_instance;

  TroupePython *python;
  GHashTable *sources; /* (element-type utf8) */
};

/* @name: the helper's name of the model */
typedef struct
{
  char *name;
  char *model;
  gboolean is_streamed;
  TroupeLlmDeltaFunc on_delta;
  gpointer delta_data;
} Call;

static void troupe_python_llm_iface_init (TroupeLlmProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupePythonLlm,
                               troupe_python_llm,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_LLM_PROVIDER,
                                                      troupe_python_llm_iface_init))

static void
call_free (gpointer data)
{
  Call *call = data;

  g_free (call->name);
  g_free (call->model);
  g_free (call);
}

/* --- Request ---------------------------------------------------------------------------------- */

/* (transfer full) */
static TroupeValue *
make_arguments (const Call *call, const TroupeLlmRequest *request)
{
  TroupeMapBuilder value, arguments;
  g_autofree TroupeValue **items = NULL;
  GPtrArray *specs;
  g_autoptr (GPtrArray) tools = NULL;

  g_assert (call != NULL && request != NULL);

  troupe_map_builder_init (&value);
  troupe_map_builder_add (&value, "name", troupe_value_new_string (call->name, -1));
  items = g_new0 (TroupeValue *, request->messages->len + 1);
  for (guint i = 0; i < request->messages->len; i++)
    items[i] = troupe_llm_message_to_value (g_ptr_array_index (request->messages, i));
  troupe_map_builder_add (&value, "messages",
                          troupe_value_new_list (items, request->messages->len));
  /* Converts tools to OpenAI's format, which CrewAI passes to a model. */
  specs = request->tools;
  tools = g_ptr_array_new ();
  for (guint i = 0; specs != NULL && i < specs->len; i++)
    {
      const TroupeLlmToolSpec *spec = g_ptr_array_index (specs, i);
      TroupeMapBuilder function, tool;

      troupe_map_builder_init (&function);
      troupe_map_builder_add (&function, "name", troupe_value_new_string (spec->name, -1));
      troupe_map_builder_add (
          &function, "description",
          troupe_value_new_string (spec->description != NULL ? spec->description : "", -1));
      if (spec->schema != NULL)
        troupe_map_builder_add (&function, "parameters", troupe_value_ref (spec->schema));
      troupe_map_builder_init (&tool);
      troupe_map_builder_add (&tool, "type", troupe_value_new_string ("function", -1));
      troupe_map_builder_add (&tool, "function", troupe_map_builder_end (&function));
      g_ptr_array_add (tools, troupe_map_builder_end (&tool));
    }
  troupe_map_builder_add (&value, "tools",
                          troupe_value_new_list ((TroupeValue **) tools->pdata, tools->len));
  troupe_map_builder_init (&arguments);
  troupe_map_builder_add (&arguments, "use", troupe_value_new_string ("ask", -1));
  troupe_map_builder_add (&arguments, "value", troupe_map_builder_end (&value));
  return troupe_map_builder_end (&arguments);
}

/* --- Answer ----------------------------------------------------------------------------------- */

static gint64
get_count (TroupeValue *usage, const char *key)
{
  TroupeValue *value = troupe_value_get_member (usage, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? MAX (troupe_value_get_integer (value), 0)
             : 0;
}

static void
add_calls (TroupeLlmMessage *message, TroupeValue *calls)
{
  g_assert (message != NULL);

  for (gsize i = 0; calls != NULL && troupe_value_is (calls, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (calls);
       i++)
    {
      TroupeValue *call = troupe_value_list_get (calls, i);
      TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_CALL,
                                                 troupe_value_get_member_text (call, "arguments"));

      part->id = g_strdup (troupe_value_get_member_text (call, "id"));
      part->name = g_strdup (troupe_value_get_member_text (call, "name"));
      troupe_llm_message_add (message, part);
    }
}

/* (transfer full) */
static TroupeLlmAnswer *
make_answer (const Call *call, TroupeValue *said)
{
  const char *text = troupe_value_get_member_text (said, "text");
  TroupeLlmAnswer *answer = g_new0 (TroupeLlmAnswer, 1);
  TroupeLlmUsage *usage;
  TroupeValue *counted;

  g_assert (call != NULL && said != NULL);

  if (text == NULL)
    text = "";
  answer->message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);
  if (*text != '\0')
    troupe_llm_message_add (answer->message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));
  add_calls (answer->message, troupe_value_get_member (said, "calls"));
  answer->content = g_strdup (text);
  answer->model = g_strdup (call->model);
  answer->finish = troupe_llm_message_has (answer->message, TROUPE_LLM_PART_TOOL_CALL)
                       ? TROUPE_LLM_FINISH_TOOL_CALLS
                       : TROUPE_LLM_FINISH_STOP;
  answer->finish_reason =
      g_strdup (answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS ? "tool_calls" : "stop");
  usage = &answer->usage;
  counted = troupe_value_get_member (said, "usage");
  g_assert (usage != NULL);
  usage->prompt_tokens = get_count (counted, "prompt_tokens");
  usage->completion_tokens = get_count (counted, "completion_tokens");
  usage->total_tokens =
      MAX (get_count (counted, "total_tokens"), usage->prompt_tokens + usage->completion_tokens);
  usage->cached_prompt_tokens = get_count (counted, "cached_prompt_tokens");
  usage->reasoning_tokens = get_count (counted, "reasoning_tokens");
  usage->cache_creation_tokens = get_count (counted, "cache_creation_tokens");
  usage->requests = 1;
  usage->unpriced = 1;
  if (call->is_streamed && call->on_delta != NULL && *text != '\0')
    {
      const TroupeLlmDelta delta = { .type = TROUPE_LLM_PART_TEXT,
                                     .text = text,
                                     .length = strlen (text) };

      call->on_delta (&delta, call->delta_data);
    }
  return answer;
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  const Call *call = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  g_assert (G_IS_TASK (task));

  if (result == NULL)
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_task_return_error (task, error);
      else
        {
          g_task_return_new_error (task, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED,
                                   /* Translators: the first %s is a Python object, the second
                                    * one is the error */
                                   _ ("Could not call the Python model %s: %s"), call->name,
                                   error->message);
          g_error_free (error);
        }
      return;
    }
  if (result->failure != NULL)
    {
      g_autofree char *text = troupe_python_failure_to_text (result->failure);

      g_task_return_new_error (task, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED,
                               _ ("The Python model %s failed: %s"), call->name, text);
      return;
    }
  g_task_return_pointer (task, make_answer (call, result->value),
                         (GDestroyNotify) troupe_llm_answer_free);
}

/* --- Provider --------------------------------------------------------------------------------- */

static void
troupe_python_llm_complete_async (TroupeLlmProvider *provider,
                                  const TroupeLlmRequest *request,
                                  TroupeLlmDeltaFunc on_delta,
                                  gpointer delta_data,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  TroupePythonLlm *self = TROUPE_PYTHON_LLM (provider);
  TroupePythonRequest asked = { .kind = TROUPE_PYTHON_KIND_MADE };
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Call *call = g_new0 (Call, 1);
  g_autoptr (TroupeValue) arguments = NULL;
  g_autofree char *source = NULL;

  g_assert (g_str_has_prefix (request->model, TROUPE_LLM_MADE_PREFIX));

  g_task_set_source_tag (task, troupe_python_llm_complete_async);
  g_task_set_task_data (task, call, call_free);
  call->model = g_strdup (request->model);
  call->name = g_strdup (request->model + strlen (TROUPE_LLM_MADE_PREFIX));
  call->is_streamed = request->stream;
  call->on_delta = on_delta;
  call->delta_data = delta_data;
  arguments = make_arguments (call, request);
  /* The part after “#” selects one of the models of the object. */
  source = g_strndup (call->name, strcspn (call->name, "#"));
  if (!g_hash_table_contains (self->sources, source))
    {
      g_task_return_new_error (task, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNKNOWN_MODEL,
                               /* Translators: %s is a Python object such as models:own */
                               _ ("The model %s is a Python object that the document does not "
                                  "reference: use {\"python\": …} instead."),
                               call->name);
      g_object_unref (task);
      return;
    }
  asked.source = source;
  asked.path = PLACE;
  asked.method = PLACE;
  asked.arguments = arguments;
  troupe_python_call_async (self->python, &asked, cancellable, called_cb, task);
}

static TroupeLlmAnswer *
troupe_python_llm_complete_finish (TroupeLlmProvider *provider,
                                   GAsyncResult *result,
                                   GError **error)
{
  g_assert (TROUPE_IS_PYTHON_LLM (provider));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_python_llm_dispose (GObject *object)
{
  TroupePythonLlm *self = TROUPE_PYTHON_LLM (object);

  g_clear_object (&self->python);
  g_clear_pointer (&self->sources, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_python_llm_parent_class)->dispose (object);
}

static void
troupe_python_llm_class_init (TroupePythonLlmClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_python_llm_dispose;
}

static void
troupe_python_llm_init (TroupePythonLlm *self)
{
}

static void
troupe_python_llm_iface_init (TroupeLlmProviderInterface *iface)
{
  iface->complete_async = troupe_python_llm_complete_async;
  iface->complete_finish = troupe_python_llm_complete_finish;
}

TroupeLlmProvider *
troupe_python_llm_new (TroupePython *python, GHashTable *sources)
{
  TroupePythonLlm *self = NULL;

  g_return_val_if_fail (TROUPE_IS_PYTHON (python) && sources != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PYTHON_LLM, NULL);
  self->python = g_object_ref (python);
  self->sources = g_hash_table_ref (sources);
  return TROUPE_LLM_PROVIDER (self);
}
