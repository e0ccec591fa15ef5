/* troupe-cel-error.c: CEL errors and their positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-error"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-evaluation.h"

typedef struct
{
  TroupeCelPlace place;
  char *word;
} TroupeCelErrorPrivate;

static void
troupe_cel_error_private_init (TroupeCelErrorPrivate *self)
{
  memset (self, 0, sizeof *self);
}

static void
troupe_cel_error_private_copy (const TroupeCelErrorPrivate *source,
                               TroupeCelErrorPrivate *destination)
{
  destination->place = source->place;
  destination->word = g_strdup (source->word);
}

static void
troupe_cel_error_private_clear (TroupeCelErrorPrivate *self)
{
  g_clear_pointer (&self->word, g_free);
}

G_DEFINE_EXTENDED_ERROR (TroupeCelError, troupe_cel_error)

/* Computes the line and column of the bytes @start to @end in @source; columns count characters. */
void
troupe_cel_place_locate (const char *source, gsize start, gsize end, TroupeCelPlace *place)
{
  const char *line_start = source;

  place->line = 1;
  place->start = start;
  place->end = end;
  for (const char *here = source; here < source + start; here++)
    {
      if (*here == '\n')
        {
          place->line++;
          line_start = here + 1;
        }
    }
  place->column = (guint) g_utf8_strlen (line_start, source + start - line_start) + 1;
}

GError *
troupe_cel_error_new (TroupeCelError code,
                      const char *source,
                      gsize start,
                      gsize end,
                      const char *word,
                      const char *message)
{
  GError *error = g_error_new_literal (TROUPE_CEL_ERROR, (int) code, message);
  TroupeCelErrorPrivate *private = troupe_cel_error_get_private (error);

  troupe_cel_place_locate (source, start, end, &private->place);
  private->word = g_strdup (word);
  return error;
}

gboolean
troupe_cel_error_get_place (const GError *error, TroupeCelPlace *place)
{
  TroupeCelErrorPrivate *private;

  g_return_val_if_fail (error != NULL, FALSE);
  g_return_val_if_fail (place != NULL, FALSE);

  if (error->domain != TROUPE_CEL_ERROR)
    return FALSE;
  private = troupe_cel_error_get_private (error);
  if (private->place.line == 0)
    return FALSE;
  *place = private->place;
  return TRUE;
}

const char *
troupe_cel_error_get_word (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain != TROUPE_CEL_ERROR)
    return NULL;
  return troupe_cel_error_get_private (error)->word;
}

/* Returns the type name that type() returns. */
const char *
troupe_cel_type_get_name (TroupeValueType type)
{
  switch (type)
    {
    case TROUPE_VALUE_NULL:
      return "null_type";
    case TROUPE_VALUE_BOOLEAN:
      return "bool";
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_BIG_INTEGER:
      return "int";
    case TROUPE_VALUE_UNSIGNED:
      return "uint";
    case TROUPE_VALUE_DOUBLE:
      return "double";
    case TROUPE_VALUE_STRING:
      return "string";
    case TROUPE_VALUE_BYTES:
      return "bytes";
    case TROUPE_VALUE_LIST:
      return "list";
    case TROUPE_VALUE_MAP:
      return "map";
    case TROUPE_VALUE_TIMESTAMP:
      return "google.protobuf.Timestamp";
    case TROUPE_VALUE_DURATION:
      return "google.protobuf.Duration";
    case TROUPE_VALUE_TYPE:
      return "type";
    default:
      g_assert_not_reached ();
    }
}

/* Returns the type name for messages. */
static const char *
get_readable_name (TroupeValueType type)
{
  if (type == TROUPE_VALUE_TIMESTAMP)
    return "timestamp";
  if (type == TROUPE_VALUE_DURATION)
    return "duration";
  if (type == TROUPE_VALUE_NULL)
    return "null";
  return troupe_cel_type_get_name (type);
}

gpointer
troupe_cel_fail (TroupeCelEvaluation *self,
                 const TroupeCelNode *node,
                 TroupeCelFailureKind kind,
                 const char *name)
{
  TroupeCelFailure *failure = &self->failure;

  failure->kind = (guint8) kind;
  failure->n_types = 0;
  failure->escape = TROUPE_CEL_ESCAPE_NOT;
  failure->start = node->start;
  failure->end = node->end;
  failure->name = name;
  failure->text[0] = '\0';
  return NULL;
}

gpointer
troupe_cel_fail_text (TroupeCelEvaluation *self,
                      const TroupeCelNode *node,
                      TroupeCelFailureKind kind,
                      const char *name,
                      const char *text,
                      gsize length)
{
  TroupeCelFailure *failure = &self->failure;
  gsize n_copied = MIN (length, sizeof failure->text - sizeof "…");

  troupe_cel_fail (self, node, kind, name);
  while (n_copied < length && n_copied > 0 && ((guchar) text[n_copied] & 0xc0) == 0x80)
    n_copied--;
  memcpy (failure->text, text, n_copied);
  for (gsize i = 0; i < n_copied; i++)
    {
      if (g_ascii_iscntrl (failure->text[i]))
        failure->text[i] = ' ';
    }
  strcpy (failure->text + n_copied, n_copied < length ? "…" : "");
  return NULL;
}

