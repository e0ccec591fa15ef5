/* fuzz-classic.c: fuzzing of the crew.py parser and of pasted crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-crew-paste.h"
#include "troupe-crew-python.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_node (const TroupePythonNode *node)
{
  g_autoptr (JsonNode) value = troupe_python_node_to_json (node);

  g_assert_nonnull (troupe_python_node_get_last_name (node));
  g_assert_true (node->type != TROUPE_PYTHON_NODE_ITEM || node->name != NULL);
  for (guint i = 0; i < node->children->len; i++)
    check_node (node->children->pdata[i]);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (TroupeCrewPython) python = NULL;
  g_auto (TroupeCrewPaste) scrap = { NULL };

  if (!g_utf8_validate (text, -1, NULL))
    return 0;
  python = troupe_crew_python_new (text);
  for (guint i = 0; i < python->methods->len; i++)
    {
      const TroupePythonMethod *method = python->methods->pdata[i];

      g_assert_nonnull (method->name);
      if (method->result != NULL)
        check_node (method->result);
    }
  troupe_crew_paste_init (&scrap);
  g_assert_true (troupe_crew_paste_read (&scrap, text) ==
                 (scrap.names->len > 0 || scrap.tasks->len > 0));
  g_assert_cmpuint (scrap.names->len, ==, scrap.agents->len);
  return 0;
}
