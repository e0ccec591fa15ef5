/* troupe-command-eval.c: troupectl eval
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-eval"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-cel.h"
#include "troupe-command.h"
#include "troupe-terminal.h"

/* Maximum number of root names in an expression that are not in the context. For each such name
 * the text must be compiled again. */
#define MAX_EXTRA_ROOTS 64

static const TroupeOption options[] = {
  { "template", 0, NULL, N_ ("Evaluate a template: ${…} is replaced by a value") },
  { "context", 0, "FILE", N_ ("A JSON object with the names available to the expression") },
  { "dialect", 0, "crewai|spec",
    N_ ("Evaluate like CrewAI (default), or by the CEL specification") },
  { "batch", 0, "FILE",
    N_ ("JSON Lines of {\"text\", \"kind\": \"cel\"|\"template\"}; prints one result per line") },
  { NULL },
};

/* Data for compiling and evaluating an expression. */
typedef struct
{
  TroupeCelDialect dialect;
  TroupeValue *context; /* a map */
  GArray *roots; /* (element-type TroupeCelRoot): roots of the context, then unknown names of the
                    current text, then a terminator */
  guint n_roots; /* number of those of the context */
  GPtrArray *words; /* owns the names of the others */
  gint64 now;
} Evaluator;

typedef struct
{
  GError *error;
} FirstError;

/* --- Roots -------------------------------------------------------------------------------- */

/* Declares an unknown name as a root, because an unknown name is only an error when it is
 * evaluated, and names of types have a value. Returns TRUE if the text should be compiled again. */
static gboolean
allow_word (Evaluator *self, const GError *error)
{
  const char *word = NULL;
  TroupeCelRoot root = { NULL, FALSE };

  g_assert (self != NULL);

  if (!g_error_matches (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_UNKNOWN_ROOT) ||
      self->words->len >= MAX_EXTRA_ROOTS)
    return FALSE;
  word = troupe_cel_error_get_word (error);
  if (word == NULL)
    return FALSE;
  g_ptr_array_add (self->words, g_strdup (word));
  root.name = g_ptr_array_index (self->words, self->words->len - 1);
  g_array_insert_val (self->roots, self->roots->len - 1, root);
  return TRUE;
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint index)
{
  static const char *const types[] = { "bool", "bytes",     "double", "duration",  "int",  "list",
                                       "map",  "null_type", "string", "timestamp", "type", "uint" };
  Evaluator *self = activation->user_data;
  const char *name = NULL;

  g_assert (activation != NULL);

  if (index < self->n_roots)
    return troupe_value_ref (troupe_value_map_get_value (self->context, index));
  name = g_array_index (self->roots, TroupeCelRoot, index).name;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (name, types[i]))
      return troupe_value_new_type (name);
  return NULL;
}

static TroupeCelActivation
make_activation (Evaluator *self)
{
  return (TroupeCelActivation){ .get_root = get_root, .user_data = self, .now = self->now };
}

/* --- Evaluating --------------------------------------------------------------------------- */

static void
keep_first_error (const char *path, const GError *error, gpointer user_data)
{
  FirstError *first = user_data;

  if (first->error == NULL)
    first->error = g_error_copy (error);
}

static TroupeValue *
evaluate_template (Evaluator *self, const char *text, GError **error)
{
  g_autoptr (TroupeCelTemplate) template = NULL;
  g_autoptr (TroupeValue) source = troupe_value_new_string (text, -1);
  TroupeCelActivation activation = make_activation (self);

  g_assert (self != NULL);

  while (template == NULL)
    {
      FirstError first = { NULL };

      template = troupe_cel_template_compile (source, self->dialect,
                                              (const TroupeCelRoot *) self->roots->data,
                                              keep_first_error, &first);
      if (template == NULL && !allow_word (self, first.error))
        {
          g_propagate_error (error, first.error);
          return NULL;
        }
      g_clear_error (&first.error);
    }
  return troupe_cel_template_render (template, &activation, NULL, NULL, error);
}

