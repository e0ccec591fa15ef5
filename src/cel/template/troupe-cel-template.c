/* troupe-cel-template.c: compiles templates: values whose strings contain CEL expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-template"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-failure.h"
#include "troupe-cel-program.h"
#include "troupe-cel-template-private.h"
#include "troupe-limits.h"

static void
part_free (gpointer data)
{
  TroupeCelPart *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCelPart, part_free)

static TroupeCelPart *
part_new (TroupeCelPartKind kind, TroupeValue *value)
{
  TroupeCelPart *self = g_new0 (TroupeCelPart, 1);

  self->kind = kind;
  self->value = value == NULL ? NULL : troupe_value_ref (value);
  if (kind >= TROUPE_CEL_PART_TEXT)
    self->children = g_ptr_array_new_with_free_func (part_free);
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
  gboolean is_full; /* the maximum number of expressions is exceeded */
} Compiler;

/* One `${…}`. @start is the position of the dollar sign, @end the position after the brace. */
typedef struct
{
  gsize start;
  gsize end;
} Marker;

static TroupeCelPart *compile (Compiler *self, TroupeValue *value);

static void
report (Compiler *self, guint number, guint n_expressions, const GError *error)
{
  g_autofree char *path = NULL;

  g_assert (self != NULL);

  self->failed = TRUE;
  if (self->on_error == NULL)
    return;
  path = n_expressions > 1 ? g_strdup_printf ("%s (expression %u)", self->path->str, number)
                           : g_strdup (self->path->str);
  self->on_error (path, error, self->user_data);
}

/* Finds the end of the marker. Braces are counted as tokens of the language, so that braces in
 * strings and maps do not close the marker. Returns FALSE if the marker has no end. */
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
      /* An unterminated string has consumed the brace; the parser reports all other errors. */
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

