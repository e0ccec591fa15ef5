/* troupe-mcp-ask.c: elicitation: prompts the user on behalf of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-ask"

#include "config.h"

#include "troupe-mcp-ask.h"

/* @question: (nullable): the handle returned by the asker; @is_asking: the asker is being called */
struct _TroupeMcpAsked
{
  const TroupeMcpAsker *asker;
  TroupeElicitation *elicitation;
  gpointer question;
  gboolean is_asking;
  gboolean is_answered;
  TroupeMcpAskedFunc func;
  gpointer user_data;
};

static void
asked_free (TroupeMcpAsked *self)
{
  g_assert (self != NULL);

  troupe_elicitation_unref (self->elicitation);
  g_free (self);
}

static void
warn (const TroupeMcpAsker *asker, const char *text)
{
  g_assert (asker != NULL);

  if (asker->warn != NULL)
    asker->warn (text, asker->user_data);
}

/* The asker has validated the input. If it is invalid anyway, the request is declined. (transfer
 * full) */
static TroupeValue *
make_result (TroupeMcpAsked *self, TroupeElicitationAction action, TroupeValue *content)
{
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (action == TROUPE_ELICITATION_ACCEPT)
    {
      whole = troupe_elicitation_complete (self->elicitation, content, &error);
      if (whole == NULL)
        {
          warn (self->asker, error->message);
          action = TROUPE_ELICITATION_DECLINE;
        }
    }
  return troupe_elicitation_make_result (self->elicitation, action, whole);
}

static void
answered_cb (TroupeElicitationAction action, TroupeValue *content, gpointer user_data)
{
  TroupeMcpAsked *self = user_data;
  g_autoptr (TroupeValue) whole = make_result (self, action, content);
  g_autoptr (TroupeValue) result = troupe_redactor_hide_value (self->asker->redactor, whole);
  TroupeMcpAskedFunc func = self->func;
  gpointer func_data = self->user_data;

  self->is_answered = TRUE;
  if (!self->is_asking)
    asked_free (self);
  func (result, NULL, func_data);
}

TroupeMcpAsked *
troupe_mcp_ask_elicitation (const TroupeMcpAsker *asker,
                            TroupeElicitation *elicitation,
                            TroupeMcpAskedFunc func,
                            gpointer user_data)
{
  TroupeMcpAsked *self = NULL;

  g_return_val_if_fail (asker != NULL && elicitation != NULL && func != NULL, NULL);

  self = g_new0 (TroupeMcpAsked, 1);
  self->asker = asker;
  self->elicitation = elicitation;
  self->func = func;
  self->user_data = user_data;
  self->is_asking = TRUE;
  self->question = asker->ask (elicitation, answered_cb, self, asker->user_data);
  self->is_asking = FALSE;
  if (!self->is_answered)
    return self;
  asked_free (self);
  return NULL;
}

TroupeMcpAsked *
troupe_mcp_ask (const TroupeMcpAsker *asker,
                const char *label,
                TroupeValue *params,
                TroupeMcpAskedFunc func,
                gpointer user_data)
{
  g_autoptr (TroupeElicitation) elicitation = NULL;
  g_autoptr (TroupeValue) shown = NULL;
  g_autoptr (TroupeValue) declined = NULL;
  g_autoptr (TroupeElicitation) none = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (asker != NULL && label != NULL && func != NULL, NULL);

  if (params != NULL)
    shown = troupe_redactor_hide_value (asker->redactor, params);
  elicitation = troupe_elicitation_new (label, shown, &error);
  if (elicitation != NULL)
    return troupe_mcp_ask_elicitation (asker, g_steal_pointer (&elicitation), func, user_data);
  warn (asker, error->message);
  if (!g_error_matches (error, TROUPE_ELICITATION_ERROR, TROUPE_ELICITATION_ERROR_SECRET))
    {
      func (NULL, error, user_data);
      return NULL;
    }
  none = troupe_elicitation_new_plain (label, "");
  declined = troupe_elicitation_make_result (none, TROUPE_ELICITATION_DECLINE, NULL);
  func (declined, NULL, user_data);
  return NULL;
}

void
troupe_mcp_asked_withdraw (TroupeMcpAsked *self)
{
  g_return_if_fail (self != NULL && !self->is_answered);

  self->asker->withdraw (self->question, self->asker->user_data);
  asked_free (self);
}

gboolean
troupe_mcp_asked_is_accepted (TroupeValue *result)
{
  TroupeElicitationAction action;

  return troupe_elicitation_action_from_name (troupe_value_get_member_text (result, "action"),
                                              &action) &&
         action == TROUPE_ELICITATION_ACCEPT;
}
