/* troupe-cel-words.c: completion candidates of a CEL expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-words"

#include "config.h"

#include <string.h>

#include "troupe-cel-completion.h"
#include "troupe-cel.h"

#define MAX_PROPOSALS 200

static const char *const functions[] = {
  "has(",     "size(",      "string(",   "int(",      "double(",     "bool(",     "now()",
  "matches(", "timestamp(", "duration(", "contains(", "startsWith(", "endsWith(", NULL,
};
static const char *const keywords[] = { "true", "false", "null", "in", NULL };

static void
add_matching (GPtrArray *words, const char *word, const char *begun)
{
  if (g_str_has_prefix (word, begun) && words->len < MAX_PROPOSALS)
    g_ptr_array_add (words, g_strdup (word));
}

static void
add_keys (GPtrArray *words, TroupeValue *map, const char *begun)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return;

  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (map, i);

      if (troupe_value_is (key, TROUPE_VALUE_STRING))
        add_matching (words, troupe_value_get_string (key, NULL), begun);
    }
}

static void
add_methods (GPtrArray *words, TroupeCelField *field, const char *begun)
{
  TroupeFlow *flow = troupe_editor_context_get_flow (troupe_cel_field_get_context (field));
  const char *const *steps = troupe_cel_field_get_steps (field);

  for (guint i = 0; steps != NULL && steps[i] != NULL; i++)
    add_matching (words, steps[i], begun);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_matching (words, troupe_flow_get_method (flow, i)->name, begun);
}

static void
add_state_fields (GPtrArray *words, TroupeCelField *field, const char *begun)
{
  TroupeEditorContext *context = troupe_cel_field_get_context (field);
  g_autoptr (GPtrArray) fields =
      troupe_flow_list_state_fields (troupe_editor_context_get_flow (context));

  if (troupe_editor_context_get_state (context) != NULL)
    {
      add_keys (words, troupe_editor_context_get_state (context), begun);
      return;
    }

  for (guint i = 0; i < fields->len; i++)
    add_matching (words, ((TroupeSchemaField *) g_ptr_array_index (fields, i))->name, begun);
  add_matching (words, "id", begun);
}

/* Returns the value at @path in the data of the last run. The value may be owned by @keep. */
static TroupeValue *
look_up (TroupeCelField *field, char **path, TroupeValue **keep)
{
  TroupeEditorContext *context = troupe_cel_field_get_context (field);
  TroupeValue *value = NULL;
  guint next = 1;

  if (g_str_equal (path[0], "state"))
    value = troupe_editor_context_get_state (context);
  else if (g_str_equal (path[0], "item"))
    value = *keep = troupe_cel_field_make_item (field);
  else if (g_str_equal (path[0], "outputs") && path[1] != NULL)
    value = troupe_editor_context_get_output (context, path[next++]);

  for (; value != NULL && path[next] != NULL; next++)
    value = troupe_value_is (value, TROUPE_VALUE_MAP)
                ? troupe_value_map_lookup_string (value, path[next], -1)
                : NULL;

  return value;
}

/* Returns FALSE if no name can be completed: inside of a string or comment, and directly after a
 * string, a number or a closing bracket. */
static gboolean
can_bear_name (const char *expression)
{
  g_autoptr (GArray) tokens = troupe_cel_tokenize (expression, -1);
  gsize length = strlen (expression);
  const TroupeCelToken *last;

  if (tokens->len == 0)
    return TRUE;

  last = &g_array_index (tokens, TroupeCelToken, tokens->len - 1);
  if (last->end < length)
    return TRUE;

  switch (last->type)
    {
    case TROUPE_CEL_TOKEN_STRING:
    case TROUPE_CEL_TOKEN_NUMBER:
    case TROUPE_CEL_TOKEN_COMMENT:
      return FALSE;
    case TROUPE_CEL_TOKEN_OPERATOR:
    case TROUPE_CEL_TOKEN_OTHER:
      return strchr (")]}", expression[length - 1]) == NULL;
    case TROUPE_CEL_TOKEN_NAME:
    case TROUPE_CEL_TOKEN_KEYWORD:
    default:
      return TRUE;
    }
}

char **
troupe_cel_completion_list_methods (TroupeCelField *field)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (field), NULL);

  add_methods (words, field, "");
  g_ptr_array_add (words, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

char **
troupe_cel_completion_list (TroupeCelField *field, const char *before, gsize *start)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *expression;
  const char *name;
  const char *dot;
  TroupeCelMode mode;
  g_autoptr (GArray) spans = NULL;
  const TroupeCelSpan *last;

  g_return_val_if_fail (TROUPE_IS_CEL_FIELD (field), NULL);
  g_return_val_if_fail (before != NULL && start != NULL, NULL);

  *start = strlen (before);
  mode = troupe_cel_field_get_mode (field);
  spans = troupe_cel_find_spans (before, mode);
  last = spans->len > 0 ? &g_array_index (spans, TroupeCelSpan, spans->len - 1) : NULL;
  expression = last != NULL && last->end == strlen (before) ? before + last->start : NULL;
  if (expression != NULL && can_bear_name (expression))
    {
      name = expression + strlen (expression);
      while (name > expression &&
             (g_ascii_isalnum (name[-1]) || name[-1] == '_' || name[-1] == '.'))
        name--;
      dot = strrchr (name, '.');
      if (dot != NULL && dot != name)
        {
          g_autofree char *front = g_strndup (name, (gsize) (dot - name));
          g_auto (GStrv) path = g_strsplit (front, ".", -1);
          const char *begun;
          TroupeValue *keep = NULL;

          *start = (gsize) (dot + 1 - before);
          begun = dot + 1;
          if (g_str_equal (path[0], "outputs") && path[1] == NULL)
            add_methods (words, field, begun);
          else if (g_str_equal (path[0], "state") && path[1] == NULL)
            add_state_fields (words, field, begun);
          else
            add_keys (words, look_up (field, path, &keep), begun);

          g_clear_pointer (&keep, troupe_value_unref);
        }
      else if (dot == NULL)
        {
          *start = (gsize) (name - before);
          add_matching (words, "outputs", name);
          add_matching (words, "state", name);
          if (troupe_cel_field_knows_item (field))
            add_matching (words, "item", name);
          for (guint i = 0; functions[i] != NULL; i++)
            add_matching (words, functions[i], name);
          for (guint i = 0; keywords[i] != NULL; i++)
            add_matching (words, keywords[i], name);
        }
    }
  g_ptr_array_add (words, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}
