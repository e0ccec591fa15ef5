/* conformance-case.c: comparison of a run with a recording of CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "conformance-case.h"

TroupeValue *
case_get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;
  return troupe_value_map_lookup_string (map, key, -1);
}

const char *
case_get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = case_get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

gboolean
case_is_true (TroupeValue *map, const char *key)
{
  TroupeValue *value = case_get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

void
case_complain (Case *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->complaints, format, arguments);
  g_string_append_c (self->complaints, '\n');
  va_end (arguments);
}

/* Removes the times of human feedback, which the recordings omit. */
static char *
without_moments (const char *text)
{
  g_autoptr (GRegex) moment =
      g_regex_new ("\"timestamp\": ?\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+\", ?", 0, 0, NULL);

  return g_regex_replace_literal (moment, text, -1, 0, "", 0, NULL);
}

/* Returns the value after it was written and read as JSON. This converts infinities to maps and
 * times to strings. */
static TroupeValue *
as_json (TroupeValue *value)
{
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
  g_autofree char *timeless = without_moments (text);
  TroupeValue *read = troupe_value_from_json (timeless, -1, NULL);

  return read != NULL ? read : troupe_value_ref (value);
}

void
case_compare_values (Case *self, const char *what, TroupeValue *found, TroupeValue *expected)
{
  g_autoptr (TroupeValue) plain = NULL;
  g_autofree char *found_text = NULL;
  g_autofree char *expected_text = NULL;

  if (expected == NULL)
    return;
  plain = found != NULL ? as_json (found) : troupe_value_new_null ();
  if (troupe_value_equal (plain, expected))
    return;
  found_text = troupe_value_to_json (plain, TROUPE_JSON_COMPACT);
  expected_text = troupe_value_to_json (expected, TROUPE_JSON_COMPACT);
  case_complain (self, "%s: expected %.400s, found %.400s", what, expected_text, found_text);
}

/* Returns TRUE if @kind corresponds to the exception class of CrewAI. An exception of a script
 * is compared by its class. */
static gboolean
is_kind_of (const char *class_name, const char *kind, const char *message)
{
  static const struct
  {
    const char *class_name;
    const char *kinds;
  } table[] = {
    { "ExpressionError", "|expression|" },
    { "RecursionError", "|limit|" },
    { "ValueError", "|schema|expression|persistence|" },
    { "RuntimeError", "|persistence|" },
    { "KeyError", "|document|" },
    { "ValidationError", "|document|schema|build|expression|" },
  };
  g_autofree char *word = g_strdup_printf ("|%s|", kind);
  g_autofree char *prefix = g_strconcat (class_name, ":", NULL);

  if (g_strcmp0 (kind, "script") == 0)
    return g_str_equal (message, class_name) || g_str_has_prefix (message, prefix);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (g_strcmp0 (class_name, table[i].class_name) == 0)
        return strstr (table[i].kinds, word) != NULL;
    }
  return FALSE;
}

/* --- Events -------------------------------------------------------------------------------------- */

/* Returns the recordings' name of an event, or NULL if they do not contain it. */
static const char *
get_word (TroupeEventType type)
{
  switch ((int) type)
    {
    case TROUPE_EVENT_FLOW_STARTED:
      return "flow_started";

    case TROUPE_EVENT_FLOW_FINISHED:
      return "flow_finished";

    case TROUPE_EVENT_FLOW_FAILED:
      return "flow_failed";

    case TROUPE_EVENT_METHOD_STARTED:
      return "method_started";

    case TROUPE_EVENT_METHOD_FINISHED:
      return "method_finished";

    case TROUPE_EVENT_METHOD_FAILED:
      return "method_failed";

    case TROUPE_EVENT_FEEDBACK_REQUESTED:
      return "human_feedback_requested";

    case TROUPE_EVENT_FEEDBACK_RECEIVED:
      return "human_feedback_received";

    /* If CrewAI fails because it cannot read an answer, Troupe pauses (doc/cli.md). */
    case TROUPE_EVENT_METHOD_PAUSED:
      return "method_failed";

    case TROUPE_EVENT_FLOW_PAUSED:
      return "flow_failed";

    default:
      return NULL;
    }
}

