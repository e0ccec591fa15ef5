/* troupe-agent-tool-ledger.c: ledger of tool results: repeated calls, failures and policies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-tool-ledger"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-tool-ledger.h"
#include "troupe-agent.h"

/* Number of identical calls with the same result after which the agent is stopped
 * (doc/crew-semantics.md §11). */
#define REPEATS_MOST 5u

/* @title: (nullable): title of the task; @repeats: counts of identical calls with identical
 *   results, by digest */
struct _TroupeAgentToolLedger
{
  char *role;
  char *title;
  TroupeAgentPolicy policy;
  GHashTable *repeats;
  GPtrArray *failures; /* (element-type TroupeValue) */
};

/* Returns how often this call has returned this text so far. */
static guint
count_repeat (TroupeAgentToolLedger *self,
              const TroupeAgentToolReporter *call,
              TroupeValue *written,
              const char *text)
{
  g_autofree char *arguments =
      written != NULL ? troupe_value_to_json (written, TROUPE_JSON_COMPACT) : g_strdup (call->text);
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { call->name, arguments, text };
  const char *key = NULL;
  guint n_times;

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    /* Includes the terminating NUL, so that different parts cannot result in the same digest. */
    g_checksum_update (digest, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  key = g_checksum_get_string (digest);
  n_times = GPOINTER_TO_UINT (g_hash_table_lookup (self->repeats, key)) + 1;
  g_hash_table_replace (self->repeats, g_strdup (key), GUINT_TO_POINTER (n_times));

  return n_times;
}

TroupeAgentPolicy
troupe_agent_tool_ledger_get_policy (TroupeAgentToolLedger *self, TroupeTool *tool)
{
  TroupeAgentPolicy policy;

  g_return_val_if_fail (self != NULL, TROUPE_AGENT_POLICY_IGNORE);

  policy = self->policy;
  if (tool != NULL)
    (void) troupe_agent_policy_from_text (troupe_tool_get_failure_policy (tool), &policy);

  return policy;
}

/* Makes @result end the execution with an error, because the policy is `raise`. */
static void
make_fatal (TroupeAgentToolLedger *self,
            const TroupeAgentToolReporter *call,
            TroupeAgentToolResult *result)
{
  g_assert (self != NULL);

  result->is_fatal = TRUE;
  g_clear_error (&result->error);
  if (self->title != NULL)
    result->error = g_error_new (
        TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL,
        /* Translators: the name of a tool, the title of a task, an error message */
        _ ("Tool “%s” failed during “%s”, and its tool_failure_policy stops the run: %s"),
        call->name, self->title, result->text);
  else
    result->error =
        g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL,
                     /* Translators: the name of a tool, an error message */
                     _ ("Tool “%s” failed, and the tool_failure_policy stops the run: %s"),
                     call->name, result->text);
}

void
troupe_agent_tool_ledger_take (TroupeAgentToolLedger *self,
                               const TroupeAgentToolReporter *call,
                               TroupeValue *written,
                               TroupeTool *tool,
                               TroupeAgentToolResult *result)
{
  gboolean is_stuck;

  g_return_if_fail (self != NULL && call != NULL && result != NULL);

  is_stuck = !result->is_fatal && !call->is_unread &&
             count_repeat (self, call, written, result->text) >= REPEATS_MOST;
  if (result->failure != TROUPE_AGENT_FAILURE_NONE)
    {
      TroupeAgentToolReporter news = *call;

      news.policy = troupe_agent_tool_ledger_get_policy (self, tool);
      if (news.policy != TROUPE_AGENT_POLICY_IGNORE)
        {
          news.attempt = 0;
          g_ptr_array_add (self->failures, troupe_agent_tool_events_describe_failure (
                                               &news, result->failure, result->text));
          troupe_agent_tool_events_tell_failure (&news, result->failure, result->text);
          if (news.policy == TROUPE_AGENT_POLICY_RAISE && !result->is_fatal)
            make_fatal (self, call, result);
        }
    }
  if (is_stuck)
    {
      g_autofree char *reason = NULL;
      g_autofree char *text = NULL;

      if (result->error != NULL)
        reason = g_strdup (result->error->message);
      else if (result->failure != TROUPE_AGENT_FAILURE_NONE)
        reason = g_strdup (result->text);
      result->failure = TROUPE_AGENT_FAILURE_REPEATED_CALL;
      result->is_answer = FALSE;
      g_clear_error (&result->error);
      text = g_strdup_printf (
          /* Translators: the name of a tool, the title of a task, the role of an agent, a number
           * above 1 */
          _ ("Tool “%s” failed during “%s”: the agent “%s” called it %u times with the same "
             "arguments and always got the same result. The agent was stopped because it made no "
             "progress."),
          call->name, self->title != NULL ? self->title : self->role, self->role, REPEATS_MOST);
      result->error = g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK,
                                   reason != NULL ? "%s\n%s" : "%s", text, reason);
    }
}

TroupeValue *
troupe_agent_tool_ledger_list_failures (TroupeAgentToolLedger *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->failures->len; i++)
    troupe_value_ref (g_ptr_array_index (self->failures, i));

  return troupe_value_new_list ((TroupeValue **) self->failures->pdata, self->failures->len);
}

void
troupe_agent_tool_ledger_set_rules (TroupeAgentToolLedger *self, const TroupeAgentToolRules *rules)
{
  g_return_if_fail (self != NULL && rules != NULL);

  g_free (self->title);
  self->title = g_strdup (rules->title);
  self->policy = rules->policy;
}

TroupeAgentToolLedger *
troupe_agent_tool_ledger_new (const char *role, TroupeAgentToolLedger *whole)
{
  TroupeAgentToolLedger *self = NULL;

  g_return_val_if_fail (role != NULL, NULL);

  self = g_new0 (TroupeAgentToolLedger, 1);
  self->role = g_strdup (role);
  self->repeats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->failures = whole != NULL
                       ? g_ptr_array_ref (whole->failures)
                       : g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);

  return self;
}

void
troupe_agent_tool_ledger_free (TroupeAgentToolLedger *self)
{
  if (self == NULL)
    return;

  g_free (self->role);
  g_free (self->title);
  g_hash_table_unref (self->repeats);
  g_ptr_array_unref (self->failures);
  g_free (self);
}
