/* troupe-run-comparison.c: where two stored runs differ, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-comparison"

#include "config.h"

#include "troupe-record-key.h"
#include "troupe-run-comparison.h"
#include "troupe-run-recording.h"
#include "troupe-value-difference.h"

/* Maximum number of differences that are listed. */
#define MOST_DIFFERENCES 100u

/* An outcome in a run: what a call, a method or a task returned. @key: identifies it in both runs; @what: its
 * kind; @number: how often the same has occurred, from 1; @has_failed: whether @value is an error */
typedef struct
{
  char *key;
  const char *what;
  char *name;
  TroupeValue *caller;
  guint number;
  gboolean has_failed;
  TroupeValue *value; /* the message of an error if it has failed */
} Outcome;

/* The events that end with an outcome. @name: (nullable): the field with the name of the service */
static const struct
{
  TroupeEventType type;
  const char *what;
  const char *name;
  const char *value;
} kinds[] = {
  { TROUPE_EVENT_LLM_CALL_FINISHED, "model", "model", "response" },
  { TROUPE_EVENT_LLM_CALL_FAILED, "model", "model", "error" },
  { TROUPE_EVENT_TOOL_FINISHED, "tool", "tool_name", "output" },
  { TROUPE_EVENT_TOOL_FAILED, "tool", "tool_name", "error" },
  { TROUPE_EVENT_TASK_FINISHED, "task", "task_name", "output" },
  { TROUPE_EVENT_METHOD_FINISHED, "method", NULL, "result" },
  { TROUPE_EVENT_METHOD_FAILED, "method", NULL, "error" },
};

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  g_free (self->key);
  g_free (self->name);
  g_clear_pointer (&self->caller, troupe_value_unref);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self);
}

/* --- Outcomes --------------------------------------------------------------------------------- */

static Outcome *
make_outcome (const TroupeEvent *event, guint kind, GHashTable *numbers)
{
  Outcome *self = g_new0 (Outcome, 1);
  TroupeValue *value = troupe_event_get_field (event, kinds[kind].value);
  const char *name = kinds[kind].name != NULL
                         ? troupe_value_get_member_text (event->fields, kinds[kind].name)
                         : troupe_event_get_method (event);
  g_autofree char *caller = NULL;
  g_autofree char *place = NULL;

  self->what = kinds[kind].what;
  self->name = g_strdup (name != NULL ? name : "");
  self->caller = troupe_record_make_caller (event->scope);
  self->has_failed = g_str_equal (kinds[kind].value, "error");
  if (self->has_failed && value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP) &&
      troupe_value_get_member_of (value, "message", TROUPE_VALUE_STRING) != NULL)
    value = troupe_value_get_member (value, "message");
  self->value = value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
  caller = troupe_value_to_json (self->caller, TROUPE_JSON_COMPACT);
  place = g_strdup_printf ("%s\n%s\n%s", self->what, self->name, caller);
  self->number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, place)) + 1;
  g_hash_table_insert (numbers, g_strdup (place), GUINT_TO_POINTER (self->number));
  self->key = g_strdup_printf ("%s\n%u", place, self->number);
  return self;
}

/* Returns TRUE if the event belongs to what the other run did not execute, so that it has no such event. */
static gboolean
is_missing (const TroupeEvent *event, GHashTable *reused)
{
  const char *method = troupe_event_get_method (event);
  const TroupeScope *task =
      event->scope != NULL ? troupe_scope_find (event->scope, TROUPE_SCOPE_TASK) : NULL;
  g_autofree char *of_method = NULL;
  g_autofree char *of_task = NULL;

  if (g_hash_table_size (reused) == 0 || event->type == TROUPE_EVENT_METHOD_FINISHED ||
      event->type == TROUPE_EVENT_METHOD_FAILED)
    return FALSE;
  of_method = g_strdup_printf ("method %s", method != NULL ? method : "");
  of_task = g_strdup_printf ("task %s", task != NULL && task->name != NULL ? task->name : "");
  return g_hash_table_contains (reused, of_method) || g_hash_table_contains (reused, of_task);
}

