/* troupe-yaml-emit.c: emits new YAML text for nodes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-emit"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-json-number.h"
#include "troupe-limits.h"
#include "troupe-value.h"
#include "troupe-yaml.h"
#include "troupe-yaml-emit.h"
#include "troupe-yaml-notes.h"
#include "troupe-yaml-scalar.h"

/* Maximum length of a simple key, which is on the same line as its value. Parsers accept up to
 * 1024 characters. */
#define LONGEST_KEY 1000

void
troupe_yaml_piece_init (TroupeYamlPiece *self)
{
  self->head = g_string_new (NULL);
  self->body = g_string_new (NULL);
}

void
troupe_yaml_piece_clear (TroupeYamlPiece *self)
{
  g_string_free (self->head, TRUE);
  g_string_free (self->body, TRUE);
}

/* --- Strings ---------------------------------------------------------------------------------- */

/* Returns TRUE if a character may be written unescaped outside of double quotes. */
static gboolean
is_printable (gunichar letter)
{
  if (letter < 0x80)
    return letter >= ' ' && letter < 0x7f;
  return letter >= 0xa0 && letter != 0x2028 && letter != 0x2029 && letter != 0xfeff &&
         letter != 0xfffe && letter != 0xffff;
}

static gboolean
is_all_printable (const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (!is_printable (g_utf8_get_char (c)))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if the string can be written unquoted for every YAML parser. Parsers of version
 * 1.2 recognize fewer words as booleans, and other forms of numbers. */
static gboolean
is_plain (const char *text, gboolean in_flow)
{
  gunichar first = g_utf8_get_char (text);
  gsize length = strlen (text);

  if (length == 0 || (!g_unichar_isalpha (first) && first != '_' && first != '/' && first != '$'))
    return FALSE;
  if (length == 1 && strchr ("yYnN", *text) != NULL)
    return FALSE;
  if (troupe_yaml_resolve (text, length) != TROUPE_YAML_STRING)
    return FALSE;
  if (text[length - 1] == ' ' || text[length - 1] == ':')
    return FALSE;
  if (strstr (text, ": ") != NULL || strstr (text, " #") != NULL)
    return FALSE;
  if (in_flow && strpbrk (text, ",[]{}?:") != NULL)
    return FALSE;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);

      if (!is_printable (letter) || (letter > 0x7e && !g_unichar_isgraph (letter)))
        return FALSE;
    }
  return TRUE;
}

void
troupe_yaml_append_text (GString *out, const char *text, TroupeYamlStyle style, gboolean in_flow)
{
  gboolean is_quoted = style == TROUPE_YAML_SINGLE_QUOTED || style == TROUPE_YAML_DOUBLE_QUOTED;
  gboolean is_single = style == TROUPE_YAML_SINGLE_QUOTED;

  if (!is_quoted && is_plain (text, in_flow))
    {
      g_string_append (out, text);
      return;
    }
  if (!is_quoted)
    is_single = strpbrk (text, "\"\\") != NULL && strchr (text, '\'') == NULL;
  if (is_single && is_all_printable (text))
    {
      g_string_append_c (out, '\'');
      for (const char *c = text; *c != '\0'; c++)
        {
          if (*c == '\'')
            g_string_append_c (out, '\'');
          g_string_append_c (out, *c);
        }
      g_string_append_c (out, '\'');
      return;
    }
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);
      static const char letters[] = "\"\\\b\f\n\r\t";
      static const char names[] = "\"\\bfnrt";
      const char *found = letter < 0x80 && letter > 0 ? strchr (letters, (char) letter) : NULL;

      if (found != NULL)
        {
          g_string_append_c (out, '\\');
          g_string_append_c (out, names[found - letters]);
        }
      else if (is_printable (letter))
        g_string_append_unichar (out, letter);
      else if (letter < 0x100)
        g_string_append_printf (out, "\\x%02x", letter);
      else
        g_string_append_printf (out, "\\u%04x", letter);
    }
  g_string_append_c (out, '"');
}

