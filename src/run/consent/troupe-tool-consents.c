/* troupe-tool-consents.c: stored consents to the tool lists of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-consents"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-file.h"
#include "troupe-tool-consents.h"

/* Maximum size of a file that is read, in bytes: about the maximum size of a tool list. */
#define LARGEST_FILE (128u * 1024 * 1024)

/* --- Files ------------------------------------------------------------------------------------ */

static char *
make_path (const char *folder, TroupeMcpToolList *offer)
{
  g_autofree char *name = g_strconcat (troupe_mcp_tool_list_get_key (offer), ".json", NULL);

  return g_build_filename (folder, "servers", name, NULL);
}

static gboolean
is_tool (TroupeValue *value)
{
  static const char *const keys[] = { "name", "description", "digest" };

  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      TroupeValue *member = troupe_value_map_lookup_string (value, keys[i], -1);

      if (member == NULL || !troupe_value_is (member, TROUPE_VALUE_STRING))
        return FALSE;
    }
  return troupe_value_map_lookup_string (value, "schema", -1) != NULL;
}

/* Returns the tools to which the user agreed; NULL if there is no agreement yet. (transfer full)
 * (nullable) */
static TroupeValue *
read_tools (const char *path)
{
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  g_autofree char *text = troupe_file_read (path, LARGEST_FILE, &length, NULL, &error);
  g_autoptr (TroupeValue) whole = NULL;
  TroupeValue *tools = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return NULL;
  if (text != NULL)
    whole = troupe_value_from_json (text, (gssize) length, NULL);
  if (whole != NULL && troupe_value_is (whole, TROUPE_VALUE_MAP))
    tools = troupe_value_map_lookup_string (whole, "tools", -1);
  if (tools == NULL || !troupe_value_is (tools, TROUPE_VALUE_LIST))
    return troupe_value_new_list (NULL, 0);
  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    if (!is_tool (troupe_value_list_get (tools, i)))
      return troupe_value_new_list (NULL, 0);
  return troupe_value_ref (tools);
}

static const char *
get (TroupeValue *tool, const char *key)
{
  return troupe_value_get_string (troupe_value_map_lookup_string (tool, key, -1), NULL);
}

/* (transfer none) (nullable) */
static TroupeValue *
find (TroupeValue *tools, const char *name)
{
  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    if (g_str_equal (get (troupe_value_list_get (tools, i), "name"), name))
      return troupe_value_list_get (tools, i);
  return NULL;
}

static gboolean
are_same (TroupeValue *before, TroupeValue *now)
{
  if (troupe_value_list_get_length (before) != troupe_value_list_get_length (now))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (now); i++)
    if (!g_str_equal (get (troupe_value_list_get (now, i), "digest"),
                      get (troupe_value_list_get (before, i), "digest")))
      return FALSE;
  return TRUE;
}

TroupeToolConsent
troupe_tool_consents_compare (const char *folder, TroupeMcpToolList *offer, TroupeValue **before)
{
  g_autofree char *path = NULL;
  g_autoptr (TroupeValue) agreed = NULL;

  g_return_val_if_fail (folder != NULL && offer != NULL && before != NULL, TROUPE_TOOLS_CHANGED);

  *before = NULL;
  path = make_path (folder, offer);
  agreed = read_tools (path);
  if (agreed == NULL)
    return TROUPE_TOOLS_NEW;
  if (are_same (agreed, troupe_mcp_tool_list_get_tools (offer)))
    return TROUPE_TOOLS_AGREED;
  *before = g_steal_pointer (&agreed);
  return TROUPE_TOOLS_CHANGED;
}

gboolean
troupe_tool_consents_keep (const char *folder, TroupeMcpToolList *offer, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *above = NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (folder != NULL && offer != NULL, FALSE);

  path = make_path (folder, offer);
  above = g_path_get_dirname (path);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "server",
                          troupe_value_new_string (troupe_mcp_tool_list_get_label (offer), -1));
  troupe_map_builder_add (&builder, "tools",
                          troupe_value_ref (troupe_mcp_tool_list_get_tools (offer)));
  whole = troupe_map_builder_end (&builder);
  text = troupe_value_to_json (whole, TROUPE_JSON_PRETTY);
  if (g_mkdir_with_parents (above, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), above, g_strerror (saved));
      return FALSE;
    }
  return troupe_file_save (path, text, strlen (text), NULL, NULL, error);
}

/* --- Text for the user ------------------------------------------------------------------------ */

