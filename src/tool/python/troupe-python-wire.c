/* troupe-python-wire.c: serialization of values for the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-wire"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-limits.h"
#include "troupe-python.h"
#include "troupe-python-wire.h"

/* The message around a value also uses nesting levels. */
#define LEVELS (TROUPE_LIMIT_NESTING - 12)

/* Maximum memory of the values in one line of the helper, in bytes. It suffices for any list of
 * numbers that is as long as a line. */
#define MOST_VALUES (512u * 1024 * 1024)

typedef enum
{
  SHAPE_PLAIN,
  SHAPE_MARKED,
  SHAPE_BYTES,
  SHAPE_TYPE,
  SHAPE_DEEP,
} Shape;

/* Returns TRUE if @map could be interpreted as a tag, which has a single key that begins with a
 * dollar sign. */
static gboolean
looks_like_mark (const TroupeValue *map)
{
  TroupeValue *key = NULL;

  if (troupe_value_map_get_size (map) != 1)
    return FALSE;
  key = troupe_value_map_get_key (map, 0);
  return troupe_value_is (key, TROUPE_VALUE_STRING) &&
         troupe_value_get_string (key, NULL)[0] == '$';
}

static Shape
get_shape (const TroupeValue *value, guint depth)
{
  Shape shape = SHAPE_PLAIN;
  gboolean is_map = FALSE;
  gsize size = 0;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BYTES:
      return SHAPE_BYTES;
    case TROUPE_VALUE_TYPE:
      return SHAPE_TYPE;
    case TROUPE_VALUE_DATE:
      return SHAPE_MARKED;
    case TROUPE_VALUE_DOUBLE:
      return isfinite (troupe_value_get_double (value)) ? SHAPE_PLAIN : SHAPE_MARKED;
    case TROUPE_VALUE_LIST:
      size = troupe_value_list_get_length (value);
      break;
    case TROUPE_VALUE_MAP:
      is_map = TRUE;
      size = troupe_value_map_get_size (value);
      if (looks_like_mark (value))
        shape = SHAPE_MARKED;
      break;
    default:
      return SHAPE_PLAIN;
    }
  if (depth >= LEVELS)
    return SHAPE_DEEP;
  for (gsize i = 0; i < size && shape <= SHAPE_MARKED; i++)
    {
      /* MAX() would evaluate the recursive call twice on each level. */
      Shape inner = get_shape (is_map ? troupe_value_map_get_value (value, i)
                                      : troupe_value_list_get (value, i),
                               depth + 1);

      shape = MAX (shape, inner);
    }
  return shape;
}

static TroupeValue *
new_mark (const char *mark, TroupeValue *taken)
{
  g_auto (TroupeMapBuilder) builder = { 0 };

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, mark, taken);
  return troupe_map_builder_end (&builder);
}

typedef TroupeValue *(*Transform) (TroupeValue *value);

/* Returns a copy whose elements have been passed through @transform. */
static TroupeValue *
transform_list (TroupeValue *list, Transform transform)
{
  gsize length = troupe_value_list_get_length (list);
  g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

  for (gsize i = 0; i < length; i++)
    items[i] = transform (troupe_value_list_get (list, i));
  return troupe_value_new_list (items, length);
}

static TroupeValue *
transform_map (TroupeValue *map, Transform transform)
{
  g_auto (TroupeMapBuilder) builder = { 0 };

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (map, i)),
                                transform (troupe_value_map_get_value (map, i)));
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
mark_value (TroupeValue *value)
{
  TroupeValue *pair[2];
  double number = 0;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (value);
      if (isfinite (number))
        return troupe_value_ref (value);
      return new_mark ("$float", troupe_value_new_string (isnan (number) ? "nan"
                                                          : number > 0   ? "inf"
                                                                         : "-inf",
                                                          -1));
    case TROUPE_VALUE_DATE:
      return new_mark ("$date",
                       troupe_value_new_string (troupe_value_get_string (value, NULL), -1));
    case TROUPE_VALUE_LIST:
      return transform_list (value, mark_value);
    case TROUPE_VALUE_MAP:
      if (!looks_like_mark (value))
        return transform_map (value, mark_value);
      pair[0] = troupe_value_ref (troupe_value_map_get_key (value, 0));
      pair[1] = mark_value (troupe_value_map_get_value (value, 0));
      return new_mark ("$map", troupe_value_new_list (pair, 2));
    default:
      return troupe_value_ref (value);
    }
}

