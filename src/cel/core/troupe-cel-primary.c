/* troupe-cel-primary.c: CEL parser: literals, lists, maps, names and fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-primary"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-parser.h"

/* --- Literals ------------------------------------------------------------------------------------ */

/* CrewAI evaluates a literal at run time. An invalid literal, such as a number that is too
 * large, is therefore an error only at that time. */
static TroupeCelNode *
add_late_literal (TroupeCelParser *self,
                  const char *function,
                  const char *full,
                  gsize start,
                  gsize end)
{
  TroupeCelNode *node =
      troupe_cel_parser_add_constant (self, start, end, troupe_value_new_string (full, -1));

  if (node != NULL)
    node = troupe_cel_parser_add (self, TROUPE_CEL_NODE_CALL, start, end, &node, 1);
  if (node != NULL)
    troupe_cel_node_set_name (node, function, strlen (function));
  return node;
}

TroupeCelNode *
troupe_cel_parse_number (TroupeCelParser *self, gsize start, gboolean is_negative)
{
  TroupeCelLexeme lexeme = self->lexeme;
  gboolean is_unsigned = lexeme.kind == TROUPE_CEL_LEXEME_UNSIGNED;
  g_autofree char *text =
      g_strndup (self->source + lexeme.start, lexeme.end - lexeme.start - (is_unsigned ? 1 : 0));
  TroupeValue *value;

  if (lexeme.kind == TROUPE_CEL_LEXEME_DOUBLE)
    {
      double number = g_ascii_strtod (text, NULL);

      value = troupe_value_new_double (is_negative ? -number : number);
    }
  else
    {
      gboolean is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
      const char *digits = is_hexadecimal ? text + 2 : text;
      guint base = is_hexadecimal ? 16 : 10;
      guint64 limit = is_unsigned ? G_MAXUINT64 : (guint64) G_MAXINT64 + (is_negative ? 1 : 0);
      guint64 number;

      if (!g_ascii_string_to_unsigned (digits, base, 0, limit, &number, NULL))
        value = NULL;
      else if (is_unsigned)
        value = troupe_value_new_unsigned (number);
      else
        value = troupe_value_new_integer (is_negative ? (gint64) -number : (gint64) number);
    }
  if (value == NULL && self->lexer.dialect == TROUPE_CEL_CREWAI)
    {
      g_autofree char *full = g_strconcat (is_negative ? "-" : "", text, NULL);

      troupe_cel_parser_advance (self);
      return add_late_literal (self, is_unsigned ? "uint" : "int", full, lexeme.start, lexeme.end);
    }
  if (value == NULL)
    {
      troupe_cel_parser_fail (self, start, lexeme.end,
                              _ ("the number %s%s does not fit in 64 bits"), is_negative ? "-" : "",
                              text);
      return NULL;
    }
  troupe_cel_parser_advance (self);
  return troupe_cel_parser_add_constant (self, start, lexeme.end, value);
}

static TroupeCelNode *
parse_string (TroupeCelParser *self)
{
  TroupeCelLexeme lexeme = self->lexeme;
  gsize bad_start, bad_end;
  gboolean is_late = FALSE;
  const char *problem = NULL;
  TroupeValue *value =
      troupe_cel_literal_read (self->source + lexeme.start, lexeme.end - lexeme.start,
                               self->lexer.dialect, &bad_start, &bad_end, &is_late, &problem);

  if (value == NULL && is_late)
    {
      g_autofree char *text = g_strndup (self->source + lexeme.start, lexeme.end - lexeme.start);

      troupe_cel_parser_advance (self);
      return add_late_literal (self, TROUPE_CEL_CREWAI_LITERAL, text, lexeme.start, lexeme.end);
    }
  if (value == NULL)
    {
      troupe_cel_parser_fail (self, lexeme.start + bad_start, lexeme.start + bad_end, "%s",
                              problem);
      return NULL;
    }
  troupe_cel_parser_advance (self);
  return troupe_cel_parser_add_constant (self, lexeme.start, lexeme.end, value);
}

/* --- Lists, maps, arguments ---------------------------------------------------------------------- */

