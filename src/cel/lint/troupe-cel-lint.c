/* troupe-cel-lint.c: linter for differences between CrewAI's CEL evaluator and the specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-lint"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-cel-functions.h"
#include "troupe-cel-lint-private.h"

/* The limit is low, because parts are short and examples are small. */
#define MAX_STEPS 10000

/* Parts that are nested more deeply are not evaluated, but their own parts are, so that the cost
 * stays proportional. */
#define DEEPEST_PART 64

/* Maximum length of a part or value in a message, in characters. */
#define MAX_SHOWN 48

typedef struct
{
  TroupeCelLintWriter writer;
  const TroupeCelType **locals;
  TroupeCelNoteFunc on_note;
  gpointer user_data;
  guint n_notes;
} Lint;

static void
tell (Lint *self, gsize start, gsize end, const char *message, const char *suggestion)
{
  TroupeCelNote note = { .message = message, .suggestion = suggestion };

  g_assert (self != NULL);

  self->n_notes++;
  troupe_cel_place_locate (self->writer.program->source, start, end, &note.place);
  if (self->on_note != NULL)
    self->on_note (&note, self->user_data);
}

/* --- Evaluating in both dialects -------------------------------------------------------------- */

/* The result of a part in one dialect. */
typedef struct
{
  TroupeValue *value;
  GError *error;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_error (&self->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* Evaluates @text. @for_host: whether the value is also converted to the types that the
 * evaluator returns to its host */
static void
outcome_init (Outcome *self, const char *text, TroupeCelDialect dialect, gboolean for_host)
{
  static const TroupeCelRoot roots[] = { { NULL, FALSE } };
  TroupeCelActivation activation = { .max_steps = MAX_STEPS };
  g_autoptr (TroupeCelProgram) program = NULL;

  g_assert (self != NULL);

  program = troupe_cel_compile (text, -1, dialect, roots, &self->error);
  if (program != NULL)
    self->value = troupe_cel_program_evaluate_full (program, &activation, for_host, &self->error);
}

/* A failure may be stored in a list or map. In this case it only appears when the value is
 * converted. */
static void
outcome_init_crewai (Outcome *self, const char *text)
{
  g_auto (Outcome) host = { NULL, NULL };

  g_assert (self != NULL);

  outcome_init (self, text, TROUPE_CEL_CREWAI, FALSE);
  if (self->value == NULL || (!troupe_value_is (self->value, TROUPE_VALUE_LIST) &&
                              !troupe_value_is (self->value, TROUPE_VALUE_MAP)))
    return;
  outcome_init (&host, text, TROUPE_CEL_CREWAI, TRUE);
  if (host.value != NULL)
    return;
  g_clear_pointer (&self->value, troupe_value_unref);
  self->error = g_steal_pointer (&host.error);
}

static gboolean
outcome_is_limit (const Outcome *self)
{
  return g_error_matches (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT);
}

/* Truncates the text to one short line. (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "\n\r\t", ' ');
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) <= MAX_SHOWN)
    return g_steal_pointer (&line);
  start = g_utf8_substring (line, 0, MAX_SHOWN);
  return g_strconcat (start, "…", NULL);
}

/* (transfer full) */
static char *
outcome_describe (const Outcome *self)
{
  g_autofree char *text = NULL;

  g_assert (self != NULL);

  if (self->value == NULL)
    return g_strdup_printf (_ ("an error (%s)"), self->error->message);
  if (troupe_value_is (self->value, TROUPE_VALUE_DOUBLE) &&
      !isfinite (troupe_value_get_double (self->value)))
    {
      double number = troupe_value_get_double (self->value);

      return g_strdup (isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
    }
  text = troupe_value_to_json (self->value, TROUPE_JSON_SPACED);
  return shorten (text);
}

static void
tell_difference (Lint *self, const TroupeCelNode *node, const Outcome *spec, const Outcome *crewai)
{
  g_auto (Outcome) host = { NULL, NULL };
  g_autofree char *shown = shorten (self->writer.out->str);
  g_autofree char *here = NULL;
  g_autofree char *elsewhere = outcome_describe (spec);
  g_autofree char *message = NULL;

  g_assert (self != NULL);

  outcome_init (&host, self->writer.out->str, TROUPE_CEL_CREWAI, TRUE);
  here = outcome_describe (host.value != NULL ? &host : crewai);
  message =
      g_strdup_printf (_ ("“%s” is %s in CrewAI, but %s according to the language specification"),
                       shown, here, elsewhere);

  tell (self, node->start, node->end, message,
        troupe_cel_lint_suggest (node, self->writer.out->str));
}

/* --- Parts --------------------------------------------------------------------------------------- */

/* Returns TRUE if a difference was reported. */
static gboolean
check_part (Lint *self, const TroupeCelNode *node)
{
  g_assert (self != NULL);

  for (guint i = 0; i < TROUPE_CEL_LINT_COMBINATIONS; i++)
    {
      g_auto (Outcome) spec = { NULL, NULL };
      g_auto (Outcome) crewai = { NULL, NULL };

      g_string_truncate (self->writer.out, 0);
      self->writer.combination = i;
      self->writer.n_combinations = 1;
      if (!troupe_cel_lint_write (&self->writer, node) || i >= self->writer.n_combinations)
        return FALSE;
      outcome_init (&spec, self->writer.out->str, TROUPE_CEL_SPEC, FALSE);
      outcome_init_crewai (&crewai, self->writer.out->str);
      if (!outcome_is_limit (&spec) && !outcome_is_limit (&crewai) &&
          (spec.value == NULL || crewai.value == NULL
               ? spec.value != crewai.value
               : !troupe_value_equal (spec.value, crewai.value)))
        {
          tell_difference (self, node, &spec, &crewai);
          return TRUE;
        }
    }
  return FALSE;
}

/* Checks inner parts first, so that a difference is reported for the part that causes it and not
 * again for the enclosing parts. */
static gboolean
check (Lint *self, const TroupeCelNode *node)
{
  gboolean is_told = FALSE;

  g_assert (self != NULL);

  for (guint i = 0; i < node->n_children; i++)
    {
      if (i == 1 && node->kind >= TROUPE_CEL_NODE_ALL && node->kind <= TROUPE_CEL_NODE_FILTER)
        {
          const TroupeCelType *range = troupe_cel_lint_get_type (&self->writer, node->children[0]);

          self->locals[node->slot] = range == NULL ? NULL : range->element;
        }
      is_told |= check (self, node->children[i]);
    }
  return is_told || (node->depth <= DEEPEST_PART && check_part (self, node));
}

guint
troupe_cel_lint (TroupeCelProgram *program,
                 TroupeCelType *const *types,
                 TroupeCelNoteFunc on_note,
                 gpointer user_data)
{
  Lint self = {
    .writer = { .program = program, .types = types, .first_bound = G_MAXUINT },
    .on_note = on_note,
    .user_data = user_data,
  };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree const TroupeCelType **locals = NULL;

  g_return_val_if_fail (program != NULL, 0);
  g_return_val_if_fail (program->dialect == TROUPE_CEL_CREWAI, 0);

  locals = g_new0 (const TroupeCelType *, program->n_locals + 1);
  self.writer.out = out;
  self.writer.locals = self.locals = locals;
  check (&self, program->top);
  return self.n_notes;
}

/* --- Syntax that CrewAI does not support ------------------------------------------------------ */

guint
troupe_cel_lint_text (const char *text,
                      const TroupeCelRoot *roots,
                      TroupeCelType *const *types,
                      TroupeCelNoteFunc on_note,
                      gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeCelProgram) spec = NULL;
  g_autofree char *message = NULL;
  TroupeCelNote note = { 0 };

  g_return_val_if_fail (text != NULL, 0);

  program = troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, roots, &error);
  if (program != NULL)
    return troupe_cel_lint (program, types, on_note, user_data);
  spec = troupe_cel_compile_field (text, TROUPE_CEL_SPEC, roots, NULL);
  if (spec == NULL || !troupe_cel_error_get_place (error, &note.place))
    return 0;
  message = g_strdup_printf (
      _ ("CrewAI cannot parse this, although the language specification allows it: %s"),
      error->message);
  note.message = message;
  if (error->code == TROUPE_CEL_ERROR_UNKNOWN_ROOT)
    note.suggestion =
        troupe_cel_type_is_known (troupe_cel_error_get_word (error))
            ? _ ("type names are not available in CrewAI: compare with the type of a value, as "
                 "in type(0)")
            : _ ("CrewAI does not have this function: compute the value in a separate step");
  else if (text[note.place.start] == '`')
    note.suggestion = _ ("write the name in brackets, as in state[\"content-type\"]");
  else if (text[note.place.start] == '?')
    note.suggestion = _ ("check with has() first, as in has(state.topic) ? state.topic : \"\"");
  else
    note.suggestion = NULL;
  if (on_note != NULL)
    on_note (&note, user_data);
  return 1;
}
