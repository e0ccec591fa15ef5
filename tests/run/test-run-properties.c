/* test-run-properties.c: invariants of any run of any flow
 *
 * Runs random flows and examines only their events and results. The expected numbers are computed
 * from the generated flow by the rules of doc/flow-semantics.md §2 to §4, without using the engine.
 * The number of times that each event was emitted limits how often a condition can have been met.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "run-test.h"

#define N_FLOWS TEST_SAMPLE (10000)
#define MAX_METHODS 12
#define MAX_LEAVES 4
/* Events are named after methods or after the labels that routers emit. */
#define N_LABELS 5
#define N_EVENTS (MAX_METHODS + N_LABELS)
#define NO_EVENT N_EVENTS

typedef enum
{
  CONDITION_EVENT,
  CONDITION_OR,
  CONDITION_AND,
} ConditionType;

typedef struct _Condition Condition;
struct _Condition
{
  ConditionType type;
  guint event;
  guint n_children;
  Condition *children[MAX_LEAVES];
};

typedef enum
{
  ACTION_NUMBER,
  ACTION_LABEL, /* one of three labels, by number of outputs */
  ACTION_NULL,
  ACTION_EACH,
  ACTION_NOTHING, /* an each without items, which ends immediately */
  ACTION_FAILURE,
} ActionType;

typedef struct
{
  gboolean start;
  Condition *start_condition;
  Condition *listen;
  gboolean router;
  ActionType action;
  guint labels[3];
} Method;

typedef struct
{
  guint32 seed;
  GRand *random;
  guint n_methods;
  guint max_calls;
  Method methods[MAX_METHODS];
  char *text;
  RunTest *test;
  /* Counters updated by the events. */
  guint n_given[N_EVENTS];    /* how often each event was emitted */
  guint n_fired[MAX_METHODS]; /* how often each listener or router was triggered */
  guint n_started[MAX_METHODS];
  guint n_finished[MAX_METHODS];
  guint n_rounds;                      /* number of repeated method runs */
  guint n_armed[MAX_METHODS];          /* number of router events in its condition */
  gboolean is_open[MAX_METHODS * 400]; /* by event number */
} Case;

static guint n_not_repeated, n_told;
static guint n_or_again, n_joins, n_failed, n_limited, n_cancelled;

/* --- Generating a flow ------------------------------------------------------------------------ */

static guint
pick (Case *self, guint n)
{
  return (guint) g_rand_int_range (self->random, 0, (gint32) n);
}

static void
append_event (GString *text, guint event)
{
  if (event < MAX_METHODS)
    g_string_append_printf (text, "m%u", event);
  else
    g_string_append_printf (text, "x%u", event - MAX_METHODS);
}

static guint
pick_event (Case *self, guint method)
{
  guint event;

  if (pick (self, 3) == 0)
    return MAX_METHODS + pick (self, N_LABELS);
  event = pick (self, self->n_methods);
  /* A method must not listen to itself, because such a flow is rejected. */
  return event != method ? event : MAX_METHODS + pick (self, N_LABELS);
}

static Condition *
make_condition (Case *self, guint method, guint depth)
{
  Condition *condition = g_new0 (Condition, 1);
  guint kind = pick (self, depth == 0 ? 3 : 4);

  if (depth >= 2 || kind == 0 || (depth > 0 && kind < 3))
    {
      condition->event = pick_event (self, method);
      return condition;
    }
  condition->type = kind == 1 ? CONDITION_OR : CONDITION_AND;
  if (depth > 0)
    condition->type = pick (self, 2) == 0 ? CONDITION_OR : CONDITION_AND;
  condition->n_children = 1 + pick (self, MAX_LEAVES - 1);
  for (guint i = 0; i < condition->n_children; i++)
    condition->children[i] = make_condition (self, method, depth + 1);
  return condition;
}

static void
condition_free (Condition *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_children; i++)
    condition_free (self->children[i]);
  g_free (self);
}

static void
append_condition (GString *text, const Condition *condition)
{
  if (condition->type == CONDITION_EVENT)
    {
      g_string_append_c (text, '"');
      append_event (text, condition->event);
      g_string_append_c (text, '"');
      return;
    }
  g_string_append (text, condition->type == CONDITION_OR ? "{\"or\": [" : "{\"and\": [");
  for (guint i = 0; i < condition->n_children; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_condition (text, condition->children[i]);
    }
  g_string_append (text, "]}");
}

