/* troupe-elicitation-field.c: a field of an MCP elicitation form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation-field"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-elicitation-field.h"
#include "troupe-sanitize-text.h"

/* Limits of displayed text, in characters, and of the number of choices. */
#define LONGEST_TITLE 120
#define LONGEST_DESCRIPTION 500
#define MOST_CHOICES 200u
/* In characters, if the schema has no limit. */
#define LONGEST_TEXT 65536.0

G_DEFINE_QUARK (troupe - elicitation - error - quark, troupe_elicitation_error)

void
troupe_elicitation_field_free (TroupeElicitationField *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_clear_pointer (&self->initial, troupe_value_unref);
  g_strfreev (self->values);
  g_strfreev (self->titles);
  g_free (self->format);
  g_free (self);
}

/* --- Parsing a schema ------------------------------------------------------------------------- */

/* Converts text of a server to one line of at most @most characters. (transfer full) */
static char *
make_line (const char *text, glong most)
{
  g_autofree char *cut = NULL;

  if (g_utf8_strlen (text, -1) > most)
    {
      g_autofree char *start = g_utf8_substring (text, 0, most);

      cut = g_strconcat (start, "…", NULL);
    }
  return troupe_text_to_line (cut != NULL ? cut : text);
}

static gboolean
get_number (TroupeValue *map, const char *key, double *number)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;
  return TRUE;
}

static void
take_bounds (TroupeElicitationField *self, TroupeValue *schema, const char *least, const char *most)
{
  g_assert (self != NULL);

  self->least = -INFINITY;
  self->most = INFINITY;
  get_number (schema, least, &self->least);
  get_number (schema, most, &self->most);
}

static void
refuse (const TroupeElicitationField *self, const char *why, GError **error)
{
  g_assert (self != NULL);

  g_set_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_INVALID,
               /* Translators: the title of a field in a form, and what is wrong with it */
               _ ("The field “%s” %s."), self->title, why);
}

/* Adds an entry of `enum`, or of a list of maps with `const` and `title`. Returns FALSE if the
 * value of the entry is not a string. */
static gboolean
add_choice (TroupeValue *entry, const char *title, GStrvBuilder *values, GStrvBuilder *titles)
{
  const char *value = NULL;
  g_autofree char *shown = NULL;

  if (troupe_value_is (entry, TROUPE_VALUE_STRING))
    value = troupe_value_get_string (entry, NULL);
  else if (troupe_value_is (entry, TROUPE_VALUE_MAP))
    {
      value = troupe_value_get_member_text (entry, "const");
      title = troupe_value_get_member_text (entry, "title");
    }
  if (value == NULL)
    return FALSE;
  shown = make_line (title != NULL ? title : value, LONGEST_TITLE);
  g_strv_builder_add (values, value);
  g_strv_builder_add (titles, shown);
  return TRUE;
}

/* Returns FALSE with @error if @schema has invalid choices. */
static gboolean
take_choices (TroupeElicitationField *self, TroupeValue *schema, GError **error)
{
  static const char *const keys[] = { "enum", "oneOf", "anyOf" };
  TroupeValue *list = NULL;
  TroupeValue *names = troupe_value_get_member_of (schema, "enumNames", TROUPE_VALUE_LIST);
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  gsize length = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys) && list == NULL; i++)
    list = troupe_value_get_member_of (schema, keys[i], TROUPE_VALUE_LIST);
  if (list == NULL)
    return TRUE;
  length = troupe_value_list_get_length (list);
  if (length == 0 || length > MOST_CHOICES)
    {
      refuse (self, _ ("has no options, or too many"), error);
      return FALSE;
    }
  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *name = names != NULL && i < troupe_value_list_get_length (names)
                              ? troupe_value_list_get (names, i)
                              : NULL;
      const char *title = name != NULL && troupe_value_is (name, TROUPE_VALUE_STRING)
                              ? troupe_value_get_string (name, NULL)
                              : NULL;

      if (!add_choice (troupe_value_list_get (list, i), title, values, titles))
        {
          refuse (self, _ ("has an option that is not a string"), error);
          return FALSE;
        }
    }
  self->values = g_strv_builder_end (values);
  self->titles = g_strv_builder_end (titles);
  return TRUE;
}

