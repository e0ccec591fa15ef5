/* troupe-delegation-tool.c: tools with which an agent delegates work or asks a coworker
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-delegation-tool"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-review.h"
#include "troupe-delegation-tool.h"

struct _TroupeDelegationTool
{
  TroupeTool parent_instance;

  TroupeDelegationKind kind;
  char **roles;
  TroupeDelegationFunc func;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (TroupeDelegationTool, troupe_delegation_tool, TROUPE_TYPE_TOOL)

/* Name and first argument of each tool. */
static const struct
{
  const char *name;
  const char *argument;
  const char *title;
} kinds[] = {
  [TROUPE_DELEGATION_WORK] = { "Delegate work to coworker", "task", "The task to delegate" },
  [TROUPE_DELEGATION_QUESTION] = { "Ask question to coworker", "question", "The question to ask" },
};

/* --- Finding the coworker --------------------------------------------------------------------- */

char *
troupe_delegation_tool_normalise (const char *role)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GString) line = g_string_new (NULL);

  g_return_val_if_fail (role != NULL, NULL);

  words = g_strsplit_set (role, " \t\n\r\v\f", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  g_string_replace (line, "\"", "", 0);
  return g_utf8_casefold (line->str, -1);
}

/* --- Calls ------------------------------------------------------------------------------------- */

static void
delegation_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeDelegationTool *self = TROUPE_DELEGATION_TOOL (tool);
  TroupeValue *arguments = troupe_tool_call_get_arguments (call);
  const char *task = troupe_value_get_member_text (arguments, kinds[self->kind].argument);
  const char *context = troupe_value_get_member_text (arguments, "context");
  const char *coworker = troupe_value_get_member_text (arguments, "coworker");
  int index;
  const char *coworker_text;
  gsize length;
  g_autofree char *first = NULL;
  g_autofree char *wanted = NULL;

  g_assert (TROUPE_IS_TOOL (tool));

  if (task == NULL || context == NULL)
    {
      g_autofree char *given =
          troupe_value_to_json (troupe_tool_call_get_arguments (call), TROUPE_JSON_SPACED);

      /* Fails the call and tells the model which argument is missing and what it passed. */
      g_assert (TROUPE_IS_DELEGATION_TOOL (self));
      troupe_tool_call_fail (
          call, g_error_new (
                    TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                    /* Translators: the first %s is the name of a tool, the second one the name of
                     * an argument, the third one the arguments the tool received, as JSON */
                    _ ("Tool “%s”: the argument “%s” is missing or is not a string. Received: %s"),
                    kinds[self->kind].name, task == NULL ? kinds[self->kind].argument : "context",
                    given));
      return;
    }
  coworker_text = coworker != NULL ? coworker : "";
  index = -1;
  /* If the model passed a list, its first entry is used. */
  length = strlen (coworker_text);
  if (length < 2 || coworker_text[0] != '[' || coworker_text[length - 1] != ']')
    first = g_strdup (coworker_text);
  else
    {
      coworker_text++;
      first = g_strndup (coworker_text, MIN (strcspn (coworker_text, ","), length - 2));
    }
  wanted = troupe_delegation_tool_normalise (first);
  for (int i = 0; self->roles[i] != NULL; i++)
    {
      g_autofree char *role = troupe_delegation_tool_normalise (self->roles[i]);

      if (g_str_equal (role, wanted))
        {
          index = i;
          break;
        }
    }
  if (index < 0)
    {
      g_auto (GStrv) roles = NULL;
      char *text;
      GStrvBuilder *builder;

      builder = g_strv_builder_new ();
      for (guint i = 0; self->roles[i] != NULL; i++)
        {
          g_autofree char *role = troupe_delegation_tool_normalise (self->roles[i]);

          g_strv_builder_add (builder, role);
        }
      roles = g_strv_builder_end (builder);
      g_strv_builder_unref (builder);
      text = troupe_agent_tell_unknown_coworker ((const char *const *) roles);
      troupe_tool_call_end (call, troupe_value_take_string (text, -1));
      return;
    }
  self->func (call, (guint) index, task, context, self->user_data);
}

/* Adds no permissions, because the crew already lists the permissions of the models that the
 * tool calls. */
static void
delegation_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
}

static void
troupe_delegation_tool_finalize (GObject *object)
{
  TroupeDelegationTool *self = TROUPE_DELEGATION_TOOL (object);

  g_strfreev (self->roles);

  G_OBJECT_CLASS (troupe_delegation_tool_parent_class)->finalize (object);
}

static void
troupe_delegation_tool_class_init (TroupeDelegationToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_delegation_tool_finalize;
  TROUPE_TOOL_CLASS (klass)->ends_when_cancelled = TRUE;
  TROUPE_TOOL_CLASS (klass)->list_permissions = delegation_list_permissions;
  TROUPE_TOOL_CLASS (klass)->is_of_run = TRUE;
  TROUPE_TOOL_CLASS (klass)->call = delegation_call;
}

static void
troupe_delegation_tool_init (TroupeDelegationTool *self)
{
}

/* --- Construction ----------------------------------------------------------------------------- */

static void
add_argument (TroupeMapBuilder *properties, const char *name, const char *description)
{
  TroupeMapBuilder argument;

  troupe_map_builder_init (&argument);
  troupe_map_builder_add (&argument, "description", troupe_value_new_string (description, -1));
  troupe_map_builder_add (&argument, "type", troupe_value_new_string ("string", -1));
  troupe_map_builder_add (properties, name, troupe_map_builder_end (&argument));
}

static TroupeValue *
make_schema (TroupeDelegationKind kind)
{
  TroupeValue *required[] = { troupe_value_new_string (kinds[kind].argument, -1),
                              troupe_value_new_string ("context", -1),
                              troupe_value_new_string ("coworker", -1) };
  TroupeMapBuilder schema, properties;

  troupe_map_builder_init (&properties);
  add_argument (&properties, kinds[kind].argument, kinds[kind].title);
  add_argument (&properties, "context", "All information that the coworker needs");
  add_argument (&properties, "coworker", "The role of the coworker");
  troupe_map_builder_init (&schema);
  troupe_map_builder_add (&schema, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_add (&schema, "required",
                          troupe_value_new_list (required, G_N_ELEMENTS (required)));
  troupe_map_builder_add (&schema, "type", troupe_value_new_string ("object", -1));
  return troupe_map_builder_end (&schema);
}

TroupeTool *
troupe_delegation_tool_new (TroupeDelegationKind kind,
                            const char *const *roles,
                            TroupeDelegationFunc func,
                            gpointer user_data)
{
  TroupeDelegationTool *self = g_object_new (TROUPE_TYPE_DELEGATION_TOOL, NULL);
  g_autofree char *joined = g_strjoinv (", ", (char **) roles);
  g_autofree char *description = kind == TROUPE_DELEGATION_WORK
                                     ? troupe_agent_describe_delegation (joined)
                                     : troupe_agent_describe_question (joined);
  g_autoptr (TroupeValue) schema = make_schema (kind);

  self->kind = kind;
  self->roles = g_strdupv ((char **) roles);
  self->func = func;
  self->user_data = user_data;
  troupe_tool_set_name (TROUPE_TOOL (self), kinds[kind].name);
  troupe_tool_set_description (TROUPE_TOOL (self), description);
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);
  return TROUPE_TOOL (self);
}
