/* troupe-breakpoint-condition.c: expressions that are the conditions of breakpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-breakpoint-condition"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-breakpoint-condition.h"

static const TroupeCelRoot roots[] = {
  [TROUPE_BREAKPOINT_ROOT_STATE] = { "state", FALSE },
  [TROUPE_BREAKPOINT_ROOT_OUTPUTS] = { "outputs", FALSE },
  [TROUPE_BREAKPOINT_ROOT_INPUTS] = { "inputs", FALSE },
  [TROUPE_BREAKPOINT_ROOT_INPUT] = { "input", FALSE },
  [TROUPE_BREAKPOINT_ROOT_EVENT] = { "event", FALSE },
  [TROUPE_BREAKPOINT_N_ROOTS] = { NULL, FALSE },
};

TroupeCelProgram *
troupe_breakpoint_condition_compile (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  return troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, roots, error);
}

gboolean
troupe_breakpoint_condition_check (const char *text, TroupeCelType *const *types, GError **error)
{
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeCelType) type = NULL;
  TroupeCelKinds kinds = TROUPE_CEL_KIND_UNKNOWN;

  g_return_val_if_fail (text != NULL, FALSE);

  program = troupe_breakpoint_condition_compile (text, error);
  if (program == NULL || !troupe_cel_type_check (program, types, error))
    return FALSE;
  type = troupe_cel_type_infer (program, types);
  kinds = type != NULL ? troupe_cel_type_get_kinds (type) : TROUPE_CEL_KIND_UNKNOWN;
  if (kinds == TROUPE_CEL_KIND_UNKNOWN || (kinds & TROUPE_CEL_KIND_BOOLEAN) != 0)
    return TRUE;
  g_set_error_literal (
      error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION,
      _ ("The expression is neither true nor false. Compare its value, such as with "
         "==."));
  return FALSE;
}