/* Lists the outcomes of a run in the order in which they occurred, without those that @other, which used results of an earlier run,
 * cannot have. (transfer full) (element-type Outcome) */
static GPtrArray *
list_outcomes (GPtrArray *events, GPtrArray *other)
{
  g_autoptr (GHashTable) reused = NULL;
  GPtrArray *outcomes;
  g_autoptr (GHashTable) numbers = NULL;

  /* Lists the methods and tasks of a run that used the result of an earlier run. */
  reused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < other->len; i++)
    {
      const TroupeEvent *event = other->pdata[i];
      const gboolean is_task = event->type == TROUPE_EVENT_TASK_REUSED;
      const char *name =
          is_task && event->scope != NULL ? event->scope->name : troupe_event_get_method (event);

      if (name != NULL && (is_task || (event->type == TROUPE_EVENT_METHOD_STARTED &&
                                       troupe_event_get_field (event, "reused") != NULL)))
        g_hash_table_add (reused, g_strdup_printf ("%s %s", is_task ? "task" : "method", name));
    }
  outcomes = g_ptr_array_new_with_free_func (outcome_free);
  numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = events->pdata[i];

      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (event->type == kinds[k].type && !is_missing (event, reused))
          g_ptr_array_add (outcomes, make_outcome (event, k, numbers));
    }
  return outcomes;
}

/* --- Differences ------------------------------------------------------------------------------ */

static void
add_text (TroupeMapBuilder *builder, const char *name, const char *text)
{
  troupe_map_builder_add (builder, name, troupe_value_new_string (text, -1));
}

/* Adds the first difference of two values. Returns FALSE if they are equal. @prefix: before the path */
static gboolean
add_difference (TroupeMapBuilder *builder, const char *prefix, TroupeValue *a, TroupeValue *b)
{
  g_autofree char *path = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *whole = NULL;

  if (!troupe_value_difference_find (a, b, &path, &first, &second))
    return FALSE;
  whole =
      g_strconcat (prefix, *path != '\0' && *path != '[' && *prefix != '\0' ? "." : "", path, NULL);
  add_text (builder, "path", whole);
  add_text (builder, "first", first);
  add_text (builder, "second", second);
  return TRUE;
}

static void
list_difference (GPtrArray *list, const char *prefix, TroupeValue *a, TroupeValue *b)
{
  TroupeMapBuilder builder;

  if (list->len >= MOST_DIFFERENCES)
    return;
  troupe_map_builder_init (&builder);
  if (add_difference (&builder, prefix, a, b))
    g_ptr_array_add (list, troupe_map_builder_end (&builder));
  else
    troupe_map_builder_clear (&builder);
}

/* Lists a difference for each member of two maps. The ID of a state always differs. */
static void
list_members (GPtrArray *list, const char *prefix, TroupeValue *a, TroupeValue *b)
{
  if (a == NULL || b == NULL || !troupe_value_is (a, TROUPE_VALUE_MAP) ||
      !troupe_value_is (b, TROUPE_VALUE_MAP))
    {
      list_difference (list, prefix, a, b);
      return;
    }
  for (guint pass = 0; pass < 2; pass++)
    {
      TroupeValue *map = pass == 0 ? a : b;

      for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
        {
          TroupeValue *key = troupe_value_map_get_key (map, i);
          const char *name =
              troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "";
          g_autofree char *path = g_strdup_printf ("%s.%s", prefix, name);

          if (g_str_equal (name, "id") || (pass == 1 && troupe_value_map_lookup (a, key) != NULL))
            continue;
          list_difference (list, path, troupe_value_map_lookup (a, key),
                           troupe_value_map_lookup (b, key));
        }
    }
}