static gboolean
take_type (TroupeElicitationField *self, TroupeValue *schema, GError **error)
{
  const char *type = troupe_value_get_member_text (schema, "type");

  g_assert (self != NULL);

  self->least = -INFINITY;
  self->most = INFINITY;
  if (g_strcmp0 (type, "string") == 0)
    {
      static const char *const formats[] = { "email", "uri", "date", "date-time", NULL };
      const char *format = troupe_value_get_member_text (schema, "format");

      self->type = TROUPE_ELICITATION_TEXT;
      if (!take_choices (self, schema, error))
        return FALSE;
      if (self->values != NULL)
        {
          self->type = TROUPE_ELICITATION_CHOICE;
          return TRUE;
        }
      take_bounds (self, schema, "minLength", "maxLength");
      self->most = MIN (self->most, LONGEST_TEXT);
      if (format != NULL && g_strv_contains (formats, format))
        self->format = g_strdup (format);
      return TRUE;
    }
  if (g_strcmp0 (type, "number") == 0 || g_strcmp0 (type, "integer") == 0)
    {
      self->type = *type == 'n' ? TROUPE_ELICITATION_NUMBER : TROUPE_ELICITATION_INTEGER;
      take_bounds (self, schema, "minimum", "maximum");
      return TRUE;
    }
  if (g_strcmp0 (type, "boolean") == 0)
    {
      self->type = TROUPE_ELICITATION_SWITCH;
      return TRUE;
    }
  if (g_strcmp0 (type, "array") == 0)
    {
      TroupeValue *items = troupe_value_get_member_of (schema, "items", TROUPE_VALUE_MAP);

      self->type = TROUPE_ELICITATION_CHOICES;
      take_bounds (self, schema, "minItems", "maxItems");
      if (items != NULL && !take_choices (self, items, error))
        return FALSE;
      if (self->values != NULL)
        return TRUE;
    }
  refuse (self, _ ("is not a string, number, boolean or choice"), error);
  return FALSE;
}

TroupeElicitationField *
troupe_elicitation_field_new (const char *name,
                              TroupeValue *schema,
                              gboolean is_required,
                              GError **error)
{
  g_autoptr (TroupeElicitationField) self = NULL;
  const char *title = NULL;
  const char *description = NULL;
  TroupeValue *initial = NULL;

  g_return_val_if_fail (name != NULL && schema != NULL, NULL);

  self = g_new0 (TroupeElicitationField, 1);
  title = troupe_value_get_member_text (schema, "title");
  description = troupe_value_get_member_text (schema, "description");
  self->name = g_strdup (name);
  self->title = make_line (title != NULL && *title != '\0' ? title : name, LONGEST_TITLE);
  if (description != NULL && *description != '\0')
    self->description = make_line (description, LONGEST_DESCRIPTION);
  self->is_required = is_required;
  if (!take_type (self, schema, error))
    return NULL;
  initial = troupe_value_get_member (schema, "default");
  /* An invalid default is ignored. */
  if (initial != NULL && troupe_elicitation_field_check (self, initial, NULL))
    self->initial = troupe_value_ref (initial);
  return g_steal_pointer (&self);
}

/* --- Validating input ------------------------------------------------------------------------- */

static gboolean
complain (const TroupeElicitationField *self, const char *why, GError **error)
{
  g_assert (self != NULL);

  g_set_error (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_ANSWER,
               /* Translators: the title of a field in a form, and what is wrong with the user's
                * input: “Age”: a number is wanted. */
               _ ("“%s”: %s."), self->title, why);
  return FALSE;
}

