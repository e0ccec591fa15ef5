/* test-reach.c: static reachability analysis of flows, compared with runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"
#include "troupe-flow-reach.h"
#include "troupe-run.h"

/* The number of flows. If these do not have each kind of result to compare, more flows are
 * generated, up to the second number. */
#define N_FLOWS TEST_SAMPLE (600)
#define MOST_FLOWS 600
#define MOST_METHODS 7
#define N_EVENTS 3
#define N_CHOICES 3
/* The maximum number of decisions of a router in one run, which is the number of methods that
 * can have finished. */
#define N_ASKED 12
#define N_RANDOM_RUNS 20

/* --- Random flows ---------------------------------------------------------------------------- */

typedef struct
{
  guint n_methods;
  gboolean forked; /* one router after one start, followed by joins */
  /* Possible results of a router, or "" if it has no result. NULL if the method is not a router. */
  const char *names[MOST_METHODS][N_CHOICES];
  TroupeFlow *flow;
  TroupeFlowReach *reach;
  char *text;
} Sample;

static const char *const events[N_EVENTS] = { "e0", "e1", "e2" };

static char *
random_event (GRand *rand, guint n_methods, guint owner)
{
  if (g_rand_boolean (rand))
    return g_strdup (events[g_rand_int_range (rand, 0, N_EVENTS)]);
  return g_strdup_printf ("m%u", (owner + (guint) g_rand_int_range (rand, 1, (gint32) n_methods)) %
                                     n_methods);
}

