/* troupe-plot-flow-summary.c: summary text and icon of a flow method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-flow-summary"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-plot-flow.h"
#include "troupe-plot-text.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters that can fit on a card. */
#define MAX_LETTERS 60

/* Number of characters that fit on a narrow card. */
#define SHORT_EXPRESSION 14
/* Width of a character of the name in characters of the summary, at least. */
#define NAME_WIDTH 1.5

/* Returns a text of the document on one line, or NULL if nothing is left of it. */
static char *
take_words (const char *text)
{
  g_autofree char *clean = NULL;

  if (text == NULL)
    return NULL;
  clean = troupe_plot_text_clean (text);
  if (*clean == '\0')
    return NULL;
  if (g_utf8_strlen (clean, -1) > MAX_LETTERS)
    {
      char *end = g_utf8_offset_to_pointer (clean, MAX_LETTERS - 1);

      *end = '\0';
      return g_strconcat (clean, "…", NULL);
    }
  return g_steal_pointer (&clean);
}

static guint
count_members (TroupeValue *map, const char *key)
{
  TroupeValue *value = NULL;

  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return 0;
  value = troupe_value_map_lookup_string (map, key, -1);
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_list_get_length (value);
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_map_get_size (value);
  return 0;
}

/* Returns the last name of the first `state.a.b` or `outputs.a.b` in an expression, or NULL. */
static char *
find_first_path (const char *text)
{
  static const char *const roots[] = { "state.", "outputs." };

  for (const char *at = text; *at != '\0'; at++)
    {
      if (at > text && (g_ascii_isalnum (at[-1]) || at[-1] == '_' || at[-1] == '.'))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
        {
          const char *end = at + strlen (roots[i]);
          const char *name = end;

          if (!g_str_has_prefix (at, roots[i]))
            continue;
          for (; g_ascii_isalnum (*end) || *end == '_' || *end == '.'; end++)
            if (*end == '.' && (g_ascii_isalpha (end[1]) || end[1] == '_'))
              name = end + 1;
          return end > name ? g_strndup (name, end - name) : NULL;
        }
    }
  return NULL;
}

/* Returns the expression, cut if it is long. For a long expression of a router, returns the field by
 * which it decides. */
static char *
summarize_expression (const TroupeFlowMethod *method)
{
  const TroupeFlowAction *action = method->action;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  glong room;
  g_autofree char *start = NULL;
  const char *end;
  gsize length;
  char quote;
  gsize quote_start;

  g_assert (action != NULL);

  if (action->expression == NULL || action->expression->program == NULL)
    return NULL;
  text = take_words (troupe_cel_program_get_text (action->expression->program));
  if (text == NULL || g_utf8_strlen (text, -1) <= SHORT_EXPRESSION)
    return g_steal_pointer (&text);
  if (method->router)
    name = find_first_path (troupe_cel_program_get_text (action->expression->program));
  if (name != NULL && *name != '\0')
    /* Translators: %s is the name of the field by which a router decides, such as score. */
    return g_strdup_printf (_ ("By %s"), name);
  /* Cuts the text of an expression so that its card does not become wider than for the name,
   * because the cards next to it would have to make room. A string is cut between words only,
   * because an export could not find the beginning of a key, which contains no space. A text of
   * MAX_LETTERS may already have been cut within a string. */
  room = CLAMP ((glong) ((double) g_utf8_strlen (method->name, -1) * NAME_WIDTH), SHORT_EXPRESSION,
                MAX_LETTERS - 1);
  if (g_utf8_strlen (text, -1) <= room)
    return g_strdup (text);
  end = g_utf8_offset_to_pointer (text, room - 1);
  length = end - text;
  quote = '\0';
  quote_start = length;
  for (gsize i = 0; i < length; i++)
    {
      if (quote != '\0' && text[i] == '\\' && i + 1 < length)
        i++;
      else if (quote != '\0' && text[i] == quote)
        quote = '\0';
      else if (quote == '\0' && (text[i] == '"' || text[i] == '\''))
        {
          quote = text[i];
          quote_start = i;
        }
    }
  for (gsize i = length; quote != '\0' && i-- > quote_start;)
    if (i == quote_start || text[i] == ' ')
      {
        length = i;
        quote = '\0';
      }
  start = g_strndup (text, length);
  g_strchomp (start);
  return *start != '\0' ? g_strconcat (start, "…", NULL) : NULL;
}

/* Returns the last name of an expression such as `state.claims` or `outputs.fetch.items`.
 * Returns NULL for more complex expressions. */
static char *
find_last_name (const char *text)
{
  const char *dot = strrchr (text, '.');

  for (const char *letter = text; *letter != '\0'; letter++)
    if (!g_ascii_isalnum (*letter) && *letter != '_' && *letter != '.')
      return NULL;
  return dot != NULL && dot[1] != '\0' ? take_words (dot + 1) : NULL;
}

