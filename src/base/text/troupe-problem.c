/* troupe-problem.c: a problem found in a document, with its location and fix
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-problem"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-problem.h"
#include "troupe-sanitize-text.h"

G_DEFINE_BOXED_TYPE (TroupeProblem, troupe_problem, troupe_problem_ref, troupe_problem_unref)

const char *
troupe_severity_get_name (TroupeSeverity severity)
{
  switch (severity)
    {
    case TROUPE_SEVERITY_ERROR:
      return "error";
    case TROUPE_SEVERITY_WARNING:
      return "warning";
    case TROUPE_SEVERITY_PORTABILITY:
      return "portability";
    case TROUPE_SEVERITY_HINT:
      return "hint";
    default:
      g_return_val_if_reached ("error");
    }
}

TroupeProblem *
troupe_problem_new (TroupeSeverity severity,
                    const char *code,
                    const char *path,
                    const char *format,
                    ...)
{
  TroupeProblem *self;
  va_list arguments;

  g_return_val_if_fail (code != NULL && format != NULL, NULL);

  self = g_new0 (TroupeProblem, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->severity = severity;
  self->code = g_strdup (code);
  self->path = g_strdup (path != NULL ? path : "");
  va_start (arguments, format);
  self->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return self;
}

TroupeProblem *
troupe_problem_ref (TroupeProblem *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_problem_unref (TroupeProblem *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->code);
  g_free (self->path);
  g_free (self->part);
  g_free (self->method);
  g_free (self->message);
  g_free (self->fix);
  g_free (self->fix_action);
  g_free (self->fix_label);
  g_free (self);
}

gboolean
troupe_problem_fails (const TroupeProblem *self)
{
  static const char *const codes[] = { "unknown_method", "unknown_function", "unusable_declaration",
                                       NULL };

  g_return_val_if_fail (self != NULL, FALSE);

  return self->severity == TROUPE_SEVERITY_ERROR || g_strv_contains (codes, self->code);
}

gboolean
troupe_problem_fails_in_crewai (const TroupeProblem *self)
{
  /* Warnings about documents that CrewAI opens, or opens in part. */
  static const char *const codes[] = {
    "crew_outside",      "unusable_reference", "unusable_declaration",
    "unreadable_crew",   "bad_condition",      "date_in_state",
    "integer_too_large", "unfinished_agent",   "unknown_method",
    "unknown_function",  "no_condition",       "manager_tools",
    "bad_address",       "limit_too_low",      NULL
  };

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->severity == TROUPE_SEVERITY_ERROR)
    return !g_str_equal (self->code, "run_refused");
  return self->severity == TROUPE_SEVERITY_WARNING && g_strv_contains (codes, self->code);
}

char *
troupe_problem_to_text (const TroupeProblem *self, const char *file)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *other = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->part != NULL)
    {
      folder = file != NULL ? g_path_get_dirname (file) : NULL;
      other = folder == NULL || g_str_equal (folder, ".")
                  ? g_strdup (self->part)
                  : g_build_filename (folder, self->part, NULL);
    }
  text = g_string_new (other != NULL ? other : file);
  if (self->line > 0)
    {
      if (text->len > 0)
        g_string_append_c (text, ':');
      g_string_append_printf (text, "%u:%u", self->line, MAX (self->column, 1));
    }
  if (text->len > 0)
    g_string_append (text, ": ");
  g_string_append_printf (text, "%s: ", troupe_severity_get_name (self->severity));
  if (self->path[0] != '\0')
    g_string_append_printf (text, "%s: ", self->path);
  g_string_append_printf (text, "%s [%s]", self->message, self->code);
  return troupe_text_to_line (text->str);
}

char *
troupe_problem_put_place (const TroupeProblem *self, const char *text)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (self->line == 0)
    return g_strdup (text);
  if (self->part == NULL)
    return g_strdup_printf (_ ("Line %u, column %u: %s"), self->line, MAX (self->column, 1), text);
  /* Translators: the placeholders are a file, a line, a column, and what is wrong. */
  return g_strdup_printf (_ ("%s, line %u, column %u: %s"), self->part, self->line,
                          MAX (self->column, 1), text);
}

char *
troupe_problem_to_sentence (const TroupeProblem *self)
{
  g_autofree char *at = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  at = self->path[0] != '\0' ? g_strdup_printf ("%s: %s", self->path, self->message)
                             : g_strdup (self->message);
  text = troupe_problem_put_place (self, at);
  return troupe_text_to_line (text);
}
