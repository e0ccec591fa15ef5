/* troupe-state-words.c: converting types and values of state fields to text and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-words"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-json-check.h"
#include "troupe-state-words.h"
#include "troupe-tree.h"

/* --- Types ------------------------------------------------------------------------------------ */

static const struct
{
  const char *title; /* title in a list of types */
  const char *word;  /* type of one field */
} types[] = {
  [TROUPE_STATE_TYPE_TEXT] = { N_ ("Text"), N_ ("text") },
  [TROUPE_STATE_TYPE_INTEGER] = { N_ ("Integer"), N_ ("integer") },
  [TROUPE_STATE_TYPE_NUMBER] = { N_ ("Number"), N_ ("number") },
  [TROUPE_STATE_TYPE_BOOLEAN] = { N_ ("Yes/No"), N_ ("yes/no") },
  [TROUPE_STATE_TYPE_CHOICE] = { N_ ("Choice"), N_ ("choice") },
  [TROUPE_STATE_TYPE_LIST] = { N_ ("List"), N_ ("list") },
  [TROUPE_STATE_TYPE_TEXTS] = { N_ ("List of Text"), N_ ("list of text") },
  [TROUPE_STATE_TYPE_OBJECTS] = { N_ ("List of Objects"), N_ ("list of objects") },
  [TROUPE_STATE_TYPE_OBJECT] = { N_ ("Object"), N_ ("object") },
  [TROUPE_STATE_TYPE_ANY] = { N_ ("Anything"), N_ ("anything") },
  [TROUPE_STATE_TYPE_OTHER] = { N_ ("As JSON Schema"), N_ ("by schema") },
};

const char *
troupe_state_type_get_title (TroupeFieldType type)
{
  g_return_val_if_fail (type < G_N_ELEMENTS (types), NULL);

  return _ (types[type].title);
}

/* Returns a text such as `string | null` for a list of types, or the keyword that is used
 * instead of a type. (transfer full) (nullable) */
static char *
describe_other (JsonNode *property)
{
  static const char *const rich[] = { "$ref", "anyOf", "oneOf", "allOf", "const" };
  JsonArray *words = troupe_tree_get_member_list (property, "type");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; words != NULL && i < json_array_get_length (words); i++)
    {
      const char *word = troupe_tree_get_text (json_array_get_element (words, i));

      if (word != NULL)
        g_ptr_array_add (names, (gpointer) word);
    }
  g_ptr_array_add (names, NULL);
  if (names->len > 1)
    return g_strjoinv (" | ", (char **) names->pdata);
  for (guint i = 0; i < G_N_ELEMENTS (rich); i++)
    if (troupe_tree_get_member (property, rich[i]) != NULL)
      return g_strdup (rich[i]);
  return NULL;
}

char *
troupe_state_describe_type (JsonNode *root, const TroupeStateField *field)
{
  g_auto (GStrv) path = NULL;
  TroupeFieldType type;
  JsonNode *property;
  JsonArray *choices;
  const char *format;
  char *other;

  g_return_val_if_fail (root != NULL && field != NULL, NULL);

  path = troupe_state_field_make_path (field, NULL);
  property = troupe_json_tree_get (root, (const char *const *) path);
  type = troupe_state_get_type (root, field);
  if (troupe_state_get_kind (root) == TROUPE_STATE_KIND_DICT)
    return g_strdup (_ (types[type].word));
  choices = troupe_tree_get_member_list (property, "enum");
  format = troupe_tree_get_member_text (property, "format");
  if (type == TROUPE_STATE_TYPE_CHOICE && choices != NULL)
    return g_strdup_printf (ngettext ("one of %u", "one of %u", json_array_get_length (choices)),
                            json_array_get_length (choices));
  if (type == TROUPE_STATE_TYPE_INTEGER || type == TROUPE_STATE_TYPE_NUMBER)
    {
      const char *word = _ (types[type].word);
      g_autofree char *least =
          troupe_state_value_to_text (troupe_tree_get_member (property, "minimum"));
      g_autofree char *most =
          troupe_state_value_to_text (troupe_tree_get_member (property, "maximum"));

      /* Appends the limits of a number to @word. */
      if (least[0] != '\0' && most[0] != '\0')
        return g_strdup_printf ("%s %s … %s", word, least, most);
      if (least[0] != '\0')
        return g_strdup_printf ("%s ≥ %s", word, least);
      if (most[0] != '\0')
        return g_strdup_printf ("%s ≤ %s", word, most);
      return g_strdup (word);
    }
  if (type == TROUPE_STATE_TYPE_OTHER && (other = describe_other (property)) != NULL)
    return other;
  if (type == TROUPE_STATE_TYPE_TEXT && format != NULL)
    return g_strdup_printf ("%s, %s", _ (types[type].word), format);
  return g_strdup (_ (types[type].word));
}

/* --- Values ----------------------------------------------------------------------------------- */

