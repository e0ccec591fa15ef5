/* troupe-llm.h: one interface to every language model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-llm-message.h"
#include "troupe-scope.h"

G_BEGIN_DECLS

/* Of libsoup, which only the files of llm/ see. */
typedef struct _SoupSession SoupSession;

/**
 * TROUPE_LLM_ERROR:
 *
 * What a call can end with. Messages are sentences for a person: what happened and what to do. They
 * never hold a key.
 */
#define TROUPE_LLM_ERROR (troupe_llm_error_quark ())
GQuark troupe_llm_error_quark (void);

typedef enum
{
  TROUPE_LLM_ERROR_UNKNOWN_MODEL, /* no provider takes this model string */
  TROUPE_LLM_ERROR_NO_KEY,        /* the environment variable that holds it is named */
  TROUPE_LLM_ERROR_UNAUTHORIZED,  /* 401, 403 */
  TROUPE_LLM_ERROR_NOT_FOUND,     /* 404: wrong model or wrong address */
  TROUPE_LLM_ERROR_RATE_LIMIT,    /* 429 after all retries */
  TROUPE_LLM_ERROR_SERVER,        /* 5xx after all retries */
  TROUPE_LLM_ERROR_UNREACHABLE,   /* no connection, name not found, TLS */
  TROUPE_LLM_ERROR_CUT,           /* the stream ended before the answer did */
  TROUPE_LLM_ERROR_TIMEOUT,
  TROUPE_LLM_ERROR_INVALID, /* the server's answer is none */
  TROUPE_LLM_ERROR_REFUSED, /* 400 and the like: the server's own words are in the message */
  TROUPE_LLM_ERROR_LIMIT,   /* larger than TROUPE_LIMIT_SSE_* */
} TroupeLlmError;

/* Whether trying again later may help (429, 5xx, unreachable, time-out): exit code 75. */
gboolean troupe_llm_error_is_temporary (const GError *error);
/* Says in front of the message whose answer it speaks of. Models of our own are not named. @model: a model string;
 * @settings: (nullable) */
void troupe_llm_error_name (GError *error, const char *model, TroupeValue *settings);

/* The HTTP status behind the error, or 0. */
guint troupe_llm_error_get_status (const GError *error);

/**
 * TroupeLlmUsage:
 * @micro_dollars: what the calls cost whose price is known, in millionths of a dollar
 * @unpriced: of @requests, those of which it is not: with any, @micro_dollars is the least that it was
 *
 * Tokens of one or more calls, as the server counted them, and what they cost by the table of prices.
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
} TroupeLlmUsage;

void troupe_llm_usage_add (TroupeLlmUsage *self, const TroupeLlmUsage *other);
TroupeValue *troupe_llm_usage_to_value (const TroupeLlmUsage *self);

/* A call does not go out yet: its service wants @wait_ms milliseconds of patience. @service: (nullable): its name */
typedef void (*TroupeLlmWaitFunc) (const char *service, gint64 wait_ms, gpointer user_data);

/**
 * TroupeLlmRequest:
 * @model: (nullable): the model string of the document, with the provider's prefix
 *   (`openai/gpt-4.1-mini`); %NULL is the model that the environment names
 * @messages: (element-type TroupeLlmMessage): what was said so far
 * @settings: (nullable): a map of the model's settings as CrewAI names them: temperature, top_p,
 *   max_tokens, stop, seed, base_url, api_key (a name of an environment variable is not looked up
 *   here), timeout, …
 * @tools: (nullable) (element-type TroupeLlmToolSpec): what the model may call
 * @scope: (nullable): in which it is asked; never sent
 * @stream: whether pieces are wanted as they come
 * @is_conversion: whether a text is made an object by the one call of a tool, as CrewAI's converter does it: nothing
 *   is said of streaming, nothing is marked for a cache, and what the tool refuses says so (doc/crew-semantics.md §9)
 * @deadline_us: when it is not wanted any more, by the monotonic clock; 0 where it always is. A wait that would last
 *   longer is not begun, but ends the call
 * @on_wait: (nullable): told of each wait of a second or more, with @wait_data
 *
 * One call. Filled in by who calls, freed with troupe_llm_request_free().
 *
 * Settings of our own, never sent: `timeout` (seconds, for the whole call with its retries),
 * `connect_timeout`, `first_byte_timeout`, `idle_timeout`, `total_timeout` (seconds; the last one
 * is for the body of an answer from its first byte on, an hour unless it is said), `max_retries`,
 * `retry_delay_ms` (before the first retry). For mock/: `word_delay_ms`, and `answers` of
 * mock/script, a list that is gone through again and again, of texts or {error, status}.
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

TroupeLlmRequest *troupe_llm_request_new (const char *model, GPtrArray *messages);
void troupe_llm_request_free (TroupeLlmRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmRequest, troupe_llm_request_free)

/**
 * TroupeLlmAnswer:
 * @content: the text, "" where there is none
 * @finish: why it ended; tool calls where there are some, whatever the server calls it
 * @finish_reason: (nullable): the server's own word for it
 * @message: all that the model said: text, tool calls, reasoning, refusal
 * @model: the model that the server says it used
 * @is_restored: whether it was given and paid for in a process before
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
 * A service that answers calls. Implementations are private to llm/, but for the one that
 * troupe_llm_client_set_made() gives; a client finds the right one by the model string. Everything happens in the thread-default main context in which the client was
 * made.
 */
