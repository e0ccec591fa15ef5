/* troupe-llm-status.c: error messages for HTTP statuses and error responses of servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-status"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-llm-error.h"
#include "troupe-llm-status.h"

#define DETAIL_CHARACTERS 500
#define LONGEST_WAIT_SECONDS 120.0

/* Converts @text to one line without control characters, at most DETAIL_CHARACTERS long. */
static char *
tidy (const char *text, gssize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *out = g_string_new (NULL);
  gboolean is_blank = FALSE;
  guint n_characters = 0;

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      if (g_unichar_isspace (character) || g_unichar_iscntrl (character))
        {
          is_blank = out->len > 0;
          continue;
        }
      if (++n_characters > DETAIL_CHARACTERS)
        {
          g_string_append (out, "…");
          break;
        }
      if (is_blank)
        g_string_append_c (out, ' ');
      is_blank = FALSE;
      g_string_append_unichar (out, character);
    }

  return g_string_free (out, FALSE);
}

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;

  return troupe_value_map_lookup_string (map, key, -1);
}

static char *
text_of (TroupeValue *value)
{
  gsize length;
  const char *text;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;

  text = troupe_value_get_string (value, &length);

  return length > 0 ? tidy (text, (gssize) length) : NULL;
}

char *
troupe_llm_detail_from_value (TroupeValue *body)
{
  TroupeValue *detail = get (body, "detail");
  char *text;
  TroupeValue *error = get (body, "error");
  g_autofree char *message = text_of (get (error, "message"));
  g_autofree char *parameter = text_of (get (error, "param"));
  char *result;

  if (message == NULL || parameter == NULL || strstr (message, parameter) != NULL)
    result = g_steal_pointer (&message);
  else
    result = g_strdup_printf ("%s (%s)", message, parameter);
  if ((text = result) != NULL || (text = text_of (get (body, "error"))) != NULL ||
      (text = text_of (get (body, "message"))) != NULL || (text = text_of (detail)) != NULL)
    return text;

  if (detail != NULL && troupe_value_is (detail, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (detail) > 0)
    {
      TroupeValue *first = troupe_value_list_get (detail, 0);

      if ((text = text_of (first)) != NULL || (text = text_of (get (first, "msg"))) != NULL)
        return text;
    }

  return g_strdup ("");
}

/* Returns the text of a web page, without tags, scripts and styles. */
static char *
strip_tags (const char *text, gsize length)
{
  g_autoptr (GString) words = g_string_new (NULL);
  const char *end = text + length;

  while (text < end)
    {
      const char *hidden = NULL;
      const char *close;

      if (*text != '<')
        {
          g_string_append_c (words, *text++);
          continue;
        }
      if (g_ascii_strncasecmp (text, "<script", 7) == 0)
        hidden = "</script";
      else if (g_ascii_strncasecmp (text, "<style", 6) == 0)
        hidden = "</style";
      if (hidden != NULL && (close = g_strstr_len (text, end - text, hidden)) != NULL)
        text = close;
      close = memchr (text, '>', (gsize) (end - text));
      text = close != NULL ? close + 1 : end;
      g_string_append_c (words, ' ');
    }

  return tidy (words->str, (gssize) words->len);
}

char *
troupe_llm_detail_from_text (const char *text, gsize length)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, (gssize) length, NULL);
  const char *start = text;

  if (value != NULL)
    {
      g_autofree char *detail = troupe_llm_detail_from_value (value);

      if (*detail != '\0')
        return g_steal_pointer (&detail);
    }

  while (start < text + length && g_ascii_isspace (*start))
    start++;
  if (start < text + length && *start == '<')
    return strip_tags (start, length - (gsize) (start - text));

  return tidy (text, (gssize) length);
}