gboolean
troupe_python_wire_append (TroupeValue *value, GString *out, GError **error)
{
  g_autoptr (TroupeValue) marked = NULL;

  switch (get_shape (value, 0))
    {
    case SHAPE_PLAIN:
      troupe_value_append_json (value, TROUPE_JSON_COMPACT, out);
      return TRUE;
    case SHAPE_MARKED:
      marked = mark_value (value);
      troupe_value_append_json (marked, TROUPE_JSON_COMPACT, out);
      return TRUE;
    case SHAPE_BYTES:
      g_set_error_literal (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE,
                           _ ("Bytes cannot be passed to Python code. Convert them to text first, "
                              "with string() or base64.encode()."));
      return FALSE;
    case SHAPE_TYPE:
      g_set_error_literal (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE,
                           _ ("A CEL type cannot be passed to Python code."));
      return FALSE;
    case SHAPE_DEEP:
    default:
      g_set_error (
          error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE,
          _ ("A value that is nested deeper than %u levels cannot be passed to Python code."),
          LEVELS);
      return FALSE;
    }
}

void
troupe_python_wire_append_string (const char *text, GString *out)
{
  g_autoptr (TroupeValue) value = NULL;

  value = text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
  troupe_value_append_json (value, TROUPE_JSON_COMPACT, out);
}

static TroupeValue *unmark_value (TroupeValue *value);

static TroupeValue *
unmark_value (TroupeValue *value)
{
  TroupeValue *meant = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return transform_list (value, unmark_value);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  if (looks_like_mark (value))
    {
      const char *mark;
      TroupeValue *inner;
      gboolean is_text;
      const char *text;
      g_auto (TroupeMapBuilder) builder = { 0 };

      mark = troupe_value_get_string (troupe_value_map_get_key (value, 0), NULL);
      inner = troupe_value_map_get_value (value, 0);
      is_text = troupe_value_is (inner, TROUPE_VALUE_STRING);
      text = is_text ? troupe_value_get_string (inner, NULL) : NULL;
      if (is_text && g_str_equal (mark, "$float"))
        meant = troupe_value_new_double (g_str_equal (text, "inf")    ? INFINITY
                                         : g_str_equal (text, "-inf") ? -INFINITY
                                                                      : NAN);
      else if (is_text && g_str_equal (mark, "$date"))
        meant = troupe_value_new_date (text);
      else if (g_str_equal (mark, "$map") && troupe_value_is (inner, TROUPE_VALUE_LIST) &&
               troupe_value_list_get_length (inner) == 2 &&
               troupe_value_is (troupe_value_list_get (inner, 0), TROUPE_VALUE_STRING))
        {
          troupe_map_builder_init (&builder);
          troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_list_get (inner, 0)),
                                      unmark_value (troupe_value_list_get (inner, 1)));
          meant = troupe_map_builder_end (&builder);
        }
    }
  return meant != NULL ? meant : transform_map (value, unmark_value);
}

TroupeValue *
troupe_python_wire_read (const char *text, gsize length, GError **error)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json_within (text, length, MOST_VALUES, error);

  if (value == NULL || memmem (text, length, "\"$", 2) == NULL)
    return g_steal_pointer (&value);
  return unmark_value (value);
}

void
troupe_python_wire_add_pairs (TroupeValue *list, TroupeMapBuilder *builder)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *pair = troupe_value_list_get (list, i);

      if (troupe_value_is (pair, TROUPE_VALUE_LIST) && troupe_value_list_get_length (pair) == 2 &&
          troupe_value_is (troupe_value_list_get (pair, 0), TROUPE_VALUE_STRING))
        troupe_map_builder_add_key (builder, troupe_value_ref (troupe_value_list_get (pair, 0)),
                                    troupe_value_ref (troupe_value_list_get (pair, 1)));
    }
}
