/* troupe-crew-hook-call.h: calls of Python and CEL hooks of a crew: guardrails, conditions,
 * callbacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-context.h"

G_BEGIN_DECLS

/* Purpose of a hook. The comments describe its input and, after the colon, its result. */
typedef enum
{
  TROUPE_HOOK_GUARDRAIL, /* a task's output: a list of two: whether it passes, and a map of
                            `kind` and `value` */
  TROUPE_HOOK_CONDITION, /* a task's output: a boolean */
  TROUPE_HOOK_CALLBACK,  /* a task's output, or a step of an agent: nothing */
  TROUPE_HOOK_STEP,
  TROUPE_HOOK_BEFORE,   /* inputs, or null: inputs, or null if they are unchanged */
  TROUPE_HOOK_AFTER,    /* a crew's output: the same, or null if it is unchanged */
  TROUPE_HOOK_MODEL,    /* nothing: the JSON schema of a class */
  TROUPE_HOOK_VALIDATE, /* the fields of an object of a class: those that the class makes of them */
  TROUPE_HOOK_AGENT_GUARDRAIL, /* an agent's output: a list of two: whether it passes, and a
                                  string, a map or null */
  TROUPE_HOOK_FILTER,  /* a map of `agent`, `server` and `tools`: a list of booleans, one for each
                         tool */
  TROUPE_HOOK_CONVERT, /* a converter's text, schema and instructions: a map of `object` or
                          `text`, or of `asks` and `number` if its model has to be called first */
  TROUPE_HOOK_ANSWER,  /* a map of a CONVERT's `number` and `text` or `error`: same as CONVERT */
  TROUPE_HOOK_BUILD, /* a map of an agent's or a task's `fields`: a map of `number`, `fields`, `own`
                        and `calls` */
  TROUPE_HOOK_METHOD,  /* a map of `number`, `method` and its arguments: a map of `value`, or of
                         `asks` and `number` */
  TROUPE_HOOK_INVOKE,  /* same as METHOD, for an executor */
  TROUPE_HOOK_REPLY,   /* a map of a METHOD's `number` and the `answer`: same as METHOD */
  TROUPE_HOOK_LOOK_UP, /* for an object, a map of `text`, `limit` and `threshold`: a list of
                          strings */
  TROUPE_HOOK_EMBED,   /* for an object, a list of strings: a list of lists of numbers */
  TROUPE_HOOK_INTERCEPT, /* for the function that calls registered hooks, a map of `point` and what they
                            receive: a map as for #TroupeAgentHookedFunc, or null */
  TROUPE_HOOK_TELL,      /* for an object, nothing: the object as a document describes it */
} TroupeHookUse;

/* Converts a dotted path to the form `module:name` that the Python helper uses. (transfer full) */
char *troupe_crew_hook_make_source (const char *path);
/* Returns the name of a guardrail in events: its sentence, or the name of its function.
 * (transfer none) */
const char *troupe_crew_hook_get_name (const TroupeCrewHook *hook);

/**
 * troupe_crew_hook_call_async:
 * @around: the crew's context, which provides the helper and receives side effects; must live until
 *   the end
 * @hook: Python or CEL; must live until the end
 * @value: the input of the hook
 * @owner: (nullable): the name in log lines
 *
 * Calls the hook, on the run's thread. Its side effects are applied before @callback is invoked. If
 * the call is cancelled, it ends with %G_IO_ERROR_CANCELLED; see troupe_python_call_async().
 */
void troupe_crew_hook_call_async (const TroupeCrewContext *around,
                                  const TroupeCrewHook *hook,
                                  TroupeHookUse use,
                                  TroupeValue *value,
                                  const char *owner,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Validates @fields with a Python class, like troupe_crew_hook_call_async(). @validated: called once,
 * with %TROUPE_LLM_ERROR_INVALID if the class rejects them, or an error of
 * troupe_crew_hook_call_finish() */
void troupe_crew_hook_validate (const TroupeCrewContext *around,
                                const TroupeCrewHook *hook,
                                TroupeValue *fields,
                                const char *owner,
                                GCancellable *cancellable,
                                TroupeAgentValidatedFunc validated,
                                gpointer validated_data);
/* Returns the hooks that imported code has registered with `crewai.hooks`, for an agent's context.
 * @around: must live until the agent has ended */
TroupeAgentHooks troupe_crew_hook_list_registered (const TroupeCrewContext *around);
/* Returns the result of the hook. (transfer full) (nullable). Errors: %TROUPE_RUN_ERROR_SCRIPT with
 * the exception of Python, _EXPRESSION, _CONSENT, another %TROUPE_RUN_ERROR if the helper failed,
 * or %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_crew_hook_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
