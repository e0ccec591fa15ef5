/* troupe-memory-model.h: the model that judges what is to be remembered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryModel:
 *
 * Asks a language model one question. Who runs agents makes one of their own, with events and usage;
 * troupe_memory_model_new() is one without. On the thread of the run.
 */
#define TROUPE_TYPE_MEMORY_MODEL (troupe_memory_model_get_type ())
G_DECLARE_INTERFACE (TroupeMemoryModel, troupe_memory_model, TROUPE, MEMORY_MODEL, GObject)

struct _TroupeMemoryModelInterface
{
  GTypeInterface parent;

  void (*ask_async) (TroupeMemoryModel *self,
                     const char *system,
                     const char *user,
                     TroupeValue *form,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data);
  char *(*ask_finish) (TroupeMemoryModel *self, GAsyncResult *result, GError **error);
};

/**
 * troupe_memory_model_ask_async:
 * @system: (nullable): the first message
 * @user: the one behind it
 * @form: (nullable): the JSON schema that the answer is to have, which `title` names
 */
void troupe_memory_model_ask_async (TroupeMemoryModel *self,
                                    const char *system,
                                    const char *user,
                                    TroupeValue *form,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* The answer's text. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
char *
troupe_memory_model_ask_finish (TroupeMemoryModel *self, GAsyncResult *result, GError **error);

/* @model: (nullable), @settings: (nullable): as #TroupeLlmRequest has them */
TroupeMemoryModel *
troupe_memory_model_new (TroupeLlmClient *client, const char *model, TroupeValue *settings);

/* The settings with the form in them as OpenAI's `response_format` has it. @settings: (nullable). (transfer full) */
TroupeValue *troupe_memory_model_add_form (TroupeValue *settings, TroupeValue *form);

G_END_DECLS
