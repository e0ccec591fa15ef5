/* troupe-cel-tool.c: calculator and json_query tools, based on CEL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-tool"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cel-tool.h"
#include "troupe-cel.h"

/**
 * Kind:
 * @reference: the name in documents
 * @expression, @json: (nullable): the names of its arguments
 * @description: for a model; not translated, so that a document behaves the same in every locale
 */
typedef struct
{
  const char *reference;
  const char *name;
  const char *expression;
  const char *json;
  const char *description;
  const char *schema;
} Kind;

static const Kind kinds[] = {
  { "calculator", "Calculator", "expression", NULL,
    "Computes the exact value of an expression in the Common Expression Language (CEL): numbers "
    "(2.5 * 3.0, 7 / 2 is 3, 7.0 / 2.0 is 3.5, 17 % 5), strings, lists, comparisons, conditions "
    "(a ? b : c), size(), timestamp('2024-05-01T00:00:00Z') + duration('36h').",
    "{\"type\":\"object\",\"properties\":{\"expression\":{\"type\":\"string\",\"description\":"
    "\"The CEL expression\"}},\"required\":[\"expression\"]}" },
  { "json_query", "JSON query", "query", "json",
    "Extracts data from a JSON document. The query is an expression in the Common Expression "
    "Language (CEL) in which the variable data is the document: data.items[0].name, "
    "size(data.items), data.items.filter(i, i.price > 3.0).map(i, i.name). Returns JSON.",
    "{\"type\":\"object\",\"properties\":{\"json\":{\"type\":\"string\",\"description\":"
    "\"The JSON document\"},\"query\":{\"type\":\"string\",\"description\":\"The CEL query\"}},"
    "\"required\":[\"json\",\"query\"]}" },
};

struct _TroupeCelTool
{
  TroupeTool parent_instance;

  const Kind *kind;
};

G_DEFINE_FINAL_TYPE (TroupeCelTool, troupe_cel_tool, TROUPE_TYPE_TOOL)

static const Kind *
find_kind (const char *reference)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].reference, reference))
      return &kinds[i];
  return NULL;
}

/* Returns a string argument, or NULL with @error set. (transfer none) (nullable) */
static TroupeValue *
get_argument (TroupeToolCall *call, const char *name, GError **error)
{
  TroupeValue *value =
      troupe_value_map_lookup_string (troupe_tool_call_get_arguments (call), name, -1);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    return value;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
               /* Translators: %s is the name of an argument. */
               _ ("The argument “%s” is missing: expected a string."), name);
  return NULL;
}

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  return troupe_value_ref (activation->user_data);
}

/* Evaluates @expression. @data: (nullable). (transfer full) (nullable) */
static TroupeValue *
compute (TroupeValue *expression, TroupeValue *data, GError **error)
{
  static const TroupeCelRoot with_data[] = { { "data", FALSE }, { NULL, FALSE } };
  static const TroupeCelRoot nothing[] = { { NULL, FALSE } };
  TroupeCelActivation activation = { .get_root = get_root,
                                     .user_data = data,
                                     .now = g_get_real_time () };
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeValue) value = NULL;
  gsize length;
  const char *text = troupe_value_get_string (expression, &length);

  program = troupe_cel_compile (text, (gssize) length, TROUPE_CEL_CREWAI,
                                data != NULL ? with_data : nothing, error);
  if (program == NULL)
    return NULL;
  value = troupe_cel_program_evaluate (program, &activation, error);
  return value != NULL ? troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, error) : NULL;
}

static void
troupe_cel_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  const Kind *kind = TROUPE_CEL_TOOL (tool)->kind;
  GError *error = NULL;
  TroupeValue *expression = get_argument (call, kind->expression, &error);
  g_autoptr (TroupeValue) data = NULL;
  g_autoptr (TroupeValue) value = NULL;

  g_assert (TROUPE_IS_CEL_TOOL (tool));

  if (expression != NULL && kind->json != NULL)
    {
      const char *name = kind->json;
      TroupeValue *text;
      g_autoptr (GError) cause = NULL;
      gsize length;
      const char *json;

      /* Parses the JSON argument. */
      text = get_argument (call, name, &error);
      if (text != NULL)
        {
          json = troupe_value_get_string (text, &length);
          data = troupe_value_from_json (json, (gssize) length, &cause);
          if (data == NULL)
            g_set_error (
                &error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                /* Translators: %s are the name of an argument and a description of the error. */
                _ ("The argument “%s” is not valid JSON: %s"), name, cause->message);
        }
    }
  if (error == NULL)
    value = compute (expression, data, &error);
  if (value != NULL)
    {
      TroupeValue *text;

      /* A calculation returns strings unchanged; a query returns JSON. */
      if (kind->json == NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
        text = troupe_value_ref (value);
      else
        text = troupe_value_take_string (troupe_value_to_json (value, TROUPE_JSON_SPACED), -1);
      troupe_tool_call_end (call, text);
    }
  else if (error->domain == TROUPE_TOOL_ERROR)
    troupe_tool_call_fail (call, error);
  else
    {
      troupe_tool_call_fail (call, g_error_new_literal (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                                                        error->message));
      g_error_free (error);
    }
}

/* Requires no permission. */
static void
troupe_cel_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_CEL_TOOL (tool));
}

gboolean
troupe_cel_tool_knows (const char *reference)
{
  g_return_val_if_fail (reference != NULL, FALSE);

  return find_kind (reference) != NULL;
}

TroupeTool *
troupe_cel_tool_new (const char *reference)
{
  g_autoptr (TroupeValue) schema = NULL;
  TroupeCelTool *self;
  const Kind *kind;

  g_return_val_if_fail (reference != NULL, NULL);

  kind = find_kind (reference);
  g_return_val_if_fail (kind != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CEL_TOOL, NULL);
  self->kind = kind;
  schema = troupe_value_from_json (kind->schema, -1, NULL);
  g_assert (schema != NULL);
  troupe_tool_set_name (TROUPE_TOOL (self), kind->name);
  troupe_tool_set_description (TROUPE_TOOL (self), kind->description);
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);
  return TROUPE_TOOL (self);
}

static void
troupe_cel_tool_class_init (TroupeCelToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  /* Calls end synchronously. */
  tool_class->ends_when_cancelled = TRUE;
  tool_class->list_permissions = troupe_cel_tool_list_permissions;
  tool_class->is_of_run = TRUE;
  tool_class->call = troupe_cel_tool_call;
}

static void
troupe_cel_tool_init (TroupeCelTool *self)
{
  g_assert (TROUPE_IS_CEL_TOOL (self));
}