static char *
summarize (const TroupeFlowMethod *method)
{
  const TroupeFlowAction *action = NULL;
  char *words = NULL;

  g_assert (method != NULL);

  if (method->feedback != NULL)
    return g_strdup (_ ("Asks for human feedback"));

  action = method->action;
  switch (action->type)
    {
    case TROUPE_ACTION_EXPRESSION:
      words = summarize_expression (method);
      return words != NULL ? words : g_strdup (_ ("Expression"));
    case TROUPE_ACTION_EACH:
      {
        g_autofree char *steps = NULL;
        g_autofree char *name = NULL;

        steps =
            g_strdup_printf (ngettext ("%u step", "%u steps", action->n_steps), action->n_steps);
        if (action->expression != NULL && action->expression->program != NULL)
          {
            g_autofree char *text =
                g_strstrip (g_strdup (troupe_cel_program_get_text (action->expression->program)));
            name = find_last_name (text);
          }
        if (name == NULL)
          /* Translators: the method runs its steps for each item of a list; %s is the number of steps,
           * such as “2 steps”. */
          return g_strdup_printf (_ ("For each · %s"), steps);
        /* Translators: the method runs its steps for each item of a list; the first %s is the name of
         * the list, the second %s the number of steps. */
        return g_strdup_printf (_ ("For each of %s · %s"), name, steps);
      }
    case TROUPE_ACTION_AGENT:
      words = take_words (troupe_value_get_member_text (action->definition, "role"));
      return words != NULL ? words : g_strdup (_ ("Agent"));
    case TROUPE_ACTION_CREW:
      {
        guint n_tasks = count_members (action->definition, "tasks");
        guint n_agents = count_members (action->definition, "agents");
        g_autofree char *tasks = NULL;
        g_autofree char *agents = NULL;

        if (n_tasks == 0)
          words = take_words (action->reference);
        else
          {
            tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n_tasks), n_tasks);
            agents = g_strdup_printf (ngettext ("%u agent", "%u agents", n_agents), n_agents);
            words = g_strdup_printf ("%s · %s", tasks, agents);
          }
        return words != NULL ? words : g_strdup (_ ("Crew"));
      }
    case TROUPE_ACTION_TOOL:
      {
        const char *colon = action->reference != NULL ? strrchr (action->reference, ':') : NULL;

        /* `Search` for `my_tools.web:Search`. */
        words = take_words (colon != NULL && colon[1] != '\0' ? colon + 1 : action->reference);
        return words != NULL ? words : g_strdup (_ ("Tool"));
      }
    case TROUPE_ACTION_CODE:
      if (troupe_flow_action_get_turn (action) != TROUPE_TURN_OTHER)
        /* Translators: a method that is built into every conversational flow */
        return g_strdup (_ ("Built-in"));
      words = take_words (action->reference);
      return words != NULL ? words : g_strdup (_ ("Python Function"));
    case TROUPE_ACTION_SCRIPT:
      return g_strdup (_ ("Python"));
    case TROUPE_ACTION_N_TYPES:
    default:
      return g_strdup ("");
    }
}

char *
troupe_plot_get_summary (const TroupeFlowMethod *method)
{
  g_autofree char *words = NULL;

  g_return_val_if_fail (method != NULL, NULL);

  words = summarize (method);
  return troupe_text_first_line (words);
}

const char *
troupe_plot_get_icon_name (const TroupeFlowMethod *method)
{
  static const char *const names[TROUPE_ACTION_N_TYPES] = {
    [TROUPE_ACTION_EXPRESSION] = "troupe-expression-symbolic",
    [TROUPE_ACTION_EACH] = "troupe-each-symbolic",
    [TROUPE_ACTION_AGENT] = "troupe-agent-symbolic",
    [TROUPE_ACTION_CREW] = "troupe-crew-symbolic",
    [TROUPE_ACTION_TOOL] = "troupe-tool-symbolic",
    [TROUPE_ACTION_CODE] = "troupe-code-symbolic",
    [TROUPE_ACTION_SCRIPT] = "troupe-script-symbolic",
  };

  g_return_val_if_fail (method != NULL, NULL);

  if (method->feedback != NULL)
    return "troupe-human-symbolic";
  switch (troupe_flow_action_get_turn (method->action))
    {
    case TROUPE_TURN_ROUTE:
    case TROUPE_TURN_CONVERSE:
    case TROUPE_TURN_HISTORY:
      return names[TROUPE_ACTION_AGENT];
    case TROUPE_TURN_END:
      return names[TROUPE_ACTION_EXPRESSION];
    case TROUPE_TURN_OTHER:
    case TROUPE_TURN_N_KINDS:
    default:
      break;
    }
  g_return_val_if_fail (method->action->type < TROUPE_ACTION_N_TYPES, names[0]);
  return names[method->action->type];
}
