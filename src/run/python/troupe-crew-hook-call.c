/* troupe-crew-hook-call.c: calls of Python and CEL hooks of a crew: guardrails, conditions,
 * callbacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-hook-call"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-hook-call.h"
#include "troupe-crew-error.h"

/* Names in the protocol of the helper. */
static const char *const uses[] = {
  [TROUPE_HOOK_GUARDRAIL] = "guardrail", [TROUPE_HOOK_CONDITION] = "condition",
  [TROUPE_HOOK_CALLBACK] = "callback",   [TROUPE_HOOK_STEP] = "step",
  [TROUPE_HOOK_BEFORE] = "before",       [TROUPE_HOOK_AFTER] = "after",
  [TROUPE_HOOK_MODEL] = "model",         [TROUPE_HOOK_AGENT_GUARDRAIL] = "agent_guardrail",
  [TROUPE_HOOK_FILTER] = "filter",       [TROUPE_HOOK_VALIDATE] = "validate",
  [TROUPE_HOOK_CONVERT] = "convert",     [TROUPE_HOOK_ANSWER] = "answer",
  [TROUPE_HOOK_TELL] = "tell",           [TROUPE_HOOK_LOOK_UP] = "look_up",
  [TROUPE_HOOK_EMBED] = "embed",         [TROUPE_HOOK_BUILD] = "build",
  [TROUPE_HOOK_METHOD] = "method",       [TROUPE_HOOK_INVOKE] = "invoke",
  [TROUPE_HOOK_REPLY] = "reply",         [TROUPE_HOOK_INTERCEPT] = "intercept",
};

char *
troupe_crew_hook_make_source (const char *path)
{
  const char *dot = strrchr (path, '.');

  return dot != NULL ? g_strdup_printf ("%.*s:%s", (int) (dot - path), path, dot + 1)
                     : g_strdup_printf (":%s", path);
}

const char *
troupe_crew_hook_get_name (const TroupeCrewHook *hook)
{
  const char *dot = hook->type == TROUPE_CREW_HOOK_PYTHON ? strrchr (hook->text, '.') : NULL;

  return dot != NULL ? dot + 1 : hook->text;
}

/* --- Expressions ------------------------------------------------------------------------------ */

static TroupeValue *
get_root_cb (TroupeCelActivation *activation, guint root)
{
  return troupe_value_ref (activation->user_data);
}

/* Returns the result of a guardrail that is an expression. The answer passes or is rejected; if
 * it is rejected, the message contains the expression itself. */
static TroupeValue *
make_verdict (const TroupeCrewHook *hook, gboolean passes, TroupeValue *output)
{
  g_autofree char *message =
      /* Translators: %s is an expression */
      g_strdup_printf (_ ("The answer does not satisfy the expression %s."), hook->text);
  TroupeValue *raw = troupe_value_map_lookup_string (output, "raw", -1);
  TroupeMapBuilder builder;
  TroupeValue *pair[2];

  g_assert (hook != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string ("text", -1));
  troupe_map_builder_add (&builder, "value",
                          passes && raw != NULL ? troupe_value_ref (raw)
                                                : troupe_value_new_string (message, -1));
  pair[0] = troupe_value_new_boolean (passes);
  pair[1] = troupe_map_builder_end (&builder);
  return troupe_value_new_list (pair, 2);
}

/* --- Python ----------------------------------------------------------------------------------- */

/* @around: the context of the crew, which outlives the call */
typedef struct
{
  const TroupeCrewContext *around;
  char *path;
  char *source;
  TroupeValue *arguments;
} HookCall;

static void
hook_call_free (gpointer data)
{
  HookCall *call = data;

  g_free (call->path);
  g_free (call->source);
  troupe_value_unref (call->arguments);
  g_free (call);
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  HookCall *call = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  if (result == NULL)
    {
      g_task_return_error (task, troupe_crew_error_take (error, NULL));
      return;
    }
  if (call->around->take_effects != NULL)
    call->around->take_effects (result, call->around->user_data);
  if (result->failure != NULL)
    {
      g_autofree char *text = troupe_python_failure_to_text (result->failure);

      g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT, "%s", text);
      return;
    }
  g_task_return_pointer (task, troupe_value_ref (result->value),
                         (GDestroyNotify) troupe_value_unref);
}

static gboolean
is_of_object (TroupeHookUse use)
{
  return use == TROUPE_HOOK_TELL || use == TROUPE_HOOK_LOOK_UP || use == TROUPE_HOOK_EMBED;
}

