/* troupe-flow-diagnose-types.c: type checks of expressions against the state schema and the outputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-types"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-expression.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-tokens.h"
#include "troupe-flow-types.h"
#include "troupe-flow-visit.h"

/* A `state.a.b` or `outputs.a.b` in an expression. */
typedef struct
{
  TroupeFlowDiagnosis *diagnosis;
  const TroupeFlowSpot *spot;
  const char *text;
  const TroupeCelToken *tokens;
  guint n_tokens;
  guint first; /* index of the token `state` or `outputs` */
  guint end;   /* index after its last name */
} FieldUse;

static gboolean
is_at (const FieldUse *self, guint index, const char *word)
{
  return index < self->n_tokens && troupe_token_is (self->text, &self->tokens[index], word);
}

static void
report_unknown (const FieldUse *self,
                guint index,
                TroupeSeverity severity,
                const char *name,
                const char *near)
{
  TroupeTextSpan span = { self->tokens[index].start, self->tokens[index].end };
  TroupeProblem *problem;

  g_assert (self != NULL);

  problem = troupe_diagnosis_report_at (
      self->diagnosis, self->spot, &span, severity, "unknown_state_field",
      severity == TROUPE_SEVERITY_HINT
          ? _ ("The default state has no field “%s”; only an input can provide it.")
          : _ ("The state has no field “%s”, and its schema allows no others."),
      name);
  if (near != NULL)
    troupe_diagnosis_offer_text (problem, self->spot, &span, near);
}

/* Returns the field's schema. Returns NULL if the schema is unknown, or if the field does not
 * exist. A missing field is reported. */
static const TroupeSchemaNode *
resolve_field (const FieldUse *self)
{
  const TroupeSchemaNode *schema = troupe_schema_get_root (self->diagnosis->schema);
  gboolean asked = self->first >= 2 && is_at (self, self->first - 1, "(") &&
                   is_at (self, self->first - 2, "has");

  g_assert (self != NULL);

  for (guint i = self->first + 2; i < self->end; i += 2)
    {
      g_autofree char *name = g_strndup (self->text + self->tokens[i].start,
                                         self->tokens[i].end - self->tokens[i].start);
      const TroupeSchemaNode *found;

      schema = troupe_schema_node_skip_null (schema);
      if (schema == NULL || troupe_schema_node_get_schema_type (schema) != TROUPE_SCHEMA_MODEL)
        return NULL;
      found = troupe_schema_node_find_field (schema, name);
      if (found == NULL)
        {
          if (!asked && !(i == self->first + 2 && g_str_equal (name, "id")) &&
              !(i > self->first + 2 && self->diagnosis->has_code))
            {
              g_autoptr (GPtrArray) names = g_ptr_array_new ();

              for (guint j = 0; j < troupe_schema_node_get_n_fields (schema); j++)
                {
                  const char *known = NULL;

                  troupe_schema_node_get_field (schema, j, &known);
                  g_ptr_array_add (names, (gpointer) known);
                }
              g_ptr_array_add (names, NULL);
              report_unknown (self, i, TROUPE_SEVERITY_WARNING, name,
                              troupe_nearest_word (name, (const char *const *) names->pdata));
            }
          return NULL;
        }
      schema = found;
    }
  return troupe_schema_node_skip_null (schema);
}

static TroupeCelKinds
get_kind (const TroupeSchemaNode *schema)
{
  static const TroupeCelKinds kinds[] = {
    [TROUPE_SCHEMA_STRING] = TROUPE_CEL_KIND_STRING,
    [TROUPE_SCHEMA_INTEGER] = TROUPE_CEL_KIND_NUMBER,
    [TROUPE_SCHEMA_NUMBER] = TROUPE_CEL_KIND_NUMBER,
    [TROUPE_SCHEMA_BOOLEAN] = TROUPE_CEL_KIND_BOOLEAN,
    [TROUPE_SCHEMA_LIST] = TROUPE_CEL_KIND_LIST,
    [TROUPE_SCHEMA_MAP] = TROUPE_CEL_KIND_MAP,
    [TROUPE_SCHEMA_MODEL] = TROUPE_CEL_KIND_MAP,
  };

  guint type = troupe_schema_node_get_schema_type (schema);

  return type < G_N_ELEMENTS (kinds) ? kinds[type] : TROUPE_CEL_KIND_UNKNOWN;
}

