/* troupe-web-search.c: web search services
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-search"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-limits.h"
#include "troupe-sanitize-text.h"
#include "troupe-secret.h"
#include "troupe-tool.h"
#include "troupe-value.h"
#include "troupe-web-call.h"
#include "troupe-web-page.h"
#include "troupe-web-search-private.h"

/* Maximum lengths of the parts of a result, in bytes. */
#define MOST_OF_TITLE 300
#define MOST_OF_ADDRESS 2000
#define MOST_OF_SNIPPET 1000

/**
 * Service:
 * @variable: the environment variable with its key, or with its URL if @base is %NULL
 * @base, @path: its URL
 * @header, @before: (nullable): the name of the header with the key, and the prefix of the value
 * @query: the name of the query parameter
 * @more: additional parameters: JSON members for a POST, otherwise a query string
 * @is_posted: whether it expects JSON
 * @list: (nullable): the map that contains the results; @results: their list
 * @address, @snippet: their names in a result; a title is always `title`
 * @is_marked: whether its texts are HTML
 */
typedef struct
{
  const char *variable;
  const char *base;
  const char *path;
  const char *header;
  const char *before;
  const char *query;
  const char *more;
  gboolean is_posted;
  const char *list;
  const char *results;
  const char *address;
  const char *snippet;
  gboolean is_marked;
} Service;

static const Service services[] = {
  [TROUPE_WEB_SERVICE_SERPER] = {
    .variable = "SERPER_API_KEY",
    .base = "https://google.serper.dev",
    .path = "/search",
    .header = "X-API-KEY",
    .before = "",
    .query = "q",
    .more = "\"num\":10",
    .is_posted = TRUE,
    .results = "organic",
    .address = "link",
    .snippet = "snippet",
  },
  [TROUPE_WEB_SERVICE_BRAVE] = {
    .variable = "BRAVE_API_KEY",
    .base = "https://api.search.brave.com",
    .path = "/res/v1/web/search",
    .header = "X-Subscription-Token",
    .before = "",
    .query = "q",
    .more = "count=10&result_filter=web&text_decorations=false",
    .list = "web",
    .results = "results",
    .address = "url",
    .snippet = "description",
    .is_marked = TRUE,
  },
  [TROUPE_WEB_SERVICE_TAVILY] = {
    .variable = "TAVILY_API_KEY",
    .base = "https://api.tavily.com",
    .path = "/search",
    .header = "Authorization",
    .before = "Bearer ",
    .query = "query",
    .more = "\"max_results\":10",
    .is_posted = TRUE,
    .results = "results",
    .address = "url",
    .snippet = "content",
  },
  [TROUPE_WEB_SERVICE_SEARXNG] = {
    .variable = "SEARXNG_URL",
    .path = "/search",
    .query = "q",
    .more = "format=json",
    .results = "results",
    .address = "url",
    .snippet = "content",
  },
};

static const char *test_base;

void
troupe_web_search_set_base (const char *base)
{
  test_base = base;
}

/* --- Keys and URLs ---------------------------------------------------------------------------- */

gboolean
troupe_web_search_is_key (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    if (services[i].header != NULL && g_str_equal (services[i].variable, name))
      return TRUE;
  return FALSE;
}

/* Returns the service to use. (nullable): NULL with @error set if no key is set */
static const Service *
find_service (TroupeWebService wanted, TroupeLlmEnvironment *environment, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    if (wanted == TROUPE_WEB_SERVICE_ANY || wanted == i)
      {
        g_autofree char *value = troupe_llm_environment_lookup (environment, services[i].variable);

        if (value != NULL)
          return &services[i];
      }
  if (wanted == TROUPE_WEB_SERVICE_ANY)
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                 /* Translators: %s are the names of four environment variables. */
                 _ ("No search service is configured. Set one of the environment variables %s, %s, "
                    "%s and %s."),
                 services[TROUPE_WEB_SERVICE_SERPER].variable,
                 services[TROUPE_WEB_SERVICE_BRAVE].variable,
                 services[TROUPE_WEB_SERVICE_TAVILY].variable,
                 services[TROUPE_WEB_SERVICE_SEARXNG].variable);
  else
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                 /* Translators: %s is the name of an environment variable. */
                 _ ("The key of the search service is missing. Set the environment variable %s."),
                 services[wanted].variable);
  return NULL;
}

/* Returns TRUE if @text can be sent in a header. */
static gboolean
is_key (const char *text)
{
  for (; *text != '\0'; text++)
    if (!g_ascii_isgraph (*text))
      return FALSE;
  return TRUE;
}

/* Builds the URL of a query. @value: of the variable. (transfer full) (nullable): NULL with
 * @error set */
