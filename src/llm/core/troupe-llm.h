/* troupe-llm.h: common interface for all language models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-llm-message.h"
#include "troupe-recorder.h"
#include "troupe-redactor.h"
#include "troupe-scope.h"

G_BEGIN_DECLS

/* From libsoup, which is only visible inside llm/. */
typedef struct _SoupSession SoupSession;

/**
 * TROUPE_LLM_ERROR:
 *
 * Errors of a call. Messages are sentences that tell the user what happened and what to do. They
 * never contain a key.
 */
#define TROUPE_LLM_ERROR (troupe_llm_error_quark ())
GQuark troupe_llm_error_quark (void);

/* Codes of %TROUPE_LLM_ERROR. */
typedef enum
{
  TROUPE_LLM_ERROR_UNKNOWN_MODEL, /* no provider handles this model string */
  TROUPE_LLM_ERROR_NO_KEY,        /* the message names the environment variable */
  TROUPE_LLM_ERROR_UNAUTHORIZED,  /* 401, 403 */
  TROUPE_LLM_ERROR_NOT_FOUND,     /* 404: wrong model or URL */
  TROUPE_LLM_ERROR_RATE_LIMIT,    /* 429 after all retries */
  TROUPE_LLM_ERROR_QUOTA,         /* the account has no credit left, whatever the status */
  TROUPE_LLM_ERROR_SERVER,        /* 5xx after all retries */
  TROUPE_LLM_ERROR_UNREACHABLE,   /* connection, DNS or TLS error */
  TROUPE_LLM_ERROR_CUT,           /* the stream ended before the answer was complete */
  TROUPE_LLM_ERROR_TIMEOUT,
  TROUPE_LLM_ERROR_INVALID, /* malformed response */
  TROUPE_LLM_ERROR_REFUSED, /* 400 and similar: contains the server's message */
  TROUPE_LLM_ERROR_LIMIT,   /* larger than TROUPE_LIMIT_SSE_* or TROUPE_LIMIT_ANSWER */
} TroupeLlmError;

/* Returns TRUE if trying again later may help, as after a 429, a 5xx, an unreachable server or a
 * timeout. The exit code is then 75. */
gboolean troupe_llm_error_is_temporary (const GError *error);
/* Prefixes the message with the name of the model, except for custom models. @model: a model
 * string; @settings: (nullable) */
void troupe_llm_error_name (GError *error, const char *model, TroupeValue *settings);

/* Returns TRUE if there is no answer because the service was unavailable or rejected the request, not
 * because of the content of an answer. */
gboolean troupe_llm_error_is_outage (const GError *error);

/* Returns TRUE if the same request would fail again: the service rejected the key, the model, the
 * account or the request. */
gboolean troupe_llm_error_is_permanent (const GError *error);

/* Returns the HTTP status that caused the error, or 0. */
guint troupe_llm_error_get_status (const GError *error);

/**
 * TroupeLlmUsage:
 * @micro_dollars: cost of the calls whose price is known, in millionths of a dollar
 * @unpriced: number of @requests whose price is unknown; if not 0, @micro_dollars is a lower bound
 * @saved_micro_dollars: how much more the calls whose price is known would have cost without the
 *   provider's cache; negative if writing to the cache cost more than reading from it saved
 *
 * Tokens of one or more calls, as counted by the server, and the cost of the calls according to the
 * price table.
 */
typedef struct
{
  gint64 prompt_tokens;
  gint64 completion_tokens;
  gint64 total_tokens;
  gint64 cached_prompt_tokens;
  gint64 reasoning_tokens;
  gint64 cache_creation_tokens;
  gint64 requests;
  gint64 micro_dollars;
  gint64 unpriced;
  gint64 saved_micro_dollars;
} TroupeLlmUsage;

/* Adds the counts of @other to @self. */
void troupe_llm_usage_add (TroupeLlmUsage *self, const TroupeLlmUsage *other);
/* Converts the token counts to a map with the keys of CrewAI's usage metrics, without costs.
 * (transfer full) */
TroupeValue *troupe_llm_usage_to_value (const TroupeLlmUsage *self);

/* Called when a call is delayed by @wait_ms milliseconds because of the limits of its service.
 * @service: (nullable): the name of the service */
typedef void (*TroupeLlmWaitFunc) (const char *service, gint64 wait_ms, gpointer user_data);

