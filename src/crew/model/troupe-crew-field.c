/* troupe-crew-field.c: lookup, visibility and documentation of the schema table of fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-field"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-field.h"

/* Names of the value types in doc/fields.md. */
static const char *const kind_words[] = {
  [TROUPE_CREW_KIND_ANY] = "anything",
  [TROUPE_CREW_KIND_TEXT] = "string",
  [TROUPE_CREW_KIND_LINE] = "string with placeholders",
  [TROUPE_CREW_KIND_PROMPT] = "long string with placeholders",
  [TROUPE_CREW_KIND_TEMPLATE] = "long string",
  [TROUPE_CREW_KIND_BOOLEAN] = "boolean",
  [TROUPE_CREW_KIND_INTEGER] = "integer",
  [TROUPE_CREW_KIND_NUMBER] = "number",
  [TROUPE_CREW_KIND_CHOICE] = "one of",
  [TROUPE_CREW_KIND_LIST] = "list",
  [TROUPE_CREW_KIND_TEXTS] = "list of strings",
  [TROUPE_CREW_KIND_MAP] = "object",
  [TROUPE_CREW_KIND_PAIRS] = "object of strings",
  [TROUPE_CREW_KIND_OBJECT] = "object",
  [TROUPE_CREW_KIND_AGENTS] = "list or object of agents",
  [TROUPE_CREW_KIND_TASKS] = "list of tasks",
  [TROUPE_CREW_KIND_AGENT] = "agent name",
  [TROUPE_CREW_KIND_CONTEXT] = "list of task names",
  [TROUPE_CREW_KIND_TOOLS] = "list of tools",
  [TROUPE_CREW_KIND_FILES] = "object of paths",
  [TROUPE_CREW_KIND_LLM] = "model name or object",
  [TROUPE_CREW_KIND_CALLBACK] = "function",
  [TROUPE_CREW_KIND_CALLBACKS] = "list of functions",
  [TROUPE_CREW_KIND_GUARDRAIL] = "sentence, function or expression",
  [TROUPE_CREW_KIND_GUARDRAILS] = "list of sentences, functions and expressions",
  [TROUPE_CREW_KIND_CONDITION] = "function or expression",
  [TROUPE_CREW_KIND_EXECUTOR] = "class",
  [TROUPE_CREW_KIND_CONVERTER] = "class",
  [TROUPE_CREW_KIND_SCHEMA] = "JSON Schema or class",
  [TROUPE_CREW_KIND_SWITCH_OR_MAP] = "boolean or object",
  [TROUPE_CREW_KIND_SWITCH_OR_TEXT] = "boolean or string",
  [TROUPE_CREW_KIND_SKILLS] = "list of folders",
  [TROUPE_CREW_KIND_APPS] = "list of apps",
  [TROUPE_CREW_KIND_MCPS] = "list of servers",
  [TROUPE_CREW_KIND_SOURCES] = "list of sources",
  [TROUPE_CREW_KIND_A2A] = "remote agent or list of remote agents",
};

static const char *const fold_titles[TROUPE_CREW_FOLD_N] = {
  [TROUPE_CREW_FOLD_CHECKS] = N_ ("Validation"),
  [TROUPE_CREW_FOLD_OUTPUT] = N_ ("Output"),
  [TROUPE_CREW_FOLD_WHEN] = N_ ("Execution"),
  [TROUPE_CREW_FOLD_KNOWS] = N_ ("Knowledge and Skills"),
  [TROUPE_CREW_FOLD_REMEMBERS] = N_ ("Agent Memory"),
  [TROUPE_CREW_FOLD_SERVERS] = N_ ("Tool Servers"),
  [TROUPE_CREW_FOLD_THINKS] = N_ ("Planning and Reasoning"),
  [TROUPE_CREW_FOLD_LIMITS] = N_ ("Limits"),
  [TROUPE_CREW_FOLD_TEXTS] = N_ ("Prompt Templates"),
  [TROUPE_CREW_FOLD_CALLBACKS] = N_ ("Callbacks"),
  [TROUPE_CREW_FOLD_MORE] = N_ ("More"),
};

