/* troupe-flow-action.c: parses the seven types of actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-action"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-declared.h"
#include "troupe-flow-action.h"
#include "troupe-flow-expression.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-keys.h"
#include "troupe-flow-reader.h"
#include "troupe-text-list.h"

/* Context of an action: @in_step, and the names of the steps in scope. */
typedef struct
{
  TroupeFlowReader *reader;
  JsonNode *node;
  gboolean in_step;
  GHashTable *steps;
} ActionReader;

typedef void (*ReadActionFunc) (ActionReader *self, TroupeFlowAction *action);

static void read_expression (ActionReader *self, TroupeFlowAction *action);
static void read_each (ActionReader *self, TroupeFlowAction *action);
static void read_agent (ActionReader *self, TroupeFlowAction *action);
static void read_crew (ActionReader *self, TroupeFlowAction *action);
static void read_call (ActionReader *self, TroupeFlowAction *action);
static void read_script (ActionReader *self, TroupeFlowAction *action);

/* The kinds of actions. Their keys are listed in troupe-flow-keys.c. */
static const struct
{
  const char *name;
  ReadActionFunc read;
} kinds[TROUPE_ACTION_N_TYPES] = {
  [TROUPE_ACTION_EXPRESSION] = { "expression", read_expression },
  [TROUPE_ACTION_EACH] = { "each", read_each },
  [TROUPE_ACTION_AGENT] = { "agent", read_agent },
  [TROUPE_ACTION_CREW] = { "crew", read_crew },
  [TROUPE_ACTION_TOOL] = { "tool", read_call },
  [TROUPE_ACTION_CODE] = { "code", read_call },
  [TROUPE_ACTION_SCRIPT] = { "script", read_script },
};

const char *
troupe_action_type_get_name (TroupeActionType type)
{
  g_return_val_if_fail (type < TROUPE_ACTION_N_TYPES, NULL);

  return kinds[type].name;
}

void
troupe_flow_action_free (TroupeFlowAction *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_steps; i++)
    {
      TroupeFlowStep *step = &self->steps[i];

      g_free (step->name);
      g_clear_pointer (&step->condition, troupe_flow_expression_free);
      g_clear_pointer (&step->action, troupe_flow_action_free);
    }
  g_free (self->steps);
  g_clear_pointer (&self->expression, troupe_flow_expression_free);
  g_clear_pointer (&self->definition, troupe_value_unref);
  g_clear_pointer (&self->input, troupe_flow_template_free);
  g_free (self->reference);
  g_free (self->code);
  g_free (self);
}

static void
read_expression (ActionReader *self, TroupeFlowAction *action)
{
  JsonNode *node = troupe_flow_reader_get_member (self->reader, self->node, "expr",
                                                  TROUPE_FIELD_REQUIRED, N_ ("an expression"));
  gsize mark = troupe_flow_reader_enter (self->reader, "expr");

  g_assert (self != NULL);

  action->expression =
      troupe_flow_reader_compile_field (self->reader, node, self->in_step, self->steps);
  troupe_flow_reader_leave (self->reader, mark);
}

/* Returns the key that a field uses: its own, or the one with an underscore. */
static const char *
choose_key (JsonNode *node, const char *key, const char *python_key)
{
  JsonObject *object = json_node_get_object (node);

  return !json_object_has_member (object, key) && json_object_has_member (object, python_key)
             ? python_key
             : key;
}

static void
read_step (ActionReader *self, JsonNode *node, TroupeFlowStep *step)
{
  g_autofree const char **known = troupe_flow_keys_list_names (TROUPE_FLOW_OBJECT_STEP);
  TroupeFlowReader *reader = self->reader;
  const char *key;
  JsonNode *member;
  gsize mark;

  g_assert (self != NULL);

  troupe_flow_reader_refuse_unknown (reader, node, known, _ ("a step"));
  key = choose_key (node, "if", "if_");
  member = troupe_flow_reader_get_member (reader, node, key, TROUPE_FIELD_NULLABLE, "");
  if (member != NULL)
    {
      mark = troupe_flow_reader_enter (reader, key);
      step->condition = troupe_flow_reader_compile_field (reader, member, TRUE, self->steps);
      troupe_flow_reader_leave (reader, mark);
    }
  member = troupe_flow_reader_get_member (reader, node, "action", TROUPE_FIELD_REQUIRED,
                                          N_ ("an action"));
  mark = troupe_flow_reader_enter (reader, "action");
  step->action = troupe_flow_reader_read_action (reader, member, self->steps);
  troupe_flow_reader_leave (reader, mark);
}

