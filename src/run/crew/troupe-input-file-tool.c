/* troupe-input-file-tool.c: tool with which a model reads an input file of its task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-input-file-tool"

#include "config.h"

#include "troupe-agent-prompts.h"
#include "troupe-input-file-tool.h"

#define SCHEMA                                                                                     \
  "{\"type\":\"object\",\"properties\":{\"file_name\":{\"type\":\"string\",\"description\":"       \
  "\"The name of the input file\"}},\"required\":[\"file_name\"]}"

struct _TroupeInputFileTool
{
  TroupeTool parent_instance;

  GHashTable *texts;
};

G_DEFINE_FINAL_TYPE (TroupeInputFileTool, troupe_input_file_tool, TROUPE_TYPE_TOOL)

/* Returns the result for a name that is not an input file. (transfer full) */
static char *
describe_missing (TroupeInputFileTool *self, const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key;

  g_assert (TROUPE_IS_INPUT_FILE_TOOL (self));

  g_hash_table_iter_init (&iter, self->texts);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", (const char *) key);

  return troupe_prompt_fill (TROUPE_PROMPT_FILE_MISSING, "name", name, "names", names->str, NULL);
}

static void
troupe_input_file_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeInputFileTool *self = TROUPE_INPUT_FILE_TOOL (tool);
  const char *name =
      troupe_value_get_member_text (troupe_tool_call_get_arguments (call), "file_name");
  const char *text = name != NULL ? g_hash_table_lookup (self->texts, name) : NULL;

  g_assert (TROUPE_IS_INPUT_FILE_TOOL (self));

  troupe_tool_call_end (
      call, text != NULL
                ? troupe_value_new_string (text, -1)
                : troupe_value_take_string (describe_missing (self, name != NULL ? name : ""), -1));
}

/* Lists no permissions, because the files are those of the task and were read before. */
static void
troupe_input_file_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_INPUT_FILE_TOOL (tool));
}

TroupeTool *
troupe_input_file_tool_new (GHashTable *texts)
{
  TroupeInputFileTool *self = NULL;
  g_autoptr (TroupeValue) schema = troupe_value_from_json (SCHEMA, -1, NULL);

  g_return_val_if_fail (texts != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_INPUT_FILE_TOOL, NULL);
  self->texts = g_hash_table_ref (texts);
  troupe_tool_set_name (TROUPE_TOOL (self), "read_file");
  troupe_tool_set_description (TROUPE_TOOL (self), troupe_prompt_get (TROUPE_PROMPT_FILE_READER));
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);

  return TROUPE_TOOL (self);
}

static void
troupe_input_file_tool_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_INPUT_FILE_TOOL (object)->texts, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_input_file_tool_parent_class)->finalize (object);
}

static void
troupe_input_file_tool_class_init (TroupeInputFileToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_input_file_tool_finalize;
  tool_class->list_permissions = troupe_input_file_tool_list_permissions;
  tool_class->is_of_run = TRUE;
  tool_class->call = troupe_input_file_tool_call;
}

static void
troupe_input_file_tool_init (TroupeInputFileTool *self)
{
  g_assert (TROUPE_IS_INPUT_FILE_TOOL (self));
}
