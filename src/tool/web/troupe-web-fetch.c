/* troupe-web-fetch.c: fetches a public web page as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-fetch"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-sanitize-text.h"
#include "troupe-tool.h"
#include "troupe-web-call.h"
#include "troupe-web-fetch.h"
#include "troupe-web-page.h"

#define ACCEPT_PAGE                                                                                \
  "text/html,application/xhtml+xml,text/plain;q=0.9,application/json;q=0.8,*/*;q=0.1"
#define NOT_MODIFIED 304u
#define ACCEPT_PDF "application/pdf;q=0.8," ACCEPT_PAGE

/* @reply: (nullable): NULL until it is received */
typedef struct
{
  TroupeWebFetchFlags flags;
  gsize limit;
  gboolean is_conditional;
  TroupeWebReply *reply;
} Fetch;

void
troupe_web_document_free (TroupeWebDocument *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->text);
  g_free (self->stamp);
  g_clear_pointer (&self->pdf, g_bytes_unref);
  g_free (self);
}

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  g_assert (fetch != NULL);

  g_clear_pointer (&fetch->reply, troupe_web_reply_free);
  g_free (fetch);
}

/* --- Cache validators ------------------------------------------------------------------------- */

/* Joins ETag and Last-Modified, one per line. (transfer full) (nullable): NULL if the server
 * sent neither */
static char *
make_stamp (const TroupeWebReply *reply)
{
  g_assert (reply != NULL);

  return reply->etag != NULL || reply->modified != NULL
             ? g_strdup_printf ("%s\n%s", reply->etag != NULL ? reply->etag : "",
                                reply->modified != NULL ? reply->modified : "")
             : NULL;
}

/* Returns TRUE if @text can be sent in a header. The stamp is read from a file, so it may
 * contain control characters. */
static gboolean
is_value (const char *text)
{
  for (const char *byte = text; *byte != '\0'; byte++)
    if (!g_ascii_isprint (*byte))
      return FALSE;

  return *text != '\0';
}

/* Builds the headers for a stamp. If both are set, servers use the first one and ignore the
 * other (RFC 9110 §13.1.3). (transfer full) (nullable) */
static char **
make_conditions (const char *stamp)
{
  g_auto (GStrv) lines = g_strsplit (stamp != NULL ? stamp : "", "\n", -1);
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  const gboolean is_whole = g_strv_length (lines) == 2;

  if (!is_whole)
    return NULL;
  if (is_value (lines[0]))
    g_strv_builder_add_many (headers, "If-None-Match", lines[0], NULL);
  if (is_value (lines[1]))
    g_strv_builder_add_many (headers, "If-Modified-Since", lines[1], NULL);

  return g_strv_builder_end (headers);
}

static gboolean
is_html (const TroupeWebReply *reply)
{
  const char *text = g_bytes_get_data (reply->body, NULL);

  g_assert (reply != NULL);

  if (reply->type == NULL)
    return text != NULL && g_bytes_get_size (reply->body) > 0 && *text == '<';
  return g_str_equal (reply->type, "text/html") ||
         g_str_equal (reply->type, "application/xhtml+xml");
}

static gboolean
is_text (const TroupeWebReply *reply)
{
  g_assert (reply != NULL);

  return reply->type == NULL || g_str_has_prefix (reply->type, "text/") ||
         g_str_equal (reply->type, "application/json") ||
         g_str_equal (reply->type, "application/xml") || g_str_has_suffix (reply->type, "+json") ||
         g_str_has_suffix (reply->type, "+xml");
}

static gboolean
is_pdf (const TroupeWebReply *reply)
{
  g_assert (reply != NULL);

  return g_strcmp0 (reply->type, "application/pdf") == 0;
}

