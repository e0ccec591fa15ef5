/* troupe-llm-count.c: counts the tokens of a request with the service's API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-count"

#include "config.h"

#include <string.h>

#include "troupe-llm-count.h"
#include "troupe-llm-models.h"
#include "troupe-llm-post.h"

/* Short timeouts, because the estimate can be used instead. */
#define CONNECT_MS 5000
#define FIRST_BYTE_MS 10000
#define IDLE_MS 5000
#define TOTAL_MS 10000
/* Maximum size of a response in bytes. A response consists of a number and little other text. */
#define LONGEST_BODY 65536

/* @estimate: used if the service returns no number */
typedef struct
{
  gint64 estimate;
  TroupeLlmTarget *target;
  const TroupeLlmWire *wire;
  guint status;
  GString *text;
} Count;

static void
count_free (gpointer data)
{
  Count *count = data;

  troupe_llm_target_free (count->target);
  g_string_free (count->text, TRUE);
  g_free (count);
}

const TroupeLlmWire *
troupe_llm_count_find_wire (const TroupeLlmTarget *target, const TroupeLlmRequest *request)
{
  const TroupeLlmWire *wire = troupe_llm_wire_find (target->service->wire, request->settings);

  return wire != NULL && wire->make_count != NULL ? wire : NULL;
}

static void
response_cb (guint status, SoupMessageHeaders *headers, gpointer user_data)
{
  Count *count = user_data;

  count->status = status;
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Count *count = user_data;

  g_string_append_len (count->text, bytes, (gssize) length);

  return count->text->len > LONGEST_BODY ? TROUPE_HTTP_ENOUGH : TROUPE_HTTP_MORE;
}

static const TroupeLlmPostListener listener = { response_cb, bytes_cb };

/* Ends the task with @n_tokens, or with the estimate. @error: (nullable) (transfer full): only
 * logged */
static void
return_number (GTask *task, gint64 n_tokens, GError *error)
{
  Count *count = g_task_get_task_data (task);
  g_autoptr (GError) owned = error;

  g_assert (G_IS_TASK (task));

  if (n_tokens < 0)
    g_debug ("Tokens could not be counted: %s %d",
             owned != NULL ? g_quark_to_string (owned->domain) : "the response contains no number",
             owned != NULL ? owned->code : 0);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_int (task, (gssize) (n_tokens >= 0 ? n_tokens : count->estimate));
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Count *count = g_task_get_task_data (task);
  g_autoptr (TroupeValue) body = NULL;
  GError *error = NULL;
  TroupeValue *number = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (troupe_llm_post_finish (result, &error) && count->status == 200)
    body = troupe_value_from_json (count->text->str, (gssize) count->text->len, NULL);
  number = troupe_llm_wire_get (body, count->wire->count_key);
  if (number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER))
    return_number (task, CLAMP (troupe_value_get_integer (number), -1, G_MAXINT32), error);
  else
    return_number (task, -1, error);
}

/* Creates the request body. Returns NULL, possibly without setting an error, if the request
 * cannot be counted. (transfer full) (nullable) */
static GBytes *
make_body (const TroupeLlmWire *wire,
           const TroupeLlmRequest *request,
           const TroupeLlmTarget *target,
           char **url,
           GError **error)
{
  g_autoptr (TroupeValue) body = wire->make_count (request, target, url, error);
  char *text = body != NULL ? troupe_value_to_json (body, TROUPE_JSON_COMPACT) : NULL;

  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

void
troupe_llm_count (SoupSession *session,
                  TroupeLlmTarget *target,
                  const TroupeLlmWire *wire,
                  const TroupeLlmRequest *request,
                  GTask *task)
{
  Count *count = g_new0 (Count, 1);
  g_autoptr (GBytes) body = NULL;
  g_autofree char *url = NULL;
  g_auto (GStrv) headers = NULL;
  TroupeLlmPost http = { 0 };
  GError *error = NULL;

  g_task_set_task_data (task, count, count_free);
  count->estimate = troupe_llm_estimate_tokens (request->messages);
  count->target = target;
  count->wire = wire;
  count->text = g_string_new (NULL);
  body = make_body (wire, request, target, &url, &error);
  if (body != NULL)
    headers = troupe_llm_wire_make_headers (wire, request, target, url, body, &error);
  if (headers == NULL)
    {
      return_number (task, -1, error);
      g_object_unref (task);
      return;
    }

  http.url = url;
  http.body = body;
  http.accept = "application/json";
  http.secret_headers = (const char *const *) headers;
  http.connect_ms = CONNECT_MS;
  http.first_byte_ms = FIRST_BYTE_MS;
  http.idle_ms = IDLE_MS;
  http.total_ms = TOTAL_MS;
  troupe_llm_post_async (session, &http, &listener, count, g_task_get_cancellable (task),
                          called_cb, task);
}
