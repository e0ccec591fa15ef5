/* troupe-crew-named.c: checks of the tools, files and schemas that a crew references
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-named"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-reference.h"
#include "troupe-project-file.h"
#include "troupe-python-tools.h"
#include "troupe-schema.h"

/* --- Tools ------------------------------------------------------------------------------------ */

/* Reports a file of a project tool that has no class that could be the tool. */
static void
check_tool_class (TroupeCrewReader *reader, const char *tool, const char *name)
{
  g_autoptr (GPtrArray) classes = troupe_python_tools_read (reader->folder, name);

  if (classes != NULL && classes->len == 0)
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_WARNING, "no_tool_class",
        /* Translators: “custom:NAME”, then NAME twice */
        _ ("The tool “%s” cannot be used: tools/%s.py has no subclass of BaseTool. Write a class "
           "with a method _run in tools/%s.py; functions, also with @tool, are not found."),
        tool, name, name);
}

static void
check_tool (TroupeCrewReader *reader, TroupeValue *tool)
{
  const char *text;

  if (troupe_value_is (tool, TROUPE_VALUE_MAP))
    return;
  if (!troupe_value_is (tool, TROUPE_VALUE_STRING))
    {
      troupe_crew_reader_wrong_type (reader, tool, _ ("the name of a tool, or an object"));
      return;
    }
  text = troupe_value_get_string (tool, NULL);
  if (g_str_equal (text, "platform:"))
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_tool",
                               _ ("“platform:” must be followed by the name of an application."));
  else if (g_str_has_prefix (text, "custom:"))
    {
      const char *name = text + strlen ("custom:");
      g_autofree char *file = g_strdup_printf ("tools/%s.py", name);

      /* The crew was already validated in its folder. */
      if (reader->is_relocated)
        return;
      if (!g_regex_match_simple ("^[A-Za-z_][A-Za-z0-9_]*$", name, G_REGEX_DOLLAR_ENDONLY, 0))
        {
          troupe_crew_reader_report (
              reader, TROUPE_SEVERITY_ERROR, "bad_tool",
              _ ("“%s” is not a valid project tool: expected letters, digits "
                 "and underscores after “custom:”."),
              text);
          return;
        }
      if (reader->folder == NULL)
        return;
      if (!troupe_project_file_exists (reader->folder, file))
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_ERROR, "missing_tool",
            /* Translators: “custom:NAME”, and the expected file of that tool */
            _ ("The tool “%s” does not exist: expected the file %s."), text, file);
      else
        check_tool_class (reader, text, name);
    }
}

void
troupe_crew_check_tools (TroupeCrewReader *reader, TroupeValue *tools)
{
  gsize mark = troupe_crew_reader_enter (reader, "tools");

  if (tools != NULL && !troupe_value_is (tools, TROUPE_VALUE_LIST))
    troupe_crew_reader_wrong_type (reader, tools, _ ("a list of tools"));
  for (gsize i = 0; tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (tools);
       i++)
    {
      gsize inner = troupe_crew_reader_enter_index (reader, i);

      check_tool (reader, troupe_value_list_get (tools, i));
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, mark);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Returns the local path of @text, or NULL for a network URL. @is_foreign: set for a file on
 * another host */
static char *
get_local_path (const char *text, gboolean *is_foreign)
{
  g_autofree char *scheme = g_uri_parse_scheme (text);
  const char *rest;
  g_autofree char *path = NULL;

  *is_foreign = FALSE;
  /* `C:` is a drive letter, not a scheme. */
  if (scheme == NULL || strlen (scheme) == 1)
    return g_strdup (text);
  if (g_ascii_strcasecmp (scheme, "file") != 0)
    return NULL;
  rest = text + strlen ("file:");
  if (g_str_has_prefix (rest, "//"))
    {
      const char *host = rest + 2;
      gsize length = strcspn (host, "/?#");

      *is_foreign = length > 0 &&
                    !(length == strlen ("localhost") && strncmp (host, "localhost", length) == 0);
      rest = host + length;
    }
  path = g_strndup (rest, strcspn (rest, "?#"));
  return g_uri_unescape_string (path, NULL);
}

/* Returns TRUE for `C:\x`, `\\server\share` and `//server/share`, which are never inside a
 * project. */
static gboolean
is_of_windows (const char *path)
{
  if (g_ascii_isalpha (path[0]) && path[1] == ':')
    return TRUE;
  return (path[0] == '\\' && path[1] == '\\') || (path[0] == '/' && path[1] == '/') ||
         path[0] == '\\';
}

static gboolean
is_inside (const char *folder, const char *path)
{
  g_autofree char *root = NULL, *full = NULL, *plain = NULL;
  g_autoptr (GFile) file = NULL, base = NULL;

  if (!g_path_is_absolute (path))
    {
      g_auto (GStrv) parts = g_strsplit (path, "/", -1);
      int depth = 0;

      for (guint i = 0; parts[i] != NULL; i++)
        {
          if (g_str_equal (parts[i], ".."))
            depth--;
          else if (*parts[i] != '\0' && !g_str_equal (parts[i], "."))
            depth++;
          if (depth < 0)
            return FALSE;
        }
    }
  /* The crew of a flow is checked against the folder in which the flow runs. */
  if (folder == NULL)
    return TRUE;
  root = g_canonicalize_filename (folder, NULL);
  full = g_canonicalize_filename (path, root);
  base = g_file_new_for_path (root);
  file = g_file_new_for_path (full);
  plain = g_file_get_relative_path (base, file);
  if (plain == NULL)
    return g_file_equal (base, file);
  g_free (g_steal_pointer (&full));
  full = troupe_path_resolve_beneath (root, plain, NULL);
  return full != NULL;
}

static void
check_path (TroupeCrewReader *reader, const char *text)
{
  gboolean is_foreign;
  g_autofree char *path = get_local_path (text, &is_foreign);

  g_assert (reader != NULL);

  if (path == NULL || *path == '\0')
    return;
  if (is_foreign || is_of_windows (path) || !is_inside (reader->folder, path))
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_ERROR, "outside_project",
        _ ("“%s” is outside the project. Expected a path inside the project folder."), text);
}