/* Parses the comma-separated expressions between brackets, or pairs of expressions if @pairs. */
static gboolean
parse_elements (TroupeCelParser *self, char closing, gboolean pairs, GPtrArray *elements)
{
  gboolean may_trail = closing != ')' && self->lexer.dialect == TROUPE_CEL_SPEC;

  troupe_cel_parser_advance (self);
  while (!troupe_cel_parser_is_sign (self, closing))
    {
      gboolean is_optional = troupe_cel_parser_is_sign (self, '?') && closing != ')';
      TroupeCelNode *element;

      /* Parses one expression, or a pair of expressions if @pairs. A preceding question mark
       * makes the element optional. */
      if (is_optional && self->lexer.dialect == TROUPE_CEL_CREWAI)
        {
          troupe_cel_parser_fail_here (self,
                                       _ ("an element (optional elements are not supported)"));
          return FALSE;
        }
      if (is_optional)
        troupe_cel_parser_advance (self);
      if ((element = troupe_cel_parse_expression (self)) == NULL)
        return FALSE;
      g_ptr_array_add (elements, element);
      if (pairs)
        {
          if (!troupe_cel_parser_expect (self, ':') ||
              (element = troupe_cel_parse_expression (self)) == NULL)
            return FALSE;
          g_ptr_array_add (elements, element);
        }
      element->is_optional = is_optional;
      if (troupe_cel_parser_is_sign (self, closing))
        break;
      if (!troupe_cel_parser_is_sign (self, ','))
        {
          g_autofree char *expected = g_strdup_printf (_ ("a comma or %c"), closing);

          troupe_cel_parser_fail_here (self, expected);
          return FALSE;
        }
      troupe_cel_parser_advance (self);
      if (troupe_cel_parser_is_sign (self, closing) && !may_trail)
        {
          troupe_cel_parser_fail_here (self, _ ("another expression"));
          return FALSE;
        }
    }
  troupe_cel_parser_advance (self);
  return TRUE;
}

static TroupeCelNode *
parse_brackets (TroupeCelParser *self, TroupeCelNodeKind kind, char closing)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  gsize start = self->lexeme.start;

  g_assert (self != NULL);

  if (!parse_elements (self, closing, kind == TROUPE_CEL_NODE_MAP, elements))
    return NULL;
  return troupe_cel_parser_add (self, kind, start, self->previous_end,
                                (TroupeCelNode **) elements->pdata, elements->len);
}

/* Parses name(…) or receiver.name(…); the current lexeme is the opening parenthesis. */
static TroupeCelNode *
parse_call (TroupeCelParser *self,
            TroupeCelNode *receiver,
            const TroupeCelLexeme *name,
            gboolean is_absolute)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  TroupeCelNode *call;

  g_assert (self != NULL);

  if (receiver != NULL)
    g_ptr_array_add (elements, receiver);
  if (!parse_elements (self, ')', FALSE, elements))
    return NULL;
  /* In CrewAI's dialect a call that begins with a dot is never executed. Its result is the value
   * of the name, regardless of the arguments. Names in the arguments are still resolved. */
  if (is_absolute && self->lexer.dialect == TROUPE_CEL_CREWAI)
    {
      call = troupe_cel_parser_add (self, TROUPE_CEL_NODE_NAME, name->start, name->end,
                                    (TroupeCelNode **) elements->pdata, elements->len);
      if (call == NULL)
        return NULL;
      call->absolute = TRUE;
      troupe_cel_node_set_name (call, self->source + name->start, name->end - name->start);
      return call;
    }
  call =
      troupe_cel_parser_add (self, receiver != NULL ? TROUPE_CEL_NODE_METHOD : TROUPE_CEL_NODE_CALL,
                             name->start, self->previous_end, (TroupeCelNode **) elements->pdata,
                             elements->len);
  if (call == NULL)
    return NULL;
  troupe_cel_node_set_name (call, self->source + name->start, name->end - name->start);
  return troupe_cel_macro_expand (self, call);
}

/* --- Names and members ------------------------------------------------------------------------ */

static gboolean
is_reserved (const TroupeCelParser *self)
{
  static const char *const words[] = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",    "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (troupe_cel_parser_is_word (self, words[i]))
        return TRUE;
    }
  return FALSE;
}