static void
read_step_name (ActionReader *self, JsonNode *node, guint index, TroupeFlowStep *step)
{
  TroupeFlowReader *reader = self->reader;
  gsize mark;

  g_assert (self != NULL);

  step->name = troupe_flow_reader_get_text (reader, node, "name", TROUPE_FIELD_REQUIRED);
  if (step->name == NULL)
    {
      step->name = g_strdup ("");
      return;
    }
  mark = troupe_flow_reader_enter (reader, "name");
  node = json_object_get_member (json_node_get_object (node), "name");
  if (!troupe_flow_name_is_valid (step->name))
    troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR, node, "bad_name",
                               _ ("“%s” is not a valid step name. Only letters, digits and _ are "
                                  "allowed; the first character must not be a digit."),
                               step->name);
  else if (g_hash_table_contains (self->steps, step->name))
    troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR, node, "duplicate_name",
                               _ ("The step “%s” already exists."), step->name);
  else
    g_hash_table_insert (self->steps, step->name, GUINT_TO_POINTER (index + 1));
  troupe_flow_reader_leave (reader, mark);
}

static void
read_steps (ActionReader *self, JsonNode *list, TroupeFlowAction *action)
{
  JsonArray *array = json_node_get_array (list);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  ActionReader inner = { self->reader, NULL, TRUE, names };

  g_assert (self != NULL);

  action->n_steps = json_array_get_length (array);
  action->steps = g_new0 (TroupeFlowStep, action->n_steps + 1);
  if (action->n_steps == 0)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, list, "empty_list",
                               _ ("Expected at least one step, found none."));
  /* Read all names first, because an expression may refer to a later step. */
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < action->n_steps; i++)
        {
          JsonNode *node = json_array_get_element (array, i);
          gsize mark = troupe_flow_reader_enter_index (self->reader, i);

          if (!JSON_NODE_HOLDS_OBJECT (node))
            {
              if (pass == 0)
                {
                  troupe_flow_reader_wrong_type (self->reader, node, N_ ("a step (object)"));
                  action->steps[i].name = g_strdup ("");
                  action->steps[i].action =
                      troupe_flow_reader_read_action (self->reader, NULL, names);
                }
            }
          else if (pass == 0)
            read_step_name (&inner, node, i, &action->steps[i]);
          else
            read_step (&inner, node, &action->steps[i]);
          troupe_flow_reader_leave (self->reader, mark);
        }
    }
}

static void
read_each (ActionReader *self, TroupeFlowAction *action)
{
  TroupeFlowReader *reader = self->reader;
  const char *key = choose_key (self->node, "in", "in_");
  JsonNode *node = troupe_flow_reader_get_member (reader, self->node, key, TROUPE_FIELD_REQUIRED,
                                                  N_ ("an expression that returns a list"));
  gsize mark = troupe_flow_reader_enter (reader, key);

  g_assert (self != NULL);

  action->expression = troupe_flow_reader_compile_field (reader, node, FALSE, NULL);
  troupe_flow_reader_leave (reader, mark);

  node = troupe_flow_reader_get_member (reader, self->node, "do", TROUPE_FIELD_REQUIRED,
                                        N_ ("a list of steps"));
  if (node == NULL)
    return;
  mark = troupe_flow_reader_enter (reader, "do");
  if (JSON_NODE_HOLDS_ARRAY (node))
    read_steps (self, node, action);
  else
    troupe_flow_reader_wrong_type (reader, node, N_ ("a list of steps"));
  troupe_flow_reader_leave (reader, mark);
}