/* Returns the last output of each method. (transfer full) */
static TroupeValue *
make_outputs (const TroupeRunRecord *record)
{
  TroupeValue *list = troupe_value_get_member_of (record->result, "outputs", TROUPE_VALUE_LIST);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *pair = troupe_value_list_get (list, i);

      if (troupe_value_is (pair, TROUPE_VALUE_LIST) && troupe_value_list_get_length (pair) == 2 &&
          troupe_value_is (troupe_value_list_get (pair, 0), TROUPE_VALUE_STRING))
        troupe_map_builder_add (&builder,
                                troupe_value_get_string (troupe_value_list_get (pair, 0), NULL),
                                troupe_value_ref (troupe_value_list_get (pair, 1)));
    }
  return troupe_map_builder_end (&builder);
}

/* --- Documents -------------------------------------------------------------------------------- */

/* Lists the names of parts that are missing in @others, or differ there unless @only_missing. (transfer
 * full) */
static TroupeValue *
list_parts (TroupeValue *parts, TroupeValue *others, gboolean only_missing)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_map_get_size (parts); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (parts, i);
      TroupeValue *other = troupe_value_map_lookup (others, key);

      if (other == NULL ||
          (!only_missing && !troupe_value_equal (other, troupe_value_map_get_value (parts, i))))
        g_ptr_array_add (names, troupe_value_ref (key));
    }
  return troupe_value_new_list ((TroupeValue **) names->pdata, names->len);
}

/* Returns how the document of @second differs, or null. (transfer full) */
static TroupeValue *
compare_documents (const TroupeRunRecord *first, const TroupeRunRecord *second)
{
  g_autoptr (TroupeValue) parts = NULL;
  g_autoptr (TroupeValue) others = NULL;
  TroupeMapBuilder builder;

  if (g_strcmp0 (first->digest, second->digest) == 0)
    return troupe_value_new_null ();
  parts = troupe_run_recording_list_parts (first->document);
  others = troupe_run_recording_list_parts (second->document);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "changed", list_parts (others, parts, FALSE));
  troupe_map_builder_add (&builder, "removed", list_parts (parts, others, TRUE));
  return troupe_map_builder_end (&builder);
}

/* --- The first difference --------------------------------------------------------------------- */

/* Returns the first outcome of @outcomes that is missing or different in @others, or null. @is_swapped: whether
 * @outcomes are those of the second run. (transfer full) */
static TroupeValue *
find_outcome (GPtrArray *outcomes, GPtrArray *others, gboolean is_swapped)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < others->len; i++)
    g_hash_table_insert (by_key, ((Outcome *) others->pdata[i])->key, others->pdata[i]);
  for (guint i = 0; i < outcomes->len; i++)
    {
      const Outcome *outcome = outcomes->pdata[i];
      const Outcome *other = g_hash_table_lookup (by_key, outcome->key);
      TroupeValue *found = other != NULL ? other->value : NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      add_text (&builder, "what", outcome->what);
      add_text (&builder, "name", outcome->name);
      troupe_map_builder_add (&builder, "by", troupe_value_ref (outcome->caller));
      troupe_map_builder_add (&builder, "number", troupe_value_new_integer (outcome->number));
      if (other != NULL && outcome->has_failed != other->has_failed)
        add_text (&builder, "failed", outcome->has_failed != is_swapped ? "first" : "second");
      if (is_swapped ? add_difference (&builder, "", found, outcome->value)
                     : add_difference (&builder, "", outcome->value, found))
        return troupe_map_builder_end (&builder);
      troupe_map_builder_clear (&builder);
    }
  return troupe_value_new_null ();
}

/* Returns the earliest cause of a difference: the inputs, then what happened, else the document; null if
 * there is no difference. (transfer full) */