char *
troupe_llm_detail_with_request (const char *detail, const char *request)
{
  g_autofree char *number = request != NULL ? tidy (request, -1) : g_strdup ("");

  if (*number == '\0')
    return g_strdup (detail);
  if (*detail == '\0')
    /* Translators: %s is the server's id of the request */
    return g_strdup_printf (_ ("request %s"), number);

  /* Translators: first %s is the server's message, second %s the server's id of the request */
  return g_strdup_printf (_ ("%s, request %s"), detail, number);
}

const char *
troupe_llm_headers_get_request (SoupMessageHeaders *headers)
{
  const char *request = soup_message_headers_get_one (headers, "request-id");

  return request != NULL ? request : soup_message_headers_get_one (headers, "x-amzn-RequestId");
}

guint
troupe_llm_status_from_exception (const char *name)
{
  static const struct
  {
    const char *name;
    guint status;
  } exceptions[] = {
    { "ThrottlingException", 429 },
    { "TooManyRequestsException", 429 },
    { "ModelNotReadyException", 429 },
    /* A quota, for which waiting does not help. */
    { "ServiceQuotaExceededException", 400 },
    { "ValidationException", 400 },
    { "AccessDeniedException", 403 },
    { "ResourceNotFoundException", 404 },
    { "ModelTimeoutException", 408 },
    { "InternalServerException", 500 },
    { "ModelErrorException", 500 },
    { "ModelStreamErrorException", 500 },
    { "ServiceUnavailableException", 503 },
  };
  gsize length = name != NULL ? strcspn (name, ":;, ") : 0;

  for (guint i = 0; i < G_N_ELEMENTS (exceptions); i++)
    if (strlen (exceptions[i].name) == length &&
        g_ascii_strncasecmp (exceptions[i].name, name, length) == 0)
      return exceptions[i].status;

  return 0;
}

/* Returns advice for the user about @status. */
static char *
advise (guint status, const TroupeLlmTarget *target)
{
  const char *variable =
      target != NULL && target->key_variable != NULL ? target->key_variable : NULL;

  switch (status)
    {
    case 401:
      return variable != NULL ? g_strdup_printf (_ ("Check %s."), variable)
                              : g_strdup (_ ("Check the key."));
    case 403:
      return variable != NULL
                 ? g_strdup_printf (_ ("Check the permissions of the key in %s."), variable)
                 : g_strdup (_ ("Check the permissions of the key."));
    case 402:
      return g_strdup (_ ("Add credit to the account."));
    case 404:
      return target != NULL ? g_strdup_printf (_ ("Check the name of the model and the URL %s."),
                                               target->base_url)
                            : g_strdup (_ ("Check the name of the model."));
    case 413:
      return g_strdup (_ ("Send less text."));
    case 429:
      return g_strdup (_ ("Try again later, or check the limits of the account."));
    default:
      return g_strdup (status == 408 || status == 409 || status >= 500
                           ? _ ("Try again later.")
                           : _ ("Check the settings of the model."));
    }
}

/* Describes the error, with the server's message in parentheses. */
static char *
describe (guint status, const char *host, const char *words, const TroupeLlmTarget *target)
{
  switch (status)
    {
    case 401:
      /* Translators: first %s is a host, second %s the status and the server's message */
      return g_strdup_printf (_ ("The server at %s rejected the key (%s)."), host, words);
    case 403:
      return g_strdup_printf (_ ("The server at %s does not allow this call (%s)."), host, words);
    case 404:
      return target != NULL
                 /* Translators: first %s is a host, second %s a model, third %s the status and
                  * the server's message */
                 ? g_strdup_printf (_ ("The server at %s does not provide the model “%s” (%s)."),
                                    host, target->model, words)
                 : g_strdup_printf (_ ("The server at %s does not provide the model (%s)."), host,
                                    words);
    case 408:
      return g_strdup_printf (_ ("The server at %s timed out (%s)."), host, words);
    case 429:
      return g_strdup_printf (
          _ ("The server at %s reported that its rate limit was exceeded (%s)."), host, words);
    default:
      return g_strdup_printf (status >= 500
                                  ? _ ("The server at %s reported an internal error (%s).")
                                  : _ ("The server at %s rejected the call (%s)."),
                              host, words);
    }
}