static void
read_agent (ActionReader *self, TroupeFlowAction *action)
{
  static const char *const texts[] = { "role", "goal", "backstory" };
  TroupeFlowReader *reader = self->reader;
  const char *key = choose_key (self->node, "with", "with_");
  JsonNode *with = troupe_flow_reader_get_object (reader, self->node, key, TROUPE_FIELD_REQUIRED);
  gsize mark;
  JsonNode *input;
  gboolean good;
  gsize inner;
  JsonNode *node;
  gsize reference;

  g_assert (self != NULL);

  if (with == NULL)
    return;
  mark = troupe_flow_reader_enter (reader, key);
  /* A missing text is only an error when the agent runs. */
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (troupe_flow_reader_get_text (reader, with, texts[i], TROUPE_FIELD_NULLABLE));
  troupe_flow_reader_get_object (reader, with, "settings", TROUPE_FIELD_NULLABLE);
  /* Checks a Python reference: `{"python": "module.Name"}` or null (doc/flow-semantics.md §1.3). */
  node = troupe_flow_reader_get_object (reader, with, "response_format", TROUPE_FIELD_NULLABLE);
  reference = troupe_flow_reader_enter (reader, "response_format");
  if (node != NULL)
    {
      g_autofree char *path =
          troupe_flow_reader_get_text (reader, node, "python", TROUPE_FIELD_REQUIRED);

      if (path != NULL && g_strstr_len (path, -1, ".") == NULL)
        troupe_flow_reader_report (reader, TROUPE_SEVERITY_ERROR, node, "bad_reference",
                                   _ ("Expected a dotted path such as “module.Name”, found “%s”."),
                                   path);
    }
  troupe_flow_reader_leave (reader, reference);
  /* The input of an agent is a string, or a list of messages. */
  input = troupe_flow_reader_get_member (self->reader, with, "input", TROUPE_FIELD_REQUIRED,
                                         N_ ("a string or a list of messages"));
  if (input != NULL)
    {
      good = troupe_json_node_is_text (input);
      if (JSON_NODE_HOLDS_ARRAY (input))
        {
          JsonArray *messages = json_node_get_array (input);

          good = TRUE;
          for (guint i = 0; i < json_array_get_length (messages); i++)
            good = good && JSON_NODE_HOLDS_OBJECT (json_array_get_element (messages, i));
        }
      inner = troupe_flow_reader_enter (self->reader, "input");
      if (good)
        action->input =
            troupe_flow_reader_compile_template (self->reader, input, self->in_step, self->steps);
      else
        troupe_flow_reader_wrong_type (self->reader, input, N_ ("a string or a list of messages"));
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_check_declared (reader, with, FALSE);
  troupe_flow_reader_leave (reader, mark);
  {
    g_autoptr (TroupeValue) whole = troupe_flow_value_from_node (reader->source, with);

    action->definition = troupe_value_map_without (whole, "input");
  }
}

static void
check_crew_task (TroupeFlowReader *reader, JsonNode *task)
{
  if (!JSON_NODE_HOLDS_OBJECT (task))
    {
      troupe_flow_reader_wrong_type (reader, task, N_ ("a task (object)"));
      return;
    }
  g_free (troupe_flow_reader_get_text (reader, task, "description", TROUPE_FIELD_REQUIRED));
  g_free (troupe_flow_reader_get_text (reader, task, "expected_output", TROUPE_FIELD_REQUIRED));
}

static gboolean
holds_anything (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_object_get_size (json_node_get_object (node)) > 0;
  return JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) > 0;
}

/* Compiles the templates of an object of arguments, if it exists. */
static TroupeFlowTemplate *
read_arguments (ActionReader *self, JsonNode *owner, const char *key)
{
  JsonNode *node = troupe_flow_reader_get_object (self->reader, owner, key, TROUPE_FIELD_NULLABLE);
  TroupeFlowTemplate *template;
  gsize mark;

  g_assert (self != NULL);

  if (node == NULL)
    return NULL;
  mark = troupe_flow_reader_enter (self->reader, key);
  template = troupe_flow_reader_compile_template (self->reader, node, self->in_step, self->steps);
  troupe_flow_reader_leave (self->reader, mark);
  return template;
}

