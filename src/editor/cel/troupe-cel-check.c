/* troupe-cel-check.c: checks a CEL expression while it is edited: mistakes, fixes, value preview
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-check"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-check.h"
#include "troupe-cel.h"
#include "troupe-flow-diagnose.h"
#include "troupe-sanitize-text.h"

/* The limits are low enough that the slowest preview is finished long before the next frame. */
#define PREVIEW_STEPS 20000
#define PREVIEW_LENGTH 300

static const TroupeCelRoot flow_roots[] = {
  [TROUPE_FLOW_ROOT_OUTPUTS] = { "outputs", TRUE },
  [TROUPE_FLOW_ROOT_STATE] = { "state", FALSE },
  { NULL, FALSE },
};

static const TroupeCelRoot step_roots[] = {
  [TROUPE_FLOW_ROOT_OUTPUTS] = { "outputs", TRUE },
  [TROUPE_FLOW_ROOT_STATE] = { "state", FALSE },
  [TROUPE_FLOW_ROOT_ITEM] = { "item", FALSE },
  { NULL, FALSE },
};

static const char *const flow_root_names[] = { "outputs", "state", NULL };
static const char *const step_root_names[] = { "outputs", "state", "item", NULL };

typedef struct
{
  const char *text;
  TroupeFlow *flow;
  gboolean with_item;
  const char *const *steps;
  GPtrArray *mistakes;
} Check;

void
troupe_cel_mistake_free (TroupeCelMistake *self)
{
  g_free (self->message);
  g_free (self->replacement);
  g_free (self);
}

/* Returns the end of the expression that begins at @start. This is its closing brace, or the end
 * of the text if there is none. The brace is found by tokens, so that braces in strings and maps
 * do not count. */
static gsize
find_closing_brace (const char *text, gsize start)
{
  g_autoptr (GArray) tokens = troupe_cel_tokenize (text + start, -1);
  guint depth = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, i);

      for (gsize at = token->start; at < token->end; at++)
        {
          char c = text[start + at];

          if (token->type == TROUPE_CEL_TOKEN_STRING || token->type == TROUPE_CEL_TOKEN_COMMENT)
            break;
          if (c == '{')
            depth++;
          else if (c == '}' && depth-- == 0)
            return start + at;
        }
    }

  return strlen (text);
}

GArray *
troupe_cel_find_spans (const char *text, TroupeCelMode mode)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (TroupeCelSpan));
  const char *at = text;

  g_return_val_if_fail (text != NULL, spans);

  if (mode == TROUPE_CEL_MODE_EXPRESSION)
    {
      TroupeCelSpan whole = { 0, strlen (text) };

      g_array_append_val (spans, whole);
      return spans;
    }

  while ((at = strstr (at, "${")) != NULL)
    {
      TroupeCelSpan span = { (gsize) (at - text) + 2, 0 };

      span.end = find_closing_brace (text, span.start);
      g_array_append_val (spans, span);
      at = text + span.end;
    }

  return spans;
}

static void
add_mistake (Check *check,
             gsize start,
             gsize end,
             const char *what,
             const char *replacement,
             gboolean unknown_method)
{
  TroupeCelMistake *mistake = g_new0 (TroupeCelMistake, 1);
  guint line;
  guint column;
  const char *text = check->text;
  const char *begin = text;

  g_assert (check != NULL);

  line = 1;
  for (gsize i = 0; i < start && text[i] != '\0'; i++)
    if (text[i] == '\n')
      {
        line++;
        begin = text + i + 1;
      }
  column = (guint) g_utf8_strlen (begin, (gssize) (text + start - begin)) + 1;
  mistake->start = start;
  mistake->end = end;
  mistake->message = g_strdup_printf (_ ("Line %u, column %u: %s"), line, column, what);
  mistake->replacement = g_strdup (replacement);
  mistake->unknown_method = unknown_method;
  g_ptr_array_add (check->mistakes, mistake);
}

static const char *
find_nearest_method (Check *check, const char *word)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_assert (check != NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (check->flow); i++)
    g_ptr_array_add (names, troupe_flow_get_method (check->flow, i)->name);
  for (guint i = 0; check->steps != NULL && check->steps[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) check->steps[i]);
  g_ptr_array_add (names, NULL);

  return troupe_nearest_word (word, (const char *const *) names->pdata);
}

