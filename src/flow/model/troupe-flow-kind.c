/* troupe-flow-kind.c: detects files that are not flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-kind"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-kind.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

/* Maximum number of unknown keys in a message. */
#define N_NAMED 3

/* Maximum length of a key in a message. */
#define LONGEST_NAMED 40

/* Top-level keys of a file type. Each key has a prefix for the type of its value: `{` for a map,
 * `[` for a list, `*` for anything. */
typedef struct
{
  const char *keys[4]; /* each with its type prefix; NULL-terminated */
  const char *sentence;
} Kind;

/* The first match wins, so entries with more keys come first. */
static const Kind kinds[] = {
  { { "[agents", "[tasks" }, N_ ("This is a crew, not a flow.") },
  { { "{agents", "[tasks" }, N_ ("This is a crew, not a flow.") },
  { { "{agents", "{tasks" }, N_ ("This is a crew, not a flow.") },
  /* `conversational` of a flow is a map. */
  { { "*role", "*goal", "*conversational" },
    N_ ("This is an agent of CrewAI, not a flow. Open a crew that contains it instead.") },
  { { "*role", "*goal" }, N_ ("This is an agent of a crew, not a flow. Open the crew instead.") },
  { { "*role", "*backstory" },
    N_ ("This is an agent of a crew, not a flow. Open the crew instead.") },
  { { "*from_repository" }, N_ ("This is an agent of a crew, not a flow. Open the crew instead.") },
  { { "*lockfileVersion" },
    N_ ("This is the package-lock.json of a JavaScript project, not a flow.") },
  { { "*name", "*version", "{dependencies" },
    N_ ("This is the package.json of a JavaScript project, not a flow.") },
  { { "*name", "*version", "{scripts" },
    N_ ("This is the package.json of a JavaScript project, not a flow.") },
  { { "{scripts", "{dependencies" },
    N_ ("This is the package.json of a JavaScript project, not a flow.") },
  { { "{scripts", "{devDependencies" },
    N_ ("This is the package.json of a JavaScript project, not a flow.") },
  { { "{compilerOptions" }, N_ ("This is the tsconfig.json of a TypeScript project, not a flow.") },
  { { "[nodes", "{connections" }, N_ ("This is an n8n workflow. Troupe only opens CrewAI flows.") },
  { { "[nodes", "[links", "*last_node_id" },
    N_ ("This is a ComfyUI workflow. Troupe only opens CrewAI flows.") },
  { { "*kind", "{workflow", "{app" },
    N_ ("This is a Dify workflow. Troupe only opens CrewAI flows.") },
  { { "[nodes", "[edges" },
    N_ ("This is a graph of another program: it has “nodes” and “edges”. Troupe only opens CrewAI "
        "flows.") },
  { { "[nodes", "[links" },
    N_ ("This is a graph of another program: it has “nodes” and “links”. Troupe only opens CrewAI "
        "flows.") },
  { { "*openapi", "*info" }, N_ ("This is an OpenAPI description of a web service, not a flow.") },
  { { "*swagger", "*info" }, N_ ("This is an OpenAPI description of a web service, not a flow.") },
  { { "*nbformat", "[cells" }, N_ ("This is a Jupyter notebook, not a flow.") },
  { { "{mcpServers" },
    N_ ("This is a list of MCP servers, not a flow. Add the servers to the field “mcps” of an "
        "agent instead.") },
  { { "*apiVersion", "*kind" }, N_ ("This is a Kubernetes resource, not a flow.") },
  { { "{services" }, N_ ("This is a Docker Compose file, not a flow.") },
  { { "{jobs" }, N_ ("This is a CI workflow, not a flow.") },
  { { "*$schema" },
    N_ ("This is a JSON document of another kind (it has a “$schema”), not a flow.") },
  { { "*type", "{properties" }, N_ ("This is a JSON Schema, not a flow.") },
  { { "*type", "[features" }, N_ ("This is a GeoJSON map, not a flow.") },
};

/* A document with any of these keys, which have a prefix as above, is considered a flow, possibly an
 * invalid one. */
static const char *const flow_keys[] = { "*methods", "*schema_", "*state", "{conversational",
                                         "*x-troupe" };

static gboolean
has_key (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key + 1);

  if (node == NULL)
    return FALSE;
  switch (*key)
    {
    case '{':
      return JSON_NODE_HOLDS_OBJECT (node);
    case '[':
      return JSON_NODE_HOLDS_ARRAY (node);
    default:
      return TRUE;
    }
}

static gboolean
is_kind (JsonObject *object, const Kind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind->keys) && kind->keys[i] != NULL; i++)
    if (!has_key (object, kind->keys[i]))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if each member is a map that contains @key and, if @other is not NULL, also
 * @other. */