static void
compare_event (Case *self, guint index, TroupeEvent *found, TroupeValue *expected)
{
  static const char *const fields[] = { "params", "result",   "output", "message",
                                        "emit",   "feedback", "outcome" };
  g_autofree char *what = NULL;
  const char *method =
      found->type != TROUPE_EVENT_FLOW_PAUSED ? troupe_event_get_method (found) : NULL;
  const char *class_name = case_get_text (expected, "error");

  what = g_strdup_printf (
      "event %u, %s %s", index + 1, case_get_text (expected, "event"),
      case_get_text (expected, "method") != NULL ? case_get_text (expected, "method") : "");
  if (g_strcmp0 (get_word (found->type), case_get_text (expected, "event")) != 0 ||
      g_strcmp0 (method, case_get_text (expected, "method")) != 0)
    {
      case_complain (self, "%s: found %s %s", what, get_word (found->type),
                     troupe_event_get_method (found) != NULL ? troupe_event_get_method (found)
                                                             : "");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s, %s", what, fields[i]);

      case_compare_values (self, name, troupe_event_get_field (found, fields[i]),
                           case_get (expected, fields[i]));
    }
  if (class_name != NULL &&
      !is_kind_of (class_name, case_get_text (troupe_event_get_field (found, "error"), "kind"),
                   case_get_text (troupe_event_get_field (found, "error"), "message")))
    case_complain (self, "%s: expected %s, found kind %s", what, class_name,
                   case_get_text (troupe_event_get_field (found, "error"), "kind"));
}

static void
compare_event_lists (Case *self, const char *what, GPtrArray *found, GPtrArray *expected)
{
  if (found->len != expected->len)
    case_complain (self, "%s: expected %u events, found %u", what, expected->len, found->len);
  for (guint i = 0; i < MIN (found->len, expected->len); i++)
    compare_event (self, i, g_ptr_array_index (found, i), g_ptr_array_index (expected, i));
}

/* Returns the expected events of @method. NULL selects the events of the flow, and "*" selects
 * all events. */
static GPtrArray *
choose_expected (TroupeValue *list, const char *method)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *event = troupe_value_list_get (list, i);

      if (g_strcmp0 (method, "*") == 0 || g_strcmp0 (case_get_text (event, "method"), method) == 0)
        g_ptr_array_add (chosen, event);
    }
  return chosen;
}

static GPtrArray *
choose_found (Case *self, const char *method)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (get_word (event->type) != NULL &&
          (g_strcmp0 (method, "*") == 0 ||
           g_strcmp0 (troupe_event_get_method (event), method) == 0))
        g_ptr_array_add (chosen, event);
    }
  return chosen;
}

static void
compare_events_of (Case *self, const char *what, const char *method, TroupeValue *list)
{
  g_autoptr (GPtrArray) found = choose_found (self, method);
  g_autoptr (GPtrArray) expected = choose_expected (list, method);

  compare_event_lists (self, what, found, expected);
}

/* Checks that a listener starts after its trigger has finished, and that every end has a start. */
static void
check_causes (Case *self)
{
  g_autoptr (GHashTable) finished = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) started = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint64 last = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);
      const guint64 start = troupe_event_get_started (event);

      if (event->sequence != last + 1)
        case_complain (self, "event %u has the number %" G_GUINT64_FORMAT, i + 1, event->sequence);
      last = event->sequence;
      if (event->type == TROUPE_EVENT_METHOD_STARTED)
        {
          g_hash_table_add (started, &event->sequence);
          if (troupe_value_map_get_size (troupe_event_get_field (event, "params")) > 0 &&
              !g_hash_table_contains (finished, &event->trigger))
            case_complain (self, "%s started before what triggered it had finished",
                           troupe_event_get_method (event));
        }
      if (event->type == TROUPE_EVENT_METHOD_FINISHED)
        {
          g_hash_table_add (finished, &event->sequence);
          if (!g_hash_table_contains (started, &start))
            case_complain (self, "%s finished without a start", troupe_event_get_method (event));
        }
    }
}

