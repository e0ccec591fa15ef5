/* feedback-queue-test.h: scripted answers for tests of methods with human feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../test-time.h"
#include "run-test.h"

#define DRAFT                                                                                      \
  "'draft': {'start': true, 'do': {'call': 'expression', 'expr': '`text`'}, 'human_feedback': "    \
  "{'message': 'Good?'%s}}"
#define OUTCOMES ", 'emit': ['approved', 'revise']"
#define SAY(name, event, text)                                                                     \
  "'" name "': {'listen': '" event "', 'do': {'call': 'expression', 'expr': '" text "'}}"

#define ROUTE(name, event, text)                                                                   \
  "'" name "': {'listen': '" event                                                                 \
  "', 'router': true, 'do': {'call': 'expression', 'expr': '`" text "`'}}"

#define LOOP                                                                                       \
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}, 'draft': {'listen': {'or': "   \
  "['s', 'revise']}, 'do': {'call': 'expression', 'expr': 'has(outputs.draft) ? "                  \
  "outputs.draft.output + 1 : 1'}, 'human_feedback': {'message': 'Good?'" OUTCOMES                 \
  "}}, " SAY ("pub", "approved", "outputs.draft.output")

/* The prepared answers and the received requests. */
typedef struct
{
  const char *const *answers;
  guint next;
  TroupeFeedbackReply without; /* when no answer is left */
  GPtrArray *requests;
  GMutex mutex;
  GCond cond;
} Desk;

static inline Desk *
desk_new (const char *const *answers, TroupeFeedbackReply without)
{
  Desk *self = g_new0 (Desk, 1);

  self->answers = answers;
  self->without = without;
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

static inline void
desk_free (Desk *self)
{
  g_ptr_array_unref (self->requests);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Desk, desk_free)

static inline TroupeFeedbackReply
asked_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  Desk *self = user_data;
  TroupeFeedbackReply reply = self->without;

  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->requests, troupe_feedback_request_ref (request));
  if (self->answers != NULL && self->answers[self->next] != NULL)
    {
      *answer = g_strdup (self->answers[self->next++]);
      reply = TROUPE_FEEDBACK_ANSWERED;
    }
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  return reply;
}

/* Waits until there are @n_requests requests. Fails after a minute. */
static inline TroupeFeedbackRequest *
desk_wait (Desk *self, guint n_requests)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  TroupeFeedbackRequest *last;

  g_mutex_lock (&self->mutex);
  while (self->requests->len < n_requests)
    g_assert_true (g_cond_wait_until (&self->cond, &self->mutex, deadline));
  last = g_ptr_array_index (self->requests, n_requests - 1);
  g_mutex_unlock (&self->mutex);
  return last;
}

static inline RunTest *
ask (const char *methods, Desk *feedback_queue)
{
  RunTest *test = run_test_new (methods);

  troupe_run_set_feedback_func (test->run, asked_cb, feedback_queue, NULL);
  return test;
}

/* Removes the timestamp. */
static inline TroupeValue *
without_time (TroupeValue *value)
{
  g_assert_nonnull (value);
  g_assert_nonnull (troupe_value_map_lookup_string (value, "timestamp", -1));
  return troupe_value_map_without (value, "timestamp");
}

#define assert_feedback(value, expected)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autoptr (TroupeValue) plain_ = without_time (value);                                         \
    run_test_assert_value (plain_, expected);                                                      \
  }                                                                                                \
  G_STMT_END

static inline TroupeEvent *
find_event (RunTest *test, TroupeEventType type, const char *method)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == type && g_strcmp0 (troupe_event_get_method (event), method) == 0)
        return event;
    }
  return NULL;
}

/* Lists feedback and method events: `requested draft, received draft, paused draft,
 * flow_paused`. */
static inline char *
list_events (RunTest *test)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_LOG)
        continue;
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "",
                              troupe_event_type_get_name (event->type));
      if (troupe_event_get_method (event) != NULL)
        g_string_append_printf (list, " %s", troupe_event_get_method (event));
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

#define assert_events(test, expected)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *events_ = list_events (test);                                                 \
    g_assert_cmpstr (events_, ==, expected);                                                       \
  }                                                                                                \
  G_STMT_END