static void
append_action (GString *text, const Method *method)
{
  static const char *const actions[] = {
    [ACTION_NUMBER] = "{\"call\": \"expression\", \"expr\": \"size(outputs)\"}",
    [ACTION_NULL] = "{\"call\": \"expression\", \"expr\": \"null\"}",
    [ACTION_EACH] =
        "{\"call\": \"each\", \"in\": \"[1, 2]\", \"do\": [{\"name\": \"e\", \"action\":"
        " {\"call\": \"expression\", \"expr\": \"item\"}}]}",
    [ACTION_NOTHING] = "{\"call\": \"each\", \"in\": \"[]\", \"do\": [{\"name\": \"e\", \"action\":"
                       " {\"call\": \"expression\", \"expr\": \"item\"}}]}",
    [ACTION_FAILURE] = "{\"call\": \"expression\", \"expr\": \"1 / 0\"}",
  };

  if (method->action != ACTION_LABEL)
    {
      g_string_append (text, actions[method->action]);
      return;
    }
  g_string_append (text, "{\"call\": \"expression\", \"expr\": \"[");
  for (guint i = 0; i < G_N_ELEMENTS (method->labels); i++)
    {
      g_string_append (text, i > 0 ? ", '" : "'");
      append_event (text, method->labels[i]);
      g_string_append_c (text, '\'');
    }
  g_string_append (text, "][size(outputs) % 3]\"}");
}

static void
make_method (Case *self, guint index)
{
  Method *method = &self->methods[index];
  guint kind = index == 0 ? 0 : pick (self, 10);

  method->router = pick (self, 4) == 0;
  if (kind <= 1)
    method->start = TRUE;
  if (kind == 2)
    method->start_condition = make_condition (self, index, 0);
  if (kind >= 3 || pick (self, 6) == 0)
    method->listen = make_condition (self, index, 0);
  method->action = method->router        ? (pick (self, 6) == 0 ? ACTION_NULL : ACTION_LABEL)
                   : pick (self, 8) == 0 ? ACTION_NULL + pick (self, 3)
                                         : ACTION_NUMBER;
  if (pick (self, 40) == 0)
    method->action = ACTION_FAILURE;
  for (guint i = 0; i < G_N_ELEMENTS (method->labels); i++)
    method->labels[i] =
        pick (self, 6) == 0 ? pick (self, self->n_methods) : MAX_METHODS + pick (self, N_LABELS);
}

static Condition *
make_event_condition (guint event)
{
  Condition *condition = g_new0 (Condition, 1);

  condition->event = event;
  return condition;
}

/* Generates two methods with the same trigger, and a third method that listens to whichever
 * finishes first. Other methods may prevent the race. */
static void
make_race (Case *self)
{
  Condition *condition = g_new0 (Condition, 1);

  condition->type = CONDITION_OR;
  condition->n_children = 2;
  for (guint i = 0; i < 3; i++)
    {
      Method *method = &self->methods[1 + i];

      method->router = FALSE;
      method->action = ACTION_NUMBER + (pick (self, 3) == 0 ? ACTION_EACH : 0);
      g_clear_pointer (&method->listen, condition_free);
      method->listen = i < 2 ? make_event_condition (0) : condition;
      if (i < 2)
        condition->children[i] = make_event_condition (1 + i);
    }
}

/* Generates a method that listens to the first one and, directly or through another branch, to the
 * method behind it. Other methods may run it again. */
static void
make_loop (Case *self)
{
  Condition *condition = g_new0 (Condition, 1);

  condition->type = CONDITION_OR;
  condition->n_children = 2;
  for (guint i = 0; i < 2; i++)
    {
      condition->children[i] = make_event_condition (2 * i);
      self->methods[1 + i].start = FALSE;
      g_clear_pointer (&self->methods[1 + i].start_condition, condition_free);
      g_clear_pointer (&self->methods[1 + i].listen, condition_free);
      self->methods[1 + i].listen = i == 0 ? condition : make_event_condition (1);
    }
  self->methods[1].router = FALSE;
  self->methods[1].action = ACTION_NUMBER;
}

