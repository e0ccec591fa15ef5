/* troupe-web-tool.c: web_fetch and web_search tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-tool"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-web-fetch.h"
#include "troupe-web-guard.h"
#include "troupe-web-search.h"
#include "troupe-web-tool.h"

#define CREWAI_MODULE "crewai_tools:"

/**
 * Kind:
 * @references: the names in documents
 * @name: the name of CrewAI's tool, which is sent to models
 * @description: for a model, not CrewAI's text; not translated, so that a document behaves the same
 *   in every locale
 * @begin: starts the call
 * @service: for a search
 */
typedef struct _Kind Kind;

struct _Kind
{
  const char *references[4];
  const char *name;
  const char *description;
  const char *schema;
  void (*begin) (const Kind *kind, TroupeToolCall *call);
  TroupeWebService service;
};

struct _TroupeWebTool
{
  TroupeTool parent_instance;

  const Kind *kind;
};

G_DEFINE_FINAL_TYPE (TroupeWebTool, troupe_web_tool, TROUPE_TYPE_TOOL)

/* Returns a string argument. (transfer none) (nullable): NULL with @error set */
static const char *
get_text (TroupeToolCall *call, const char *name, GError **error)
{
  TroupeValue *value =
      troupe_value_map_lookup_string (troupe_tool_call_get_arguments (call), name, -1);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_get_string (value, NULL);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
               /* Translators: %s is the name of an argument. */
               _ ("The argument “%s” is missing: expected a string."), name);
  return NULL;
}

/* --- Pages ----------------------------------------------------------------------------------- */

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  g_autoptr (TroupeWebDocument) page = troupe_web_fetch_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (page == NULL)
    troupe_tool_call_fail (call, error);
  else if (page->is_cut)
    troupe_tool_call_end (call,
                          troupe_value_take_string (
                              g_strconcat (page->text, "\n\n[The page was truncated.]", NULL), -1));
  else
    troupe_tool_call_end (call, troupe_value_take_string (g_steal_pointer (&page->text), -1));
}

static void
begin_fetch (const Kind *kind, TroupeToolCall *call)
{
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  GError *error = NULL;
  const char *url = get_text (call, "website_url", &error);
  g_autoptr (GUri) uri = url != NULL ? troupe_web_guard_parse (url, &error) : NULL;

  if (uri == NULL)
    troupe_tool_call_fail (call, error);
  else
    troupe_web_fetch_async (uri, TROUPE_WEB_FETCH_NONE, TROUPE_WEB_LIMIT_TEXT, NULL,
                            context != NULL ? troupe_llm_environment_get_recipients (
                                                  troupe_tool_context_get_environment (context))
                                            : NULL,
                            troupe_tool_call_get_cancellable (call), fetched_cb,
                            troupe_tool_call_ref (call));
}

/* --- Searches -------------------------------------------------------------------------------- */

static void
searched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  char *text = troupe_web_search_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (text != NULL)
    troupe_tool_call_end (call, troupe_value_take_string (text, -1));
  else
    troupe_tool_call_fail (call, error);
}

/* CrewAI's tools use different names for the argument; each tool accepts all of them. */
static void
begin_search (const Kind *kind, TroupeToolCall *call)
{
  static const char *const names[] = { "search_query", "query", "q" };
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  const char *query = NULL;

  g_assert (kind != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names) && (query == NULL || *query == '\0'); i++)
    query = get_text (call, names[i], NULL);
  if (query == NULL || *query == '\0')
    {
      GError *error = NULL;

      if (get_text (call, names[0], &error) != NULL)
        g_set_error (&error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                     _ ("The search query is empty."));
      troupe_tool_call_fail (call, error);
      return;
    }
  troupe_web_search_async (kind->service,
                           context != NULL ? troupe_tool_context_get_environment (context) : NULL,
                           query, troupe_tool_call_get_cancellable (call), searched_cb,
                           troupe_tool_call_ref (call));
}

/* --- The object ------------------------------------------------------------------------------ */

#define SEARCH_DESCRIPTION                                                                         \
  "Searches the web and returns up to ten results, each with its title, URL and a short "          \
  "excerpt of the page."