char *
troupe_state_value_to_text (JsonNode *node)
{
  char *text;

  if (node == NULL)
    return g_strdup ("");
  if (troupe_tree_get_text (node) != NULL)
    return g_strdup (troupe_tree_get_text (node));
  text = troupe_json_write (node, NULL, NULL);
  g_strchomp (text);
  return g_strdelimit (text, "\n", ' ');
}

/* Returns TRUE if the JSON node is a value of the type. */
static gboolean
is_of_type (JsonNode *node, TroupeFieldType type)
{
  GType value = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  switch (type)
    {
    case TROUPE_STATE_TYPE_INTEGER:
      return value == G_TYPE_INT64;
    case TROUPE_STATE_TYPE_NUMBER:
      return value == G_TYPE_INT64 || value == G_TYPE_DOUBLE;
    case TROUPE_STATE_TYPE_BOOLEAN:
      return value == G_TYPE_BOOLEAN;
    case TROUPE_STATE_TYPE_LIST:
    case TROUPE_STATE_TYPE_TEXTS:
    case TROUPE_STATE_TYPE_OBJECTS:
      return JSON_NODE_HOLDS_ARRAY (node);
    case TROUPE_STATE_TYPE_OBJECT:
      return JSON_NODE_HOLDS_OBJECT (node);
    case TROUPE_STATE_TYPE_TEXT:
    case TROUPE_STATE_TYPE_CHOICE:
    case TROUPE_STATE_TYPE_ANY:
    case TROUPE_STATE_TYPE_OTHER:
    default:
      return TRUE;
    }
}

static char *
say_expected (TroupeFieldType type, const char *text)
{
  switch (type)
    {
    case TROUPE_STATE_TYPE_INTEGER:
      return g_strdup_printf (_ ("“%s” is not an integer."), text);
    case TROUPE_STATE_TYPE_NUMBER:
      return g_strdup_printf (_ ("“%s” is not a number."), text);
    case TROUPE_STATE_TYPE_BOOLEAN:
      return g_strdup_printf (_ ("“%s” is neither true nor false."), text);
    case TROUPE_STATE_TYPE_CHOICE:
      return g_strdup_printf (_ ("“%s” is not one of the options."), text);
    case TROUPE_STATE_TYPE_OBJECT:
      return g_strdup (_ ("Expected an object, such as {\"a\": 1}."));
    case TROUPE_STATE_TYPE_LIST:
    case TROUPE_STATE_TYPE_TEXTS:
    case TROUPE_STATE_TYPE_OBJECTS:
    case TROUPE_STATE_TYPE_TEXT:
    case TROUPE_STATE_TYPE_ANY:
    case TROUPE_STATE_TYPE_OTHER:
    default:
      return g_strdup (_ ("Expected a list, such as [1, 2]."));
    }
}

JsonNode *
troupe_state_value_from_text (JsonNode *root,
                              const TroupeStateField *field,
                              const char *text,
                              char **message)
{
  g_autoptr (JsonNode) node = NULL;
  TroupeFieldType type;
  gboolean is_plain;

  g_return_val_if_fail (root != NULL && field != NULL && text != NULL, NULL);

  type = troupe_state_get_type (root, field);
  is_plain = troupe_state_get_kind (root) == TROUPE_STATE_KIND_DICT;
  if (type == TROUPE_STATE_TYPE_TEXT)
    return troupe_json_node_new_string (text);
  if (type == TROUPE_STATE_TYPE_CHOICE)
    {
      g_auto (GStrv) path = NULL;
      JsonNode *choices;

      /* Finds the choice that is written as @text. */
      path = troupe_state_field_make_path (field, "enum");
      choices = troupe_json_tree_get (root, (const char *const *) path);
      for (guint i = 0; choices != NULL && JSON_NODE_HOLDS_ARRAY (choices) &&
                        i < json_array_get_length (json_node_get_array (choices));
           i++)
        {
          JsonNode *choice = json_array_get_element (json_node_get_array (choices), i);
          g_autofree char *written = troupe_state_value_to_text (choice);

          if (g_str_equal (written, text))
            {
              node = json_node_ref (choice);
              break;
            }
        }
    }
  else if (type == TROUPE_STATE_TYPE_BOOLEAN && g_str_equal (text, _ ("yes")))
    node = troupe_json_node_new_boolean (TRUE);
  else if (type == TROUPE_STATE_TYPE_BOOLEAN && g_str_equal (text, _ ("no")))
    node = troupe_json_node_new_boolean (FALSE);
  else
    node = troupe_json_check (text, NULL);
  if (node != NULL && (is_plain || is_of_type (node, type)))
    return g_steal_pointer (&node);
  /* Without a declared type, any text is also a valid string. */
  if (is_plain ||
      ((type == TROUPE_STATE_TYPE_ANY || type == TROUPE_STATE_TYPE_OTHER) && node == NULL))
    return troupe_json_node_new_string (text);
  if (message != NULL)
    *message = say_expected (type, text);
  return NULL;
}
