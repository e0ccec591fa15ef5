/* troupe-file-tool.c: file tools: read, write, list and search files of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-file-tool"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file-actions.h"
#include "troupe-file-tool.h"
#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"

#define CREWAI_MODULE "crewai_tools:"

/* Schema of a field: its type and its description for a model. */
#define TEXT(name, about) "\"" name "\":{\"type\":\"string\",\"description\":\"" about "\"}"
#define NUMBER(name, about)                                                                        \
  "\"" name "\":{\"type\":[\"integer\",\"null\"],\"description\":\"" about "\"}"
#define SCHEMA(fields, required)                                                                   \
  "{\"type\":\"object\",\"properties\":{" fields "},\"required\":[" required "]}"

#define FILE_PATH TEXT ("file_path", "Path of the file inside the project folder")
#define START_LINE NUMBER ("start_line", "First line to return, counted from 1")
#define LINE_COUNT NUMBER ("line_count", "Number of lines to return; all lines if omitted")
#define FILE_NAME TEXT ("filename", "Name of the file, relative to the directory")
#define CONTENT TEXT ("content", "The text to write")
#define FOLDER TEXT ("directory", "Target folder inside the project folder")
#define OVERWRITE                                                                                  \
  "\"overwrite\":{\"anyOf\":[{\"type\":\"boolean\"},{\"type\":\"string\"}],"                       \
  "\"description\":\"Whether to replace an existing file\"}"
#define PATTERN TEXT ("pattern", "The regular expression")
#define SEARCHED_FOLDER TEXT ("directory", "Search only files inside this folder")

/**
 * Kind:
 * @references: the names in documents
 * @name: the name of CrewAI's tool, which is sent to models
 * @tells_errors: whether errors are returned as a result that begins with "Error: ", as CrewAI's
 *   tools do, so that the flow continues; otherwise the call fails
 * @description: for a model, not CrewAI's text; not translated, so that a document behaves the same
 *   in every locale
 */
typedef struct
{
  const char *references[4];
  const char *name;
  const char *description;
  const char *schema;
  TroupeFileAction action;
  gboolean tells_errors;
} Kind;

static const Kind kinds[] = {
  { { "FileReadTool", "file_read_tool", "file_read" },
    "Read a file's content",
    "Returns the text of a file in the project. To read a part of a long file, pass the first "
    "line and the number of lines.",
    SCHEMA (FILE_PATH "," START_LINE "," LINE_COUNT, "\"file_path\""),
    troupe_file_action_read,
    TRUE },
  { { "FileWriterTool", "file_writer_tool", "file_write" },
    "File Writer Tool",
    "Writes text to a file in the project. Creates missing folders. Replaces an existing file "
    "only if overwrite is true.",
    SCHEMA (FILE_NAME "," CONTENT "," FOLDER "," OVERWRITE, "\"filename\",\"content\""),
    troupe_file_action_write,
    TRUE },
  { { "DirectoryReadTool", "directory_read_tool", "directory_read" },
    "List files in directory",
    "Lists the files in a folder of the project and in all of its subfolders.",
    SCHEMA (TEXT ("directory", "Path of the folder inside the project folder"), "\"directory\""),
    troupe_file_action_list,
    FALSE },
  { { "file_search" },
    "Search files",
    "Searches the files of the project for lines that match a regular expression (RE2 syntax). "
    "Returns the path, number and text of each line.",
    SCHEMA (PATTERN "," SEARCHED_FOLDER, "\"pattern\""),
    troupe_file_action_search,
    FALSE },
};

struct _TroupeFileTool
{
  TroupeTool parent_instance;

  const Kind *kind;
};

G_DEFINE_FINAL_TYPE (TroupeFileTool, troupe_file_tool, TROUPE_TYPE_TOOL)

/* --- Calls ----------------------------------------------------------------------------------- */

/* Data of the worker thread, which must not access the GObject. */
typedef struct
{
  TroupeFileAction action;
  char *root;
  gboolean may_change_programs;
  TroupeValue *arguments;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->root);
  troupe_value_unref (work->arguments);
  g_free (work);
}