static gboolean
all_have (JsonObject *object, const char *key, const char *other)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  guint n_members = 0;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      if (!JSON_NODE_HOLDS_OBJECT (node) || !has_key (json_node_get_object (node), key) ||
          (other != NULL && !has_key (json_node_get_object (node), other)))
        return FALSE;
      n_members++;
    }
  return n_members > 0;
}

/* Detects file types by the members of the object. */
static const char *
find_kind_of_members (JsonObject *object)
{
  JsonNode *data = json_object_get_member (object, "data");
  JsonNode *servers = json_object_get_member (object, "servers");

  /* The mcp.json of editors. */
  if (servers != NULL && JSON_NODE_HOLDS_OBJECT (servers) &&
      (all_have (json_node_get_object (servers), "*command", NULL) ||
       all_have (json_node_get_object (servers), "*url", NULL)))
    return _ (
        "This is a list of MCP servers, not a flow. Add the servers to the field “mcps” of an "
        "agent instead.");
  if (all_have (object, "*role", NULL) || all_have (object, "*backstory", NULL))
    return _ ("These are the agents of a crew (agents.yaml), not a flow. Crews are defined in "
              "crew.jsonc and run with troupectl.");
  if (all_have (object, "*description", "*expected_output") ||
      all_have (object, "*description", "*agent"))
    return _ ("These are the tasks of a crew (tasks.yaml), not a flow. Crews are defined in "
              "crew.jsonc and run with troupectl.");
  if (all_have (object, "*class_type", NULL))
    return _ ("This is a ComfyUI workflow. Troupe only opens CrewAI flows.");
  if (data != NULL && JSON_NODE_HOLDS_OBJECT (data) &&
      has_key (json_node_get_object (data), "[nodes") &&
      has_key (json_node_get_object (data), "[edges"))
    return _ ("This is a Langflow flow. Troupe only opens CrewAI flows.");
  return NULL;
}

/* Returns TRUE for an export of CrewAI-Studio: a list of its database's entities. */
static gboolean
is_studio_export (JsonArray *list)
{
  static const Kind entity = { { "*id", "*entity_type", "{data" }, NULL };
  JsonNode *first = json_array_get_length (list) > 0 ? json_array_get_element (list, 0) : NULL;

  return first != NULL && JSON_NODE_HOLDS_OBJECT (first) &&
         is_kind (json_node_get_object (first), &entity);
}

char *
troupe_flow_describe_other_kind (JsonNode *root)
{
  JsonObject *object;
  const char *sentence;
  const char *schema;
  g_autoptr (GString) names = NULL;
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;
  guint n_named = 0;

  g_return_val_if_fail (root != NULL, NULL);

  if (JSON_NODE_HOLDS_ARRAY (root) && is_studio_export (json_node_get_array (root)))
    return g_strdup (
        _ ("This is an export of CrewAI-Studio, not a flow, and Troupe cannot import it. "
           "Describe the crew in a crew.jsonc."));
  if (JSON_NODE_HOLDS_ARRAY (root))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "This is a list with %u entry, not a flow.",
                                         "This is a list with %u entries, not a flow.",
                                         json_array_get_length (json_node_get_array (root))),
                            json_array_get_length (json_node_get_array (root)));
  if (!JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  object = json_node_get_object (root);
  schema = troupe_tree_get_text (json_object_get_member (object, "schema"));
  if (json_object_get_size (object) == 0 ||
      (schema != NULL && g_str_has_prefix (schema, "crewai.flow")))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (flow_keys); i++)
    if (has_key (object, flow_keys[i]))
      return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (is_kind (object, &kinds[i]))
      return g_strdup (_ (kinds[i].sentence));
  sentence = find_kind_of_members (object);
  if (sentence != NULL)
    return g_strdup (sentence);
  if (json_object_has_member (object, "name") || json_object_has_member (object, "schema"))
    return NULL;
  /* Lists the keys, so that the user can see that the file is the wrong one. */
  names = g_string_new (NULL);
  json_object_iter_init_ordered (&iter, object);
  while (n_named < N_NAMED && json_object_iter_next_ordered (&iter, &key, &node))
    {
      g_autofree char *shown = NULL;
      g_autofree char *quoted = NULL;

      if (g_utf8_strlen (key, -1) > LONGEST_NAMED)
        {
          g_autofree char *start = g_utf8_substring (key, 0, LONGEST_NAMED);

          shown = g_strconcat (start, "…", NULL);
        }
      quoted = g_strdup_printf ("“%s”", shown != NULL ? shown : key);
      troupe_text_list_append (names, quoted);
      n_named++;
    }
  return g_strdup_printf (_ ("This is not a flow: it has %s instead of “name” and “methods”."),
                          names->str);
}