static gboolean
has_format (const char *text, const char *format)
{
  if (g_str_equal (format, "email"))
    {
      const char *at = strchr (text, '@');

      return at != NULL && at != text && at[1] != '\0' && strpbrk (text, " \t\n") == NULL &&
             strchr (at + 1, '@') == NULL;
    }
  if (g_str_equal (format, "uri"))
    return g_uri_is_valid (text, G_URI_FLAGS_NONE, NULL);
  if (g_str_equal (format, "date"))
    {
      g_autofree char *moment = g_strconcat (text, "T00:00:00Z", NULL);
      g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (moment, NULL);

      return date != NULL && strlen (text) == strlen ("2026-07-28");
    }
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (GDateTime) moment = g_date_time_new_from_iso8601 (text, zone);

  return moment != NULL;
}

static gboolean
check_text (const TroupeElicitationField *self, const char *text, GError **error)
{
  const double length = (double) g_utf8_strlen (text, -1);

  g_assert (self != NULL);

  if (length < self->least)
    return complain (self, _ ("the value is too short"), error);
  if (length > self->most)
    return complain (self, _ ("the value is too long"), error);
  if (self->format != NULL && !has_format (text, self->format))
    {
      const char *format = self->format;
      const char *result;

      if (g_str_equal (format, "email"))
        result = _ ("expected an e-mail address");
      else if (g_str_equal (format, "uri"))
        result = _ ("expected a URL, such as https://example.org/");
      else if (g_str_equal (format, "date"))
        result = _ ("expected a date, such as 2026-07-28");
      else
        result = _ ("expected a date and time, such as 2026-07-28T09:30:00Z");
      return complain (self, result, error);
    }
  return TRUE;
}

static gboolean
check_number (const TroupeElicitationField *self, TroupeValue *value, GError **error)
{
  double number = 0;
  char least[G_ASCII_DTOSTR_BUF_SIZE];
  char most[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *why = NULL;

  g_assert (self != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    number = (double) troupe_value_get_integer (value);
  else if (self->type == TROUPE_ELICITATION_NUMBER && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    number = troupe_value_get_double (value);
  else
    return complain (self,
                     self->type == TROUPE_ELICITATION_INTEGER ? _ ("expected an integer")
                                                              : _ ("expected a number"),
                     error);
  if (number >= self->least && number <= self->most)
    return TRUE;
  g_ascii_formatd (least, sizeof least, "%g", self->least);
  g_ascii_formatd (most, sizeof most, "%g", self->most);
  if (isinf (self->most))
    why = g_strdup_printf (_ ("the value must be at least %s"), least);
  else if (isinf (self->least))
    why = g_strdup_printf (_ ("the value must be at most %s"), most);
  else
    why = g_strdup_printf (_ ("the value must be between %s and %s"), least, most);
  return complain (self, why, error);
}

static gboolean
is_choice (const TroupeElicitationField *self, TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) &&
         g_strv_contains ((const char *const *) self->values,
                          troupe_value_get_string (value, NULL));
}

gboolean
troupe_elicitation_field_check (const TroupeElicitationField *self,
                                TroupeValue *value,
                                GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return !self->is_required || complain (self, _ ("a value is required"), error);
  switch (self->type)
    {
    case TROUPE_ELICITATION_TEXT:
      if (!troupe_value_is (value, TROUPE_VALUE_STRING))
        return complain (self, _ ("expected text"), error);
      return check_text (self, troupe_value_get_string (value, NULL), error);

    case TROUPE_ELICITATION_NUMBER:
    case TROUPE_ELICITATION_INTEGER:
      return check_number (self, value, error);

    case TROUPE_ELICITATION_SWITCH:
      return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
             complain (self, _ ("expected yes or no"), error);

    case TROUPE_ELICITATION_CHOICE:
      return is_choice (self, value) ||
             complain (self, _ ("this is not one of the options"), error);

    case TROUPE_ELICITATION_CHOICES:
    default:
      {
        const gsize length =
            troupe_value_is (value, TROUPE_VALUE_LIST) ? troupe_value_list_get_length (value) : 0;

        if (!troupe_value_is (value, TROUPE_VALUE_LIST))
          return complain (self, _ ("this is not one of the options"), error);
        for (gsize i = 0; i < length; i++)
          if (!is_choice (self, troupe_value_list_get (value, i)))
            return complain (self, _ ("this is not one of the options"), error);
        if ((double) length < self->least)
          return complain (self, _ ("too few options are selected"), error);
        if ((double) length > self->most)
          return complain (self, _ ("too many options are selected"), error);
        return TRUE;
      }
    }
}

/* --- Parsing typed text ----------------------------------------------------------------------- */

static TroupeValue *
read_number (const TroupeElicitationField *self, const char *text)
{
  gint64 whole = 0;
  char *end = NULL;
  double number = 0;

  g_assert (self != NULL);

  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &whole, NULL))
    return troupe_value_new_integer (whole);
  number = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (number))
    return troupe_value_new_string (text, -1);
  return troupe_value_new_double (number);
}

