/* troupe-agent-artifacts.c: deferred tool results: stores long results in files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-artifacts"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-agent-artifact-tool.h"
#include "troupe-agent-artifacts.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-prompts.h"
#include "troupe-file.h"
#include "troupe-llm-models.h"
#include "troupe-tool-name.h"

/* Percentage of the context window above which a result is deferred. */
#define LARGEST_PER_CENT 25
/* Percentage of the context window that should be read at once. */
#define READ_PER_CENT 5
#define CHARACTERS_PER_TOKEN 4

#define PREVIEW_LINES 10u
#define PREVIEW_CHARACTERS 2000

/* Longer lines are broken, so that every part of a result can be read. */
#define LINE_LONGEST 2000

/* A stored result. Immutable once it is in the list. */
typedef struct
{
  char *id;
  char *path;
  int file;
  gsize size;
  gsize n_lines;
  char *preview;
} Artifact;

/* @size: context window in tokens; @reader: (nullable): name of the tool, as soon as it is
 *   offered */
struct _TroupeAgentArtifacts
{
  GObject parent_instance;

  TroupeLlmClient *client;
  char *model; /* (nullable) */
  TroupeValue *settings;
  gint64 size;
  GPtrArray *artifacts; /* (element-type Artifact) */
  char *reader;
};

G_DEFINE_FINAL_TYPE (TroupeAgentArtifacts, troupe_agent_artifacts, G_TYPE_OBJECT)

static void
artifact_free (gpointer data)
{
  Artifact *artifact = data;

  if (artifact->file >= 0)
    close (artifact->file);
  g_free (artifact->id);
  g_free (artifact->path);
  g_free (artifact->preview);
  g_free (artifact);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Artifact, artifact_free)

/* @self: (nullable); @result: result of the tool after it has ended; @n_tokens: number of tokens
 *   of the result's text */
typedef struct
{
  TroupeAgentArtifacts *self;
  TroupeAgentTools *tools;
  char *name;
  TroupeAgentToolResult *result;
  gint64 n_tokens;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_assert (call != NULL);

  g_clear_object (&call->self);
  g_object_unref (call->tools);
  g_free (call->name);
  g_clear_pointer (&call->result, troupe_agent_tool_result_free);
  g_free (call);
}

static void
return_result (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task, g_steal_pointer (&call->result),
                         (GDestroyNotify) troupe_agent_tool_result_free);
}

/* --- Storing ---------------------------------------------------------------------------------- */

static gsize
count_lines (const char *text)
{
  gsize n_lines = *text != '\0' ? 1 : 0;

  for (const char *at = strchr (text, '\n'); at != NULL; at = strchr (at + 1, '\n'))
    if (at[1] != '\0')
      n_lines++;

  return n_lines;
}

/* Creates a file without a name, which disappears when its descriptor is closed. Returns -1 on
 * failure. */
static int
open_file (void)
{
  g_autofree char *path = NULL;
  int file = open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (file >= 0)
    return file;
  /* Not every file system supports O_TMPFILE. */
  file = g_file_open_tmp ("troupe-XXXXXX", &path, NULL);
  if (file >= 0)
    (void) g_unlink (path);

  return file;
}

