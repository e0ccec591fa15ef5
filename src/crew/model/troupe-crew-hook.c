/* troupe-crew-hook.c: validation and parsing of guardrails, conditions and callbacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-hook"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-reference.h"

/* Variables of an expression: the output of a task. */
static const TroupeCelRoot roots[] = { { "output", FALSE }, { NULL, FALSE } };

static gboolean
is_expression (TroupeValue *value)
{
  return troupe_crew_has (value, "cel");
}

static TroupeCelProgram *
compile (TroupeValue *value, GError **error)
{
  return troupe_cel_compile_field (troupe_value_get_member_text (value, "cel"), TROUPE_CEL_CREWAI,
                                   roots, error);
}

static void
check_expression (TroupeCrewReader *reader, TroupeValue *value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelProgram) program = NULL;
  TroupeCelPlace place = { 0 };
  gsize mark;

  if (troupe_value_map_get_size (value) != 1 || troupe_value_get_member_text (value, "cel") == NULL)
    {
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_reference",
                                 _ ("Expected {\"cel\": \"an expression\"} and nothing else."));
      return;
    }
  program = compile (value, &error);
  mark = troupe_crew_reader_enter (reader, "cel");
  if (program == NULL)
    {
      troupe_cel_error_get_place (error, &place);
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR,
                                 error->code == TROUPE_CEL_ERROR_UNKNOWN_ROOT ? "unknown_root"
                                 : error->code == TROUPE_CEL_ERROR_EMPTY      ? "empty_expression"
                                                                              : "expression_syntax",
                                 "%s", error->message);
      troupe_crew_reader_set_spot (reader, FALSE, place.start);
    }
  else
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_PORTABILITY, "troupe_only",
                               _ ("CrewAI requires a Python function in this field and cannot load "
                                  "a crew with an expression."));
  troupe_crew_reader_leave (reader, mark);
}

void
troupe_crew_hook_check (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use)
{
  gboolean takes_text =
      use == TROUPE_CREW_HOOK_IS_GUARDRAIL || use == TROUPE_CREW_HOOK_IS_AGENT_GUARDRAIL;
  gboolean takes_cel = use == TROUPE_CREW_HOOK_IS_GUARDRAIL || use == TROUPE_CREW_HOOK_IS_CONDITION;

  if (troupe_crew_reference_is (value))
    return;
  if (takes_cel && is_expression (value))
    check_expression (reader, value);
  else if (troupe_value_is (value, TROUPE_VALUE_STRING) && !takes_text)
    {
      const char *text = troupe_value_get_string (value, NULL);
      TroupeProblem *problem = troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_ERROR, "callback_as_text",
          _ ("A function cannot be referenced by a plain string such as “%s”."), text);

      problem->fix = g_strdup_printf (_ ("Write {\"python\": \"%s\"}."), text);
      if (g_regex_match_simple ("^[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)+$", text, G_REGEX_DOLLAR_ENDONLY,
                                0))
        {
          problem->fix_action = g_strdup_printf ("set-value:{\"python\": \"%s\"}", text);
          problem->fix_label = g_strdup (_ ("Use Reference"));
        }
    }
  else if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    troupe_crew_reader_wrong_type (reader, value,
                                   takes_text ? _ ("a string or {\"python\": \"module.function\"}")
                                              : _ ("{\"python\": \"module.function\"}"));
}

void
troupe_crew_hook_check_list (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use)
{
  gboolean takes_one = use == TROUPE_CREW_HOOK_IS_GUARDRAIL &&
                       (troupe_value_is (value, TROUPE_VALUE_STRING) || is_expression (value));

  if (takes_one)
    {
      troupe_crew_hook_check (reader, value, use);
      return;
    }
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      troupe_crew_reader_wrong_type (reader, value, _ ("a list"));
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      gsize mark = troupe_crew_reader_enter_index (reader, i);

      troupe_crew_hook_check (reader, troupe_value_list_get (value, i), use);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* --- Parsing of validated hooks --------------------------------------------------------------- */

static gboolean
hook_init (TroupeCrewHook *self, TroupeValue *value, const char *path)
{
  g_assert (self != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      self->type = TROUPE_CREW_HOOK_TEXT;
      self->text = g_strdup (troupe_value_get_string (value, NULL));
    }
  else if (troupe_crew_reference_is (value))
    {
      self->type = TROUPE_CREW_HOOK_PYTHON;
      self->text = troupe_crew_reference_get_path (value);
    }
  else if (troupe_value_get_member_text (value, "cel") != NULL)
    {
      self->type = TROUPE_CREW_HOOK_CEL;
      self->text = g_strdup (troupe_value_get_member_text (value, "cel"));
      self->program = compile (value, NULL);
    }
  if (self->text == NULL)
    return FALSE;
  self->path = g_strdup (path);
  return TRUE;
}

TroupeCrewHook *
troupe_crew_hook_new (TroupeValue *value, const char *path)
{
  g_autofree TroupeCrewHook *self = g_new0 (TroupeCrewHook, 1);

  if (value == NULL || !hook_init (self, value, path))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCrewHook *
troupe_crew_hook_new_list (TroupeValue *value, const char *path, guint *n_hooks)
{
  TroupeCrewHook *hooks;

  *n_hooks = 0;
  if (value == NULL)
    return NULL;
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      hooks = troupe_crew_hook_new (value, path);
      *n_hooks = hooks != NULL ? 1 : 0;
      return hooks;
    }
  hooks = g_new0 (TroupeCrewHook, troupe_value_list_get_length (value) + 1);
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", path, i);

      *n_hooks += hook_init (&hooks[*n_hooks], troupe_value_list_get (value, i), inner) ? 1 : 0;
    }
  return hooks;
}