#define SEARCH_SCHEMA(name)                                                                        \
  "{\"type\":\"object\",\"properties\":{\"" name "\":{\"type\":\"string\",\"description\":"        \
  "\"The search query\"}},\"required\":[\"" name "\"]}"

static const Kind kinds[] = {
  { { "ScrapeWebsiteTool", "scrape_website_tool", "web_fetch" },
    "Read website content",
    "Reads a public web page and returns its text: title, headings, paragraphs, lists, and links "
    "with their URLs.",
    "{\"type\":\"object\",\"properties\":{\"website_url\":{\"type\":\"string\",\"description\":"
    "\"URL of the page, starting with https:// or http://\"}},\"required\":[\"website_url\"]}",
    begin_fetch },
  { { "web_search" },
    "Search the internet",
    SEARCH_DESCRIPTION,
    SEARCH_SCHEMA ("search_query"),
    begin_search,
    TROUPE_WEB_SERVICE_ANY },
  { { "SerperDevTool", "serper_dev_tool" },
    "Search the internet with Serper",
    SEARCH_DESCRIPTION,
    SEARCH_SCHEMA ("search_query"),
    begin_search,
    TROUPE_WEB_SERVICE_SERPER },
  { { "BraveSearchTool", "brave_search_tool" },
    "Brave Search",
    SEARCH_DESCRIPTION,
    SEARCH_SCHEMA ("q"),
    begin_search,
    TROUPE_WEB_SERVICE_BRAVE },
  { { "TavilySearchTool", "tavily_search_tool" },
    "Tavily Search",
    SEARCH_DESCRIPTION,
    SEARCH_SCHEMA ("query"),
    begin_search,
    TROUPE_WEB_SERVICE_TAVILY },
};

static const Kind *
find_kind (const char *reference)
{
  if (g_str_has_prefix (reference, CREWAI_MODULE))
    reference += strlen (CREWAI_MODULE);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint j = 0; kinds[i].references[j] != NULL; j++)
      if (g_str_equal (kinds[i].references[j], reference))
        return &kinds[i];
  return NULL;
}

gboolean
troupe_web_tool_knows (const char *reference)
{
  g_return_val_if_fail (reference != NULL, FALSE);

  return find_kind (reference) != NULL;
}

TroupeTool *
troupe_web_tool_new (const char *reference)
{
  g_autoptr (TroupeValue) schema = NULL;
  TroupeWebTool *self;
  const Kind *kind;

  g_return_val_if_fail (reference != NULL, NULL);

  kind = find_kind (reference);
  g_return_val_if_fail (kind != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_WEB_TOOL, NULL);
  self->kind = kind;
  schema = troupe_value_from_json (kind->schema, -1, NULL);
  g_assert (schema != NULL);
  troupe_tool_set_name (TROUPE_TOOL (self), kind->name);
  troupe_tool_set_description (TROUPE_TOOL (self), kind->description);
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);
  return TROUPE_TOOL (self);
}

static void
troupe_web_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  const Kind *kind = TROUPE_WEB_TOOL (tool)->kind;

  g_assert (TROUPE_IS_WEB_TOOL (tool));

  kind->begin (kind, call);
}

static void
troupe_web_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  const Kind *kind = TROUPE_WEB_TOOL (tool)->kind;

  g_assert (TROUPE_IS_WEB_TOOL (tool));

  /* The pages that the model will request are not known in advance. */
  if (kind->begin == begin_fetch)
    troupe_permission_list_add (permissions, TROUPE_PERMISSION_HOST, TROUPE_PERMISSION_ANY_HOST);
  else
    troupe_web_search_list_permissions (kind->service, permissions);
}

static void
troupe_web_tool_class_init (TroupeWebToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  tool_class->ends_when_cancelled = TRUE;
  tool_class->list_permissions = troupe_web_tool_list_permissions;
  tool_class->call = troupe_web_tool_call;
}

static void
troupe_web_tool_init (TroupeWebTool *self)
{
  g_assert (TROUPE_IS_WEB_TOOL (self));
}
