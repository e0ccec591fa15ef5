/* troupe-mcp-questions.c: pending elicitation requests of an MCP server (legacy protocol)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-questions"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-questions.h"

/* Maximum number of open requests, and of all requests of a connection. */
#define MOST_OPEN 4u
#define MOST_ASKED 50u

struct _TroupeMcpQuestions
{
  const TroupeMcpAsker *asker;
  const char *label;
  const TroupeMcpQuestionsFuncs *funcs;
  gpointer user_data;
  GPtrArray *open; /* (element-type Question) */
  guint n_asked;
};

typedef struct
{
  TroupeMcpQuestions *questions;
  TroupeValue *id;
  TroupeMcpAsked *asked;
} Question;

static void
question_free (Question *question)
{
  troupe_value_unref (question->id);
  g_free (question);
}

static void
answered_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  Question *question = user_data;
  TroupeMcpQuestions *self = question->questions;
  g_autoptr (TroupeValue) id = troupe_value_ref (question->id);

  g_assert (self != NULL);

  g_ptr_array_remove (self->open, question);
  question_free (question);
  if (self->open->len == 0)
    self->funcs->changed (FALSE, self->user_data);
  self->funcs->reply (id, result, error, self->user_data);
}

void
troupe_mcp_questions_take (TroupeMcpQuestions *self, TroupeValue *id, TroupeValue *params)
{
  Question *question = NULL;
  TroupeMcpAsked *asked = NULL;

  g_return_if_fail (self != NULL && id != NULL);

  if (self->open->len >= MOST_OPEN || self->n_asked >= MOST_ASKED)
    {
      g_autoptr (TroupeElicitation) none = troupe_elicitation_new_plain (self->label, "");
      g_autoptr (TroupeValue) result =
          troupe_elicitation_make_result (none, TROUPE_ELICITATION_DECLINE, NULL);

      /* Declines a request automatically, because users who are prompted endlessly accept
       * without reading. */
      if (self->n_asked++ == MOST_ASKED && self->asker->warn != NULL)
        {
          g_autofree char *text = g_strdup_printf (
              /* Translators: %s is a command line or a host name. */
              _ ("The MCP server “%s” requests input too often, so further requests in this call "
                 "are "
                 "declined."),
              self->label);

          self->asker->warn (text, self->asker->user_data);
        }
      self->funcs->reply (id, result, NULL, self->user_data);
      return;
    }
  self->n_asked++;
  question = g_new0 (Question, 1);
  question->questions = self;
  question->id = troupe_value_ref (id);
  g_ptr_array_add (self->open, question);
  if (self->open->len == 1)
    self->funcs->changed (TRUE, self->user_data);
  asked = troupe_mcp_ask (self->asker, self->label, params, answered_cb, question);
  /* If @asked is NULL, the request has already been answered and freed. */
  if (asked != NULL)
    question->asked = asked;
}

static void
withdraw_at (TroupeMcpQuestions *self, guint index)
{
  Question *question = g_ptr_array_steal_index (self->open, index);

  g_assert (self != NULL);

  if (question->asked != NULL)
    troupe_mcp_asked_withdraw (question->asked);
  question_free (question);
  if (self->open->len == 0)
    self->funcs->changed (FALSE, self->user_data);
}

void
troupe_mcp_questions_withdraw (TroupeMcpQuestions *self, TroupeValue *id)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; id != NULL && i < self->open->len; i++)
    if (troupe_value_equal (((Question *) self->open->pdata[i])->id, id))
      {
        withdraw_at (self, i);
        return;
      }
}

void
troupe_mcp_questions_withdraw_all (TroupeMcpQuestions *self)
{
  g_return_if_fail (self != NULL);

  while (self->open->len > 0)
    withdraw_at (self, self->open->len - 1);
}

TroupeMcpQuestions *
troupe_mcp_questions_new (const TroupeMcpAsker *asker,
                          const char *label,
                          const TroupeMcpQuestionsFuncs *funcs,
                          gpointer user_data)
{
  TroupeMcpQuestions *self;

  g_return_val_if_fail (asker != NULL && label != NULL && funcs != NULL, NULL);

  self = g_new0 (TroupeMcpQuestions, 1);
  self->asker = asker;
  self->label = label;
  self->funcs = funcs;
  self->user_data = user_data;
  self->open = g_ptr_array_new ();
  return self;
}

void
troupe_mcp_questions_free (TroupeMcpQuestions *self)
{
  g_return_if_fail (self != NULL);

  troupe_mcp_questions_withdraw_all (self);
  g_ptr_array_unref (self->open);
  g_free (self);
}
