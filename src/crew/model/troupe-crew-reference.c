/* troupe-crew-reference.c: validation of references to Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-reference"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-reference.h"
#include "troupe-project-file.h"

/* Maximum nesting depth of a reference in its field, as in CrewAI. */
#define DEEPEST 64

typedef enum
{
  SHALLOW, /* the value itself, or the entries of a list */
  DEEP,    /* at any depth */
} Depth;

/* Used for crews, tasks and agents alike, because a key that an object does not have is rejected
 * anyway. */
static const struct
{
  const char *key;
  Depth depth;
} fields[] = {
  { "type", SHALLOW },
  { "guardrail", SHALLOW },
  { "guardrails", SHALLOW },
  { "step_callback", SHALLOW },
  { "task_callback", SHALLOW },
  { "callback", SHALLOW },
  { "callbacks", SHALLOW },
  { "condition", SHALLOW },
  { "before_kickoff_callbacks", SHALLOW },
  { "after_kickoff_callbacks", SHALLOW },
  { "output_json", SHALLOW },
  { "output_pydantic", SHALLOW },
  { "response_model", SHALLOW },
  { "converter_cls", SHALLOW },
  { "executor_class", SHALLOW },
  { "agent_executor", DEEP },
  { "checkpoint", DEEP },
  { "embedder", DEEP },
  { "function_calling_llm", DEEP },
  { "i18n", DEEP },
  { "knowledge", DEEP },
  { "knowledge_config", DEEP },
  { "knowledge_sources", DEEP },
  { "knowledge_storage", DEEP },
  { "llm", DEEP },
  { "memory", DEEP },
  { "planning_config", DEEP },
  { "security_config", DEEP },
  { "skills", DEEP },
  { "chat_llm", DEEP },
  { "manager_agent", DEEP },
  { "manager_llm", DEEP },
  { "planning_llm", DEEP },
};

typedef void (*ReferenceFunc) (TroupeCrewReader *reader, TroupeValue *reference);

gboolean
troupe_crew_reference_is (TroupeValue *value)
{
  return troupe_crew_has (value, "python");
}

char *
troupe_crew_reference_get_path (TroupeValue *value)
{
  const char *text = troupe_value_get_member_text (value, "python");
  char *path = text != NULL ? g_strstrip (g_strdup (text)) : NULL;

  if (path != NULL && *path == '\0')
    g_clear_pointer (&path, g_free);
  return path;
}

/* --- Syntax ----------------------------------------------------------------------------------- */

/* Returns TRUE for a Python identifier. This is an approximation: letters of any script, digits
 * and `_`, not starting with a digit. */
static gboolean
is_identifier (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if (character != '_' && !g_unichar_isalpha (character) &&
          (c == text || !(g_unichar_isdigit (character) || g_unichar_ismark (character))))
        return FALSE;
    }
  return TRUE;
}

static void
check_form (TroupeCrewReader *reader, TroupeValue *reference)
{
  g_autofree char *path = troupe_crew_reference_get_path (reference);
  g_auto (GStrv) parts = NULL;

  if (troupe_value_map_get_size (reference) != 1)
    {
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_reference",
                                 _ ("A Python reference must contain “python” and nothing else."));
      return;
    }
  if (path == NULL)
    {
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_reference",
                                 _ ("Expected a dotted path such as “module.name” in “python”."));
      return;
    }
  if (reader->is_relocated && strrchr (path, '/') != NULL)
    parts = g_strsplit (strrchr (path, '/') + 1, ".", -1);
  else
    parts = g_strsplit (path, ".", -1);
  if (g_strv_length (parts) < 2)
    {
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_reference",
                                 _ ("Expected a dotted path such as “module.name”, found “%s”."),
                                 path);
      return;
    }
  for (guint i = 0; parts[i] != NULL; i++)
    if (!is_identifier (parts[i]))
      {
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_ERROR, "bad_reference",
            _ ("Expected Python names between the dots of the path, found “%s”."), path);
        return;
      }
}

/* --- Traversal -------------------------------------------------------------------------------- */

