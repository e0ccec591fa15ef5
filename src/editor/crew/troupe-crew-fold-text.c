/* troupe-crew-fold-text.c: summary of the contents of a collapsed section (fold) of a crew form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-fold-text"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-fold-text.h"
#include "troupe-crew-rows.h"
#include "troupe-form-value.h"
#include "troupe-json-check.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

#define MOST_NAMED 3
/* In characters. */
#define LONGEST_VALUE 40

/* The meaning of an unset fold. If there is no entry, the titles of the first fields of the fold
 * are shown. */
static const char *const unset_words[TROUPE_CREW_FOLD_N] = {
  [TROUPE_CREW_FOLD_CHECKS] = N_ ("None"),
  [TROUPE_CREW_FOLD_OUTPUT] = N_ ("Text, no file"),
  [TROUPE_CREW_FOLD_WHEN] = N_ ("Always, in order"),
  [TROUPE_CREW_FOLD_KNOWS] = N_ ("None"),
  [TROUPE_CREW_FOLD_REMEMBERS] = N_ ("Shared with the crew"),
  [TROUPE_CREW_FOLD_SERVERS] = N_ ("None"),
  [TROUPE_CREW_FOLD_THINKS] = N_ ("Off"),
  [TROUPE_CREW_FOLD_LIMITS] = N_ ("None"),
  [TROUPE_CREW_FOLD_TEXTS] = N_ ("CrewAI defaults"),
  [TROUPE_CREW_FOLD_CALLBACKS] = N_ ("None"),
};

static void append_changed (GPtrArray *phrases, TroupeCrewOwner owner, JsonNode *map);

/* --- Values ----------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *begin = NULL;

  if (g_utf8_strlen (text, -1) <= LONGEST_VALUE)
    return g_strdup (text);
  begin = g_utf8_substring (text, 0, LONGEST_VALUE - 1);

  return g_strconcat (g_strchomp (begin), "…", NULL);
}

/* (transfer full) */
static char *
with_more (const char *first, guint n_all)
{
  return n_all <= 1 ? g_strdup (first)
                    : g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n_all - 1),
                                       first, n_all - 1);
}

/* Returns a name for a map instead of JSON. The map is a model, a server or a knowledge source.
 * (nullable) */
static JsonNode *
find_name (JsonNode *node)
{
  static const char *const keys[] = { "model", "model_name", "deployment_name", "command", "url",
                                      "name",  "file_paths", "file_path",       "source",  "urls",
                                      "text",  "content" };

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      JsonNode *name = troupe_tree_get_member (node, keys[i]);

      if (name != NULL && JSON_NODE_HOLDS_ARRAY (name))
        name = json_array_get_length (json_node_get_array (name)) > 0
                   ? json_array_get_element (json_node_get_array (name), 0)
                   : NULL;
      if (name != NULL && JSON_NODE_HOLDS_VALUE (name) &&
          json_node_get_value_type (name) == G_TYPE_STRING)
        return name;
    }
  return NULL;
}

/* (transfer full) */
static char *
describe_one (JsonNode *node)
{
  JsonNode *name = troupe_form_value_is_reference (node) ? NULL : find_name (node);
  g_autofree char *text = troupe_crew_row_describe (name != NULL ? name : node);

  return shorten (text);
}

/* (transfer full) (nullable) */
static char *
describe_list (const TroupeCrewField *field, JsonNode *node)
{
  gboolean is_list = JSON_NODE_HOLDS_ARRAY (node);
  guint n_all = is_list ? json_array_get_length (json_node_get_array (node)) : 1;
  JsonNode *first = node;
  g_autofree char *text = NULL;

  if (n_all == 0)
    return NULL;
  if (is_list)
    first = json_array_get_element (json_node_get_array (node), 0);
  if (field->kind == TROUPE_CREW_KIND_GUARDRAILS || field->kind == TROUPE_CREW_KIND_GUARDRAIL)
    {
      g_autofree char *check = describe_one (first);

      /* Describes a check. A sentence that a model evaluates is quoted, a function is not. */
      text = JSON_NODE_HOLDS_VALUE (first) ? g_strdup_printf (_ ("“%s”"), check)
                                           : g_steal_pointer (&check);
    }
  else
    text = describe_one (first);

  return with_more (text, n_all);
}

/* Returns the keys of a map, or the function that returns a map. (transfer full) (nullable) */
static char *
describe_keys (JsonNode *node)
{
  g_autoptr (GList) names = NULL;
  g_autofree char *first = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (node) || troupe_form_value_is_reference (node))
    return describe_one (node);
  names = json_object_get_members (json_node_get_object (node));
  if (names == NULL)
    return NULL;
  first = shorten (names->data);

  return with_more (first, g_list_length (names));
}

/* Formats a value. (transfer full) (nullable): NULL if the title is sufficient or the value does
 * not fit on a line */
