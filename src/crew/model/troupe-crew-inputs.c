/* troupe-crew-inputs.c: interpolation of inputs into the texts of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-inputs"

#include "config.h"

#include <glib/gi18n.h>
#include <limits.h>
#include <string.h>

#include "troupe-crew-copy.h"

/* Maximum size of an interpolated text in bytes. An input that contains another placeholder can
 * double the size each time. */
#define LONGEST_TEXT (16u * 1024 * 1024)

/* --- Placeholders ----------------------------------------------------------------------------- */

/* Returns the character after the closing brace of the placeholder that begins at @open, or NULL
 * if no placeholder begins at @open. */
static const char *
find_end (const char *open)
{
  const char *c = open + 1;

  if (!g_ascii_isalpha (*c) && *c != '_')
    return NULL;
  while (g_ascii_isalnum (*c) || *c == '_' || *c == '-')
    c++;
  return *c == '}' ? c + 1 : NULL;
}

const char *
troupe_crew_find_placeholder (const char *text, const char **end)
{
  g_return_val_if_fail (text != NULL && end != NULL, NULL);

  for (const char *open = strchr (text, '{'); open != NULL; open = strchr (open + 1, '{'))
    if ((*end = find_end (open)) != NULL)
      return open;
  return NULL;
}

/* Returns the names in @text including repetitions, because CrewAI replaces each name as often
 * as it occurs. (transfer full) (element-type utf8) */
static GPtrArray *
list_names (const char *text)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *end;

  while ((text = troupe_crew_find_placeholder (text, &end)) != NULL)
    {
      g_ptr_array_add (names, g_strndup (text + 1, (gsize) (end - text) - 2));
      text = end;
    }
  return names;
}