static void
compare_events (Case *self)
{
  TroupeValue *list = case_get (self->expected, "events");
  const char *order = case_get_text (self->expected, "order");

  check_causes (self);
  if (list == NULL || g_strcmp0 (order, "varies") == 0)
    return;
  if (g_strcmp0 (order, "causal") != 0)
    {
      compare_events_of (self, "all", "*", list);
      return;
    }
  compare_events_of (self, "the flow", NULL, list);
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const char *name = troupe_flow_get_method (self->flow, i)->name;

      compare_events_of (self, name, name, list);
    }
}

/* --- Other parts of the result ---------------------------------------------------------------- */

static guint
count_finished (Case *self, const char *method)
{
  guint n_finished = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (event->type == TROUPE_EVENT_METHOD_FINISHED &&
          g_str_equal (troupe_event_get_method (event), method))
        n_finished++;
    }
  return n_finished;
}

/* Checks the invariants of a run that does not always proceed in the same manner even in CrewAI. */
static void
compare_legal (Case *self, TroupeValue *legal)
{
  TroupeValue *finals = case_get (legal, "final_any");
  TroupeValue *finished = case_get (legal, "finished");
  g_autoptr (TroupeValue) final = as_json (self->result->final);
  gboolean is_any = finals == NULL;

  for (gsize i = 0; finals != NULL && i < troupe_value_list_get_length (finals); i++)
    is_any |= troupe_value_equal (final, troupe_value_list_get (finals, i));
  if (!is_any)
    case_complain (self, "the final value is none of the legal ones");
  for (gsize i = 0; finished != NULL && i < troupe_value_map_get_size (finished); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (finished, i), NULL);
      gint64 expected = troupe_value_get_integer (troupe_value_map_get_value (finished, i));

      if (count_finished (self, name) != expected)
        case_complain (self, "%s: expected to finish %" G_GINT64_FORMAT " times, found %u", name,
                       expected, count_finished (self, name));
    }
}

/* Returns the outputs of one method, in order, from a list of pairs. */
static TroupeValue *
choose_outputs (TroupeValue *pairs, const char *method)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (pairs); i++)
    {
      TroupeValue *pair = troupe_value_list_get (pairs, i);

      if (g_str_equal (troupe_value_get_string (troupe_value_list_get (pair, 0), NULL), method))
        g_ptr_array_add (chosen, troupe_value_ref (troupe_value_list_get (pair, 1)));
    }
  return troupe_value_new_list ((TroupeValue **) chosen->pdata, chosen->len);
}

/* If methods ran concurrently, the order is defined only for the outputs of the same method. */
static void
compare_outputs (Case *self, TroupeRun *run)
{
  g_autoptr (TroupeValue) object = troupe_run_result_to_value (self->result, run, NULL, NULL);
  TroupeValue *found = case_get (object, "outputs");
  TroupeValue *expected = case_get (self->expected, "outputs");

  if (expected == NULL || g_strcmp0 (case_get_text (self->expected, "order"), "causal") != 0)
    {
      case_compare_values (self, "outputs", found, expected);
      return;
    }
  if (troupe_value_list_get_length (found) != troupe_value_list_get_length (expected))
    case_complain (self, "outputs: expected %u, found %u",
                   (guint) troupe_value_list_get_length (expected),
                   (guint) troupe_value_list_get_length (found));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const char *name = troupe_flow_get_method (self->flow, i)->name;
      g_autoptr (TroupeValue) of_found = choose_outputs (found, name);
      g_autoptr (TroupeValue) of_expected = choose_outputs (expected, name);

      case_compare_values (self, name, of_found, of_expected);
    }
}

static void
compare_state (Case *self)
{
  TroupeValue *expected = case_get (self->expected, "state");
  g_autoptr (TroupeValue) bare = NULL;

  if (expected == NULL || !troupe_value_is (expected, TROUPE_VALUE_MAP))
    return;
  if (self->result->state == NULL)
    {
      case_complain (self, "there is no state");
      return;
    }
  if (case_is_true (self->expected, "with_id") && case_get (self->result->state, "id") == NULL)
    case_complain (self, "the state has no id");
  if (case_get (expected, "id") != NULL)
    bare = troupe_value_ref (self->result->state);
  else
    bare = troupe_value_map_without (self->result->state, "id");
  case_compare_values (self, "state", bare, expected);
}

