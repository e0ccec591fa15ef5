/* troupe-typed-value.c: values as text that a user edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-typed-value"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-typed-value.h"
#include "troupe-value-start.h"

/* Maximum size of a value that is edited, in bytes of JSON: the text view lays out all of it at once. */
#define LARGEST (64 * 1024)

/* What a type accepts. @kinds: bits of the types of JSON values, 0 if the text itself is the value */
typedef struct
{
  const char *title;
  guint kinds;
  const char *expected;
} Type;

#define BIT(type) (1u << (type))
#define NUMBERS                                                                                    \
  (BIT (TROUPE_VALUE_INTEGER) | BIT (TROUPE_VALUE_UNSIGNED) | BIT (TROUPE_VALUE_DOUBLE) |          \
   BIT (TROUPE_VALUE_BIG_INTEGER))

static const Type text_type = { N_ ("Text"), 0, NULL };
static const Type integer_type = { N_ ("Integer"), NUMBERS,
                                   N_ ("Enter a number, such as 12 or 0.5.") };
static const Type number_type = { N_ ("Number"), NUMBERS,
                                  N_ ("Enter a number, such as 12 or 0.5.") };
static const Type boolean_type = { N_ ("Yes/No"), BIT (TROUPE_VALUE_BOOLEAN),
                                   N_ ("Enter true or false.") };
static const Type list_type = { N_ ("List"), BIT (TROUPE_VALUE_LIST),
                                N_ ("Enter a list as JSON, such as [1, 2].") };
static const Type map_type = { N_ ("Object"), BIT (TROUPE_VALUE_MAP),
                               N_ ("Enter an object as JSON, such as {\"name\": 1}.") };
static const Type null_type = { N_ ("Empty"), G_MAXUINT,
                                N_ ("Enter a value as JSON, such as 12, \"text\" or null.") };

/* Returns the type of values that can be edited. (transfer none) (nullable) */
static const Type *
find_type (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return &text_type;
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_BIG_INTEGER:
      return &integer_type;
    case TROUPE_VALUE_DOUBLE:
      return &number_type;
    case TROUPE_VALUE_BOOLEAN:
      return &boolean_type;
    case TROUPE_VALUE_LIST:
      return &list_type;
    case TROUPE_VALUE_MAP:
      return &map_type;
    case TROUPE_VALUE_NULL:
      return &null_type;
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
    case TROUPE_VALUE_TYPE:
    default:
      return NULL;
    }
}

const char *
troupe_typed_value_get_type (const TroupeValue *value)
{
  const Type *type = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  type = find_type (value);
  return type != NULL ? _ (type->title) : "";
}

gboolean
troupe_typed_value_check (TroupeValue *value, GError **error)
{
  g_autoptr (TroupeValue) start = NULL;
  gboolean is_cut = FALSE;

  g_return_val_if_fail (value != NULL, FALSE);

  if (find_type (value) == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("A value of this type cannot be edited."));
      return FALSE;
    }
  start = troupe_value_dup_start (value, LARGEST, &is_cut);
  if (!is_cut)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("This value is too large to be edited here. Edit a part of it."));
  return FALSE;
}

char *
troupe_typed_value_to_text (const TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  return find_type (value) == &text_type
             ? g_strdup (troupe_value_get_string (value, NULL))
             : troupe_value_to_json (value, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
}

TroupeValue *
troupe_typed_value_parse (const TroupeValue *like, const char *text, GError **error)
{
  const Type *type = NULL;
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (like != NULL && text != NULL, NULL);

  type = find_type (like);
  g_return_val_if_fail (type != NULL, NULL);
  if (type->kinds == 0)
    return troupe_value_new_string (text, -1);
  value = troupe_value_from_json (text, -1, NULL);
  if (value != NULL && (type->kinds & BIT (troupe_value_get_value_type (value))) != 0)
    return g_steal_pointer (&value);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _ (type->expected));
  return NULL;
}