#define TROUPE_TYPE_LLM_PROVIDER (troupe_llm_provider_get_type ())
G_DECLARE_INTERFACE (TroupeLlmProvider, troupe_llm_provider, TROUPE, LLM_PROVIDER, GObject)

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
 * The models that one run can ask, over connections that may be shared with other runs of the thread: make it,
 * use it and drop it in that thread, with the thread's main context pushed.
 *
 * Model strings are read as CrewAI reads them: `provider/model`, or a bare name whose provider is
 * worked out from a table; see doc/llm-client.md §5.
 */
#define TROUPE_TYPE_LLM_CLIENT (troupe_llm_client_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLlmClient, troupe_llm_client, TROUPE, LLM_CLIENT, GObject)

/* Looks up a secret or a setting by the name of its environment variable. (transfer full) (nullable) */
typedef char *(*TroupeLlmEnvironmentFunc) (const char *name, gpointer user_data);

/**
 * TroupeLlmLimits:
 *
 * How fast calls may go out, a limiter for each key: what the server's headers leave, one back-off for all
 * calls of a key after a 429, and how many are under way. Clients that share it share the limits. All of them
 * are used in one thread; the references may be held anywhere.
 */
typedef struct _TroupeLlmLimits TroupeLlmLimits;

TroupeLlmLimits *troupe_llm_limits_new (void);
TroupeLlmLimits *troupe_llm_limits_ref (TroupeLlmLimits *self);
void troupe_llm_limits_unref (TroupeLlmLimits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmLimits, troupe_llm_limits_unref)
void troupe_llm_limits_set_concurrency (TroupeLlmLimits *self, guint most);

/* A session as calls need it: nothing is decoded, nobody is asked for a password. Used in one thread.
 * @connections: the most in all and to one host. (transfer full) */
SoupSession *troupe_llm_session_new (guint connections);

TroupeLlmClient *troupe_llm_client_new (void);

/**
 * troupe_llm_client_new_full:
 * @session: (nullable): of troupe_llm_session_new(), shared with other clients of the thread; the client makes
 *   one of its own otherwise, when it first needs it
 * @limits: (nullable): shared with other clients of the thread
 */
TroupeLlmClient *troupe_llm_client_new_full (SoupSession *session, TroupeLlmLimits *limits);

/* @provider: (nullable): answers for models whose name begins with %TROUPE_LLM_MADE_PREFIX: without limits, and never by
 * another attempt */
void troupe_llm_client_set_made (TroupeLlmClient *self, TroupeLlmProvider *provider);

/* Before the first call. */
void troupe_llm_client_set_limits (TroupeLlmClient *self, TroupeLlmLimits *limits);

/* Where keys and addresses come from; by default g_getenv(). */
void troupe_llm_client_set_environment (TroupeLlmClient *self,
                                        TroupeLlmEnvironmentFunc func,
                                        gpointer user_data,
                                        GDestroyNotify destroy);

/**
 * troupe_llm_client_check:
 *
 * Says without any request whether @model can be asked: that a provider takes it and its key is there.
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_UNKNOWN_MODEL or %TROUPE_LLM_ERROR_NO_KEY
 */
gboolean troupe_llm_client_check (TroupeLlmClient *self,
                                  const char *model,
                                  TroupeValue *settings,
                                  GError **error);

/* The model that CrewAI takes where a document names none: MODEL, MODEL_NAME, OPENAI_MODEL_NAME,
 * `gpt-4.1-mini`. (transfer full) */
char *troupe_llm_client_get_default_model (TroupeLlmClient *self);
/* Whether somebody watches, so that agents have their answers come in pieces where the document does not say; not
 * unless it is set. */
void troupe_llm_client_set_streams (TroupeLlmClient *self, gboolean streams);
gboolean troupe_llm_client_get_streams (TroupeLlmClient *self);
/* When all that uses the client is to have ended, by the monotonic clock; 0: whenever. A wait that would last longer ends the
 * call at once. */
void troupe_llm_client_set_deadline (TroupeLlmClient *self, gint64 deadline_us);

/**
 * troupe_llm_client_complete_async:
 * @on_delta: (nullable): told of each piece where the request streams
 *
 * Asks a model. Retries by the rules of doc/llm-client.md §1, never after a piece was handed over.
 * Cancelling closes the socket.
 */
void troupe_llm_client_complete_async (TroupeLlmClient *self,
                                       const TroupeLlmRequest *request,
                                       TroupeLlmDeltaFunc on_delta,
                                       gpointer delta_data,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
TroupeLlmAnswer *
troupe_llm_client_complete_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error);

/* The model that the process's own environment names where a document names none. (transfer full) */
char *troupe_llm_model_get_default (void);
/* What is sent of @model, which is its name without the prefix of a provider; models of our own keep theirs.
 * @settings: (nullable). (transfer full) */
char *troupe_llm_model_get_name (const char *model, TroupeValue *settings);

/* What a document's model would talk to, without a request: `api.openai.com`, NULL for mock/. And the
 * names of the environment variables that it reads. For `show`. (transfer full) (nullable) */
char *troupe_llm_model_get_host (const char *model, TroupeValue *settings);
char **troupe_llm_model_get_environment_names (const char *model, TroupeValue *settings);
/* The names of those in which a key is looked for, where the process's environment and the settings have none.
 * (transfer full) */
char **troupe_llm_model_list_missing_keys (const char *model, TroupeValue *settings);
/* The same of the client's environment. (transfer full) */
char **troupe_llm_client_list_missing_keys (TroupeLlmClient *self,
                                            const char *model,
                                            TroupeValue *settings);

G_END_DECLS
