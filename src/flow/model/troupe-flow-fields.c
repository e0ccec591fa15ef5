/* troupe-flow-fields.c: typed access to the fields of a document, with error reporting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-fields"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-document-text.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-reader.h"
#include "troupe-text-list.h"

/* Maximum length of document text quoted in a message, in characters. */
#define LONGEST_QUOTE 40

gsize
troupe_flow_reader_enter (TroupeFlowReader *self, const char *key)
{
  gsize length = self->path->len;

  if (length > 0)
    g_string_append_c (self->path, '.');
  g_string_append (self->path, key);
  return length;
}

gsize
troupe_flow_reader_enter_index (TroupeFlowReader *self, guint index)
{
  gsize length = self->path->len;

  g_string_append_printf (self->path, "[%u]", index);
  return length;
}

void
troupe_flow_reader_leave (TroupeFlowReader *self, gsize length)
{
  g_string_truncate (self->path, length);
}

static void
visit_leaves (TroupeFlowReader *self,
              const char *key,
              JsonNode *node,
              guint depth,
              TroupeFlowLeafFunc func,
              gpointer user_data)
{
  gsize mark;

  if (depth > TROUPE_LIMIT_NESTING)
    return;
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          mark = troupe_flow_reader_enter (self, name);
          visit_leaves (self, name, member, depth + 1, func, user_data);
          troupe_flow_reader_leave (self, mark);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *list = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (list); i++)
        {
          mark = troupe_flow_reader_enter_index (self, i);
          visit_leaves (self, key, json_array_get_element (list, i), depth + 1, func, user_data);
          troupe_flow_reader_leave (self, mark);
        }
    }
  else
    func (key, node, user_data);
}

void
troupe_flow_reader_visit_leaves (TroupeFlowReader *self,
                                 const char *key,
                                 JsonNode *node,
                                 TroupeFlowLeafFunc func,
                                 gpointer user_data)
{
  g_return_if_fail (self != NULL && node != NULL && func != NULL);

  visit_leaves (self, key, node, 0, func, user_data);
}

TroupeProblem *
troupe_flow_reader_report (TroupeFlowReader *self,
                           TroupeSeverity severity,
                           JsonNode *node,
                           const char *code,
                           const char *format,
                           ...)
{
  g_autofree char *message = NULL;
  TroupeProblem *problem;
  TroupePlace place;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  problem = troupe_problem_new (severity, code, self->path->str, "%s", message);
  problem->method = g_strdup (self->method);
  if (self->source != NULL && node != NULL &&
      troupe_json_text_get_place (self->source, node, &place))
    {
      problem->line = place.line;
      problem->column = place.column;
    }
  g_ptr_array_add (self->problems, problem);
  return problem;
}

/* Returns the decoded length of the JSON escape sequence at @raw in bytes. @raw_length: its
 * length in the source. */
static guint
measure_escape (const char *raw, gsize *raw_length)
{
  gunichar letter;

  *raw_length = 2;
  if (raw[1] != 'u')
    return 1;
  *raw_length = 6;
  letter = (gunichar) g_ascii_strtoull ((char[]){ raw[2], raw[3], raw[4], raw[5], '\0' }, NULL, 16);
  if (letter < 0xd800 || letter > 0xdbff)
    return (guint) g_unichar_to_utf8 (letter, NULL);
  *raw_length = 12;
  return 4;
}

void
troupe_flow_reader_place_inside (TroupeFlowReader *self,
                                 TroupeProblem *problem,
                                 JsonNode *node,
                                 gsize offset)
{
  TroupePlace place;
  const char *text;
  gsize length, raw, decoded = 0;

  if (self->source == NULL || !troupe_json_text_get_place (self->source, node, &place))
    return;
  if (troupe_json_text_is_yaml (self->source))
    {
      troupe_json_text_find_inside (self->source, node, offset, &problem->line, &problem->column);
      return;
    }
  text = troupe_json_text_get_text (self->source, &length);
  if (place.end > length || place.start >= place.end || text[place.start] != '"')
    return;
  for (raw = place.start + 1; raw < place.end && decoded < offset;)
    {
      gsize step = 1;

      decoded += text[raw] == '\\' && raw + 6 < place.end ? measure_escape (text + raw, &step) : 1;
      raw += step;
    }
  problem->line = place.line;
  problem->column = place.column;
  if (raw < place.end)
    problem->column += (guint) g_utf8_strlen (text + place.start, (gssize) (raw - place.start));
}

