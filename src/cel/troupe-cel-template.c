/* troupe-cel-template.c: values whose texts hold expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-template"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-cel-private.h"

typedef enum
{
  NODE_CONSTANT,
  NODE_EXPRESSION, /* one `${…}` and nothing else */
  NODE_TEXT,       /* children: constants and expressions */
  NODE_LIST,
  NODE_MAP,
} NodeKind;

typedef struct _Node Node;
struct _Node
{
  NodeKind kind;
  TroupeValue *value; /* of a constant; of a map, the keys are taken from it */
  guint program;
  GPtrArray *children;
};

struct _TroupeCelTemplate
{
  gatomicrefcount ref_count;
  Node *top;
  GPtrArray *programs;
};

static void
node_free (gpointer data)
{
  Node *self = data;

  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Node, node_free)

static Node *
node_new (NodeKind kind, TroupeValue *value)
{
  Node *self = g_new0 (Node, 1);

  self->kind = kind;
  self->value = value == NULL ? NULL : troupe_value_ref (value);
  if (kind >= NODE_TEXT)
    self->children = g_ptr_array_new_with_free_func (node_free);
  return self;
}

/* --- Compiling ----------------------------------------------------------------------------------- */

typedef struct
{
  TroupeCelTemplate *template;
  TroupeCelDialect dialect;
  const TroupeCelRoot *roots;
  TroupeCelTemplateErrorFunc on_error;
  gpointer user_data;
  GString *path;
  guint depth;
  gboolean failed;
} Compiler;

/* One `${…}`: start is at the dollar, end behind the brace. */
typedef struct
{
  gsize start;
  gsize end;
} Marker;

static Node *compile (Compiler *self, TroupeValue *value);

static void
report (Compiler *self, guint number, guint n_expressions, const GError *error)
{
  g_autofree char *path = NULL;

  self->failed = TRUE;
  if (self->on_error == NULL)
    return;
  path = n_expressions > 1 ? g_strdup_printf ("%s (expression %u)", self->path->str, number)
                           : g_strdup (self->path->str);
  self->on_error (path, error, self->user_data);
}

/* The end of the marker: braces are counted as words of the language, so that those in texts and maps
 * do not close it. FALSE: there is none. */
static gboolean
find_marker_end (const char *text, gsize length, TroupeCelDialect dialect, Marker *marker)
{
  TroupeCelLexer lexer = {
    .text = text, .length = length, .position = marker->start + 2, .dialect = dialect
  };
  guint depth = 0;

  for (;;)
    {
      TroupeCelLexeme lexeme = troupe_cel_lexer_next (&lexer);

      marker->end = lexeme.end;
      if (lexeme.kind == TROUPE_CEL_LEXEME_END)
        return FALSE;
      /* A text without its closing mark has swallowed the brace; other nonsense is told by the parser. */
      if (lexeme.kind == TROUPE_CEL_LEXEME_BAD && strchr ("\"'rRbB", text[lexeme.start]) != NULL)
        return FALSE;
      if (lexeme.kind != TROUPE_CEL_LEXEME_SIGN)
        continue;
      if (lexeme.sign == '{')
        depth++;
      else if (lexeme.sign == '}' && depth-- == 0)
        return TRUE;
    }
}

static const char *
find_marker_start (const char *text, gsize length, gsize from)
{
  return memmem (text + from, length - from, "${", 2);
}

/* All markers of the text; whatever stands behind one without an end cannot be read. */
static gboolean
find_markers (Compiler *self, const char *text, gsize length, GArray *markers)
{
  const char *found = find_marker_start (text, length, 0);

  while (found != NULL)
    {
      Marker marker = { .start = (gsize) (found - text) };

      if (!find_marker_end (text, length, self->dialect, &marker))
        {
          g_autoptr (GError) error =
              troupe_cel_error_new (TROUPE_CEL_ERROR_UNTERMINATED, text, marker.start,
                                    marker.start + 2, NULL, _ ("this ${ has no closing brace"));

          report (self, markers->len + 1, markers->len + 1, error);
          return FALSE;
        }
      g_array_append_val (markers, marker);
      found = find_marker_start (text, length, marker.end);
    }
  return TRUE;
}

static Node *
compile_expression (Compiler *self,
                    char *source,
                    const Marker *marker,
                    guint number,
                    guint n_expressions)
{
  g_autoptr (GError) error = NULL;
  gsize start = marker->start + 2;
  gsize end = marker->end - 1;
  TroupeCelProgram *program = NULL;
  Node *node;

  while (start < end && g_ascii_isspace (source[start]))
    start++;
  while (end > start && g_ascii_isspace (source[end - 1]))
    end--;
  if (start == end)
    error = troupe_cel_error_new (TROUPE_CEL_ERROR_EMPTY, source, marker->start, marker->end, NULL,
                                  _ ("there is no expression between ${ and }"));
  else
    program = troupe_cel_program_new (source, start, end, self->dialect, self->roots, &error);
  if (program == NULL)
    {
      report (self, number, n_expressions, error);
      return NULL;
    }
  node = node_new (NODE_EXPRESSION, NULL);
  node->program = self->template->programs->len;
  g_ptr_array_add (self->template->programs, program);
  return node;
}

