/* python-fixture.c: a Python helper for a test, and synchronous calls of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "python-fixture.h"

#define DEADLINE_S TEST_WAIT_S

static void
log_cb (const char *method, TroupePythonStream stream, const char *text, gpointer user_data)
{
  static const char *const names[] = { "out", "err", "notice" };
  PythonFixture *self = user_data;

  g_string_append_printf (self->log, "%s %s %s\n", method != NULL ? method : "-", names[stream],
                          text);
}

void
python_fixture_init (PythonFixture *self, const TroupePythonSettings *settings)
{
  TroupePythonSettings own = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .flow_name = "CaseFlow" };

  if (settings != NULL)
    own = *settings;
  if (settings == NULL || settings->permissions == TROUPE_PYTHON_PERMIT_NOTHING)
    own.permissions |=
        TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL;
  self->log = g_string_new (NULL);
  self->python = troupe_python_new (&own);
  troupe_python_set_log_func (self->python, log_cb, self, NULL);
}

void
python_fixture_clear (PythonFixture *self)
{
  if (self->python != NULL)
    g_assert_finalize_object (self->python);
  self->python = NULL;
  if (self->log != NULL)
    g_string_free (self->log, TRUE);
  self->log = NULL;
}

void
python_answer_clear (PythonAnswer *self)
{
  g_clear_pointer (&self->result, troupe_python_result_free);
  g_clear_error (&self->error);
  self->is_done = FALSE;
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  PythonAnswer *answer = user_data;

  answer->result = troupe_python_call_finish (TROUPE_PYTHON (object), result, &answer->error);
  g_assert_true ((answer->result == NULL) != (answer->error == NULL));
  answer->is_done = TRUE;
}

void
python_begin (PythonFixture *self,
              const TroupePythonRequest *request,
              GCancellable *cancellable,
              PythonAnswer *answer)
{
  python_answer_clear (answer);
  troupe_python_call_async (self->python, request, cancellable, called_cb, answer);
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
python_wait_until (gboolean (*condition) (gpointer), gpointer data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_S * G_USEC_PER_SEC;
  /* The condition may depend on another process, which does not wake this loop. */
  guint tick = g_timeout_add (2, tick_cb, NULL);

  while (!condition (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

static gboolean
is_done (gpointer answer)
{
  return ((PythonAnswer *) answer)->is_done;
}

void
python_wait (PythonAnswer *answer)
{
  python_wait_until (is_done, answer);
}

TroupeValue *
python_value (const char *json)
{
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  return value;
}

void
python_script (PythonFixture *self, const char *source, const char *state, PythonAnswer *answer)
{
  g_autoptr (TroupeValue) state_value = python_value (state != NULL ? state : "{}");
  g_autoptr (TroupeValue) outputs = python_value ("{}");
  TroupePythonRequest request = {
    .kind = TROUPE_PYTHON_KIND_SCRIPT,
    .source = source,
    .method = "a",
    .path = "methods.a.do",
    .file = "flow.yaml",
    .line = 10,
    .is_block = TRUE,
    .state = state_value,
    .outputs = outputs,
  };

  python_begin (self, &request, NULL, answer);
  python_wait (answer);
}

void
python_assert_value (TroupeValue *value, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (value);
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT | TROUPE_JSON_FLOAT_OBJECTS);
  g_assert_cmpstr (text, ==, expected);
}

void
python_assert_script (PythonFixture *self, const char *source, const char *expected)
{
  g_auto (PythonAnswer) answer = { 0 };

  python_script (self, source, NULL, &answer);
  g_assert_no_error (answer.error);
  if (answer.result->failure != NULL)
    g_test_message ("%s", answer.result->failure->traceback);
  g_assert_null (answer.result->failure);
  python_assert_value (answer.result->value, expected);
}

gboolean
python_can_confine (void)
{
  static gsize answer;

  if (g_once_init_enter (&answer))
    {
      const char *const words[] = {
        "bwrap", "--unshare-user-try", "--unshare-pid", "--ro-bind", "/", "/", "true", NULL
      };
      g_autoptr (GSubprocess) process =
          g_subprocess_newv (words, G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);

      g_once_init_leave (&answer,
                         process != NULL && g_subprocess_wait_check (process, NULL, NULL) ? 2 : 1);
    }
  return answer == 2;
}

void
python_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        python_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

gboolean
python_has_process (const char *mark)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc", 0, NULL);
  const char *name = NULL;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *text = NULL;
      gsize length = 0;

      if (g_ascii_isdigit (*name) && g_file_get_contents (path, &text, &length, NULL) &&
          memmem (text, length, mark, strlen (mark)) != NULL)
        return TRUE;
    }
  return FALSE;
}
