/* troupe-flow-agent-python.c: Python objects and callbacks of an agent action in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-agent-python"

#include "config.h"

#include "troupe-crew-hook-call.h"
#include "troupe-flow-agent-python.h"
#include "troupe-python-ref-fields.h"
#include "troupe-server-filter.h"

/* Path prefix of the agent's keys in its action. */
#define WITH ".with."

/* @around: context of the hooks; @agent: (nullable): the agent, as far as it is resolved;
 *   @guardrail, @step: hooks of the agent; @form: the class of its answers;
 * @n_calls: number of pending calls of `step_callback`; @drained: (nullable): called when no
 *   calls are left */
struct _TroupeFlowAgentPython
{
  TroupeCrewContext around;
  char *path;
  char *owner;
  GCancellable *cancellable;
  TroupeAgentDefinition *agent;
  TroupeCrewHook guardrail;
  TroupeCrewHook step;
  TroupeCrewHook form;
  void (*made) (TroupeAgentDefinition *agent, GError *error, gpointer user_data);
  gpointer made_data;
  guint n_calls;
  void (*drained) (gpointer user_data);
  gpointer drained_data;
};

/* --- Before the run --------------------------------------------------------------------------- */

GPtrArray *
troupe_flow_agent_python_list (TroupeAgentDefinition *agent)
{
  TroupeValue *fields = troupe_agent_definition_get_fields (agent);
  GPtrArray *parts = troupe_python_refs_list (TROUPE_DECLARED_AGENT, fields);
  const char *form = troupe_agent_definition_get_response_model (agent);
  const char *step =
      troupe_python_ref_get_reference (troupe_value_get_member (fields, "step_callback"));

  for (guint i = 0; i < parts->len; i++)
    {
      TroupePythonRef *part = g_ptr_array_index (parts, i);
      g_autofree char *path = part->path;

      part->path = g_strconcat (WITH, path, NULL);
    }
  if (form != NULL)
    troupe_python_refs_add (parts, form, TROUPE_FLOW_AGENT_FORM_PLACE);
  if (step != NULL)
    troupe_python_refs_add (parts, step, WITH "step_callback");
  return parts;
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeFlowAgentPython *
troupe_flow_agent_python_new (TroupePython *python,
                              const char *path,
                              const char *owner,
                              GCancellable *cancellable)
{
  TroupeFlowAgentPython *self = g_new0 (TroupeFlowAgentPython, 1);

  self->path = g_strdup (path);
  self->owner = g_strdup (owner);
  self->around.python = python;
  self->around.path = self->path;
  g_set_object (&self->cancellable, cancellable);
  return self;
}

void
troupe_flow_agent_python_free (TroupeFlowAgentPython *self)
{
  if (self == NULL)
    return;

  g_assert (self->n_calls == 0);
  g_free (self->path);
  g_free (self->owner);
  g_free (self->form.text);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->agent, troupe_agent_definition_unref);
  g_free (self);
}

static void
end_making (TroupeFlowAgentPython *self, GError *error)
{
  g_assert (self != NULL);

  if (error != NULL)
    self->made (NULL, error, self->made_data);
  else
    self->made (troupe_agent_definition_ref (self->agent), NULL, self->made_data);
}

static void
form_told_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) schema = troupe_crew_hook_call_finish (result, &error);
  TroupeAgentDefinition *agent = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (schema != NULL)
    agent = troupe_agent_definition_new_with_form (self->agent, schema, &error);
  if (agent != NULL)
    {
      troupe_agent_definition_unref (self->agent);
      self->agent = agent;
    }
  end_making (self, error);
}

/* Asks the Python class of the answers for its JSON schema. */
static void
ask_for_form (TroupeFlowAgentPython *self)
{
  g_free (self->form.text);
  self->form =
      (TroupeCrewHook){ TROUPE_CREW_HOOK_PYTHON,
                        g_strdup (troupe_agent_definition_get_response_model (self->agent)), NULL,
                        (char *) &TROUPE_FLOW_AGENT_FORM_PLACE[1] };
  if (self->form.text == NULL)
    end_making (self, NULL);
  else
    troupe_crew_hook_call_async (&self->around, &self->form, TROUPE_HOOK_MODEL, NULL, self->owner,
                                 self->cancellable, form_told_cb, self);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;
  g_autofree char *path = NULL;
  GError *error = NULL;
  g_autoptr (TroupeValue) fields = troupe_python_ref_fields_finish (result, &path, &error);
  TroupeAgentDefinition *agent =
      fields != NULL ? troupe_agent_definition_new (fields, &error) : NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (agent == NULL)
    {
      end_making (self, error);
      return;
    }
  troupe_agent_definition_unref (self->agent);
  self->agent = agent;
  ask_for_form (self);
}