/* Returns TRUE if the string is written as a literal block after a |. */
static gboolean
is_literal (const char *text)
{
  gsize length = strlen (text);

  if (strchr (text, '\n') == NULL || strchr (" \t\n", *text) != NULL ||
      strstr (text, "\n\t") != NULL)
    return FALSE;
  if (length > 1 && text[length - 1] == '\n' && strchr ("\n ", text[length - 2]) != NULL)
    return FALSE;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (*c != '\n' && *c != '\t' && !is_printable (g_utf8_get_char (c)))
      return FALSE;
  return TRUE;
}

/* --- Values -------------------------------------------------------------------------------- */

static void
append_leaf (GString *out, JsonNode *node, TroupeYamlStyle style, gboolean in_flow)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_NONE;

  if (type == G_TYPE_INT64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (type == G_TYPE_DOUBLE)
    {
      double number = json_node_get_double (node);

      if (isnan (number) || isinf (number))
        g_string_append (out, isnan (number) ? ".nan" : number < 0 ? "-.inf" : ".inf");
      else
        troupe_append_double (out, number);
    }
  else if (type == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (node) ? "true" : "false");
  else if (type == G_TYPE_STRING &&
           (troupe_json_node_is_big_integer (node) || troupe_json_node_is_time (node)))
    g_string_append (out, json_node_get_string (node));
  else if (type == G_TYPE_STRING)
    troupe_yaml_append_text (out, json_node_get_string (node), style, in_flow);
  else
    g_string_append (out, "null");
}

static void
append_key (GString *out, const char *key, gboolean in_flow)
{
  gsize start = out->len;

  troupe_yaml_append_text (out, key, TROUPE_YAML_PLAIN, in_flow);
  if (out->len - start > LONGEST_KEY)
    g_string_insert (out, (gssize) start, "? ");
}

void
troupe_yaml_emit_flow (GString *out, JsonNode *node, TroupeYamlStyle style, guint depth)
{
  gboolean is_first = TRUE;

  if (JSON_NODE_HOLDS_OBJECT (node) && depth <= TROUPE_LIMIT_NESTING)
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      g_string_append_c (out, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_string_append (out, is_first ? "" : ", ");
          append_key (out, key, TRUE);
          g_string_append (out, ": ");
          troupe_yaml_emit_flow (out, member, TROUPE_YAML_PLAIN, depth + 1);
          is_first = FALSE;
        }
      g_string_append_c (out, '}');
    }
  else if (JSON_NODE_HOLDS_ARRAY (node) && depth <= TROUPE_LIMIT_NESTING)
    {
      JsonArray *array = json_node_get_array (node);

      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_string_append (out, i == 0 ? "" : ", ");
          troupe_yaml_emit_flow (out, json_array_get_element (array, i), TROUPE_YAML_PLAIN,
                                 depth + 1);
        }
      g_string_append_c (out, ']');
    }
  else
    append_leaf (out, node, style, TRUE);
}

static void
append_line (GString *out, const TroupeYamlFormat *manner, guint indent)
{
  g_string_append (out, manner->line_break);
  for (guint i = 0; i < indent; i++)
    g_string_append_c (out, ' ');
}

/* Begins the next item of a list or map, and returns the string to which it must be written. The
 * first item after a dash stays on the line of the dash. */
static GString *
begin_item (TroupeYamlPiece *piece,
            gboolean is_inline,
            guint indent,
            const TroupeYamlFormat *manner)
{
  g_assert (piece != NULL);

  if (is_inline)
    return piece->head;
  append_line (piece->body, manner, indent);
  return piece->body;
}

/* Appends @part after the colon or dash at the end of @out. */
static void
append_piece (TroupeYamlPiece *piece, GString *out, TroupeYamlPiece *part)
{
  g_assert (piece != NULL);

  if (part->head->len > 0)
    g_string_append_c (out, ' ');
  g_string_append_len (out, part->head->str, (gssize) part->head->len);
  g_string_append_len (piece->body, part->body->str, (gssize) part->body->len);
}

static void
emit_map (TroupeYamlPiece *piece,
          JsonObject *object,
          guint indent,
          gboolean is_inline,
          const TroupeYamlFormat *manner,
          guint depth)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  g_assert (piece != NULL);

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      TroupeYamlPiece part;
      GString *out = begin_item (piece, is_inline, indent, manner);
      gsize start = out->len;

      append_key (out, key, FALSE);
      if (out->str[start] == '?')
        {
          append_line (piece->body, manner, indent);
          out = piece->body;
        }
      g_string_append_c (out, ':');
      troupe_yaml_piece_init (&part);
      troupe_yaml_emit (&part, member, TROUPE_YAML_PLAIN, indent, FALSE, manner, depth + 1);
      append_piece (piece, out, &part);
      troupe_yaml_piece_clear (&part);
      is_inline = FALSE;
    }
}

