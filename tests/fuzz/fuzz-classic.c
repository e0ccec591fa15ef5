/* fuzz-classic.c: fuzzing of the Python parser, of its evaluation, and of pasted crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-paste.h"
#include "troupe-python-program.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_node (const TroupePythonNode *node, gsize length)
{
  g_autoptr (JsonNode) value = troupe_python_node_to_json (node);

  g_assert_nonnull (troupe_python_node_get_last_name (node));
  g_assert_cmpuint (node->start, <=, node->end);
  g_assert_cmpuint (node->end, <=, length);
  for (guint i = 0; i < node->children->len; i++)
    check_node (node->children->pdata[i], length);
}

static void
check_statements (GPtrArray *statements, gsize length)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      for (guint k = 0; k < statement->nodes->len; k++)
        if (statement->nodes->pdata[k] != NULL)
          check_node (statement->nodes->pdata[k], length);
      check_statements (statement->body, length);
      check_statements (statement->otherwise, length);
    }
}

/* Evaluates the text, and calls whatever it defines. */
static void
check_program (const char *text)
{
  g_autoptr (TroupePythonProgram) program = troupe_python_program_new ("/nowhere", "/nowhere");
  TroupePythonModule *module =
      troupe_python_program_add (program, "/nowhere/crew.py", g_strdup (text));
  g_autoptr (GList) values = g_hash_table_get_values (module->scope->names);

  for (GList *link = values; link != NULL; link = link->next)
    {
      TroupePythonValue *value = troupe_python_call_plainly (program, link->data);
      g_autoptr (JsonNode) node = troupe_python_value_to_json (value, NULL);

      g_assert_true (troupe_python_value_get_truth (value) >= -1);
      g_assert_nonnull (troupe_python_value_get_last_name (value));
      troupe_python_value_find_note (value);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GPtrArray) statements = NULL;
  g_auto (TroupeCrewPaste) scrap = { NULL };

  if (!g_utf8_validate (text, -1, NULL))
    return 0;
  statements = troupe_python_parse (text);
  check_statements (statements, strlen (text));
  check_program (text);
  troupe_crew_paste_init (&scrap);
  g_assert_true (troupe_crew_paste_read (&scrap, text) ==
                 (scrap.names->len > 0 || scrap.tasks->len > 0));
  g_assert_cmpuint (scrap.names->len, ==, scrap.agents->len);
  return 0;
}