static TroupeValue *
evaluate (Evaluator *self, const char *text, gboolean is_template, GError **error)
{
  TroupeCelRoot none = { NULL, FALSE };
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeCelActivation activation;

  g_assert (self != NULL);
  g_array_set_size (self->roots, self->n_roots);
  g_array_append_val (self->roots, none);
  g_ptr_array_set_size (self->words, 0);
  if (is_template)
    return evaluate_template (self, text, error);
  activation = make_activation (self);
  while (program == NULL)
    {
      g_autoptr (GError) mistake = NULL;

      program = troupe_cel_compile_field (text, self->dialect,
                                          (const TroupeCelRoot *) self->roots->data, &mistake);
      if (program == NULL && !allow_word (self, mistake))
        {
          g_propagate_error (error, g_steal_pointer (&mistake));
          return NULL;
        }
    }
  value = troupe_cel_program_evaluate (program, &activation, error);
  return value != NULL ? troupe_cel_value_to_json (value, self->dialect, error) : NULL;
}

/* --- Results ---------------------------------------------------------------------------------- */

static const char *
get_kind (const GError *error)
{
  g_assert (error != NULL);

  if (error->domain != TROUPE_CEL_ERROR)
    return "eval";
  switch ((TroupeCelError) error->code)
    {
    case TROUPE_CEL_ERROR_SYNTAX:
    case TROUPE_CEL_ERROR_UNKNOWN_ROOT:
    case TROUPE_CEL_ERROR_EMPTY:
    case TROUPE_CEL_ERROR_UNTERMINATED:
      return "parse";
    case TROUPE_CEL_ERROR_LIMIT:
      return "limit";
    case TROUPE_CEL_ERROR_EVALUATION:
    default:
      return "eval";
    }
}

static TroupeValue *
error_to_value (const char *kind, const char *message, guint column)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string (kind, -1));
  troupe_map_builder_add (&builder, "message", troupe_value_new_string (message, -1));
  troupe_map_builder_add (&builder, "column", troupe_command_number_or_null (column));
  return troupe_map_builder_end (&builder);
}

/* @value: (transfer full) */
static void
print_answer (const char *key, TroupeValue *value)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) answer = NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, key, value);
  answer = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (answer);
}

static void
print_json (TroupeValue *value, const GError *error)
{
  TroupeCelPlace place = { 0 };

  if (value != NULL)
    {
      print_answer ("value", troupe_value_ref (value));
      return;
    }
  troupe_cel_error_get_place (error, &place);
  print_answer ("error", error_to_value (get_kind (error), error->message, place.column));
}

static TroupeExit
answer_one (Evaluator *self, const char *text, gboolean is_template, gboolean json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = evaluate (self, text, is_template, &error);
  TroupeCelPlace place = { 0 };

  if (json)
    print_json (value, error);
  else if (value != NULL)
    troupe_terminal_print_value (value);
  else if (troupe_cel_error_get_place (error, &place))
    troupe_terminal_print_error ("%u:%u: %s", place.line, place.column, error->message);
  else
    troupe_terminal_print_error ("%s", error->message);
  if (value != NULL)
    return TROUPE_EXIT_OK;
  return g_str_equal (get_kind (error), "parse") ? TROUPE_EXIT_INVALID : TROUPE_EXIT_RUN_FAILED;
}

/* Evaluates one line of a batch and prints the result. For an invalid line, the result is an
 * error. */
static void
answer_line (Evaluator *self, const char *line, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) question = troupe_value_from_json (line, length, &error);
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *text = NULL;
  TroupeValue *kind = NULL;

  if (question != NULL && troupe_value_is (question, TROUPE_VALUE_MAP))
    {
      text = troupe_value_map_lookup_string (question, "text", -1);
      kind = troupe_value_map_lookup_string (question, "kind", -1);
    }
  if (text == NULL || !troupe_value_is (text, TROUPE_VALUE_STRING))
    {
      print_answer ("error",
                    error_to_value ("parse",
                                    error != NULL
                                        ? error->message
                                        : _ ("Each line must be {\"text\": …, \"kind\": …}."),
                                    0));
      return;
    }
  value = evaluate (self, troupe_value_get_string (text, NULL),
                    kind != NULL && troupe_value_is (kind, TROUPE_VALUE_STRING) &&
                        g_str_equal (troupe_value_get_string (kind, NULL), "template"),
                    &error);
  print_json (value, error);
}