static TroupeValue *
find_first (const TroupeRunRecord *first,
            GPtrArray *first_events,
            const TroupeRunRecord *second,
            GPtrArray *second_events)
{
  g_autoptr (GPtrArray) outcomes = list_outcomes (first_events, second_events);
  g_autoptr (GPtrArray) others = list_outcomes (second_events, first_events);
  TroupeValue *found = NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "what", "inputs");
  if (add_difference (&builder, "inputs", first->inputs, second->inputs))
    return troupe_map_builder_end (&builder);
  troupe_map_builder_clear (&builder);
  found = find_outcome (outcomes, others, FALSE);
  if (troupe_value_is (found, TROUPE_VALUE_NULL))
    {
      troupe_value_unref (found);
      found = find_outcome (others, outcomes, TRUE);
    }
  if (!troupe_value_is (found, TROUPE_VALUE_NULL) || g_strcmp0 (first->digest, second->digest) == 0)
    return found;
  troupe_value_unref (found);
  troupe_map_builder_init (&builder);
  add_text (&builder, "what", "document");
  return troupe_map_builder_end (&builder);
}

/* --- The comparison --------------------------------------------------------------------------- */

/* Takes ownership of both values. */
static TroupeValue *
make_pair (TroupeValue *first, TroupeValue *second)
{
  TroupeValue *items[2] = { first, second };

  return troupe_value_new_list (items, 2);
}

/* (transfer full) */
static TroupeValue *
get_cost (const TroupeRunRecord *record)
{
  TroupeValue *cost =
      troupe_value_get_member (troupe_value_get_member (record->result, "usage"), "cost");

  return cost != NULL ? troupe_value_ref (cost) : troupe_value_new_null ();
}

TroupeValue *
troupe_run_comparison_new (const TroupeRunRecord *first,
                           GPtrArray *first_events,
                           const TroupeRunRecord *second,
                           GPtrArray *second_events)
{
  TroupeValue *found = NULL;
  TroupeMapBuilder builder;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (TroupeValue) outputs = NULL;
  g_autoptr (TroupeValue) others = NULL;

  g_return_val_if_fail (first != NULL && first_events != NULL, NULL);
  g_return_val_if_fail (second != NULL && second_events != NULL, NULL);

  found = find_first (first, first_events, second, second_events);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "runs",
                          make_pair (troupe_value_new_string (first->id, -1),
                                     troupe_value_new_string (second->id, -1)));
  troupe_map_builder_add (&builder, "same",
                          troupe_value_new_boolean (troupe_value_is (found, TROUPE_VALUE_NULL) &&
                                                    first->status == second->status));
  troupe_map_builder_add (&builder, "first", found);
  troupe_map_builder_add (&builder, "document", compare_documents (first, second));
  list = g_ptr_array_new ();
  outputs = make_outputs (first);
  others = make_outputs (second);
  list_members (list, "inputs", first->inputs, second->inputs);
  list_members (list, "outputs", outputs, others);
  list_members (list, "state", troupe_value_get_member (first->result, "state"),
                troupe_value_get_member (second->result, "state"));
  list_difference (list, "final", troupe_value_get_member (first->result, "final"),
                   troupe_value_get_member (second->result, "final"));
  troupe_map_builder_add (&builder, "differences",
                          troupe_value_new_list ((TroupeValue **) list->pdata, list->len));
  troupe_map_builder_add (
      &builder, "status",
      make_pair (troupe_value_new_string (troupe_run_status_get_name (first->status), -1),
                 troupe_value_new_string (troupe_run_status_get_name (second->status), -1)));
  troupe_map_builder_add (&builder, "cost", make_pair (get_cost (first), get_cost (second)));
  troupe_map_builder_add (
      &builder, "seconds",
      make_pair (troupe_value_new_double ((double) first->elapsed_us / G_USEC_PER_SEC),
                 troupe_value_new_double ((double) second->elapsed_us / G_USEC_PER_SEC)));
  return troupe_map_builder_end (&builder);
}