static char *
random_condition (GRand *rand, guint n_methods, guint owner, guint depth)
{
  guint n_parts = (guint) g_rand_int_range (rand, 1, 4);
  GString *text;

  if (depth == 2 || g_rand_int_range (rand, 0, 2) == 0)
    {
      g_autofree char *event = random_event (rand, n_methods, owner);

      return g_strdup_printf ("'%s'", event);
    }
  text = g_string_new (g_rand_int_range (rand, 0, 3) > 0 ? "{'and': [" : "{'or': [");
  for (guint i = 0; i < n_parts; i++)
    {
      g_autofree char *part = random_condition (rand, n_methods, owner, depth + 1);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", part);
    }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

/* Appends a router whose results are either in its expression, or only in its list of events. */
static void
append_router (Sample *self, GRand *rand, GString *text, guint index)
{
  gboolean listed = g_rand_int_range (rand, 0, 3) == 0;

  for (guint i = 0; i < N_CHOICES; i++)
    self->names[index][i] = listed || g_rand_int_range (rand, 0, 5) > 0
                                ? events[g_rand_int_range (rand, 0, N_EVENTS)]
                                : "";
  g_string_append (text, "'router': true, ");
  if (listed)
    {
      g_string_append_printf (text,
                              "'emit': ['%s', '%s', '%s'], 'do': {'call': 'expression', 'expr': "
                              "'[`%s`, `%s`, `%s`][state.c%u[size(outputs)]]'}",
                              self->names[index][0], self->names[index][1], self->names[index][2],
                              self->names[index][0], self->names[index][1], self->names[index][2],
                              index);
      return;
    }
  g_string_append (text, "'do': {'call': 'expression', 'expr': '");
  for (guint i = 0; i < N_CHOICES; i++)
    {
      if (i + 1 < N_CHOICES)
        g_string_append_printf (text, "state.c%u[size(outputs)] == %u ? ", index, i);
      g_string_append_printf (text, *self->names[index][i] != '\0' ? "`%s`" : "null",
                              self->names[index][i]);
      if (i + 1 < N_CHOICES)
        g_string_append (text, " : ");
    }
  g_string_append (text, "'}");
}

/* Returns a predecessor of the method in a flow that forks. The predecessor is an event of the
 * router or an earlier method. */
static char *
earlier_event (GRand *rand, guint owner)
{
  if (owner <= 1)
    return g_strdup ("'m0'");
  if (owner == 2 || g_rand_boolean (rand))
    return g_strdup_printf ("'%s'", events[g_rand_int_range (rand, 0, N_EVENTS)]);
  return g_strdup_printf ("'m%u'", g_rand_int_range (rand, 2, (gint32) owner));
}

static char *
forked_condition (GRand *rand, guint owner)
{
  g_autofree char *first = earlier_event (rand, owner);
  g_autofree char *second = earlier_event (rand, owner);

  if (owner < 3 || g_rand_boolean (rand))
    return g_steal_pointer (&first);
  return g_strdup_printf (
      g_rand_int_range (rand, 0, 4) > 0 ? "{'and': [%s, %s]}" : "{'or': [%s, %s]}", first, second);
}

static void
append_method (Sample *self, GRand *rand, GString *text, guint index)
{
  gint32 kind = index == 0 ? g_rand_int_range (rand, 0, 3) / 2 : g_rand_int_range (rand, 0, 14);
  gboolean is_router = self->forked ? index == 1 : g_rand_int_range (rand, 0, 9) < 4;
  g_autofree char *condition = self->forked ? forked_condition (rand, index)
                                            : random_condition (rand, self->n_methods, index, 0);

  if (self->forked)
    kind = index == 0 ? 0 : 3;
  g_string_append_printf (text, "%s'm%u': {", index > 0 ? ", " : "", index);
  if (kind == 0)
    g_string_append (text, "'start': true, ");
  else if (kind == 1)
    g_string_append_printf (text, "'start': %s, ", condition);
  else if (kind == 2)
    g_string_append_printf (text, "'start': true, 'listen': %s, ", condition);
  else
    g_string_append_printf (text, "'listen': %s, ", condition);
  if (is_router)
    append_router (self, rand, text, index);
  else
    g_string_append (text, "'do': {'call': 'expression', 'expr': '1'}");
  g_string_append_c (text, '}');
}

static void
sample_init (Sample *self, GRand *rand)
{
  GString *text = g_string_new ("{'name': 'F', 'config': {'max_method_calls': 6}, 'methods': {");

  memset (self, 0, sizeof *self);
  self->n_methods = (guint) g_rand_int_range (rand, 2, MOST_METHODS + 1);
  self->forked = g_rand_int_range (rand, 0, 3) == 0;
  for (guint i = 0; i < self->n_methods; i++)
    append_method (self, rand, text, i);
  g_string_append (text, "}}");
  self->text = g_string_free (text, FALSE);
  self->flow = test_load (self->text, NULL);
  g_assert_false (troupe_flow_has_errors (self->flow));
  self->reach = troupe_flow_reach_new (self->flow);
}

static void
sample_clear (Sample *self)
{
  troupe_flow_reach_free (self->reach);
  troupe_flow_unref (self->flow);
  g_free (self->text);
}

/* --- Runs ---------------------------------------------------------------------------------- */

/* The choice of each router for each of its decisions. */
typedef guint8 Choices[MOST_METHODS][N_ASKED];

/* One run, with the events that occurred and the times at which each method first started and
 * ended, counted from 1. */
typedef struct
{
  guint clock;
  guint started[MOST_METHODS];
  guint ended[MOST_METHODS];
  GHashTable *come[MOST_METHODS]; /* results of each router */
  gboolean ok;
} Trace;

static void
note_event_cb (TroupeEvent *event, gpointer user_data)
{
  Trace *self = user_data;
  TroupeValue *result;
  guint index;

  self->clock++;
  if (troupe_event_get_method (event) == NULL)
    return;
  index = (guint) g_ascii_strtoull (troupe_event_get_method (event) + 1, NULL, 10);
  if (event->type == TROUPE_EVENT_METHOD_STARTED && self->started[index] == 0)
    self->started[index] = self->clock;
  if (event->type != TROUPE_EVENT_METHOD_FINISHED)
    return;
  if (self->ended[index] == 0)
    self->ended[index] = self->clock;
  result = troupe_event_get_field (event, "result");
  if (result != NULL && troupe_value_is (result, TROUPE_VALUE_STRING))
    g_hash_table_add (self->come[index], g_strdup (troupe_value_get_string (result, NULL)));
}

static TroupeValue *
inputs_from_choices (const Sample *sample, Choices choices)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < sample->n_methods; i++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", i);
      TroupeValue *items[N_ASKED];

      for (guint j = 0; j < N_ASKED; j++)
        items[j] = troupe_value_new_integer (choices[i][j]);
      troupe_map_builder_add (&builder, name, troupe_value_new_list (items, N_ASKED));
    }
  return troupe_map_builder_end (&builder);
}