static TroupeExit
answer_batch (Evaluator *self, const char *file)
{
  gsize length = 0;
  g_autofree char *text = troupe_command_read (file, &length);
  const char *end = NULL;

  if (text == NULL)
    return TROUPE_EXIT_INVALID;
  end = text + length;
  for (const char *line = text; line < end;)
    {
      const char *stop = memchr (line, '\n', end - line);

      if (stop == NULL)
        stop = end;
      if (stop > line)
        answer_line (self, line, stop - line);
      line = stop + 1;
    }
  return TROUPE_EXIT_OK;
}

/* --- The command -------------------------------------------------------------------------- */

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *text = troupe_command_line_get_arguments (line)[0];
  const char *batch = troupe_command_line_get (line, "batch");
  Evaluator evaluator = { .now = g_get_real_time () };
  TroupeExit result = TROUPE_EXIT_INVALID;
  const char *word;
  TroupeCelRoot none = { NULL, FALSE };
  const char *file;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *context = NULL;

  if ((text == NULL) == (batch == NULL))
    {
      troupe_terminal_print_error (
          _ ("Specify one expression, or --batch FILE with several. Usage: troupectl eval EXPR"));
      return TROUPE_EXIT_INVALID;
    }
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    {
      troupe_terminal_print_error (_ ("The expression is not UTF-8 text."));
      return TROUPE_EXIT_INVALID;
    }
  word = troupe_command_line_get (line, "dialect");
  evaluator.dialect = TROUPE_CEL_CREWAI;
  if (word != NULL && !g_str_equal (word, "crewai"))
    {
      if (!g_str_equal (word, "spec"))
        {
          troupe_terminal_print_error (_ ("--dialect must be crewai or spec, not “%s”."), word);
          return TROUPE_EXIT_INVALID;
        }
      evaluator.dialect = TROUPE_CEL_SPEC;
    }
  file = troupe_command_line_get (line, "context");
  if (file == NULL)
    context = troupe_value_from_json ("{}", -1, NULL);
  else
    {
      value = troupe_command_read_json (file);
      if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_MAP))
        troupe_terminal_print_error (
            _ ("%s: the context must be a JSON object, such as {\"state\": {}}."), file);
      else
        context = g_steal_pointer (&value);
    }
  evaluator.context = context;
  if (evaluator.context == NULL)
    return TROUPE_EXIT_INVALID;

  evaluator.roots = g_array_new (FALSE, FALSE, sizeof (TroupeCelRoot));
  evaluator.words = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < troupe_value_map_get_size (evaluator.context); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (evaluator.context, i);
      TroupeCelRoot root = { troupe_value_get_string (key, NULL), FALSE };

      g_array_append_val (evaluator.roots, root);
    }
  evaluator.n_roots = evaluator.roots->len;
  g_array_append_val (evaluator.roots, none);
  if (batch != NULL)
    result = answer_batch (&evaluator, batch);
  else
    result = answer_one (&evaluator, text, troupe_command_line_has (line, "template"),
                         troupe_command_line_has (line, "json"));
  g_array_unref (evaluator.roots);
  g_ptr_array_unref (evaluator.words);
  troupe_value_unref (evaluator.context);
  return result;
}

const TroupeCommand troupe_command_eval = {
  .name = "eval",
  .arguments = "EXPR",
  .summary = N_ ("Evaluate one expression."),
  .example = "troupectl eval 'state.score >= 0.7' --context context.json",
  .options = options,
  .min_arguments = 0,
  .max_arguments = 1,
  .run = run,
};