static GUri *
make_uri (const Service *service, const char *value, const char *query, GError **error)
{
  g_autofree char *base = g_strdup (test_base != NULL       ? test_base
                                    : service->base != NULL ? service->base
                                                            : value);
  g_autofree char *escaped = g_uri_escape_string (query, NULL, FALSE);
  g_autofree char *url = NULL;
  g_autoptr (GUri) uri = NULL;

  g_assert (service != NULL);

  if (g_str_has_suffix (base, "/"))
    base[strlen (base) - 1] = '\0';
  url = service->is_posted
            ? g_strconcat (base, service->path, NULL)
            : g_strdup_printf ("%s%s?%s=%s&%s", base,
                               g_str_has_suffix (base, service->path) ? "" : service->path,
                               service->query, escaped, service->more);
  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
      (g_str_equal (g_uri_get_scheme (uri), "http") ||
       g_str_equal (g_uri_get_scheme (uri), "https")))
    return g_steal_pointer (&uri);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
               /* Translators: %s is the name of an environment variable. */
               _ ("%s is not a valid server URL: it must begin with https:// or http://."),
               service->variable);
  return NULL;
}

/* Creates the body of a POST request. (transfer full) (nullable): NULL for a GET request */
static GBytes *
make_body (const Service *service, const char *query)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *quoted = NULL;
  char *json;

  g_assert (service != NULL);

  if (!service->is_posted)
    return NULL;
  value = troupe_value_new_string (query, -1);
  quoted = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  json = g_strdup_printf ("{\"%s\":%s,%s}", service->query, quoted, service->more);
  return g_bytes_new_take (json, strlen (json));
}

static void
tell_service (const Service *service, TroupePermissionList *permissions)
{
  g_autofree char *value =
      service->base == NULL ? troupe_llm_environment_lookup (NULL, (service)->variable) : NULL;
  const char *base = service->base != NULL ? service->base : value;
  const char *const keys[] = { service->header != NULL ? service->variable : NULL, NULL };

  g_assert (service != NULL);

  troupe_permission_list_add_host (permissions, base, keys, TROUPE_KEY_FROM_VARIABLES);
  troupe_permission_list_add (permissions, TROUPE_PERMISSION_ENVIRONMENT, service->variable);
}

/* For TROUPE_WEB_SERVICE_ANY all services are listed, whichever keys are currently set, because
 * permissions outlive the environment. */
void
troupe_web_search_list_permissions (TroupeWebService service, TroupePermissionList *permissions)
{
  g_return_if_fail (permissions != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    if (service == TROUPE_WEB_SERVICE_ANY || service == i)
      tell_service (&services[i], permissions);
}

/* --- Results --------------------------------------------------------------------------------- */

static void
append_line (GString *out, const char *text, gsize limit, gboolean is_marked)
{
  gboolean is_cut;
  g_autofree char *clean = is_marked ? troupe_web_page_read_html (text, NULL, limit, &is_cut)
                                     : troupe_web_page_clean (text, limit, &is_cut);

  g_strstrip (g_strdelimit (clean, "\n\t", ' '));
  if (*clean != '\0')
    g_string_append_printf (out, "%s%s\n", clean, is_cut ? "…" : "");
}

/* Returns FALSE if @result is invalid. */
static gboolean
append_result (GString *out, const Service *service, TroupeValue *result, guint number)
{
  const char *title;
  const char *address;
  const char *snippet;

  if (!troupe_value_is (result, TROUPE_VALUE_MAP))
    return FALSE;
  title = troupe_value_get_member_text (result, "title");
  address = troupe_value_get_member_text (result, service->address);
  snippet = troupe_value_get_member_text (result, service->snippet);
  if (address == NULL || *address == '\0' || strlen (address) > MOST_OF_ADDRESS)
    return FALSE;
  g_string_append_printf (out, "%s%u. ", number > 1 ? "\n" : "", number);
  append_line (out, title != NULL && *title != '\0' ? title : address, MOST_OF_TITLE,
               service->is_marked);
  append_line (out, address, MOST_OF_ADDRESS, FALSE);
  if (snippet != NULL)
    append_line (out, snippet, MOST_OF_SNIPPET, service->is_marked);
  return TRUE;
}

/* Returns the list of results. (transfer none) (nullable) */
static TroupeValue *
find_results (const Service *service, TroupeValue *answer)
{
  TroupeValue *map = answer;

  g_assert (service != NULL);

  if (service->list != NULL && troupe_value_is (map, TROUPE_VALUE_MAP))
    {
      map = troupe_value_map_lookup_string (map, service->list, -1);
      /* The map is missing if nothing was found. */
      if (map == NULL)
        return NULL;
    }
  return troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, service->results, -1)
             : NULL;
}