static void
execute (const Sample *sample, Choices choices, Trace *trace)
{
  g_autoptr (TroupeRun) run = troupe_run_new (sample->flow);
  g_autoptr (TroupeValue) inputs = inputs_from_choices (sample, choices);
  g_autoptr (TroupeRunResult) result = NULL;

  memset (trace, 0, sizeof *trace);
  for (guint i = 0; i < sample->n_methods; i++)
    trace->come[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_run_set_inputs (run, inputs);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), note_event_cb, trace, NULL);
  result = troupe_run_execute (run);
  trace->ok = result->type == TROUPE_RESULT_OK;
}

static void
trace_clear (const Sample *sample, Trace *trace)
{
  for (guint i = 0; i < sample->n_methods; i++)
    g_hash_table_unref (trace->come[i]);
}

static gboolean
has_come (const Sample *sample, const Trace *trace, const char *event)
{
  int index = troupe_flow_find_index (sample->flow, event);

  if (index >= 0 && trace->ended[index] > 0)
    return TRUE;
  for (guint i = 0; i < sample->n_methods; i++)
    {
      if (sample->names[i][0] != NULL && g_hash_table_contains (trace->come[i], event))
        return TRUE;
    }
  return FALSE;
}

/* --- Comparison with the analysis ------------------------------------------------------------- */

typedef struct
{
  guint n_runs;
  guint n_dead;    /* methods that never run according to the analysis */
  guint n_silent;  /* methods that did not run in any run */
  guint n_starved; /* joins */
  guint n_shown;   /* suggested runs that were executed */
  guint n_orders;  /* pairs in which one method runs only after the other, according to the
                      analysis */
} Count;

/* Asserts that the run does not contradict the analysis. */
static void
check_run (const Sample *sample, const Trace *trace, gboolean *ran)
{
  for (guint i = 0; i < sample->n_methods; i++)
    {
      const TroupeFlowStarved *starved = troupe_flow_reach_get_starved (sample->reach, i);

      if (trace->started[i] > 0 && !troupe_flow_reach_can_run (sample->reach, i))
        g_error ("m%u ran and is said never to: %s", i, sample->text);
      ran[i] = ran[i] || trace->started[i] > 0;
      if (starved != NULL &&
          g_hash_table_contains (trace->come[starved->router], starved->first_event) &&
          has_come (sample, trace, starved->second))
        g_error ("%s came after all: %s", starved->second, sample->text);
    }
}

static guint
check_orders (const Sample *sample, const Trace *trace, gboolean (*after)[MOST_METHODS])
{
  guint n_orders = 0;

  for (guint i = 0; i < sample->n_methods; i++)
    {
      for (guint j = 0; j < sample->n_methods; j++)
        {
          if (!after[i][j])
            continue;
          n_orders++;
          if (trace->started[i] > 0 &&
              !(trace->ended[j] > 0 && trace->ended[j] < trace->started[i]))
            g_error ("m%u ran before m%u: %s", i, j, sample->text);
        }
    }
  return n_orders;
}

static guint8
find_choice (const Sample *sample, guint router, const char *event)
{
  for (guint8 i = 0; i < N_CHOICES; i++)
    {
      if (sample->names[router][i] != NULL && g_str_equal (sample->names[router][i], event))
        return i;
    }
  return 0;
}

/* Asserts that the example run that the analysis gives for a starved join really occurs as
 * described. */