char *
troupe_flow_describe_node (JsonNode *node)
{
  const char *text;

  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_NULL:
      return g_strdup (_ ("null"));
    case JSON_NODE_ARRAY:
      return g_strdup (_ ("a list"));
    case JSON_NODE_OBJECT:
      return g_strdup (_ ("an object"));
    case JSON_NODE_VALUE:
    default:
      break;
    }
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  if (troupe_json_node_is_time (node))
    return g_strdup (_ ("a date"));
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    {
      text = json_node_get_string (node);
      if (g_utf8_strlen (text, -1) > LONGEST_QUOTE)
        {
          g_autofree char *start = g_utf8_substring (text, 0, LONGEST_QUOTE);

          return g_strdup_printf (_ ("the string “%s…”"), start);
        }
      return g_strdup_printf (_ ("the string “%s”"), text);
    }
  return g_strdup (_ ("a number"));
}

void
troupe_flow_reader_wrong_type (TroupeFlowReader *self, JsonNode *node, const char *expected)
{
  g_autofree char *found = troupe_flow_describe_node (node);

  troupe_flow_reader_report (self, TROUPE_SEVERITY_ERROR, node, "wrong_type",
                             _ ("Expected %s, found %s."), _ (expected), found);
}

JsonNode *
troupe_flow_reader_get_member (TroupeFlowReader *self,
                               JsonNode *node,
                               const char *key,
                               TroupeFieldFlags flags,
                               const char *expected)
{
  JsonNode *member = json_object_get_member (json_node_get_object (node), key);

  if (member == NULL && (flags & TROUPE_FIELD_REQUIRED) != 0)
    {
      gsize mark = troupe_flow_reader_enter (self, key);

      troupe_flow_reader_report (self, TROUPE_SEVERITY_ERROR, node, "missing_field",
                                 _ ("The field “%s” is missing: expected %s."), key, _ (expected));
      troupe_flow_reader_leave (self, mark);
    }
  if (member != NULL && JSON_NODE_HOLDS_NULL (member) && (flags & TROUPE_FIELD_NULLABLE) != 0)
    return NULL;
  return member;
}

char *
troupe_flow_reader_get_text (TroupeFlowReader *self,
                             JsonNode *node,
                             const char *key,
                             TroupeFieldFlags flags)
{
  JsonNode *member = troupe_flow_reader_get_member (self, node, key, flags, N_ ("a string"));
  gsize mark;

  if (member == NULL)
    return NULL;
  if (troupe_json_node_is_text (member))
    return g_strdup (json_node_get_string (member));
  mark = troupe_flow_reader_enter (self, key);
  troupe_flow_reader_wrong_type (self, member, N_ ("a string"));
  troupe_flow_reader_leave (self, mark);
  return NULL;
}

gboolean
troupe_flow_reader_get_boolean (TroupeFlowReader *self,
                                JsonNode *node,
                                const char *key,
                                gboolean fallback,
                                TroupeFieldFlags flags)
{
  JsonNode *member = troupe_flow_reader_get_member (self, node, key, flags, N_ ("true or false"));
  gboolean result = fallback;
  gsize mark;

  if (member == NULL)
    return fallback;
  if (JSON_NODE_HOLDS_VALUE (member))
    {
      g_autoptr (TroupeValue) value = troupe_flow_value_from_node (self->source, member);

      if (troupe_schema_coerce_boolean (value, &result))
        return result;
    }
  mark = troupe_flow_reader_enter (self, key);
  troupe_flow_reader_wrong_type (self, member, N_ ("true or false"));
  troupe_flow_reader_leave (self, mark);
  return fallback;
}

JsonNode *
troupe_flow_reader_get_object (TroupeFlowReader *self,
                               JsonNode *node,
                               const char *key,
                               TroupeFieldFlags flags)
{
  JsonNode *member = troupe_flow_reader_get_member (self, node, key, flags, N_ ("an object"));
  gsize mark;

  if (member == NULL || JSON_NODE_HOLDS_OBJECT (member))
    return member;
  mark = troupe_flow_reader_enter (self, key);
  troupe_flow_reader_wrong_type (self, member, N_ ("an object"));
  troupe_flow_reader_leave (self, mark);
  return NULL;
}

