/* troupe-agent-hooks.c: calls of the hooks of `crewai.hooks`, and their event
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-hooks"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-hooks.h"

/* A call of the hooks of one point. */
typedef struct
{
  TroupeEventBus *bus;
  TroupeScope *scope;
  char *role;
  char *point;
  TroupeAgentHookedFunc func;
  gpointer data;
} Dispatch;

gboolean
troupe_agent_hooks_exist (const TroupeAgentHooks *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->exist != NULL && self->exist (self->user_data);
}

void
troupe_agent_hooks_begin (const TroupeAgentHooks *self, const char *point, TroupeMapBuilder *call)
{
  static const char *const keys[] = { "agent", "task", "crew" };

  g_return_if_fail (self != NULL && point != NULL);

  troupe_map_builder_init (call);
  troupe_map_builder_add (call, "point", troupe_value_new_string (point, -1));
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      TroupeValue *value =
          self->about != NULL ? troupe_value_get_member (self->about, keys[i]) : NULL;

      troupe_map_builder_add (call, keys[i],
                              value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
    }
}

static void
hooked_cb (TroupeValue *result, GError *error, gpointer user_data)
{
  Dispatch *dispatch = user_data;

  g_assert (result == NULL || error == NULL);

  if (result != NULL)
    {
      static const char *const keys[] = { "outcome", "hook_count", "duration_ms", "abort_reason",
                                          "abort_source" };
      TroupeMapBuilder fields;

      if (troupe_agent_events_are_watched (dispatch->bus))
        {
          troupe_agent_events_begin (&fields, dispatch->role);
          troupe_agent_events_add_text (&fields, "interception_point", dispatch->point);
          for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
            {
              TroupeValue *value = troupe_value_get_member (result, keys[i]);

              troupe_map_builder_add (&fields, keys[i],
                                      value != NULL ? troupe_value_ref (value)
                                                    : troupe_value_new_null ());
            }
          troupe_agent_events_emit (dispatch->bus, TROUPE_EVENT_HOOK_DISPATCHED, dispatch->scope,
                                    &fields);
        }
    }
  dispatch->func (result, error, dispatch->data);
  g_free (dispatch->role);
  g_free (dispatch->point);
  g_free (dispatch);
}

void
troupe_agent_hooks_call (const TroupeAgentHooks *self,
                         TroupeMapBuilder *call,
                         TroupeEventBus *bus,
                         TroupeScope *scope,
                         const char *role,
                         GCancellable *cancellable,
                         TroupeAgentHookedFunc func,
                         gpointer func_data)
{
  g_autoptr (TroupeValue) value = troupe_map_builder_end (call);
  Dispatch *dispatch = NULL;

  g_return_if_fail (self != NULL && self->call != NULL && func != NULL);

  dispatch = g_new0 (Dispatch, 1);
  dispatch->bus = bus;
  dispatch->scope = scope;
  dispatch->role = g_strdup (role);
  dispatch->point = g_strdup (
      troupe_value_get_string (troupe_value_map_lookup_string (value, "point", -1), NULL));
  dispatch->func = func;
  dispatch->data = func_data;
  self->call (value, cancellable, hooked_cb, dispatch, self->user_data);
}

const char *
troupe_agent_hooks_get_text (TroupeValue *result, const char *key)
{
  TroupeValue *value = result != NULL ? troupe_value_get_member (result, key) : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

const char *
troupe_agent_hooks_get_abort (TroupeValue *result)
{
  return troupe_agent_hooks_get_text (result, "abort_reason");
}