static void
emit_list (TroupeYamlPiece *piece,
           JsonArray *array,
           guint indent,
           gboolean is_inline,
           const TroupeYamlFormat *manner,
           guint depth)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      TroupeYamlPiece part;
      GString *out = begin_item (piece, is_inline && i == 0, indent, manner);

      g_string_append_c (out, '-');
      troupe_yaml_piece_init (&part);
      troupe_yaml_emit (&part, json_array_get_element (array, i), TROUPE_YAML_PLAIN, indent, TRUE,
                        manner, depth + 1);
      append_piece (piece, out, &part);
      troupe_yaml_piece_clear (&part);
    }
}

/* Returns TRUE if @node is a pair of numbers, such as a position, which is more readable on one
 * line. */
static gboolean
is_pair_of_numbers (JsonNode *node)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL || json_array_get_length (array) != 2)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      JsonNode *number = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (number) || (json_node_get_value_type (number) != G_TYPE_INT64 &&
                                              json_node_get_value_type (number) != G_TYPE_DOUBLE))
        return FALSE;
    }
  return TRUE;
}

void
troupe_yaml_emit (TroupeYamlPiece *piece,
                  JsonNode *node,
                  TroupeYamlStyle style,
                  guint indent,
                  gboolean in_list,
                  const TroupeYamlFormat *manner,
                  guint depth)
{
  guint inner = indent + (in_list ? 2 : manner->unit);

  /* The parser accepts this many nested lists and maps, and the scalars in the innermost list or
   * map. */
  if (depth > TROUPE_LIMIT_NESTING &&
      (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node)))
    g_string_append (piece->head, "null");
  else if (is_pair_of_numbers (node))
    troupe_yaml_emit_flow (piece->head, node, style, depth);
  else if (JSON_NODE_HOLDS_OBJECT (node) && json_object_get_size (json_node_get_object (node)) > 0)
    emit_map (piece, json_node_get_object (node), inner, in_list, manner, depth);
  else if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) > 0)
    emit_list (piece, json_node_get_array (node), in_list ? inner : indent + manner->list_unit,
               in_list, manner, depth);
  else if (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node))
    g_string_append (piece->head, JSON_NODE_HOLDS_OBJECT (node) ? "{}" : "[]");
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
           is_literal (json_node_get_string (node)))
    {
      const char *text = json_node_get_string (node);
      gsize length = strlen (text);
      gboolean is_ended = text[length - 1] == '\n';
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_string_append (piece->head, is_ended ? "|" : "|-");
      for (guint i = 0; lines[i] != NULL && (!is_ended || lines[i + 1] != NULL); i++)
        {
          append_line (piece->body, manner, *lines[i] != '\0' ? inner : 0);
          g_string_append (piece->body, lines[i]);
        }
    }
  else
    append_leaf (piece->head, node, style, FALSE);
}

void
troupe_yaml_emit_root (GString *out, JsonNode *root, const TroupeYamlFormat *manner)
{
  const TroupeYamlFormat flat = { manner->line_break, 0, 0 };
  TroupeYamlPiece piece;

  troupe_yaml_piece_init (&piece);
  if (JSON_NODE_HOLDS_OBJECT (root) && json_object_get_size (json_node_get_object (root)) > 0)
    emit_map (&piece, json_node_get_object (root), 0, TRUE, manner, 1);
  else if (JSON_NODE_HOLDS_ARRAY (root) && json_array_get_length (json_node_get_array (root)) > 0)
    emit_list (&piece, json_node_get_array (root), 0, TRUE, manner, 1);
  else
    troupe_yaml_emit_flow (piece.head, root, TROUPE_YAML_DOUBLE_QUOTED, 1);
  g_string_append_len (out, piece.head->str, (gssize) piece.head->len);
  g_string_append_len (out, piece.body->str, (gssize) piece.body->len);
  append_line (out, &flat, 0);
  troupe_yaml_piece_clear (&piece);
}
