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

typedef struct
{
  TroupeFlowReader *reader;
  TroupeKeyFinder *finder;
} SecretCheck;

/* Reports a text that is an API key. */
static void
check_text_cb (const char *key, JsonNode *node, gpointer user_data)
{
  SecretCheck *self = user_data;
  g_autofree char *found = NULL;
  g_autofree char *warning = NULL;
  TroupeProblem *problem;

  if (!troupe_json_node_is_text (node))
    return;
  found = troupe_key_finder_find_member (self->finder, key, json_node_get_string (node));
  if (found == NULL)
    return;
  warning = troupe_key_finder_make_warning (found);
  problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node,
                                       "key_in_document", "%s", warning);
  if (g_strcmp0 (key, "api_key") == 0)
    troupe_diagnosis_offer_removal (problem);
  else
    problem->fix = g_strdup (troupe_key_finder_get_advice ());
}

void
troupe_diagnose_secrets (TroupeFlowDiagnosis *self, const char *key, JsonNode *node)
{
  g_autoptr (TroupeKeyFinder) finder = NULL;
  SecretCheck check;

  g_return_if_fail (self != NULL && node != NULL);

  if (self->reader->stands_for_crew)
    return;
  finder = troupe_key_finder_new ();
  check = (SecretCheck){ self->reader, finder };
  troupe_flow_reader_visit_leaves (self->reader, key, node, check_text_cb, &check);
}
