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
#include "troupe-python-syntax.h"
#include "troupe-text.h"

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

/* Returns the string between the quotes of `key = "value"`, or NULL if the line is not about that
 * key. (transfer full) (nullable) */
static char *
read_setting (const char *line, const char *key)
{
  const char *value, *end;

  if (!g_str_has_prefix (line, key))
    return NULL;
  value = line + strlen (key);
  value += strspn (value, " \t");
  if (*value != '=')
    return NULL;
  value += 1 + strspn (value + 1, " \t");
  end = *value == '"' || *value == '\'' ? strchr (value + 1, *value) : NULL;
  return end != NULL ? g_strndup (value + 1, (gsize) (end - value - 1)) : NULL;
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
      value = is_inside ? read_setting (line, key) : NULL;
      if (value != NULL)
        return value;
    }
  return NULL;
}

char *
troupe_project_find_flow (const char *folder)
{
  g_autofree char *type = NULL, *definition = NULL, *root = NULL, *path = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  type = find_setting (folder, "type");
  definition = find_setting (folder, "definition");
  if (g_strcmp0 (type, "flow") != 0 || definition == NULL || g_path_is_absolute (definition))
    return NULL;
  root = g_canonicalize_filename (folder, NULL);
  path = g_canonicalize_filename (definition, root);
  /* As in CrewAI, the file has to be inside the project. */
  if (!g_str_has_prefix (path, root) || path[strlen (root)] != G_DIR_SEPARATOR ||
      !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  return g_build_filename (folder, path + strlen (root) + 1, NULL);
}

/* --- Flows in Python -------------------------------------------------------------------------- */

/* Returns TRUE for the base class `Flow` or `Flow[State]`. */
static gboolean
is_flow (const TroupePythonStatement *class)
{
  for (guint i = 0; i < class->nodes->len; i++)
    if (g_str_equal (troupe_python_node_get_last_name (class->nodes->pdata[i]), "Flow"))
      return TRUE;
  return FALSE;
}

static gboolean
has_start (const TroupePythonStatement *class)
{
  for (guint i = 0; i < class->body->len; i++)
    if (troupe_python_statement_has_decorator (class->body->pdata[i], "start"))
      return TRUE;
  return FALSE;
}

/* Returns the name of the class in a Python file that is a flow. (transfer full) (nullable) */
static char *
find_flow_class (const char *path)
{
  g_autofree char *text = g_str_has_suffix (path, ".py") ? read_text (path) : NULL;
  g_autoptr (GPtrArray) statements = NULL;

  if (text == NULL || strstr (text, "Flow") == NULL)
    return NULL;
  statements = troupe_python_parse (text);
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      if (statement->type == TROUPE_PYTHON_CLASS && is_flow (statement) && has_start (statement))
        return g_strdup (statement->name);
    }
  return NULL;
}

/* Returns `main.py` of a folder, or that of the package in its `src`. (transfer full) (nullable) */
static char *
find_main (const char *folder)
{
  g_autofree char *own = g_build_filename (folder, "main.py", NULL);
  g_autofree char *src = g_build_filename (folder, "src", NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (own, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&own);
  dir = g_dir_open (src, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (src, name, "main.py", NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static char *
describe_flow (const char *path, const char *class)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *module = g_strndup (name, strlen (name) - strlen (".py"));

  return g_strdup_printf (
      /* Translators: a file and a class; the command in parentheses is not translated. */
      _ ("%s is a flow in Python (class %s). Troupe opens flows that are declared in JSON or YAML. "
         "CrewAI writes such a declaration, whose methods refer to the file: python -c \"from %s "
         "import %s; print(%s.flow_definition().model_dump_json(by_alias=True, "
         "exclude_none=True))\" > flow.json"),
      name, class, module, class, class);
}

/* --- Other kinds ------------------------------------------------------------------------------ */

/* Returns the number of the line that begins with a conflict marker of Git, or 0. */
static guint
find_conflict (const char *text)
{
  guint line = 1, first = 0;

  for (const char *at = text; at != NULL && *at != '\0'; line++)
    {
      if (troupe_text_begins_with (at, "<<<<<<< ") && first == 0)
        first = line;
      if (troupe_text_begins_with (at, ">>>>>>> ") && first > 0)
        return first;
      at = strchr (at, '\n');
      if (at != NULL)
        at++;
    }
  return 0;
}

static char *
describe_file (const char *path)
{
  g_autofree char *class = find_flow_class (path);
  g_autofree char *text = NULL;
  guint line;

  if (class != NULL)
    return describe_flow (path, class);
  if (g_str_has_suffix (path, ".ipynb"))
    return g_strdup (_ ("This is a notebook. Save its code as a Python file, and import that."));
  text = read_text (path);
  line = text != NULL ? find_conflict (text) : 0;
  if (line > 0)
    return g_strdup_printf (_ ("The file contains conflict markers of Git, the first one in line "
                               "%u. Resolve the conflict, and open the file again."),
                            line);
  return NULL;
}

/* Returns TRUE if the folder contains the file of an agent project. */
static gboolean
has_agent (const char *folder)
{
  g_autofree char *first = g_build_filename (folder, "agent.jsonc", NULL);
  g_autofree char *second = g_build_filename (folder, "agent.json", NULL);

  return g_file_test (first, G_FILE_TEST_IS_REGULAR) ||
         g_file_test (second, G_FILE_TEST_IS_REGULAR);
}

static char *
describe_classic (const char *path)
{
  return g_strdup_printf (
      _ ("This is a classic crew in Python. Import it first: troupectl convert %s "
         "-o FOLDER"),
      path);
}

static char *
describe_folder (const char *path)
{
  g_autofree char *main = find_main (path);
  g_autofree char *class = main != NULL ? find_flow_class (main) : NULL;
  g_autofree char *flow = class != NULL ? describe_flow (main, class) : NULL;

  if (troupe_crew_import_is_classic (path))
    return flow != NULL
               ? g_strdup_printf (
                     _ ("%s Its crews can be imported: troupectl convert %s -o FOLDER"), flow, path)
               : describe_classic (path);
  if (flow != NULL)
    return g_steal_pointer (&flow);
  if (has_agent (path))
    return g_strdup (_ ("This is an agent project of CrewAI. Troupe does not run a single agent: "
                        "create a crew, and copy the file to its folder “agents”."));
  return NULL;
}

char *
troupe_project_describe (const char *path)
{
  g_autofree char *base = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  base = g_path_get_basename (path);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return describe_folder (path);
  if (g_str_has_suffix (path, ".py") && troupe_crew_import_is_classic (path))
    return describe_classic (path);
  if (g_str_equal (base, "agent.jsonc") || g_str_equal (base, "agent.json"))
    {
      g_autofree char *folder = g_path_get_dirname (path);

      return describe_folder (folder);
    }
  return describe_file (path);
}
