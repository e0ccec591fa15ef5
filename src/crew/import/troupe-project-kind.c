/* troupe-project-kind.c: recognizes folders and files that CrewAI creates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-project-kind"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import.h"
#include "troupe-project-kind.h"
#include "troupe-python-flow.h"
#include "troupe-python-program.h"

/* Maximum number of files of a folder that are looked at. */
#define MOST_FILES 200u

/* --- Files ------------------------------------------------------------------------------------ */

/* Returns the text of a file, or NULL if it cannot be read. */
static char *
read_text (const char *path)
{
  gsize length;
  char *text = g_file_test (path, G_FILE_TEST_IS_REGULAR)
                   ? troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL)
                   : NULL;

  if (text != NULL && (strlen (text) != length || !g_utf8_validate_len (text, length, NULL)))
    g_clear_pointer (&text, g_free);
  return text;
}

/* Returns a setting of the section `[tool.crewai]` of a `pyproject.toml`. (transfer full)
 * (nullable) */
static char *
find_setting (const char *folder, const char *key)
{
  g_autofree char *path = g_build_filename (folder, "pyproject.toml", NULL);
  g_autofree char *text = read_text (path);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  gboolean is_inside = FALSE;

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      char *value;

      if (*line == '[')
        is_inside = g_str_has_prefix (line, "[tool.crewai]");
      if (is_inside)
        {
          const char *setting_value, *end;

          value = NULL;
          if (g_str_has_prefix (line, key))
            {
              setting_value = line + strlen (key);
              setting_value += strspn (setting_value, " \t");
              if (*setting_value == '=')
                {
                  setting_value += 1 + strspn (setting_value + 1, " \t");
                  end = *setting_value == '"' || *setting_value == '\''
                            ? strchr (setting_value + 1, *setting_value)
                            : NULL;
                  value = end != NULL
                              ? g_strndup (setting_value + 1, (gsize) (end - setting_value - 1))
                              : NULL;
                }
            }
        }
      else
        value = NULL;
      if (value != NULL)
        return value;
    }
  return NULL;
}

/* Returns the `definition` of a flow or crew in `pyproject.toml`. (transfer full) (nullable) */
static char *
find_definition (const char *folder)
{
  g_autofree char *type = find_setting (folder, "type");
  g_autofree char *definition = find_setting (folder, "definition");

  return g_strcmp0 (type, "flow") == 0 || g_strcmp0 (type, "crew") == 0
             ? g_steal_pointer (&definition)
             : NULL;
}

/* Returns the path of the flow in a folder, whose name is the usual one. It takes precedence over code
 * beside it, also if it has mistakes, which are then reported. (transfer full) (nullable) */