static void
append_method (GString *text, const Case *self, guint index)
{
  const Method *method = &self->methods[index];

  g_string_append_printf (text, "%s\n\"m%u\": {", index > 0 ? "," : "", index);
  if (method->start)
    g_string_append (text, "\"start\": true, ");
  if (method->start_condition != NULL)
    {
      g_string_append (text, "\"start\": ");
      append_condition (text, method->start_condition);
      g_string_append (text, ", ");
    }
  if (method->listen != NULL)
    {
      g_string_append (text, "\"listen\": ");
      append_condition (text, method->listen);
      g_string_append (text, ", ");
    }
  if (method->router)
    g_string_append (text, "\"router\": true, ");
  g_string_append (text, "\"do\": ");
  append_action (text, method);
  g_string_append_c (text, '}');
}

static Case *
case_new (guint32 seed)
{
  Case *self = g_new0 (Case, 1);
  GString *text = g_string_new ("{\"name\": \"Random\", ");

  self->seed = seed;
  self->random = g_rand_new_with_seed (seed);
  self->n_methods = 1 + pick (self, MAX_METHODS);
  self->max_calls = 1 + pick (self, 5);
  g_string_append_printf (text, "\"config\": {\"max_method_calls\": %u}, \"methods\": {",
                          self->max_calls);
  for (guint i = 0; i < self->n_methods; i++)
    make_method (self, i);
  if (self->n_methods > 3 && pick (self, 4) == 0)
    make_race (self);
  else if (self->n_methods > 2 && pick (self, 4) == 0)
    make_loop (self);
  for (guint i = 0; i < self->n_methods; i++)
    append_method (text, self, i);
  g_string_append (text, "}}");
  self->text = g_string_free (text, FALSE);
  return self;
}

static void
case_free (Case *self)
{
  for (guint i = 0; i < self->n_methods; i++)
    {
      condition_free (self->methods[i].start_condition);
      condition_free (self->methods[i].listen);
    }
  run_test_free (self->test);
  g_rand_free (self->random);
  g_free (self->text);
  g_free (self);
}

/* --- Expectations ----------------------------------------------------------------------------- */

static void fail (Case *self, const char *format, ...) G_GNUC_PRINTF (2, 3) G_GNUC_NORETURN;

static void
fail (Case *self, const char *format, ...)
{
  g_autofree char *trace = run_test_trace (self->test);
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_error ("%s\nseed %u, trace: %s\n%s", what, self->seed, trace, self->text);
}

static gboolean
mentions (const Condition *condition, guint event)
{
  if (condition->type == CONDITION_EVENT)
    return condition->event == event;
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (mentions (condition->children[i], event))
        return TRUE;
    }
  return FALSE;
}

/* Returns the maximum number of times that the condition can have been met. The number is
 * limited because a condition consumes its events when it is met (§2.1). */
static guint
count_at_most (const Case *self, const Condition *condition)
{
  guint count = condition->type == CONDITION_AND ? G_MAXUINT : 0;

  if (condition->type == CONDITION_EVENT)
    return self->n_given[condition->event];
  for (guint i = 0; i < condition->n_children; i++)
    {
      guint child = count_at_most (self, condition->children[i]);

      count = condition->type == CONDITION_AND ? MIN (count, child) : count + child;
    }
  return count;
}

/* Returns TRUE if a listener fires only once until it is armed again (§2.2). */
static gboolean
is_once (const Method *method)
{
  return !method->router && method->listen != NULL && method->listen->type == CONDITION_OR &&
         method->listen->n_children > 1;
}

/* Returns TRUE if listeners may race (§2.3), and therefore cancel others and swallow errors. */
static gboolean
may_race (const Condition *condition)
{
  gboolean is_some = condition->type == CONDITION_OR && condition->n_children > 1;

  for (guint i = 0; i < condition->n_children; i++)
    is_some = is_some || may_race (condition->children[i]);
  return is_some;
}

static gboolean
case_may_race (const Case *self)
{
  for (guint i = 0; i < self->n_methods; i++)
    {
      if (self->methods[i].listen != NULL && !self->methods[i].router &&
          may_race (self->methods[i].listen))
        return TRUE;
    }
  return FALSE;
}

