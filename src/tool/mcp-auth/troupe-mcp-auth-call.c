/* troupe-mcp-auth-call.c: HTTP request of an MCP sign-in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-auth-call"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-mcp-auth-call.h"
#include "troupe-mcp-error.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"
#include "troupe-web-call.h"

/* Maximum length of an error description of the server, in bytes. */
#define LONGEST_WORDS 300u

void
troupe_mcp_auth_reply_free (TroupeMcpAuthReply *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self);
}

char *
troupe_mcp_auth_reply_explain (const TroupeMcpAuthReply *self)
{
  const char *code = troupe_value_get_member_text (self->value, "error");
  const char *words = troupe_value_get_member_text (self->value, "error_description");
  g_autofree char *joined = NULL;
  g_autofree char *valid = NULL;
  g_autofree char *cut = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (code == NULL && words == NULL)
    /* Translators: %u is an HTTP status code, such as 404. */
    return g_strdup_printf (_ ("status %u"), self->status);
  if (code != NULL && words != NULL)
    joined = g_strdup_printf ("%s: %s", code, words);
  else
    joined = g_strdup (code != NULL ? code : words);
  cut = g_strndup (joined, LONGEST_WORDS);
  valid = g_utf8_make_valid (cut, -1);
  return troupe_text_to_line (valid);
}

/* --- Response --------------------------------------------------------------------------------- */

static TroupeMcpAuthReply *
read_reply (const TroupeWebReply *reply)
{
  TroupeMcpAuthReply *self = g_new0 (TroupeMcpAuthReply, 1);
  gsize length;
  const char *text = g_bytes_get_data (reply->body, &length);
  g_autoptr (TroupeValue) value =
      length > 0 ? troupe_value_from_json (text, (gssize) length, NULL) : NULL;

  g_assert (reply != NULL);

  self->status = reply->status;
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    self->value = g_steal_pointer (&value);
  return self;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeWebReply) reply = troupe_web_call_finish (result, &error);
  TroupeMcpError code = TROUPE_MCP_ERROR_NETWORK;

  g_assert (G_IS_TASK (task));

  if (reply != NULL)
    {
      g_task_return_pointer (task, read_reply (reply), (GDestroyNotify) troupe_mcp_auth_reply_free);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE))
    code = TROUPE_MCP_ERROR_VALIDATION;
  /* Translators: %s is a sentence that gives the reason. */
  g_task_return_new_error (task, TROUPE_MCP_ERROR, (int) code, _ ("The sign-in failed. %s"),
                           error->message);
  g_error_free (error);
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Encodes the form as application/x-www-form-urlencoded. (transfer full) */
static GBytes *
encode_form (const char *const *form)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize length;

  for (guint i = 0; form[i] != NULL && form[i + 1] != NULL; i += 2)
    {
      if (text->len > 0)
        g_string_append_c (text, '&');
      g_string_append_uri_escaped (text, form[i], NULL, FALSE);
      g_string_append_c (text, '=');
      g_string_append_uri_escaped (text, form[i + 1], NULL, FALSE);
    }
  length = text->len;
  return g_bytes_new_take (g_string_free (g_steal_pointer (&text), FALSE), length);
}

/* Returns the body. (transfer full) (nullable): NULL for a GET request */
static GBytes *
make_body (const TroupeMcpAuthRequest *request)
{
  char *text = NULL;

  if (request->form != NULL)
    return encode_form (request->form);
  if (request->json == NULL)
    return NULL;
  text = troupe_value_to_json (request->json, TROUPE_JSON_COMPACT);
  return g_bytes_new_take (text, strlen (text));
}

void
troupe_mcp_auth_call_async (TroupeMcpAuthPolicy *reach,
                            const TroupeMcpAuthRequest *request,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GBytes) body = NULL;
  const char *headers[] = { "Authorization", NULL, NULL };
  TroupeWebRequest web = { .accept = "application/json",
                           .keeps_origin = TRUE,
                           .limit = TROUPE_MCP_LIMIT_METADATA };
  GTask *task = NULL;

  g_return_if_fail (reach != NULL && request != NULL && request->uri != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_auth_call_async);
  g_task_set_check_cancellable (task, FALSE);
  web.uri = request->uri;
  web.body = body = make_body (request);
  if (request->form != NULL)
    web.body_type = "application/x-www-form-urlencoded";
  headers[1] = request->authorization;
  if (request->authorization != NULL)
    web.headers = headers;
  /* The server itself is contacted in the same manner as for messages, through a proxy if one is
   * configured. */
  web.is_guarded = !troupe_mcp_auth_policy_is_server (reach, request->uri);
  web.reach = troupe_mcp_auth_policy_get_reach (reach);
  troupe_web_call_async (&web, cancellable, called_cb, task);
}

TroupeMcpAuthReply *
troupe_mcp_auth_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