static gboolean
is_blank (const char *text, gsize start, gsize end)
{
  while (start < end)
    {
      if (!g_unichar_isspace (g_utf8_get_char (text + start)))
        return FALSE;
      start = (gsize) (g_utf8_next_char (text + start) - text);
    }
  return TRUE;
}

static void
add_literal (Node *text_node, const char *text, gsize start, gsize end)
{
  g_autoptr (TroupeValue) value = NULL;

  if (start == end)
    return;
  value = troupe_value_new_string (text + start, (gssize) (end - start));
  g_ptr_array_add (text_node->children, node_new (NODE_CONSTANT, value));
}

static Node *
compile_markers (Compiler *self, char *source, gsize length, GArray *markers)
{
  g_autoptr (Node) text_node = node_new (NODE_TEXT, NULL);
  gsize position = 0;
  const Marker *first = &g_array_index (markers, Marker, 0);
  gboolean is_single = markers->len == 1 && is_blank (source, 0, first->start) &&
                       is_blank (source, first->end, length);

  for (guint i = 0; i < markers->len; i++)
    {
      const Marker *marker = &g_array_index (markers, Marker, i);
      Node *node = compile_expression (self, source, marker, i + 1, markers->len);

      if (is_single)
        return node;
      add_literal (text_node, source, position, marker->start);
      position = marker->end;
      if (node != NULL)
        g_ptr_array_add (text_node->children, node);
    }
  add_literal (text_node, source, position, length);
  return g_steal_pointer (&text_node);
}

static Node *
compile_text (Compiler *self, TroupeValue *value)
{
  g_autoptr (GArray) markers = NULL;
  gsize length;
  const char *text = troupe_value_get_string (value, &length);
  char *source;
  Node *node;

  if (find_marker_start (text, length, 0) == NULL)
    return node_new (NODE_CONSTANT, value);
  markers = g_array_new (FALSE, FALSE, sizeof (Marker));
  if (!find_markers (self, text, length, markers))
    return NULL;
  source = g_ref_string_new_len (text, (gssize) length);
  node = compile_markers (self, source, length, markers);
  g_ref_string_release (source);
  return node;
}

/* Lists and maps in which nothing has to be computed stay as they are. */
static Node *
simplify (Node *node, TroupeValue *value)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      const Node *child = g_ptr_array_index (node->children, i);

      if (child->kind != NODE_CONSTANT)
        return node;
    }
  node_free (node);
  return node_new (NODE_CONSTANT, value);
}

static Node *
compile_list (Compiler *self, TroupeValue *value)
{
  Node *node = node_new (NODE_LIST, NULL);
  gsize path_length = self->path->len;

  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      Node *child;

      g_string_append_printf (self->path, "[%" G_GSIZE_FORMAT "]", i);
      child = compile (self, troupe_value_list_get (value, i));
      g_string_truncate (self->path, path_length);
      if (child != NULL)
        g_ptr_array_add (node->children, child);
    }
  return simplify (node, value);
}

static Node *
compile_map (Compiler *self, TroupeValue *value)
{
  Node *node = node_new (NODE_MAP, value);
  gsize path_length = self->path->len;

  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      const TroupeValue *key = troupe_value_map_get_key (value, i);
      Node *child;

      if (troupe_value_is (key, TROUPE_VALUE_STRING))
        g_string_append_printf (self->path, ".%s", troupe_value_get_string (key, NULL));
      child = compile (self, troupe_value_map_get_value (value, i));
      g_string_truncate (self->path, path_length);
      if (child != NULL)
        g_ptr_array_add (node->children, child);
    }
  return simplify (node, value);
}

static Node *
compile_container (Compiler *self, TroupeValue *value)
{
  Node *node;

  if (self->depth >= TROUPE_LIMIT_NESTING)
    {
      g_autoptr (GError) error =
          g_error_new (TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                       _ ("the value is nested deeper than %d levels"), TROUPE_LIMIT_NESTING);

      report (self, 1, 1, error);
      return NULL;
    }
  self->depth++;
  node = troupe_value_is (value, TROUPE_VALUE_LIST) ? compile_list (self, value)
                                                    : compile_map (self, value);
  self->depth--;
  return node;
}

static Node *
compile (Compiler *self, TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return compile_text (self, value);
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
      return compile_container (self, value);
    default:
      return node_new (NODE_CONSTANT, value);
    }
}

