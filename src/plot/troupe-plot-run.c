/* troupe-plot-run.c: shows a run on a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-run"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-json.h"
#include "troupe-money.h"
#include "troupe-plot-paint.h"
#include "troupe-plot-run.h"
#include "troupe-yaml.h"

/* Maximum number of bytes of a text that is included. */
#define MAX_TEXT 8192
/* Maximum nesting depth of spans. */
#define MAX_DEPTH 64

typedef struct
{
  TroupePlotDrawing *drawing;
  TroupeTrace *trace;
  gboolean with_texts;
  double end;
  GPtrArray *ran;  /* (nullable) (element-type utf8): see list_ran() */
  GArray *numbers; /* (element-type guint): the number in the run of each task of the drawing */
} Taking;

/* --- Texts ------------------------------------------------------------------------------------ */

/* Formats a value for a step. @value: (nullable). (transfer full) (nullable) */
static char *
write_value (TroupeValue *value)
{
  g_autofree char *text = NULL;
  const char *end;

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL) ||
      (troupe_value_is (value, TROUPE_VALUE_MAP) && troupe_value_map_get_size (value) == 0))
    return NULL;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *bytes = troupe_value_get_string (value, &length);

      text = g_utf8_make_valid (bytes, (gssize) MIN (length, MAX_TEXT + 8));
    }
  else
    {
      g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_SPACED);

      text = g_utf8_make_valid (json, (gssize) MIN (strlen (json), MAX_TEXT + 8));
    }
  if (strlen (text) <= MAX_TEXT)
    return g_steal_pointer (&text);
  end = g_utf8_find_prev_char (text, text + MAX_TEXT);
  return g_strdup_printf ("%.*s…", (int) (end - text), text);
}

typedef struct
{
  gint64 tokens;
  GPtrArray *models;
} Use;

static void
add_use (Use *use, const TroupeSpan *span, guint depth)
{
  const char *name = troupe_span_get_name (span);

  if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    {
      use->tokens += troupe_span_get_tokens (span, "total_tokens");
      if (name != NULL && !g_ptr_array_find_with_equal_func (use->models, name, g_str_equal, NULL))
        g_ptr_array_add (use->models, (gpointer) name);
    }
  for (guint i = 0; depth < MAX_DEPTH && span->children != NULL && i < span->children->len; i++)
    add_use (use, g_ptr_array_index (span->children, i), depth + 1);
}

/* Formats a number with thin spaces between thousands. (transfer full) */
static char *
write_tokens (gint64 tokens)
{
  g_autofree char *digits = g_strdup_printf ("%" PRId64, tokens);
  GString *out = g_string_new (NULL);
  const gsize length = strlen (digits);

  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (out, "\xe2\x80\xaf");
      g_string_append_c (out, digits[i]);
    }
  return g_string_free (out, FALSE);
}

/* --- Steps ------------------------------------------------------------------------------------ */

static TroupePlotState
get_state (const TroupeSpan *span)
{
  switch (span->state)
    {
    case TROUPE_SCOPE_FINISHED:
      return TROUPE_PLOT_STATE_DONE;
    case TROUPE_SCOPE_FAILED:
    case TROUPE_SCOPE_CANCELLED:
      return TROUPE_PLOT_STATE_FAILED;
    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_PAUSED:
      return span->id != 0 ? TROUPE_PLOT_STATE_ASKS : TROUPE_PLOT_STATE_WAITING;
    default:
      return TROUPE_PLOT_STATE_RUNNING;
    }
}

/* Describes the input of a span. A method that runs a crew has the crew's inputs. The input of
 * another method is preceded by the method whose result it is. A task without an input has its
 * context, which consists of the outputs of other tasks. (transfer full) (nullable) */
