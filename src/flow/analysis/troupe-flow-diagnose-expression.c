/* troupe-flow-diagnose-expression.c: diagnostics of expressions that compile but probably do not do
 * what was meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-expression"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-expression.h"
#include "troupe-flow-diagnose.h"
#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-tokens.h"
#include "troupe-flow-visit.h"

/* Longer expressions are not compared with CrewAI's rules, because each part is evaluated. */
#define LONGEST_COMPARED 2000

/* Functions that expressions may call. Any other name makes the run fail (doc/flow-semantics.md
 * §7). Differences from CrewAI are reported separately. */
static const char *const functions[] = { "size",
                                         "contains",
                                         "startsWith",
                                         "endsWith",
                                         "matches",
                                         "type",
                                         "dyn",
                                         "bool",
                                         "int",
                                         "uint",
                                         "double",
                                         "string",
                                         "bytes",
                                         "timestamp",
                                         "duration",
                                         "getFullYear",
                                         "getMonth",
                                         "getDate",
                                         "getDayOfMonth",
                                         "getDayOfWeek",
                                         "getDayOfYear",
                                         "getHours",
                                         "getMinutes",
                                         "getSeconds",
                                         "getMilliseconds",
                                         "has",
                                         "all",
                                         "exists",
                                         "exists_one",
                                         "existsOne",
                                         "map",
                                         "filter",
                                         "now",
                                         "list",
                                         "null_type",
                                         "reduce",
                                         "transformList",
                                         "transformMap",
                                         "optMap",
                                         "optFlatMap",
                                         "none",
                                         "of",
                                         "ofNonZeroValue",
                                         "hasValue",
                                         "value",
                                         "or",
                                         "orValue",
                                         "charAt",
                                         "indexOf",
                                         "lastIndexOf",
                                         "substring",
                                         "lowerAscii",
                                         "upperAscii",
                                         "trim",
                                         "reverse",
                                         "replace",
                                         "split",
                                         "join",
                                         "format",
                                         "quote",
                                         "greatest",
                                         "least",
                                         "ceil",
                                         "floor",
                                         "round",
                                         "trunc",
                                         "isNaN",
                                         "isInf",
                                         "isFinite",
                                         "abs",
                                         "sign",
                                         "sqrt",
                                         "bitAnd",
                                         "bitOr",
                                         "bitXor",
                                         "bitNot",
                                         "bitShiftLeft",
                                         "bitShiftRight",
                                         "encode",
                                         "decode",
                                         "bind",
                                         "min",
                                         "slice",
                                         "sort",
                                         "sortBy",
                                         "flatten",
                                         "distinct",
                                         "range",
                                         "first",
                                         "last",
                                         "transformMapEntry",
                                         "unquote",
                                         "isIP",
                                         "isCIDR",
                                         "ip",
                                         "cidr",
                                         "not_strictly_false",
                                         "block",
                                         "index",
                                         "iterVar",
                                         "accuVar",
                                         NULL };

gboolean
troupe_token_is (const char *text, const TroupeCelToken *token, const char *word)
{
  gsize length = strlen (word);

  return token->end - token->start == length && memcmp (text + token->start, word, length) == 0;
}

TroupeProblem *
troupe_diagnosis_report_at (TroupeFlowDiagnosis *self,
                            const TroupeFlowSpot *spot,
                            const TroupeTextSpan *span,
                            TroupeSeverity severity,
                            const char *code,
                            const char *format,
                            ...)
{
  g_autofree char *message = NULL;
  TroupeProblem *problem;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  problem = troupe_flow_reader_report (self->reader, severity, spot->node, code, "%s", message);
  troupe_flow_reader_place_inside (self->reader, problem, spot->node, spot->start + span->start);
  return problem;
}

void
troupe_diagnosis_offer_text (TroupeProblem *problem,
                             const TroupeFlowSpot *spot,
                             const TroupeTextSpan *span,
                             const char *text)
{
  troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Write “%s”."), text),
                          g_strdup_printf ("replace:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ":%s",
                                           spot->start + span->start, spot->start + span->end,
                                           text),
                          g_strdup_printf (_ ("Use “%s”"), text));
}