static void
read_crew (ActionReader *self, TroupeFlowAction *action)
{
  TroupeFlowReader *reader = self->reader;
  const char *key = choose_key (self->node, "with", "with_");
  JsonNode *with = troupe_flow_reader_get_object (reader, self->node, key, TROUPE_FIELD_NULLABLE);

  g_assert (self != NULL);

  action->reference =
      troupe_flow_reader_get_text (reader, self->node, "from_declaration", TROUPE_FIELD_NULLABLE);
  if ((action->reference != NULL && *action->reference != '\0') == (with != NULL))
    {
      TroupeProblem *problem = troupe_flow_reader_report (
          reader, TROUPE_SEVERITY_ERROR, self->node, "crew_source",
          with != NULL ? _ ("Expected exactly one of “from_declaration” and “with”, found both.")
                       : _ ("Expected exactly one of “from_declaration” and “with”, found none."));

      problem->fix = g_strdup (_ ("Specify a crew file, or define the crew in “with”."));
    }
  if (with != NULL)
    {
      gsize mark = troupe_flow_reader_enter (reader, key);
      JsonNode *agents =
          troupe_flow_reader_get_member (reader, with, "agents", TROUPE_FIELD_REQUIRED,
                                         N_ ("agents keyed by name"));
      JsonNode *tasks = troupe_flow_reader_get_member (reader, with, "tasks", TROUPE_FIELD_REQUIRED,
                                                       N_ ("a list of tasks"));
      gsize crew;

      /* Checks the structure only; src/crew parses the crew completely when it is run. */
      crew = troupe_flow_reader_enter (reader, "agents");
      if (agents != NULL && !holds_anything (agents))
        troupe_flow_reader_wrong_type (reader, agents, N_ ("at least one agent, keyed by name"));
      troupe_flow_reader_leave (reader, crew);
      crew = troupe_flow_reader_enter (reader, "tasks");
      if (tasks != NULL && (!JSON_NODE_HOLDS_ARRAY (tasks) || !holds_anything (tasks)))
        troupe_flow_reader_wrong_type (reader, tasks, N_ ("a list with at least one task"));
      else if (tasks != NULL)
        {
          for (guint i = 0; i < json_array_get_length (json_node_get_array (tasks)); i++)
            {
              gsize inner = troupe_flow_reader_enter_index (reader, i);

              check_crew_task (reader, json_array_get_element (json_node_get_array (tasks), i));
              troupe_flow_reader_leave (reader, inner);
            }
        }
      troupe_flow_reader_leave (reader, crew);
      if (!reader->stands_for_crew)
        troupe_flow_check_declared (reader, with, TRUE);
      /* The inputs of the crew are also templates; they are compiled only to report errors. */
      troupe_flow_template_free (read_arguments (self, with, "inputs"));
      troupe_flow_reader_leave (reader, mark);
      action->definition = troupe_flow_value_from_node (reader->source, with);
    }
  action->input = read_arguments (self, self->node, "inputs");
}

/* Parses a tool or code. */
static void
read_call (ActionReader *self, TroupeFlowAction *action)
{
  action->reference =
      troupe_flow_reader_get_text (self->reader, self->node, "ref", TROUPE_FIELD_REQUIRED);
  action->input = read_arguments (self, self->node, choose_key (self->node, "with", "with_"));
}

static guint
find_line (ActionReader *self, JsonNode *node, gsize offset)
{
  TroupeProblem problem = { 0 };

  troupe_flow_reader_place_inside (self->reader, &problem, node, offset);
  return problem.line;
}

static void
read_script (ActionReader *self, TroupeFlowAction *action)
{
  g_autofree char *language = NULL;
  JsonNode *node;
  JsonNode *code_node;
  gsize last = 0;
  guint n_lines = 0;

  g_assert (self != NULL);

  action->code =
      troupe_flow_reader_get_text (self->reader, self->node, "code", TROUPE_FIELD_REQUIRED);
  /* Finds the line of the code in the document, so that Python errors refer to lines of the
   * document. */
  code_node = json_object_get_member (json_node_get_object (self->node), "code");
  if (action->code != NULL && self->reader->source != NULL)
    {
      for (gsize i = 0; action->code[i] != '\0'; i++)
        if (action->code[i] == '\n' && action->code[i + 1] != '\0' && action->code[i + 1] != '\n')
          last = i + 1;
      for (gsize i = 0; i < last; i++)
        n_lines += action->code[i] == '\n' ? 1 : 0;
      action->line = find_line (self, code_node, 0);
      action->is_block = n_lines > 0 && action->line != 0 &&
                         find_line (self, code_node, last) == action->line + n_lines;
    }
  language = troupe_flow_reader_get_text (self->reader, self->node, "language", TROUPE_FIELD_PLAIN);
  if (language != NULL && !g_str_equal (language, "python"))
    {
      gsize mark = troupe_flow_reader_enter (self->reader, "language");

      node = json_object_get_member (json_node_get_object (self->node), "language");
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, node, "bad_value",
                                 _ ("Expected the language “python”, found “%s”."), language);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

/* Determines the type of an action without `call`: with a `ref` it is code; otherwise the other
 * keys show which type was meant. */
static TroupeActionType
read_kind_without_call (ActionReader *self)
{
  static const struct
  {
    const char *key;
    TroupeActionType type;
  } telling[] = { { "expr", TROUPE_ACTION_EXPRESSION },
                  { "code", TROUPE_ACTION_SCRIPT },
                  { "in", TROUPE_ACTION_EACH },
                  { "from_declaration", TROUPE_ACTION_CREW } };
  JsonObject *object = json_node_get_object (self->node);
  TroupeProblem *problem;
  gsize mark;

  g_assert (self != NULL);

  if (json_object_has_member (object, "ref"))
    return TROUPE_ACTION_CODE;
  mark = troupe_flow_reader_enter (self->reader, "call");
  problem =
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, self->node, "missing_field",
                                 _ ("The field “call” is missing: expected the kind of action."));
  for (guint i = 0; i < G_N_ELEMENTS (telling); i++)
    {
      if (problem->fix == NULL && json_object_has_member (object, telling[i].key))
        problem->fix = g_strdup_printf (_ ("Add “\"call\": \"%s\"”."), kinds[telling[i].type].name);
    }
  troupe_flow_reader_leave (self->reader, mark);
  return TROUPE_ACTION_N_TYPES;
}