static void
check_references (Check *check, TroupeCelProgram *program, gsize offset)
{
  g_assert (check != NULL);

  for (guint i = 0; i < troupe_cel_program_get_n_references (program); i++)
    {
      TroupeCelPlace place = { 0 };
      guint root = 0;
      const char *name = troupe_cel_program_get_reference (program, i, &root, &place);
      g_autofree char *what = NULL;
      const char *found;
      gsize start;

      if (root != TROUPE_FLOW_ROOT_OUTPUTS || troupe_flow_find_method (check->flow, name) != NULL ||
          (check->steps != NULL && g_strv_contains (check->steps, name)))
        continue;

      /* The position may cover the complete selection expression, although only the name in it
       * is wrong. */
      start = offset + place.start;
      found = g_strstr_len (check->text + start, (gssize) (place.end - place.start), name);
      if (found != NULL)
        start = (gsize) (found - check->text);
      what = g_strdup_printf (_ ("the method “%s” does not exist."), name);
      add_mistake (check, start, start + strlen (name), what, find_nearest_method (check, name),
                   TRUE);
    }
}

static void
check_span (Check *check, const TroupeCelSpan *span, TroupeCelMode mode)
{
  g_autofree char *part = g_strndup (check->text + span->start, span->end - span->start);
  const TroupeCelRoot *roots = check->with_item ? step_roots : flow_roots;
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (GError) error = NULL;
  gsize function_offset;
  g_autoptr (GArray) tokens = NULL;
  const char *const *functions;

  g_assert (check != NULL);

  if (mode == TROUPE_CEL_MODE_TEMPLATE && check->text[span->end] != '}')
    {
      add_mistake (check, span->start - 2, span->end, _ ("“${” has no closing brace."), NULL,
                   FALSE);
      return;
    }

  if (mode == TROUPE_CEL_MODE_TEMPLATE)
    program = troupe_cel_compile (part, -1, TROUPE_CEL_CREWAI, roots, &error);
  else
    program = troupe_cel_compile_field (part, TROUPE_CEL_CREWAI, roots, &error);

  if (program == NULL)
    {
      gsize offset = span->start;
      TroupeCelPlace place = { 0 };
      const char *word = troupe_cel_error_get_word (error);
      const char *replacement = NULL;

      troupe_cel_error_get_place (error, &place);
      if (word != NULL && g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_UNKNOWN_ROOT))
        replacement =
            troupe_nearest_word (word, check->with_item ? step_root_names : flow_root_names);
      add_mistake (check, offset + place.start, offset + place.end, error->message, replacement,
                   FALSE);
      return;
    }
  check_references (check, program, span->start);
  /* Reports unknown functions. They compile, because the branch with the call may never be
   * evaluated, but a run fails if it evaluates one. */
  function_offset = span->start;
  tokens = troupe_cel_tokenize (part, -1);
  functions = troupe_flow_list_functions ();
  for (guint i = 0; i + 1 < tokens->len; i++)
    {
      const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, i);
      const TroupeCelToken *next = token + 1;
      g_autofree char *name = NULL;
      g_autofree char *what = NULL;

      if (token->type != TROUPE_CEL_TOKEN_NAME || next->end - next->start != 1 ||
          part[next->start] != '(')
        continue;
      name = g_strndup (part + token->start, token->end - token->start);
      if (g_strv_contains (functions, name))
        continue;
      what = g_strdup_printf (_ ("the function “%s” does not exist."), name);
      add_mistake (check, function_offset + token->start, function_offset + token->end, what,
                   troupe_nearest_word (name, functions), FALSE);
    }
}

GPtrArray *
troupe_cel_check (const char *text,
                  TroupeCelMode mode,
                  TroupeFlow *flow,
                  gboolean with_item,
                  const char *const *steps)
{
  Check check = { text, flow, with_item, steps, NULL };
  g_autoptr (GArray) spans = NULL;

  check.mistakes = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_cel_mistake_free);
  g_return_val_if_fail (text != NULL && flow != NULL, check.mistakes);

  spans = troupe_cel_find_spans (text, mode);
  for (guint i = 0; i < spans->len; i++)
    check_span (&check, &g_array_index (spans, TroupeCelSpan, i), mode);

  return check.mistakes;
}

