/* troupe-tool-makers.c: which maker makes the tool of a reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-makers"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cel-tool.h"
#include "troupe-file-tool.h"
#include "troupe-python-tool.h"
#include "troupe-web-tool.h"

/* Each maker of tools, with what it knows a reference by. The first that does makes it. */
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

TroupeTool *
troupe_tool_new_for_reference (const char *reference, GError **error)
{
  g_return_val_if_fail (reference != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (makers[i].knows (reference))
      return makers[i].make (reference);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNKNOWN,
               _ ("“%s” is none of the tools that Troupe has: use a tool with a class, "
                  "“module:Class”."),
               reference);
  return NULL;
}