gpointer
troupe_cel_fail_value (TroupeCelEvaluation *self,
                       const TroupeCelNode *node,
                       TroupeCelFailureKind kind,
                       const char *name,
                       const TroupeValue *value)
{
  char buffer[64];
  const char *text = buffer;
  gsize length = 0;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_BIG_INTEGER:
      text = troupe_value_get_string (value, &length);
      break;
    case TROUPE_VALUE_BOOLEAN:
      text = troupe_value_get_boolean (value) ? "true" : "false";
      length = strlen (text);
      break;
    case TROUPE_VALUE_INTEGER:
      length = (gsize) g_snprintf (buffer, sizeof buffer, "%" G_GINT64_FORMAT,
                                   troupe_value_get_integer (value));
      break;
    case TROUPE_VALUE_UNSIGNED:
      length = (gsize) g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT,
                                   troupe_value_get_unsigned (value));
      break;
    case TROUPE_VALUE_DOUBLE:
      text = troupe_double_to_text (troupe_value_get_double (value), buffer);
      length = strlen (text);
      break;
    default:
      text = get_readable_name (troupe_value_get_value_type (value));
      length = strlen (text);
      break;
    }
  return troupe_cel_fail_text (self, node, kind, name, text, length);
}

gpointer
troupe_cel_fail_types (TroupeCelEvaluation *self,
                       const TroupeCelNode *node,
                       TroupeCelFailureKind kind,
                       const char *name,
                       TroupeValue *const *values,
                       guint n_values)
{
  troupe_cel_fail (self, node, kind, name);
  self->failure.n_types = (guint8) MIN (n_values, G_N_ELEMENTS (self->failure.types));
  for (guint i = 0; i < self->failure.n_types; i++)
    self->failure.types[i] = (guint8) troupe_value_get_value_type (values[i]);
  return NULL;
}

gpointer
troupe_cel_fail_operator (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeValue *a,
                          TroupeValue *b)
{
  TroupeValue *operands[] = { a, b };

  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_OPERATOR,
                                troupe_cel_node_get_sign (node), operands, b == NULL ? 1 : 2);
}

static char *
describe_types (const TroupeCelFailure *self)
{
  const char *names[3] = { "", "", "" };

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_types; i++)
    names[i] = get_readable_name (self->types[i]);
  switch (self->n_types)
    {
    case 0:
      return g_strdup (_ ("zero arguments"));
    case 1:
      return g_strdup (names[0]);
    case 2:
      return g_strdup_printf (_ ("%s and %s"), names[0], names[1]);
    default:
      return g_strdup_printf (_ ("%s, %s and %s"), names[0], names[1], names[2]);
    }
}

static char *
describe (const TroupeCelFailure *self)
{
  g_autofree char *types = describe_types (self);

  switch (self->kind)
    {
    case TROUPE_CEL_FAILURE_KEY:
      return g_strdup_printf (_ ("the key “%s” does not exist"), self->text);
    case TROUPE_CEL_FAILURE_UNDECLARED:
      return g_strdup_printf (_ ("“%s” is not declared"), self->text);
    case TROUPE_CEL_FAILURE_FUNCTION:
      return g_strdup_printf (_ ("unknown function “%s”"), self->text);
    case TROUPE_CEL_FAILURE_OPERATOR:
    case TROUPE_CEL_FAILURE_ARGUMENTS:
      return g_strdup_printf (_ ("%s does not accept %s"), self->name, types);
    case TROUPE_CEL_FAILURE_COUNT:
      return g_strdup_printf (_ ("%s does not accept this number of arguments"), self->name);
    case TROUPE_CEL_FAILURE_FIELD:
      return g_strdup_printf (_ ("%s has no field “%s”: only maps have fields"), types, self->text);
    case TROUPE_CEL_FAILURE_INDEX:
      return g_strdup_printf (_ ("the index %s is out of range"), self->text);
    case TROUPE_CEL_FAILURE_OVERFLOW:
      return g_strdup_printf (_ ("the result of %s is out of range"), self->name);
    case TROUPE_CEL_FAILURE_ZERO:
      return g_strdup_printf (_ ("%s by zero"), self->name);
    case TROUPE_CEL_FAILURE_CONVERSION:
      return g_strdup_printf (_ ("could not convert “%s” to %s"), self->text, self->name);
    case TROUPE_CEL_FAILURE_KEY_TYPE:
      return g_strdup_printf (_ ("%s cannot be used as a map key"), types);
    case TROUPE_CEL_FAILURE_DUPLICATE:
      return g_strdup_printf (_ ("duplicate key “%s” in the map"), self->text);
    case TROUPE_CEL_FAILURE_PATTERN:
      return g_strdup_printf (_ ("invalid regular expression: %s"), self->text);
    case TROUPE_CEL_FAILURE_ZONE:
      return g_strdup_printf (_ ("unknown time zone “%s”"), self->text);
    case TROUPE_CEL_FAILURE_MACRO:
      return g_strdup_printf (_ ("%s() cannot be used in this form"), self->name);
    case TROUPE_CEL_FAILURE_RESULT:
      return g_strdup_printf (_ ("a computed value of type %s cannot be a result"), types);
    case TROUPE_CEL_FAILURE_STEPS:
      return g_strdup (_ ("the expression exceeds the step limit"));
    case TROUPE_CEL_FAILURE_BYTES:
      return g_strdup (_ ("the expression exceeds the memory limit"));
    default:
      g_assert_not_reached ();
    }
}

GError *
troupe_cel_failure_to_error (const TroupeCelFailure *self, const char *source)
{
  g_autofree char *message = describe (self);
  gboolean has_word =
      self->kind == TROUPE_CEL_FAILURE_KEY || self->kind == TROUPE_CEL_FAILURE_FIELD ||
      self->kind == TROUPE_CEL_FAILURE_UNDECLARED || self->kind == TROUPE_CEL_FAILURE_FUNCTION;

  return troupe_cel_error_new (
      troupe_cel_failure_is_limit (self) ? TROUPE_CEL_ERROR_LIMIT : TROUPE_CEL_ERROR_EVALUATION,
      source, self->start, self->end, has_word ? self->text : NULL, message);
}
