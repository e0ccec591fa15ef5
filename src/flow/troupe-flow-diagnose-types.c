/* troupe-flow-diagnose-types.c: expressions against what the state can hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-types"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-private.h"

/* One `state.a.b` of an expression. */
typedef struct
{
  TroupeFlowDiagnosis *diagnosis;
  const TroupeFlowSpot *spot;
  const char *text;
  const TroupeCelToken *tokens;
  guint n_tokens;
  guint first; /* the token `state` */
  guint end;   /* behind its last name */
} FieldUse;

static gboolean
is_at (const FieldUse *self, guint index, const char *word)
{
  return index < self->n_tokens && _troupe_token_is (self->text, &self->tokens[index], word);
}

/* The schema behind null: the one other member of a union. NULL where there are several. */
static const TroupeSchema *
skip_null (const TroupeSchema *schema)
{
  const TroupeSchema *only = NULL;

  if (schema->type != TROUPE_SCHEMA_UNION)
    return schema;
  for (guint i = 0; i < schema->members->len; i++)
    {
      const TroupeSchema *member = g_ptr_array_index (schema->members, i);

      if (member->type == TROUPE_SCHEMA_NULL)
        continue;
      if (only != NULL)
        return NULL;
      only = member;
    }
  return only != NULL && only->type != TROUPE_SCHEMA_UNION ? only : NULL;
}

static const char *
find_near_field (const TroupeSchema *schema, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < schema->fields->len; i++)
    g_ptr_array_add (names, g_array_index (schema->fields, TroupeSchemaField, i).name);
  g_ptr_array_add (names, NULL);
  return troupe_nearest_word (name, (const char *const *) names->pdata);
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

  problem = _troupe_diagnosis_report_at (
      self->diagnosis, self->spot, &span, severity, "unknown_state_field",
      severity == TROUPE_SEVERITY_HINT
          ? _ ("The state’s default has no field “%s”; only an input can bring it.")
          : _ ("The state has no field “%s”, and takes no other than those of its schema."),
      name);
  if (near != NULL)
    _troupe_diagnosis_offer_text (problem, self->spot, &span, near);
}

/* The field's schema; NULL where it is not known, or not there, which is told. */
static const TroupeSchema *
resolve_field (const FieldUse *self)
{
  const TroupeSchema *schema = self->diagnosis->schema;
  gboolean asked = self->first >= 2 && is_at (self, self->first - 1, "(") &&
                   is_at (self, self->first - 2, "has");

  for (guint i = self->first + 2; i < self->end; i += 2)
    {
      g_autofree char *name = g_strndup (self->text + self->tokens[i].start,
                                         self->tokens[i].end - self->tokens[i].start);
      guint found;

      schema = skip_null (schema);
      if (schema == NULL || schema->type != TROUPE_SCHEMA_MODEL)
        return NULL;
      found = GPOINTER_TO_UINT (g_hash_table_lookup (schema->names, name));
      if (found == 0)
        {
          if (!asked && !(i == self->first + 2 && g_str_equal (name, "id")) &&
              !(i > self->first + 2 && self->diagnosis->has_code))
            report_unknown (self, i, TROUPE_SEVERITY_WARNING, name, find_near_field (schema, name));
          return NULL;
        }
      schema = g_array_index (schema->fields, TroupeSchemaField, found - 1).schema;
    }
  return skip_null (schema);
}

static TroupeCelKinds
get_kind (const TroupeSchema *schema)
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

  return (guint) schema->type < G_N_ELEMENTS (kinds) ? kinds[schema->type]
                                                     : TROUPE_CEL_KIND_UNKNOWN;
}