GError *
troupe_llm_error_from_status (guint status,
                              const char *host,
                              const char *detail,
                              const TroupeLlmTarget *target)
{
  g_autofree char *words =
      *detail != '\0' ? g_strdup_printf ("%u: %s", status, detail) : g_strdup_printf ("%u", status);
  g_autofree char *event = describe (status, host, words, target);
  g_autofree char *advice = advise (status, target);
  GError *error;
  TroupeLlmError result;

  switch (status)
    {
    case 401:
    case 403:
      result = TROUPE_LLM_ERROR_UNAUTHORIZED;
      break;
    case 404:
      result = TROUPE_LLM_ERROR_NOT_FOUND;
      break;
    case 408:
      result = TROUPE_LLM_ERROR_TIMEOUT;
      break;
    case 429:
      result = TROUPE_LLM_ERROR_RATE_LIMIT;
      break;
    default:
      result = status == 409 || status >= 500 ? TROUPE_LLM_ERROR_SERVER : TROUPE_LLM_ERROR_REFUSED;
      break;
    }
  error = troupe_llm_error_new (result, "%s %s", event, advice);
  troupe_llm_error_set_status (error, status);
  if (status == 408 || status == 409 || status == 429 || status >= 500)
    troupe_llm_error_set_retry (error, -1, TRUE);

  return error;
}

/* Returns TRUE if @text is a code with which services report that the account has nothing left. */
static gboolean
is_quota_code (TroupeValue *text)
{
  static const char *const codes[] = {
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_not_active",
    "exceeded_current_quota_error",
    "insufficient_balance",
    "insufficient_credits",
    "Arrearage",
  };

  if (text == NULL || !troupe_value_is (text, TROUPE_VALUE_STRING))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_ascii_strcasecmp (codes[i], troupe_value_get_string (text, NULL)) == 0)
      return TRUE;

  return FALSE;
}

/* Returns TRUE if the body of an error says that the account has no credit or quota left, which
 * services report with different statuses, among them the one of rate limits. The message is no
 * indication, because some services use the same one for rate limits. */
static gboolean
is_quota (TroupeValue *body)
{
  TroupeValue *inner = get (body, "error");

  return is_quota_code (get (inner, "code")) || is_quota_code (get (inner, "type")) ||
         is_quota_code (get (body, "code")) || is_quota_code (get (body, "type"));
}

void
troupe_llm_error_take_quota (GError *error, TroupeValue *body, const char *host, const char *detail)
{
  g_return_if_fail (error != NULL && host != NULL && detail != NULL);

  if (body == NULL || !is_quota (body))
    return;
  error->code = TROUPE_LLM_ERROR_QUOTA;
  g_free (error->message);
  error->message = g_strdup_printf (
      /* Translators: first %s is a host, second %s the server's message */
      _ ("The server at %s rejected the call because the account has no credit left (%s). Add "
         "credit to the account or raise its limit, or choose another model. Trying again does "
         "not help."),
      host, detail);
  troupe_llm_error_set_retry (error, -1, FALSE);
}

/* Parses the date of a header. Newer versions of libsoup reject the last years before 10000, with
 * which a server names a limit that does not end. (transfer full) (nullable) */
static GDateTime *
parse_http_date (const char *text)
{
  static const char months[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
  GDateTime *date = soup_date_time_new_from_http_string (text);
  const char *comma = strchr (text, ',');
  const char *place;
  char month[4];
  int day, year, hour, minute, second;

  if (date != NULL || comma == NULL ||
      sscanf (comma + 1, " %2d %3s %4d %2d:%2d:%2d GMT", &day, month, &year, &hour, &minute,
              &second) != 6 ||
      strlen (month) != 3 || (place = strstr (months, month)) == NULL)
    return date;
  return g_date_time_new_utc (year, (int) (place - months) / 4 + 1, day, hour, minute, second);
}

double
troupe_llm_headers_get_wait (SoupMessageHeaders *headers)
{
  const char *text = soup_message_headers_get_one (headers, "retry-after-ms");
  g_autoptr (GDateTime) date = NULL;
  char *end;
  double number;

  if (text != NULL)
    {
      number = g_ascii_strtod (text, &end);
      if (end != text && *end == '\0')
        return number / 1000.0;
    }

  if ((text = soup_message_headers_get_one (headers, "retry-after")) == NULL)
    return NAN;

  number = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0')
    return number;

  if ((date = parse_http_date (text)) != NULL)
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

      return (double) g_date_time_difference (date, now) / G_USEC_PER_SEC;
    }

  return NAN;
}