/* Breaks lines that are longer than the limit. (transfer full) */
static char *
break_lines (const char *text)
{
  GString *out = g_string_sized_new (strlen (text) + 1);

  for (const char *at = text; *at != '\0';)
    {
      const char *next = strchr (at, '\n');
      const char *end = next != NULL ? next + 1 : at + strlen (at);
      const char *line = at;
      gsize length = (gsize) (end - at);

      while ((gsize) g_utf8_strlen (line, (gssize) length) > LINE_LONGEST)
        {
          gsize n_bytes = (gsize) (g_utf8_offset_to_pointer (line, LINE_LONGEST) - line);

          g_string_append_len (out, line, (gssize) n_bytes);
          g_string_append_c (out, '\n');
          line += n_bytes;
          length -= n_bytes;
        }
      g_string_append_len (out, line, (gssize) length);
      at = end;
    }

  return g_string_free (out, FALSE);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Call *call = data;
  g_autofree char *text = break_lines (call->result->text);
  g_autoptr (Artifact) artifact = g_new0 (Artifact, 1);
  const char *end;
  gsize n_characters;

  g_assert (G_IS_TASK (task));

  artifact->size = strlen (text);
  artifact->n_lines = count_lines (text);
  end = text;
  for (guint i = 0; i < PREVIEW_LINES && *end != '\0'; i++)
    {
      const char *next = strchr (end, '\n');

      end = next != NULL ? next + 1 : end + strlen (end);
    }
  n_characters = (gsize) g_utf8_strlen (text, end - text);
  if (n_characters > PREVIEW_CHARACTERS)
    end = g_utf8_offset_to_pointer (text, PREVIEW_CHARACTERS);
  artifact->preview = g_strchomp (g_strndup (text, (gsize) (end - text)));
  artifact->file = open_file ();
  if (artifact->file < 0 || !troupe_file_write_all (artifact->file, text, artifact->size))
    g_task_return_new_error (task, G_IO_ERROR, g_io_error_from_errno (errno), "%s",
                             g_strerror (errno));
  else
    g_task_return_pointer (task, g_steal_pointer (&artifact), artifact_free);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  TroupeAgentArtifacts *self = call->self;
  g_autoptr (GError) error = NULL;
  Artifact *artifact = g_task_propagate_pointer (G_TASK (result), &error);
  char *text = NULL;
  TroupeAgentArtifacts *artifacts;
  g_autoptr (TroupeTool) tool = NULL;
  double part;
  gint64 n_read;
  g_autofree char *lines = NULL;
  g_autofree char *tokens = NULL;
  g_autofree char *count = NULL;

  g_assert (G_IS_TASK (result));

  /* If storing fails, for example because the disk is full, the result is returned unchanged,
   * and may be summarized with the conversation. */
  if (artifact == NULL)
    {
      g_debug ("A tool result could not be deferred: %s", error->message);
      return_result (task);
      return;
    }
  artifact->id = g_uuid_string_random ();
  artifact->path = g_strdup_printf ("results/%s-%u.txt", call->name, self->artifacts->len + 1);
  g_ptr_array_add (self->artifacts, artifact);
  artifacts = call->self;
  if (artifacts->reader == NULL)
    {
      tool = troupe_agent_artifact_tool_new (artifacts);
      artifacts->reader = g_strdup (troupe_agent_tools_add (call->tools, tool));
    }
  part = (double) self->size * READ_PER_CENT / 100.0 / (double) MAX (1, call->n_tokens);
  n_read = (gint64) ((double) artifact->n_lines * part);
  lines = g_strdup_printf ("%" G_GSIZE_FORMAT, artifact->n_lines);
  tokens = g_strdup_printf ("%" G_GINT64_FORMAT, call->n_tokens);
  count = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (1, n_read));
  text = troupe_prompt_fill (TROUPE_PROMPT_DEFERRED_RESULT, "id", artifact->id, "path",
                             artifact->path, "lines", lines, "tokens", tokens, "tool", self->reader,
                             "line_count", count, "preview", artifact->preview, NULL);
  g_free (call->result->text);
  call->result->text = text;
  return_result (task);
}

/* --- Calling ---------------------------------------------------------------------------------- */

static void
counted_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  g_autoptr (GTask) writing = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (async_result));

  call->n_tokens =
      troupe_llm_client_count_tokens_finish (TROUPE_LLM_CLIENT (source), async_result, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->n_tokens <= call->self->size * LARGEST_PER_CENT / 100)
    {
      return_result (task);
      return;
    }
  writing = g_task_new (NULL, NULL, written_cb, g_object_ref (task));
  g_task_set_source_tag (writing, counted_cb);
  g_task_set_task_data (writing, call, NULL);
  g_task_run_in_thread (writing, write_thread);
}