static char *
describe_value (const TroupeCrewField *field, JsonNode *node)
{
  JsonNode *properties = troupe_tree_get_member (node, "properties");

  switch (field->kind)
    {
    case TROUPE_CREW_KIND_BOOLEAN:
      return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
                     !json_node_get_boolean (node)
                 ? g_strdup (_ ("No"))
                 : NULL;
    case TROUPE_CREW_KIND_CHOICE:
    case TROUPE_CREW_KIND_SWITCH_OR_MAP:
      for (const TroupeCrewChoice *choice = field->choices; choice != NULL && choice->title != NULL;
           choice++)
        {
          g_autoptr (JsonNode) value =
              choice->json != NULL ? troupe_json_check (choice->json, NULL) : NULL;

          if (value != NULL && troupe_json_node_equal (value, node))
            return g_strdup (_ (choice->title));
        }
      return JSON_NODE_HOLDS_OBJECT (node) ? describe_keys (node) : describe_one (node);
    case TROUPE_CREW_KIND_SCHEMA:
      return properties != NULL ? describe_keys (properties) : describe_one (node);
    case TROUPE_CREW_KIND_PAIRS:
    case TROUPE_CREW_KIND_FILES:
      return describe_keys (node);
    case TROUPE_CREW_KIND_GUARDRAIL:
    case TROUPE_CREW_KIND_GUARDRAILS:
    case TROUPE_CREW_KIND_CALLBACKS:
    case TROUPE_CREW_KIND_LIST:
    case TROUPE_CREW_KIND_TEXTS:
    case TROUPE_CREW_KIND_SKILLS:
    case TROUPE_CREW_KIND_APPS:
    case TROUPE_CREW_KIND_MCPS:
    case TROUPE_CREW_KIND_SOURCES:
      return describe_list (field, node);
    case TROUPE_CREW_KIND_TEXT:
    case TROUPE_CREW_KIND_LINE:
    case TROUPE_CREW_KIND_SWITCH_OR_TEXT:
    case TROUPE_CREW_KIND_INTEGER:
    case TROUPE_CREW_KIND_NUMBER:
    case TROUPE_CREW_KIND_AGENT:
    case TROUPE_CREW_KIND_LLM:
    case TROUPE_CREW_KIND_CALLBACK:
    case TROUPE_CREW_KIND_CONDITION:
    case TROUPE_CREW_KIND_CONVERTER:
    case TROUPE_CREW_KIND_EXECUTOR:
      return describe_one (node);
    default:
      return NULL;
    }
}

/* --- Fields ----------------------------------------------------------------------------------- */

static void
append_phrase (GPtrArray *phrases, const TroupeCrewField *field, JsonNode *node)
{
  g_autofree char *value = NULL;
  guint n_before = phrases->len;

  if (field->kind == TROUPE_CREW_KIND_OBJECT)
    append_changed (phrases, field->of, node);
  if (phrases->len > n_before)
    return;
  value = describe_value (field, node);
  if (value == NULL || value[0] == '\0')
    g_ptr_array_add (phrases, g_strdup (_ (field->title)));
  /* Guardrails and servers have separate folds, whose title already describes the values. */
  else if (field->kind == TROUPE_CREW_KIND_GUARDRAILS ||
           (field->kind == TROUPE_CREW_KIND_GUARDRAIL && field->fold == TROUPE_CREW_FOLD_CHECKS) ||
           field->kind == TROUPE_CREW_KIND_MCPS)
    g_ptr_array_add (phrases, g_steal_pointer (&value));
  else
    g_ptr_array_add (phrases, g_strdup_printf (_ ("%s: %s"), _ (field->title), value));
}

static gboolean
is_changed (const TroupeCrewField *field, JsonNode *map)
{
  return (field->flags & TROUPE_CREW_FIELD_LOADER) == 0 &&
         troupe_crew_field_is_changed (field, troupe_tree_get_member (map, field->key));
}

/* Appends each changed field of a nested map separately. */
static void
append_changed (GPtrArray *phrases, TroupeCrewOwner owner, JsonNode *map)
{
  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    if (is_changed (field, map))
      append_phrase (phrases, field, troupe_tree_get_member (map, field->key));
}

/* --- Unset folds ------------------------------------------------------------------------------ */

char *
troupe_crew_fold_describe (TroupeCrewOwner owner,
                           TroupeCrewFold fold,
                           JsonNode *map,
                           GPtrArray *unknown,
                           guint *n_changed)
{
  g_autoptr (GPtrArray) phrases = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (fold > TROUPE_CREW_FOLD_FIRST && fold < TROUPE_CREW_FOLD_N, NULL);
  g_return_val_if_fail (n_changed != NULL, NULL);

  *n_changed = unknown != NULL ? unknown->len : 0;
  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    if (field->fold == fold && is_changed (field, map))
      {
        append_phrase (phrases, field, troupe_tree_get_member (map, field->key));
        *n_changed += 1;
      }
  for (guint i = 0; unknown != NULL && i < unknown->len; i++)
    g_ptr_array_add (phrases, shorten (unknown->pdata[i]));
  if (phrases->len == 0)
    {
      const TroupeCrewField *turns = troupe_crew_field_find (owner, "max_iter");
      GString *titles;
      guint n_titles = 0;

      if (fold == TROUPE_CREW_FOLD_LIMITS && turns != NULL)
        {
          guint n_turns = (guint) g_ascii_strtoull (turns->initial, NULL, 10);

          return g_strdup_printf (ngettext ("%u turn", "%u turns", n_turns), n_turns);
        }
      if (unset_words[fold] != NULL)
        return g_strdup (_ (unset_words[fold]));
      titles = g_string_new (NULL);
      for (const TroupeCrewField *field = troupe_crew_field_list (owner);
           field->key != NULL && n_titles < MOST_NAMED; field++)
        if (field->fold == fold &&
            troupe_crew_row_choose (owner, field, map) != TROUPE_CREW_ROW_HIDDEN)
          {
            troupe_text_list_append (titles, _ (field->title));
            n_titles++;
          }
      return g_string_free (titles, FALSE);
    }
  if (phrases->len > MOST_NAMED)
    {
      g_ptr_array_set_size (phrases, MOST_NAMED);
      g_ptr_array_add (phrases, g_strdup ("…"));
    }
  g_ptr_array_add (phrases, NULL);

  return troupe_text_list_join ((const char *const *) phrases->pdata);
}