/* --- Processing events ------------------------------------------------------------------------ */

static guint
get_method (Case *self, const TroupeEvent *event)
{
  guint method = troupe_event_get_method (event) != NULL
                     ? (guint) atoi (troupe_event_get_method (event) + 1)
                     : self->n_methods;

  if (method >= self->n_methods)
    fail (self, "No method of event %" G_GUINT64_FORMAT, event->sequence);
  return method;
}

static const TroupeEvent *
get_event (Case *self, guint64 sequence)
{
  if (sequence == 0 || sequence > self->test->events->len)
    fail (self, "No event %" G_GUINT64_FORMAT, sequence);
  return g_ptr_array_index (self->test->events, sequence - 1);
}

static TroupeValue *
get_field (const TroupeEvent *event, const char *name)
{
  return troupe_value_map_lookup_string (event->fields, name, -1);
}

/* Asserts that the condition of a listener or router was met when it was triggered. */
static void
take_triggered (Case *self, const TroupeEvent *event, guint method)
{
  const Method *made = &self->methods[method];
  guint at_most;

  if (made->listen == NULL)
    fail (self, "m%u was triggered and listens to nothing", method);
  if (get_event (self, event->trigger)->type != TROUPE_EVENT_METHOD_FINISHED)
    fail (self, "m%u was not triggered by the end of a method", method);
  self->n_fired[method]++;
  at_most = count_at_most (self, made->listen);
  if (self->n_fired[method] > at_most)
    fail (self, "m%u was triggered %u times, and its condition was met %u times at most", method,
          self->n_fired[method], at_most);
  n_joins += made->listen->type == CONDITION_AND;
  if (self->n_fired[method] > self->max_calls)
    fail (self, "m%u was called too often", method);
  if (!is_once (made) || self->n_fired[method] == 1)
    return;
  n_or_again++;
  if (self->n_fired[method] > 1 + self->n_rounds + self->n_armed[method])
    fail (self, "m%u fired again without a cause", method);
}

static void
take_started (Case *self, const TroupeEvent *event)
{
  guint method = get_method (self, event);
  TroupeValue *params = get_field (event, "params");
  gboolean is_triggered =
      params != NULL && troupe_value_map_lookup_string (params, "_0", -1) != NULL;

  if (event->trigger >= event->sequence)
    fail (self, "Event %" G_GUINT64_FORMAT " was triggered by a later one", event->sequence);
  self->is_open[event->sequence] = TRUE;
  if (is_triggered)
    take_triggered (self, event, method);
  else if (!self->methods[method].start && self->methods[method].start_condition == NULL)
    fail (self, "m%u is no start and was not triggered", method);
  /* A repeated run of a method begins a new round (§2.2, rules 2 and 3) after the method's own
   * condition was checked. The output of a method may exist before the end of the method is
   * reported. */
  self->n_rounds += self->n_started[method]++ > 0;
}

static void
take_label (Case *self, TroupeValue *result)
{
  const char *label;
  guint event;

  if (!troupe_value_is (result, TROUPE_VALUE_STRING))
    return;
  label = troupe_value_get_string (result, NULL);
  event = (guint) atoi (label + 1) + (*label == 'x' ? MAX_METHODS : 0);
  self->n_given[event]++;
  for (guint i = 0; i < self->n_methods; i++)
    {
      if (self->methods[i].listen != NULL && mentions (self->methods[i].listen, event))
        self->n_armed[i]++;
    }
}

static void
take_end (Case *self, const TroupeEvent *event)
{
  guint method = get_method (self, event);
  const TroupeEvent *start = get_event (self, troupe_event_get_started (event));

  if (start->type != TROUPE_EVENT_METHOD_STARTED ||
      !g_str_equal (troupe_event_get_method (start), troupe_event_get_method (event)) ||
      !self->is_open[troupe_event_get_started (event)])
    fail (self, "Event %" G_GUINT64_FORMAT " ends nothing", event->sequence);
  if (start->trigger != event->trigger)
    fail (self, "Event %" G_GUINT64_FORMAT " has another cause than its start", event->sequence);
  self->is_open[troupe_event_get_started (event)] = FALSE;
  n_cancelled += event->type == TROUPE_EVENT_METHOD_CANCELLED;
  if (event->type != TROUPE_EVENT_METHOD_FINISHED)
    return;
  self->n_finished[method]++;
  self->n_given[method]++;
  if (self->methods[method].router)
    take_label (self, get_field (event, "result"));
}

