/* run-crew-test.h: JSON of crews for run tests, and traces of their events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "run-test.h"

/* An agent whose model returns @answers one after the other. */
#define AGENT(name, answers)                                                                       \
  "'" name "': {'role': 'Role " name "', 'goal': 'g', 'backstory': 'b', "                          \
  "'llm': {'model': 'mock/script', 'answers': [" answers "]}}"
#define TASK(name, agent, more)                                                                    \
  "{'name': '" name "', 'description': 'Do " name "', 'expected_output': 'x', "                    \
  "'agent': '" agent "'" more "}"
#define CREW(agents, tasks, more) "{'agents': {" agents "}, 'tasks': [" tasks "]" more "}"
#define METHOD(crew, more) "'c': {'start': true, 'do': {'call': 'crew', 'with': " crew more "}}"
/* The flow that runs a crew. */
#define ALONE(crew)                                                                                \
  "{'schema': 'crewai.flow/v1', 'name': 'alone', 'x-troupe': {'crew': true}, "                     \
  "'methods': {'crew': {'start': true, 'do': {'call': 'crew', 'with': " crew "}}}}"

static inline TroupeValue *
get (TroupeValue *map, const char *key)
{
  return troupe_value_map_lookup_string (map, key, -1);
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  return troupe_value_get_string (get (map, key), NULL);
}

static inline TroupeValue *
get_task (RunTest *test, guint index)
{
  g_assert_no_error (test->result->error);
  return troupe_value_list_get (get (test->result->final, "tasks_output"), index);
}

/* Returns the events of crews and tasks, with the names of the tasks, such as `+ t1> t1< -`. */
static inline char *
trace_crew (RunTest *test)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);
      const char *name = event->scope != NULL ? event->scope->name : "";

      switch ((int) event->type)
        {
        case TROUPE_EVENT_CREW_STARTED:
          g_string_append (text, "+ ");
          break;
        case TROUPE_EVENT_CREW_FINISHED:
          g_string_append (text, "- ");
          break;
        case TROUPE_EVENT_CREW_FAILED:
          g_string_append (text, "! ");
          break;
        case TROUPE_EVENT_CREW_CANCELLED:
          g_string_append (text, "x ");
          break;
        case TROUPE_EVENT_TASK_STARTED:
          g_string_append_printf (text, "%s> ", name);
          break;
        case TROUPE_EVENT_TASK_FINISHED:
          g_string_append_printf (text, "%s< ", name);
          break;
        case TROUPE_EVENT_TASK_FAILED:
          g_string_append_printf (text, "%s! ", name);
          break;
        case TROUPE_EVENT_TASK_CANCELLED:
          g_string_append_printf (text, "%sx ", name);
          break;
        case TROUPE_EVENT_TASK_REUSED:
          g_string_append_printf (text, "%s= ", name);
          break;
        case TROUPE_EVENT_GUARDRAIL_STARTED:
          g_string_append (text, "? ");
          break;
        default:
          break;
        }
    }
  return g_strchomp (g_string_free (text, FALSE));
}

#define assert_trace(test, expected)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *trace_ = trace_crew (test);                                                   \
    g_assert_cmpstr (trace_, ==, expected);                                                        \
  }                                                                                                \
  G_STMT_END
