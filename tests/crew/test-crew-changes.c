/* test-crew-changes.c: short descriptions of the changes of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include "crew-project.h"
#include "troupe-crew-changes.h"

#define AGENT(name, role, more)                                                                    \
  "'" name "': {'role': '" role "', 'goal': 'g', 'backstory': 'b'" more "}"
#define TASK(name, more)                                                                           \
  "{" name "'description': 'd', 'expected_output': 'x', 'agent': 'a'" more "}"
#define CREW(agents, tasks, more) "{'agents': {" agents "}, 'tasks': [" tasks "]" more "}"
#define ONE AGENT ("a", "Role A", "")
#define TWO ONE ", " AGENT ("b", "Role B", "")
#define GATHER TASK ("'name': 'gather', ", "")
#define WRITE TASK ("'name': 'write', ", "")
#define GUARDED TASK ("'name': 'gather', ", ", 'guardrail': 'Be short.'")
#define NAMELESS TASK ("", "")

static void
test_changes (void)
{
  static const struct
  {
    const char *before, *after;
    const char *text;
    guint n;
  } cases[] = {
    { CREW (ONE, GATHER, ""), CREW (ONE, GATHER, ""), NULL, 0 },
    /* Fields. */
    { CREW (ONE, GATHER, ""), CREW (ONE, GUARDED, ""), "gather: guardrail added", 1 },
    { CREW (ONE, GUARDED, ""), CREW (ONE, GATHER, ""), "gather: guardrail removed", 1 },
    { CREW (ONE, GATHER, ""), CREW (ONE, TASK ("'name': 'gather', ", ", 'markdown': true"), ""),
      "gather: markdown added", 1 },
    { CREW (AGENT ("a", "Role A", ", 'max_iter': 3"), GATHER, ""),
      CREW (AGENT ("a", "Role A", ", 'max_iter': 4"), GATHER, ""), "Role A: max_iter changed", 1 },
    { CREW (ONE, GATHER, ""), CREW (ONE, GATHER, ", 'memory': true"), "memory added", 1 },
    /* Tasks are matched by their names in any order. If tasks have no names, they are matched by
     * their positions. */
    { CREW (ONE, GATHER ", " WRITE, ""), CREW (ONE, WRITE ", " GATHER, ""), NULL, 0 },
    { CREW (ONE, GATHER, ""), CREW (ONE, GATHER ", " WRITE, ""), "write added", 1 },
    { CREW (ONE, GATHER ", " WRITE, ""), CREW (ONE, GATHER, ""), "write removed", 1 },
    { CREW (ONE, NAMELESS, ""), CREW (ONE, NAMELESS ", " NAMELESS, ""), "task 2 added", 1 },
    { CREW (ONE, NAMELESS, ""), CREW (ONE, TASK ("", ", 'markdown': true"), ""),
      "task 1: markdown added", 1 },
    /* Agents are matched by their names in the document. */
    { CREW (ONE, GATHER, ""), CREW (TWO, GATHER, ""), "Role B added", 1 },
    { CREW (TWO, GATHER, ""), CREW (ONE, GATHER, ""), "Role B removed", 1 },
    /* Tasks are listed first, followed by agents and the crew. */
    { CREW (ONE, GATHER, ""), CREW (TWO, GUARDED, ", 'memory': true"),
      "gather: guardrail added, and 2 more", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeCrew) before = crew_new (cases[i].before);
      g_autoptr (TroupeCrew) after = crew_new (cases[i].after);
      guint n = 99;
      g_autofree char *text = troupe_crew_describe_changes (before, after, &n);

      g_test_message ("%u: %s", i, text != NULL ? text : "nothing");
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpuint (n, ==, cases[i].n);
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "C");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/crew/changes", test_changes);

  return g_test_run ();
}
