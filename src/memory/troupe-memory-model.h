/* troupe-memory-model.h: interface to the language model that analyzes memories
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryModel:
 *
 * Sends one request to a language model. The code that runs agents has its own implementation,
 * which emits events and records usage; troupe_memory_model_new() creates a model that does
 * neither. Used on the thread of the run.
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
 * @system: (nullable): the system message, which precedes the user message
 * @user: the user message
 * @form: (nullable): the JSON schema of the response, whose `title` is used as its name
 */
void troupe_memory_model_ask_async (TroupeMemoryModel *self,
                                    const char *system,
                                    const char *user,
                                    TroupeValue *form,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns the text of the response. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED. (transfer
 * full) (nullable) */
char *
troupe_memory_model_ask_finish (TroupeMemoryModel *self, GAsyncResult *result, GError **error);

/* Creates a model that uses @client, but does not emit events or record usage. @model:
 * (nullable), @settings: (nullable): as in #TroupeLlmRequest */
TroupeMemoryModel *
troupe_memory_model_new (TroupeLlmClient *client, const char *model, TroupeValue *settings);

/* Returns the settings, in which @form is set as OpenAI's `response_format`. @settings:
 * (nullable). (transfer full) */
TroupeValue *troupe_memory_model_add_form (TroupeValue *settings, TroupeValue *form);

G_END_DECLS
