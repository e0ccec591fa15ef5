/* troupe-flow-diagnose-router.c: diagnostics of events emitted by routers and human feedback, and
 * of their listeners
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-router"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-events.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

static gboolean
asks (const TroupeFlowMethod *method)
{
  TroupeValue *emit = method->feedback != NULL
                          ? troupe_value_map_lookup_string (method->feedback, "emit", -1)
                          : NULL;

  g_assert (method != NULL);

  return emit != NULL && troupe_value_is (emit, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (emit) > 0;
}

static gboolean
holds (GPtrArray *words, const char *word)
{
  for (guint i = 0; i < words->len; i++)
    {
      if (g_str_equal (words->pdata[i], word))
        return TRUE;
    }
  return FALSE;
}

/* --- Declared events -------------------------------------------------------------------------- */

/* Reports an event that has no listener, or that is never emitted. */
static void
check_use (TroupeFlowDiagnosis *self,
           const TroupeFlowMethod *method,
           const char *event,
           JsonNode *node,
           GPtrArray *results)
{
  TroupeProblem *problem;

  g_assert (self != NULL);

  if (results != NULL && !holds (results, event))
    {
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "emit_never_given",
          _ ("“%s” never emits “%s”, because its expression has other results."), method->name,
          event);
      problem->fix = g_strdup (_ ("Return it in the expression, or remove the event."));
    }
  else if (!troupe_flow_reach_is_heard (self->reach, event))
    {
      problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node,
                                           "unheard_event", _ ("Nothing listens to “%s”."), event);
      problem->fix =
          g_strdup_printf (_ ("Add a method that listens to “%s”, or remove the event."), event);
    }
  else
    return;
  problem->fix_action = g_strdup_printf ("remove-event:%s", event);
  problem->fix_label = g_strdup (_ ("Remove Event"));
}

/* Reports an invalid event name. Returns FALSE if the name is valid. */
static gboolean
check_name (TroupeFlowDiagnosis *self,
            const TroupeFlowMethod *method,
            const char *event,
            JsonNode *node,
            GHashTable *seen)
{
  g_assert (self != NULL);

  if (*event == '\0')
    troupe_diagnosis_offer_removal (troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_WARNING, node, "empty_event",
        _ ("An event without a name never occurs: an empty router result is not an event.")));
  else if (strstr (event, "${") != NULL)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "template_in_event",
                               _ ("“%s” is used literally: event names are not templates."), event);
  else if (!g_hash_table_add (seen, (gpointer) event))
    troupe_diagnosis_offer_removal (
        troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node, "duplicate_emit",
                                   _ ("“%s” is listed twice."), event));
  else if (troupe_flow_find_index (self->flow, event) >= 0)
    {
      troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "event_is_method",
          _ ("“%s” is also a method. The event does not run the method, only its listeners."),
          event);
      return FALSE;
    }
  else
    return FALSE;
  return TRUE;
}

/* --- Results ---------------------------------------------------------------------------------- */

/* Returns the number of results that `emit` does not list, and their names. @names: (out) (transfer full) */
static guint
count_missing (const TroupeFlowMethod *method, GPtrArray *results, char **names)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n_missing = 0;

  for (guint i = 0; i < results->len; i++)
    {
      const char *result = results->pdata[i];

      if (*result == '\0' || g_strv_contains ((const char *const *) method->emit, result))
        continue;
      troupe_text_list_append (list, result);
      n_missing++;
    }
  *names = g_string_free (g_steal_pointer (&list), FALSE);
  return n_missing;
}

/* Reports constant results of a router that its `emit` does not list; several of them together, with one fix. */
static void
check_results (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method, GPtrArray *results)
{
  g_autofree char *names = NULL;
  gsize mark;

  g_assert (self != NULL);

  if (results == NULL || asks (method) || method->emit == NULL || method->emit[0] == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "emit");
  if (count_missing (method, results, &names) > 1)
    {
      g_autofree char *json = NULL;
      TroupeProblem *problem;
      g_autoptr (JsonNode) list = NULL;
      JsonArray *array;

      list = json_node_init_array (json_node_alloc (), NULL);
      array = json_array_new ();
      for (guint i = 0; i < results->len; i++)
        if (*(const char *) results->pdata[i] != '\0')
          json_array_add_string_element (array, results->pdata[i]);
      json_node_take_array (list, array);
      json = json_to_string (list, FALSE);
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, troupe_tree_get_member (method->node, "emit"),
          /* Translators: the name of a router, and a list of events */
          "result_not_in_emit", _ ("“%s” can emit events that are not in its list: %s."),
          method->name, names);
      troupe_diagnosis_offer (problem,
                              g_strdup (_ ("List the results of the expression in “emit”.")),
                              g_strdup_printf ("set-value:%s", json),
                              g_strdup (_ ("Use the Results of the Expression")));
      troupe_flow_reader_leave (self->reader, mark);
      return;
    }
  for (guint i = 0; i < results->len; i++)
    {
      const char *result = results->pdata[i];
      TroupeProblem *problem;

      if (*result == '\0' || g_strv_contains ((const char *const *) method->emit, result))
        continue;
      problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                           troupe_tree_get_member (method->node, "emit"),
                                           "result_not_in_emit",
                                           _ ("“%s” can emit “%s”, which is not in its list."),
                                           method->name, result);
      troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Add “%s” to “emit”."), result),
                              g_strdup_printf ("add-event:%s", result),
                              g_strdup_printf (_ ("Add “%s”"), result));
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* Reports a router that returns a list. A list does not emit several events, because it is
 * converted to one string, which is the event (§4). */
