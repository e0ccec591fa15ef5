/* troupe-test-assertion.c: condition that the result of a tested run has to fulfil
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-assertion"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-lint.h"
#include "troupe-sanitize-text.h"
#include "troupe-test-assertion.h"

/* The largest number of characters of a value in a message. */
#define MAX_SHOWN 200

struct _TroupeTestAssertion
{
  char *text;
  TroupeCelProgram *program;
  gboolean is_of_error;
};

/* The order is that of ROOT_KINDS; `error` is the last one. */
static const TroupeCelRoot roots[] = {
  { "outputs", FALSE }, { "state", FALSE }, { "path", FALSE },  { "calls", FALSE },
  { "cost", FALSE },    { "time", FALSE },  { "final", FALSE }, { "inputs", FALSE },
  { "text", FALSE },    { "json", FALSE },  { "error", FALSE }, { NULL, FALSE },
};

static const TroupeCelKinds root_kinds[] = {
  TROUPE_CEL_KIND_MAP,    TROUPE_CEL_KIND_UNKNOWN, TROUPE_CEL_KIND_LIST,    TROUPE_CEL_KIND_MAP,
  TROUPE_CEL_KIND_DOUBLE, TROUPE_CEL_KIND_DOUBLE,  TROUPE_CEL_KIND_UNKNOWN, TROUPE_CEL_KIND_UNKNOWN,
  TROUPE_CEL_KIND_STRING, TROUPE_CEL_KIND_UNKNOWN, TROUPE_CEL_KIND_UNKNOWN,
};

/* Returns TRUE if the expression does not compile without the root `error`. */
static gboolean
uses_error (const char *text)
{
  TroupeCelRoot others[G_N_ELEMENTS (roots)];
  g_autoptr (TroupeCelProgram) program = NULL;
  const guint n = G_N_ELEMENTS (roots);

  for (guint i = 0; i < n; i++)
    others[i] = roots[i];
  others[n - 2] = (TroupeCelRoot){ NULL, FALSE };
  program = troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, others, NULL);
  return program == NULL;
}

/* Returns the type of a root. (transfer full) (nullable): NULL if it is not known */
static TroupeCelType *
make_type (guint root)
{
  TroupeCelType *type = NULL;

  if (root_kinds[root] == TROUPE_CEL_KIND_UNKNOWN)
    return NULL;
  type = troupe_cel_type_new (root_kinds[root]);
  if (!g_str_equal (roots[root].name, "calls"))
    return type;
  troupe_cel_type_set_field (type, "total", troupe_cel_type_new (TROUPE_CEL_KIND_INTEGER));
  troupe_cel_type_set_field (type, "models", troupe_cel_type_new (TROUPE_CEL_KIND_MAP));
  troupe_cel_type_set_field (type, "tools", troupe_cel_type_new (TROUPE_CEL_KIND_MAP));
  troupe_cel_type_set_complete (type);
  return type;
}

/* Returns FALSE with an error if operands never fit, or if the result is known to be neither true nor false. */
static gboolean
check_type (TroupeCelProgram *program, GError **error)
{
  TroupeCelType *types[G_N_ELEMENTS (root_kinds)];
  g_autoptr (TroupeCelType) type = NULL;
  TroupeCelKinds kinds = TROUPE_CEL_KIND_UNKNOWN;
  gboolean fits;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    types[i] = make_type (i);
  fits = troupe_cel_type_check (program, types, error);
  type = troupe_cel_type_infer (program, types);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_clear_pointer (&types[i], troupe_cel_type_free);
  if (!fits)
    return FALSE;
  kinds = type != NULL ? troupe_cel_type_get_kinds (type) : TROUPE_CEL_KIND_UNKNOWN;
  if (kinds == TROUPE_CEL_KIND_UNKNOWN || (kinds & TROUPE_CEL_KIND_BOOLEAN) != 0)
    return TRUE;
  g_set_error_literal (
      error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION,
      _ ("The expression is neither true nor false. Compare its value, such as with "
         "==."));
  return FALSE;
}