/* Finds all markers of the text. Text after an unterminated marker cannot be parsed. */
static gboolean
find_markers (Compiler *self, const char *text, gsize length, GArray *markers)
{
  const char *found = find_marker_start (text, length, 0);

  g_assert (self != NULL);

  while (found != NULL)
    {
      Marker marker = { .start = (gsize) (found - text) };

      if (!find_marker_end (text, length, self->dialect, &marker))
        {
          g_autoptr (GError) error =
              troupe_cel_error_new (TROUPE_CEL_ERROR_UNTERMINATED, text, marker.start,
                                    marker.start + 2, NULL, _ ("“${” has no closing brace"));

          report (self, markers->len + 1, markers->len + 1, error);
          return FALSE;
        }
      if (self->template->programs->len + markers->len >= TROUPE_LIMIT_TEMPLATE_EXPRESSIONS)
        {
          guint number = markers->len + 1;
          g_autofree char *message =
              g_strdup_printf (_ ("the value contains more than %d expressions"),
                               TROUPE_LIMIT_TEMPLATE_EXPRESSIONS);
          g_autoptr (GError) error = troupe_cel_error_new (TROUPE_CEL_ERROR_LIMIT, text,
                                                           marker.start, marker.end, NULL, message);

          /* Reported only once, because there may be millions of expressions. */
          if (!self->is_full)
            report (self, number, number, error);
          self->is_full = TRUE;
          return FALSE;
        }
      g_array_append_val (markers, marker);
      found = find_marker_start (text, length, marker.end);
    }
  return TRUE;
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
add_literal (TroupeCelPart *text_node, const char *text, gsize start, gsize end)
{
  g_autoptr (TroupeValue) value = NULL;

  g_assert (text_node != NULL);

  if (start == end)
    return;
  value = troupe_value_new_string (text + start, (gssize) (end - start));
  g_ptr_array_add (text_node->children, part_new (TROUPE_CEL_PART_CONSTANT, value));
}

static TroupeCelPart *
compile_markers (Compiler *self, char *source, gsize length, GArray *markers)
{
  g_autoptr (TroupeCelPart) text_node = part_new (TROUPE_CEL_PART_TEXT, NULL);
  gsize position = 0;
  const Marker *first = &g_array_index (markers, Marker, 0);
  gboolean is_single = markers->len == 1 && is_blank (source, 0, first->start) &&
                       is_blank (source, first->end, length);

  for (guint i = 0; i < markers->len; i++)
    {
      const Marker *marker = &g_array_index (markers, Marker, i);
      TroupeCelPart *node = NULL;
      guint number;
      guint n_expressions;
      g_autoptr (GError) error = NULL;
      gsize start;
      gsize end;
      TroupeCelProgram *program = NULL;

      number = i + 1;
      n_expressions = markers->len;
      start = marker->start + 2;
      end = marker->end - 1;
      troupe_cel_strip (source, &start, &end);
      if (start == end)
        error = troupe_cel_error_new (TROUPE_CEL_ERROR_EMPTY, source, marker->start, marker->end,
                                      NULL, _ ("the expression between ${ and } is empty"));
      else
        program = troupe_cel_program_new (source, start, end, self->dialect, self->roots, &error);
      if (program == NULL)
        report (self, number, n_expressions, error);
      else
        {
          node = part_new (TROUPE_CEL_PART_EXPRESSION, NULL);
          node->program = self->template->programs->len;
          g_ptr_array_add (self->template->programs, program);
        }
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

/* Replaces lists and maps without expressions with constants. */
static TroupeCelPart *
simplify (TroupeCelPart *node, TroupeValue *value)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      const TroupeCelPart *child = g_ptr_array_index (node->children, i);

      if (child->kind != TROUPE_CEL_PART_CONSTANT)
        return node;
    }
  part_free (node);
  return part_new (TROUPE_CEL_PART_CONSTANT, value);
}

static TroupeCelPart *
compile_list (Compiler *self, TroupeValue *value)
{
  TroupeCelPart *node = part_new (TROUPE_CEL_PART_LIST, NULL);
  gsize path_length = self->path->len;

  g_assert (self != NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeCelPart *child;

      g_string_append_printf (self->path, "[%" G_GSIZE_FORMAT "]", i);
      child = compile (self, troupe_value_list_get (value, i));
      g_string_truncate (self->path, path_length);
      if (child != NULL)
        g_ptr_array_add (node->children, child);
    }
  return simplify (node, value);
}

static TroupeCelPart *
compile_container (Compiler *self, TroupeValue *value)
{
  TroupeCelPart *node;

  g_assert (self != NULL);

  if (self->depth >= TROUPE_LIMIT_NESTING)
    {
      g_autoptr (GError) error =
          g_error_new (TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                       _ ("the value is nested deeper than %d levels"), TROUPE_LIMIT_NESTING);

      report (self, 1, 1, error);
      return NULL;
    }
  self->depth++;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    node = compile_list (self, value);
  else
    {
      TroupeCelPart *map = part_new (TROUPE_CEL_PART_MAP, value);
      gsize path_length = self->path->len;

      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          const TroupeValue *key = troupe_value_map_get_key (value, i);
          TroupeCelPart *child;

          if (troupe_value_is (key, TROUPE_VALUE_STRING))
            g_string_append_printf (self->path, ".%s", troupe_value_get_string (key, NULL));
          child = compile (self, troupe_value_map_get_value (value, i));
          g_string_truncate (self->path, path_length);
          if (child != NULL)
            g_ptr_array_add (map->children, child);
        }
      node = simplify (map, value);
    }
  self->depth--;
  return node;
}

static TroupeCelPart *
compile (Compiler *self, TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      {
        g_autoptr (GArray) markers = NULL;
        gsize length;
        const char *text = troupe_value_get_string (value, &length);
        char *source;
        TroupeCelPart *node;

        if (find_marker_start (text, length, 0) == NULL)
          return part_new (TROUPE_CEL_PART_CONSTANT, value);
        markers = g_array_new (FALSE, FALSE, sizeof (Marker));
        if (!find_markers (self, text, length, markers))
          return NULL;
        source = g_ref_string_new_len (text, (gssize) length);
        node = compile_markers (self, source, length, markers);
        g_ref_string_release (source);
        return node;
      }
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
      return compile_container (self, value);
    default:
      return part_new (TROUPE_CEL_PART_CONSTANT, value);
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
  g_clear_pointer (&self->top, part_free);
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