static TroupeCelNode *
parse_name (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  gboolean is_absolute = troupe_cel_parser_is_sign (self, '.');
  TroupeCelLexeme name;
  TroupeCelNode *node;

  if (is_absolute)
    troupe_cel_parser_advance (self);
  if (self->lexeme.kind != TROUPE_CEL_LEXEME_NAME ||
      (self->lexer.dialect == TROUPE_CEL_SPEC
           ? troupe_cel_parser_is_word (self, "in")
           : troupe_cel_parser_is_word (self, "true") || troupe_cel_parser_is_word (self, "false")))
    return troupe_cel_parser_fail_here (self, _ ("a name"));
  if (self->lexer.dialect == TROUPE_CEL_SPEC && is_reserved (self))
    return troupe_cel_parser_fail_here (self, _ ("a name that is not a reserved word"));
  name = self->lexeme;
  troupe_cel_parser_advance (self);
  if (troupe_cel_parser_is_sign (self, '('))
    return parse_call (self, NULL, &name, is_absolute);
  node = troupe_cel_parser_add (self, TROUPE_CEL_NODE_NAME, start, name.end, NULL, 0);
  if (node == NULL)
    return NULL;
  node->absolute = is_absolute;
  troupe_cel_node_set_name (node, self->source + name.start, name.end - name.start);
  return node;
}

static TroupeCelNode *
parse_primary (TroupeCelParser *self)
{
  static const char *const words[] = { "true", "false", "null" };
  TroupeCelLexeme lexeme = self->lexeme;

  switch (lexeme.kind)
    {
    case TROUPE_CEL_LEXEME_INTEGER:
    case TROUPE_CEL_LEXEME_UNSIGNED:
    case TROUPE_CEL_LEXEME_DOUBLE:
      return troupe_cel_parse_number (self, lexeme.start, FALSE);
    case TROUPE_CEL_LEXEME_STRING:
    case TROUPE_CEL_LEXEME_BYTES:
      return parse_string (self);
    case TROUPE_CEL_LEXEME_NAME:
      for (guint i = 0; i < G_N_ELEMENTS (words); i++)
        {
          if (!troupe_cel_parser_is_word (self, words[i]))
            continue;
          troupe_cel_parser_advance (self);
          return troupe_cel_parser_add_constant (self, lexeme.start, lexeme.end,
                                                 i == 2 ? troupe_value_new_null ()
                                                        : troupe_value_new_boolean (i == 0));
        }
      return parse_name (self);
    default:
      break;
    }
  if (troupe_cel_parser_is_sign (self, '.'))
    return parse_name (self);
  if (troupe_cel_parser_is_sign (self, '['))
    return parse_brackets (self, TROUPE_CEL_NODE_LIST, ']');
  if (troupe_cel_parser_is_sign (self, '{'))
    return parse_brackets (self, TROUPE_CEL_NODE_MAP, '}');
  if (troupe_cel_parser_is_sign (self, '('))
    {
      TroupeCelNode *node;

      troupe_cel_parser_advance (self);
      node = troupe_cel_parse_expression (self);
      return node != NULL && troupe_cel_parser_expect (self, ')') ? node : NULL;
    }
  return troupe_cel_parser_fail_here (self, _ ("a value"));
}

static gboolean
is_forbidden_field (const TroupeCelParser *self)
{
  return troupe_cel_parser_is_word (self, "true") || troupe_cel_parser_is_word (self, "false") ||
         (self->lexer.dialect == TROUPE_CEL_SPEC &&
          (troupe_cel_parser_is_word (self, "in") || troupe_cel_parser_is_word (self, "null")));
}

