/* tool-fixture.c: synchronous calls of tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "python-fixture.h"
#include "tool-fixture.h"

static void
forget (ToolAnswer *self)
{
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_error (&self->error);
  self->is_done = FALSE;
}

void
tool_answer_clear (ToolAnswer *self)
{
  forget (self);
  if (self->reports != NULL)
    g_string_free (self->reports, TRUE);
  self->reports = NULL;
}

static void
report_cb (const char *level, const char *stream, const char *text, gpointer user_data)
{
  ToolAnswer *answer = user_data;

  g_string_append_printf (answer->reports, "%s %s %s\n", level, stream != NULL ? stream : "-",
                          text);
}

TroupeToolContext
tool_answer_context (ToolAnswer *self)
{
  TroupeToolContext context = { .owner = "method", .report = report_cb, .user_data = self };

  if (self->reports == NULL)
    self->reports = g_string_new (NULL);
  return context;
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ToolAnswer *answer = user_data;

  answer->value = troupe_tool_call_finish (TROUPE_TOOL (source), result, &answer->error);
  g_assert_true ((answer->value == NULL) != (answer->error == NULL));
  answer->is_done = TRUE;
}

void
tool_begin (TroupeTool *tool,
            const char *arguments,
            const TroupeToolContext *context,
            GCancellable *cancellable,
            ToolAnswer *answer)
{
  g_autoptr (TroupeValue) value = arguments != NULL ? python_value (arguments) : NULL;

  forget (answer);
  troupe_tool_call_async (tool, value, context, cancellable, called_cb, answer);
}

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ToolAnswer *answer = user_data;

  g_assert_true (troupe_tool_describe_finish (TROUPE_TOOL (source), result, &answer->error) ==
                 (answer->error == NULL));
  answer->is_done = TRUE;
}

void
tool_describe (TroupeTool *tool, GCancellable *cancellable, ToolAnswer *answer)
{
  forget (answer);
  troupe_tool_describe_async (tool, NULL, cancellable, described_cb, answer);
}

static gboolean
is_done (gpointer answer)
{
  return ((ToolAnswer *) answer)->is_done;
}

void
tool_wait (ToolAnswer *answer)
{
  python_wait_until (is_done, answer);
}