static const struct
{
  const char *title;
  const char *path;
} owners[TROUPE_CREW_OWNER_N] = {
  [TROUPE_CREW_OWNER_CREW] = { N_ ("Crew"), "of a crew" },
  [TROUPE_CREW_OWNER_TASK] = { N_ ("Task"), "of `tasks`" },
  [TROUPE_CREW_OWNER_CONDITIONAL] = { N_ ("Task"), "of `tasks`" },
  [TROUPE_CREW_OWNER_AGENT] = { N_ ("Agent"), "of an agent" },
  [TROUPE_CREW_OWNER_MODEL] = { N_ ("Model"), "of a model that is a map" },
  [TROUPE_CREW_OWNER_SERVER] = { N_ ("MCP Server"), "of a map in `mcps`" },
  [TROUPE_CREW_OWNER_FILTER] = { N_ ("Tool Filter"), "of `tool_filter`" },
  [TROUPE_CREW_OWNER_PLANNING] = { N_ ("Planning"), "of `planning_config`" },
  [TROUPE_CREW_OWNER_KNOWLEDGE] = { N_ ("Knowledge"), "of `knowledge_config`" },
  [TROUPE_CREW_OWNER_EMBEDDER] = { N_ ("Embedder"), "of `embedder`" },
  [TROUPE_CREW_OWNER_SOURCE] = { N_ ("Knowledge Source"), "of a map in `knowledge_sources`" },
};

const TroupeCrewField *
troupe_crew_field_find (TroupeCrewOwner owner, const char *key)
{
  g_return_val_if_fail (key != NULL, NULL);

  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    if (g_str_equal (field->key, key))
      return field;
  return NULL;
}

const char *
troupe_crew_fold_get_title (TroupeCrewFold fold)
{
  g_return_val_if_fail (fold < TROUPE_CREW_FOLD_N, NULL);

  return fold_titles[fold];
}

const char *
troupe_crew_owner_get_title (TroupeCrewOwner owner)
{
  g_return_val_if_fail (owner < TROUPE_CREW_OWNER_N, NULL);

  return owners[owner].title;
}

/* --- Visibility and changes ------------------------------------------------------------------- */

static JsonNode *
get_member (JsonNode *map, const char *key)
{
  return map != NULL && JSON_NODE_HOLDS_OBJECT (map)
             ? json_object_get_member (json_node_get_object (map), key)
             : NULL;
}

/* Returns TRUE if the value exists and is neither null nor false. */
static gboolean
is_set (JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return FALSE;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  return TRUE;
}

static gboolean
holds_one (JsonNode *map, const char *condition)
{
  g_auto (GStrv) words = NULL;
  JsonNode *node;

  if (condition[0] == '!')
    return !holds_one (map, condition + 1);
  words = g_strsplit (condition, "=", 2);
  node = get_member (map, words[0]);
  if (words[1] == NULL)
    return is_set (node);
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_STRING &&
         g_str_equal (json_node_get_string (node), words[1]);
}

static gboolean
holds (JsonNode *map, const char *conditions)
{
  g_auto (GStrv) all = g_strsplit (conditions, "&", -1);

  for (guint i = 0; all[i] != NULL; i++)
    if (!holds_one (map, all[i]))
      return FALSE;
  return TRUE;
}

gboolean
troupe_crew_field_is_shown (const TroupeCrewField *self, JsonNode *map)
{
  g_auto (GStrv) conditions = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (get_member (map, self->key) != NULL)
    return TRUE;
  if ((self->flags & TROUPE_CREW_FIELD_IDLE) != 0)
    return FALSE;
  if (self->when == NULL)
    return TRUE;
  conditions = g_strsplit (self->when, "|", -1);
  for (guint i = 0; conditions[i] != NULL; i++)
    if (holds (map, conditions[i]))
      return TRUE;
  return FALSE;
}

gboolean
troupe_crew_field_is_changed (const TroupeCrewField *self, JsonNode *node)
{
  g_autoptr (JsonNode) initial = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return FALSE;
  if (self->initial == NULL)
    return TRUE;
  initial =
      troupe_json_read (self->initial, strlen (self->initial), TROUPE_JSON_STRICT, NULL, NULL);
  return initial == NULL || !troupe_json_node_equal (initial, node);
}

/* --- Documentation ---------------------------------------------------------------------------- */

