/* troupe-run-extent.c: which part of a document a run executes, and with which inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-extent"

#include "config.h"

#include "troupe-run-extent.h"
#include "troupe-run-kind.h"
#include "troupe-run-options.h"

gboolean
troupe_run_set_until (TroupeRun *self, const char *name, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL, FALSE);

  if (!troupe_run_get_kind (self)->check_part (self, name, error))
    return FALSE;
  troupe_set_str (&troupe_run_get_options (self)->until, name);
  return TRUE;
}

gboolean
troupe_run_set_only (TroupeRun *self, const char *name, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL, FALSE);

  if (!troupe_run_get_kind (self)->check_part (self, name, error))
    return FALSE;
  troupe_set_str (&troupe_run_get_options (self)->only, name);
  return TRUE;
}

gboolean
troupe_run_set_input_of (TroupeRun *self, const char *name, TroupeValue *value, GError **error)
{
  const TroupeRunKind *kind = NULL;
  g_autoptr (TroupeValue) before = NULL;
  TroupeMapBuilder none;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && name != NULL && value != NULL, FALSE);

  kind = troupe_run_get_kind (self);
  if (!kind->check_part (self, name, error) || !kind->check_input (self, name, value, error))
    return FALSE;
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