/* Text that matches no choice is returned unchanged, because the validation rejects it later. */
static TroupeValue *
read_choice (const TroupeElicitationField *self, const char *text)
{
  guint64 number = 0;

  g_assert (self != NULL);

  for (guint i = 0; self->values[i] != NULL; i++)
    if (g_str_equal (self->values[i], text))
      return troupe_value_new_string (text, -1);
  for (guint i = 0; self->values[i] != NULL; i++)
    if (g_ascii_strcasecmp (self->titles[i], text) == 0)
      return troupe_value_new_string (self->values[i], -1);
  if (g_ascii_string_to_unsigned (text, 10, 1, g_strv_length (self->values), &number, NULL))
    return troupe_value_new_string (self->values[number - 1], -1);
  return troupe_value_new_null ();
}

gboolean
troupe_elicitation_field_read (const TroupeElicitationField *self,
                               const char *text,
                               TroupeValue **value,
                               GError **error)
{
  g_autoptr (TroupeValue) read = NULL;

  g_return_val_if_fail (self != NULL && text != NULL && value != NULL, FALSE);

  *value = NULL;
  if (*text == '\0')
    return troupe_elicitation_field_check (self, NULL, error);
  switch (self->type)
    {
    case TROUPE_ELICITATION_NUMBER:
    case TROUPE_ELICITATION_INTEGER:
      read = read_number (self, text);
      break;

    case TROUPE_ELICITATION_SWITCH:
      {
        static const char *const yes[] = { "y", "yes", "true", "1", NULL };
        static const char *const no[] = { "n", "no", "false", "0", NULL };
        g_autofree char *small = g_ascii_strdown (text, -1);

        if (g_strv_contains (yes, small))
          read = troupe_value_new_boolean (TRUE);
        else if (g_strv_contains (no, small))
          read = troupe_value_new_boolean (FALSE);
        else
          read = troupe_value_new_string (text, -1);
      }
      break;

    case TROUPE_ELICITATION_CHOICE:
      read = read_choice (self, text);
      if (troupe_value_is (read, TROUPE_VALUE_NULL))
        return complain (self, _ ("this is not one of the options"), error);
      break;

    case TROUPE_ELICITATION_CHOICES:
      {
        g_auto (GStrv) parts = g_strsplit (text, ",", -1);
        g_autoptr (GPtrArray) items = g_ptr_array_new ();

        for (guint i = 0; parts[i] != NULL; i++)
          if (*g_strstrip (parts[i]) != '\0')
            g_ptr_array_add (items, read_choice (self, parts[i]));
        read = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
      }
      break;

    case TROUPE_ELICITATION_TEXT:
    default:
      read = troupe_value_new_string (text, -1);
      break;
    }
  if (!troupe_elicitation_field_check (self, read, error))
    return FALSE;
  *value = g_steal_pointer (&read);
  return TRUE;
}

char *
troupe_elicitation_field_describe_initial (const TroupeElicitationField *self)
{
  g_autoptr (GString) list = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->initial == NULL)
    return NULL;
  if (troupe_value_is (self->initial, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (self->initial, NULL));
  if (!troupe_value_is (self->initial, TROUPE_VALUE_LIST))
    return troupe_value_to_json (self->initial, TROUPE_JSON_COMPACT);
  list = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_list_get_length (self->initial); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            troupe_value_get_string (troupe_value_list_get (self->initial, i),
                                                     NULL));
  return g_string_free (g_steal_pointer (&list), FALSE);
}