/* Returns the type of an action, or TROUPE_ACTION_N_TYPES after reporting a problem. A step
 * requires `call`; a method without `call` is code (§1.3). */
static TroupeActionType
read_kind (ActionReader *self)
{
  static const char *const words[] = { "expression", "each", "agent",  "crew",
                                       "tool",       "code", "script", NULL };
  g_autofree char *call =
      troupe_flow_reader_get_text (self->reader, self->node, "call",
                                   self->in_step ? TROUPE_FIELD_REQUIRED : TROUPE_FIELD_PLAIN);
  JsonNode *node = json_object_get_member (json_node_get_object (self->node), "call");
  g_autofree char *list = NULL;
  const char *near;
  TroupeProblem *problem;
  gsize mark;

  if (call == NULL && node == NULL && !self->in_step)
    return read_kind_without_call (self);
  if (call == NULL)
    return TROUPE_ACTION_N_TYPES;
  for (guint i = 0; i < TROUPE_ACTION_N_TYPES; i++)
    {
      if (g_str_equal (call, kinds[i].name) && !(self->in_step && i == TROUPE_ACTION_EACH))
        return (TroupeActionType) i;
    }
  mark = troupe_flow_reader_enter (self->reader, "call");
  list = troupe_text_list_join (words);
  if (g_str_equal (call, "each"))
    problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, node, "nested_each",
                                         _ ("“each” cannot be nested inside another “each”."));
  else
    {
      problem =
          troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_ERROR, node, "unknown_action",
                                     _ ("“%s” is not an action. Expected one of: %s."), call, list);
      near = troupe_nearest_word (call, words);
      if (near != NULL)
        {
          problem->fix = g_strdup_printf (_ ("Write “%s”."), near);
          problem->fix_action =
              g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s", strlen (call), near);
          problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
        }
    }
  troupe_flow_reader_leave (self->reader, mark);
  return TROUPE_ACTION_N_TYPES;
}

TroupeFlowAction *
troupe_flow_reader_read_action (TroupeFlowReader *self, JsonNode *node, GHashTable *steps)
{
  ActionReader reader = { self, node, steps != NULL, steps };
  TroupeFlowAction *action = g_new0 (TroupeFlowAction, 1);
  TroupeActionType type = TROUPE_ACTION_N_TYPES;

  action->node = node;
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    type = read_kind (&reader);
  else if (node != NULL)
    troupe_flow_reader_wrong_type (self, node, N_ ("an action (object with “call”)"));
  if (type != TROUPE_ACTION_N_TYPES)
    {
      g_autofree char *of = g_strdup_printf (_ ("the action “%s”"), kinds[type].name);
      g_autofree const char **known = troupe_flow_keys_list_names (
          (TroupeFlowObject) (TROUPE_FLOW_OBJECT_ACTION + (guint) type));

      troupe_flow_reader_refuse_unknown (self, node, known, of);
      action->type = type;
      kinds[type].read (&reader, action);
    }
  if (action->expression == NULL && (type == TROUPE_ACTION_N_TYPES || type == TROUPE_ACTION_EACH))
    {
      action->type = type == TROUPE_ACTION_EACH ? type : TROUPE_ACTION_EXPRESSION;
      action->expression = troupe_flow_expression_new_empty (self->path->str);
    }
  return action;
}