/* Returns TRUE if the result may be deferred. It may not be deferred if it ends the execution,
 * is a failure, or was read from the file of a deferred result. */
static gboolean
can_wait (const Call *call)
{
  return call->self != NULL && call->result->failure == TROUPE_AGENT_FAILURE_NONE &&
         !call->result->is_answer && g_strcmp0 (call->name, call->self->reader) != 0;
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  g_autoptr (GPtrArray) messages = NULL;
  g_autoptr (TroupeLlmRequest) request = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (async_result));

  call->result = troupe_agent_tools_call_finish (TROUPE_AGENT_TOOLS (source), async_result, &error);
  if (call->result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (!can_wait (call))
    {
      return_result (task);
      return;
    }
  messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_ptr_array_add (messages,
                   troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, call->result->text));
  request = troupe_llm_request_new (call->self->model, messages);
  request->settings = call->self->settings != NULL ? troupe_value_ref (call->self->settings) : NULL;
  troupe_llm_client_count_tokens_async (call->self->client, request, g_task_get_cancellable (task),
                                        counted_cb, g_object_ref (task));
}

void
troupe_agent_artifacts_call_async (TroupeAgentArtifacts *self,
                                   TroupeAgentTools *tools,
                                   const char *id,
                                   const char *name,
                                   const char *arguments,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Call *call = NULL;

  g_return_if_fail (self == NULL || TROUPE_IS_AGENT_ARTIFACTS (self));
  g_return_if_fail (TROUPE_IS_AGENT_TOOLS (tools) && name != NULL && arguments != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_artifacts_call_async);
  g_task_set_check_cancellable (task, FALSE);
  call = g_new0 (Call, 1);
  call->self = self != NULL ? g_object_ref (self) : NULL;
  call->tools = g_object_ref (tools);
  call->name = troupe_tool_name_sanitize (name);
  g_task_set_task_data (task, call, call_free);
  troupe_agent_tools_call_async (tools, id, name, arguments, cancellable, called_cb,
                                 g_object_ref (task));
}

TroupeAgentToolResult *
troupe_agent_artifacts_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Reading --------------------------------------------------------------------------------- */

/* @largest: maximum number of characters */
typedef struct
{
  int file;
  gsize size;
  gint64 first;
  gint64 n_lines;
  gsize largest;
} Reading;

static char *
read_all (const Reading *reading)
{
  g_autofree char *text = g_malloc (reading->size + 1);
  gsize n_read = 0;

  g_assert (reading != NULL);

  while (n_read < reading->size)
    {
      ssize_t n = pread (reading->file, text + n_read, reading->size - n_read, (off_t) n_read);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return NULL;
      n_read += (gsize) n;
    }
  text[n_read] = '\0';

  return g_steal_pointer (&text);
}

/* Returns the position after @n_lines lines, or the end of the text. */
static const char *
skip_lines (const char *text, gint64 n_lines)
{
  for (gint64 i = 0; i < n_lines && *text != '\0'; i++)
    {
      const char *next = strchr (text, '\n');

      text = next != NULL ? next + 1 : text + strlen (text);
    }

  return text;
}

/* Returns as many complete lines as may be shown, and a note with the number of the next line.
 * (transfer full) */
