/* troupe-cel-program.c: compiled CEL program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-program"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-failure.h"
#include "troupe-cel-parser.h"
#include "troupe-cel-program.h"

static void
reference_clear (gpointer data)
{
  TroupeCelReference *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->name, g_free);
}

TroupeCelProgram *
troupe_cel_program_new (char *source,
                        gsize start,
                        gsize end,
                        TroupeCelDialect dialect,
                        const TroupeCelRoot *roots,
                        GError **error)
{
  g_autoptr (TroupeCelProgram) self = g_new0 (TroupeCelProgram, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->dialect = dialect;
  self->source = g_ref_string_acquire (source);
  self->text = g_strndup (source + start, end - start);
  self->start = start;
  self->end = end;
  self->references = g_array_new (FALSE, FALSE, sizeof (TroupeCelReference));
  g_array_set_clear_func (self->references, reference_clear);
  troupe_cel_tree_init (&self->tree);
  while (roots != NULL && roots[self->n_roots].name != NULL)
    self->n_roots++;
  self->root_names = g_new0 (char *, self->n_roots + 1);
  self->uses_root = g_new0 (gboolean, self->n_roots + 1);
  for (guint i = 0; i < self->n_roots; i++)
    self->root_names[i] = g_strdup (roots[i].name);
  self->top = troupe_cel_parse (&self->tree, source, start, end, dialect, error);
  if (self->top == NULL || !troupe_cel_program_resolve (self, roots, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCelProgram *
troupe_cel_compile (const char *text,
                    gssize length,
                    TroupeCelDialect dialect,
                    const TroupeCelRoot *roots,
                    GError **error)
{
  g_autofree char *valid = NULL;
  char *source;
  TroupeCelProgram *program;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (length < 0)
    length = (gssize) strlen (text);
  /* Strings inside an expression become values, which must be UTF-8. */
  if (!troupe_cel_text_is_valid (text, (gsize) length))
    {
      valid = g_utf8_make_valid (text, length);
      text = valid;
      length = (gssize) strlen (valid);
    }
  source = g_ref_string_new_len (text, length);
  program = troupe_cel_program_new (source, 0, (gsize) length, dialect, roots, error);
  g_ref_string_release (source);
  return program;
}

/* The characters that Python's strip() removes: Unicode white space and the four ASCII
 * separators. */
gboolean
troupe_cel_is_blank (gunichar letter)
{
  return g_unichar_isspace (letter) || letter == '\v' || (letter >= 0x1c && letter <= 0x1f) ||
         letter == 0x85;
}

void
troupe_cel_strip (const char *text, gsize *start, gsize *end)
{
  while (*start < *end && troupe_cel_is_blank (g_utf8_get_char (text + *start)))
    *start = (gsize) (g_utf8_next_char (text + *start) - text);
  while (*end > *start && troupe_cel_is_blank (g_utf8_get_char (g_utf8_prev_char (text + *end))))
    *end = (gsize) (g_utf8_prev_char (text + *end) - text);
}

void
troupe_cel_unwrap (const char *text, gsize *start, gsize *end)
{
  troupe_cel_strip (text, start, end);
  /* CrewAI checks only the two ends. Therefore `${a} + ${b}` loses its first `${` and its last
   * brace, and is then not a valid expression (doc/flow-semantics.md §7). */
  if (*end - *start < 3 || text[*start] != '$' || text[*start + 1] != '{' || text[*end - 1] != '}')
    return;
  *start += 2;
  (*end)--;
  troupe_cel_strip (text, start, end);
}

TroupeCelProgram *
troupe_cel_compile_field (const char *text,
                          TroupeCelDialect dialect,
                          const TroupeCelRoot *roots,
                          GError **error)
{
  g_autofree char *valid = NULL;
  gsize start = 0;
  gsize end;
  char *source;
  TroupeCelProgram *program;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  end = strlen (valid);
  troupe_cel_unwrap (valid, &start, &end);
  if (start == end)
    {
      g_propagate_error (error, troupe_cel_error_new (TROUPE_CEL_ERROR_EMPTY, valid, start, end,
                                                      NULL, _ ("the expression is empty")));
      return NULL;
    }
  source = g_ref_string_new_len (valid, (gssize) strlen (valid));
  program = troupe_cel_program_new (source, start, end, dialect, roots, error);
  g_ref_string_release (source);
  return program;
}

TroupeCelProgram *
troupe_cel_program_ref (TroupeCelProgram *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_cel_program_unref (TroupeCelProgram *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  troupe_cel_tree_clear (&self->tree);
  g_clear_pointer (&self->source, g_ref_string_release);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->references, g_array_unref);
  g_clear_pointer (&self->root_names, g_strfreev);
  g_clear_pointer (&self->uses_root, g_free);
  g_free (self);
}

const char *
troupe_cel_program_get_text (TroupeCelProgram *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

guint
troupe_cel_program_get_n_references (TroupeCelProgram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->references->len;
}

const char *
troupe_cel_program_get_reference (TroupeCelProgram *self,
                                  guint index,
                                  guint *root,
                                  TroupeCelPlace *place)
{
  const TroupeCelReference *reference;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->references->len, NULL);

  reference = &g_array_index (self->references, TroupeCelReference, index);
  if (root != NULL)
    *root = reference->root;
  if (place != NULL)
    troupe_cel_place_locate (self->source, reference->start, reference->end, place);
  return reference->name;
}

gboolean
troupe_cel_program_uses_root (TroupeCelProgram *self, guint root)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (root < self->n_roots, FALSE);

  return self->uses_root[root];
}