static char *
write_input (Taking *taking, const TroupeSpan *span)
{
  const char *name = NULL;
  g_autofree char *text = NULL;
  TroupeValue *input;

  if (span->kind == TROUPE_SCOPE_METHOD)
    {
      g_autoptr (GString) input_text = g_string_new (NULL);

      for (guint i = 0; span->children != NULL && i < span->children->len; i++)
        {
          const TroupeSpan *child = g_ptr_array_index (span->children, i);
          TroupeValue *inputs =
              child->kind == TROUPE_SCOPE_CREW ? troupe_span_get_input (child) : NULL;

          if (inputs == NULL || !troupe_value_is (inputs, TROUPE_VALUE_MAP))
            continue;
          for (gsize k = 0; k < troupe_value_map_get_size (inputs) && input_text->len < MAX_TEXT;
               k++)
            {
              const TroupeValue *input_name = troupe_value_map_get_key (inputs, k);
              g_autofree char *value = write_value (troupe_value_map_get_value (inputs, k));

              if (troupe_value_is (input_name, TROUPE_VALUE_STRING) && value != NULL)
                g_string_append_printf (input_text, "%s%s: %s", input_text->len > 0 ? "\n" : "",
                                        troupe_value_get_string (input_name, NULL), value);
            }
          break;
        }
      text = input_text->len > 0 ? g_strdup (input_text->str) : NULL;
    }
  if (text != NULL)
    return g_steal_pointer (&text);
  input = span->kind == TROUPE_SCOPE_METHOD ? troupe_trace_find_input (taking->trace, span, &name)
                                            : troupe_span_get_input (span);
  if (input == NULL && span->kind == TROUPE_SCOPE_TASK && span->given != NULL &&
      troupe_value_is (span->given, TROUPE_VALUE_MAP))
    input = troupe_value_map_lookup_string (span->given, "context", -1);
  text = write_value (input);
  return text != NULL && name != NULL ? g_strdup_printf ("%s: %s", name, text)
                                      : g_steal_pointer (&text);
}

static void
take_span (Taking *taking, guint index, const TroupeSpan *span)
{
  TroupePlotPiece *piece = troupe_plot_piece_at (taking->drawing, index);
  TroupePlotStep step = { .piece = index,
                          .start = (double) span->start / G_USEC_PER_SEC,
                          .end = span->ended_us != 0 ? (double) span->end / G_USEC_PER_SEC : -1,
                          .state = get_state (span),
                          .pass = MAX (span->nth, 1) };
  g_autoptr (GPtrArray) models = NULL;
  Use use;
  g_autofree char *number = NULL;
  g_autofree char *names = NULL;
  char *result = NULL;

  if (step.state == TROUPE_PLOT_STATE_WAITING)
    return;
  if (span->is_reused)
    step.word = g_strdup (C_ ("task", "Reused"));
  /* Spans of tasks and agents have no pass number, so count their earlier steps. */
  for (guint i = 0; piece->kind != TROUPE_PLOT_PIECE_METHOD && i < taking->drawing->steps->len; i++)
    step.pass += g_array_index (taking->drawing->steps, TroupePlotStep, i).piece == index;
  if (piece->events != NULL)
    step.taken = g_strdup (troupe_span_get_output_text (span));
  models = g_ptr_array_new ();
  use = (Use){ 0, models };
  add_use (&use, span, 0);
  if (models->len != 0)
    {
      g_ptr_array_add (models, NULL);
      names = g_strjoinv (", ", (char **) models->pdata);
      if (use.tokens == 0)
        result = g_steal_pointer (&names);
      else
        {
          number = write_tokens (use.tokens);
          /* Translators: the first %s is a number of tokens, the second %s a list of names of models. */
          result = g_strdup_printf (_ ("%s tokens · %s"), number, names);
        }
    }
  step.use = result;
  if (taking->with_texts)
    {
      g_autofree char *error = troupe_span_dup_error (span);

      step.input = write_input (taking, span);
      step.output =
          error != NULL ? g_steal_pointer (&error) : write_value (troupe_span_get_output (span));
    }
  if (piece->person_name != NULL)
    step.by = g_strdup (piece->person_name);
  taking->end = MAX (taking->end, MAX (step.start, step.end));
  troupe_plot_drawing_add_step (taking->drawing, &step);
}

