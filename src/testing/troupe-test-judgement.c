/* troupe-test-judgement.c: question to a model that rates a result, and its answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-judgement"

#include "config.h"

#include <string.h>

#include "troupe-case-facts.h"
#include "troupe-test-judgement.h"
#include "troupe-test-suite.h"

/* The instructions are in English, as the prompts of agents. */
#define QUESTION                                                                                   \
  "Rate how far this statement is true for the result below: %s\n\nThe result:\n%s\n\nAnswer "     \
  "with one JSON object and nothing else: {\"score\": a number from 0 (false) to 1 (true), "       \
  "\"reason\": one sentence}."

static void
add_text (TroupeMapBuilder *builder, const char *name, const char *text)
{
  troupe_map_builder_add (builder, name, troupe_value_new_string (text, -1));
}

char *
troupe_test_make_judge (const char *model)
{
  TroupeMapBuilder with, action, method, methods, flow;
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (model != NULL, NULL);

  troupe_map_builder_init (&with);
  add_text (&with, "role", "Judge");
  add_text (&with, "goal", "Rate a result fairly.");
  add_text (&with, "backstory", "You rate results by a statement, and give a reason.");
  add_text (&with, "llm", model);
  add_text (&with, "input", "${state.question}");
  troupe_map_builder_init (&action);
  add_text (&action, "call", "agent");
  troupe_map_builder_add (&action, "with", troupe_map_builder_end (&with));
  troupe_map_builder_init (&method);
  troupe_map_builder_add (&method, "start", troupe_value_new_boolean (TRUE));
  troupe_map_builder_add (&method, "do", troupe_map_builder_end (&action));
  troupe_map_builder_init (&methods);
  troupe_map_builder_add (&methods, "judge", troupe_map_builder_end (&method));
  troupe_map_builder_init (&flow);
  add_text (&flow, "schema", "crewai.flow/v1");
  add_text (&flow, "name", "judge");
  troupe_map_builder_add (&flow, "methods", troupe_map_builder_end (&methods));
  value = troupe_map_builder_end (&flow);
  return troupe_value_to_json (value, TROUPE_JSON_PRETTY);
}

TroupeValue *
troupe_test_judgement_make_inputs (const TroupeTestJudge *judge, TroupeValue *facts)
{
  TroupeValue *judged = NULL;
  g_autofree char *text = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (judge != NULL && facts != NULL, NULL);

  judged = judge->of != NULL
               ? troupe_value_get_member (troupe_value_get_member (facts, "outputs"), judge->of)
               : troupe_value_get_member (facts, "final");
  text = troupe_case_facts_to_text (judged);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "question",
                          troupe_value_take_string (g_strdup_printf (QUESTION, judge->says, text),
                                                    -1));
  return troupe_map_builder_end (&builder);
}

gboolean
troupe_test_judgement_read (const char *answer, double *score, char **reason)
{
  const char *begin = NULL;
  const char *end = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *number = NULL;
  const char *text = NULL;

  g_return_val_if_fail (answer != NULL && score != NULL && reason != NULL, FALSE);

  begin = strchr (answer, '{');
  end = strrchr (answer, '}');
  if (begin == NULL || end == NULL || end < begin)
    return FALSE;
  value = troupe_value_from_json (begin, end - begin + 1, NULL);
  number = troupe_value_get_member (value, "score");
  if (number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER))
    *score = (double) troupe_value_get_integer (number);
  else if (number != NULL && troupe_value_is (number, TROUPE_VALUE_DOUBLE))
    *score = troupe_value_get_double (number);
  else
    return FALSE;
  text = troupe_value_get_member_text (value, "reason");
  *reason = g_strdup (text != NULL ? text : "");
  return *score >= 0 && *score <= 1;
}
