/* troupe-verbose.c: what crews and agents with `verbose` do, as text on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-verbose"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-verbose.h"

/* @scopes: scopes of verbose crews and agents */
struct _TroupeVerbose
{
  GHashTable *scopes;
};

/* @title: format with one %s; @subject: field that the title names; @body: (nullable): field that
 * is printed below */
typedef struct
{
  TroupeEventType type;
  const char *title;
  const char *subject;
  const char *body;
} Row;

static const Row rows[] = {
  { TROUPE_EVENT_CREW_STARTED, N_ ("Crew “%s” started."), "crew_name", NULL },
  { TROUPE_EVENT_CREW_FINISHED, N_ ("Crew “%s” finished:"), "crew_name", "output" },
  { TROUPE_EVENT_CREW_FAILED, N_ ("Crew “%s” failed:"), "crew_name", "error" },
  { TROUPE_EVENT_TASK_STARTED, N_ ("Task “%s” started."), "task_name", NULL },
  { TROUPE_EVENT_TASK_FINISHED, N_ ("Task “%s” finished."), "task_name", NULL },
  { TROUPE_EVENT_TASK_FAILED, N_ ("Task “%s” failed:"), "task_name", "error" },
  { TROUPE_EVENT_EXECUTION_STARTED, N_ ("Agent “%s” started:"), "agent_role", "task_prompt" },
  { TROUPE_EVENT_EXECUTION_FINISHED, N_ ("Answer of “%s”:"), "agent_role", "output" },
  { TROUPE_EVENT_EXECUTION_FAILED, N_ ("Agent “%s” failed:"), "agent_role", "error" },
  { TROUPE_EVENT_AGENT_STARTED, N_ ("Agent “%s” started:"), "agent_role", "messages" },
  { TROUPE_EVENT_AGENT_FINISHED, N_ ("Answer of “%s”:"), "agent_role", "output" },
  { TROUPE_EVENT_AGENT_FAILED, N_ ("Agent “%s” failed:"), "agent_role", "error" },
  { TROUPE_EVENT_REASONING_FINISHED, N_ ("Plan of “%s”:"), "agent_role", "plan" },
  { TROUPE_EVENT_TOOL_STARTED, N_ ("Tool “%s” called:"), "tool_name", "tool_args" },
  { TROUPE_EVENT_TOOL_FINISHED, N_ ("Tool “%s” returned:"), "tool_name", "output" },
  { TROUPE_EVENT_TOOL_FAILED, N_ ("Tool “%s” failed:"), "tool_name", "error" },
  { TROUPE_EVENT_LLM_CALL_FAILED, N_ ("Model “%s” failed:"), "model", "error" },
};

TroupeVerbose *
troupe_verbose_new (void)
{
  TroupeVerbose *self = g_new0 (TroupeVerbose, 1);

  self->scopes = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_scope_unref, NULL);

  return self;
}

void
troupe_verbose_free (TroupeVerbose *self)
{
  g_hash_table_unref (self->scopes);
  g_free (self);
}

/* Returns the text of a field: a string, the message of an error, or JSON. (transfer full) */
static char *
get_text (TroupeEvent *event, const char *name)
{
  TroupeValue *value = troupe_event_get_field (event, name);
  const char *message = troupe_value_get_member_text (value, "message");

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return g_strdup ("");
  if (message != NULL)
    return g_strdup (message);
  return troupe_value_is (value, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (value, NULL))
             : troupe_value_to_json (value, TROUPE_JSON_SPACED);
}

void
troupe_verbose_take_event (TroupeVerbose *self, TroupeEvent *event)
{
  gboolean is_shown;
  const Row *row = NULL;
  g_autofree char *subject = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *body = NULL;
  g_auto (GStrv) parts = NULL;
  TroupeValue *value;

  value = troupe_event_get_field (event, "verbose");
  is_shown = FALSE;
  if (event->scope != NULL && value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (value))
    g_hash_table_add (self->scopes, troupe_scope_ref (event->scope));
  for (TroupeScope *scope = event->scope; scope != NULL; scope = scope->parent)
    if (g_hash_table_contains (self->scopes, scope))
      {
        is_shown = TRUE;
        break;
      }
  if (is_shown)
    {
      TroupeEventType type = event->type;

      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        if (rows[i].type == type)
          {
            row = &rows[i];
            break;
          }
    }
  if (row == NULL)
    return;
  subject = get_text (event, row->subject);
  name = troupe_text_to_line (subject);
  parts = g_strsplit (_ (row->title), "%s", 2);
  title = g_strjoinv (name, parts);
  troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s", title);
  fputc ('\n', stderr);
  body = row->body != NULL ? get_text (event, row->body) : NULL;
  if (body != NULL)
    {
      /* Prints a text with each line indented. Its control characters are escaped also if it is
       * not printed on a terminal, because the output may be shown on one later. */
      g_auto (GStrv) lines = g_strsplit (body, "\n", -1);

      for (guint i = 0; lines[i] != NULL; i++)
        {
          g_autofree char *line = troupe_text_to_line (lines[i]);

          if (*line != '\0')
            troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "  %s\n", line);
        }
    }
}