static void
check_shown (const Sample *sample, guint join, Count *count)
{
  const TroupeFlowStarved *starved = troupe_flow_reach_get_starved (sample->reach, join);
  g_autoptr (GArray) run = troupe_flow_reach_find_run (sample->reach, starved);
  Choices choices = { { 0 } };
  Trace trace;

  for (guint i = 0; i < sample->n_methods; i++)
    {
      gboolean complete;
      GPtrArray *given = troupe_flow_reach_get_events (sample->reach, i, &complete);
      const char *event = i == starved->router ? starved->first_event
                          : given->len > 0     ? given->pdata[0]
                                               : "";

      memset (choices[i], find_choice (sample, i, event), N_ASKED);
    }
  execute (sample, choices, &trace);
  for (guint i = 0; trace.ok && i < run->len; i++)
    {
      if (trace.started[g_array_index (run, guint, i)] == 0)
        g_error ("m%u does not run as shown for m%u: %s", g_array_index (run, guint, i), join,
                 sample->text);
    }
  /* The example run ends with the event for which the join waits, if that event occurs. */
  if (trace.ok && run->len > 0 && has_come (sample, &trace, starved->first))
    {
      guint last = g_array_index (run, guint, run->len - 1);

      g_assert_true (troupe_flow_find_index (sample->flow, starved->first) == (int) last ||
                     g_hash_table_contains (trace.come[last], starved->first));
    }
  count->n_shown += run->len > 0 && trace.ok;
  trace_clear (sample, &trace);
}

/* Advances to the next combination of choices. Returns FALSE after the last combination. */
static gboolean
next_choices (const Sample *sample, Choices choices)
{
  for (guint i = 0; i < sample->n_methods; i++)
    {
      guint8 choice = choices[i][0] + 1;

      if (sample->names[i][0] == NULL)
        continue;
      memset (choices[i], choice % N_CHOICES, N_ASKED);
      if (choice < N_CHOICES)
        return TRUE;
    }
  return FALSE;
}

static void
check_sample (const Sample *sample, GRand *rand, Count *count)
{
  gboolean ran[MOST_METHODS] = { FALSE };
  gboolean after[MOST_METHODS][MOST_METHODS];
  Choices choices = { { 0 } };
  guint n_random = 0;
  gboolean enumerating = TRUE;
  Trace trace;

  for (guint i = 0; i < sample->n_methods; i++)
    for (guint j = 0; j < sample->n_methods; j++)
      after[i][j] = i != j && troupe_flow_reach_runs_only_after (sample->reach, i, j);
  while (n_random < N_RANDOM_RUNS)
    {
      execute (sample, choices, &trace);
      check_run (sample, &trace, ran);
      count->n_orders += check_orders (sample, &trace, after);
      trace_clear (sample, &trace);
      count->n_runs++;
      enumerating = enumerating && next_choices (sample, choices);
      for (guint i = 0; !enumerating && i < sample->n_methods * N_ASKED; i++)
        choices[i / N_ASKED][i % N_ASKED] = (guint8) g_rand_int_range (rand, 0, N_CHOICES);
      n_random += !enumerating;
    }
  for (guint i = 0; i < sample->n_methods; i++)
    {
      g_autofree char *proof = NULL;

      count->n_silent += !ran[i];
      if (troupe_flow_reach_can_run (sample->reach, i))
        continue;
      proof = troupe_flow_reach_explain_text (sample->reach, i);
      g_assert_cmpuint (strlen (proof), >, 0);
      count->n_dead++;
      if (troupe_flow_reach_get_starved (sample->reach, i) == NULL)
        continue;
      count->n_starved++;
      check_shown (sample, i, count);
    }
}

static gboolean
is_complete (const Count *count)
{
  return count->n_starved > 0 && count->n_shown > 0 && count->n_orders > 0;
}

static void
test_random (void)
{
  guint32 seed = g_test_rand_int_range (0, G_MAXINT32);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Count count = { 0 };
  guint n_flows;

  g_test_message ("seed %u", seed);
  for (n_flows = 0; n_flows < N_FLOWS || (n_flows < MOST_FLOWS && !is_complete (&count)); n_flows++)
    {
      Sample sample;

      sample_init (&sample, rand);
      check_sample (&sample, rand, &count);
      sample_clear (&sample);
    }
  g_test_message ("%u runs: %u of %u methods that never ran were known to, %u joins starved, %u of "
                  "them shown, %u orders",
                  count.n_runs, count.n_dead, count.n_silent, count.n_starved, count.n_shown,
                  count.n_orders);
  g_assert_cmpuint (count.n_dead, >, n_flows / 4);
  g_assert_true (is_complete (&count));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/reach/random", test_random);
  return g_test_run ();
}