/* --- Functions and string literals ------------------------------------------------------------ */

const char *const *
troupe_flow_list_functions (void)
{
  return functions;
}

static void
check_functions (TroupeFlowDiagnosis *self,
                 const TroupeFlowSpot *spot,
                 const char *text,
                 const TroupeCelToken *tokens,
                 guint n_tokens)
{
  for (guint i = 0; i + 1 < n_tokens; i++)
    {
      TroupeTextSpan span = { tokens[i].start, tokens[i].end };
      g_autofree char *name = NULL;
      TroupeProblem *problem;
      const char *near;

      if (tokens[i].type != TROUPE_CEL_TOKEN_NAME || !troupe_token_is (text, &tokens[i + 1], "("))
        continue;
      name = g_strndup (text + span.start, span.end - span.start);
      if (g_strv_contains (functions, name))
        continue;
      problem = troupe_diagnosis_report_at (
          self, spot, &span, TROUPE_SEVERITY_WARNING, "unknown_function",
          _ ("Unknown function “%s”. The run will fail when it evaluates this expression."), name);
      near = troupe_nearest_word (name, functions);
      if (near != NULL)
        troupe_diagnosis_offer_text (problem, spot, &span, near);
    }
}

/* Reports `'Hello ${state.name}'` in an expression, where it is not a template. */
static void
check_texts (TroupeFlowDiagnosis *self,
             const TroupeFlowSpot *spot,
             const char *text,
             const TroupeCelToken *tokens,
             guint n_tokens)
{
  for (guint i = 0; i < n_tokens && spot->type != TROUPE_SPOT_TEMPLATE; i++)
    {
      TroupeTextSpan span = { tokens[i].start, tokens[i].end };
      const char *opening;

      if (tokens[i].type != TROUPE_CEL_TOKEN_STRING)
        continue;
      opening = g_strstr_len (text + span.start, (gssize) (span.end - span.start), "${");
      if (opening == NULL || memchr (opening, '}', (gsize) (text + span.end - opening)) == NULL)
        continue;
      troupe_diagnosis_report_at (
          self, spot, &span, TROUPE_SEVERITY_WARNING, "template_in_expression",
          _ ("“${…}” inside a quoted string of an expression is not replaced."))
          ->fix = g_strdup (_ ("Concatenate strings with +, as in 'Hello ' + state.name."));
      return;
    }
}

/* --- Required types --------------------------------------------------------------------------- */

/* Returns the type of an expression that consists of a single literal. */
static TroupeCelKinds
get_literal_kind (const char *text, const TroupeCelToken *tokens, guint n_tokens)
{
  guint depth = 0;
  const char *opening;

  if (n_tokens == 0)
    return TROUPE_CEL_KIND_UNKNOWN;
  if (n_tokens == 1 && tokens->type == TROUPE_CEL_TOKEN_STRING)
    return TROUPE_CEL_KIND_STRING;
  if (n_tokens == 1 && tokens->type == TROUPE_CEL_TOKEN_NUMBER)
    return TROUPE_CEL_KIND_NUMBER;
  if (n_tokens == 1 && tokens->type == TROUPE_CEL_TOKEN_KEYWORD)
    return text[tokens->start] == 'n' ? TROUPE_CEL_KIND_NULL : TROUPE_CEL_KIND_BOOLEAN;
  opening = strchr ("[{", text[tokens->start]);
  if (tokens->type != TROUPE_CEL_TOKEN_OPERATOR || opening == NULL || *opening == '\0')
    return TROUPE_CEL_KIND_UNKNOWN;
  for (guint i = 0; i < n_tokens; i++)
    {
      if (tokens[i].type != TROUPE_CEL_TOKEN_OPERATOR)
        continue;
      depth += strchr ("[{(", text[tokens[i].start]) != NULL;
      depth -= strchr ("]})", text[tokens[i].start]) != NULL;
      if (depth == 0 && i + 1 < n_tokens)
        return TROUPE_CEL_KIND_UNKNOWN;
    }
  return *opening == '[' ? TROUPE_CEL_KIND_LIST : TROUPE_CEL_KIND_MAP;
}