/* Returns FALSE with @error set if the response is not a page. */
static gboolean
check_page (const TroupeWebReply *reply, TroupeWebFetchFlags flags, GError **error)
{
  g_autofree char *described = troupe_uri_describe_host (reply->uri);
  g_autofree char *host = troupe_host_to_shown (described);

  g_assert (reply != NULL);

  if (reply->status < 200 || reply->status >= 300)
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   /* Translators: %s is a host name; %u is an HTTP status code, such as 404. */
                   _ ("Could not fetch the page: %s returned status %u."), host, reply->status);
      return FALSE;
    }
  if (!is_text (reply) && ((flags & TROUPE_WEB_FETCH_PDF) == 0 || !is_pdf (reply)))
    {
      g_autofree char *type = troupe_text_to_line (reply->type);

      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   /* Translators: %s are a host name and a MIME type, such as “image/png”. */
                   _ ("%s did not return text: the content type is %s."), host, type);
      return FALSE;
    }
  return TRUE;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Fetch *fetch = data;
  const TroupeWebReply *reply = fetch->reply;
  gsize length;
  const char *bytes = g_bytes_get_data (reply->body, &length);
  g_autoptr (TroupeWebDocument) page = g_new0 (TroupeWebDocument, 1);
  g_autofree char *decoded =
      troupe_web_page_decode (bytes, length, reply->charset, is_html (reply));

  g_assert (G_IS_TASK (task));

  page->stamp = make_stamp (reply);
  page->text = is_html (reply)
                   ? troupe_web_page_read_html (decoded, reply->uri, fetch->limit, &page->is_cut)
                   : troupe_web_page_clean (decoded, fetch->limit, &page->is_cut);
  if (*page->text == '\0')
    g_task_return_new_error (
        task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
        _ ("The page contains no text. It may require a browser with JavaScript."));
  else
    g_task_return_pointer (task, g_steal_pointer (&page),
                           (GDestroyNotify) troupe_web_document_free);
}

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch *fetch = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  fetch->reply = troupe_web_call_finish (result, &error);
  if (fetch->reply != NULL && fetch->is_conditional && fetch->reply->status == NOT_MODIFIED)
    {
      TroupeWebDocument *page = g_new0 (TroupeWebDocument, 1);

      page->is_same = TRUE;
      g_task_return_pointer (task, page, (GDestroyNotify) troupe_web_document_free);
      return;
    }
  if (fetch->reply == NULL || !check_page (fetch->reply, fetch->flags, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (is_pdf (fetch->reply))
    {
      TroupeWebDocument *page = g_new0 (TroupeWebDocument, 1);

      page->pdf = g_bytes_ref (fetch->reply->body);
      page->stamp = make_stamp (fetch->reply);
      g_task_return_pointer (task, page, (GDestroyNotify) troupe_web_document_free);
      return;
    }
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_thread);
}

void
troupe_web_fetch_async (GUri *uri,
                        TroupeWebFetchFlags flags,
                        gsize limit,
                        const char *stamp,
                        TroupeKeyRecipients *recipients,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_auto (GStrv) conditions = make_conditions (stamp);
  const TroupeWebRequest request = {
    .uri = uri,
    .accept = (flags & TROUPE_WEB_FETCH_PDF) != 0 ? ACCEPT_PDF : ACCEPT_PAGE,
    .headers = (const char *const *) conditions,
    .is_guarded = TRUE,
    .keeps_host = (flags & TROUPE_WEB_FETCH_SAME_HOST) != 0,
    .recipients = recipients,
  };
  GTask *task = NULL;
  Fetch *fetch = NULL;

  g_return_if_fail (uri != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_web_fetch_async);
  fetch = g_new0 (Fetch, 1);
  fetch->flags = flags;
  fetch->limit = limit;
  fetch->is_conditional = conditions != NULL && conditions[0] != NULL;
  g_task_set_task_data (task, fetch, fetch_free);
  troupe_web_call_async (&request, cancellable, fetched_cb, task);
}

TroupeWebDocument *
troupe_web_fetch_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