/**
 * TroupeLlmRequest:
 * @model: (nullable): the model string of the document, with the provider's prefix
 *   (`openai/gpt-4.1-mini`); %NULL is the model set in the environment
 * @messages: (element-type TroupeLlmMessage): the conversation so far
 * @settings: (nullable): a map of the model's settings with CrewAI's names: temperature, top_p,
 *   max_tokens, stop, seed, base_url, api_key (the name of an environment variable is not resolved
 *   here), timeout, …
 * @tools: (nullable) (element-type TroupeLlmToolSpec): tools the model may call
 * @scope: (nullable): the scope of the call; never sent
 * @stream: whether to emit deltas as they arrive
 * @is_conversion: whether text is converted to an object by a single tool call, as in CrewAI's
 *   converter: no streaming field, no cache markers, and tool errors are marked as such
 *   (doc/crew-semantics.md §9)
 * @deadline_us: monotonic time after which the answer is useless; 0 for none. A wait that would
 *   exceed it is not started, and the call fails
 * @on_wait: (nullable): called for each wait of a second or more, with @wait_data
 *
 * One call. Filled in by the caller, freed with troupe_llm_request_free().
 *
 * Settings that are never sent: `timeout` (seconds, for the whole call with its retries),
 * `connect_timeout`, `first_byte_timeout`, `idle_timeout`, `total_timeout` (seconds; the last one
 * applies to the body of a response from its first byte on, default one hour), `max_retries`,
 * `retry_delay_ms` (before the first retry). For mock/: `word_delay_ms`, and `answers` of
 * mock/script, a list of strings or {error, status} that is used cyclically.
 */
typedef struct
{
  char *model;
  GPtrArray *messages;
  TroupeValue *settings;
  GPtrArray *tools;
  TroupeScope *scope;
  gboolean stream;
  gboolean is_conversion;
  gint64 deadline_us;
  TroupeLlmWaitFunc on_wait;
  gpointer wait_data;
} TroupeLlmRequest;

/* Creates a request; the other members are zero. @model: (nullable): copied; @messages: (transfer
 * none): a reference is kept. (transfer full) */
TroupeLlmRequest *troupe_llm_request_new (const char *model, GPtrArray *messages);
void troupe_llm_request_free (TroupeLlmRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmRequest, troupe_llm_request_free)

/**
 * TroupeLlmAnswer:
 * @content: the text, "" if there is none
 * @finish: why it ended; tool calls if it contains any, whatever the server reports
 * @finish_reason: (nullable): the server's own finish reason
 * @message: everything from the model: text, tool calls, reasoning, refusal
 * @model: the model that the server says it used
 * @is_restored: whether it was received and paid for by an earlier process
 */
typedef struct
{
  char *content;
  TroupeLlmFinish finish;
  char *finish_reason;
  char *model;
  TroupeLlmMessage *message;
  TroupeLlmUsage usage;
  gboolean is_restored;
} TroupeLlmAnswer;

void troupe_llm_answer_free (TroupeLlmAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmAnswer, troupe_llm_answer_free)

/**
 * TroupeLlmProvider:
 *
 * A service that answers calls. Implementations are private to llm/, except for the one set with
 * troupe_llm_client_set_made(). A client selects the provider by the model string. Providers are
 * only used in the thread-default main context in which the client was created.
 */
#define TROUPE_TYPE_LLM_PROVIDER (troupe_llm_provider_get_type ())
G_DECLARE_INTERFACE (TroupeLlmProvider, troupe_llm_provider, TROUPE, LLM_PROVIDER, GObject)

/* Errors of complete_finish(): %TROUPE_LLM_ERROR, or %G_IO_ERROR_CANCELLED. @request is borrowed
 * until the callback is called. */
struct _TroupeLlmProviderInterface
{
  GTypeInterface parent;