static TroupeCelNode *
parse_selection (TroupeCelParser *self, TroupeCelNode *operand)
{
  TroupeCelLexeme name;
  gboolean is_quoted, is_optional;
  TroupeCelNode *node;

  troupe_cel_parser_advance (self);
  is_optional = troupe_cel_parser_is_sign (self, '?');
  if (is_optional && self->lexer.dialect == TROUPE_CEL_CREWAI)
    return troupe_cel_parser_fail_here (self,
                                        _ ("a field name (optional fields are not supported)"));
  if (is_optional)
    troupe_cel_parser_advance (self);
  is_quoted = self->lexeme.kind == TROUPE_CEL_LEXEME_QUOTED;
  if ((self->lexeme.kind != TROUPE_CEL_LEXEME_NAME && !is_quoted) || is_forbidden_field (self))
    return troupe_cel_parser_fail_here (self, _ ("a field name"));
  name = self->lexeme;
  troupe_cel_parser_advance (self);
  if (troupe_cel_parser_is_sign (self, '(') && !is_quoted && !is_optional)
    return parse_call (self, operand, &name, FALSE);
  node =
      troupe_cel_parser_add (self,
                             is_optional ? TROUPE_CEL_NODE_OPTIONAL_SELECT : TROUPE_CEL_NODE_SELECT,
                             name.start, name.end, &operand, 1);
  if (node == NULL)
    return NULL;
  if (is_quoted)
    {
      name.start++;
      name.end--;
    }
  troupe_cel_node_set_name (node, self->source + name.start, name.end - name.start);
  node->constant = troupe_value_new_string (node->name, node->name_length);
  return node;
}

/* Parses `name{field: value}`, which constructs a message. CrewAI parses such an expression but
 * fails to evaluate it, because CrewAI has no messages. */
static TroupeCelNode *
parse_message (TroupeCelParser *self, TroupeCelNode *type)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  gsize start = self->lexeme.start;
  TroupeCelNode *node;

  g_ptr_array_add (parts, type);
  do
    {
      troupe_cel_parser_advance (self);
      if (parts->len == 1 && troupe_cel_parser_is_sign (self, '}'))
        break;
      if (self->lexeme.kind != TROUPE_CEL_LEXEME_NAME)
        return troupe_cel_parser_fail_here (self, _ ("a field name"));
      troupe_cel_parser_advance (self);
      if (!troupe_cel_parser_expect (self, ':') ||
          (node = troupe_cel_parse_expression (self)) == NULL)
        return NULL;
      g_ptr_array_add (parts, node);
    }
  while (troupe_cel_parser_is_sign (self, ','));
  if (!troupe_cel_parser_expect (self, '}'))
    return NULL;
  node = troupe_cel_parser_add (self, TROUPE_CEL_NODE_CALL, start, self->previous_end,
                                (TroupeCelNode **) parts->pdata, parts->len);
  if (node != NULL)
    troupe_cel_node_set_name (node, "{}", 2);
  return node;
}

TroupeCelNode *
troupe_cel_parse_member (TroupeCelParser *self)
{
  TroupeCelNode *node = parse_primary (self);

  while (node != NULL)
    {
      if (troupe_cel_parser_is_sign (self, '.'))
        node = parse_selection (self, node);
      else if (troupe_cel_parser_is_sign (self, '['))
        {
          TroupeCelNode *children[2] = { node, NULL };
          gboolean is_optional;
          TroupeCelNode *result = NULL;

          troupe_cel_parser_advance (self);
          is_optional = troupe_cel_parser_is_sign (self, '?');
          if (is_optional && self->lexer.dialect == TROUPE_CEL_CREWAI)
            result =
                troupe_cel_parser_fail_here (self,
                                             _ ("an index (optional indexes are not supported)"));
          else
            {
              if (is_optional)
                troupe_cel_parser_advance (self);
              children[1] = troupe_cel_parse_expression (self);
              if (children[1] != NULL && troupe_cel_parser_expect (self, ']'))
                result = troupe_cel_parser_add (
                    self, is_optional ? TROUPE_CEL_NODE_OPTIONAL_INDEX : TROUPE_CEL_NODE_INDEX,
                    children[1]->start, children[1]->end, children, 2);
            }
          node = result;
        }
      else if (troupe_cel_parser_is_sign (self, '{') && self->lexer.dialect == TROUPE_CEL_CREWAI)
        node = parse_message (self, node);
      else if (troupe_cel_parser_is_sign (self, '{'))
        return troupe_cel_parser_fail_here (self, _ ("an operator (messages are not supported)"));
      else
        break;
    }
  return node;
}
