/* troupe-flow-expression.c: compiles the expressions and templates of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-expression"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-expression.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-reader.h"
#include "troupe-flow-record.h"
#include "troupe-flow-tokens.h"
#include "troupe-tree.h"

/* The roots are in the order of TroupeFlowRoot. Only outputs are loaded selectively, because the
 * state is a single value in memory. */
static const TroupeCelRoot method_roots[] = { { "outputs", TRUE }, { "state", FALSE }, { NULL } };
static const TroupeCelRoot step_roots[] = { { "outputs", TRUE },
                                            { "state", FALSE },
                                            { "item", FALSE },
                                            { NULL } };

/* Maximum number of problems with suggestions of similar names, because each suggestion visits
 * every method. */
#define MOST_SUGGESTIONS 20

TroupeFlowExpression *
troupe_flow_expression_new_empty (const char *path)
{
  TroupeFlowExpression *self = g_new0 (TroupeFlowExpression, 1);

  self->path = g_strdup (path);
  return self;
}

static void
expression_clear (TroupeFlowExpression *self)
{
  g_free (self->slots);
  g_free (self->steps);
  g_free (self->path);
}

void
troupe_flow_expression_free (TroupeFlowExpression *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->program, troupe_cel_program_unref);
  expression_clear (self);
  g_free (self);
}

void
troupe_flow_template_free (TroupeFlowTemplate *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_programs; i++)
    expression_clear (&self->programs[i]);
  g_free (self->programs);
  g_clear_pointer (&self->template, troupe_cel_template_unref);
  g_free (self);
}

/* Resolves the references of a program to methods and steps. */
static void
resolve_references (TroupeFlowReader *self, TroupeFlowExpression *expression, GHashTable *steps)
{
  guint n_references = troupe_cel_program_get_n_references (expression->program);

  g_assert (self != NULL);

  if (n_references == 0)
    return;
  expression->slots = g_new (int, n_references);
  expression->steps = g_new (int, n_references);
  for (guint i = 0; i < n_references; i++)
    {
      guint root;
      const char *name = troupe_cel_program_get_reference (expression->program, i, &root, NULL);

      expression->slots[i] = -1;
      expression->steps[i] = -1;
      if (root != TROUPE_FLOW_ROOT_OUTPUTS)
        continue;
      expression->slots[i] = troupe_flow_find_index (self->flow, name);
      if (steps != NULL)
        expression->steps[i] = GPOINTER_TO_INT (g_hash_table_lookup (steps, name)) - 1;
    }
}

static void
warn_of_unknown_method (TroupeFlowReader *self,
                        JsonNode *node,
                        const char *name,
                        const TroupeTextSpan *span,
                        GHashTable *steps)
{
  const char *near = NULL;
  TroupeProblem *problem;
  g_autoptr (GPtrArray) names = NULL;
  GHashTableIter iter;
  gpointer key;

  names = g_ptr_array_new ();
  if (self->problems->len <= MOST_SUGGESTIONS)
    {
      for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
        {
          const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);

          g_ptr_array_add (names, method->name);
        }
      if (steps != NULL)
        {
          g_hash_table_iter_init (&iter, steps);
          while (g_hash_table_iter_next (&iter, &key, NULL))
            g_ptr_array_add (names, key);
        }
      g_ptr_array_add (names, NULL);
      near = troupe_nearest_word (name, (const char *const *) names->pdata);
    }
  problem = troupe_flow_reader_report (self, TROUPE_SEVERITY_WARNING, node, "unknown_method",
                                       _ ("The method “%s” does not exist."), name);
  if (span == NULL)
    return;
  troupe_flow_reader_place_inside (self, problem, node, span->start);
  if (near == NULL)
    return;
  problem->fix = g_strdup_printf (_ ("Did you mean “%s”?"), near);
  problem->fix_action = g_strdup_printf ("replace:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ":%s",
                                         span->start, span->end, near);
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
}

/* Warns about each reference of @expression that does not name a method. The expression is
 * located in text[start…end) of @node. */
static void
check_references (TroupeFlowReader *self,
                  const TroupeFlowExpression *expression,
                  JsonNode *node,
                  gsize start,
                  gsize end,
                  GHashTable *steps)
{
  guint n_references = troupe_cel_program_get_n_references (expression->program);
  const char *text = json_node_get_string (node);

  for (guint i = 0; i < n_references; i++)
    {
      guint root;
      const char *name = troupe_cel_program_get_reference (expression->program, i, &root, NULL);
      g_autoptr (GArray) spans = NULL;

      if (root != TROUPE_FLOW_ROOT_OUTPUTS || expression->slots[i] >= 0 ||
          expression->steps[i] >= 0)
        continue;
      spans = g_array_new (FALSE, FALSE, sizeof (TroupeTextSpan));
      troupe_flow_find_output_names (text, start, end, name, spans);
      if (spans->len == 0)
        warn_of_unknown_method (self, node, name, NULL, steps);
      for (guint j = 0; j < spans->len; j++)
        warn_of_unknown_method (self, node, name, &g_array_index (spans, TroupeTextSpan, j), steps);
    }
}

