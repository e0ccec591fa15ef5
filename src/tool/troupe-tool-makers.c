/* troupe-tool-makers.c: factory: selects the tool implementation for a reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-makers"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-tool.h"
#include "troupe-crewai-tools.h"
#include "troupe-file-tool.h"
#include "troupe-python-tool.h"
#include "troupe-web-tool.h"

#define CUSTOM "custom:"

/* All implementations of tools. The first one that recognizes a reference creates the tool. */
static const struct
{
  gboolean (*knows) (const char *reference);
  TroupeTool *(*make) (const char *reference);
} makers[] = {
  { troupe_cel_tool_knows, troupe_cel_tool_new },
  { troupe_file_tool_knows, troupe_file_tool_new },
  { troupe_web_tool_knows, troupe_web_tool_new },
  { troupe_python_tool_knows, troupe_python_tool_new },
};

static gboolean
is_known (const char *reference)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (makers[i].knows (reference))
      return TRUE;
  return FALSE;
}

gboolean
troupe_tool_is_python (const char *reference)
{
  g_return_val_if_fail (reference != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (makers[i].knows (reference))
      return makers[i].make == troupe_python_tool_new;
  return FALSE;
}

const char *const *
troupe_tool_list_built_in (void)
{
  static const char *const references[] = {
    "calculator",  "json_query",        "FileReadTool",  "FileWriterTool",  "DirectoryReadTool",
    "file_search", "ScrapeWebsiteTool", "SerperDevTool", "BraveSearchTool", "TavilySearchTool",
    NULL,
  };

  return references;
}

/* Returns TRUE if @name is a plain file name, so that it cannot leave its folder. */
static gboolean
is_file_name (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  while (g_ascii_isalnum (*name) || *name == '_')
    name++;
  return *name == '\0';
}

char *
troupe_tool_find_for_agent (const char *reference, GError **error)
{
  const char *custom = NULL;
  const char *name = NULL;
  char *found = NULL;

  g_return_val_if_fail (reference != NULL, NULL);

  if (g_str_has_prefix (reference, CUSTOM))
    custom = reference + strlen (CUSTOM);
  /* The tools of a crew in a folder of its own are in that folder (troupe_crew_relocate()). */
  if (custom != NULL)
    name = strrchr (custom, '/') != NULL ? strrchr (custom, '/') + 1 : custom;
  if (name != NULL && is_file_name (name))
    return g_strdup_printf ("%.*stools.%s:*", (int) (name - custom), custom, name);
  if (!g_str_has_prefix (reference, CUSTOM) && !g_str_has_prefix (reference, "platform:") &&
      is_known (reference))
    return g_strdup (reference);
  found = troupe_crewai_tools_find (reference);
  if (found != NULL)
    return found;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNKNOWN,
               _ ("“%s” is not a tool that Troupe provides for agents. Use a class, "
                  "“module:Class”, or “custom:NAME” for the file tools/NAME.py."),
               reference);
  return NULL;
}

TroupeTool *
troupe_tool_new_for_reference (const char *reference, GError **error)
{
  g_return_val_if_fail (reference != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (makers[i].knows (reference))
      return makers[i].make (reference);
  g_set_error (
      error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNKNOWN,
      _ ("“%s” is not a tool that Troupe provides. Use a tool with a class, “module:Class”."),
      reference);
  return NULL;
}