static char *
find_flow_file (const char *folder)
{
  static const char *const names[] = { "flow.jsonc", "flow.json", "flow.yaml", "flow.yml" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

char *
troupe_project_find_document (const char *path)
{
  g_autofree char *base = NULL, *folder = NULL, *definition = NULL, *file = NULL;
  gboolean is_settings;

  g_return_val_if_fail (path != NULL, NULL);

  base = g_path_get_basename (path);
  is_settings = g_str_equal (base, "pyproject.toml");
  folder = is_settings ? g_path_get_dirname (path) : g_strdup (path);
  definition = find_definition (folder);
  if (definition != NULL)
    {
      g_autofree char *file_path = NULL, *root = NULL, *target = NULL;
      gsize length;

      /* As in CrewAI, the file has to be inside the project, whatever links lead to it. */
      if (!g_path_is_absolute (definition) && *definition != '~')
        {
          file_path = g_build_filename (folder, definition, NULL);
          root = troupe_path_resolve (folder);
          target = troupe_path_resolve (file_path);
          length = root != NULL ? strlen (root) : 0;
          if (length != 0 && target != NULL && g_str_has_prefix (target, root) &&
              (length <= 1 || target[length] == G_DIR_SEPARATOR) &&
              g_file_test (file_path, G_FILE_TEST_IS_REGULAR))
            file = g_steal_pointer (&file_path);
        }
    }
  else
    file = find_flow_file (folder);
  if (file != NULL)
    return g_steal_pointer (&file);
  return is_settings ? g_steal_pointer (&folder) : NULL;
}

/* --- Other kinds ------------------------------------------------------------------------------ */

/* Returns the path as a word of a command line. (transfer full) */
static char *
quote (const char *path)
{
  static const char plain[] = "%+,-./:@^_=";

  for (const char *at = path; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr (plain, *at) == NULL)
      return g_shell_quote (path);
  return g_strdup (path);
}

static char *
describe_flow (const TroupePythonFlow *flow, const char *path)
{
  g_autofree char *name = g_path_get_basename (flow->path);
  g_autofree char *classes = g_strjoinv (", ", flow->classes);
  g_autofree char *word = quote (path);

  return g_strdup_printf (
      /* Translators: the first %s is a file, the second one a class or several, the third one a
       * path */
      _ ("%s is a Python flow (%s). Troupe opens flows that are declared in YAML or JSON. CrewAI "
         "can create such a declaration, whose methods refer to the file: troupectl convert %s -o "
         "FLOW.yaml. This executes the file, so it needs your permission."),
      name, classes, word);
}

/* Returns TRUE if the file creates a crew outside of a class with `@CrewBase`. */
static gboolean
creates_crew (const char *path)
{
  g_autofree char *text = troupe_python_read_source (NULL, path);

  return text != NULL && strstr (text, "crewai") != NULL &&
         g_regex_match_simple ("^[^#\\n]*\\bCrew[ ]*\\(", text, G_REGEX_MULTILINE, 0);
}

static char *
describe_file (const char *path)
{
  g_autoptr (TroupePythonFlow) flow = troupe_python_flow_find (path);

  if (flow != NULL)
    return describe_flow (flow, path);
  if (g_str_has_suffix (path, ".py") && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      /* Describes a Python file that defines neither a flow nor a crew. */
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *word = quote (folder);

      if (!troupe_crew_import_is_classic (folder) && creates_crew (path))
        return g_strdup (_ (
            "This Python file creates its crew with “Crew(…)” outside of a class with “@CrewBase”. "
            "Troupe imports only crews of such a class, as “crewai create crew” creates them, "
            "because the rest of the code would have to be executed. Move the crew into such a "
            "class, or describe it in a crew.jsonc."));
      if (!troupe_crew_import_is_classic (folder))
        return g_strdup (
            _ ("This Python file defines neither a flow nor a crew of CrewAI. Open the file "
               "with the class that is derived from “Flow” or has “@CrewBase”."));
      return g_strdup_printf (
          /* Translators: %s is a folder */
          _ ("This Python file belongs to a classic crew. Import the crew: troupectl convert %s -o "
             "FOLDER"),
          word);
    }
  if (g_str_has_suffix (path, ".ipynb"))
    return g_strdup (_ (
        "This is a notebook. Troupe imports crews of Python files. Move the crew into a class with "
        "“@CrewBase” in a Python file, or describe it in a crew.jsonc."));
  return NULL;
}

/* --- Agent projects --------------------------------------------------------------------------- */

/* Returns TRUE if the text of an agent file has the key `role`, quoted or at the start of a line. */
static gboolean
has_role (const char *text)
{
  return strstr (text, "\"role\"") != NULL || g_str_has_prefix (text, "role:") ||
         strstr (text, "\nrole:") != NULL;
}

static gboolean
is_agent_file (const char *path)
{
  static const char *const names[] = { "agent.jsonc", "agent.json", "agent.yaml", "agent.yml",
                                       NULL };
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *folder_name = g_path_get_basename (folder);
  g_autofree char *crew = NULL;
  g_autofree char *text = NULL;

  if (!g_strv_contains (names, base))
    return FALSE;
  /* A crew may have an agent of this name. */
  crew = g_str_equal (folder_name, "agents") ? troupe_crew_find_file (above) : NULL;
  text = crew == NULL ? read_text (path) : NULL;
  return text != NULL && has_role (text);
}

/* Returns TRUE if the folder is a project with a single agent: its `pyproject.toml` says so, or it
 * contains the file of the agent. */
static gboolean
is_agent_project (const char *folder)
{
  static const char *const names[] = { "agent.jsonc", "agent.json", "agent.yaml", "agent.yml" };
  g_autofree char *type = find_setting (folder, "type");

  if (type != NULL)
    return g_str_equal (type, "agent");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (is_agent_file (path))
        return TRUE;
    }
  return FALSE;
}

static char *
describe_agent (void)
{
  return g_strdup (
      /* Translators: {messages} is an input of a crew and is not translated. */
      _ ("This is an agent project of CrewAI: a single agent that answers messages. The format is "
         "experimental in CrewAI, and Troupe cannot run it. To use the agent in Troupe, create a "
         "crew, copy the file of the agent to its folder “agents”, and add a task with the "
         "description “{messages}”. For a conversation, create a flow with “conversational”."));
}

/* --- Projects --------------------------------------------------------------------------------- */

static char *
describe_classic (const char *path)
{
  g_autofree char *word = quote (path);

  return g_strdup_printf (
      _ ("This is a classic crew in Python. Import it first: troupectl convert %s "
         "-o FOLDER"),
      word);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  const char *const *first = a;
  const char *const *second = b;

  return strcmp (*first, *second);
}

/* Describes the first file of a folder without a project that creates a crew, or else the first notebook.
 * (nullable) */
static char *
describe_code (const char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (files != NULL && names->len < MOST_FILES && (name = g_dir_read_name (files)) != NULL)
    if (g_str_has_suffix (name, ".py") || g_str_has_suffix (name, ".ipynb"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names_cb);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < names->len; i++)
      {
        g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
        g_autofree char *text = NULL;

        if (g_str_has_suffix (path, ".py") ? pass == 0 && creates_crew (path) : pass == 1)
          text = describe_file (path);
        if (text != NULL)
          return g_strconcat (names->pdata[i], ": ", text, NULL);
      }
  return NULL;
}

static char *
describe_folder (const char *path)
{
  g_autoptr (TroupePythonFlow) flow = troupe_python_flow_find (path);
  g_autofree char *text = flow != NULL ? describe_flow (flow, path) : NULL;
  g_autofree char *word = quote (path);
  g_autofree char *definition = NULL;

  if (troupe_crew_import_is_classic (path))
    return text != NULL
               ? g_strdup_printf (
                     _ ("%s Its crews can be imported: troupectl convert %s -o FOLDER"), text, word)
               : describe_classic (path);
  if (text != NULL)
    return g_steal_pointer (&text);
  definition = find_definition (path);
  if (definition != NULL)
    return g_strdup_printf (
        /* Translators: %s is a path in the file pyproject.toml */
        _ ("The “definition” in pyproject.toml is “%s”, which is not a file of the project. "
           "Correct the path."),
        definition);
  return is_agent_project (path) ? describe_agent () : describe_code (path);
}

char *
troupe_project_describe (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return describe_folder (path);
  if (is_agent_file (path))
    return describe_agent ();
  if (g_str_has_suffix (path, ".py") && troupe_crew_import_is_classic (path))
    {
      g_autoptr (TroupePythonFlow) flow = troupe_python_flow_find (path);

      return flow != NULL ? describe_flow (flow, path) : describe_classic (path);
    }
  return describe_file (path);
}