TroupeCelTemplate *
troupe_cel_template_compile (TroupeValue *value,
                             TroupeCelDialect dialect,
                             const TroupeCelRoot *roots,
                             TroupeCelTemplateErrorFunc on_error,
                             gpointer user_data)
{
  g_autoptr (TroupeCelTemplate) self = NULL;
  g_autoptr (GString) path = NULL;
  Compiler compiler = {
    .dialect = dialect,
    .roots = roots,
    .on_error = on_error,
    .user_data = user_data,
  };

  g_return_val_if_fail (value != NULL, NULL);

  compiler.path = path = g_string_new (NULL);
  compiler.template = self = g_new0 (TroupeCelTemplate, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->programs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_cel_program_unref);
  self->top = compile (&compiler, value);
  return compiler.failed ? NULL : g_steal_pointer (&self);
}

TroupeCelTemplate *
troupe_cel_template_ref (TroupeCelTemplate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_cel_template_unref (TroupeCelTemplate *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->top, node_free);
  g_clear_pointer (&self->programs, g_ptr_array_unref);
  g_free (self);
}

guint
troupe_cel_template_get_n_programs (TroupeCelTemplate *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->programs->len;
}

TroupeCelProgram *
troupe_cel_template_get_program (TroupeCelTemplate *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->programs->len, NULL);

  return g_ptr_array_index (self->programs, index);
}

/* --- Rendering ----------------------------------------------------------------------------------- */

typedef struct
{
  TroupeCelTemplate *template;
  TroupeCelActivation *activation;
  TroupeCelActivateFunc activate;
  gpointer user_data;
  GError **error;
} Renderer;

static TroupeValue *render (Renderer *self, const Node *node);

/* A template may hold many expressions: the message says which one. */
static void
fail (Renderer *self, TroupeCelProgram *program, const GError *cause)
{
  TroupeCelPlace place = { .start = program->start, .end = program->end };
  g_autofree char *shown =
      g_utf8_substring (program->text, 0, MIN (g_utf8_strlen (program->text, -1), 60));
  g_autofree char *message =
      g_strdup_printf (_ ("the expression “%s%s” failed: %s"), shown,
                       strlen (shown) < strlen (program->text) ? "…" : "", cause->message);

  troupe_cel_error_get_place (cause, &place);
  g_propagate_error (self->error,
                     troupe_cel_error_new (cause->code, program->source, place.start, place.end,
                                           troupe_cel_error_get_word (cause), message));
}

static TroupeValue *
render_expression (Renderer *self, const Node *node)
{
  TroupeCelProgram *program = g_ptr_array_index (self->template->programs, node->program);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *result = NULL;

  if (self->activate != NULL)
    self->activate (self->activation, node->program, self->user_data);
  value = troupe_cel_program_evaluate (program, self->activation, &error);
  if (value != NULL)
    result = troupe_cel_value_to_json (value, program->dialect, &error);
  if (result == NULL)
    fail (self, program, error);
  return result;
}

static void
append_value (GString *out, const TroupeValue *value)
{
  gsize length;
  const char *text;
  double number;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return;
    case TROUPE_VALUE_STRING:
      text = troupe_value_get_string (value, &length);
      g_string_append_len (out, text, (gssize) length);
      return;
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (value);
      if (!isfinite (number))
        {
          g_string_append (out, isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
          return;
        }
      break;
    default:
      break;
    }
  troupe_value_append_json (value, TROUPE_JSON_SPACED, out);
}

static TroupeValue *
render_text (Renderer *self, const Node *node)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < node->children->len; i++)
    {
      g_autoptr (TroupeValue) value = render (self, g_ptr_array_index (node->children, i));

      if (value == NULL)
        return NULL;
      append_value (out, value);
      if (out->len > TROUPE_CEL_MAX_RESULT)
        {
          g_set_error_literal (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                               _ ("the text that the template makes is too large"));
          return NULL;
        }
    }
  return troupe_value_new_string (out->str, (gssize) out->len);
}

static TroupeValue *
render_list (Renderer *self, const Node *node)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *list;

  for (guint i = 0; i < node->children->len; i++)
    {
      TroupeValue *item = render (self, g_ptr_array_index (node->children, i));

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  return list;
}

static TroupeValue *
render_map (Renderer *self, const Node *node)
{
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < node->children->len; i++)
    {
      TroupeValue *value = render (self, g_ptr_array_index (node->children, i));

      if (value == NULL)
        return NULL;
      troupe_map_builder_add_key (
          &builder, troupe_value_ref (troupe_value_map_get_key (node->value, i)), value);
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
render (Renderer *self, const Node *node)
{
  switch (node->kind)
    {
    case NODE_CONSTANT:
      return troupe_value_ref (node->value);
    case NODE_EXPRESSION:
      return render_expression (self, node);
    case NODE_TEXT:
      return render_text (self, node);
    case NODE_LIST:
      return render_list (self, node);
    case NODE_MAP:
      return render_map (self, node);
    default:
      g_assert_not_reached ();
    }
}

TroupeValue *
troupe_cel_template_render (TroupeCelTemplate *self,
                            TroupeCelActivation *activation,
                            TroupeCelActivateFunc activate,
                            gpointer user_data,
                            GError **error)
{
  Renderer renderer = { self, activation, activate, user_data, error };

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (activation != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return render (&renderer, self->top);
}
