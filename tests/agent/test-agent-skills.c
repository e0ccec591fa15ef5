/* test-agent-skills.c: skills of agents, loaded on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "../test-wait.h"
#include "agent-asserts.h"
#include "troupe-agent-skills.h"

#define HEAD(name, about) "---\nname: " name "\ndescription: " about "\n---\n"
#define OWN ",\"skills\":[\"skills\"]"

static const char *const SKILLS[] = { "skill_", NULL };
static char *folder;

static void
write_file (const char *path, const char *text)
{
  g_autofree char *whole = g_build_filename (folder, path, NULL);
  g_autofree char *parent = g_path_get_dirname (whole);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (whole, text, -1, NULL));
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (g_file_test (below, G_FILE_TEST_IS_DIR) && !g_file_test (below, G_FILE_TEST_IS_SYMLINK))
        remove_all (below);
      else
        g_unlink (below);
    }
  g_rmdir (path);
}

/* Changes into a temporary folder that only this test uses. */
static void
begin (void)
{
  folder = g_dir_make_tmp ("test-agent-skills-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_assert_cmpint (g_chdir (folder), ==, 0);
}

static void
end (void)
{
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  remove_all (folder);
  g_clear_pointer (&folder, g_free);
}

static void
test_folder (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin ();
  write_file ("skills/counting/SKILL.md",
              HEAD ("counting", "Counts SKLD things.") "\nBody SKLB: count from one.\n");
  write_file ("skills/adding/SKILL.md",
              "---\r\nname: adding\r\ndescription: Adds.\r\nlicense: MIT\r\n---\r\nA\r\nB");
  write_file ("skills/notes/README.md", "no skill");
  write_file ("skills/loose.txt", "no skill");
  agent_test_call (test, "load_skill", "{\"skill_name\":\"counting\"}", NULL);
  agent_test_call (test, "load_skill", "{\"skill_name\":\"adding\"}", "load_skill",
                   "{\"skill_name\":\"flying\"}", NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, OWN);

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 0, 0, "- adding: Adds.\n- counting: Counts SKLD things.");
  assert_asked (test, 0, 0, "the tool load_skill");
  assert_not_asked (test, 0, "SKLB");
  assert_request_has (test, 0, "\"name\":\"load_skill\"");
  assert_asked (
      test, 1, 3,
      "<skill name=\"counting\">\nCounts SKLD things.\n\nBody SKLB: count from one.\n</skill>");
  assert_asked (test, 2, 5, "A\nB");
  assert_asked (test, 2, 6, "skill \"flying\" does not exist. Available skills: adding, counting.");
  assert_told (test, SKILLS,
               "skill_discovery_started skill_loaded skill_loaded skill_discovery_completed "
               "skill_activated skill_used "
               "skill_activated skill_used");
  assert_told_field (test, "skill_loaded", 1, "skill_name", "'counting'");
  assert_told_field (test, "skill_loaded", 1, "skill_path", "'skills/counting'");
  end ();
}

/* The tool load_skill is offered, but it is not listed in the event's tools. */
static void
test_task (void)
{
  static const TroupeAgentTask task = { .title = "t1", .description = "Do DESC-1." };
  g_autoptr (AgentTest) test = agent_test_new ();

  begin ();
  write_file ("skills/counting/SKILL.md", HEAD ("counting", "Counts."));
  test->task = &task;
  agent_test_say (test, "ANSW");
  agent_test_run (test, OWN);

  assert_request_has (test, 0, "\"name\":\"load_skill\"");
  assert_told_field (test, "agent_execution_started", 0, "tools", "[]");
  end ();
}

/* If a path refers to a skill folder itself, no skill is found, as in CrewAI. */
static void
test_itself (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin ();
  write_file ("skills/counting/SKILL.md", HEAD ("counting", "Counts."));
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"skills\":[\"skills/counting\"]");

  assert_result (test, "raw", "'ANSW'");
  assert_not_asked (test, 0, "load_skill");
  assert_told (test, SKILLS, "skill_discovery_started skill_discovery_completed");
  end ();
}

static void
test_name_taken (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin ();
  write_file ("skills/counting/SKILL.md", HEAD ("counting", "Counts."));
  agent_test_add_tool (test, test_tool_new ("load_skill", TEST_TOOL_SAYS, "{\"type\":\"object\"}"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, OWN);

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 0, 0, "the tool load_skill_2");
  end ();
}