TroupeTestAssertion *
troupe_test_assertion_new (const char *text, guint *column, GError **error)
{
  g_autoptr (TroupeCelProgram) program = NULL;
  GError *cause = NULL;
  TroupeTestAssertion *self = NULL;
  TroupeCelPlace place = { 0 };

  g_return_val_if_fail (text != NULL && column != NULL, NULL);

  *column = 0;
  program = troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, roots, &cause);
  if (program == NULL || !check_type (program, &cause))
    {
      if (troupe_cel_error_get_place (cause, &place))
        *column = place.column;
      g_propagate_error (error, cause);
      return NULL;
    }
  self = g_new0 (TroupeTestAssertion, 1);
  self->text = g_strdup (text);
  self->program = g_steal_pointer (&program);
  self->is_of_error = uses_error (text);
  return self;
}

void
troupe_test_assertion_free (TroupeTestAssertion *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->program, troupe_cel_program_unref);
  g_free (self->text);
  g_free (self);
}

const char *
troupe_test_assertion_get_text (TroupeTestAssertion *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

gboolean
troupe_test_assertion_is_of_error (TroupeTestAssertion *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_of_error;
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint index)
{
  TroupeValue *value =
      troupe_value_map_lookup_string (activation->user_data, roots[index].name, -1);

  return value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
}

/* --- Values ----------------------------------------------------------------------------------- */

/* Returns the position after a string between quotes that begins at @at. */
static const char *
skip_quoted (const char *at)
{
  const char quote = *at++;

  while (*at != '\0' && *at != quote)
    at += *at == '\\' && at[1] != '\0' ? 2 : 1;
  return *at != '\0' ? at + 1 : at;
}

/* Returns the values of the names in an expression. (transfer full) */
static char *
describe_values (const char *expression, TroupeValue *facts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *at = expression; *at != '\0';)
    {
      const char *start = at;
      g_autofree char *path = NULL;
      char *dot = NULL;

      if (*at == '\'' || *at == '"')
        {
          at = skip_quoted (at);
          continue;
        }
      while (g_ascii_isalnum (*at) || *at == '_' || *at == '.')
        at++;
      if (at == start)
        {
          at++;
          continue;
        }
      path = g_strndup (start, (gsize) (at - start));
      /* A method, such as contains(), is no part of the path. */
      dot = *at == '(' ? strrchr (path, '.') : NULL;
      if (dot != NULL)
        *dot = '\0';
      if (*at != '(' || dot != NULL)
        {
          TroupeValue *value;
          g_autofree char *json = NULL;
          g_autofree char *shown = NULL;
          g_auto (GStrv) names = NULL;

          /* Finds the value at a path such as calls.total. */
          names = g_strsplit (path, ".", -1);
          value = facts;
          for (guint i = 0; names[i] != NULL && value != NULL; i++)
            value = troupe_value_is (value, TROUPE_VALUE_MAP)
                        ? troupe_value_get_member (value, names[i])
                        : NULL;
          /* Adds “calls.total is 1” to @text, once. */
          if (value == NULL || !g_hash_table_add (seen, g_strdup (path)))
            continue;
          json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
          shown = troupe_text_shorten (json, MAX_SHOWN);
          /* Translators: the first %s is a name in an expression, the second one its value */
          g_string_append_printf (text, _ (" %s is %s."), path, shown);
        }
    }
  return g_strdup (text->str);
}

char *
troupe_test_assertion_check (TroupeTestAssertion *self, TroupeValue *facts)
{
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = facts,
                                     .now = g_get_real_time () };
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *values = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (self != NULL && facts != NULL, NULL);

  value = troupe_cel_program_evaluate (self->program, &activation, &error);
  if (value == NULL)
    /* Translators: the first %s is an expression, the second one a sentence */
    return g_strdup_printf (_ ("“%s” cannot be evaluated: %s"), self->text, error->message);
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return g_strdup_printf (_ ("“%s” is neither true nor false."), self->text);
  if (troupe_value_get_boolean (value))
    return NULL;
  values = describe_values (self->text, facts);
  /* Translators: the first %s is an expression, the second one sentences such as “calls.total is 1.”, or nothing */
  return g_strdup_printf (_ ("“%s” is false.%s"), self->text, values);
}