static void
work_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  GError *error = NULL;
  int folder = -1;
  char *text = NULL;

  g_assert (G_IS_TASK (task));

  if (!troupe_folder_policy_check_folder (work->root, &error))
    {
      g_task_return_new_error (task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED, "%s",
                               error->message);
      g_error_free (error);
      return;
    }
  folder = troupe_folder_pin_open (work->root, O_RDONLY);
  if (folder < 0)
    g_set_error (&error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                 /* Translators: %s is the reason. */
                 _ ("Could not open the folder of the document: %s."),
                 troupe_folder_pin_describe (errno));
  else
    text = work->action (folder, work->root, work->may_change_programs, work->arguments,
                         cancellable, &error);
  if (folder >= 0)
    close (folder);
  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

static void
worked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  const Kind *kind = TROUPE_FILE_TOOL (troupe_tool_call_get_tool (call))->kind;
  char *text = g_task_propagate_pointer (G_TASK (result), &error);

  g_assert (G_IS_TASK (result));

  if (text == NULL && kind->tells_errors &&
      (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED) ||
       g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED) ||
       g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE)))
    {
      text = g_strconcat ("Error: ", error->message, NULL);
      g_clear_error (&error);
    }
  if (text != NULL)
    troupe_tool_call_end (call, troupe_value_take_string (text, -1));
  else
    troupe_tool_call_fail (call, error);
}

static void
troupe_file_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  const char *folder = troupe_tool_context_get_folder (context);
  g_autoptr (GTask) task = NULL;
  Work *work = g_new0 (Work, 1);

  g_assert (TROUPE_IS_FILE_TOOL (tool));

  work->action = TROUPE_FILE_TOOL (tool)->kind->action;
  work->root = folder != NULL ? g_canonicalize_filename (folder, NULL) : g_get_current_dir ();
  work->may_change_programs = context->run != NULL && context->run->may_change_programs;
  work->arguments = troupe_value_ref (troupe_tool_call_get_arguments (call));
  task = g_task_new (NULL, troupe_tool_call_get_cancellable (call), worked_cb,
                     troupe_tool_call_ref (call));
  g_task_set_source_tag (task, troupe_file_tool_call);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, work_thread);
}

static void
troupe_file_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_FILE_TOOL (tool));

  troupe_permission_list_add_project_folder (permissions, TROUPE_FILE_TOOL (tool)->kind->action ==
                                                              troupe_file_action_write);
}

/* --- The object ------------------------------------------------------------------------------ */

static const Kind *
find_kind (const char *reference)
{
  if (g_str_has_prefix (reference, CREWAI_MODULE))
    reference += strlen (CREWAI_MODULE);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint j = 0; kinds[i].references[j] != NULL; j++)
      if (g_str_equal (kinds[i].references[j], reference))
        return &kinds[i];
  return NULL;
}

gboolean
troupe_file_tool_writes (const char *reference)
{
  const Kind *kind;

  g_return_val_if_fail (reference != NULL, FALSE);

  kind = find_kind (reference);
  return kind != NULL && kind->action == troupe_file_action_write;
}

gboolean
troupe_file_tool_knows (const char *reference)
{
  g_return_val_if_fail (reference != NULL, FALSE);

  return find_kind (reference) != NULL;
}

TroupeTool *
troupe_file_tool_new (const char *reference)
{
  g_autoptr (TroupeValue) schema = NULL;
  TroupeFileTool *self;
  const Kind *kind;

  g_return_val_if_fail (reference != NULL, NULL);

  kind = find_kind (reference);
  g_return_val_if_fail (kind != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_FILE_TOOL, NULL);
  self->kind = kind;
  schema = troupe_value_from_json (kind->schema, -1, NULL);
  g_assert (schema != NULL);
  troupe_tool_set_name (TROUPE_TOOL (self), kind->name);
  troupe_tool_set_description (TROUPE_TOOL (self), kind->description);
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);
  /* The file operations have their own limits. */
  troupe_tool_set_max_result (TROUPE_TOOL (self), 0);
  return TROUPE_TOOL (self);
}

static void
troupe_file_tool_class_init (TroupeFileToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  tool_class->list_permissions = troupe_file_tool_list_permissions;
  tool_class->call = troupe_file_tool_call;
}

static void
troupe_file_tool_init (TroupeFileTool *self)
{
  g_assert (TROUPE_IS_FILE_TOOL (self));
}
