/* troupe-dry-run.c: what a run would do and cost, without running it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-dry-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-dry-run.h"
#include "troupe-money.h"
#include "troupe-run-calls.h"
#include "troupe-run-execute.h"
#include "troupe-run-problems.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"

typedef struct
{
  guint least;
  guint most;
  gint64 n_tokens;
} Sum;

static Sum
add_up (TroupeRunCalls *calls)
{
  Sum sum = { 0 };

  for (guint i = 0; i < troupe_run_calls_get_n (calls); i++)
    {
      const TroupeRunCall *call = troupe_run_calls_get (calls, i);

      sum.least += call->n_least;
      sum.most += call->n_most;
      sum.n_tokens += call->n_tokens;
    }
  return sum;
}

/* --- JSON ------------------------------------------------------------------------------------- */

static TroupeValue *
make_calls_value (guint least, guint most)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "least", troupe_value_new_integer (least));
  troupe_map_builder_add (&builder, "most", troupe_value_new_integer (most));
  return troupe_map_builder_end (&builder);
}

/* The cost is null if the price of a model is unknown. */
static TroupeValue *
make_cost_value (const TroupeRunCost *cost)
{
  TroupeMapBuilder builder;

  if (!cost->is_whole)
    return troupe_value_new_null ();
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "low", troupe_money_to_value (cost->low));
  troupe_map_builder_add (&builder, "high", troupe_money_to_value (cost->high));
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_step_value (const TroupeRunCall *call, TroupeLlmPrices *prices)
{
  const TroupeRunCost cost = troupe_run_call_get_cost (call, prices);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (call->name, -1));
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (call->path, -1));
  troupe_map_builder_add (&builder, "action", troupe_command_text_or_null (call->action));
  troupe_map_builder_add (&builder, "agent", troupe_command_text_or_null (call->agent));
  troupe_map_builder_add (&builder, "model", troupe_command_text_or_null (call->model));
  troupe_map_builder_add (&builder, "prompt_tokens", troupe_value_new_integer (call->n_tokens));
  troupe_map_builder_add (&builder, "calls", make_calls_value (call->n_least, call->n_most));
  troupe_map_builder_add (&builder, "cost", make_cost_value (&cost));
  return troupe_map_builder_end (&builder);
}

/* --- Text ------------------------------------------------------------------------------------- */

/* Formats the range of the cost, or says that it is unknown because a price is. (transfer full) */
static char *
describe_cost (const TroupeRunCost *cost)
{
  g_autofree char *low = troupe_money_for_display (cost->low);
  g_autofree char *high = troupe_money_for_display (cost->high);

  if (!cost->is_whole)
    return g_strdup (_ ("cost unknown"));
  if (cost->low == cost->high)
    return troupe_money_describe_cost (cost->high, TRUE);
  /* Translators: two amounts of money */
  return g_strdup_printf (_ ("%s to %s"), low, high);
}

/* Formats a text of the document as one line without keys. (transfer full) */
static char *
to_line (TroupeRedactor *redactor, const char *text)
{
  g_autofree char *hidden = troupe_redactor_hide_text (redactor, text);

  return troupe_text_to_line (hidden);
}

static void
print_step (TroupeRedactor *redactor,
            guint number,
            const TroupeRunCall *call,
            TroupeLlmPrices *prices)
{
  const TroupeRunCost cost = troupe_run_call_get_cost (call, prices);
  g_autofree char *name = to_line (redactor, call->name);
  GString *list = g_string_new (NULL);
  g_autofree char *role = call->agent != NULL ? to_line (redactor, call->agent) : NULL;
  g_autofree char *model = to_line (redactor, call->model != NULL ? call->model : "Python");
  g_autofree char *agent = NULL;
  g_autofree char *money = describe_cost (&cost);
  g_autofree char *tokens = g_strdup_printf ("%" G_GINT64_FORMAT, call->n_tokens);

  /* Formats the role of the agent, if it has one, and its model. */
  if (role != NULL && *role != '\0')
    troupe_text_list_append (list, role);
  troupe_text_list_append (list, model);
  agent = g_string_free (list, FALSE);
  troupe_terminal_print (stdout, TROUPE_COLOUR_BOLD, "%4u  %s", number, name);
  if (call->n_most == 0)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %s\n",
                           call->action != NULL ? call->action : _ ("not known before the run"));
  else
    troupe_terminal_print (
        stdout, TROUPE_COLOUR_NONE,
        /* Translators: an agent and its model, a number of tokens, two numbers of calls, and amounts
         * of money. */
        _ ("  %s, prompt of about %s tokens, %u to %u calls, %s\n"), agent, tokens, call->n_least,
        call->n_most, money);
}