static void
check_shape (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  const TroupeFlowAction *action = method->action;
  gboolean is_list = action->type == TROUPE_ACTION_EACH;
  gsize mark;

  g_assert (self != NULL);

  if (action->type == TROUPE_ACTION_EXPRESSION && action->expression->program != NULL)
    {
      const char *text = troupe_cel_program_get_text (action->expression->program);
      g_autoptr (GArray) tokens = troupe_cel_tokenize (text, -1);
      int depth = 0;
      guint n_closed = 0;

      for (guint i = 0; i < tokens->len; i++)
        {
          const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, i);

          if (token->type != TROUPE_CEL_TOKEN_OPERATOR)
            continue;
          depth += strchr ("[{(", text[token->start]) != NULL;
          depth -= strchr ("]})", text[token->start]) != NULL;
          n_closed += depth == 0 && i + 1 < tokens->len;
        }
      is_list = tokens->len > 1 && n_closed == 0 &&
                strchr ("[{", text[g_array_index (tokens, TroupeCelToken, 0).start]) != NULL;
    }
  if (!is_list || asks (method))
    return;
  mark = troupe_flow_reader_enter (self->reader, "router");
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, troupe_tree_get_member (method->node, "router"),
      "router_gives_list",
      _ ("A router emits a single event, so a list or an object becomes one long string."));
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_router (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  g_autoptr (GPtrArray) results = NULL;
  gboolean is_asked;
  JsonNode *owner;
  JsonArray *list;
  g_autoptr (GHashTable) seen = NULL;
  gsize mark;

  if (!method->router)
    return;
  results = troupe_flow_method_list_certain_results (method);
  is_asked = asks (method);
  owner = is_asked ? troupe_tree_get_member (method->node, "human_feedback") : method->node;
  list = troupe_tree_get_member_list (owner, "emit");
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  mark = self->reader->path->len;
  if (list != NULL)
    {
      if (is_asked)
        troupe_flow_reader_enter (self->reader, "human_feedback");
      troupe_flow_reader_enter (self->reader, "emit");
      for (guint i = 0; i < json_array_get_length (list); i++)
        {
          JsonNode *node = json_array_get_element (list, i);
          const char *event = troupe_json_node_is_text (node) ? json_node_get_string (node) : NULL;
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          if (event != NULL && !check_name (self, method, event, node, seen) && method->router &&
              !troupe_flow_is_conversational (self->flow))
            check_use (self, method, event, node, is_asked ? NULL : results);
          troupe_flow_reader_leave (self->reader, inner);
        }
      troupe_flow_reader_leave (self->reader, mark);
    }
  check_results (self, method, results);
  check_shape (self, method);
  if (!troupe_flow_is_conversational (self->flow))
    {
      GArray *listeners;
      gsize overtaken;

      /* Reports a router that runs at the same time as a later router, because other routers
       * only receive the event of the last one (§4). */
      if (method->start || method->listen == NULL ||
          method->listen->type != TROUPE_CONDITION_EVENT ||
          !troupe_flow_reach_can_run (self->reach, method->index))
        return;
      listeners = troupe_flow_reach_get_listeners (self->reach, method->listen->event);
      for (guint i = 0; listeners != NULL && i < listeners->len; i++)
        {
          const TroupeFlowMethod *other =
              troupe_flow_get_method (self->flow, g_array_index (listeners, guint, i));
          const TroupeFlowMethod *deaf;

          if (other->index <= method->index || !other->router || other->listen == NULL ||
              other->listen->type != TROUPE_CONDITION_EVENT)
            continue;
          deaf = troupe_flow_reach_find_router_behind (self->reach, method->index);
          if (deaf == NULL)
            return;
          overtaken = troupe_flow_reader_enter (self->reader, "listen");
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, method->listen->node,
                                     "overtaken_router",
                                     _ ("Because “%s” runs in parallel with the router “%s” that "
                                        "follows it in the document, "
                                        "its event never reaches the router “%s”."),
                                     method->name, other->name, deaf->name);
          troupe_flow_reader_leave (self->reader, overtaken);
          return;
        }
    }
}

