/* troupe-flow-turn.c: built-in methods of a conversation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-turn"

#include "config.h"

#include "troupe-flow.h"

#define MODULE "crewai.flow.conversational_mixin:_ConversationalMixin."
#define ROW(name, route)                                                                           \
  {                                                                                                \
    name, MODULE name, route                                                                       \
  }

static const struct
{
  const char *method;
  const char *reference;
  const char *route;
} turns[TROUPE_TURN_N_KINDS] = {
  [TROUPE_TURN_ROUTE] = ROW ("route_conversation", NULL),
  [TROUPE_TURN_CONVERSE] = ROW ("converse_turn", "converse"),
  [TROUPE_TURN_END] = ROW ("end_conversation", "end"),
  [TROUPE_TURN_HISTORY] = ROW ("answer_from_history_turn", "answer_from_history"),
};

TroupeTurnKind
troupe_flow_action_get_turn (const TroupeFlowAction *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_TURN_OTHER);

  if (self->type != TROUPE_ACTION_CODE || self->reference == NULL)
    return TROUPE_TURN_OTHER;
  for (guint i = TROUPE_TURN_ROUTE; i < TROUPE_TURN_N_KINDS; i++)
    if (g_str_equal (self->reference, turns[i].reference))
      return (TroupeTurnKind) i;

  return TROUPE_TURN_OTHER;
}

const char *
troupe_turn_kind_get_method (TroupeTurnKind kind)
{
  g_return_val_if_fail (kind < TROUPE_TURN_N_KINDS, NULL);

  return turns[kind].method;
}

const char *
troupe_turn_kind_get_reference (TroupeTurnKind kind)
{
  g_return_val_if_fail (kind < TROUPE_TURN_N_KINDS, NULL);

  return turns[kind].reference;
}

const char *
troupe_turn_kind_get_route (TroupeTurnKind kind)
{
  g_return_val_if_fail (kind < TROUPE_TURN_N_KINDS, NULL);

  return turns[kind].route;
}
