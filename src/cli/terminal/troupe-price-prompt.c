/* troupe-price-prompt.c: question before a run whose budget cannot limit its cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-price-prompt"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-price-prompt.h"
#include "troupe-run-calls.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"

gboolean
troupe_price_prompt_ask (TroupeCommandLine *line, TroupeRun *run, char **reason)
{
  g_autofree char *sentence = NULL;
  g_autofree char *file = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run) && reason != NULL, FALSE);

  if (troupe_run_get_budget (run) > 0)
    {
      g_autoptr (TroupeRunCalls) calls = troupe_run_calls_new_for_run (run, NULL);
      g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
      g_auto (GStrv) names = troupe_run_calls_list_unpriced (calls, prices);
      g_autofree char *joined = troupe_text_list_join ((const char *const *) names);
      g_autofree char *shown = troupe_text_to_line (joined);

      if (names[0] != NULL)
        sentence = g_strdup_printf (
            /* Translators: %s is a list of models. */
            ngettext ("The price of %s is unknown, so the budget cannot limit its cost.",
                      "The prices of %s are unknown, so the budget cannot limit their cost.",
                      g_strv_length (names)),
            shown);
    }
  if (sentence == NULL)
    return TRUE;
  if (troupe_command_line_has (line, "yes"))
    {
      if (!troupe_command_line_has (line, "quiet"))
        troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s\n", sentence);
      return TRUE;
    }
  if (troupe_terminal_is (stdin) && troupe_terminal_is (stderr))
    {
      troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "%s\n", sentence);
      if (troupe_terminal_ask (_ ("Run anyway? [y/N] ")))
        return TRUE;
      *reason = g_strdup (_ ("Nothing was run."));
      return FALSE;
    }
  file = troupe_llm_prices_get_own_path ();
  *reason = g_strdup_printf (
      /* Translators: a sentence, and the path of a file. */
      _ ("%s Nothing was run. Add the price to %s, omit --budget-usd, or use --yes to run "
         "anyway."),
      sentence, file);
  return FALSE;
}