static void
compare_error (Case *self)
{
  TroupeValue *error = case_get (self->expected, "error");
  const char *class_name = case_get_text (error, "class");

  if (class_name == NULL)
    return;
  if (self->result->error == NULL)
    case_complain (self, "expected %s, found no error", class_name);
  else if (!is_kind_of (class_name, troupe_run_error_get_kind (self->result->error),
                        self->result->error->message))
    case_complain (self, "expected %s, found kind %s: %s", class_name,
                   troupe_run_error_get_kind (self->result->error), self->result->error->message);
}

void
case_compare (Case *self, TroupeRun *run)
{
  const char *result = troupe_run_result_type_get_name (self->result->type);
  gboolean is_paused =
      g_strcmp0 (case_get_text (case_get (self->expected, "error"), "class"), "EOFError") == 0;
  const char *expected = is_paused ? "paused" : case_get_text (self->expected, "result");
  TroupeValue *legal = case_get (self->fields, "legal");

  if (g_strcmp0 (result, expected) != 0)
    {
      case_complain (self, "expected %s, found %s: %s", expected, result,
                     self->result->error != NULL ? self->result->error->message : "no error");
      return;
    }
  if (self->result->type == TROUPE_RESULT_LOAD_ERROR ||
      self->result->type == TROUPE_RESULT_BUILD_ERROR)
    {
      if (self->events->len > 0)
        case_complain (self, "events came although nothing was to run");
      return;
    }
  if (!is_paused)
    compare_error (self);
  compare_events (self);
  compare_state (self);
  if (legal != NULL)
    {
      compare_legal (self, legal);
      return;
    }
  case_compare_values (self, "final", self->result->final, case_get (self->expected, "final"));
  compare_outputs (self, run);
}

/* --- Missing features ------------------------------------------------------------------------- */

static gboolean
has_python (void)
{
  g_autofree char *program = g_find_program_in_path ("python3");

  return program != NULL;
}

static const char *
find_missing_in_action (TroupeValue *action)
{
  static const char *const missing[] = { "code", "tool", "crew" };
  const char *call = case_get_text (action, "call");
  TroupeValue *steps = case_get (action, "do");

  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    {
      if (g_strcmp0 (call, missing[i]) == 0)
        return missing[i];
    }
  if (action != NULL && call == NULL && troupe_value_is (action, TROUPE_VALUE_MAP))
    return "code";
  if (g_strcmp0 (call, "script") == 0 && !has_python ())
    return CASE_NEEDS_PYTHON;
  for (gsize i = 0; steps != NULL && troupe_value_is (steps, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (steps);
       i++)
    {
      const char *reason =
          find_missing_in_action (case_get (troupe_value_list_get (steps, i), "action"));

      if (reason != NULL)
        return reason;
    }
  return NULL;
}

/* Returns why a case cannot be run yet, or NULL. A case with a load error can always be run. */
const char *
case_find_missing (TroupeValue *fields, TroupeValue *flow)
{
  TroupeValue *methods = case_get (flow, "methods");

  if (g_strcmp0 (case_get_text (case_get (fields, "expect"), "result"), "load_error") == 0)
    return NULL;
  if (case_is_true (case_get (flow, "conversational"), "enabled") ||
      (case_get (flow, "conversational") != NULL &&
       case_get (case_get (flow, "conversational"), "enabled") == NULL &&
       troupe_value_is (case_get (flow, "conversational"), TROUPE_VALUE_MAP)))
    return "conversation";
  for (gsize i = 0; methods != NULL && troupe_value_is (methods, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (methods);
       i++)
    {
      TroupeValue *method = troupe_value_map_get_value (methods, i);
      const char *reason = find_missing_in_action (case_get (method, "do"));

      if (reason != NULL)
        return reason;
    }
  return NULL;
}
