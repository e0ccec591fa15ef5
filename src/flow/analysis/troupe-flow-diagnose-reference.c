/* troupe-flow-diagnose-reference.c: diagnostics of outputs that do not exist yet when they are used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-reference"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-expression.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-tokens.h"
#include "troupe-flow-visit.h"

/* Limits the total number of visited methods, because each query about the order visits the
 * complete flow. */
#define MOST_LOOKED_AT 40000

/* Returns TRUE if a missing output may be intended, because the expression tests for it or
 * ignores errors. */
static gboolean
is_guarded (const char *text)
{
  return strstr (text, "has(") != NULL || strstr (text, "has (") != NULL ||
         strpbrk (text, "?&|") != NULL || strstr (text, ".exists(") != NULL ||
         strstr (text, ".all(") != NULL;
}

static const char *
find_order_mistake (TroupeFlowDiagnosis *self,
                    const TroupeFlowMethod *method,
                    const TroupeFlowMethod *other,
                    const char **code)
{
  guint rank = troupe_flow_reach_get_rank (self->reach, method->index);
  guint other_rank = troupe_flow_reach_get_rank (self->reach, other->index);

  g_assert (self != NULL);

  *code = "output_too_early";
  if (method == other)
    {
      *code = "output_of_itself";
      return _ ("“%s” has no output of its own on the first call.");
    }
  if (rank > 0 && other_rank == 0)
    {
      *code = "output_never";
      return _ ("“%s” never runs, so it has no output.");
    }
  if (method->start && method->start_condition == NULL && method->listen == NULL)
    return _ ("“%s” has no output yet: no method has run before a start method.");
  if (rank == 0 || other_rank < rank ||
      self->n_orders * troupe_flow_get_n_methods (self->flow) >= MOST_LOOKED_AT)
    return NULL;
  self->n_orders++;
  return troupe_flow_reach_runs_only_after (self->reach, other->index, method->index)
             ? _ ("“%s” has no output yet: it runs only after this method.")
             : NULL;
}

static void
report_output (TroupeFlowDiagnosis *self,
               const TroupeFlowSpot *spot,
               const char *name,
               const char *code,
               const char *message)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TroupeTextSpan));
  TroupeTextSpan span = { 0, 0 };
  GString *text = g_string_new (message);

  troupe_flow_find_output_names (json_node_get_string (spot->node), spot->start, spot->end, name,
                                 spans);
  if (spans->len > 0)
    {
      span = g_array_index (spans, TroupeTextSpan, 0);
      span.start -= spot->start;
      span.end -= spot->start;
    }
  g_string_replace (text, "%s", name, 1);
  troupe_diagnosis_report_at (self, spot, &span, TROUPE_SEVERITY_WARNING, code, "%s", text->str)
      ->fix =
      g_strdup_printf (_ ("Check first, as in has(outputs.%s) ? outputs.%s : null."), name, name);
  g_string_free (text, TRUE);
}

void
troupe_diagnose_references (TroupeFlowDiagnosis *self, const TroupeFlowSpot *spot)
{
  guint n_references = troupe_cel_program_get_n_references (spot->program);

  if (n_references == 0 || is_guarded (troupe_cel_program_get_text (spot->program)))
    return;
  for (guint i = 0; i < n_references; i++)
    {
      guint root, step;
      const char *name = troupe_cel_program_get_reference (spot->program, i, &root, NULL);
      const TroupeFlowMethod *other;
      const char *code, *message;
      const TroupeFlowStep *found = NULL;

      if (root != TROUPE_FLOW_ROOT_OUTPUTS)
        continue;
      other = troupe_flow_find_method (self->flow, name);
      for (guint j = 0; spot->each != NULL && j < spot->each->n_steps; j++)
        {
          if (g_str_equal (spot->each->steps[j].name, name))
            {
              step = j;
              found = &spot->each->steps[j];
              break;
            }
        }
      if (found != NULL)
        {
          if (step >= spot->step && other == NULL)
            report_output (self, spot, name, "later_step",
                           step == spot->step
                               ? _ ("The step “%s” has no output of its own yet.")
                               : _ ("The step “%s” runs later, so it has no output yet."));
          continue;
        }
      /* A conversation runs its start methods one after the other and has built-in methods. */
      if (other == NULL || troupe_flow_is_conversational (self->flow) || !self->has_start)
        continue;
      message = find_order_mistake (self, spot->method, other, &code);
      if (message != NULL)
        report_output (self, spot, name, code, message);
    }
}