static char *
cut_lines (const Reading *reading, const char *begin, const char *end)
{
  g_autofree char *all = g_strndup (begin, (gsize) (end - begin));
  g_autofree char *next = NULL;
  g_autofree char *note = NULL;
  char *last = NULL;

  g_assert (reading != NULL);

  if (troupe_agent_message_list_measure (all) <= reading->largest)
    return g_steal_pointer (&all);
  *g_utf8_offset_to_pointer (all, (glong) reading->largest) = '\0';
  last = strrchr (all, '\n');
  if (last != NULL)
    last[1] = '\0';
  next =
      g_strdup_printf ("%" G_GINT64_FORMAT, reading->first + MAX (1, (gint64) count_lines (all)));
  note = troupe_prompt_fill (TROUPE_PROMPT_DEFERRED_CUT, "next", next, NULL);

  return g_strconcat (all, note, NULL);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Reading *reading = data;
  g_autofree char *text = read_all (reading);
  const char *begin = NULL;
  const char *end = NULL;

  g_assert (G_IS_TASK (task));

  if (text == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "The file could not be read.");
      return;
    }
  begin = skip_lines (text, reading->first - 1);
  end = reading->n_lines < 0 ? begin + strlen (begin) : skip_lines (begin, reading->n_lines);
  if (*begin == '\0')
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                             "start_line %" G_GINT64_FORMAT
                             " is beyond the end of the file, which has %" G_GSIZE_FORMAT " lines.",
                             reading->first, count_lines (text));
  else
    g_task_return_pointer (task, cut_lines (reading, begin, end), g_free);
}

static const Artifact *
find (TroupeAgentArtifacts *self, const char *path)
{
  g_assert (TROUPE_IS_AGENT_ARTIFACTS (self));

  for (guint i = 0; i < self->artifacts->len; i++)
    {
      const Artifact *artifact = g_ptr_array_index (self->artifacts, i);

      if (g_str_equal (artifact->path, path))
        return artifact;
    }

  return NULL;
}

void
troupe_agent_artifacts_read_async (TroupeAgentArtifacts *self,
                                   const char *path,
                                   gint64 first,
                                   gint64 n_lines,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  const Artifact *artifact = NULL;
  Reading *reading = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_ARTIFACTS (self) && path != NULL && first > 0);

  /* The task keeps the file open while it is being read. */
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_artifacts_read_async);
  artifact = find (self, path);
  if (artifact == NULL)
    {
      /* Read by models: not translated. */
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                               "The file %s does not contain a tool result.", path);
      return;
    }
  reading = g_new0 (Reading, 1);
  reading->file = artifact->file;
  reading->size = artifact->size;
  reading->first = first;
  reading->n_lines = n_lines;
  reading->largest = (gsize) MAX (1, self->size * CHARACTERS_PER_TOKEN * LARGEST_PER_CENT / 100);
  g_task_set_task_data (task, reading, g_free);
  g_task_run_in_thread (task, read_thread);
}

char *
troupe_agent_artifacts_read_finish (TroupeAgentArtifacts *self,
                                    GAsyncResult *result,
                                    GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_ARTIFACTS (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeAgentArtifacts *
troupe_agent_artifacts_new (TroupeLlmClient *client, const char *model, TroupeValue *settings)
{
  g_autofree char *default_model = NULL;
  TroupeAgentArtifacts *self = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_ARTIFACTS, NULL);
  self->client = g_object_ref (client);
  self->model = g_strdup (model);
  self->settings = troupe_agent_settings_without (settings, "response_format");
  if (model == NULL)
    default_model = troupe_llm_client_get_default_model (client);
  self->size =
      troupe_llm_model_get_context_window (model != NULL ? model : default_model, settings);

  return self;
}

static void
troupe_agent_artifacts_finalize (GObject *object)
{
  TroupeAgentArtifacts *self = TROUPE_AGENT_ARTIFACTS (object);

  g_assert (TROUPE_IS_AGENT_ARTIFACTS (self));

  g_clear_object (&self->client);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_ptr_array_unref (self->artifacts);
  g_free (self->model);
  g_free (self->reader);

  G_OBJECT_CLASS (troupe_agent_artifacts_parent_class)->finalize (object);
}

static void
troupe_agent_artifacts_class_init (TroupeAgentArtifactsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_artifacts_finalize;
}

static void
troupe_agent_artifacts_init (TroupeAgentArtifacts *self)
{
  g_assert (TROUPE_IS_AGENT_ARTIFACTS (self));

  self->artifacts = g_ptr_array_new_with_free_func (artifact_free);
}
