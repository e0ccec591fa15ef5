/* troupe-run-web.c: guarded web access for the knowledge sources and lookups of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-web"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-web.h"
#include "troupe-tool.h"
#include "troupe-web-fetch.h"
#include "troupe-web-guard.h"
#include "troupe-web-page.h"

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeWebDocument) document = troupe_web_fetch_finish (result, &error);
  g_autoptr (TroupeKnowledgePage) page = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (document->is_cut)
    {
      g_task_return_new_error (task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE,
                               /* Translators: a number of megabytes */
                               _ ("Its text is larger than %u MB."),
                               TROUPE_RUN_WEB_LIMIT_TEXT / (1024 * 1024));
      return;
    }
  page = g_new0 (TroupeKnowledgePage, 1);
  page->text = g_steal_pointer (&document->text);
  page->pdf = g_steal_pointer (&document->pdf);
  page->stamp = g_steal_pointer (&document->stamp);
  page->is_same = document->is_same;
  g_task_return_pointer (task, g_steal_pointer (&page),
                         (GDestroyNotify) troupe_knowledge_page_free);
}

static void
fetch_async (const char *address,
             const char *stamp,
             GCancellable *cancellable,
             GAsyncReadyCallback callback,
             gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GUri) uri = NULL;
  GError *error = NULL;

  g_assert (address != NULL);

  g_task_set_source_tag (task, fetch_async);
  if (troupe_run_web_check (address, &uri, &error))
    {
      troupe_web_fetch_async (uri, TROUPE_WEB_FETCH_PDF | TROUPE_WEB_FETCH_SAME_HOST,
                              TROUPE_RUN_WEB_LIMIT_TEXT, stamp, NULL, cancellable, fetched_cb,
                              task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

static TroupeKnowledgePage *
fetch_finish (GAsyncResult *result, GError **error)
{
  g_assert (G_IS_TASK (result));

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Converts HTML to text. The text cannot be truncated, because a file is not longer than
 * TROUPE_LIMIT_KNOWLEDGE_FILE. */
static char *
read_html (const char *html, gsize length)
{
  gboolean is_cut = FALSE;
  g_autofree char *decoded = troupe_web_page_decode (html, length, NULL, TRUE);

  g_assert (html != NULL);

  return troupe_web_page_read_html (decoded, NULL, G_MAXUINT32, &is_cut);
}

/* Pages are not recorded, and the user was not asked for their hosts. */
static void
refuse_async (const char *address,
              const char *stamp,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_assert (address != NULL);

  g_task_set_source_tag (task, refuse_async);
  g_task_return_new_error (
      task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE, "%s",
      _ ("It is not fetched in a run that is answered from a recording. Run "
         "the document once without the recording, so that the page is saved."));
}

const TroupeKnowledgeWeb *
troupe_run_web_get (gboolean is_offline)
{
  static const TroupeKnowledgeWeb web = { fetch_async, fetch_finish, read_html };
  static const TroupeKnowledgeWeb offline = { refuse_async, fetch_finish, read_html };

  return is_offline ? &offline : &web;
}

gboolean
troupe_run_web_check (const char *address, GUri **uri, GError **error)
{
  g_autoptr (GUri) parsed = NULL;

  g_return_val_if_fail (address != NULL, FALSE);

  parsed = troupe_web_guard_parse (address, error);
  if (parsed != NULL && uri != NULL)
    *uri = g_uri_ref (parsed);

  return parsed != NULL;
}
