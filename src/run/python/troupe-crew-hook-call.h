/* troupe-crew-hook-call.h: calls guardrails, conditions and callbacks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/* What a hook is for, and with it what it is given and has to give. */
typedef enum
{
  TROUPE_HOOK_GUARDRAIL, /* a task's output: a list of two: whether it passes, and a map of `kind` and `value` */
  TROUPE_HOOK_CONDITION, /* a task's output: a boolean */
  TROUPE_HOOK_CALLBACK,  /* a task's output, or a step of an agent: nothing */
  TROUPE_HOOK_STEP,
  TROUPE_HOOK_BEFORE, /* inputs, or null: inputs, or null where they stay */
  TROUPE_HOOK_AFTER,  /* a crew's output: the same, or null where it stays */
  TROUPE_HOOK_MODEL,  /* nothing: the JSON schema of a class */
  TROUPE_HOOK_AGENT_GUARDRAIL, /* an agent's output: a list of two: whether it passes, and a text, a map or null */
  TROUPE_HOOK_FILTER, /* a map of `agent`, `server` and `tools`: a list of booleans, one for each tool */
  TROUPE_HOOK_CONVERT, /* a converter's text, schema and instructions: a map of `object` or `text`, or of `asks` and
                        * `number` where its model is to be asked first */
  TROUPE_HOOK_ANSWER, /* a map of that `number` and `text` or `error`: the same */
  TROUPE_HOOK_BUILD, /* a map of an agent's or a task's `fields`: a map of `number`, `fields`, `own` and `calls` */
  TROUPE_HOOK_METHOD, /* a map of `number`, `method` and its arguments: a map of `value`, or of `asks` and `number` */
  TROUPE_HOOK_INVOKE,  /* the same of an executor */
  TROUPE_HOOK_REPLY,   /* a map of that `number` and the `answer`: the same */
  TROUPE_HOOK_LOOK_UP, /* of an object: a map of `text`, `limit` and `threshold`: a list of texts */
  TROUPE_HOOK_EMBED,   /* of an object: a list of texts: a list of lists of numbers */
  TROUPE_HOOK_TELL,    /* of an object: nothing: what an object is, as a document says it */
} TroupeHookUse;

/* `module:name` of a dotted path, as the helper of Python finds it. (transfer full) */
char *troupe_crew_hook_make_source (const char *path);
/* What events call a guardrail: its sentence, or the name of its function. (transfer none) */
const char *troupe_crew_hook_get_name (const TroupeCrewHook *hook);

/**
 * troupe_crew_hook_call_async:
 * @hook: Python or CEL
 * @value: what it is given
 * @owner: (nullable): whom the log names
 *
 * Calls the hook. What it changed besides is put into place before @callback comes.
 */
void troupe_crew_hook_call_async (const TroupeCrewContext *around,
                                  const TroupeCrewHook *hook,
                                  TroupeHookUse use,
                                  TroupeValue *value,
                                  const char *owner,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_RUN_ERROR_SCRIPT with what Python raised, _EXPRESSION, _CONSENT, or
 * %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_crew_hook_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