/* Returns the type of `outputs.M`, according to the action of M. */
static TroupeCelKinds
get_output_kind (TroupeFlowDiagnosis *self,
                 const char *text,
                 const TroupeCelToken *tokens,
                 guint n_tokens)
{
  g_autofree char *name = NULL;
  const TroupeFlowMethod *method;

  g_assert (self != NULL);

  if (n_tokens != 3 || !troupe_token_is (text, &tokens[0], "outputs") ||
      !troupe_token_is (text, &tokens[1], "."))
    return TROUPE_CEL_KIND_UNKNOWN;
  name = g_strndup (text + tokens[2].start, tokens[2].end - tokens[2].start);
  method = troupe_flow_find_method (self->flow, name);
  if (method == NULL)
    return TROUPE_CEL_KIND_UNKNOWN;
  if (method->feedback != NULL || method->action->type == TROUPE_ACTION_AGENT ||
      method->action->type == TROUPE_ACTION_CREW)
    return TROUPE_CEL_KIND_MAP;
  return method->action->type == TROUPE_ACTION_EACH ? TROUPE_CEL_KIND_LIST
                                                    : TROUPE_CEL_KIND_UNKNOWN;
}

static const char *
describe_kind (TroupeCelKinds kind)
{
  switch ((int) kind)
    {
    case TROUPE_CEL_KIND_STRING:
      return _ ("a string");
    case TROUPE_CEL_KIND_MAP:
      return _ ("an object");
    case TROUPE_CEL_KIND_LIST:
      return _ ("a list");
    case TROUPE_CEL_KIND_NULL:
      return _ ("null");
    case TROUPE_CEL_KIND_BOOLEAN:
      return _ ("true or false");
    default:
      return _ ("a number");
    }
}

/* Checks that `in` is a list and `if` is a boolean (doc/flow-semantics.md §8). */
static void
check_kind (TroupeFlowDiagnosis *self,
            const TroupeFlowSpot *spot,
            const char *text,
            const TroupeCelToken *tokens,
            guint n_tokens)
{
  TroupeCelKinds kind = get_literal_kind (text, tokens, n_tokens);
  TroupeCelKinds needed =
      spot->type == TROUPE_SPOT_IN ? TROUPE_CEL_KIND_LIST : TROUPE_CEL_KIND_BOOLEAN;

  g_assert (self != NULL);

  if (spot->type != TROUPE_SPOT_IN && spot->type != TROUPE_SPOT_IF)
    return;
  if (kind == TROUPE_CEL_KIND_BOOLEAN && needed == kind)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, spot->node, "constant_condition",
                               _ ("This value is always the same, regardless of the item."));
  if (kind == TROUPE_CEL_KIND_UNKNOWN)
    kind = get_output_kind (self, text, tokens, n_tokens);
  if (kind == TROUPE_CEL_KIND_UNKNOWN || kind == needed)
    return;
  if (spot->type == TROUPE_SPOT_IN)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, spot->node, "each_not_list",
                               _ ("“each” iterates over a list, but this is %s."),
                               describe_kind (kind));
  else
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, spot->node, "if_not_boolean",
                               _ ("“if” requires true or false, but this is %s."),
                               describe_kind (kind));
}

/* --- Differences from CrewAI ------------------------------------------------------------------ */

typedef struct
{
  TroupeFlowDiagnosis *diagnosis;
  const TroupeFlowSpot *spot;
  gsize offset; /* offset of the program's text in the text of the spot */
  guint n_told;
} Comparison;

static void
tell_difference_cb (const TroupeCelNote *note, gpointer user_data)
{
  Comparison *self = user_data;
  TroupeTextSpan span = { note->place.start + self->offset, note->place.end + self->offset };

  g_assert (note != NULL);

  self->n_told++;
  troupe_diagnosis_report_at (self->diagnosis, self->spot, &span, TROUPE_SEVERITY_PORTABILITY,
                              "crewai_differs", "%s", note->message)
      ->fix = g_strdup (note->suggestion);
}