static void
take_event (Case *self, const TroupeEvent *event, guint position)
{
  gboolean is_edge = position <= 1 || position + 1 == self->test->events->len;

  if (event->sequence != position + 1)
    fail (self, "Event %" G_GUINT64_FORMAT " stands at place %u", event->sequence, position);
  if (troupe_event_get_parent (event) != (is_edge ? 0 : 2))
    fail (self, "Event %" G_GUINT64_FORMAT " stands beside the flow", event->sequence);
  switch ((int) event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      take_started (self, event);
      break;

    case TROUPE_EVENT_METHOD_FINISHED:
    case TROUPE_EVENT_METHOD_FAILED:
    case TROUPE_EVENT_METHOD_CANCELLED:
      take_end (self, event);
      break;

    case TROUPE_EVENT_JOIN_ARRIVED:
      break;

    case TROUPE_EVENT_LOG:
      if (!is_edge)
        n_not_repeated++;
      break;

    case TROUPE_EVENT_FLOW_CREATED:
    case TROUPE_EVENT_FLOW_STARTED:
      if (position != (event->type == TROUPE_EVENT_FLOW_CREATED ? 0 : 1))
        fail (self, "The flow starts twice");
      break;

    default:
      if (position + 1 != self->test->events->len)
        fail (self, "Event %" G_GUINT64_FORMAT " ends the flow too early", event->sequence);
      break;
    }
}

/* --- End of a run ----------------------------------------------------------------------------- */

/* Asserts that the outputs match the finished events, in the same order, and that the last
 * output is the result. */
static void
check_outputs (Case *self)
{
  const TroupeRunResult *result = self->test->result;
  guint n_outputs = 0;

  for (guint i = 0; i < self->test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->test->events, i);
      const TroupeRunOutput *output;

      if (event->type != TROUPE_EVENT_METHOD_FINISHED)
        continue;
      if (n_outputs >= result->outputs->len)
        fail (self, "More methods finished than there are outputs");
      output = &g_array_index (result->outputs, TroupeRunOutput, n_outputs++);
      if (output->method != get_method (self, event) ||
          !troupe_value_equal (output->value, get_field (event, "result")))
        fail (self, "Output %u is not that of m%u", n_outputs, get_method (self, event));
    }
  if (n_outputs != result->outputs->len)
    fail (self, "There are outputs of methods that did not finish");
  if (result->type != TROUPE_RESULT_OK)
    return;
  if (n_outputs == 0
          ? !troupe_value_is (result->final, TROUPE_VALUE_NULL)
          : result->final != g_array_index (result->outputs, TroupeRunOutput, n_outputs - 1).value)
    fail (self, "The result is not the last output");
}

/* Asserts that a run without races fails only if there was a failure, and that it fails with the
 * first failure (§4.5). */
static void
check_failure (Case *self)
{
  const TroupeRunResult *result = self->test->result;
  const TroupeEvent *first = NULL;
  gboolean is_limit = g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);

  for (guint i = 0; i < self->test->events->len && first == NULL; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->test->events, i);

      if (event->type == TROUPE_EVENT_METHOD_FAILED)
        first = event;
    }
  n_limited += is_limit;
  n_failed += first != NULL;
  if (case_may_race (self))
    return;
  if ((first != NULL || is_limit) != (result->type == TROUPE_RESULT_RUN_ERROR))
    fail (self, "The run ended otherwise than its methods");
  if (first != NULL && !is_limit &&
      g_strcmp0 (result->error_method, troupe_event_get_method (first)) != 0)
    fail (self, "%s failed first, and the run with %s", troupe_event_get_method (first),
          result->error_method);
}

/* Asserts that all expected methods ran. A listener of one event must run once each time the
 * event occurs, and any other listener must run if its condition can be met. */
