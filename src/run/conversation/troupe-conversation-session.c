/* troupe-conversation-session.c: session of a conversation with a flow, turn by turn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation-session"

#include "config.h"

#include "troupe-base.h"
#include "troupe-conversation-session.h"

/* @is_declared: whether the ID comes from the document instead of the user; @n_before: number of messages before the
 * current turn */
struct _TroupeConversationSession
{
  GObject parent_instance;

  TroupeFlow *flow;
  char *name;
  char *id;
  gboolean is_declared;
  TroupeValue *state;
  gsize n_before;
  gint64 spent;
};

G_DEFINE_FINAL_TYPE (TroupeConversationSession, troupe_conversation_session, G_TYPE_OBJECT)

static void
troupe_conversation_session_finalize (GObject *object)
{
  TroupeConversationSession *self = TROUPE_CONVERSATION_SESSION (object);

  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_free (self->name);
  g_free (self->id);
  G_OBJECT_CLASS (troupe_conversation_session_parent_class)->finalize (object);
}

static void
troupe_conversation_session_class_init (TroupeConversationSessionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = troupe_conversation_session_finalize;
}

static void
troupe_conversation_session_init (TroupeConversationSession *self)
{
}

/* Returns the id in the document's default state. (transfer none) (nullable) */
static const char *
find_declared_id (TroupeFlow *flow)
{
  TroupeValue *defaults = troupe_flow_get_state_default (flow);
  TroupeValue *id = defaults != NULL && troupe_value_is (defaults, TROUPE_VALUE_MAP)
                        ? troupe_value_map_lookup_string (defaults, "id", -1)
                        : NULL;

  return id != NULL && troupe_value_is (id, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (id, NULL)
             : NULL;
}

TroupeConversationSession *
troupe_conversation_session_new (TroupeFlow *flow, const char *id, const char *name)
{
  TroupeConversationSession *self = NULL;

  g_return_val_if_fail (flow != NULL && name != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CONVERSATION_SESSION, NULL);
  self->flow = troupe_flow_ref (flow);
  self->name = g_strdup (name);
  if (id == NULL)
    {
      id = find_declared_id (flow);
      self->is_declared = id != NULL;
    }
  self->id = id != NULL ? g_strdup (id) : g_uuid_string_random ();
  return self;
}

void
troupe_conversation_session_set_flow (TroupeConversationSession *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_CONVERSATION_SESSION (self));
  g_return_if_fail (flow != NULL);

  troupe_flow_ref (flow);
  troupe_flow_unref (self->flow);
  self->flow = flow;
}

void
troupe_conversation_session_set_state (TroupeConversationSession *self, TroupeValue *state)
{
  g_return_if_fail (TROUPE_IS_CONVERSATION_SESSION (self));
  g_return_if_fail (state == NULL || troupe_value_is (state, TROUPE_VALUE_MAP));

  if (state != NULL)
    troupe_value_ref (state);
  g_clear_pointer (&self->state, troupe_value_unref);
  self->state = state;
}

const char *
troupe_conversation_session_get_id (TroupeConversationSession *self)
{
  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), NULL);

  return self->id;
}

TroupeValue *
troupe_conversation_session_get_state (TroupeConversationSession *self)
{
  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), NULL);

  return self->state;
}

gint64
troupe_conversation_session_get_spent (TroupeConversationSession *self)
{
  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), 0);

  return self->spent;
}

static TroupeValue *
get_messages (TroupeConversationSession *self)
{
  TroupeValue *messages =
      self->state != NULL ? troupe_value_map_lookup_string (self->state, "messages", -1) : NULL;

  g_assert (TROUPE_IS_CONVERSATION_SESSION (self));

  return messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST) ? messages : NULL;
}

TroupeRun *
troupe_conversation_session_make_run (TroupeConversationSession *self,
                                      const TroupeConversationTurn *turn,
                                      TroupeFlowDocument **document,
                                      GError **error)
{
  TroupeConversationTurn whole = { 0 };
  g_autoptr (TroupeFlowDocument) made = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  TroupeMapBuilder builder;
  TroupeRun *run = NULL;

  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), NULL);
  g_return_val_if_fail (turn != NULL && document != NULL, NULL);

  whole = *turn;
  whole.state = self->state;
  made = troupe_conversation_make_flow (self->flow, &whole, self->name, error);
  if (made == NULL)
    return NULL;
  self->n_before =
      get_messages (self) != NULL ? troupe_value_list_get_length (get_messages (self)) : 0;
  run = troupe_run_new (troupe_flow_document_get_flow (made));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (self->id, -1));
  inputs = troupe_map_builder_end (&builder);
  troupe_run_set_inputs (run, inputs);
  troupe_run_set_id_declared (run, self->is_declared);
  *document = g_steal_pointer (&made);
  return run;
}

/* A failed turn leaves the user's message in the state, as in CrewAI. */
void
troupe_conversation_session_take_result (TroupeConversationSession *self,
                                         TroupeRun *run,
                                         const TroupeRunResult *result)
{
  g_return_if_fail (TROUPE_IS_CONVERSATION_SESSION (self));
  g_return_if_fail (TROUPE_IS_RUN (run) && result != NULL);

  self->spent += troupe_run_get_spent (run);
  if (result->state == NULL || !troupe_value_is (result->state, TROUPE_VALUE_MAP))
    return;
  g_clear_pointer (&self->state, troupe_value_unref);
  self->state = troupe_value_ref (result->state);
}

gboolean
troupe_conversation_session_has_turn_scope (TroupeConversationSession *self)
{
  TroupeValue *block = NULL;
  TroupeValue *scope = NULL;
  TroupeValue *defers = NULL;

  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), FALSE);

  block = troupe_flow_get_conversation (self->flow);
  if (block == NULL)
    return TRUE;
  scope = troupe_value_map_lookup_string (block, "trace_scope", -1);
  if (scope != NULL && troupe_value_is (scope, TROUPE_VALUE_STRING))
    return g_str_equal (troupe_value_get_string (scope, NULL), "turn");
  defers = troupe_value_map_lookup_string (block, "defer_trace_finalization", -1);
  return defers != NULL && troupe_value_is (defers, TROUPE_VALUE_BOOLEAN) &&
         !troupe_value_get_boolean (defers);
}

const char *
troupe_conversation_session_get_reply (TroupeConversationSession *self)
{
  TroupeValue *messages = NULL;
  gsize n = 0;

  g_return_val_if_fail (TROUPE_IS_CONVERSATION_SESSION (self), NULL);

  messages = get_messages (self);
  n = messages != NULL ? troupe_value_list_get_length (messages) : 0;
  for (gsize i = n; i > self->n_before; i--)
    {
      TroupeValue *message = troupe_value_list_get (messages, i - 1);
      TroupeValue *role = troupe_value_map_lookup_string (message, "role", -1);
      TroupeValue *content = troupe_value_map_lookup_string (message, "content", -1);

      if (role != NULL && content != NULL && troupe_value_is (role, TROUPE_VALUE_STRING) &&
          troupe_value_is (content, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (role, NULL), "assistant"))
        return troupe_value_get_string (content, NULL);
    }
  return NULL;
}
