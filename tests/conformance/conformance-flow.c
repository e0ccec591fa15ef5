/* conformance-flow.c: recorded runs of CrewAI, run again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: conformance-flow [--at-least=N] [FILE…]. Runs every case of the files in this process,
 * compares all that their heads name and prints TAP: a point a case, and one a file that as many as
 * named have passed. What needs a part of Troupe that is not there yet is counted and named.
 */

#define G_LOG_DOMAIN "conformance-flow"

#include "config.h"

#include <locale.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-flow-document.h"
#include "troupe-json.h"
#include "troupe-run.h"

/* Larger than any file of cases. */
#define MAX_FILE_SIZE (64u * 1024 * 1024)

typedef struct
{
  guint n_points;
  guint n_failed;
  guint n_passed;       /* cases of the file under way */
  GHashTable *left_out; /* reason to count */
} Conformance;

/* One case while it is compared. */
typedef struct
{
  TroupeValue *fields;   /* the case */
  TroupeValue *expected; /* what must hold: `troupe` before `expect` */
  GPtrArray *events;     /* (element-type TroupeEvent) */
  TroupeRunResult *result;
  TroupeFlow *flow;
  GString *complaints;
} Case;

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;
  return troupe_value_map_lookup_string (map, key, -1);
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static gboolean
is_true (TroupeValue *map, const char *key)
{
  TroupeValue *value = get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

static void G_GNUC_PRINTF (2, 3) complain (Case *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->complaints, format, arguments);
  g_string_append_c (self->complaints, '\n');
  va_end (arguments);
}

/* As the value looks when it has been written and read: infinities become maps, times become text. */
static TroupeValue *
as_json (TroupeValue *value)
{
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
  TroupeValue *read = troupe_value_from_json (text, -1, NULL);

  return read != NULL ? read : troupe_value_ref (value);
}

static void
compare_values (Case *self, const char *what, TroupeValue *found, TroupeValue *expected)
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
  complain (self, "%s: expected %.400s, found %.400s", what, expected_text, found_text);
}

/* Which kinds of error stand for an exception of CrewAI. */
static gboolean
is_kind_of (const char *class_name, const char *kind)
{
  static const struct
  {
    const char *class_name;
    const char *kinds;
  } table[] = {
    { "ExpressionError", "|expression|" },
    { "RecursionError", "|limit|" },
    { "ValueError", "|schema|expression|" },
    { "KeyError", "|document|" },
    { "ValidationError", "|document|schema|build|expression|" },
  };
  g_autofree char *word = g_strdup_printf ("|%s|", kind);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (g_strcmp0 (class_name, table[i].class_name) == 0)
        return strstr (table[i].kinds, word) != NULL;
    }
  return FALSE;
}

/* --- Events -------------------------------------------------------------------------------------- */

/* The recordings' word for an event, or NULL where they do not have it. */
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

    default:
      return NULL;
    }
}

static void
compare_event (Case *self, guint index, TroupeEvent *found, TroupeValue *expected)
{
  g_autofree char *what = NULL;
  g_autofree char *params = NULL;
  g_autofree char *result = NULL;
  const char *class_name = get_text (expected, "error");

  what =
      g_strdup_printf ("event %u, %s %s", index + 1, get_text (expected, "event"),
                       get_text (expected, "method") != NULL ? get_text (expected, "method") : "");
  params = g_strconcat (what, ", params", NULL);
  result = g_strconcat (what, ", result", NULL);
  if (g_strcmp0 (get_word (found->type), get_text (expected, "event")) != 0 ||
      g_strcmp0 (found->method, get_text (expected, "method")) != 0)
    {
      complain (self, "%s: found %s %s", what, get_word (found->type),
                found->method != NULL ? found->method : "");
      return;
    }
  compare_values (self, params, troupe_event_get_field (found, "params"), get (expected, "params"));
  compare_values (self, result, troupe_event_get_field (found, "result"), get (expected, "result"));
  if (class_name != NULL &&
      !is_kind_of (class_name, get_text (troupe_event_get_field (found, "error"), "kind")))
    complain (self, "%s: expected %s, found kind %s", what, class_name,
              get_text (troupe_event_get_field (found, "error"), "kind"));
}

static void
compare_event_lists (Case *self, const char *what, GPtrArray *found, GPtrArray *expected)
{
  if (found->len != expected->len)
    complain (self, "%s: expected %u events, found %u", what, expected->len, found->len);
  for (guint i = 0; i < MIN (found->len, expected->len); i++)
    compare_event (self, i, g_ptr_array_index (found, i), g_ptr_array_index (expected, i));
}