static void
check_nothing_left (Case *self)
{
  if (self->test->result->type != TROUPE_RESULT_OK || case_may_race (self))
    return;
  for (guint i = 0; i < self->n_methods; i++)
    {
      const Condition *listen = self->methods[i].listen;
      guint at_most;

      if (self->methods[i].start && self->n_finished[i] == 0)
        fail (self, "The start m%u did not run", i);
      if (listen == NULL || self->methods[i].router)
        continue;
      at_most = count_at_most (self, listen);
      if (at_most > 0 && self->n_fired[i] == 0)
        fail (self, "The condition of m%u was met, and it did not run", i);
      if (listen->type == CONDITION_EVENT && self->n_fired[i] != at_most)
        fail (self, "m%u ran %u times for %u events", i, self->n_fired[i], at_most);
    }
}

static void
check_case (Case *self)
{
  const TroupeEvent *last;

  if (self->test->result->type != TROUPE_RESULT_OK &&
      self->test->result->type != TROUPE_RESULT_RUN_ERROR)
    fail (self, "The run ended as %d", (int) self->test->result->type);
  if (self->test->events->len + 1 >= G_N_ELEMENTS (self->is_open))
    fail (self, "There are %u events", self->test->events->len);
  for (guint i = 0; i < self->test->events->len; i++)
    take_event (self, g_ptr_array_index (self->test->events, i), i);
  for (guint i = 0; i < self->test->events->len; i++)
    {
      if (self->is_open[i])
        fail (self, "What event %u starts has no end", i);
    }
  last = g_ptr_array_index (self->test->events, self->test->events->len - 1);
  if (last->type != (self->test->result->type == TROUPE_RESULT_OK ? TROUPE_EVENT_FLOW_FINISHED
                                                                  : TROUPE_EVENT_FLOW_FAILED))
    fail (self, "The last event is not the flow's end");
  check_outputs (self);
  check_failure (self);
  check_nothing_left (self);
}

/* Asserts that methods that a loop allegedly does not run again have run only once. */
static void
check_repeats (Case *self)
{
  g_autoptr (JsonNode) root = json_from_string (self->text, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);

  g_assert_nonnull (flow);
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];

      if (!g_str_equal (problem->code, "not_repeated"))
        continue;
      n_told++;
      if (run_test_count (self->test, TROUPE_EVENT_METHOD_STARTED, problem->method) > 1)
        fail (self, "%s has run again", problem->method);
    }
}

static void
test_random_flows (void)
{
  guint32 first = (guint32) g_test_rand_int ();
  gint64 begun_us = g_get_monotonic_time ();
  guint64 n_events = 0;

  g_test_message ("seeds from %u", first);
  for (guint i = 0; i < N_FLOWS; i++)
    {
      Case *self = case_new (first + i);

      self->test = run_test_new_text (self->text);
      /* Every run is ended by a limit of the flow; the timeout only detects runs that hang. */
      troupe_run_set_timeout (self->test->run, TEST_WAIT_US);
      run_test_execute (self->test);
      check_case (self);
      check_repeats (self);
      n_events += self->test->events->len;
      case_free (self);
    }
  g_test_message ("%u flows, %" G_GUINT64_FORMAT " events, %u joins, %u or-listeners that fired "
                  "again, %u failures, %u limits, %u cancelled, %u not run again, %u of them told "
                  "before, in %.1f s",
                  N_FLOWS, n_events, n_joins, n_or_again, n_failed, n_limited, n_cancelled,
                  n_not_repeated, n_told,
                  (double) (g_get_monotonic_time () - begun_us) / G_USEC_PER_SEC);
  /* Asserts that the random flows cover the relevant cases. */
  g_assert_cmpuint (n_joins, >, N_FLOWS / 50);
  g_assert_cmpuint (n_or_again, >, N_FLOWS / 50);
  g_assert_cmpuint (n_not_repeated, >, N_FLOWS / 50);
  g_assert_cmpuint (n_told, >, N_FLOWS / 500);
  g_assert_cmpuint (n_failed, >, N_FLOWS / 50);
  g_assert_cmpuint (n_limited, >, N_FLOWS / 50);
  g_assert_cmpuint (n_cancelled, >, N_FLOWS / 500);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/properties/random-flows", test_random_flows);
  return g_test_run ();
}