static void
test_wrong (void)
{
  g_autofree char *filling = g_strnfill (TROUPE_AGENT_LIMIT_SKILL, 'x');
  g_autofree char *large = g_strconcat (HEAD ("h-large", "Is too large."), filling, NULL);
  g_autoptr (AgentTest) test = agent_test_new ();

  begin ();
  write_file ("skills/a-headless/SKILL.md", "no head");
  write_file ("skills/b-open/SKILL.md", "---\nname: b-open\n");
  write_file ("skills/c-other/SKILL.md", HEAD ("other", "Is elsewhere."));
  write_file ("skills/D/SKILL.md", HEAD ("D", "Is too large."));
  write_file ("skills/e-silent/SKILL.md", "---\nname: e-silent\n---\n");
  write_file ("skills/f-list/SKILL.md", "---\n- a\n---\n");
  write_file ("skills/g-yaml/SKILL.md", "---\nname: [\n---\n");
  write_file ("skills/h-large/SKILL.md", large);
  write_file ("outside/SKILL.md", HEAD ("i-link", "Is a link."));
  g_assert_cmpint (symlink ("../outside", "skills/i-link"), ==, 0);
  write_file ("skills/j-good/SKILL.md", HEAD ("j-good", "Is good."));
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"skills\":[\"skills\",\"../up\",\"/etc\",\"missing\",\"@org/name\"]");

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 0, 0, "\n- j-good: Is good.");
  /* D is the first failure because upper case is sorted first. Nine skills of the folder and
   * four of the entries fail. A Python entry is refused earlier (/crew/unsupported). */
  for (guint i = 0; i < 13; i++)
    {
      g_autofree char *error = get_told (test, "skill_load_failed", i, "error");

      g_assert_nonnull (strstr (error, "'kind':'skill'"));
    }
  assert_told_field (test, "skill_load_failed", 0, "skill_path", "'skills/D'");
  assert_told_field (test, "skill_load_failed", 12, "skill_path", "'@org/name'");
  end ();
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeAgentSkills **skills = user_data;

  *skills = troupe_agent_skills_load_finish (result, NULL);
}

/* The skills of the crew follow the skills of the agent. The skills of the agent take
 * precedence. */
static void
test_crew (void)
{
  g_autoptr (TroupeValue) own = troupe_value_from_json ("[\"own\"]", -1, NULL);
  g_autoptr (TroupeValue) crew = troupe_value_from_json ("[\"all\"]", -1, NULL);
  g_autoptr (TroupeAgentSkills) skills = NULL;
  g_autofree char *names = NULL;
  g_autofree char *text = NULL;

  begin ();
  write_file ("own/b/SKILL.md", HEAD ("b", "Mine."));
  write_file ("all/a/SKILL.md", HEAD ("a", "Ours."));
  write_file ("all/b/SKILL.md", HEAD ("b", "Ours."));
  troupe_agent_skills_load_async (own, crew, folder, NULL, NULL, loaded_cb, &skills);
  test_wait_until (skills != NULL);
  names = troupe_agent_skills_list_names (skills);
  g_assert_cmpstr (names, ==, "b, a");
  g_assert_cmpstr (troupe_agent_skills_find (skills, "b")->description, ==, "Mine.");
  text = troupe_agent_skills_describe (skills, NULL);
  g_assert_null (text);
  end ();
}

static void
test_permissions (void)
{
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) some = troupe_value_from_json ("[\"skills\"]", -1, NULL);
  g_autoptr (TroupeValue) none = troupe_value_from_json ("[]", -1, NULL);

  troupe_agent_skills_list_permissions (NULL, permissions);
  troupe_agent_skills_list_permissions (none, permissions);
  g_assert_cmpuint (troupe_permission_list_get_n_files (permissions), ==, 0);
  troupe_agent_skills_list_permissions (some, permissions);
  g_assert_cmpuint (troupe_permission_list_get_n_files (permissions), ==, 1);
  g_assert_cmpstr (troupe_permission_list_get_file (permissions, 0)->path, ==, "skills");
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/skills/task", test_task);
  g_test_add_func ("/agent/skills/folder", test_folder);
  g_test_add_func ("/agent/skills/itself", test_itself);
  g_test_add_func ("/agent/skills/name-taken", test_name_taken);
  g_test_add_func ("/agent/skills/wrong", test_wrong);
  g_test_add_func ("/agent/skills/crew", test_crew);
  g_test_add_func ("/agent/skills/rights", test_permissions);

  return g_test_run ();
}