void
troupe_crew_add_placeholders (GPtrArray *names, const char *text)
{
  g_autoptr (GPtrArray) more = NULL;

  g_return_if_fail (names != NULL && text != NULL);

  more = list_names (text);
  for (guint i = 0; i < more->len; i++)
    if (!g_ptr_array_find_with_equal_func (names, more->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (more->pdata[i]));
}

char **
troupe_crew_list_placeholders (TroupeCrew *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  TroupeCrew *crew;

  g_return_val_if_fail (self != NULL, NULL);

  crew = self->declared != NULL ? self->declared : self;
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      troupe_crew_add_placeholders (names, crew->tasks[i].description);
      troupe_crew_add_placeholders (names, crew->tasks[i].expected_output);
      if (crew->tasks[i].output_file != NULL)
        troupe_crew_add_placeholders (names, crew->tasks[i].output_file);
    }
  for (guint i = 0; i < crew->n_agents; i++)
    {
      troupe_crew_add_placeholders (names, crew->agents[i].role);
      troupe_crew_add_placeholders (names, crew->agents[i].goal);
      troupe_crew_add_placeholders (names, crew->agents[i].backstory);
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

/* --- Replacing placeholders ------------------------------------------------------------------- */

/* Returns @text with each `{name}` replaced by @value, or NULL if the result exceeds the limit.
 * (transfer full) (nullable) */
static char *
replace (const char *text, const char *name, const char *value)
{
  g_autofree char *placeholder = g_strdup_printf ("{%s}", name);
  gsize length = strlen (placeholder), n_bytes = strlen (value);
  g_autoptr (GString) out = g_string_new (NULL);
  const char *from = text;

  for (const char *found = strstr (text, placeholder); found != NULL;
       found = strstr (from, placeholder))
    {
      g_string_append_len (out, from, found - from);
      if (out->len + n_bytes > LONGEST_TEXT)
        return NULL;
      g_string_append_len (out, value, (gssize) n_bytes);
      from = found + length;
    }
  g_string_append (out, from);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
troupe_crew_fill_text (const char *text, TroupeValue *values, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *result = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (values == NULL || troupe_value_is (values, TROUPE_VALUE_MAP), NULL);

  names = list_names (text);
  for (guint i = 0; i < names->len; i++)
    if (!troupe_crew_has (values, names->pdata[i]))
      {
        g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_INPUT,
                     _ ("The input “%s” is missing."), (char *) names->pdata[i]);
        return NULL;
      }
  result = g_strdup (text);
  for (guint i = 0; i < names->len; i++)
    {
      TroupeValue *value = troupe_value_map_lookup_string (values, names->pdata[i], -1);
      g_autofree char *written = troupe_crew_value_to_text (value);
      char *next = replace (result, names->pdata[i], written);

      if (next == NULL)
        {
          g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_INPUT,
                       _ ("With the input “%s”, the text exceeds the limit of %u MiB."),
                       (char *) names->pdata[i], LONGEST_TEXT / (1024 * 1024));
          return NULL;
        }
      g_free (result);
      result = next;
    }
  return g_steal_pointer (&result);
}

/* --- Interpolating a crew --------------------------------------------------------------------- */

/* Returns TRUE if the value can be represented in JSON. Otherwise sets an error that names @key. */
static gboolean
check_value (const char *key, TroupeValue *value, GError **error)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  g_ptr_array_add (open, value);
  while (open->len > 0)
    {
      TroupeValue *next = g_ptr_array_steal_index (open, open->len - 1);

      switch ((int) troupe_value_get_value_type (next))
        {
        case TROUPE_VALUE_NULL:
        case TROUPE_VALUE_BOOLEAN:
        case TROUPE_VALUE_INTEGER:
        case TROUPE_VALUE_UNSIGNED:
        case TROUPE_VALUE_DOUBLE:
        case TROUPE_VALUE_BIG_INTEGER:
        case TROUPE_VALUE_STRING:
          break;

        case TROUPE_VALUE_LIST:
          for (gsize i = 0; i < troupe_value_list_get_length (next); i++)
            g_ptr_array_add (open, troupe_value_list_get (next, i));
          break;

        case TROUPE_VALUE_MAP:
          for (gsize i = 0; i < troupe_value_map_get_size (next); i++)
            g_ptr_array_add (open, troupe_value_map_get_value (next, i));
          break;

        default:
          g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_INPUT,
                       _ ("The input “%s” cannot be inserted into text. Expected a string, a "
                          "number, true, false, null, or a list or an object of these."),
                       key);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_inputs (TroupeValue *inputs, char **path, GError **error)
{
  for (gsize i = 0; i < troupe_value_map_get_size (inputs); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (inputs, i);
      g_autofree char *name = troupe_crew_value_to_text (key);

      if (!check_value (name, troupe_value_map_get_value (inputs, i), error))
        {
          *path = g_strdup ("inputs");
          return FALSE;
        }
    }
  return TRUE;
}

/* Interpolates @text. An error names the field, such as `tasks[0].description (“t1”): …`.
 * @where: (out): the path of the field */
static gboolean
fill (char **text,
      TroupeValue *inputs,
      const char *path,
      const char *key,
      const char *name,
      char **where,
      GError **error)
{
  g_autoptr (GError) cause = NULL;
  char *filled = troupe_crew_fill_text (*text, inputs, &cause);

  if (filled == NULL)
    {
      g_set_error (error, cause->domain, cause->code, "%s.%s (%s): %s", path, key, name,
                   cause->message);
      *where = g_strdup_printf ("%s.%s", path, key);
      return FALSE;
    }
  g_free (*text);
  *text = filled;
  return TRUE;
}

/* Returns FALSE if an input leads the output file out of the project. */
static gboolean
check_output_file (const TroupeCrewTask *task, char **where, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (task->output_file, "/", -1);
  g_autofree char *name = NULL;

  g_assert (task != NULL);

  if (*task->output_file != '/' && *task->output_file != '~' &&
      !g_strv_contains ((const char *const *) parts, ".."))
    return TRUE;
  name = troupe_crew_task_dup_title (task);
  *where = g_strdup_printf ("%s.output_file", task->path);
  g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_FILE,
               /* Translators: the path in the document, the name of a task, a file path */
               _ ("%s.output_file (%s): “%s” points outside the project. Expected a path inside "
                  "the project folder."),
               task->path, name, task->output_file);
  return FALSE;
}

static gboolean
fill_task (TroupeCrewTask *task, TroupeValue *inputs, char **where, GError **error)
{
  g_autofree char *name = troupe_crew_task_dup_title (task);

  g_assert (task != NULL);

  if (!fill (&task->description, inputs, task->path, "description", name, where, error) ||
      !fill (&task->expected_output, inputs, task->path, "expected_output", name, where, error))
    return FALSE;
  if (task->output_file == NULL)
    return TRUE;
  return fill (&task->output_file, inputs, task->path, "output_file", name, where, error) &&
         check_output_file (task, where, error);
}

static void
set_field (TroupeCrewAgent *agent, const char *key, const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);
  TroupeValue *fields = NULL;

  g_assert (agent != NULL);

  /* An agent from a repository may not have this field. */
  if (!troupe_crew_has (agent->fields, key))
    return;
  fields = troupe_value_map_with (agent->fields, key, value);
  troupe_value_unref (agent->fields);
  agent->fields = fields;
}

static gboolean
fill_agent (TroupeCrewAgent *agent, TroupeValue *inputs, char **where, GError **error)
{
  g_assert (agent != NULL);

  if (!fill (&agent->role, inputs, agent->path, "role", agent->name, where, error) ||
      !fill (&agent->goal, inputs, agent->path, "goal", agent->name, where, error) ||
      !fill (&agent->backstory, inputs, agent->path, "backstory", agent->name, where, error))
    return FALSE;
  set_field (agent, "role", agent->role);
  set_field (agent, "goal", agent->goal);
  set_field (agent, "backstory", agent->backstory);
  return TRUE;
}