/* The expected events of @method; NULL is those of the flow, "*" all. */
static GPtrArray *
choose_expected (TroupeValue *list, const char *method)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *event = troupe_value_list_get (list, i);

      if (g_strcmp0 (method, "*") == 0 || g_strcmp0 (get_text (event, "method"), method) == 0)
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
          (g_strcmp0 (method, "*") == 0 || g_strcmp0 (event->method, method) == 0))
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

/* A listener starts after what triggered it has finished, and every end has its start. */
static void
check_causes (Case *self)
{
  g_autoptr (GHashTable) finished = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) started = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint64 last = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (event->sequence != last + 1)
        complain (self, "event %u has the number %" G_GUINT64_FORMAT, i + 1, event->sequence);
      last = event->sequence;
      if (event->type == TROUPE_EVENT_METHOD_STARTED)
        {
          g_hash_table_add (started, &event->sequence);
          if (troupe_value_map_get_size (troupe_event_get_field (event, "params")) > 0 &&
              !g_hash_table_contains (finished, &event->trigger))
            complain (self, "%s started before what triggered it had finished", event->method);
        }
      if (event->type == TROUPE_EVENT_METHOD_FINISHED)
        {
          g_hash_table_add (finished, &event->sequence);
          if (!g_hash_table_contains (started, &event->started))
            complain (self, "%s finished without a start", event->method);
        }
    }
}

static void
compare_events (Case *self)
{
  TroupeValue *list = get (self->expected, "events");
  const char *order = get_text (self->expected, "order");

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

/* --- The rest of a result ------------------------------------------------------------------------ */

static guint
count_finished (Case *self, const char *method)
{
  guint n_finished = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (event->type == TROUPE_EVENT_METHOD_FINISHED && g_str_equal (event->method, method))
        n_finished++;
    }
  return n_finished;
}

/* What must hold of a run that CrewAI itself does not always do alike. */
static void
compare_legal (Case *self, TroupeValue *legal)
{
  TroupeValue *finals = get (legal, "final_any");
  TroupeValue *finished = get (legal, "finished");
  g_autoptr (TroupeValue) final = as_json (self->result->final);
  gboolean is_any = finals == NULL;

  for (gsize i = 0; finals != NULL && i < troupe_value_list_get_length (finals); i++)
    is_any |= troupe_value_equal (final, troupe_value_list_get (finals, i));
  if (!is_any)
    complain (self, "the final value is none of the legal ones");
  for (gsize i = 0; finished != NULL && i < troupe_value_map_get_size (finished); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (finished, i), NULL);
      gint64 expected = troupe_value_get_integer (troupe_value_map_get_value (finished, i));

      if (count_finished (self, name) != expected)
        complain (self, "%s: expected to finish %" G_GINT64_FORMAT " times, found %u", name,
                  expected, count_finished (self, name));
    }
}

/* The outputs of one method, in order, of a list of pairs. */
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

/* Where methods were open side by side, only the order of each one's own outputs is given. */
static void
compare_outputs (Case *self, TroupeRun *run)
{
  g_autoptr (TroupeValue) object = troupe_run_result_to_value (self->result, run, NULL, NULL);
  TroupeValue *found = get (object, "outputs");
  TroupeValue *expected = get (self->expected, "outputs");

  if (expected == NULL || g_strcmp0 (get_text (self->expected, "order"), "causal") != 0)
    {
      compare_values (self, "outputs", found, expected);
      return;
    }
  if (troupe_value_list_get_length (found) != troupe_value_list_get_length (expected))
    complain (self, "outputs: expected %u, found %u",
              (guint) troupe_value_list_get_length (expected),
              (guint) troupe_value_list_get_length (found));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const char *name = troupe_flow_get_method (self->flow, i)->name;
      g_autoptr (TroupeValue) of_found = choose_outputs (found, name);
      g_autoptr (TroupeValue) of_expected = choose_outputs (expected, name);

      compare_values (self, name, of_found, of_expected);
    }
}

static void
compare_state (Case *self)
{
  TroupeValue *expected = get (self->expected, "state");
  g_autoptr (TroupeValue) bare = NULL;

  if (expected == NULL || !troupe_value_is (expected, TROUPE_VALUE_MAP))
    return;
  if (self->result->state == NULL)
    {
      complain (self, "there is no state");
      return;
    }
  if (is_true (self->expected, "with_id") && get (self->result->state, "id") == NULL)
    complain (self, "the state has no id");
  if (get (expected, "id") != NULL)
    bare = troupe_value_ref (self->result->state);
  else
    bare = troupe_value_map_without (self->result->state, "id");
  compare_values (self, "state", bare, expected);
}

static void
compare_error (Case *self)
{
  TroupeValue *error = get (self->expected, "error");
  const char *class_name = get_text (error, "class");

  if (class_name == NULL)
    return;
  if (self->result->error == NULL)
    complain (self, "expected %s, found no error", class_name);
  else if (!is_kind_of (class_name, troupe_run_error_get_kind (self->result->error)))
    complain (self, "expected %s, found kind %s: %s", class_name,
              troupe_run_error_get_kind (self->result->error), self->result->error->message);
}

