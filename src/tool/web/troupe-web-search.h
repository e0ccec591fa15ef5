/* troupe-web-search.h: services that search the web
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-llm-environment.h"
#include "troupe-permission-list.h"

G_BEGIN_DECLS

/* What a search gives at most. */
#define TROUPE_WEB_SEARCH_MOST 10

/* In the order in which they are looked for where any will do. */
typedef enum
{
  TROUPE_WEB_SERVICE_SERPER,
  TROUPE_WEB_SERVICE_BRAVE,
  TROUPE_WEB_SERVICE_TAVILY,
  TROUPE_WEB_SERVICE_SEARXNG, /* a server of one's own: its address is in the place of a key */
  TROUPE_WEB_SERVICE_ANY,     /* the first whose key is there */
} TroupeWebService;

/* The hosts that a search could talk to, and the variables that it reads. */
void troupe_web_search_list_permissions (TroupeWebService service,
                                         TroupePermissionList *permissions);

/* Whether the variable @name holds the key of one of them. */
gboolean troupe_web_search_is_key (const char *name);

/**
 * troupe_web_search_async:
 * @service: which is asked
 * @environment: (nullable): where its key is; %NULL is g_getenv()
 * @query: what for
 *
 * Asks the service with the key from the environment, which goes to that service alone and stands in no result and
 * no error.
 */
void troupe_web_search_async (TroupeWebService service,
                              TroupeLlmEnvironment *environment,
                              const char *query,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
/* Titles, addresses and snippets, numbered. (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR,
 * %G_IO_ERROR_CANCELLED. */
char *troupe_web_search_finish (GAsyncResult *result, GError **error);

G_END_DECLS
