/* troupe-store-value.c: serialization of values in the database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-value"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-store-value.h"
#include "troupe-store.h"

/* Prefix of tags. A value that JSON cannot represent is stored as an object whose only key is a
 * tag. To avoid ambiguity, objects of the data whose first key begins with this character are
 * wrapped. */
#define MARK '$'

/* --- Lossless, internal format ---------------------------------------------------------------- */

static TroupeValue *
wrap (const char *mark, TroupeValue *value)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, mark, value);
  return troupe_map_builder_end (&builder);
}

/* Returns TRUE if the object is a tag. Only valid for the result of pack(), in which no other
 * objects have such keys. */
static gboolean
is_marked (TroupeValue *value)
{
  static const char *const marks[] = {
    "$date", "$double", "$duration", "$timestamp", "$pairs", NULL
  };

  return troupe_value_map_get_size (value) == 1 &&
         g_strv_contains (marks,
                          troupe_value_get_string (troupe_value_map_get_key (value, 0), NULL));
}

static gboolean
is_plain_map (TroupeValue *value)
{
  gsize size = troupe_value_map_get_size (value);

  for (gsize i = 0; i < size; i++)
    {
      if (!troupe_value_is (troupe_value_map_get_key (value, i), TROUPE_VALUE_STRING))
        return FALSE;
    }
  return size == 0 || *troupe_value_get_string (troupe_value_map_get_key (value, 0), NULL) != MARK;
}

static TroupeValue *pack (TroupeValue *value, guint depth);

static TroupeValue *
pack_map (TroupeValue *value, guint depth)
{
  gsize size = troupe_value_map_get_size (value);
  g_autofree TroupeValue **pairs = NULL;
  TroupeMapBuilder builder;

  if (is_plain_map (value))
    {
      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < size; i++)
        troupe_map_builder_add_key (&builder,
                                    troupe_value_ref (troupe_value_map_get_key (value, i)),
                                    pack (troupe_value_map_get_value (value, i), depth));
      return troupe_map_builder_end (&builder);
    }
  pairs = g_new (TroupeValue *, size + 1);
  for (gsize i = 0; i < size; i++)
    {
      TroupeValue *pair[2] = { pack (troupe_value_map_get_key (value, i), depth),
                               pack (troupe_value_map_get_value (value, i), depth) };

      pairs[i] = troupe_value_new_list (pair, 2);
    }
  return wrap ("$pairs", troupe_value_new_list (pairs, size));
}

static TroupeValue *
pack (TroupeValue *value, guint depth)
{
  if (depth > 2 * TROUPE_LIMIT_NESTING)
    return troupe_value_new_null ();
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      {
        guint level = depth + 1;
        gsize n_items = troupe_value_list_get_length (value);
        g_autofree TroupeValue **items = g_new (TroupeValue *, n_items + 1);

        for (gsize i = 0; i < n_items; i++)
          items[i] = pack (troupe_value_list_get (value, i), level);
        return troupe_value_new_list (items, n_items);
      }

    case TROUPE_VALUE_MAP:
      return pack_map (value, depth + 1);

    case TROUPE_VALUE_DOUBLE:
      {
        char buffer[32];

        if (isfinite (troupe_value_get_double (value)))
          return troupe_value_ref (value);
        return wrap ("$double",
                     troupe_value_new_string (
                         troupe_double_to_text (troupe_value_get_double (value), buffer), -1));
      }

    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      {
        TroupeValue *parts[2] = { troupe_value_new_integer (troupe_value_get_seconds (value)),
                                  troupe_value_new_integer (troupe_value_get_nanoseconds (value)) };

        return wrap (troupe_value_is (value, TROUPE_VALUE_TIMESTAMP) ? "$timestamp" : "$duration",
                     troupe_value_new_list (parts, 2));
      }

    case TROUPE_VALUE_DATE:
      return wrap ("$date", troupe_value_new_string (troupe_value_get_string (value, NULL), -1));

    default:
      return troupe_value_ref (value);
    }
}

static TroupeValue *unpack (TroupeValue *value, guint depth);

static TroupeValue *
unpack_list (TroupeValue *value, guint depth)
{
  gsize n_items = troupe_value_list_get_length (value);
  g_autofree TroupeValue **items = g_new (TroupeValue *, n_items + 1);

  for (gsize i = 0; i < n_items; i++)
    items[i] = unpack (troupe_value_list_get (value, i), depth);
  return troupe_value_new_list (items, n_items);
}

static TroupeValue *
unpack_pairs (TroupeValue *pairs, guint depth)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_list_get_length (pairs); i++)
    {
      TroupeValue *pair = troupe_value_list_get (pairs, i);

      if (troupe_value_is (pair, TROUPE_VALUE_LIST) && troupe_value_list_get_length (pair) == 2)
        troupe_map_builder_add_key (&builder, unpack (troupe_value_list_get (pair, 0), depth),
                                    unpack (troupe_value_list_get (pair, 1), depth));
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
unpack_time (const char *mark, TroupeValue *parts)
{
  gint64 seconds, nanoseconds;

  if (troupe_value_list_get_length (parts) != 2)
    return troupe_value_new_null ();
  seconds = troupe_value_get_integer (troupe_value_list_get (parts, 0));
  nanoseconds = troupe_value_get_integer (troupe_value_list_get (parts, 1));
  return g_str_equal (mark, "$timestamp")
             ? troupe_value_new_timestamp (seconds, (gint32) nanoseconds)
             : troupe_value_new_duration (seconds, (gint32) nanoseconds);
}

/* Decodes the value of a tag. */
static TroupeValue *
unpack_marked (const char *mark, TroupeValue *value, guint depth)
{
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return g_str_equal (mark, "$pairs") ? unpack_pairs (value, depth) : unpack_time (mark, value);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_ref (value);
  if (g_str_equal (mark, "$date"))
    return troupe_value_new_date (troupe_value_get_string (value, NULL));
  return troupe_value_new_double (g_ascii_strtod (troupe_value_get_string (value, NULL), NULL));
}

static TroupeValue *
unpack (TroupeValue *value, guint depth)
{
  TroupeMapBuilder builder;

  if (depth > 2 * TROUPE_LIMIT_NESTING)
    return troupe_value_new_null ();
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return unpack_list (value, depth + 1);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  if (is_marked (value))
    return unpack_marked (troupe_value_get_string (troupe_value_map_get_key (value, 0), NULL),
                          troupe_value_map_get_value (value, 0), depth + 1);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                unpack (troupe_value_map_get_value (value, i), depth + 1));
  return troupe_map_builder_end (&builder);
}

