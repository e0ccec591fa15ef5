/* troupe-run-extent.c: which part of a document a run executes, and with which inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-extent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-prepared-crew.h"
#include "troupe-run-crew.h"
#include "troupe-run-extent.h"
#include "troupe-run-options.h"

/* Returns TRUE if the crew that the flow wraps has such a task. */
static gboolean
has_task (TroupeRun *self, const char *name)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_run_get_flow (self), TROUPE_RUN_CREW_METHOD);
  TroupePreparedCrew *prepared =
      troupe_prepared_crew_new (method->action, troupe_run_get_options (self)->folder);
  const gboolean is_found =
      prepared->crew != NULL && troupe_run_crew_find_task (prepared->crew, name) >= 0;

  g_assert (TROUPE_IS_RUN (self));

  troupe_prepared_crew_free (prepared);
  return is_found;
}

static gboolean
check_name (TroupeRun *self, const char *name, GError **error)
{
  g_assert (TROUPE_IS_RUN (self));

  if (troupe_run_is_crew (self) && !has_task (self, name))
    g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                 /* Translators: %s is the name or number of a task that the user entered */
                 _ ("The crew has no task “%s”: specify its name or number."), name);
  else if (!troupe_run_is_crew (self) &&
           troupe_flow_find_method (troupe_run_get_flow (self), name) == NULL)
    g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                 _ ("The flow has no method “%s”."), name);
  else
    return TRUE;
  return FALSE;
}

gboolean
troupe_run_set_until (TroupeRun *self, const char *name, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL, FALSE);

  if (!check_name (self, name, error))
    return FALSE;
  troupe_set_str (&troupe_run_get_options (self)->until, name);
  return TRUE;
}

gboolean
troupe_run_set_only (TroupeRun *self, const char *name, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL, FALSE);

  if (!check_name (self, name, error))
    return FALSE;
  troupe_set_str (&troupe_run_get_options (self)->only, name);
  return TRUE;
}

static gboolean
takes_input (TroupeRun *self, const char *name)
{
  const TroupeFlowMethod *method =
      troupe_run_is_crew (self) ? NULL : troupe_flow_find_method (troupe_run_get_flow (self), name);

  g_assert (TROUPE_IS_RUN (self));

  return method == NULL || (method->action->type != TROUPE_ACTION_EXPRESSION &&
                            method->action->type != TROUPE_ACTION_EACH);
}

gboolean
troupe_run_set_input_of (TroupeRun *self, const char *name, TroupeValue *value, GError **error)
{
  g_autoptr (TroupeValue) before = NULL;
  TroupeMapBuilder none;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL && value != NULL, FALSE);

  if (!check_name (self, name, error))
    return FALSE;
  if (!takes_input (self, name))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                   _ ("“%s” is given no input: expressions use the state and outputs."), name);
      return FALSE;
    }
  if (troupe_run_is_crew (self) && !troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                   _ ("The input of the task “%s” must be a string: the context of the task."),
                   name);
      return FALSE;
    }
  before = g_steal_pointer (&troupe_run_get_options (self)->inputs_of);
  if (before == NULL)
    {
      troupe_map_builder_init (&none);
      before = troupe_map_builder_end (&none);
    }
  troupe_run_get_options (self)->inputs_of = troupe_value_map_with (before, name, value);
  return TRUE;
}

void
troupe_run_set_ignores_pins (TroupeRun *self, gboolean ignores)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_get_options (self)->ignores_pins = ignores;
}
