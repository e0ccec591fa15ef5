/* test-python-tools.c: tool classes of a Python file, found without executing it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "crew-project.h"
#include "troupe-python-tools.h"

#define IMPORTS "from crewai.tools import BaseTool, tool\nfrom pydantic import BaseModel\n"

/* Writes the classes with their required arguments. (transfer full) */
static char *
describe (const char *source)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (GPtrArray) classes = NULL;
  GString *text = g_string_new (NULL);

  crew_project_write (project, "tools/x.py", source);
  classes = troupe_python_tools_read (project->folder, "x");
  for (guint i = 0; i < classes->len; i++)
    {
      const TroupePythonToolClass *class = classes->pdata[i];
      g_autofree char *arguments = g_strjoinv (" ", class->arguments);

      g_string_append_printf (text, "%s%s(%s)", i > 0 ? " " : "", class->name, arguments);
    }
  return g_string_free (text, FALSE);
}

static void
test_list (void)
{
  static const struct
  {
    const char *source;
    const char *classes;
  } cases[] = {
    { "", "" },
    { IMPORTS "@tool\ndef f(text: str) -> str:\n  return text\n", "" },
    { IMPORTS "@tool('Say')\ndef f(text: str):\n  return text\n"
              "class Input(BaseModel):\n  text: str\nclass More(Input):\n  n: int\n",
      "" },
    { "class Plain:\n  def _run(self):\n    pass\n", "" },
    { "# class A(BaseTool):\n'''\nclass B(BaseTool):\n  pass\n'''\n", "" },
    { IMPORTS "class Say(BaseTool):\n  name: str = 'say'\n"
              "  def _run(self, text: str, to, loud: bool = False, *rest, **more) -> str:\n"
              "    return text\n",
      "Say(text to)" },
    { "import crewai.tools as t\nclass Z(t.BaseTool):\n  pass\nclass A(Z):\n  pass\n", "A() Z()" },
    { "from words import Words\nclass A(Words):\n  pass\n", "A()" },
    { "try:\n  from crewai.tools import BaseTool\n  class A(BaseTool):\n    pass\n"
      "except ImportError:\n  A = None\nif True:\n  class B(BaseTool):\n    pass\n",
      "A() B()" },
    { "class A(BaseModel, BaseTool):\n  pass\nclass A(\n", "A()" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = describe (cases[i].source);

      g_test_message ("%s", cases[i].source);
      g_assert_cmpstr (found, ==, cases[i].classes);
    }
}

/* An agent whose tool is a file with functions only can be opened, with a warning. A file whose classes are not known
 * has none. */
static void
test_problem (void)
{
  static const struct
  {
    const char *text;
    gboolean is_reported;
  } cases[] = {
    { IMPORTS "@tool\ndef f(text: str):\n  return text\n", TRUE },
    { IMPORTS "class Say(BaseTool):\n  pass\n", FALSE },
    { "\xff\xfe", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new_small ();
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeCrewDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_reported = FALSE;

      crew_project_write (project, "tools/say.py", cases[i].text);
      crew_project_write (project, "agents/w.jsonc",
                          "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n \"tools\": "
                          "[\"custom:say\"]}");
      document = troupe_crew_document_load (project->folder, &problems, &error);
      g_assert_no_error (error);
      for (guint k = 0; k < problems->len; k++)
        is_reported |= g_str_equal (((TroupeProblem *) problems->pdata[k])->code, "no_tool_class");
      g_assert_cmpint (is_reported, ==, cases[i].is_reported);
      if (is_reported)
        crew_assert_problem (problems, "no_tool_class", "agents/w.jsonc", "tools[0]", 2, 12);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew/python-tools/list", test_list);
  g_test_add_func ("/crew/python-tools/problem", test_problem);

  return g_test_run ();
}