static void
print_text (TroupeRedactor *redactor, TroupeRunCalls *calls, TroupeLlmPrices *prices)
{
  const guint n_steps = troupe_run_calls_get_n (calls);
  const Sum sum = add_up (calls);
  const TroupeRunCost cost = troupe_run_calls_get_cost (calls, prices);
  g_auto (GStrv) unpriced = troupe_run_calls_list_unpriced (calls, prices);
  g_autofree char *tokens = g_strdup_printf ("%" G_GINT64_FORMAT, sum.n_tokens);
  g_autofree char *money = describe_cost (&cost);

  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE,
                         ngettext ("%u step:\n",
                                   "%u steps, in the order in which they can start:\n", n_steps),
                         n_steps);
  for (guint i = 0; i < n_steps; i++)
    print_step (redactor, i + 1, troupe_run_calls_get (calls, i), prices);
  troupe_terminal_print (
      stdout, TROUPE_COLOUR_BOLD,
      /* Translators: two numbers of calls, a number of tokens, and amounts of money. */
      _ ("Estimate: %u to %u model calls, first prompts of about %s tokens, %s\n"), sum.least,
      sum.most, tokens, money);
  if (unpriced[0] != NULL)
    {
      g_autofree char *joined = troupe_text_list_join ((const char *const *) unpriced);
      g_autofree char *shown = to_line (redactor, joined);

      troupe_terminal_print (stdout, TROUPE_COLOUR_YELLOW,
                             /* Translators: %s is a list of models. */
                             _ ("Models without a known price: %s\n"), shown);
    }
  if (!troupe_run_calls_is_whole (calls))
    troupe_terminal_write (stdout, TROUPE_COLOUR_YELLOW,
                           _ ("Some agents are only known during the run and are not included.\n"));
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, _ ("No model was called. Nothing was run.\n"));
}

TroupeExit
troupe_dry_run_report (TroupeCommandLine *line,
                       TroupeLoaded *loaded,
                       TroupeRun *run,
                       TroupeValue *inputs)
{
  g_autoptr (TroupeRunCalls) calls = troupe_run_calls_new_for_run (run, inputs);
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
  g_autoptr (TroupeRedactor) redactor = NULL;
  TroupeDocument *document =
      loaded->crew != NULL ? TROUPE_DOCUMENT (loaded->crew) : TROUPE_DOCUMENT (loaded->document);

  if (!loaded->is_carried)
    troupe_run_check_document (document, loaded->problems);
  if (troupe_loaded_has_errors (loaded))
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  redactor = troupe_loaded_make_redactor (loaded);
  if (troupe_command_line_has (line, "json"))
    {
      g_autoptr (TroupeValue) complete = NULL;
      g_autoptr (TroupeValue) value = NULL;
      Sum sum;
      TroupeRunCost cost;
      g_auto (GStrv) unpriced = NULL;
      g_autoptr (GPtrArray) steps = NULL;
      TroupeMapBuilder builder;
      g_autoptr (GPtrArray) items = NULL;

      sum = add_up (calls);
      cost = troupe_run_calls_get_cost (calls, prices);
      unpriced = troupe_run_calls_list_unpriced (calls, prices);
      steps = g_ptr_array_new ();
      for (guint i = 0; i < troupe_run_calls_get_n (calls); i++)
        g_ptr_array_add (steps, make_step_value (troupe_run_calls_get (calls, i), prices));
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "result", troupe_value_new_string ("dry_run", -1));
      troupe_map_builder_add (&builder, "steps",
                              troupe_value_new_list ((TroupeValue **) steps->pdata, steps->len));
      troupe_map_builder_add (&builder, "complete",
                              troupe_value_new_boolean (troupe_run_calls_is_whole (calls)));
      troupe_map_builder_add (&builder, "calls", make_calls_value (sum.least, sum.most));
      troupe_map_builder_add (&builder, "prompt_tokens", troupe_value_new_integer (sum.n_tokens));
      troupe_map_builder_add (&builder, "cost", make_cost_value (&cost));
      items = g_ptr_array_new ();
      for (guint i = 0; unpriced[i] != NULL; i++)
        g_ptr_array_add (items, troupe_value_new_string (unpriced[i], -1));
      troupe_map_builder_add (&builder, "unknown_prices",
                              troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
      complete = troupe_map_builder_end (&builder);
      value = troupe_redactor_hide_value (redactor, complete);
      troupe_terminal_print_json (value);
    }
  else
    {
      print_text (redactor, calls, prices);
    }
  return TROUPE_EXIT_OK;
}