  void (*complete_async) (TroupeLlmProvider *self,
                          const TroupeLlmRequest *request,
                          TroupeLlmDeltaFunc on_delta,
                          gpointer delta_data,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
  TroupeLlmAnswer *(*complete_finish) (TroupeLlmProvider *self,
                                       GAsyncResult *result,
                                       GError **error);
};

/**
 * TroupeLlmClient:
 *
 * The LLM client of a run. Its connections may be shared with other runs of the thread, so create,
 * use and unref the client in that thread, with the thread's main context pushed.
 *
 * Model strings are parsed as in CrewAI: `provider/model`, or a bare name whose provider is looked
 * up in a table; see doc/llm-client.md §5.
 */
#define TROUPE_TYPE_LLM_CLIENT (troupe_llm_client_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLlmClient, troupe_llm_client, TROUPE, LLM_CLIENT, GObject)

/* Looks up a secret or a setting by the name of its environment variable. (transfer full)
 * (nullable) */
typedef char *(*TroupeLlmEnvironmentFunc) (const char *name, gpointer user_data);

/* The variables of a document or client (troupe-llm-environment.h). */
typedef struct _TroupeLlmEnvironment TroupeLlmEnvironment;

/**
 * TroupeLlmLimits:
 *
 * Rate limits of calls, with a limiter for each key. A limiter tracks the remaining requests
 * according to the server's headers, the number of concurrent calls, and a common backoff of all
 * calls with the key after a 429. Clients can share the limits. They are used in one thread, but
 * references may be held in any thread.
 */
typedef struct _TroupeLlmLimits TroupeLlmLimits;

/* Creates limits without a maximum number of concurrent calls. (transfer full) */
TroupeLlmLimits *troupe_llm_limits_new (void);
TroupeLlmLimits *troupe_llm_limits_ref (TroupeLlmLimits *self);
void troupe_llm_limits_unref (TroupeLlmLimits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmLimits, troupe_llm_limits_unref)
/* Sets the maximum number of concurrent calls with one key. @most: 0 for no limit */
void troupe_llm_limits_set_concurrency (TroupeLlmLimits *self, guint most);

/* Creates a session for LLM calls, in which content decoding and password prompts are disabled.
 * It must be used in one thread. @connections: the maximum number of connections, in total and
 * to one host. (transfer full) */
SoupSession *troupe_llm_session_new (guint connections);

/* Creates a client with its own session and without shared limits. (transfer full) */
TroupeLlmClient *troupe_llm_client_new (void);

/**
 * troupe_llm_client_new_full:
 * @session: (nullable): from troupe_llm_session_new(), shared with other clients of the thread; if
 *   %NULL, the client creates its own on demand
 * @limits: (nullable): shared with other clients of the thread
 *
 * Returns: (transfer full): a client
 */
TroupeLlmClient *troupe_llm_client_new_full (SoupSession *session, TroupeLlmLimits *limits);

/* Sets the provider of custom models.
 * @provider: (nullable): answers calls to models whose name begins with %TROUPE_LLM_MADE_PREFIX,
 *   without limits and retries */
void troupe_llm_client_set_made (TroupeLlmClient *self, TroupeLlmProvider *provider);

/* Sets the source of keys and addresses; g_getenv() by default. It is called on the client's
 * thread. @destroy: (nullable) */
void troupe_llm_client_set_environment (TroupeLlmClient *self,
                                        TroupeLlmEnvironmentFunc func,
                                        gpointer user_data,
                                        GDestroyNotify destroy);

/**
 * troupe_llm_client_set_redactor:
 * @redactor: (transfer none): knows the keys of the run
 *
 * Adds the keys of all calls to @redactor, and redacts what it knows in requests, answers and
 * errors, so that a key is sent only as the key of its own service. Must be called before the first
 * call.
 */
void troupe_llm_client_set_redactor (TroupeLlmClient *self, TroupeRedactor *redactor);

/* Sets the model that is called instead of the model of each request, without the settings for the address and the
 * key of the other one. Must be called before the first call. @model: (nullable) */
void troupe_llm_client_set_only_model (TroupeLlmClient *self, const char *model);
/* Sets the recorder of the run, which may answer calls and embeddings instead of a service, and keeps the
 * outcomes of those that were made. Must be called before the first call. @recorder: a reference is kept */
void troupe_llm_client_set_recorder (TroupeLlmClient *self, TroupeRecorder *recorder);

/**
 * troupe_llm_client_check:
 *
 * Checks, without sending a request, whether a provider handles @model and whether the key for it
 * is set.
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_UNKNOWN_MODEL or %TROUPE_LLM_ERROR_NO_KEY
 */
gboolean troupe_llm_client_check (TroupeLlmClient *self,
                                  const char *model,
                                  TroupeValue *settings,
                                  GError **error);

/* Returns the model that CrewAI uses if a document specifies none. This is the value of MODEL,
 * MODEL_NAME or OPENAI_MODEL_NAME, or else `gpt-4.1-mini`. (transfer full) */
char *troupe_llm_client_get_default_model (TroupeLlmClient *self);
/* Sets whether answers of agents are streamed if the document does not specify it. Enable
 * streaming if the output is displayed. The default is FALSE. */
void troupe_llm_client_set_streams (TroupeLlmClient *self, gboolean streams);
/* Returns whether answers of agents are streamed by default. */
gboolean troupe_llm_client_get_streams (TroupeLlmClient *self);
/* Sets the deadline for everything that uses the client, in microseconds of monotonic time; 0 for
 * none. A call fails immediately if it would have to wait longer. */
void troupe_llm_client_set_deadline (TroupeLlmClient *self, gint64 deadline_us);

/**
 * troupe_llm_client_complete_async:
 * @on_delta: (nullable): called for each delta if the request streams
 *
 * Calls a model. Retries according to doc/llm-client.md §1, but never after a delta was emitted.
 * Cancelling closes the socket.
 */
void troupe_llm_client_complete_async (TroupeLlmClient *self,
                                       const TroupeLlmRequest *request,
                                       TroupeLlmDeltaFunc on_delta,
                                       gpointer delta_data,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* Returns the answer. (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeLlmAnswer *
troupe_llm_client_complete_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error);

/* Returns the model set in the process environment, used if a document specifies none. (transfer
 * full) */
char *troupe_llm_model_get_default (void);
/* Returns the model that @environment sets. @environment: (nullable): g_getenv(). (transfer full) */
char *troupe_llm_get_default_model (TroupeLlmEnvironment *environment);
/* Returns the names of all variables that choose a model or change where requests to models are sent;
 * none of them contains a key. NULL-terminated. (transfer full) */
char **troupe_llm_list_setting_variables (void);
/* Returns the model name that is sent to the server. It has no provider prefix, except for
 * custom models. @settings: (nullable). (transfer full) */
char *troupe_llm_model_get_name (const char *model, TroupeValue *settings);
/* Returns the model string of the model that is called: the parameters that a document sends beside the messages
 * (`additional_params`) may name another one of the same provider. Its price counts. @settings: (nullable).
 * (transfer full) */
char *troupe_llm_model_get_called (const char *model, TroupeValue *settings);

/**
 * troupe_llm_model_get_fallback:
 * @settings: (nullable): the model's settings
 * @fallback_settings: (out) (nullable) (transfer full): the settings of the fallback
 *
 * Returns the model in `x-troupe-fallback`, which takes over if the model fails permanently. It is
 * part of the permissions, of the checks before a run and of the keys of the model.
 *
 * Returns: (transfer full) (nullable): a model string
 */
char *troupe_llm_model_get_fallback (TroupeValue *settings, TroupeValue **fallback_settings);

/* Returns the URL of the server that a document's model uses, or NULL for mock/. Sends no request.
 * Used by `show`. @model, @settings: (nullable); @environment: (nullable): g_getenv(), also for the
 * following functions. (transfer full) (nullable) */
char *troupe_llm_model_get_url (const char *model,
                                TroupeValue *settings,
                                TroupeLlmEnvironment *environment);
/* Returns the URL of the server from which a service account may request an access token for the model.
 * @variable: (out) (transfer none): the variable with the account; @file: (out) (transfer full)
 * (nullable): the file with the account, if its variable contains a
 * path. @model, @settings: (nullable). (transfer full) (nullable): NULL if there is no such server,
 * or a token is set already */
char *troupe_llm_model_get_token_url (const char *model,
                                      TroupeValue *settings,
                                      TroupeLlmEnvironment *environment,
                                      const char **variable,
                                      char **file);
/* Returns the names of the environment variables whose value the server may receive as the key.
 * @model, @settings: (nullable); @is_own: (out): whether the settings contain the key.
 * NULL-terminated. (transfer full) */
char **troupe_llm_model_get_key_names (const char *model,
                                       TroupeValue *settings,
                                       TroupeLlmEnvironment *environment,
                                       gboolean *is_own);
/* Returns the names of the environment variables that the model reads: key, address and others.
 * @model, @settings: (nullable). NULL-terminated. (transfer full) */
char **troupe_llm_model_get_environment_names (const char *model,
                                               TroupeValue *settings,
                                               TroupeLlmEnvironment *environment);
/* Returns the names of the environment variables that may contain the key, if neither the process
 * environment nor the settings contain one. NULL-terminated. (transfer full) */
char **troupe_llm_model_list_missing_keys (const char *model, TroupeValue *settings);
/* Like troupe_llm_model_list_missing_keys(), for the client's environment. (transfer full) */
char **troupe_llm_client_list_missing_keys (TroupeLlmClient *self,
                                            const char *model,
                                            TroupeValue *settings);

G_END_DECLS
