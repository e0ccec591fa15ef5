/* test-steps.c: tests of procedures with several steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>

#include "../test-wait.h"
#include "troupe-steps.h"

/* @log: letters of the steps in the order in which they ran; @mode: what the step `b` does;
 *   @n_left: how often it repeats itself */
typedef struct
{
  TroupeSteps *steps;
  GString *log;
  enum
  {
    DONE,
    PENDING,
    CONTINUE_INSIDE,
    REPEAT_INSIDE,
    RETURN_INSIDE,
    END,
    FREE_INSIDE,
    FREE_AND_DONE,
    IDLE,
  } mode;
  guint n_left;
  guint depth;
  guint max_depth;
} Fixture;

static TroupeStepResult
step_a (gpointer data)
{
  Fixture *f = data;

  g_string_append_c (f->log, 'a');

  return TROUPE_STEP_DONE;
}

static gboolean
continue_cb (gpointer data)
{
  Fixture *f = data;

  if (f->n_left-- > 0)
    troupe_steps_repeat (f->steps);
  else
    troupe_steps_continue (f->steps);

  return G_SOURCE_REMOVE;
}

static TroupeStepResult
step_b (gpointer data)
{
  Fixture *f = data;
  TroupeStepResult result = TROUPE_STEP_PENDING;

  f->depth++;
  f->max_depth = MAX (f->max_depth, f->depth);
  g_string_append_c (f->log, 'b');
  switch (f->mode)
    {
    case DONE:
      result = TROUPE_STEP_DONE;
      break;
    case PENDING:
      break;
    case CONTINUE_INSIDE:
      troupe_steps_continue (f->steps);
      break;
    case REPEAT_INSIDE:
      if (f->n_left-- > 0)
        troupe_steps_repeat (f->steps);
      else
        result = TROUPE_STEP_DONE;
      break;
    case RETURN_INSIDE:
      if (f->n_left-- > 0)
        troupe_steps_return_to (f->steps, step_a);
      else
        result = TROUPE_STEP_DONE;
      break;
    case END:
      result = TROUPE_STEP_END;
      break;
    case FREE_INSIDE:
      g_clear_pointer (&f->steps, troupe_steps_free);
      break;
    case FREE_AND_DONE:
      troupe_steps_continue (f->steps);
      g_clear_pointer (&f->steps, troupe_steps_free);
      result = TROUPE_STEP_DONE;
      break;
    case IDLE:
      g_idle_add (continue_cb, f);
      break;
    default:
      g_assert_not_reached ();
    }
  f->depth--;

  return result;
}

static TroupeStepResult
step_c (gpointer data)
{
  Fixture *f = data;

  g_string_append_c (f->log, 'c');

  return TROUPE_STEP_DONE;
}

static const TroupeStep steps[] = {
  { "a", step_a },
  { "b", step_b },
  { "c", step_c },
  { NULL, NULL },
};

static void
run (Fixture *f, int mode, const char *expected)
{
  f->mode = mode;
  f->log = g_string_new (NULL);
  f->steps = troupe_steps_new (steps, f);
  g_assert_cmpstr (f->log->str, ==, "");
  troupe_steps_start (f->steps);
  g_assert_cmpstr (f->log->str, ==, expected);
}

static void
end (Fixture *f)
{
  g_clear_pointer (&f->steps, troupe_steps_free);
  g_string_free (f->log, TRUE);
}

static void
test_order (void)
{
  Fixture f = { 0 };

  run (&f, DONE, "abc");
  end (&f);
  run (&f, END, "ab");
  g_assert_true (troupe_steps_has_ended (f.steps));
  end (&f);
}

static void
test_pending (void)
{
  Fixture f = { 0 };

  run (&f, PENDING, "ab");
  g_assert_false (troupe_steps_has_ended (f.steps));
  troupe_steps_continue (f.steps);
  g_assert_cmpstr (f.log->str, ==, "abc");
  g_assert_true (troupe_steps_has_ended (f.steps));
  end (&f);

  /* The owner cancels the procedure: the pending step is the last. */
  run (&f, PENDING, "ab");
  end (&f);

  f.n_left = 2;
  run (&f, IDLE, "ab");
  test_wait_until (f.log->len >= 5);
  g_assert_cmpstr (f.log->str, ==, "abbbc");
  end (&f);
}

/* An operation may finish before its step returns. */
static void
test_reentry (void)
{
  Fixture f = { 0 };

  run (&f, CONTINUE_INSIDE, "abc");
  end (&f);

  /* A long list of operations that finish at once does not use up the stack. */
  f.log = g_string_new (NULL);
  f.mode = REPEAT_INSIDE;
  f.n_left = 100000;
  f.steps = troupe_steps_new (steps, &f);
  troupe_steps_start (f.steps);
  g_assert_cmpuint (f.log->len, ==, 100003);
  g_assert_cmpint (f.log->str[100002], ==, 'c');
  g_assert_cmpuint (f.max_depth, ==, 1);
  end (&f);
}

/* An attempt of several steps is repeated, at once or from a callback. */
static void
test_return (void)
{
  Fixture f = { .n_left = 2 };

  run (&f, RETURN_INSIDE, "abababc");
  end (&f);

  run (&f, PENDING, "ab");
  troupe_steps_return_to (f.steps, step_a);
  g_assert_cmpstr (f.log->str, ==, "abab");
  troupe_steps_return_to (f.steps, step_b);
  g_assert_cmpstr (f.log->str, ==, "ababb");
  troupe_steps_continue (f.steps);
  g_assert_cmpstr (f.log->str, ==, "ababbc");
  end (&f);
}

/* A step fails its owner, which frees the procedure. */
static void
test_freed_inside (void)
{
  Fixture f = { 0 };

  run (&f, FREE_INSIDE, "ab");
  end (&f);
  run (&f, FREE_AND_DONE, "ab");
  end (&f);
}

/* Misuse is a programming error and does not run a step twice. */
static void
test_misuse (void)
{
  Fixture f = { 0 };

  run (&f, DONE, "abc");
  g_test_expect_message ("troupe-steps", G_LOG_LEVEL_CRITICAL, "*state == PENDING*");
  troupe_steps_continue (f.steps);
  g_test_assert_expected_messages ();
  g_test_expect_message ("troupe-steps", G_LOG_LEVEL_CRITICAL, "*state == NOT_STARTED*");
  troupe_steps_start (f.steps);
  g_test_assert_expected_messages ();
  g_assert_cmpstr (f.log->str, ==, "abc");
  end (&f);

  /* No step can be skipped. */
  run (&f, PENDING, "ab");
  g_test_expect_message ("troupe-steps", G_LOG_LEVEL_CRITICAL, "*place->run == step*");
  troupe_steps_return_to (f.steps, step_c);
  g_test_assert_expected_messages ();
  g_assert_cmpstr (f.log->str, ==, "ab");
  end (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/steps/order", test_order);
  g_test_add_func ("/steps/pending", test_pending);
  g_test_add_func ("/steps/reentry", test_reentry);
  g_test_add_func ("/steps/return", test_return);
  g_test_add_func ("/steps/freed-inside", test_freed_inside);
  g_test_add_func ("/steps/misuse", test_misuse);

  return g_test_run ();
}