TroupeCelType *
troupe_diagnosis_type_from_schema (const TroupeSchemaNode *schema, guint *budget)
{
  const TroupeSchemaNode *plain = troupe_schema_node_skip_null (schema);
  TroupeSchemaType what;
  TroupeCelType *type;

  if (plain == NULL || *budget == 0)
    return troupe_cel_type_new (TROUPE_CEL_KIND_UNKNOWN);
  (*budget)--;
  what = troupe_schema_node_get_schema_type (plain);
  type = troupe_cel_type_new (what == TROUPE_SCHEMA_INTEGER  ? TROUPE_CEL_KIND_INTEGER
                              : what == TROUPE_SCHEMA_NUMBER ? TROUPE_CEL_KIND_DOUBLE
                                                             : get_kind (plain));
  if (troupe_schema_node_get_items (plain) != NULL)
    troupe_cel_type_set_element (
        type, troupe_diagnosis_type_from_schema (troupe_schema_node_get_items (plain), budget));
  for (guint i = 0; i < troupe_schema_node_get_n_fields (plain) && *budget > 0; i++)
    {
      const char *name = NULL;
      const TroupeSchemaNode *field = troupe_schema_node_get_field (plain, i, &name);

      troupe_cel_type_set_field (type, name, troupe_diagnosis_type_from_schema (field, budget));
    }
  return type;
}

/* --- Comparisons --------------------------------------------------------------------------- */

static void
check_choice (const FieldUse *self, const TroupeSchemaNode *schema, guint index)
{
  TroupeTextSpan span = { self->tokens[index].start + 1, self->tokens[index].end - 1 };
  const TroupeCelToken *token;
  gsize length;
  const char *start;
  g_autofree char *literal = NULL;
  TroupeValue *choices = troupe_schema_node_get_choices (schema);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  TroupeProblem *problem;
  const char *near;

  g_assert (self != NULL);

  /* The text of a string literal without prefix and escapes; other literals are not checked. */
  token = &self->tokens[index];
  length = token->end - token->start;
  start = self->text + token->start;
  if (token->type != TROUPE_CEL_TOKEN_STRING || length < 2 || strchr ("'\"", *start) == NULL ||
      memchr (start, '\\', length) != NULL || (length > 2 && start[1] == *start))
    literal = NULL;
  else
    literal = g_strndup (start + 1, length - 2);

  if (literal == NULL)
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (choices); i++)
    {
      TroupeValue *choice = troupe_value_list_get (choices, i);

      if (!troupe_value_is (choice, TROUPE_VALUE_STRING))
        return;
      if (g_str_equal (troupe_value_get_string (choice, NULL), literal))
        return;
      g_ptr_array_add (words, (gpointer) troupe_value_get_string (choice, NULL));
    }
  g_ptr_array_add (words, NULL);
  problem = troupe_diagnosis_report_at (
      self->diagnosis, self->spot, &span, TROUPE_SEVERITY_WARNING, "not_a_choice",
      _ ("“%s” is not one of the values that the schema allows here."), literal);
  near = troupe_nearest_word (literal, (const char *const *) words->pdata);
  if (near != NULL && strpbrk (near, "'\"\\") == NULL)
    troupe_diagnosis_offer_text (problem, self->spot, &span, near);
}

static gboolean
is_one_of (const FieldUse *self, guint index, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (is_at (self, index, words[i]))
        return TRUE;
    }
  return FALSE;
}