/* (transfer full) (nullable): %NULL if the text is not valid JSON */
TroupeValue *
troupe_store_value_from_text (const char *text)
{
  g_autoptr (TroupeValue) packed = text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;

  return packed != NULL ? unpack (packed, 0) : NULL;
}

/* --- Format of Python's json module ----------------------------------------------------------- */

static void append_python (TroupeValue *value, GString *out, guint depth);

static void
append_python (TroupeValue *value, GString *out, guint depth)
{
  double number;

  if (depth > 2 * TROUPE_LIMIT_NESTING)
    g_string_append (out, "null");
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      guint level = depth + 1;

      g_string_append_c (out, '[');
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          append_python (troupe_value_list_get (value, i), out, level);
        }
      g_string_append_c (out, ']');
    }
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_string_append_c (out, '{');
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          TroupeValue *key;

          g_string_append (out, i > 0 ? ", " : "");
          key = troupe_value_map_get_key (value, i);
          if (troupe_value_is (key, TROUPE_VALUE_STRING))
            troupe_value_append_json (key, TROUPE_JSON_SPACED, out);
          else
            {
              g_string_append_c (out, '"');
              troupe_value_append_json (key, TROUPE_JSON_SPACED, out);
              g_string_append_c (out, '"');
            }
          g_string_append (out, ": ");
          append_python (troupe_value_map_get_value (value, i), out, depth + 1);
        }
      g_string_append_c (out, '}');
    }
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE) &&
           !isfinite (number = troupe_value_get_double (value)))
    g_string_append (out, isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
  else
    troupe_value_append_json (value, TROUPE_JSON_SPACED, out);
}

/* Serializes a value like Python's json.dumps(), including its names of infinities. (transfer
 * full) */
char *
troupe_store_value_to_python_json (TroupeValue *value)
{
  GString *text = g_string_new (NULL);

  append_python (value, text, 0);
  return g_string_free (text, FALSE);
}

/* Replaces words that are not valid JSON by tags, which unpack() interprets. (transfer full) */
static char *
mark_words (const char *text)
{
  static const struct
  {
    const char *word;
    const char *marked;
  } words[] = {
    { "NaN", "{\"$double\":\"nan\"}" },
    { "-Infinity", "{\"$double\":\"-inf\"}" },
    { "Infinity", "{\"$double\":\"inf\"}" },
  };
  GString *out = g_string_new (NULL);
  gboolean in_text = FALSE;

  while (*text != '\0')
    {
      gsize taken = 1;

      for (guint i = 0; !in_text && taken == 1 && i < G_N_ELEMENTS (words); i++)
        {
          if (!g_str_has_prefix (text, words[i].word))
            continue;
          g_string_append (out, words[i].marked);
          taken = strlen (words[i].word);
        }
      if (taken == 1)
        {
          if (*text == '"')
            in_text = !in_text;
          else if (in_text && *text == '\\' && text[1] != '\0')
            taken = 2;
          g_string_append_len (out, text, (gssize) taken);
        }
      text += taken;
    }
  return g_string_free (out, FALSE);
}

/**
 * troupe_store_value_from_python_json:
 *
 * Parses the output of Python's json.dumps().
 *
 * Returns: (transfer full) (nullable): the value, or %NULL with an error of %TROUPE_JSON_ERROR
 */
TroupeValue *
troupe_store_value_from_python_json (const char *text, GError **error)
{
  g_autofree char *marked = NULL;
  g_autoptr (TroupeValue) packed = NULL;

  /* Usually the text contains none of these words. In that case, it is parsed without tags, so
   * that objects of the data that look like tags are preserved. */
  if (strstr (text, "NaN") == NULL && strstr (text, "Infinity") == NULL)
    return troupe_value_from_json (text, -1, error);
  marked = mark_words (text);
  packed = troupe_value_from_json (marked, -1, error);
  return packed != NULL ? unpack (packed, 0) : NULL;
}

char *
troupe_store_hide_text (char *text, TroupeSecret *secret)
{
  char *hidden;

  if (text == NULL || secret == NULL)
    return text;
  hidden = troupe_secret_hide (secret, text, -1);
  g_free (text);
  return hidden;
}

char *
troupe_store_value_to_hidden_text (TroupeValue *value, TroupeSecret *secret)
{
  if (value != NULL)
    {
      g_autoptr (TroupeValue) packed = pack (value, 0);

      return troupe_store_hide_text (troupe_value_to_json (packed, TROUPE_JSON_COMPACT), secret);
    }
  return NULL;
}
