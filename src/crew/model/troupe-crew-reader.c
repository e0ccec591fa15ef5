/* troupe-crew-reader.c: current path and problems of the crew parser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-reader"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-private.h"

void
troupe_crew_reader_init (TroupeCrewReader *self, const char *folder, gboolean is_inline)
{
  *self = (TroupeCrewReader){
    .path = g_string_new (NULL),
    .problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref),
    .spots = g_array_new (FALSE, FALSE, sizeof (TroupeCrewSpot)),
    .folder = folder,
    .is_inline = is_inline,
  };
}

void
troupe_crew_reader_clear (TroupeCrewReader *self)
{
  g_string_free (self->path, TRUE);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->spots, g_array_unref);
}

gsize
troupe_crew_reader_enter (TroupeCrewReader *self, const char *key)
{
  gsize mark = self->path->len;

  if (mark > 0)
    g_string_append_c (self->path, '.');
  g_string_append (self->path, key);
  return mark;
}

gsize
troupe_crew_reader_enter_index (TroupeCrewReader *self, gsize index)
{
  gsize mark = self->path->len;

  g_string_append_printf (self->path, "[%" G_GSIZE_FORMAT "]", index);
  return mark;
}

void
troupe_crew_reader_leave (TroupeCrewReader *self, gsize mark)
{
  g_string_truncate (self->path, mark);
}

TroupeProblem *
troupe_crew_reader_report (TroupeCrewReader *self,
                           TroupeSeverity severity,
                           const char *code,
                           const char *format,
                           ...)
{
  TroupeCrewSpot spot = { FALSE, 0 };
  g_autofree char *message = NULL;
  TroupeProblem *problem;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  problem = troupe_problem_new (severity, code, self->path->str, "%s", message);
  g_ptr_array_add (self->problems, problem);
  g_array_append_val (self->spots, spot);
  return problem;
}

void
troupe_crew_reader_set_spot (TroupeCrewReader *self, gboolean at_key, gsize offset)
{
  TroupeCrewSpot *spot = &g_array_index (self->spots, TroupeCrewSpot, self->spots->len - 1);

  spot->at_key = at_key;
  spot->offset = offset;
}

static const char *
describe_type (TroupeValue *value)
{
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return _ ("null");

    case TROUPE_VALUE_BOOLEAN:
      return _ ("true or false");

    case TROUPE_VALUE_STRING:
      return _ ("a string");

    case TROUPE_VALUE_LIST:
      return _ ("a list");

    case TROUPE_VALUE_MAP:
      return _ ("an object");

    default:
      return _ ("a number");
    }
}

void
troupe_crew_reader_wrong_type (TroupeCrewReader *self, TroupeValue *found, const char *expected)
{
  gsize length = 0;
  const char *text =
      troupe_value_is (found, TROUPE_VALUE_STRING) ? troupe_value_get_string (found, &length) : "";

  if (length > 0 && length <= 40 && g_utf8_validate (text, -1, NULL))
    troupe_crew_reader_report (
        self, TROUPE_SEVERITY_ERROR, "wrong_type",
        /* Translators: first %s is what is expected (“an integer”), second %s the text found
         * instead */
        _ ("Expected %s, found “%s”."), expected, text);
  else
    troupe_crew_reader_report (self, TROUPE_SEVERITY_ERROR, "wrong_type",
                               /* Translators: both %s are types of a value: “a list”, “a string” */
                               _ ("Expected %s, found %s."), expected, describe_type (found));
}

gboolean
troupe_crew_reader_has_errors (TroupeCrewReader *self)
{
  for (guint i = 0; i < self->problems->len; i++)
    if (((TroupeProblem *) self->problems->pdata[i])->severity == TROUPE_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}

void
troupe_crew_reader_sort (TroupeCrewReader *self)
{
  g_autoptr (GPtrArray) problems = g_steal_pointer (&self->problems);
  g_autoptr (GArray) spots = g_steal_pointer (&self->spots);

  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  self->spots = g_array_new (FALSE, FALSE, sizeof (TroupeCrewSpot));
  for (int severity = TROUPE_SEVERITY_ERROR; severity <= TROUPE_SEVERITY_HINT; severity++)
    for (guint i = 0; i < problems->len; i++)
      {
        TroupeProblem *problem = problems->pdata[i];

        if ((int) problem->severity != severity)
          continue;
        g_ptr_array_add (self->problems, troupe_problem_ref (problem));
        g_array_append_val (self->spots, g_array_index (spots, TroupeCrewSpot, i));
      }
}

/* --- Members ---------------------------------------------------------------------------------- */

gboolean
troupe_crew_has (TroupeValue *map, const char *key)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP) &&
         troupe_value_map_lookup_string (map, key, -1) != NULL;
}