/* Checks `state.a == LITERAL` if no adjacent operator binds more tightly. */
static void
check_comparison (const FieldUse *self, const TroupeSchemaNode *schema)
{
  static const char *const before[] = { "(", "&&", "||", "?", ":", ",", "[", "{", NULL };
  static const char *const behind[] = { ")", "&&", "||", "?", ":", ",", "]", "}", NULL };
  TroupeTextSpan span = { self->tokens[self->first].start, 0 };
  guint index = self->end + 1;
  TroupeCelKinds kind, literal;
  gboolean equals = is_at (self, self->end, "==");

  g_assert (self != NULL);

  if ((!equals && !is_at (self, self->end, "!=")) || index >= self->n_tokens ||
      (self->first > 0 && !is_one_of (self, self->first - 1, before)) ||
      (index + 1 < self->n_tokens && !is_one_of (self, index + 1, behind)))
    return;
  literal = self->tokens[index].type == TROUPE_CEL_TOKEN_STRING           ? TROUPE_CEL_KIND_STRING
            : self->tokens[index].type == TROUPE_CEL_TOKEN_NUMBER         ? TROUPE_CEL_KIND_NUMBER
            : is_at (self, index, "true") || is_at (self, index, "false") ? TROUPE_CEL_KIND_BOOLEAN
                                                                          : TROUPE_CEL_KIND_UNKNOWN;
  if (troupe_schema_node_get_schema_type (schema) == TROUPE_SCHEMA_LITERAL)
    {
      check_choice (self, schema, index);
      return;
    }
  kind = get_kind (schema);
  if (kind == TROUPE_CEL_KIND_UNKNOWN || literal == TROUPE_CEL_KIND_UNKNOWN ||
      (kind & literal) != 0)
    return;
  span.end = self->tokens[index].end;
  troupe_diagnosis_report_at (self->diagnosis, self->spot, &span, TROUPE_SEVERITY_WARNING,
                              "never_equal",
                              _ ("These values are never equal, because their types differ."));
}

/* --- Fields -------------------------------------------------------------------------------- */

static void
check_field (const FieldUse *self)
{
  const TroupeSchemaNode *schema;
  TroupeCelKinds kind;

  if (self->diagnosis->schema == NULL)
    {
      TroupeValue *initial = troupe_flow_get_state_default (self->diagnosis->flow);
      guint index = self->first + 2;
      g_autoptr (GPtrArray) names = NULL;
      g_autofree char *name = NULL;
      const char *near;

      /* Inputs may add fields that the default of an untyped state lacks, so only a misspelling
       * of a known name is reported. */
      if (initial != NULL && self->end > index && !self->diagnosis->has_code &&
          !troupe_flow_is_conversational (self->diagnosis->flow) &&
          self->diagnosis->reader->problems->len <= TROUPE_MOST_SUGGESTIONS)
        {
          name = g_strndup (self->text + self->tokens[index].start,
                            self->tokens[index].end - self->tokens[index].start);
          if (!g_str_equal (name, "id") &&
              troupe_value_map_lookup_string (initial, name, -1) == NULL)
            {
              names = g_ptr_array_new ();
              for (gsize i = 0; i < troupe_value_map_get_size (initial); i++)
                g_ptr_array_add (names, (gpointer) troupe_value_get_string (
                                            troupe_value_map_get_key (initial, i), NULL));
              g_ptr_array_add (names, NULL);
              near = troupe_nearest_word (name, (const char *const *) names->pdata);
              if (near != NULL)
                report_unknown (self, index, TROUPE_SEVERITY_HINT, name, near);
            }
        }
      return;
    }
  schema = resolve_field (self);
  /* Python code of the document may set the field to anything. */
  if (schema == NULL || self->diagnosis->has_code)
    return;
  check_comparison (self, schema);
  kind = get_kind (schema);
  if (self->first != 0 || self->end != self->n_tokens || kind == TROUPE_CEL_KIND_UNKNOWN)
    return;
  if (self->spot->type == TROUPE_SPOT_IN && kind != TROUPE_CEL_KIND_LIST)
    troupe_flow_reader_report (
        self->diagnosis->reader, TROUPE_SEVERITY_WARNING, self->spot->node, "each_not_list",
        _ ("“each” iterates over a list, but the schema specifies another type."));
  if (self->spot->type == TROUPE_SPOT_IF && kind != TROUPE_CEL_KIND_BOOLEAN)
    troupe_flow_reader_report (
        self->diagnosis->reader, TROUPE_SEVERITY_WARNING, self->spot->node, "if_not_boolean",
        _ ("“if” requires true or false, but the schema specifies another type."));
}

