/* troupe-crew-method.c: arguments for overridden methods of Python agents and tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-method"

#include "config.h"

#include "troupe-agent-job.h"
#include "troupe-crew-method.h"

TroupeValue *
troupe_crew_method_new_text (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

static char *
name_tool (GPtrArray *tools, guint index)
{
  const char *name = troupe_tool_get_name (g_ptr_array_index (tools, index));

  return name != NULL ? g_strdup (name) : g_strdup_printf ("tool_%u", index);
}

TroupeValue *
troupe_crew_method_list_tools (GPtrArray *tools)
{
  const guint n_tools = tools != NULL ? tools->len : 0;
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, n_tools + 1);

  for (guint i = 0; i < n_tools; i++)
    {
      g_autofree char *name = name_tool (tools, i);
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "name", troupe_crew_method_new_text (name));
      troupe_map_builder_add (&builder, "description",
                              troupe_crew_method_new_text (
                                  troupe_tool_get_description (g_ptr_array_index (tools, i))));
      items[i] = troupe_map_builder_end (&builder);
    }
  return troupe_value_new_list (items, n_tools);
}

GPtrArray *
troupe_crew_method_pick_tools (GPtrArray *tools, TroupeValue *names)
{
  GPtrArray *picked = g_ptr_array_new_with_free_func (g_object_unref);
  const gboolean names_some = names != NULL && troupe_value_is (names, TROUPE_VALUE_LIST) &&
                              troupe_value_list_get_length (names) > 0;

  for (guint i = 0; tools != NULL && i < tools->len; i++)
    {
      g_autofree char *name = name_tool (tools, i);
      gboolean is_picked = !names_some;

      for (gsize k = 0; !is_picked && k < troupe_value_list_get_length (names); k++)
        is_picked =
            troupe_value_is (troupe_value_list_get (names, k), TROUPE_VALUE_STRING) &&
            g_strcmp0 (troupe_value_get_string (troupe_value_list_get (names, k), NULL), name) == 0;
      if (is_picked)
        g_ptr_array_add (picked, g_object_ref (g_ptr_array_index (tools, i)));
    }
  return picked;
}

TroupeValue *
troupe_crew_method_write_prompt (TroupeValue *facts)
{
  const char *description = troupe_value_get_member_text (facts, "description");
  TroupeValue *markdown = troupe_value_get_member (facts, "markdown");
  const TroupeAgentTask task = { .description = description != NULL ? description : "",
                                 .expected_output =
                                     troupe_value_get_member_text (facts, "expected_output"),
                                 .markdown = markdown != NULL &&
                                             troupe_value_is (markdown, TROUPE_VALUE_BOOLEAN) &&
                                             troupe_value_get_boolean (markdown) };
  g_autofree char *text = troupe_agent_job_write_prompt (&task);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "text", troupe_crew_method_new_text (text));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_crew_method_describe_tools (GPtrArray *tools, gboolean with_words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; tools != NULL && i < tools->len; i++)
    {
      const char *words = troupe_tool_get_description (g_ptr_array_index (tools, i));
      g_autofree char *name = name_tool (tools, i);

      g_string_append_printf (text, "%s%s", i == 0 ? "" : with_words ? "\n" : ", ", name);
      if (with_words && words != NULL)
        g_string_append_printf (text, ": %s", words);
    }
  return troupe_value_take_string (g_string_free (text, FALSE), -1);
}
