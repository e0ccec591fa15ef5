/* troupe-test-assertion.c: condition that the result of a tested run has to fulfil
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-assertion"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cel-lint.h"
#include "troupe-test-assertion.h"

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

/* Returns FALSE with an error if the result is known to be neither true nor false. */
static gboolean
check_type (TroupeCelProgram *program, GError **error)
{
  TroupeCelType *types[G_N_ELEMENTS (root_kinds)];
  g_autoptr (TroupeCelType) type = NULL;
  TroupeCelKinds kinds = TROUPE_CEL_KIND_UNKNOWN;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    types[i] =
        root_kinds[i] != TROUPE_CEL_KIND_UNKNOWN ? troupe_cel_type_new (root_kinds[i]) : NULL;
  type = troupe_cel_type_infer (program, types);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_clear_pointer (&types[i], troupe_cel_type_free);
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

char *
troupe_test_assertion_check (TroupeTestAssertion *self, TroupeValue *facts)
{
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = facts,
                                     .now = g_get_real_time () };
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (self != NULL && facts != NULL, NULL);

  value = troupe_cel_program_evaluate (self->program, &activation, &error);
  if (value == NULL)
    /* Translators: the first %s is an expression, the second one a sentence */
    return g_strdup_printf (_ ("“%s” cannot be evaluated: %s"), self->text, error->message);
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return g_strdup_printf (_ ("“%s” is neither true nor false."), self->text);
  return troupe_value_get_boolean (value) ? NULL
                                          : g_strdup_printf (_ ("“%s” is false."), self->text);
}