void
troupe_crew_check_input_files (TroupeCrewReader *reader, TroupeValue *files)
{
  static const char *const keys[] = { "source", "path" };
  gsize mark = troupe_crew_reader_enter (reader, "input_files");

  if (files != NULL && !troupe_value_is (files, TROUPE_VALUE_MAP))
    troupe_crew_reader_wrong_type (reader, files, _ ("an object of names and files"));
  for (gsize i = 0; files != NULL && troupe_value_is (files, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (files);
       i++)
    {
      TroupeValue *file = troupe_value_map_get_value (files, i);
      gsize inner = troupe_crew_reader_enter (
          reader, troupe_value_get_string (troupe_value_map_get_key (files, i), NULL));

      if (troupe_value_is (file, TROUPE_VALUE_STRING))
        check_path (reader, troupe_value_get_string (file, NULL));
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          const char *text = troupe_value_get_member_text (file, keys[k]);
          gsize innermost = troupe_crew_reader_enter (reader, keys[k]);

          if (text != NULL)
            check_path (reader, text);
          troupe_crew_reader_leave (reader, innermost);
        }
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, mark);
}

char *
troupe_crew_describe_bad_path (const char *path)
{
  if (strstr (path, "..") != NULL)
    return g_strdup (
        _ ("Paths with “..” are not allowed. Expected a path inside the project folder."));
  if (path[0] == '~' || path[0] == '$')
    return g_strdup (_ ("Paths that begin with “~” or “$” are not allowed."));
  if (strpbrk (path, "|><&;") != NULL)
    return g_strdup (_ ("Paths with any of | > < & ; are not allowed."));
  /* Each `{…}` of the path must be a valid name. */
  for (const char *open = strchr (path, '{'); open != NULL; open = strchr (open + 1, '{'))
    {
      g_autofree char *name = g_strndup (open + 1, strcspn (open + 1, "}{"));
      gboolean is_good = g_ascii_isalpha (name[0]) || name[0] == '_' || (name[0] & 0x80) != 0;

      for (const char *c = name; *c != '\0'; c++)
        is_good = is_good && (g_ascii_isalnum (*c) || *c == '_' || (*c & 0x80) != 0);
      if (!is_good)
        return g_strdup_printf (_ ("“{%s}” is not a placeholder: expected a name in braces."),
                                name);
    }
  return NULL;
}

/* --- Schemas ---------------------------------------------------------------------------------- */

void
troupe_crew_check_schema (TroupeCrewReader *reader, TroupeValue *value)
{
  g_autoptr (TroupeSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_MAP) && !troupe_crew_reference_is (value))
    {
      schema = troupe_schema_new (value, NULL, &error);
      if (schema == NULL)
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_schema",
                                   _ ("Invalid schema: %s"), error->message);
    }
  else if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_WARNING, "ignored_value",
        _ ("CrewAI ignores this value. Expected a JSON schema or {\"python\": \"module.Model\"}."));
}
