/* troupe-llm-error.c: errors of a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-error"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-llm-error.h"

/* The status of Anthropic and of services with the same API. */
#define STATUS_OVERLOADED 529

/* Additional data of each error, which the client uses to decide whether to retry. */
typedef struct
{
  guint status;
  gboolean may_retry;
  gint64 after_ms;
} TroupeLlmErrorPrivate;

static void
troupe_llm_error_private_init (TroupeLlmErrorPrivate *self)
{
  self->status = 0;
  self->may_retry = FALSE;
  self->after_ms = -1;
}

static void
troupe_llm_error_private_copy (const TroupeLlmErrorPrivate *source, TroupeLlmErrorPrivate *target)
{
  *target = *source;
}

static void
troupe_llm_error_private_clear (TroupeLlmErrorPrivate *self)
{
}

G_DEFINE_EXTENDED_ERROR (TroupeLlmError, troupe_llm_error)

GError *
troupe_llm_error_new (TroupeLlmError code, const char *format, ...)
{
  GError *error;
  va_list arguments;

  va_start (arguments, format);
  error = g_error_new_valist (TROUPE_LLM_ERROR, (gint) code, format, arguments);
  va_end (arguments);

  return error;
}

GError *
troupe_llm_error_new_too_large (guint limit)
{
  return troupe_llm_error_new (
      TROUPE_LLM_ERROR_LIMIT,
      _ ("The answer is larger than %u bytes and was discarded. Ask for a shorter answer."), limit);
}

void
troupe_llm_error_set_retry (GError *error, gint64 after_ms, gboolean may_retry)
{
  TroupeLlmErrorPrivate *details = troupe_llm_error_get_private (error);

  details->may_retry = may_retry;
  details->after_ms = after_ms;
}

gboolean
troupe_llm_error_get_retry (const GError *error, gint64 *after_ms)
{
  TroupeLlmErrorPrivate *details;

  if (error->domain != TROUPE_LLM_ERROR)
    return FALSE;

  details = troupe_llm_error_get_private (error);
  *after_ms = details->after_ms;

  return details->may_retry;
}

void
troupe_llm_error_set_status (GError *error, guint status)
{
  troupe_llm_error_get_private (error)->status = status;
}

void
troupe_llm_error_name_model (GError *error, const char *model, const char *title)
{
  /* Translators: a model, its service such as OpenAI, and a sentence that describes the problem */
  char *named = g_strdup_printf (_ ("%s (%s): %s"), model, title, error->message);

  g_free (error->message);
  error->message = named;
}

void
troupe_llm_error_redact (GError *error, TroupeSecret *secret)
{
  char *hidden = troupe_secret_hide (secret, error->message, -1);

  g_free (error->message);
  error->message = hidden;
}

/**
 * troupe_llm_error_is_temporary:
 * @error: an error of any domain
 *
 * Returns: whether trying again later may help: the server was rate limited, down, unreachable or
 * too slow (exit code 75 of doc/cli.md)
 */
gboolean
troupe_llm_error_is_temporary (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
}

/**
 * troupe_llm_error_is_outage:
 * @error: an error of any domain
 *
 * Returns: whether there is no answer because the service was unavailable or rejected the request,
 * not because of the content of an answer
 */
gboolean
troupe_llm_error_is_outage (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return troupe_llm_error_is_temporary (error) || troupe_llm_error_is_permanent (error) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT);
}

/**
 * troupe_llm_error_is_permanent:
 * @error: an error of any domain
 *
 * Returns: whether the same request would fail again: the service rejected the key, the model, the
 * account or the request
 */
gboolean
troupe_llm_error_is_permanent (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNKNOWN_MODEL) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NOT_FOUND) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_QUOTA) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
}

/**
 * troupe_llm_error_get_status:
 * @error: an error of any domain
 *
 * Returns: the HTTP status that caused the error, or 0
 */
guint
troupe_llm_error_get_status (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  return error->domain == TROUPE_LLM_ERROR ? troupe_llm_error_get_private (error)->status : 0;
}

gboolean
troupe_llm_error_is_busy (const GError *error)
{
  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT) ||
         (error != NULL && troupe_llm_error_get_status (error) == STATUS_OVERLOADED);
}
