/* troupe-flow-diagnose-secret.c: warns about API keys in the values of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-secret"

#include "config.h"

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-offer.h"
#include "troupe-json.h"
#include "troupe-key-finder.h"

static void
check_node (TroupeFlowReader *reader, TroupeKeyFinder *finder, const char *key, JsonNode *node)
{
  gsize mark;

  if (troupe_json_node_is_text (node))
    {
      g_autofree char *found =
          troupe_key_finder_find_member (finder, key, json_node_get_string (node));
      g_autofree char *warning = NULL;
      TroupeProblem *problem;

      if (found == NULL)
        return;
      warning = troupe_key_finder_make_warning (found);
      problem = troupe_flow_reader_report (reader, TROUPE_SEVERITY_WARNING, node, "key_in_document",
                                           "%s", warning);
      if (g_strcmp0 (key, "api_key") == 0)
        troupe_diagnosis_offer_removal (problem);
      else
        problem->fix = g_strdup (troupe_key_finder_get_advice ());
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *list = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (list); i++)
        {
          mark = troupe_flow_reader_enter_index (reader, i);
          check_node (reader, finder, key, json_array_get_element (list, i));
          troupe_flow_reader_leave (reader, mark);
        }
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          mark = troupe_flow_reader_enter (reader, name);
          check_node (reader, finder, name, member);
          troupe_flow_reader_leave (reader, mark);
        }
    }
}

void
troupe_diagnose_secrets (TroupeFlowDiagnosis *self, const char *key, JsonNode *node)
{
  g_autoptr (TroupeKeyFinder) finder = NULL;

  g_return_if_fail (self != NULL && node != NULL);

  if (self->reader->stands_for_crew)
    return;
  finder = troupe_key_finder_new ();
  check_node (self->reader, finder, key, node);
}