/* Formats the results as text. (transfer full) (nullable): NULL with @error set */
static char *
make_text (const Service *service, GBytes *body, GError **error)
{
  gsize length;
  const char *json = g_bytes_get_data (body, &length);
  g_autoptr (TroupeValue) answer =
      length > 0 ? troupe_value_from_json_within (json, length, TROUPE_LIMIT_VALUES, NULL) : NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  TroupeValue *results;
  guint n_shown = 0;

  if (answer == NULL || !troupe_value_is (answer, TROUPE_VALUE_MAP))
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                   _ ("Could not read the answer of the search service. Try again later."));
      return NULL;
    }
  results = find_results (service, answer);
  if (results != NULL && troupe_value_is (results, TROUPE_VALUE_LIST))
    for (gsize i = 0;
         i < troupe_value_list_get_length (results) && n_shown < TROUPE_WEB_SEARCH_MOST; i++)
      if (append_result (out, service, troupe_value_list_get (results, i), n_shown + 1))
        n_shown++;
  /* Sent to a model, so not translated. */
  return g_strdup (n_shown > 0 ? g_strchomp (out->str) : "No results were found.");
}

/* --- Calls ----------------------------------------------------------------------------------- */

typedef struct
{
  const Service *service;
  TroupeSecret *secret; /* (nullable) */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_pointer (&search->secret, troupe_secret_unref);
  g_free (search);
}

static gboolean
check_status (const Service *service, guint status, GError **error)
{
  g_assert (service != NULL);

  if (status >= 200 && status < 300)
    return TRUE;
  if (status == 401 || status == 403)
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                 /* Translators: %s is the name of an environment variable; %u is an HTTP status
                  * code, such as 401. */
                 _ ("The search service rejected the key in %s (status %u). Check the key."),
                 service->variable, status);
  else if (status == 402 || status == 429 || status == 432 || status == 433)
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                 /* Translators: %u is an HTTP status code, such as 429. */
                 _ ("The search service reported that its rate limit or quota was exceeded (status "
                    "%u). Try again later."),
                 status);
  else
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                 /* Translators: %u is an HTTP status code, such as 500. */
                 _ ("The search service returned status %u. Try again later."), status);
  return FALSE;
}

static void
answered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeWebReply) reply = troupe_web_call_finish (result, &error);
  g_autofree char *text = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));

  if (reply != NULL && check_status (search->service, reply->status, &error))
    text = make_text (search->service, reply->body, &error);
  if (text != NULL)
    g_task_return_pointer (task, troupe_secret_hide (search->secret, text, -1), g_free);
  else
    {
      g_autofree char *shown = troupe_secret_hide (search->secret, error->message, -1);

      g_task_return_new_error (task, error->domain, error->code, "%s", shown);
    }
}

/* @value: the key or the URL. Returns FALSE with @error set */
static gboolean
send_query (GTask *task,
            const Service *service,
            const char *query,
            const char *value,
            GError **error)
{
  Search *search = g_new0 (Search, 1);
  const char *const secrets[] = { service->header != NULL ? value : NULL, NULL };
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GBytes) body = make_body (service, query);
  g_autofree char *key =
      service->header != NULL ? g_strconcat (service->before, value, NULL) : NULL;
  const char *headers[] = { service->header, key, NULL };
  TroupeWebRequest request = { .accept = "application/json", .body = body, .headers = headers };

  g_assert (G_IS_TASK (task));

  search->service = service;
  search->secret = troupe_secret_new (secrets);
  g_task_set_task_data (task, search, search_free);
  if (service->header != NULL && !is_key (value))
    {
      g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                   /* Translators: %s is the name of an environment variable. */
                   _ ("%s is not a valid key: it contains spaces or invalid characters."),
                   service->variable);
      return FALSE;
    }
  uri = make_uri (service, value, query, error);
  if (uri == NULL)
    return FALSE;
  request.uri = uri;
  troupe_web_call_async (&request, g_task_get_cancellable (task), answered_cb, g_object_ref (task));
  return TRUE;
}

/* Returns FALSE if the user has refused the service, or if it would receive a key although the user was not shown
 * it. @value: (nullable): the key or the URL */
static gboolean
check_recipient (const Service *service,
                 TroupeLlmEnvironment *environment,
                 const char *value,
                 GError **error)
{
  const char *const variables[] = { service->variable, NULL };
  TroupeKeyRecipients *recipients = troupe_llm_environment_get_recipients (environment);

  g_assert (service != NULL);

  if (service->header == NULL)
    return value == NULL ||
           troupe_key_recipients_check_refused (
               recipients, service->base != NULL ? service->base : value, NULL, error);
  return troupe_key_recipients_check_host (recipients, service->base, variables, error);
}

void
troupe_web_search_async (TroupeWebService service,
                         TroupeLlmEnvironment *environment,
                         const char *query,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *value = NULL;
  const Service *found;
  GError *error = NULL;

  g_return_if_fail (query != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_web_search_async);
  found = find_service (service, environment, &error);
  value = found != NULL ? troupe_llm_environment_lookup (environment, found->variable) : NULL;
  if (found == NULL || !check_recipient (found, environment, value, &error) ||
      !send_query (task, found, query, value, &error))
    g_task_return_error (task, error);
}

char *
troupe_web_search_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