char **
troupe_flow_reader_get_words (TroupeFlowReader *self,
                              JsonNode *node,
                              const char *key,
                              TroupeFieldFlags flags)
{
  JsonNode *member =
      troupe_flow_reader_get_member (self, node, key, flags, N_ ("a list of strings"));
  g_autoptr (GPtrArray) words = NULL;
  gsize mark;

  if (member == NULL)
    return NULL;
  mark = troupe_flow_reader_enter (self, key);
  if (!JSON_NODE_HOLDS_ARRAY (member))
    {
      troupe_flow_reader_wrong_type (self, member, N_ ("a list of strings"));
      troupe_flow_reader_leave (self, mark);
      return NULL;
    }
  words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < json_array_get_length (json_node_get_array (member)); i++)
    {
      JsonNode *word = json_array_get_element (json_node_get_array (member), i);
      gsize inner = troupe_flow_reader_enter_index (self, i);

      if (troupe_json_node_is_text (word))
        g_ptr_array_add (words, g_strdup (json_node_get_string (word)));
      else
        troupe_flow_reader_wrong_type (self, word, N_ ("a string"));
      troupe_flow_reader_leave (self, inner);
    }
  troupe_flow_reader_leave (self, mark);
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

/* Returns TRUE if @key is the Python name of a field, such as `with_`, and the document also
 * contains its normal name. */
static gboolean
is_second_name (JsonNode *node, const char *key)
{
  gsize length = strlen (key);
  g_autofree char *own = NULL;

  if (length < 2 || key[length - 1] != '_')
    return FALSE;
  own = g_strndup (key, length - 1);
  return json_object_has_member (json_node_get_object (node), own);
}

void
troupe_flow_reader_refuse_unknown (TroupeFlowReader *self,
                                   JsonNode *node,
                                   const char *const *known,
                                   const char *of)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      g_autofree char *fields = NULL;
      TroupeProblem *problem;
      TroupePlace place;
      const char *near;
      gsize mark;
      GString *list;

      if (g_strv_contains (known, key) && !is_second_name (node, key))
        continue;
      mark = troupe_flow_reader_enter (self, key);
      /* Lists the names of the fields, without the alternative names that end with an
       * underscore. */
      list = g_string_new (NULL);
      for (guint i = 0; known[i] != NULL; i++)
        {
          if (!g_str_has_suffix (known[i], "_"))
            troupe_text_list_append (list, known[i]);
        }
      fields = g_string_free (list, FALSE);
      problem = troupe_flow_reader_report (self, TROUPE_SEVERITY_ERROR, member, "unknown_key",
                                           _ ("“%s” is not a field of %s. Expected one of: %s."),
                                           key, of, fields);
      troupe_flow_reader_leave (self, mark);
      if (self->source != NULL && troupe_json_text_get_key_place (self->source, member, &place))
        {
          problem->line = place.line;
          problem->column = place.column;
        }
      near = troupe_nearest_word (key, known);
      if (near != NULL && !json_object_has_member (json_node_get_object (node), near))
        {
          problem->fix = g_strdup_printf (_ ("Write “%s”."), near);
          problem->fix_action = g_strdup_printf ("rename-key:%s", near);
          problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
        }
      else
        {
          problem->fix = g_strdup_printf (_ ("Remove “%s”."), key);
          problem->fix_action = g_strdup ("remove-key");
          problem->fix_label = g_strdup (_ ("Remove It"));
        }
    }
}

gboolean
troupe_flow_name_is_valid (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    {
      if (!g_ascii_isalnum (*c) && *c != '_')
        return FALSE;
    }
  return TRUE;
}

static TroupeValue *
value_from_node (TroupeJsonText *source, JsonNode *node, guint depth)
{
  TroupePlace place;

  if (depth > TROUPE_LIMIT_NESTING)
    return troupe_value_new_null ();
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      TroupeMapBuilder builder;
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      troupe_map_builder_init (&builder);
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        troupe_map_builder_add (&builder, key, value_from_node (source, member, depth + 1));
      return troupe_map_builder_end (&builder);
    }
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      guint n_items = json_array_get_length (array);
      g_autofree TroupeValue **items = g_new (TroupeValue *, n_items + 1);

      for (guint i = 0; i < n_items; i++)
        items[i] = value_from_node (source, json_array_get_element (array, i), depth + 1);
      return troupe_value_new_list (items, n_items);
    }
  if (!troupe_document_text_number_is_text (source, node))
    return troupe_value_from_node (node);
  troupe_json_text_get_place (source, node, &place);
  return troupe_value_new_string (troupe_json_text_get_text (source, NULL) + place.start,
                                  (gssize) (place.end - place.start));
}

TroupeValue *
troupe_flow_value_from_node (TroupeJsonText *source, JsonNode *node)
{
  return value_from_node (source, node, 0);
}