/* --- Feedback ------------------------------------------------------------------------------- */

static void
check_default (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method, JsonNode *block)
{
  const char *outcome = troupe_tree_get_member_text (block, "default_outcome");
  JsonNode *node = troupe_tree_get_member (block, "default_outcome");
  TroupeProblem *problem;
  const char *near;
  gsize mark;

  g_assert (self != NULL);

  if (outcome == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "default_outcome");
  if (!asks (method))
    {
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "human_feedback_default_requires_emit",
          _ ("A default outcome requires a list of outcomes, but “emit” is missing."));
      troupe_diagnosis_offer_removal (problem);
    }
  else if (!g_strv_contains ((const char *const *) method->emit, outcome))
    {
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "human_feedback_default_not_in_emit",
          _ ("The default outcome “%s” is not one of the outcomes."), outcome);
      near = troupe_nearest_word (outcome, (const char *const *) method->emit);
      if (near != NULL)
        troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Did you mean “%s”?"), near),
                                g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s",
                                                 strlen (outcome), near),
                                g_strdup_printf (_ ("Use “%s”"), near));
    }
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_feedback (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  JsonNode *block = troupe_tree_get_member (method->node, "human_feedback");
  JsonNode *emit = troupe_tree_get_member (method->node, "emit");
  gsize mark;
  static const char *const keys[] = { "learn_strict", "learn_source" };
  TroupeValue *learns;
  g_autoptr (GHashTable) seen = NULL;
  JsonArray *list;
  gsize outcomes;

  if (method->feedback == NULL || block == NULL)
    return;
  if (asks (method) && emit != NULL && !JSON_NODE_HOLDS_NULL (emit))
    {
      mark = troupe_flow_reader_enter (self->reader, "emit");
      troupe_diagnosis_offer_removal (
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, emit, "emit_replaced",
                                     _ ("The outcomes of the human feedback replace this list.")));
      troupe_flow_reader_leave (self->reader, mark);
    }
  mark = troupe_flow_reader_enter (self->reader, "human_feedback");
  check_default (self, method, block);
  /* Reports outcomes that differ only in case, because answers are matched case-insensitively
   * (§10). */
  seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  list = troupe_tree_get_member_list (block, "emit");
  if (list != NULL && asks (method))
    {
      outcomes = troupe_flow_reader_enter (self->reader, "emit");
      if (json_array_get_length (list) == 1)
        troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_HINT, troupe_tree_get_member (block, "emit"),
            "single_outcome", _ ("There is only one outcome, so every answer results in “%s”."),
            method->emit[0]);
      for (guint i = 0; method->emit[i] != NULL; i++)
        {
          char *folded = g_utf8_casefold (method->emit[i], -1);
          const char *earlier = g_hash_table_lookup (seen, folded);
          gsize inner = troupe_flow_reader_enter_index (self->reader, i);

          if (earlier != NULL && !g_str_equal (earlier, method->emit[i]))
            troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                       json_array_get_element (list, i), "outcomes_alike",
                                       _ ("“%s” and “%s” differ only in case, but answers are "
                                          "matched case-insensitively."),
                                       earlier, method->emit[i]);
          g_hash_table_insert (seen, folded, method->emit[i]);
          troupe_flow_reader_leave (self->reader, inner);
        }
      troupe_flow_reader_leave (self->reader, outcomes);
    }
  learns = troupe_value_map_lookup_string (method->feedback, "learn", -1);
  if (learns == NULL || !troupe_value_get_boolean (learns))
    {
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        {
          JsonNode *node = troupe_tree_get_member (block, keys[i]);
          gsize unused = troupe_flow_reader_enter (self->reader, keys[i]);

          if (node != NULL)
            troupe_diagnosis_offer_removal (troupe_flow_reader_report (
                self->reader, TROUPE_SEVERITY_HINT, node, "unused_setting",
                _ ("“%s” has no effect while “%s” is off."), keys[i], "learn"));
          troupe_flow_reader_leave (self->reader, unused);
        }
    }
  troupe_flow_reader_leave (self->reader, mark);
}