static void
append_owner (GString *out, TroupeCrewOwner owner)
{
  g_string_append_printf (out,
                          "### %s\n\nKeys %s.\n\n| key | title | type | default | where | "
                          "help |\n|---|---|---|---|---|---|\n",
                          owners[owner].title, owners[owner].path);
  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    {
      const char *fold = fold_titles[field->fold];
      gboolean is_elsewhere = (field->flags & TROUPE_CREW_FIELD_ELSEWHERE) != 0;

      g_string_append_printf (out, "| `%s` | %s | ", field->key, field->title);
      g_string_append (out, kind_words[field->kind]);
      if (field->kind == TROUPE_CREW_KIND_OBJECT)
        g_string_append_printf (out, " (%s)", owners[field->of].title);
      for (const TroupeCrewChoice *choice = field->choices;
           choice != NULL && choice->title != NULL && field->kind == TROUPE_CREW_KIND_CHOICE;
           choice++)
        if (choice->json != NULL)
          g_string_append_printf (out, " `%s`", choice->json);
      g_string_append (out, " | ");
      if (field->initial != NULL)
        g_string_append_printf (out, "`%s`", field->initial);
      g_string_append_printf (out, " | %s | %s.",
                              is_elsewhere   ? "elsewhere"
                              : fold != NULL ? fold
                                             : "first",
                              field->help);
      if ((field->flags & TROUPE_CREW_FIELD_NEEDED) != 0)
        g_string_append (out, " Required.");
      if ((field->flags & TROUPE_CREW_FIELD_IDLE) != 0)
        g_string_append (out, " Shown only if it is in the file.");
      else if (field->when != NULL && strchr (field->when, '=') != NULL)
        g_string_append_printf (out, " Shown with `%s`.", field->when);
      else if (field->when != NULL && !g_str_equal (field->when, field->key))
        g_string_append_printf (out, " Shown if `%s` is set.", field->when);
      g_string_append (out, " |\n");
    }
  g_string_append_c (out, '\n');
}

char *
troupe_crew_fields_to_markdown (void)
{
  GString *out = g_string_new (NULL);

  for (TroupeCrewOwner owner = 0; owner < TROUPE_CREW_OWNER_N; owner++)
    if (owner != TROUPE_CREW_OWNER_CONDITIONAL)
      append_owner (out, owner);
  g_string_truncate (out, out->len - 1);

  return g_string_free (out, FALSE);
}

/* --- Knowledge sources ------------------------------------------------------------------------ */

/* In the same order. */
static const char *const source_endings[] = { ".txt", ".md",   ".markdown", ".pdf",
                                              ".csv", ".json", ".xlsx",     NULL };
static const char *const source_types[] = { "text_file", "text_file", "text_file", "pdf",
                                            "csv",       "json",      "excel" };

const char *const *
troupe_crew_field_list_source_endings (void)
{
  return source_endings;
}

const char *
troupe_crew_field_find_source_type (const char *name)
{
  g_autofree char *folded = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  folded = g_ascii_strdown (name, -1);
  for (guint i = 0; source_endings[i] != NULL; i++)
    if (g_str_has_suffix (folded, source_endings[i]))
      return source_types[i];
  return NULL;
}

static TroupeValue *
make_source (const char *type, const char *key, TroupeValue *value)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "source_type", troupe_value_new_string (type, -1));
  troupe_map_builder_add (&builder, key, value);
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_crew_field_make_source (const char *text)
{
  g_autoptr (TroupeValue) map = NULL;
  TroupeValue *path = NULL;
  const char *type = NULL;
  gboolean is_page;

  g_return_val_if_fail (text != NULL, NULL);

  map = troupe_value_from_json (text, -1, NULL);
  if (map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP))
    return g_steal_pointer (&map);
  is_page = g_str_has_prefix (text, "https://") || g_str_has_prefix (text, "http://");
  type = is_page ? "docling" : troupe_crew_field_find_source_type (text);
  if (type == NULL || strpbrk (text, " \n\t") != NULL)
    return make_source ("string", "content", troupe_value_new_string (text, -1));
  path = troupe_value_new_string (text, -1);
  return make_source (type, "file_paths", troupe_value_new_list (&path, 1));
}