TroupeCelType *
_troupe_diagnosis_type_from_schema (const TroupeSchema *schema, guint *budget)
{
  const TroupeSchema *plain = skip_null (schema);
  TroupeCelType *type;

  if (plain == NULL || *budget == 0)
    return troupe_cel_type_new (TROUPE_CEL_KIND_UNKNOWN);
  (*budget)--;
  type = troupe_cel_type_new (plain->type == TROUPE_SCHEMA_INTEGER  ? TROUPE_CEL_KIND_INTEGER
                              : plain->type == TROUPE_SCHEMA_NUMBER ? TROUPE_CEL_KIND_DOUBLE
                                                                    : get_kind (plain));
  if (plain->type == TROUPE_SCHEMA_LIST && plain->items != NULL)
    troupe_cel_type_set_element (type, _troupe_diagnosis_type_from_schema (plain->items, budget));
  for (guint i = 0; plain->type == TROUPE_SCHEMA_MODEL && i<plain->fields->len && * budget> 0; i++)
    {
      const TroupeSchemaField *field = &g_array_index (plain->fields, TroupeSchemaField, i);

      troupe_cel_type_set_field (type, field->name,
                                 _troupe_diagnosis_type_from_schema (field->schema, budget));
    }
  return type;
}

/* --- Comparisons --------------------------------------------------------------------------- */

/* The text of a literal without prefix and escapes; NULL for any other. */
static char *
read_literal (const FieldUse *self, guint index)
{
  const TroupeCelToken *token = &self->tokens[index];
  gsize length = token->end - token->start;
  const char *start = self->text + token->start;

  if (token->type != TROUPE_CEL_TOKEN_STRING || length < 2 || strchr ("'\"", *start) == NULL ||
      memchr (start, '\\', length) != NULL || (length > 2 && start[1] == *start))
    return NULL;
  return g_strndup (start + 1, length - 2);
}

static void
check_choice (const FieldUse *self, const TroupeSchema *schema, guint index)
{
  TroupeTextSpan span = { self->tokens[index].start + 1, self->tokens[index].end - 1 };
  g_autofree char *literal = read_literal (self, index);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  TroupeProblem *problem;
  const char *near;

  if (literal == NULL)
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (schema->choices); i++)
    {
      TroupeValue *choice = troupe_value_list_get (schema->choices, i);

      if (!troupe_value_is (choice, TROUPE_VALUE_STRING))
        return;
      if (g_str_equal (troupe_value_get_string (choice, NULL), literal))
        return;
      g_ptr_array_add (words, (gpointer) troupe_value_get_string (choice, NULL));
    }
  g_ptr_array_add (words, NULL);
  problem = _troupe_diagnosis_report_at (
      self->diagnosis, self->spot, &span, TROUPE_SEVERITY_WARNING, "not_a_choice",
      _ ("“%s” is not one of the values that the schema allows here."), literal);
  near = troupe_nearest_word (literal, (const char *const *) words->pdata);
  if (near != NULL && strpbrk (near, "'\"\\") == NULL)
    _troupe_diagnosis_offer_text (problem, self->spot, &span, near);
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

/* `state.a == LITERAL`, with nothing beside it that binds more tightly. */
static void
check_comparison (const FieldUse *self, const TroupeSchema *schema)
{
  static const char *const before[] = { "(", "&&", "||", "?", ":", ",", "[", "{", NULL };
  static const char *const behind[] = { ")", "&&", "||", "?", ":", ",", "]", "}", NULL };
  TroupeTextSpan span = { self->tokens[self->first].start, 0 };
  guint index = self->end + 1;
  TroupeCelKinds kind, literal;
  gboolean equals = is_at (self, self->end, "==");

  if ((!equals && !is_at (self, self->end, "!=")) || index >= self->n_tokens ||
      (self->first > 0 && !is_one_of (self, self->first - 1, before)) ||
      (index + 1 < self->n_tokens && !is_one_of (self, index + 1, behind)))
    return;
  literal = self->tokens[index].type == TROUPE_CEL_TOKEN_STRING           ? TROUPE_CEL_KIND_STRING
            : self->tokens[index].type == TROUPE_CEL_TOKEN_NUMBER         ? TROUPE_CEL_KIND_NUMBER
            : is_at (self, index, "true") || is_at (self, index, "false") ? TROUPE_CEL_KIND_BOOLEAN
                                                                          : TROUPE_CEL_KIND_UNKNOWN;
  if (schema->type == TROUPE_SCHEMA_LITERAL)
    {
      check_choice (self, schema, index);
      return;
    }
  kind = get_kind (schema);
  if (kind == TROUPE_CEL_KIND_UNKNOWN || literal == TROUPE_CEL_KIND_UNKNOWN ||
      (kind & literal) != 0)
    return;
  span.end = self->tokens[index].end;
  _troupe_diagnosis_report_at (self->diagnosis, self->spot, &span, TROUPE_SEVERITY_WARNING,
                               "never_equal",
                               _ ("These are never equal, as they are of different types."));
}