void
troupe_crew_hook_call_async (const TroupeCrewContext *around,
                             const TroupeCrewHook *hook,
                             TroupeHookUse use,
                             TroupeValue *value,
                             const char *owner,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (around != NULL && hook != NULL);

  g_task_set_source_tag (task, troupe_crew_hook_call_async);
  if (hook->type == TROUPE_CREW_HOOK_CEL)
    {
      TroupeCelActivation activation = { .get_root = get_root_cb,
                                         .user_data = value,
                                         .now = g_get_real_time () };
      g_autoptr (GError) cause = NULL;
      g_autoptr (TroupeValue) result =
          hook->program != NULL ? troupe_cel_program_evaluate (hook->program, &activation, &cause)
                                : NULL;

      g_assert (G_IS_TASK (task));
      if (result == NULL || !troupe_value_is (result, TROUPE_VALUE_BOOLEAN))
        g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                                 /* Translators: the first %s is an expression, the second one
                                  * describes the problem */
                                 _ ("Could not evaluate the expression “%s”: %s"), hook->text,
                                 cause != NULL ? cause->message
                                               : _ ("it must return true or false."));
      else if (use == TROUPE_HOOK_GUARDRAIL)
        g_task_return_pointer (task, make_verdict (hook, troupe_value_get_boolean (result), value),
                               (GDestroyNotify) troupe_value_unref);
      else
        g_task_return_pointer (task, g_steal_pointer (&result),
                               (GDestroyNotify) troupe_value_unref);
    }
  else if (around->python != NULL)
    {
      HookCall *call = g_new0 (HookCall, 1);
      TroupePythonRequest request = { .kind = is_of_object (use) ? TROUPE_PYTHON_KIND_MADE
                                                                 : TROUPE_PYTHON_KIND_HOOK };
      TroupeMapBuilder builder;

      call->around = around;
      call->path = g_strconcat (around->path != NULL ? around->path : "",
                                around->path != NULL ? "." : "", hook->path, NULL);
      call->source = troupe_crew_hook_make_source (hook->text);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "use", troupe_value_new_string (uses[use], -1));
      troupe_map_builder_add (&builder, "value",
                              value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
      call->arguments = troupe_map_builder_end (&builder);
      g_task_set_task_data (task, call, hook_call_free);
      request.source = call->source;
      request.path = call->path;
      request.method = call->path;
      request.owner = owner;
      request.arguments = call->arguments;
      troupe_python_call_async (around->python, &request, g_task_get_cancellable (task), called_cb,
                                g_object_ref (task));
    }
  else
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
                             _ ("“%s” is Python code, which was not allowed to run."), hook->text);
}

TroupeValue *
troupe_crew_hook_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Classes ---------------------------------------------------------------------------------- */

typedef struct
{
  TroupeAgentValidatedFunc func;
  gpointer data;
} Validation;

static void
validated_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Validation *validation = user_data;
  GError *error = NULL;
  TroupeValue *object = troupe_crew_hook_call_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (g_error_matches (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT))
    {
      GError *cause = error;

      error = g_error_new_literal (TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID, cause->message);
      g_error_free (cause);
    }
  validation->func (object, error, validation->data);
}

void
troupe_crew_hook_validate (const TroupeCrewContext *around,
                           const TroupeCrewHook *hook,
                           TroupeValue *fields,
                           const char *owner,
                           GCancellable *cancellable,
                           TroupeAgentValidatedFunc validated,
                           gpointer validated_data)
{
  Validation *validation = NULL;

  g_return_if_fail (fields != NULL && validated != NULL);

  validation = g_new0 (Validation, 1);
  validation->func = validated;
  validation->data = validated_data;
  troupe_crew_hook_call_async (around, hook, TROUPE_HOOK_VALIDATE, fields, owner, cancellable,
                               validated_cb, validation);
}

/* --- Hooks of `crewai.hooks` ------------------------------------------------------------------ */

typedef struct
{
  TroupeAgentHookedFunc func;
  gpointer data;
} Interception;

static gboolean
have_registered_cb (gpointer user_data)
{
  const TroupeCrewContext *around = user_data;

  return around->python != NULL && troupe_python_has_hooks (around->python);
}

static void
intercepted_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Interception *interception = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) result = troupe_crew_hook_call_finish (async_result, &error);

  g_assert (G_IS_ASYNC_RESULT (async_result));

  if (result != NULL && !troupe_value_is (result, TROUPE_VALUE_MAP))
    g_clear_pointer (&result, troupe_value_unref);
  interception->func (result, error, interception->data);
}

static void
call_registered_cb (TroupeValue *call,
                    GCancellable *cancellable,
                    TroupeAgentHookedFunc func,
                    gpointer func_data,
                    gpointer user_data)
{
  static const TroupeCrewHook hook = { TROUPE_CREW_HOOK_PYTHON,
                                       (char *) "troupe_python_hooks.dispatch", NULL,
                                       (char *) "crewai_hooks" };
  const TroupeCrewContext *around = user_data;
  Interception *interception = g_new0 (Interception, 1);
  g_autoptr (TroupeValue) told = NULL;
  TroupeValue *task;
  const char *name;
  g_autoptr (TroupeValue) crew = NULL;
  TroupeMapBuilder builder;

  /* Adds the name of the crew to what a hook receives about a task. */
  task = troupe_value_get_member (call, "task");
  name = around->crew != NULL ? around->crew->name : NULL;
  if (name == NULL || task == NULL || troupe_value_is (task, TROUPE_VALUE_NULL))
    told = troupe_value_ref (call);
  else
    {
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
      crew = troupe_map_builder_end (&builder);
      told = troupe_value_map_with (call, "crew", crew);
    }
  interception->func = func;
  interception->data = func_data;
  troupe_crew_hook_call_async (around, &hook, TROUPE_HOOK_INTERCEPT, told, NULL, cancellable,
                               intercepted_cb, interception);
}

TroupeAgentHooks
troupe_crew_hook_list_registered (const TroupeCrewContext *around)
{
  return (TroupeAgentHooks){ .exist = have_registered_cb,
                             .call = call_registered_cb,
                             .user_data = (gpointer) around };
}
