/* test-wait.h: waiting for a condition with a deadline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-time.h"

G_BEGIN_DECLS

static inline void
test_wait_check (gint64 deadline, const char *place, const char *function, const char *condition)
{
  if (g_get_monotonic_time () > deadline)
    g_error ("%s: %s(): still waiting for “%s” after %d seconds", place, function, condition,
             TEST_WAIT_S);
}

static inline gboolean
test_wait_wake (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Iterates the main loop once, for at most 20 ms: the condition may depend on a thread or a process that does not wake
 * this loop. Fails the test after @deadline, on the monotonic clock. */
static inline void
test_wait_turn (gint64 deadline, const char *place, const char *function, const char *condition)
{
  g_autoptr (GSource) source = NULL;

  test_wait_check (deadline, place, function, condition);
  source = g_timeout_source_new (20);
  g_source_set_callback (source, test_wait_wake, NULL, NULL);
  g_source_attach (source, NULL);
  g_main_context_iteration (NULL, TRUE);
  g_source_destroy (source);
}

/* Iterates the main loop until @condition is true. After a timeout, the test fails with the condition and the place of the
 * call. */
#define test_wait_until(condition)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const gint64 deadline_ = g_get_monotonic_time () + TEST_WAIT_US;                               \
                                                                                                   \
    while (!(condition))                                                                           \
      test_wait_turn (deadline_, G_STRLOC, G_STRFUNC, #condition);                                 \
  }                                                                                                \
  G_STMT_END

/* Like test_wait_until(), but does not iterate the main loop: for conditions that other threads fulfil. */
#define test_wait_for_thread(condition)                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const gint64 deadline_ = g_get_monotonic_time () + TEST_WAIT_US;                               \
                                                                                                   \
    while (!(condition))                                                                           \
      {                                                                                            \
        test_wait_check (deadline_, G_STRLOC, G_STRFUNC, #condition);                              \
        g_usleep (200);                                                                            \
      }                                                                                            \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