/* --- Fields -------------------------------------------------------------------------------- */

static void
check_whole (const FieldUse *self, const TroupeSchema *schema)
{
  TroupeCelKinds kind = get_kind (schema);

  if (self->first != 0 || self->end != self->n_tokens || kind == TROUPE_CEL_KIND_UNKNOWN)
    return;
  if (self->spot->type == TROUPE_SPOT_IN && kind != TROUPE_CEL_KIND_LIST)
    troupe_flow_reader_report (self->diagnosis->reader, TROUPE_SEVERITY_WARNING, self->spot->node,
                               "each_not_list",
                               _ ("“each” goes through a list, and the schema says otherwise."));
  if (self->spot->type == TROUPE_SPOT_IF && kind != TROUPE_CEL_KIND_BOOLEAN)
    troupe_flow_reader_report (self->diagnosis->reader, TROUPE_SEVERITY_WARNING, self->spot->node,
                               "if_not_boolean",
                               _ ("“if” needs true or false, and the schema says otherwise."));
}

/* Inputs may bring fields that a map's default does not have, so that only a near name is told. */
static void
check_map_field (const FieldUse *self)
{
  TroupeValue *initial = self->diagnosis->flow->state_default;
  guint index = self->first + 2;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *name = NULL;
  const char *near;

  if (initial == NULL || self->end <= index || self->diagnosis->has_code ||
      self->diagnosis->flow->conversational ||
      self->diagnosis->reader->problems->len > TROUPE_MOST_SUGGESTIONS)
    return;
  name = g_strndup (self->text + self->tokens[index].start,
                    self->tokens[index].end - self->tokens[index].start);
  if (g_str_equal (name, "id") || troupe_value_map_lookup_string (initial, name, -1) != NULL)
    return;
  names = g_ptr_array_new ();
  for (gsize i = 0; i < troupe_value_map_get_size (initial); i++)
    g_ptr_array_add (
        names, (gpointer) troupe_value_get_string (troupe_value_map_get_key (initial, i), NULL));
  g_ptr_array_add (names, NULL);
  near = troupe_nearest_word (name, (const char *const *) names->pdata);
  if (near != NULL)
    report_unknown (self, index, TROUPE_SEVERITY_HINT, name, near);
}

static void
check_field (const FieldUse *self)
{
  const TroupeSchema *schema;

  if (self->diagnosis->schema == NULL)
    {
      check_map_field (self);
      return;
    }
  schema = resolve_field (self);
  /* Python of the document may put anything into a field. */
  if (schema == NULL || self->diagnosis->has_code)
    return;
  check_comparison (self, schema);
  check_whole (self, schema);
}

void
_troupe_diagnose_types (TroupeFlowDiagnosis *self,
                        const TroupeFlowSpot *spot,
                        const TroupeCelToken *tokens,
                        guint n_tokens)
{
  FieldUse use = { self, spot, json_node_get_string (spot->node) + spot->start, tokens, n_tokens,
                   0,    0 };

  if (self->schema == NULL && self->flow->state_default == NULL)
    return;
  for (guint i = 0; i < n_tokens; i++)
    {
      if (!is_at (&use, i, "state") || tokens[i].type != TROUPE_CEL_TOKEN_NAME ||
          (i > 0 && is_at (&use, i - 1, ".")))
        continue;
      /* A variable of that name stands for something else. */
      if (is_at (&use, i + 1, ","))
        return;
      use.first = i;
      use.end = i + 1;
      while (is_at (&use, use.end, ".") && use.end + 1 < n_tokens &&
             tokens[use.end + 1].type == TROUPE_CEL_TOKEN_NAME && !is_at (&use, use.end + 2, "("))
        use.end += 2;
      if (use.end > i + 1)
        check_field (&use);
      i = use.end - 1;
    }
}
