/* mcp-fixture.c: helpers that open and call MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "mcp-fixture.h"
#include "python-fixture.h"
#include "troupe-mcp-connection.h"

static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  McpFixture *self = user_data;
  g_autofree char *line = troupe_event_to_json (event, NULL, TROUPE_EVENT_JSON_DEFAULT);

  g_string_append_printf (self->events, "%s\n", line);
}

void
mcp_set_up (McpFixture *self, gconstpointer data)
{
  self->bus = troupe_event_bus_new ();
  self->events = g_string_new (NULL);
  troupe_event_bus_add_sink (self->bus, event_cb, self, NULL);
  self->folder = g_dir_make_tmp ("troupe-mcp-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  self->file = g_build_filename (self->folder, "file", NULL);
  self->run =
      troupe_run_context_new (&(TroupeRunContext){ .bus = self->bus, .folder = self->folder });
  troupe_mcp_connection_forget_eras ();
  troupe_mcp_connection_set_probe_ms (3000);
}

void
mcp_tear_down (McpFixture *self, gconstpointer data)
{
  if (self->server != NULL)
    mcp_close (self);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_object (&self->server);
  g_clear_error (&self->error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  troupe_run_context_unref (self->run);
  troupe_event_bus_unref (self->bus);
  g_string_free (self->events, TRUE);
  remove_all (self->folder);
  g_free (self->file);
  g_free (self->folder);
}

void
mcp_set_folder (McpFixture *self, const char *folder)
{
  g_free (self->folder);
  self->folder = g_strdup (folder);
  troupe_run_context_unref (self->run);
  self->run =
      troupe_run_context_new (&(TroupeRunContext){ .bus = self->bus, .folder = self->folder });
}

TroupeToolContext
mcp_context (McpFixture *self)
{
  return (TroupeToolContext){ .run = self->run };
}

void
mcp_make (McpFixture *self, const char *entry)
{
  g_autofree char *json = g_strdelimit (g_strdup (entry), "'", '"');
  g_autoptr (TroupeValue) value = python_value (json);
  g_autoptr (GError) error = NULL;

  self->server = troupe_mcp_server_new_for_reference (value, &error);
  g_assert_no_error (error);
  troupe_mcp_server_set_retry_ms (self->server, 1);
  troupe_mcp_server_set_sandbox (self->server, TROUPE_PYTHON_PERMIT_NOTHING,
                                 TROUPE_PYTHON_SANDBOX_NONE);
}

void
mcp_make_script (McpFixture *self, const char *fault, const char *more)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "tool", "mcp-server.py", NULL);
  g_autofree char *entry = g_strdup_printf ("{'command': 'python3', 'args': ['%s', '%s', '%s']%s}",
                                            script, fault, self->file, more != NULL ? more : "");

  mcp_make (self, entry);
}

static void
opened_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  McpFixture *self = user_data;

  self->tools = troupe_mcp_server_open_finish (TROUPE_MCP_SERVER (object), result, &self->error);
  g_assert_true ((self->tools == NULL) != (self->error == NULL));
  self->is_done = TRUE;
}

void
mcp_begin_open (McpFixture *self, GCancellable *cancellable)
{
  const TroupeToolContext context = mcp_context (self);

  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_error (&self->error);
  self->is_done = FALSE;
  troupe_mcp_server_open_async (self->server, &context, cancellable, opened_cb, self);
}

void
mcp_wait (gboolean (*func) (gpointer), gpointer data)
{
  python_wait_until (func, data);
}

static gboolean
is_done (gpointer data)
{
  return ((McpFixture *) data)->is_done;
}

void
mcp_open (McpFixture *self)
{
  mcp_begin_open (self, NULL);
  mcp_wait (is_done, self);
}

TroupeTool *
mcp_open_first (McpFixture *self)
{
  mcp_open (self);
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->tools->len, >, 0);
  return self->tools->pdata[0];
}

void
mcp_expect_error (McpFixture *self, TroupeMcpError code, const char *part)
{
  g_assert_nonnull (self->error);
  g_test_message ("%s", self->error->message);
  g_assert_error (self->error, TROUPE_MCP_ERROR, (int) code);
  g_assert_nonnull (strstr (self->error->message, part));
}

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  McpFixture *self = user_data;

  troupe_mcp_server_close_finish (TROUPE_MCP_SERVER (object), result);
  self->is_closed = TRUE;
}

static gboolean
is_closed (gpointer data)
{
  return ((McpFixture *) data)->is_closed;
}

void
mcp_close (McpFixture *self)
{
  self->is_closed = FALSE;
  troupe_mcp_server_close_async (self->server, closed_cb, self);
  mcp_wait (is_closed, self);
}

void
mcp_call (McpFixture *self, const char *arguments, ToolAnswer *answer)
{
  TroupeToolContext context = tool_answer_context (answer);

  context.run = self->run;
  tool_begin (self->tools->pdata[0], arguments != NULL ? arguments : "{\"place\":\"Ulm\"}",
              &context, NULL, answer);
  tool_wait (answer);
}

void
mcp_expect_text (const ToolAnswer *answer, const char *text)
{
  g_assert_no_error (answer->error);
  g_assert_cmpstr (troupe_value_get_string (answer->value, NULL), ==, text);
}

void
mcp_expect_failure (const ToolAnswer *answer, TroupeToolError code, const char *part)
{
  g_assert_nonnull (answer->error);
  g_test_message ("%s", answer->error->message);
  g_assert_error (answer->error, TROUPE_TOOL_ERROR, (int) code);
  g_assert_nonnull (strstr (answer->error->message, part));
}

guint
mcp_count_events (McpFixture *self, const char *type)
{
  g_autofree char *sought = g_strdup_printf ("\"type\":\"%s\"", type);
  guint count = 0;

  for (const char *at = self->events->str; (at = strstr (at, sought)) != NULL; at++)
    count++;
  return count;
}