/* Returns TRUE for a Python keyword or constant. @meant: (out) (transfer full): its equivalent
 * in CEL */
static gboolean
find_python_word (const char *word, char **meant)
{
  static const struct
  {
    const char *python;
    const char *word;
  } words[] = {
    { "True", "true" }, { "False", "false" }, { "None", "null" }, { "and", "&&" }, { "or", "||" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_str_equal (word, words[i].python))
        {
          *meant = g_strdup (words[i].word);
          return TRUE;
        }
    }
  return FALSE;
}

/* Suggests a valid root that the user may have meant instead of the unknown @word. */
static void
suggest_root (TroupeFlowReader *self,
              TroupeProblem *problem,
              const char *word,
              const TroupeCelPlace *place,
              gboolean in_step)
{
  static const char *const roots[] = { "outputs", "state", NULL };
  static const char *const step_words[] = { "outputs", "state", "item", NULL };
  const char *near = troupe_nearest_word (word, in_step ? step_words : roots);
  g_autofree char *meant = NULL;

  g_assert (self != NULL);

  if (find_python_word (word, &meant))
    near = NULL;
  else if (troupe_flow_find_index (self->flow, word) >= 0)
    meant = g_strconcat ("outputs.", word, NULL);
  else if (troupe_flow_get_state_default (self->flow) != NULL &&
           troupe_value_map_lookup_string (troupe_flow_get_state_default (self->flow), word, -1) !=
               NULL)
    meant = g_strconcat ("state.", word, NULL);
  else if (near != NULL)
    meant = g_strdup (near);
  if (meant == NULL)
    {
      problem->fix = g_strdup (_ ("Write state.NAME or outputs.METHOD."));
      return;
    }
  problem->fix = g_strdup_printf (_ ("Write “%s”."), meant);
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), meant);
  if (place->end > place->start)
    problem->fix_action = g_strdup_printf ("replace:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ":%s",
                                           place->start, place->end, meant);
}

static void
report_error (TroupeFlowReader *self, JsonNode *node, const GError *error, gboolean in_step)
{
  const char *code;
  const char *word;
  TroupeCelPlace place = { 0 };
  gboolean has_place;
  TroupeProblem *problem;

  if (g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_UNKNOWN_ROOT))
    code = "unknown_root";
  else if (g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EMPTY))
    code = "empty_expression";
  else if (g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_UNTERMINATED))
    code = "unterminated_template";
  else
    code = "expression_syntax";
  word = troupe_cel_error_get_word (error);
  has_place = troupe_cel_error_get_place (error, &place);
  if (word != NULL && g_str_equal (code, "unknown_root"))
    {
      problem =
          troupe_flow_reader_report (self, TROUPE_SEVERITY_ERROR, node, code,
                                     in_step
                                         ? _ ("Unknown name “%s”. Expected outputs, state or item.")
                                         : _ ("Unknown name “%s”. Expected outputs or state."),
                                     word);
      suggest_root (self, problem, word, &place, in_step);
    }
  else
    {
      problem =
          troupe_flow_reader_report (self, TROUPE_SEVERITY_ERROR, node, code, "%s", error->message);
      if (g_str_equal (code, "empty_expression"))
        problem->fix = g_strdup (_ ("Write an expression such as state.topic or outputs.fetch."));
    }
  if (!has_place)
    return;
  troupe_flow_reader_place_inside (self, problem, node, place.start);
  if (g_str_equal (code, "expression_syntax") && troupe_json_node_is_text (node))
    {
      const char *text = json_node_get_string (node);
      g_autofree char *found = NULL;
      g_autofree char *meant = NULL;
      gsize end = place.start;

      /* Suggests an operator. For `and` in `a and b`, the error is located at `and`. */
      if (place.start > strlen (text))
        return;
      while (g_ascii_isalnum (text[end]) || text[end] == '_')
        end++;
      found = g_strndup (text + place.start, end - place.start);
      if (!find_python_word (found, &meant))
        return;
      problem->fix = g_strdup_printf (_ ("Write “%s”."), meant);
      problem->fix_label = g_strdup_printf (_ ("Use “%s”"), meant);
      problem->fix_action = g_strdup_printf ("replace:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ":%s",
                                             place.start, end, meant);
    }
}

/* Returns the unit that was compiled at this position before the edit, or NULL if it must be
 * compiled. */
static const TroupeFlowUnit *
get_old_unit (TroupeFlowReader *self)
{
  if (self->old_units == NULL || self->units->len >= self->old_units->len)
    return NULL;
  return &g_array_index (self->old_units, TroupeFlowUnit, self->units->len);
}