void
troupe_flow_agent_python_make (TroupeFlowAgentPython *self,
                               TroupeAgentDefinition *agent,
                               void (*func) (TroupeAgentDefinition *agent,
                                             GError *error,
                                             gpointer user_data),
                               gpointer user_data)
{
  TroupeValue *fields = troupe_agent_definition_get_fields (agent);

  g_return_if_fail (self != NULL && func != NULL);

  self->agent = troupe_agent_definition_ref (agent);
  self->made = func;
  self->made_data = user_data;
  if (troupe_python_ref_fields_exist (TROUPE_DECLARED_AGENT, fields))
    troupe_python_ref_fields_async (&self->around, TROUPE_DECLARED_AGENT, fields, "with",
                                    self->cancellable, made_cb, self);
  else
    ask_for_form (self);
}

/* --- Hook calls ------------------------------------------------------------------------------- */

/* One answer that a guardrail checks. */
typedef struct
{
  TroupeAgentVerdictFunc func;
  gpointer data;
} Verdict;

static void
guarded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Verdict *verdict = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) pair = troupe_crew_hook_call_finish (result, &error);
  TroupeValue *with = NULL;
  gboolean is_kept = FALSE;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (pair != NULL && troupe_value_is (pair, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (pair) == 2)
    {
      TroupeValue *first = troupe_value_list_get (pair, 0);

      is_kept = troupe_value_is (first, TROUPE_VALUE_BOOLEAN) && troupe_value_get_boolean (first);
      with = troupe_value_list_get (pair, 1);
      if (troupe_value_is (with, TROUPE_VALUE_NULL))
        with = NULL;
    }
  verdict->func (is_kept, with, error, verdict->data);
}

static void
guard_cb (TroupeValue *output,
          TroupeScope *scope,
          GCancellable *cancellable,
          TroupeAgentVerdictFunc func,
          gpointer func_data,
          gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;
  Verdict *verdict = g_new0 (Verdict, 1);

  g_assert (self != NULL);

  verdict->func = func;
  verdict->data = func_data;
  troupe_crew_hook_call_async (&self->around, &self->guardrail, TROUPE_HOOK_AGENT_GUARDRAIL, output,
                               self->owner, cancellable, guarded_cb, verdict);
}

static void
validate_cb (TroupeValue *object,
             GCancellable *cancellable,
             TroupeAgentValidatedFunc validated,
             gpointer validated_data,
             gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;

  g_assert (self != NULL);

  troupe_crew_hook_validate (&self->around, &self->form, object, self->owner, cancellable,
                             validated, validated_data);
}

static void
step_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_debug ("A step callback failed: %s %d", g_quark_to_string (error->domain), error->code);
  if (--self->n_calls == 0 && self->drained != NULL)
    self->drained (self->drained_data);
}

/* Calls `step_callback`. The agent does not wait for the call to end; only the end of the action
 * does. */
static void
step_cb (TroupeValue *step, gpointer user_data)
{
  TroupeFlowAgentPython *self = user_data;

  g_assert (self != NULL);

  self->n_calls++;
  troupe_crew_hook_call_async (&self->around, &self->step, TROUPE_HOOK_STEP, step, self->owner,
                               self->cancellable, step_done_cb, self);
}

void
troupe_flow_agent_python_fill_call (TroupeFlowAgentPython *self, TroupeAgentContext *call)
{
  TroupeValue *fields = NULL;

  g_return_if_fail (self != NULL && self->agent != NULL && call != NULL);

  call->hooks = troupe_crew_hook_list_registered (&self->around);
  fields = troupe_agent_definition_get_fields (self->agent);
  self->guardrail = (TroupeCrewHook){ TROUPE_CREW_HOOK_PYTHON,
                                      (char *) troupe_python_ref_get_reference (
                                          troupe_value_get_member (fields, "guardrail")),
                                      NULL, (char *) &(WITH "guardrail")[1] };
  self->step = (TroupeCrewHook){ TROUPE_CREW_HOOK_PYTHON,
                                 (char *) troupe_python_ref_get_reference (
                                     troupe_value_get_member (fields, "step_callback")),
                                 NULL, (char *) &(WITH "step_callback")[1] };
  if (self->guardrail.text != NULL)
    {
      call->guard_func = guard_cb;
      call->guard_data = self;
      call->guard_name = troupe_crew_hook_get_name (&self->guardrail);
    }
  if (self->form.text != NULL)
    {
      call->validate_func = validate_cb;
      call->validate_data = self;
    }
  if (self->step.text != NULL)
    {
      call->step_func = step_cb;
      call->step_data = self;
    }
}

void
troupe_flow_agent_python_set_filter (TroupeFlowAgentPython *self, TroupeAgentServers *servers)
{
  g_return_if_fail (self != NULL && self->agent != NULL && servers != NULL);

  troupe_agent_servers_set_filter (
      servers, troupe_server_filter_ask,
      troupe_server_filter_new (&self->around, "with",
                                troupe_agent_definition_get_fields (self->agent)),
      (GDestroyNotify) troupe_server_filter_free);
}

void
troupe_flow_agent_python_drain (TroupeFlowAgentPython *self,
                                void (*func) (gpointer user_data),
                                gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->drained = func;
  self->drained_data = user_data;
  if (self->n_calls == 0)
    func (user_data);
}
