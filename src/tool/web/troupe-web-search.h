/* troupe-web-search.h: web search services
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-llm-environment.h"
#include "troupe-permission-list.h"

G_BEGIN_DECLS

/* Maximum number of search results. */
#define TROUPE_WEB_SEARCH_MOST 10

/* In the order in which they are tried for TROUPE_WEB_SERVICE_ANY. */
typedef enum
{
  TROUPE_WEB_SERVICE_SERPER,
  TROUPE_WEB_SERVICE_BRAVE,
  TROUPE_WEB_SERVICE_TAVILY,
  TROUPE_WEB_SERVICE_SEARXNG, /* self-hosted: the variable contains its URL instead of a key */
  TROUPE_WEB_SERVICE_ANY,     /* the first one with a key */
} TroupeWebService;

/* Adds the hosts that a search may contact and the variables that it reads. */
void troupe_web_search_list_permissions (TroupeWebService service,
                                         TroupePermissionList *permissions);

/* Returns TRUE if the variable @name contains the key of one of the services. */
gboolean troupe_web_search_is_key (const char *name);

/**
 * troupe_web_search_async:
 * @service: the service to use
 * @environment: (nullable): where its key is looked up; %NULL is g_getenv()
 * @query: the search query
 *
 * Sends the query with the key from the environment, which is sent to that service only and is
 * redacted in results and errors.
 */
void troupe_web_search_async (TroupeWebService service,
                              TroupeLlmEnvironment *environment,
                              const char *query,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
/* Returns numbered titles, URLs and snippets. (transfer full) (nullable). Errors:
 * %TROUPE_TOOL_ERROR, %G_IO_ERROR_CANCELLED. */
char *troupe_web_search_finish (GAsyncResult *result, GError **error);

G_END_DECLS