/* --- The document that ran -------------------------------------------------------------------- */

/* (nullable) */
static const char *
get_text (JsonNode *map, const char *key)
{
  const char *const path[] = { key, NULL };
  JsonNode *node = troupe_json_tree_get (map, path);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Reads the names of the methods or the titles of the tasks of the document that ran, which may
 * have been changed since. The order is that of the document. (transfer full) (nullable): NULL if
 * they are unknown */
static GPtrArray *
list_ran (Taking *taking)
{
  static const char *const methods[] = { "methods", NULL };
  static const char *const tasks[] = { "methods", "crew", "do", "with", "tasks", NULL };
  const char *text = troupe_trace_get_document (taking->trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) root = NULL;
  JsonNode *found;

  if (text == NULL)
    return NULL;
  root = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
  if (root == NULL)
    root = troupe_yaml_read (text, strlen (text), NULL, NULL);
  if (root == NULL)
    return NULL;
  found = troupe_json_tree_get (root, taking->drawing->is_crew ? tasks : methods);
  if (found == NULL ||
      (taking->drawing->is_crew ? !JSON_NODE_HOLDS_ARRAY (found) : !JSON_NODE_HOLDS_OBJECT (found)))
    return NULL;
  if (taking->drawing->is_crew)
    for (guint i = 0; i < json_array_get_length (json_node_get_array (found)); i++)
      {
        JsonNode *task = json_array_get_element (json_node_get_array (found), i);
        const char *name = get_text (task, "name");

        if (name == NULL)
          name = get_text (task, "description");
        g_ptr_array_add (names, g_strdup (name != NULL ? name : ""));
      }
  else
    {
      g_autoptr (GList) members = json_object_get_members (json_node_get_object (found));

      for (GList *each = members; each != NULL; each = each->next)
        g_ptr_array_add (names, g_strdup (each->data));
    }
  return g_steal_pointer (&names);
}

/* Finds the number of each task of the drawing in the crew that ran, from 1; 0 if it was added
 * since. A task that was renamed is the one with the same number. */
static void
number_tasks (Taking *taking)
{
  guint n_tasks = 0;

  for (guint i = 0; i < taking->drawing->pieces->len; i++)
    {
      const TroupePlotPiece *piece = troupe_plot_piece_at (taking->drawing, i);
      guint number = 0;

      if (piece->kind != TROUPE_PLOT_PIECE_TASK)
        continue;
      n_tasks++;
      if (taking->ran == NULL ||
          (n_tasks <= taking->ran->len &&
           g_strcmp0 (g_ptr_array_index (taking->ran, n_tasks - 1), piece->title) == 0))
        number = n_tasks;
      else if (g_ptr_array_find_with_equal_func (taking->ran, piece->title, g_str_equal, &number))
        number++;
      g_array_append_val (taking->numbers, number);
    }
  /* The numbers that no title has belong to renamed tasks, if none was added or removed. */
  for (guint i = 0; taking->ran != NULL && taking->ran->len == n_tasks && i < n_tasks; i++)
    {
      guint *number = &g_array_index (taking->numbers, guint, i);
      gboolean is_taken = FALSE;

      for (guint k = 0; k < n_tasks; k++)
        is_taken |= g_array_index (taking->numbers, guint, k) == i + 1;
      if (*number == 0 && !is_taken)
        *number = i + 1;
    }
}

/* Adds the steps of a span of a crew (task or agent) and of all its descendants. */
static void
take_crew (Taking *taking, const TroupeSpan *span, guint depth)
{
  const guint task = troupe_span_get_task_number (span);
  const char *name = troupe_span_get_name (span);
  guint n_tasks = 0;

  for (guint i = 0; i < taking->drawing->pieces->len; i++)
    {
      const TroupePlotPiece *piece = troupe_plot_piece_at (taking->drawing, i);

      if (piece->kind == TROUPE_PLOT_PIECE_TASK && task > 0 &&
          g_array_index (taking->numbers, guint, n_tasks++) == task)
        take_span (taking, i, span);
      if (piece->kind == TROUPE_PLOT_PIECE_AGENT && span->kind == TROUPE_SCOPE_AGENT &&
          g_strcmp0 (piece->title, name) == 0)
        take_span (taking, i, span);
    }
  for (guint i = 0; depth < MAX_DEPTH && span->children != NULL && i < span->children->len; i++)
    take_crew (taking, g_ptr_array_index (span->children, i), depth + 1);
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const TroupePlotStep *first = a;
  const TroupePlotStep *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  if (first->piece != second->piece)
    return first->piece < second->piece ? -1 : 1;
  return first->pass < second->pass ? -1 : first->pass > second->pass;
}

/* --- Final states ----------------------------------------------------------------------------- */

/* Returns TRUE if the source @index has finished. An and gate has finished when all of its
 * inputs have fired, and an or gate when one input has fired. */
static gboolean
has_come (TroupePlotDrawing *self, guint index, guint depth)
{
  const TroupePlotPiece *piece = troupe_plot_piece_at (self, index);
  gboolean one = FALSE;
  gboolean all = TRUE;

  if (piece->kind != TROUPE_PLOT_PIECE_GATE)
    return piece->state == TROUPE_PLOT_STATE_DONE;
  for (guint i = 0; depth < MAX_DEPTH && i < self->lines->len; i++)
    {
      const TroupePlotLine *line = troupe_plot_line_at (self, i);

      if (line->target != index)
        continue;
      if (line->has_fired)
        one = TRUE;
      else
        all = FALSE;
    }
  return piece->is_and ? one && all : one;
}

/* Returns TRUE if the source of a line ever chose its event. */
static gboolean
was_taken (TroupePlotDrawing *self, const TroupePlotLine *line)
{
  if (line->event == NULL)
    return TRUE;
  for (guint i = 0; i < self->steps->len; i++)
    {
      const TroupePlotStep *step = &g_array_index (self->steps, TroupePlotStep, i);

      if (step->piece == line->source && g_strcmp0 (step->taken, line->event) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Marks the lines that fired. Repeats until nothing changes, because a line that fires may open
 * a gate and let other lines fire. */
static void
fire_lines (TroupePlotDrawing *self)
{
  gboolean is_new = TRUE;

  for (guint round = 0; is_new && round < MAX_DEPTH; round++)
    {
      is_new = FALSE;
      for (guint i = 0; i < self->lines->len; i++)
        {
          TroupePlotLine *line = troupe_plot_line_at (self, i);

          if (line->has_fired || line->kind == TROUPE_PLOT_LINE_DOTTED ||
              !has_come (self, line->source, 0) || !was_taken (self, line))
            continue;
          line->has_fired = TRUE;
          is_new = TRUE;
        }
    }
  for (guint i = 0; i < self->lines->len; i++)
    {
      TroupePlotLine *line = troupe_plot_line_at (self, i);

      line->was_left = !line->has_fired && line->event != NULL &&
                       troupe_plot_piece_at (self, line->source)->state == TROUPE_PLOT_STATE_DONE;
    }
}

static char *
describe_run (Taking *taking)
{
  const TroupeSpan *run = troupe_trace_get_run (taking->trace);
  g_autoptr (GDateTime) began =
      run->started_us != 0 ? g_date_time_new_from_unix_local (run->started_us / G_USEC_PER_SEC)
                           : NULL;
  g_autofree char *when = began != NULL ? g_date_time_format (began, "%-d %b %Y, %H:%M") : NULL;
  g_autofree char *took =
      troupe_span_to_text ((gint64) (taking->drawing->run_length * G_USEC_PER_SEC));
  const TroupeTraceUsage *usage = troupe_trace_get_usage (taking->trace);
  g_autofree char *number = write_tokens (usage->total_tokens);
  g_autofree char *cost = troupe_money_describe_sum (usage->micro_dollars, usage->n_unpriced == 0);
  g_autofree char *words = NULL;

  /* Translators: the first %s is the date and time when a run began, the second %s its duration. */
  words = g_strdup_printf (_ ("Run of %s · took %s"), when != NULL ? when : "?", took);
  if (usage->total_tokens > 0 && cost != NULL)
    /* Translators: the first %s describes a run (“Run of … · took …”), the second %s is a number
     * of tokens, the third %s an amount of money. */
    return g_strdup_printf (_ ("%s · %s tokens · %s"), words, number, cost);
  /* Translators: the first %s describes a run (“Run of … · took …”), the second %s is a number
   * of tokens. */
  return usage->total_tokens > 0 ? g_strdup_printf (_ ("%s · %s tokens"), words, number)
                                 : g_steal_pointer (&words);
}

void
troupe_plot_drawing_take_run (TroupePlotDrawing *self, TroupeTrace *trace, gboolean with_texts)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) ran = NULL;
  Taking taking = { self, trace, with_texts, 0, NULL, numbers };
  gboolean has_ended;
  guint n_tasks = 0;

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_TRACE (trace));

  taking.ran = ran = list_ran (&taking);
  number_tasks (&taking);
  if (self->is_crew)
    take_crew (&taking, troupe_trace_get_run (trace), 0);
  else
    {
      for (guint i = 0; i < taking.drawing->pieces->len; i++)
        {
          const TroupePlotPiece *piece = troupe_plot_piece_at (taking.drawing, i);
          const TroupeTraceMethod *method = piece->kind == TROUPE_PLOT_PIECE_METHOD
                                                ? troupe_trace_find_method (taking.trace, piece->id)
                                                : NULL;

          for (guint k = 0; method != NULL && k < method->passes->len; k++)
            take_span (&taking, i, g_ptr_array_index (method->passes, k));
        }
    }
  g_array_sort (self->steps, compare_steps);
  self->run_length = taking.end;
  self->run_words = describe_run (&taking);

  has_ended = !troupe_trace_is_under_way (trace);
  for (guint i = 0; i < self->pieces->len; i++)
    troupe_plot_piece_at (self, i)->state =
        troupe_plot_piece_at (self, i)->kind == TROUPE_PLOT_PIECE_GATE ? TROUPE_PLOT_STATE_NONE
        : has_ended                                                    ? TROUPE_PLOT_STATE_SKIPPED
                                                                       : TROUPE_PLOT_STATE_WAITING;
  /* What was added after the run has no state. */
  for (guint i = 0; i < taking.drawing->pieces->len; i++)
    {
      TroupePlotPiece *piece = troupe_plot_piece_at (taking.drawing, i);

      if ((piece->kind == TROUPE_PLOT_PIECE_METHOD && taking.ran != NULL &&
           (piece->id == NULL ||
            !g_ptr_array_find_with_equal_func (taking.ran, piece->id, g_str_equal, NULL))) ||
          (piece->kind == TROUPE_PLOT_PIECE_TASK &&
           g_array_index (taking.numbers, guint, n_tasks++) == 0))
        piece->state = TROUPE_PLOT_STATE_NONE;
    }
  for (guint i = 0; i < self->steps->len; i++)
    {
      const TroupePlotStep *step = &g_array_index (self->steps, TroupePlotStep, i);
      TroupePlotPiece *shown = troupe_plot_piece_at (self, step->piece);

      shown->state = step->state;
      g_clear_pointer (&shown->time, g_free);
      if (step->end >= 0 && step->word == NULL)
        shown->time = troupe_span_to_text ((gint64) ((step->end - step->start) * G_USEC_PER_SEC));
      g_free (shown->taken);
      shown->taken = g_strdup (step->taken);
      g_free (shown->word);
      shown->word = g_strdup (step->word);
      if (step->word == NULL && step->pass > 1)
        /* Translators: %s is a state such as Done, %u the number of executions. */
        shown->word =
            g_strdup_printf (_ ("%s · %u×"), troupe_plot_state_get_word (step->state), step->pass);
    }
  fire_lines (self);
}