TroupeFlowExpression *
troupe_flow_reader_compile_field (TroupeFlowReader *self,
                                  JsonNode *node,
                                  gboolean in_step,
                                  GHashTable *steps)
{
  TroupeFlowExpression *expression = troupe_flow_expression_new_empty (self->path->str);
  const TroupeFlowUnit *old;
  g_autoptr (GError) error = NULL;
  TroupeFlowUnit unit = { NULL, NULL };
  TroupeCelProgram *program = NULL;

  if (node == NULL)
    return expression;
  if (!troupe_json_node_is_text (node))
    {
      troupe_flow_reader_wrong_type (self, node, N_ ("a string with an expression"));
      return expression;
    }
  old = get_old_unit (self);
  if (old != NULL && old->program != NULL)
    unit.program = troupe_cel_program_ref (old->program);
  else
    unit.program = troupe_cel_compile_field (json_node_get_string (node), TROUPE_CEL_CREWAI,
                                             in_step ? step_roots : method_roots, &error);
  g_array_append_val (self->units, unit);
  if (unit.program == NULL)
    report_error (self, node, error, in_step);
  else
    program = troupe_cel_program_ref (unit.program);
  expression->program = program;
  if (expression->program == NULL)
    return expression;
  resolve_references (self, expression, steps);
  check_references (self, expression, node, 0, strlen (json_node_get_string (node)), steps);
  return expression;
}

typedef struct
{
  TroupeFlowReader *reader;
  JsonNode *node;
  gboolean in_step;
} TemplateErrors;

static void
template_error_cb (const char *path, const GError *error, gpointer user_data)
{
  TemplateErrors *self = user_data;
  gsize mark = self->reader->path->len;
  g_auto (GStrv) keys = troupe_tree_split_path (self->node, *path == '.' ? path + 1 : path);
  JsonNode *place = self->node;

  if (keys != NULL)
    place = troupe_json_tree_get (self->node, (const char *const *) keys);
  g_string_append (self->reader->path, path);
  report_error (self->reader, place != NULL ? place : self->node, error, self->in_step);
  troupe_flow_reader_leave (self->reader, mark);
}

typedef struct
{
  TroupeFlowReader *reader;
  TroupeFlowTemplate *template;
  GHashTable *steps;
  guint next;
} TemplateWalk;

/* Assigns to each program of a string of a template its location, in the order of compilation. */
static void
walk_text_cb (const char *key, JsonNode *node, gpointer user_data)
{
  TemplateWalk *self = user_data;
  g_autoptr (GArray) spans = NULL;

  if (!troupe_json_node_is_text (node) || strstr (json_node_get_string (node), "${") == NULL)
    return;
  spans = troupe_flow_find_template_spans (json_node_get_string (node));
  for (guint i = 0; i < spans->len && self->next < self->template->n_programs; i++)
    {
      TroupeTextSpan *span = &g_array_index (spans, TroupeTextSpan, i);
      TroupeFlowExpression *expression = &self->template->programs[self->next++];
      gsize mark = self->reader->path->len;

      if (spans->len > 1)
        g_string_append_printf (self->reader->path, " (expression %u)", i + 1);
      expression->path = g_strdup (self->reader->path->str);
      check_references (self->reader, expression, node, span->start, span->end, self->steps);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

TroupeFlowTemplate *
troupe_flow_reader_compile_template (TroupeFlowReader *self,
                                     JsonNode *node,
                                     gboolean in_step,
                                     GHashTable *steps)
{
  TroupeFlowTemplate *template = g_new0 (TroupeFlowTemplate, 1);
  TemplateWalk walk = { self, template, steps, 0 };
  const TroupeFlowUnit *old = get_old_unit (self);
  TemplateErrors errors = { self, node, in_step };
  TroupeFlowUnit unit = { NULL, NULL };

  if (old != NULL && old->template != NULL)
    unit.template = troupe_cel_template_ref (old->template);
  else
    {
      g_autoptr (TroupeValue) value = troupe_flow_value_from_node (self->source, node);

      unit.template = troupe_cel_template_compile (value, TROUPE_CEL_CREWAI,
                                                   in_step ? step_roots : method_roots,
                                                   template_error_cb, &errors);
    }
  g_array_append_val (self->units, unit);
  template->template = unit.template != NULL ? troupe_cel_template_ref (unit.template) : NULL;
  if (template->template == NULL)
    return template;
  template->n_programs = troupe_cel_template_get_n_programs (template->template);
  template->programs = g_new0 (TroupeFlowExpression, template->n_programs + 1);
  for (guint i = 0; i < template->n_programs; i++)
    {
      template->programs[i].program = troupe_cel_template_get_program (template->template, i);
      resolve_references (self, &template->programs[i], steps);
    }
  troupe_flow_reader_visit_leaves (self, NULL, node, walk_text_cb, &walk);
  for (guint i = walk.next; i < template->n_programs; i++)
    template->programs[i].path = g_strdup (self->path->str);
  return template;
}
