/* troupe-flow-keys.c: table of the keys of flows, methods and actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-keys"

#include "config.h"

#include "troupe-flow-keys.h"

/* Abbreviations that keep the rows short. */
#define A(access) TROUPE_FIELD_ACCESS_##access
#define ACTION(type) (TROUPE_FLOW_OBJECT_ACTION + (guint) TROUPE_ACTION_##type)

/* The keys of all objects: doc/flow-semantics.md §1, §9. */
static const TroupeFlowKey keys[TROUPE_FLOW_OBJECT_N][12] = {
  [TROUPE_FLOW_OBJECT_FLOW] = { { "schema", A (NONE) },
                                { "name", A (NONE) },
                                { "description", A (NONE) },
                                { "state", A (CODE) },
                                { "config", A (NONE) },
                                { "persist", A (NONE) },
                                { "conversational", A (HOST) },
                                { "methods", A (NONE) },
                                { "schema_", A (NONE) } },
  [TROUPE_FLOW_OBJECT_METHOD] = { { "description", A (NONE) },
                                  { "start", A (NONE) },
                                  { "listen", A (NONE) },
                                  { "router", A (NONE) },
                                  { "emit", A (NONE) },
                                  { "do", A (NONE) },
                                  { "persist", A (NONE) },
                                  { "human_feedback", A (HOST) } },
  [TROUPE_FLOW_OBJECT_STEP] = { { "name", A (NONE) },
                                { "if", A (NONE) },
                                { "action", A (NONE) },
                                { "if_", A (NONE) } },
  [TROUPE_FLOW_OBJECT_CHECKPOINT] = { { "location", A (PATH) },
                                      { "on_events", A (NONE) },
                                      { "provider", A (NONE) },
                                      { "max_checkpoints", A (NONE) },
                                      { "restore_from", A (NONE) } },
  [TROUPE_FLOW_OBJECT_BACKEND] = { { "persistence_type", A (NONE) }, { "db_path", A (PATH) } },
  [ACTION (EXPRESSION)] = { { "call", A (NONE) }, { "expr", A (NONE) } },
  [ACTION (EACH)] = { { "call", A (NONE) },
                      { "in", A (NONE) },
                      { "do", A (NONE) },
                      { "in_", A (NONE) } },
  [ACTION (AGENT)] = { { "call", A (NONE) }, { "with", A (HOST) }, { "with_", A (HOST) } },
  [ACTION (CREW)] = { { "call", A (NONE) },
                      { "from_declaration", A (PATH) },
                      { "with", A (HOST) },
                      { "inputs", A (NONE) },
                      { "with_", A (HOST) } },
  [ACTION (TOOL)] = { { "call", A (NONE) },
                      { "ref", A (CODE) },
                      { "with", A (NONE) },
                      { "with_", A (NONE) } },
  [ACTION (CODE)] = { { "call", A (NONE) },
                      { "ref", A (CODE) },
                      { "with", A (NONE) },
                      { "with_", A (NONE) } },
  [ACTION (SCRIPT)] = { { "call", A (NONE) }, { "code", A (CODE) }, { "language", A (NONE) } },
};

const TroupeFlowKey *
troupe_flow_keys_list (TroupeFlowObject object)
{
  g_return_val_if_fail (object < TROUPE_FLOW_OBJECT_N, NULL);

  return keys[object];
}

const char **
troupe_flow_keys_list_names (TroupeFlowObject object)
{
  const char **names = g_new0 (const char *, G_N_ELEMENTS (keys[0]) + 1);

  g_return_val_if_fail (object < TROUPE_FLOW_OBJECT_N, names);

  for (guint i = 0; i < G_N_ELEMENTS (keys[0]) && keys[object][i].key != NULL; i++)
    names[i] = keys[object][i].key;
  return names;
}