static void
compare (Case *self, TroupeRun *run)
{
  const char *result = troupe_run_result_type_get_name (self->result->type);
  const char *expected = get_text (self->expected, "result");
  TroupeValue *legal = get (self->fields, "legal");

  if (g_strcmp0 (result, expected) != 0)
    {
      complain (self, "expected %s, found %s: %s", expected, result,
                self->result->error != NULL ? self->result->error->message : "no error");
      return;
    }
  if (self->result->type == TROUPE_RESULT_LOAD_ERROR ||
      self->result->type == TROUPE_RESULT_BUILD_ERROR)
    {
      if (self->events->len > 0)
        complain (self, "events came although nothing was to run");
      return;
    }
  compare_error (self);
  compare_events (self);
  compare_state (self);
  if (legal != NULL)
    {
      compare_legal (self, legal);
      return;
    }
  compare_values (self, "final", self->result->final, get (self->expected, "final"));
  compare_outputs (self, run);
}

/* --- Cases --------------------------------------------------------------------------------------- */

static void
keep_event_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

/* `troupe` goes before `expect`; what CrewAI did counts only where both end alike. */
static TroupeValue *
get_expected (TroupeValue *fields)
{
  TroupeValue *expect = get (fields, "expect");
  TroupeValue *troupe = get (fields, "troupe");
  TroupeValue *merged;

  if (troupe == NULL)
    return troupe_value_ref (expect);
  if (g_strcmp0 (get_text (troupe, "result"), get_text (expect, "result")) != 0)
    return troupe_value_ref (troupe);
  merged = troupe_value_ref (expect);
  for (gsize i = 0; i < troupe_value_map_get_size (troupe); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (troupe, i), NULL);
      TroupeValue *next =
          troupe_value_map_with (merged, key, troupe_value_map_get_value (troupe, i));

      troupe_value_unref (merged);
      merged = next;
    }
  return merged;
}

static const char *
find_missing_in_action (TroupeValue *action)
{
  static const char *const missing[] = { "script", "code", "tool", "crew" };
  const char *call = get_text (action, "call");
  TroupeValue *steps = get (action, "do");

  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    {
      if (g_strcmp0 (call, missing[i]) == 0)
        return missing[i];
    }
  if (action != NULL && call == NULL && troupe_value_is (action, TROUPE_VALUE_MAP))
    return "code";
  for (gsize i = 0; steps != NULL && troupe_value_is (steps, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (steps);
       i++)
    {
      const char *reason =
          find_missing_in_action (get (troupe_value_list_get (steps, i), "action"));

      if (reason != NULL)
        return reason;
    }
  return NULL;
}

static gboolean
is_persistent (TroupeValue *map)
{
  return is_true (get (map, "persist"), "enabled");
}

/* Why a case cannot be run yet, or NULL. What is refused while loading can always be. */
static const char *
find_missing (TroupeValue *fields)
{
  TroupeValue *flow = get (fields, "flow");
  TroupeValue *methods = get (flow, "methods");

  if (is_true (fields, "script"))
    return "script";
  if (g_strcmp0 (get_text (get (fields, "expect"), "result"), "load_error") == 0)
    return NULL;
  if (is_true (get (flow, "conversational"), "enabled") ||
      (get (flow, "conversational") != NULL &&
       get (get (flow, "conversational"), "enabled") == NULL &&
       troupe_value_is (get (flow, "conversational"), TROUPE_VALUE_MAP)))
    return "conversation";
  if (is_persistent (flow))
    return "persistence";
  for (gsize i = 0; methods != NULL && troupe_value_is (methods, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (methods);
       i++)
    {
      TroupeValue *method = troupe_value_map_get_value (methods, i);
      TroupeValue *feedback = get (method, "human_feedback");
      const char *reason = find_missing_in_action (get (method, "do"));

      if (reason != NULL)
        return reason;
      if (is_persistent (method))
        return "persistence";
      if (feedback != NULL && !troupe_value_is (feedback, TROUPE_VALUE_NULL))
        return "human feedback";
    }
  return NULL;
}

/* The flow of the case, or NULL where its text cannot be loaded. */
static TroupeFlow *
load_flow (JsonNode *node, GPtrArray **problems)
{
  JsonObject *object = json_node_get_object (node);
  g_autoptr (TroupeFlowDocument) document = NULL;
  const char *name = json_object_get_string_member_with_default (object, "name", "");
  const char *text;

  if (json_object_has_member (object, "flow"))
    return troupe_flow_new_from_node (json_object_get_member (object, "flow"), NULL, NULL,
                                      problems);
  text = json_object_get_string_member (object, "text");
  document = troupe_flow_document_load_text (
      text, strlen (text), g_str_has_prefix (name, "text_json") ? "flow.json" : "flow.yaml",
      problems, NULL);
  if (document == NULL)
    return NULL;
  return troupe_flow_ref (troupe_flow_document_get_flow (document));
}

static void
run_case (Case *self, JsonNode *node)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeRun) run = NULL;
  TroupeValue *inputs = get (self->fields, "inputs");

  self->flow = load_flow (node, &problems);
  if (self->flow == NULL)
    {
      if (g_strcmp0 (get_text (self->expected, "result"), "load_error") != 0)
        complain (self, "the document could not be read");
      return;
    }
  run = troupe_run_new (self->flow);
  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
    troupe_run_set_inputs (run, inputs);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), keep_event_cb, self->events, NULL);
  self->result = troupe_run_execute (run);
  compare (self, run);
}