/* Appends the complete text, indented, because abridged text could hide something. */
static void
append_lines (GString *out, const char *text)
{
  g_autofree char *shown = troupe_text_to_lines (text);
  g_auto (GStrv) lines = g_strsplit (shown, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (out, "      %s\n", lines[i]);
}

/* Appends the input schema of the tool, as the model sees it, if it has any parameters. */
static void
append_schema (GString *out, TroupeValue *tool)
{
  TroupeValue *schema = troupe_value_map_lookup_string (tool, "schema", -1);
  TroupeValue *properties = troupe_value_is (schema, TROUPE_VALUE_MAP)
                                ? troupe_value_map_lookup_string (schema, "properties", -1)
                                : NULL;
  g_autofree char *json = NULL;

  if (properties == NULL || !troupe_value_is (properties, TROUPE_VALUE_MAP) ||
      troupe_value_map_get_size (properties) == 0)
    return;
  json = troupe_value_to_json (schema, TROUPE_JSON_SPACED);
  append_lines (out, json);
}

static void
append_tool (GString *out, gboolean is_new, TroupeValue *tool)
{
  g_autofree char *name = troupe_text_to_line (get (tool, "name"));

  /* Translators: the name of a tool */
  g_string_append_printf (out, is_new ? _ ("  new: %s\n") : "  %s\n", name);
  append_lines (out, get (tool, "description"));
  append_schema (out, tool);
}

static gboolean
is_changed (TroupeValue *before, TroupeValue *now)
{
  return !g_str_equal (get (before, "digest"), get (now, "digest"));
}

char *
troupe_tool_consents_describe (TroupeMcpToolList *offer, TroupeValue *before)
{
  TroupeValue *tools = NULL;
  GString *out = NULL;

  g_return_val_if_fail (offer != NULL, NULL);

  tools = troupe_mcp_tool_list_get_tools (offer);
  out = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    {
      TroupeValue *tool = troupe_value_list_get (tools, i);
      TroupeValue *old = before != NULL ? find (before, get (tool, "name")) : NULL;

      if (before == NULL)
        append_tool (out, FALSE, tool);
      else if (old == NULL)
        append_tool (out, TRUE, tool);
      else if (is_changed (old, tool))
        {
          g_autofree char *name = troupe_text_to_line (get (tool, "name"));

          /* Translators: the name of a tool */
          g_string_append_printf (out, _ ("  changed: %s\n"), name);
          g_string_append_printf (out, "    %s\n", _ ("before:"));
          append_lines (out, get (old, "description"));
          append_schema (out, old);
          g_string_append_printf (out, "    %s\n", _ ("now:"));
          append_lines (out, get (tool, "description"));
          append_schema (out, tool);
        }
    }
  for (gsize i = 0; before != NULL && i < troupe_value_list_get_length (before); i++)
    {
      const char *name = get (troupe_value_list_get (before, i), "name");
      g_autofree char *shown = troupe_text_to_line (name);

      if (find (tools, name) == NULL)
        /* Translators: the name of a tool */
        g_string_append_printf (out, _ ("  removed: %s\n"), shown);
    }
  return g_string_free (out, FALSE);
}

/* Appends @title and the names. Appends nothing if there are no names. @names: the function
 * takes ownership of its elements */
static void
append_names (GString *out, const char *title, GPtrArray *names)
{
  g_autofree char *joined = NULL;
  g_autofree char *shown = NULL;

  if (names->len == 0)
    return;
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (", ", (char **) names->pdata);
  shown = troupe_text_to_line (joined);
  g_string_append_printf (out, "%s%s %s", out->len > 0 ? "; " : "", title, shown);
}

char *
troupe_tool_consents_summarize (TroupeMcpToolList *offer, TroupeValue *before)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  TroupeValue *tools = NULL;
  GString *out = NULL;

  g_return_val_if_fail (offer != NULL, NULL);

  tools = troupe_mcp_tool_list_get_tools (offer);
  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    {
      TroupeValue *tool = troupe_value_list_get (tools, i);
      TroupeValue *old = before != NULL ? find (before, get (tool, "name")) : NULL;

      if (old == NULL)
        g_ptr_array_add (added, (gpointer) get (tool, "name"));
      else if (is_changed (old, tool))
        g_ptr_array_add (changed, (gpointer) get (tool, "name"));
    }
  for (gsize i = 0; before != NULL && i < troupe_value_list_get_length (before); i++)
    {
      const char *name = get (troupe_value_list_get (before, i), "name");

      if (find (tools, name) == NULL)
        g_ptr_array_add (gone, (gpointer) name);
    }
  out = g_string_new (NULL);
  append_names (out, _ ("changed:"), changed);
  append_names (out, _ ("new:"), added);
  append_names (out, _ ("removed:"), gone);
  return g_string_free (out, FALSE);
}