/* Returns TRUE for an expression that consists of names and strings only, like most expressions
 * in templates. Such an expression evaluates nothing, so it cannot differ from CrewAI. */
static gboolean
is_plain (const char *text, const TroupeCelToken *tokens, guint n_tokens)
{
  for (guint i = 0; i < n_tokens; i++)
    {
      if (tokens[i].type == TROUPE_CEL_TOKEN_NAME)
        continue;
      if (tokens[i].type == TROUPE_CEL_TOKEN_STRING &&
          strchr ("'\"", text[tokens[i].start]) != NULL &&
          memchr (text + tokens[i].start, '\\', tokens[i].end - tokens[i].start) == NULL &&
          memchr (text + tokens[i].start, '\n', tokens[i].end - tokens[i].start) == NULL)
        continue;
      if (!troupe_token_is (text, &tokens[i], "."))
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the expression refers to the output of a step, which differs from the output
 * of a method with the same name. */
static gboolean
asks_for_step (const TroupeFlowSpot *spot)
{
  g_assert (spot != NULL);

  for (guint i = 0; i < troupe_cel_program_get_n_references (spot->program); i++)
    {
      const char *name = troupe_cel_program_get_reference (spot->program, i, NULL, NULL);

      for (guint j = 0; spot->each != NULL && j < spot->each->n_steps; j++)
        {
          if (g_strcmp0 (spot->each->steps[j].name, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

static void
compare (TroupeFlowDiagnosis *self, const TroupeFlowSpot *spot)
{
  TroupeCelType *types[G_N_ELEMENTS (self->types)];
  const char *text = troupe_cel_program_get_text (spot->program);
  const char *whole = json_node_get_string (spot->node) + spot->start;
  const char *at = g_strstr_len (whole, (gssize) (spot->end - spot->start), text);
  Comparison comparison = { self, spot, at != NULL ? (gsize) (at - whole) : 0, 0 };

  g_assert (self != NULL);

  if (strlen (text) > LONGEST_COMPARED || g_hash_table_contains (self->noted, text))
    return;
  memcpy (types, self->types, sizeof types);
  if (asks_for_step (spot))
    types[TROUPE_FLOW_ROOT_OUTPUTS] = NULL;
  troupe_cel_lint (spot->program, types, tell_difference_cb, &comparison);
  if (comparison.n_told == 0)
    g_hash_table_add (self->noted, g_strdup (text));
}

static void
check_spot_cb (const TroupeFlowSpot *spot, gpointer user_data)
{
  TroupeFlowDiagnosis *self = user_data;
  const char *text = json_node_get_string (spot->node) + spot->start;
  g_autoptr (GArray) list = troupe_cel_tokenize (text, (gssize) (spot->end - spot->start));
  const TroupeCelToken *tokens = (const TroupeCelToken *) (gpointer) list->data;
  TroupeTextSpan whole = { 0, spot->end - spot->start };

  g_assert (spot != NULL);

  check_functions (self, spot, text, tokens, list->len);
  check_texts (self, spot, text, tokens, list->len);
  check_kind (self, spot, text, tokens, list->len);
  troupe_diagnose_references (self, spot);
  troupe_diagnose_types (self, spot, tokens, list->len);
  if (!is_plain (text, tokens, list->len))
    compare (self, spot);
  if (spot->type == TROUPE_SPOT_TEMPLATE || list->len < 3 || text[0] != '$' ||
      g_str_equal (troupe_cel_program_get_text (spot->program), text))
    return;
  troupe_diagnosis_offer_text (
      troupe_diagnosis_report_at (self, spot, &whole, TROUPE_SEVERITY_HINT, "needless_braces",
                                  _ ("This field is already an expression; “${…}” is not needed.")),
      spot, &whole, troupe_cel_program_get_text (spot->program));
}

void
troupe_diagnose_expressions (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  troupe_flow_visit_expressions (self->reader, method, check_spot_cb, self);
}