static void
print_point (Conformance *self, gboolean is_ok, const char *name, const char *complaints)
{
  g_auto (GStrv) lines = g_strsplit (complaints, "\n", -1);

  self->n_points++;
  self->n_failed += is_ok ? 0 : 1;
  g_print ("%s %u - %s\n", is_ok ? "ok" : "not ok", self->n_points, name);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] != '\0')
        g_print ("# %s\n", lines[i]);
    }
}

static void
do_case (Conformance *self, JsonNode *node)
{
  Case one = { 0 };
  const char *missing;
  const char *name;

  one.fields = troupe_value_from_node (node);
  missing = find_missing (one.fields);
  name = get_text (one.fields, "name");
  if (missing != NULL)
    {
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (self->left_out, missing));

      g_hash_table_insert (self->left_out, (gpointer) missing, GUINT_TO_POINTER (count + 1));
      troupe_value_unref (one.fields);
      return;
    }
  one.expected = get_expected (one.fields);
  one.events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  one.complaints = g_string_new (NULL);
  run_case (&one, node);
  print_point (self, one.complaints->len == 0, name != NULL ? name : "without a name",
               one.complaints->str);
  self->n_passed += one.complaints->len == 0 ? 1 : 0;
  g_string_free (one.complaints, TRUE);
  g_ptr_array_unref (one.events);
  g_clear_pointer (&one.result, troupe_run_result_free);
  g_clear_pointer (&one.flow, troupe_flow_unref);
  troupe_value_unref (one.expected);
  troupe_value_unref (one.fields);
}

static void
print_left_out (Conformance *self)
{
  GHashTableIter iter;
  gpointer reason, count;

  g_hash_table_iter_init (&iter, self->left_out);
  while (g_hash_table_iter_next (&iter, &reason, &count))
    g_print ("# left out, as it needs %s: %u\n", (const char *) reason, GPOINTER_TO_UINT (count));
  g_hash_table_remove_all (self->left_out);
}

static void
do_file (Conformance *self, const char *path, guint at_least)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *point = NULL;
  JsonArray *cases;
  gsize length = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_print ("# %s is not there: left out\n", path);
      print_point (self, at_least == 0, name, "");
      return;
    }
  text = troupe_file_read (path, MAX_FILE_SIZE, &length, NULL, &error);
  if (text != NULL)
    root = troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, &error);
  if (root == NULL)
    {
      print_point (self, FALSE, name, error->message);
      return;
    }
  cases = json_object_get_array_member (json_node_get_object (root), "cases");
  self->n_passed = 0;
  for (guint i = 0; i < json_array_get_length (cases); i++)
    do_case (self, json_array_get_element (cases, i));
  print_left_out (self);
  point = g_strdup_printf ("%s: %u of %u cases agree, at least %u were to", name, self->n_passed,
                           json_array_get_length (cases), at_least);
  print_point (self, self->n_passed >= at_least, point, "");
}

static void
do_default_files (Conformance *self)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  static const char *const names[] = { "flow-golden.json", "flow-random.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder != NULL ? folder : ".", names[i], NULL);

      do_file (self, path, 0);
    }
}

int
main (int argc, char *argv[])
{
  Conformance self = { 0 };
  guint at_least = 0;
  gboolean has_file = FALSE;

  setlocale (LC_ALL, "");
  self.left_out = g_hash_table_new (g_str_hash, g_str_equal);
  for (int i = 1; i < argc; i++)
    {
      if (g_str_has_prefix (argv[i], "--at-least="))
        {
          at_least = (guint) g_ascii_strtoull (strchr (argv[i], '=') + 1, NULL, 10);
          continue;
        }
      do_file (&self, argv[i], at_least);
      at_least = 0;
      has_file = TRUE;
    }
  if (!has_file)
    do_default_files (&self);
  g_print ("1..%u\n", self.n_points);
  g_hash_table_unref (self.left_out);
  return self.n_failed == 0 ? 0 : 1;
}
