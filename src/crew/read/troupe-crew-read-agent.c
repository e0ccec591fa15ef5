/* troupe-crew-read-agent.c: parses an agent of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-read-agent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-fields.h"
#include "troupe-crew-reference.h"

static const char *const texts[] = { "role", "goal", "backstory" };

/* Checks the `type`. Returns FALSE if it is invalid. In this case CrewAI checks nothing else. */
static gboolean
check_type (TroupeCrewReader *reader, TroupeValue *value)
{
  static const char *const types[] = { "agent", "Agent", "crewai.Agent", "crewai.agent.core.Agent",
                                       NULL };
  TroupeValue *type = troupe_value_get_member (value, "type");
  gboolean is_good = TRUE;
  gsize mark;

  if (type == NULL || troupe_crew_reference_is (type))
    return TRUE;
  mark = troupe_crew_reader_enter (reader, "type");
  is_good = troupe_value_is (type, TROUPE_VALUE_STRING) &&
            g_strv_contains (types, troupe_value_get_string (type, NULL));
  if (!is_good && troupe_value_is (type, TROUPE_VALUE_STRING))
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_type",
                               _ ("“%s” is not a valid agent type. Expected “Agent” or "
                                  "{\"python\": \"module.CustomAgent\"}."),
                               troupe_value_get_string (type, NULL));
  else if (!is_good)
    troupe_crew_reader_wrong_type (reader, type,
                                   _ ("“Agent” or {\"python\": \"module.CustomAgent\"}"));
  troupe_crew_reader_leave (reader, mark);
  return is_good;
}

static gboolean
is_from_repository (TroupeValue *value)
{
  const char *name = troupe_value_get_member_text (value, "from_repository");

  return name != NULL && *name != '\0';
}

/* Merges `settings` over the map of the agent. (transfer full) */
static TroupeValue *
overlay_settings (TroupeValue *value)
{
  TroupeValue *settings = troupe_value_get_member (value, "settings");
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint pass = 0; pass < 2; pass++)
    {
      TroupeValue *map = pass == 0 ? value : settings;

      for (gsize i = 0; map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP) &&
                        i < troupe_value_map_get_size (map);
           i++)
        {
          const char *key = troupe_value_get_string (troupe_value_map_get_key (map, i), NULL);

          if (!g_str_equal (key, "settings") && !g_str_equal (key, "type"))
            troupe_map_builder_add (&builder, key,
                                    troupe_value_ref (troupe_value_map_get_value (map, i)));
        }
    }
  return troupe_map_builder_end (&builder);
}

/* Checks the effective tools. These are the tools of the settings if the settings have any. */
static void
check_tools (TroupeCrewReader *reader, TroupeValue *value)
{
  TroupeValue *settings = troupe_value_get_member (value, "settings");
  gboolean is_inner = troupe_crew_has (settings, "tools");
  gsize mark = reader->path->len;

  g_assert (reader != NULL);

  if (is_inner)
    troupe_crew_reader_enter (reader, "settings");
  troupe_crew_check_tools (reader, troupe_value_get_member (is_inner ? settings : value, "tools"));
  troupe_crew_reader_leave (reader, mark);
}

void
troupe_crew_check_agent (TroupeCrewReader *reader, TroupeValue *value)
{
  static const char *const also[] = { "settings", "type", NULL };
  TroupeValue *settings;
  gboolean is_open;
  gsize mark;

  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      troupe_crew_reader_wrong_type (reader, value, _ ("an agent (object)"));
      return;
    }
  if (!check_type (reader, value))
    return;
  is_open = troupe_crew_reference_is (troupe_value_get_member (value, "type"));
  troupe_crew_fields_check_keys (reader, TROUPE_CREW_OWNER_AGENT, value, also, is_open);
  if (!is_from_repository (value))
    {
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          gsize required = troupe_crew_reader_enter (reader, texts[i]);

          if (troupe_value_get_member (value, texts[i]) == NULL)
            troupe_crew_reader_report (
                reader, TROUPE_SEVERITY_ERROR, "missing_field",
                _ ("The field “%s” is missing. An agent needs a role, a goal and a backstory."),
                texts[i]);
          troupe_crew_reader_leave (reader, required);
        }
    }
  settings = troupe_value_get_member (value, "settings");
  mark = troupe_crew_reader_enter (reader, "settings");
  if (settings != NULL && !troupe_value_is (settings, TROUPE_VALUE_MAP))
    troupe_crew_reader_wrong_type (reader, settings, _ ("an object"));
  else if (settings != NULL)
    troupe_crew_fields_check_keys (reader, TROUPE_CREW_OWNER_AGENT, settings, NULL, is_open);
  troupe_crew_reader_leave (reader, mark);
  troupe_crew_references_check (reader, value);
  mark = troupe_crew_reader_enter (reader, "settings");
  troupe_crew_references_check (reader, settings);
  troupe_crew_reader_leave (reader, mark);
  check_tools (reader, value);
  troupe_crew_references_find (reader, value);
  mark = troupe_crew_reader_enter (reader, "settings");
  troupe_crew_references_find (reader, settings);
  troupe_crew_reader_leave (reader, mark);
}

static char *
get_text (TroupeValue *fields, const char *key)
{
  const char *text = troupe_value_get_member_text (fields, key);

  return g_strdup (text != NULL ? text : "");
}

void
troupe_crew_read_agent (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewAgent *agent)
{
  TroupeValue *settings, *type;
  g_autoptr (TroupeValue) all = NULL, checked = NULL, checked_settings = NULL, both = NULL;
  g_autofree char *place = NULL;
  gsize mark;

  agent->path = g_strdup (reader->path->str);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      agent->fields = troupe_value_from_json ("{}", -1, NULL);
      return;
    }
  settings = troupe_value_get_member (value, "settings");
  type = troupe_value_get_member (value, "type");
  /* Keys that the settings override are skipped, because their values are never used. */
  all = troupe_value_map_without (value, "settings");
  for (gsize i = 0; settings != NULL && troupe_value_is (settings, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (settings);
       i++)
    {
      TroupeValue *rest = troupe_value_map_without (
          all, troupe_value_get_string (troupe_value_map_get_key (settings, i), NULL));

      troupe_value_unref (all);
      all = rest;
    }
  checked = troupe_crew_fields_read (reader, TROUPE_CREW_OWNER_AGENT, all);
  if (settings != NULL && troupe_value_is (settings, TROUPE_VALUE_MAP))
    {
      mark = troupe_crew_reader_enter (reader, "settings");
      checked_settings = troupe_crew_fields_read (reader, TROUPE_CREW_OWNER_AGENT, settings);
      troupe_crew_reader_leave (reader, mark);
      both = troupe_value_map_with (checked, "settings", checked_settings);
    }
  agent->fields = overlay_settings (both != NULL ? both : checked);
  if (type != NULL && troupe_crew_reference_is (type))
    {
      TroupeValue *with = troupe_value_map_with (agent->fields, "type", type);

      troupe_value_unref (agent->fields);
      agent->fields = with;
    }
  agent->role = get_text (agent->fields, "role");
  agent->goal = get_text (agent->fields, "goal");
  agent->backstory = get_text (agent->fields, "backstory");
  place = g_strconcat (agent->path, ".step_callback", NULL);
  agent->step_callback =
      troupe_crew_hook_new (troupe_value_get_member (agent->fields, "step_callback"), place);
}