void
troupe_llm_error_apply_headers (GError *error, SoupMessageHeaders *headers)
{
  const char *should = soup_message_headers_get_one (headers, "x-should-retry");
  gint64 after_ms;
  gboolean may_retry = troupe_llm_error_get_retry (error, &after_ms);
  double wait = troupe_llm_headers_get_wait (headers);

  if (g_strcmp0 (should, "true") == 0)
    may_retry = TRUE;
  else if (g_strcmp0 (should, "false") == 0)
    may_retry = FALSE;

  /* A longer delay is not acceptable, so the call is not retried and the error mentions the
   * delay instead. */
  if (wait > LONGEST_WAIT_SECONDS)
    may_retry = FALSE;

  if (wait >= 1.0)
    {
      g_autofree char *message = error->message;
      g_autofree char *time = troupe_duration_format (ceil (wait));

      error->message = g_strdup_printf (
          /* Translators: first %s is a sentence that describes the error, second %s a time such
           * as “30 seconds” */
          _ ("%s The server asks to wait %s."), message, time);
    }
  after_ms = wait > 0 && wait <= LONGEST_WAIT_SECONDS ? (gint64) ceil (wait * 1000.0) : -1;
  troupe_llm_error_set_retry (error, after_ms, may_retry);
}

/* Returns the code of an error object as a status. The code is a number, or a string that
 * contains a number. */
static guint
get_code (TroupeValue *body)
{
  TroupeValue *code = get (body, "code");
  gint64 number = 0;

  if (code != NULL && troupe_value_is (code, TROUPE_VALUE_INTEGER))
    number = troupe_value_get_integer (code);
  else if (code != NULL && troupe_value_is (code, TROUPE_VALUE_STRING))
    number = (gint64) g_ascii_strtoull (troupe_value_get_string (code, NULL), NULL, 10);

  return number >= 400 && number <= 599 ? (guint) number : 0;
}

GError *
troupe_llm_error_from_answer (TroupeValue *answer, const char *host)
{
  TroupeValue *inner = get (answer, "error");
  TroupeValue *object = get (answer, "object");
  g_autofree char *detail = NULL;
  GError *error;
  guint status;

  if (inner != NULL &&
      (troupe_value_is (inner, TROUPE_VALUE_NULL) ||
       (troupe_value_is (inner, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (inner)) ||
       (troupe_value_is (inner, TROUPE_VALUE_STRING) &&
        *troupe_value_get_string (inner, NULL) == '\0')))
    inner = NULL;
  if (inner == NULL && (object == NULL || !troupe_value_is (object, TROUPE_VALUE_STRING) ||
                        !g_str_equal (troupe_value_get_string (object, NULL), "error")))
    return NULL;

  detail = troupe_llm_detail_from_value (answer);
  status = get_code (inner);
  if (status == 0)
    status = get_code (answer);
  error = status != 0
              ? troupe_llm_error_from_status (status, host, detail, NULL)
              : troupe_llm_error_new (
                    TROUPE_LLM_ERROR_SERVER,
                    _ ("The server at %s stopped before the answer was complete (%s). Try again "
                       "later."),
                    host, *detail != '\0' ? detail : _ ("no reason given"));
  troupe_llm_error_take_quota (error, answer, host, detail);

  return error;
}