/* --- Outputs ------------------------------------------------------------------------------- */

static char *
dup_token (const FieldUse *self, guint index)
{
  return g_strndup (self->text + self->tokens[index].start,
                    self->tokens[index].end - self->tokens[index].start);
}

static gboolean
is_step (const TroupeFlowSpot *spot, const char *name)
{
  for (guint i = 0; spot->each != NULL && i < spot->each->n_steps; i++)
    if (g_str_equal (spot->each->steps[i].name, name))
      return TRUE;
  return FALSE;
}

/* Checks the fields in `outputs.METHOD.a.b`, as far as the expression of the method is a map whose
 * keys are all written in it. */
static void
check_output (const FieldUse *self)
{
  const TroupeCelType *type = self->diagnosis->types[TROUPE_FLOW_ROOT_OUTPUTS];
  g_autofree char *method = dup_token (self, self->first + 2);
  const gboolean asked = self->first >= 2 && is_at (self, self->first - 1, "(") &&
                         is_at (self, self->first - 2, "has");

  g_assert (self != NULL);

  if (asked || is_step (self->spot, method))
    return;
  type = troupe_cel_type_get_field (type, method);
  for (guint i = self->first + 4; i < self->end && type != NULL; i += 2)
    {
      g_autofree char *name = dup_token (self, i);
      g_autofree const char **names = troupe_cel_type_list_all_fields (type);

      type = troupe_cel_type_get_field (type, name);
      if (type == NULL && names != NULL)
        {
          TroupeTextSpan span = { self->tokens[i].start, self->tokens[i].end };
          g_autofree char *field = dup_token (self, i);
          const char *near = NULL;
          TroupeProblem *problem;

          if (self->diagnosis->reader->problems->len <= TROUPE_MOST_SUGGESTIONS)
            near = troupe_nearest_word (field, names);
          problem = troupe_diagnosis_report_at (self->diagnosis, self->spot, &span,
                                                TROUPE_SEVERITY_WARNING, "unknown_output_field",
                                                _ ("The map that “%s” returns has no field “%s”."),
                                                method, field);
          if (near != NULL)
            troupe_diagnosis_offer_text (problem, self->spot, &span, near);
        }
    }
}

/* --- Uses ---------------------------------------------------------------------------------- */

/* Calls @check for each chain of names after @root. @root: `state` or `outputs` */
static void
check_uses (FieldUse *self, const char *root, void (*check) (const FieldUse *self))
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->n_tokens; i++)
    {
      if (!is_at (self, i, root) || self->tokens[i].type != TROUPE_CEL_TOKEN_NAME ||
          (i > 0 && is_at (self, i - 1, ".")))
        continue;
      /* At this position the root is the variable of a macro and shadows the root. */
      if (is_at (self, i + 1, ","))
        return;
      self->first = i;
      self->end = i + 1;
      while (is_at (self, self->end, ".") && self->end + 1 < self->n_tokens &&
             self->tokens[self->end + 1].type == TROUPE_CEL_TOKEN_NAME &&
             !is_at (self, self->end + 2, "("))
        self->end += 2;
      if (self->end > i + 1)
        check (self);
      i = self->end - 1;
    }
}

void
troupe_diagnose_types (TroupeFlowDiagnosis *self,
                       const TroupeFlowSpot *spot,
                       const TroupeCelToken *tokens,
                       guint n_tokens)
{
  FieldUse use = { self, spot, json_node_get_string (spot->node) + spot->start, tokens, n_tokens,
                   0,    0 };

  if (self->schema != NULL || troupe_flow_get_state_default (self->flow) != NULL)
    check_uses (&use, "state", check_field);
  check_uses (&use, "outputs", check_output);
}