static TroupeValue *
get_fill (GPtrArray *fills, guint index)
{
  return fills != NULL && index < fills->len ? g_ptr_array_index (fills, index) : NULL;
}

static void
take_text (char **text, TroupeValue *texts, const char *key)
{
  const char *given = troupe_value_get_member_text (texts, key);

  g_assert (text != NULL);

  if (given == NULL)
    return;
  g_free (*text);
  *text = g_strdup (given);
}

/* Returns TRUE if the path is @pattern with some texts instead of its placeholders. */
static gboolean
follows_pattern (const char *path, const char *pattern)
{
  g_autoptr (GPtrArray) names = list_names (pattern);
  g_autofree char *escaped = g_regex_escape_string (pattern, -1);
  g_autoptr (GString) expression = g_string_new (escaped);

  if (strlen (path) >= PATH_MAX)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *placeholder = g_strdup_printf ("{%s}", (char *) names->pdata[i]);
      g_autofree char *literal = g_regex_escape_string (placeholder, -1);

      g_string_replace (expression, literal, ".*", 0);
    }
  g_string_prepend (expression, "\\A(?:");
  g_string_append (expression, ")\\z");
  return g_regex_match_simple (expression->str, path, G_REGEX_DOTALL, 0);
}

/* Takes what the class of a task has made of its texts. The user was shown the output file of the document, and another one would be written
 * outside of the sandbox of the class. */
static gboolean
take_task (TroupeCrewTask *task, TroupeValue *texts, char **where, GError **error)
{
  const char *path = troupe_value_get_member_text (texts, "output_file");
  g_autofree char *name = NULL;

  g_assert (task != NULL);

  take_text (&task->description, texts, "description");
  take_text (&task->expected_output, texts, "expected_output");
  if (task->output_file == NULL)
    return TRUE;
  if (path == NULL || follows_pattern (path, task->output_file))
    {
      take_text (&task->output_file, texts, "output_file");
      return check_output_file (task, where, error);
    }
  name = troupe_crew_task_dup_title (task);
  *where = g_strdup_printf ("%s.output_file", task->path);
  g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_FILE,
               /* Translators: the path in the document, the name of a task, two file paths */
               _ ("%s.output_file (%s): the class of the task has changed the file to “%s”. "
                  "Expected “%s”, as in the document. Write the file in the document."),
               task->path, name, path, task->output_file);
  return FALSE;
}

/* Interpolates all agents and tasks. (transfer full) (nullable) */
static TroupeCrew *
fill_all (TroupeCrew *declared,
          TroupeValue *inputs,
          const TroupeCrewFilledTexts *fills,
          char **where,
          GError **error)
{
  g_autoptr (TroupeCrew) crew = NULL;

  if (!check_inputs (inputs, where, error))
    return NULL;
  crew = troupe_crew_copy (declared);
  crew->declared = troupe_crew_ref (declared);
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      TroupeValue *texts = fills != NULL ? get_fill (fills->tasks, i) : NULL;

      if (texts != NULL ? !take_task (&crew->tasks[i], texts, where, error)
                        : !fill_task (&crew->tasks[i], inputs, where, error))
        return NULL;
    }
  for (guint i = 0; i < crew->n_agents; i++)
    {
      TroupeValue *texts = fills != NULL ? get_fill (fills->agents, i) : NULL;

      if (texts != NULL)
        {
          TroupeCrewAgent *agent = &crew->agents[i];

          g_assert (agent != NULL);
          take_text (&agent->role, texts, "role");
          take_text (&agent->goal, texts, "goal");
          take_text (&agent->backstory, texts, "backstory");
          set_field (agent, "role", agent->role);
          set_field (agent, "goal", agent->goal);
          set_field (agent, "backstory", agent->backstory);
        }
      else if (!fill_agent (&crew->agents[i], inputs, where, error))
        return NULL;
    }
  return g_steal_pointer (&crew);
}

TroupeCrew *
troupe_crew_interpolate (TroupeCrew *self, TroupeValue *inputs, char **path, GError **error)
{
  return troupe_crew_interpolate_with (self, inputs, NULL, path, error);
}

TroupeCrew *
troupe_crew_interpolate_with (TroupeCrew *self,
                              TroupeValue *inputs,
                              const TroupeCrewFilledTexts *fills,
                              char **path,
                              GError **error)
{
  g_autofree char *where = NULL;
  TroupeCrew *declared;
  g_autoptr (TroupeCrew) crew = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (inputs == NULL || troupe_value_is (inputs, TROUPE_VALUE_MAP), NULL);

  declared = self->declared != NULL ? self->declared : self;
  if (inputs == NULL || troupe_value_map_get_size (inputs) == 0)
    return troupe_crew_ref (declared);
  crew = fill_all (declared, inputs, fills, &where, error);
  if (crew == NULL && path != NULL)
    *path = g_steal_pointer (&where);
  return g_steal_pointer (&crew);
}
