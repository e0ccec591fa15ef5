/* troupe-agent-skill-tool.c: tool with which an agent loads a skill
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-skill-tool"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-skill-tool.h"

#define SCHEMA                                                                                     \
  "{\"type\":\"object\",\"properties\":{\"skill_name\":{\"type\":\"string\","                      \
  "\"description\":\"Name of the skill, as shown in the list of skills\"}},"                       \
  "\"required\":[\"skill_name\"]}"

struct _TroupeAgentSkillTool
{
  TroupeTool parent_instance;

  TroupeAgentSkills *skills;
  char *role;
};

G_DEFINE_FINAL_TYPE (TroupeAgentSkillTool, troupe_agent_skill_tool, TROUPE_TYPE_TOOL)

/* Disclosure levels of CrewAI: 1 has the name and the description, 2 the instructions. */
#define LEVEL_INSTRUCTIONS 2

/* @type: %TROUPE_EVENT_SKILL_ACTIVATED or %TROUPE_EVENT_SKILL_USED */
static void
tell (TroupeAgentSkillTool *self,
      TroupeToolCall *call,
      TroupeEventType type,
      const TroupeAgentSkill *skill)
{
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  TroupeMapBuilder fields;

  g_assert (TROUPE_IS_AGENT_SKILL_TOOL (self));

  if (!troupe_agent_events_are_watched (troupe_tool_context_get_bus (context)))
    return;
  troupe_agent_events_begin (&fields, self->role);
  troupe_agent_events_add_text (&fields, "skill_name", skill->name);
  troupe_agent_events_add_text (&fields, "skill_path", skill->path);
  troupe_map_builder_add (&fields, "disclosure_level",
                          troupe_value_new_integer (LEVEL_INSTRUCTIONS));
  /* The event belongs to the scope of the agent, not to the scope of the call. */
  troupe_agent_events_emit (troupe_tool_context_get_bus (context), type,
                            context->scope != NULL ? context->scope->parent : NULL, &fields);
}

static void
troupe_agent_skill_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeAgentSkillTool *self = TROUPE_AGENT_SKILL_TOOL (tool);
  TroupeValue *value =
      troupe_value_map_lookup_string (troupe_tool_call_get_arguments (call), "skill_name", -1);
  const char *name = value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
                         ? troupe_value_get_string (value, NULL)
                         : "";
  const TroupeAgentSkill *skill = troupe_agent_skills_find (self->skills, name);
  g_autofree char *names = troupe_agent_skills_list_names (self->skills);

  g_assert (TROUPE_IS_AGENT_SKILL_TOOL (self));

  if (skill == NULL)
    {
      troupe_tool_call_end (
          call, troupe_value_take_string (troupe_prompt_fill (TROUPE_PROMPT_SKILL_MISSING, "name",
                                                              name, "names", names, NULL),
                                          -1));
      return;
    }
  /* As in CrewAI, each call loads the instructions. */
  tell (self, call, TROUPE_EVENT_SKILL_ACTIVATED, skill);
  tell (self, call, TROUPE_EVENT_SKILL_USED, skill);
  troupe_tool_call_end (call, troupe_value_take_string (
                                  g_strdup_printf ("<skill name=\"%s\">\n%s\n\n%s\n</skill>",
                                                   skill->name, skill->description, skill->text),
                                  -1));
}

/* Lists no permissions, because the skills were read before the agent started. */
static void
troupe_agent_skill_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_AGENT_SKILL_TOOL (tool));
}

/* Creates `load_skill`. @role: role of the agent, for skill_used. (transfer full) */
static TroupeTool *
skill_tool_new (TroupeAgentSkills *skills, const char *role)
{
  TroupeAgentSkillTool *self = NULL;
  g_autoptr (TroupeValue) schema = troupe_value_from_json (SCHEMA, -1, NULL);

  g_return_val_if_fail (skills != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_SKILL_TOOL, NULL);
  self->skills = troupe_agent_skills_ref (skills);
  self->role = g_strdup (role);
  troupe_tool_set_name (TROUPE_TOOL (self), "load_skill");
  troupe_tool_set_description (TROUPE_TOOL (self), troupe_prompt_get (TROUPE_PROMPT_SKILL_LOADER));
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);

  return TROUPE_TOOL (self);
}

TroupeTool *
troupe_agent_skill_tool_offer (TroupeAgentSkills *skills, const char *role, GPtrArray **tools)
{
  GPtrArray *all = NULL;
  TroupeTool *tool = NULL;

  g_return_val_if_fail (skills != NULL && tools != NULL, NULL);

  if (troupe_agent_skills_get_n (skills) == 0)
    return NULL;
  all = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; *tools != NULL && i < (*tools)->len; i++)
    g_ptr_array_add (all, g_object_ref (g_ptr_array_index (*tools, i)));
  tool = skill_tool_new (skills, role);
  g_ptr_array_add (all, g_object_ref (tool));
  g_clear_pointer (tools, g_ptr_array_unref);
  *tools = all;

  return tool;
}

static void
troupe_agent_skill_tool_finalize (GObject *object)
{
  TroupeAgentSkillTool *self = TROUPE_AGENT_SKILL_TOOL (object);

  g_assert (TROUPE_IS_AGENT_SKILL_TOOL (self));

  g_clear_pointer (&self->skills, troupe_agent_skills_unref);
  g_free (self->role);

  G_OBJECT_CLASS (troupe_agent_skill_tool_parent_class)->finalize (object);
}

static void
troupe_agent_skill_tool_class_init (TroupeAgentSkillToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_agent_skill_tool_finalize;
  tool_class->list_permissions = troupe_agent_skill_tool_list_permissions;
  tool_class->is_of_run = TRUE;
  tool_class->call = troupe_agent_skill_tool_call;
}

static void
troupe_agent_skill_tool_init (TroupeAgentSkillTool *self)
{
  g_assert (TROUPE_IS_AGENT_SKILL_TOOL (self));
}