/* --- Value preview ---------------------------------------------------------------------------- */

typedef struct
{
  TroupeEditorContext *context;
  TroupeValue *item;
  TroupeValue **references;
} Preview;

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  Preview *preview = activation->user_data;
  TroupeValue *value = NULL;

  g_assert (activation != NULL);

  switch ((TroupeFlowRoot) root)
    {
    case TROUPE_FLOW_ROOT_OUTPUTS:
      return troupe_editor_context_get_outputs (preview->context);
    case TROUPE_FLOW_ROOT_STATE:
      value = troupe_editor_context_get_state (preview->context);
      break;
    case TROUPE_FLOW_ROOT_ITEM:
      value = preview->item;
      break;
    default:
      break;
    }

  return value != NULL ? troupe_value_ref (value) : NULL;
}

static void
fill_references (Preview *preview, TroupeCelActivation *activation, TroupeCelProgram *program)
{
  guint n_references = troupe_cel_program_get_n_references (program);

  g_assert (preview != NULL);

  g_clear_pointer (&preview->references, g_free);
  preview->references = g_new0 (TroupeValue *, n_references + 1);
  for (guint i = 0; i < n_references; i++)
    preview->references[i] = troupe_editor_context_get_output (
        preview->context, troupe_cel_program_get_reference (program, i, NULL, NULL));
  activation->references = preview->references;
}

typedef struct
{
  Preview *preview;
  TroupeCelTemplate *template;
} TemplatePreview;

static void
activate_cb (TroupeCelActivation *activation, guint index, gpointer user_data)
{
  TemplatePreview *preview = user_data;

  fill_references (preview->preview, activation,
                   troupe_cel_template_get_program (preview->template, index));
}

static void
ignore_error_cb (const char *path, const GError *error, gpointer user_data)
{
  GError **first = user_data;

  if (*first == NULL)
    *first = g_error_copy (error);
}

TroupeValue *
troupe_cel_preview (const char *text,
                    TroupeCelMode mode,
                    TroupeEditorContext *context,
                    TroupeValue *item,
                    GError **error)
{
  Preview preview = { context, item, NULL };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = &preview,
                                     .now = g_get_real_time (),
                                     .max_steps = PREVIEW_STEPS };
  TroupeValue *value;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  if (mode == TROUPE_CEL_MODE_TEMPLATE)
    {
      g_autoptr (TroupeValue) template_value = NULL;
      g_autoptr (TroupeCelTemplate) template = NULL;
      TemplatePreview data;
      GError *mistake = NULL;

      template_value = troupe_value_new_string (text, -1);
      data = (TemplatePreview){ &preview, NULL };
      value = NULL;
      template = troupe_cel_template_compile (template_value, TROUPE_CEL_CREWAI,
                                              preview.item != NULL ? step_roots : flow_roots,
                                              ignore_error_cb, &mistake);
      if (template == NULL)
        g_propagate_error (error, mistake);
      else
        {
          g_clear_error (&mistake);

          data.template = template;
          value = troupe_cel_template_render (template, &activation, activate_cb, &data, error);
        }
    }
  else
    {
      g_autoptr (TroupeCelProgram) program = NULL;
      g_autoptr (TroupeValue) expression_value = NULL;
      TroupeValue *expression = NULL;

      program = troupe_cel_compile_field (text, TROUPE_CEL_CREWAI,
                                          preview.item != NULL ? step_roots : flow_roots, error);
      if (program != NULL)
        {
          fill_references (&preview, &activation, program);
          expression_value = troupe_cel_program_evaluate (program, &activation, error);
          expression = expression_value != NULL
                           ? troupe_cel_value_to_json (expression_value, TROUPE_CEL_CREWAI, error)
                           : NULL;
        }
      value = expression;
    }
  g_free (preview.references);

  return value;
}

char *
troupe_value_to_preview (TroupeValue *value)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    text = g_strdup_printf ("'%s'", troupe_value_get_string (value, NULL));
  else
    text = troupe_value_to_json (value, TROUPE_JSON_SPACED);

  for (char *c = text; *c != '\0'; c++)
    if (*c == '\n' || *c == '\t')
      *c = ' ';

  shown = troupe_text_to_line (text);

  return troupe_text_shorten (shown, PREVIEW_LENGTH);
}