static void
walk_list (TroupeCrewReader *reader, TroupeValue *list, ReferenceFunc func)
{
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *item = troupe_value_list_get (list, i);
      gsize mark = troupe_crew_reader_enter_index (reader, i);

      if (troupe_crew_reference_is (item))
        func (reader, item);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Recursion is limited to DEEPEST levels. */
static void
walk_deep (TroupeCrewReader *reader, TroupeValue *value, guint depth, ReferenceFunc func)
{
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);
  gsize n_parts = 0;

  if (depth > DEEPEST)
    {
      if (func == check_form)
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_ERROR, "deep_reference",
            _ ("This is nested deeper than %d levels, which CrewAI does not allow here."), DEEPEST);
      return;
    }
  if (troupe_crew_reference_is (value))
    {
      func (reader, value);
      return;
    }
  if (is_map)
    n_parts = troupe_value_map_get_size (value);
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    n_parts = troupe_value_list_get_length (value);
  for (gsize i = 0; i < n_parts; i++)
    {
      gsize mark =
          is_map ? troupe_crew_reader_enter (
                       reader, troupe_value_get_string (troupe_value_map_get_key (value, i), NULL))
                 : troupe_crew_reader_enter_index (reader, i);

      walk_deep (reader,
                 is_map ? troupe_value_map_get_value (value, i) : troupe_value_list_get (value, i),
                 depth + 1, func);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Visits the value of @key in each map of a list, or in a single map. */
static void
walk_member (TroupeCrewReader *reader, TroupeValue *value, const char *key, ReferenceFunc func)
{
  gboolean is_list = troupe_value_is (value, TROUPE_VALUE_LIST);

  g_assert (reader != NULL);

  for (gsize i = 0; i < (is_list ? troupe_value_list_get_length (value) : 1); i++)
    {
      TroupeValue *item = is_list ? troupe_value_list_get (value, i) : value;
      TroupeValue *member = troupe_value_get_member (item, key);
      gsize mark = reader->path->len;

      if (is_list)
        troupe_crew_reader_enter_index (reader, i);
      troupe_crew_reader_enter (reader, key);
      if (member != NULL && troupe_crew_reference_is (member))
        func (reader, member);
      troupe_crew_reader_leave (reader, mark);
    }
}

static void
walk (TroupeCrewReader *reader, TroupeValue *map, ReferenceFunc func)
{
  static const struct
  {
    const char *key;
    const char *member;
  } inner[] = { { "a2a", "response_model" }, { "mcps", "tool_filter" } };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      TroupeValue *value = troupe_value_get_member (map, fields[i].key);
      gsize mark = troupe_crew_reader_enter (reader, fields[i].key);

      if (value == NULL)
        ;
      else if (fields[i].depth == DEEP)
        walk_deep (reader, value, 0, func);
      else if (troupe_crew_reference_is (value))
        func (reader, value);
      else if (troupe_value_is (value, TROUPE_VALUE_LIST))
        walk_list (reader, value, func);
      troupe_crew_reader_leave (reader, mark);
    }
  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    {
      TroupeValue *value = troupe_value_get_member (map, inner[i].key);
      gsize mark = troupe_crew_reader_enter (reader, inner[i].key);

      if (value != NULL)
        walk_member (reader, value, inner[i].member, func);
      troupe_crew_reader_leave (reader, mark);
    }
}

static gboolean
is_list_of_texts (TroupeValue *value)
{
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    if (!troupe_value_is (troupe_value_list_get (value, i), TROUPE_VALUE_STRING))
      return FALSE;
  return TRUE;
}

void
troupe_crew_references_check (TroupeCrewReader *reader, TroupeValue *map)
{
  TroupeValue *mcps;
  static const char *const keys[] = { "allowed_tool_names", "blocked_tool_names" };

  walk (reader, map, check_form);
  /* Checks the two lists of tools in an `mcps[].tool_filter` of type `static`. */
  mcps = troupe_value_get_member (map, "mcps");
  if (mcps == NULL || !troupe_value_is (mcps, TROUPE_VALUE_LIST))
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (mcps); i++)
    {
      TroupeValue *filter =
          troupe_value_get_member (troupe_value_list_get (mcps, i), "tool_filter");
      gsize mark = troupe_crew_reader_enter (reader, "mcps");

      troupe_crew_reader_enter_index (reader, i);
      troupe_crew_reader_enter (reader, "tool_filter");
      for (guint k = 0; g_strcmp0 (troupe_value_get_member_text (filter, "type"), "static") == 0 &&
                        k < G_N_ELEMENTS (keys);
           k++)
        {
          TroupeValue *names = troupe_value_get_member (filter, keys[k]);
          gsize inner = troupe_crew_reader_enter (reader, keys[k]);

          if (names != NULL && !is_list_of_texts (names))
            troupe_crew_reader_wrong_type (reader, names, _ ("a list of strings"));
          troupe_crew_reader_leave (reader, inner);
        }
      troupe_crew_reader_leave (reader, mark);
    }
}

/* --- Resolving modules ------------------------------------------------------------------------ */

static void
find_module (TroupeCrewReader *reader, TroupeValue *reference)
{
  g_autofree char *path = troupe_crew_reference_get_path (reference);
  char *last = path != NULL ? strrchr (path, '.') : NULL;
  g_autofree char *file = NULL, *package = NULL, *module = NULL;

  g_assert (reader != NULL);

  /* Syntax errors have already been reported. */
  if (last == NULL || last == path || last[1] == '\0')
    return;
  *last = '\0';
  module = g_strdelimit (g_strdup (path), ".", '/');
  file = g_strconcat (module, ".py", NULL);
  package = g_build_filename (module, "__init__.py", NULL);
  if (!troupe_project_file_exists (reader->folder, file) && !troupe_project_file_exists (reader->folder, package))
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_ERROR, "outside_project",
        /* Translators: a Python module, such as “os.path”, then the file that should contain it */
        _ ("References can only name modules inside the project. The module “%s” does not exist: "
           "expected %s."),
        path, file);
}

void
troupe_crew_references_find (TroupeCrewReader *reader, TroupeValue *map)
{
  if (reader->folder != NULL)
    walk (reader, map, find_module);
}
