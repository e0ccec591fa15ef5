/* troupe-agent-skills.c: skills: instructions that an agent loads on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-skills"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-agent-events.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-skills.h"
#include "troupe-agreed-texts.h"
#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"
#include "troupe-folder.h"
#include "troupe-yaml.h"

#define FILE_NAME "SKILL.md"
#define FENCE "---"
#define NAME_LONGEST 64
#define DESCRIPTION_LONGEST 1024

/* An event to emit. @path: path of the folder that is searched, or of a skill; @name:
 * (nullable): name of the skill;
 * @names: (nullable): names of all skills found at @path; @error: (nullable): error of a failure */
typedef struct
{
  TroupeEventType type;
  char *path;
  char *name;
  GPtrArray *names;
  GError *error;
} News;

/* @n_own: how many of @news belong to the agent's own entries; @n_read: number of skills read,
 *   including duplicates and failures */
struct _TroupeAgentSkills
{
  gatomicrefcount ref_count;
  GPtrArray *skills; /* (element-type TroupeAgentSkill) */
  GPtrArray *news;   /* (element-type News): in order */
  guint n_own;
  guint n_read;
};

/* @policy: of the document's folder; @root: descriptor of this folder; @texts: (nullable): the texts to which the user
 * has agreed */
typedef struct
{
  TroupeFolderPolicy *policy;
  int root;
  GHashTable *texts;
  GCancellable *cancellable;
} Loading;

static void
skill_free (gpointer data)
{
  TroupeAgentSkill *skill = data;

  g_free (skill->name);
  g_free (skill->description);
  g_free (skill->text);
  g_free (skill->path);
  g_free (skill->digest);
  g_free (skill);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentSkill, skill_free)

static void
news_free (gpointer data)
{
  News *news = data;

  g_free (news->path);
  g_free (news->name);
  g_clear_pointer (&news->names, g_ptr_array_unref);
  g_clear_error (&news->error);
  g_free (news);
}

TroupeAgentSkills *
troupe_agent_skills_ref (TroupeAgentSkills *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_agent_skills_unref (TroupeAgentSkills *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->skills);
  g_ptr_array_unref (self->news);
  g_free (self);
}

static TroupeAgentSkills *
skills_new (void)
{
  TroupeAgentSkills *self = g_new0 (TroupeAgentSkills, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->skills = g_ptr_array_new_with_free_func (skill_free);
  self->news = g_ptr_array_new_with_free_func (news_free);

  return self;
}

static News *
note (TroupeAgentSkills *self, TroupeEventType type, const char *path)
{
  News *news = g_new0 (News, 1);

  news->type = type;
  news->path = g_strdup (path);
  g_ptr_array_add (self->news, news);

  return news;
}

/* @error: (transfer full) */
static void
note_failure (TroupeAgentSkills *self, const char *path, GError *error)
{
  g_assert (self != NULL);

  note (self, TROUPE_EVENT_SKILL_FAILED, path)->error = error;
  self->n_read++;
}

/* --- Parsing a file --------------------------------------------------------------------------- */

static GError *
make_error (const char *reason)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, reason);
}

/* Returns TRUE for lowercase letters, digits, and single hyphens between them. */
static gboolean
is_name (const char *name)
{
  gsize length = strlen (name);

  if (length == 0 || length > NAME_LONGEST || name[0] == '-' || name[length - 1] == '-' ||
      strstr (name, "--") != NULL)
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_islower (*at) && !g_ascii_isdigit (*at) && *at != '-')
      return FALSE;

  return TRUE;
}

/* (transfer none) (nullable) */
static const char *
get_text (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Finds the line that ends the front matter; NULL if there is no such line. @behind: (out):
 * position after the line */
static const char *
find_end (const char *text, const char **behind)
{
  for (const char *at = strstr (text, "\n" FENCE); at != NULL; at = strstr (at + 1, "\n" FENCE))
    {
      const char *end = at + strlen ("\n" FENCE);

      end += strspn (end, " \t");
      if (*end != '\n' && *end != '\0')
        continue;
      *behind = end;
      return at;
    }

  return NULL;
}

static JsonNode *
read_front (const char *text, const char **behind, GError **error)
{
  const char *end = g_str_has_prefix (text, FENCE) ? find_end (text, behind) : NULL;
  JsonNode *root = NULL;

  if (end == NULL)
    {
      g_propagate_error (
          error, make_error (_ ("It does not begin with front matter between two “---” lines.")));
      return NULL;
    }
  text += strlen (FENCE);
  root = troupe_yaml_read (text, (gsize) (end - text), NULL, error);
  if (root != NULL && !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_propagate_error (error,
                         make_error (_ ("Its front matter is not a list of keys and values.")));
      g_clear_pointer (&root, json_node_unref);
    }

  return root;
}

/* Returns the path under which the user agrees to a skill. (transfer full) */
static char *
make_text_path (const char *path)
{
  return g_build_filename (path, FILE_NAME, NULL);
}

/* @folder: name of the folder of the skill, which must equal the skill's name */
static TroupeAgentSkill *
read_skill (const char *text, const char *folder, const char *path, GError **error)
{
  const char *behind = NULL;
  g_autoptr (JsonNode) root = read_front (text, &behind, error);
  g_autoptr (TroupeAgentSkill) skill = NULL;
  const char *name = NULL;
  const char *description = NULL;

  if (root == NULL)
    return NULL;
  name = get_text (json_node_get_object (root), "name");
  description = get_text (json_node_get_object (root), "description");
  if (name == NULL || !is_name (name) || !g_str_equal (name, folder))
    {
      g_propagate_error (error,
                         make_error (_ ("Its name must match the name of its folder and consist of "
                                        "at most 64 lowercase letters, digits and hyphens.")));
      return NULL;
    }
  if (description == NULL || *description == '\0' ||
      g_utf8_strlen (description, -1) > DESCRIPTION_LONGEST)
    {
      g_propagate_error (error,
                         make_error (_ ("It needs a description of at most 1,024 characters.")));
      return NULL;
    }
  skill = g_new0 (TroupeAgentSkill, 1);
  skill->name = g_strdup (name);
  skill->description = g_strdup (description);
  skill->text = g_strstrip (g_strdup (behind));
  skill->path = g_strdup (path);
  skill->digest = troupe_agreed_texts_make_digest (text, strlen (text));

  return g_steal_pointer (&skill);
}

/* --- Reading a folder ------------------------------------------------------------------------- */

/* Returns the path without `.` and repeated slashes, as Python's pathlib shows it. (transfer full) */
static char *
make_plain (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autoptr (GString) plain = g_string_new (*path == '/' ? "/" : NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0' && !g_str_equal (parts[i], "."))
      g_string_append_printf (plain, "%s%s",
                              plain->len > 0 && !g_str_has_suffix (plain->str, "/") ? "/" : "",
                              parts[i]);

  return g_strdup (plain->len > 0 ? plain->str : ".");
}

/* Returns FALSE if the user has not agreed to the skill, because its file was changed after the check of the run. */
static gboolean
check_is_agreed (const TroupeAgentSkill *skill, GHashTable *texts, GError **error)
{
  g_autofree char *path = make_text_path (skill->path);

  if (troupe_agreed_texts_have (texts, path, skill->digest))
    return TRUE;
  g_propagate_error (error, make_error (_ ("It has changed since you allowed it.")));
  return FALSE;
}

/* @place: the entry as written in the document; @name: name of a folder in @place, which is
 *   skipped if it has no SKILL.md; @found: receives the names of the skills */
static void
load_one (TroupeAgentSkills *self,
          const Loading *loading,
          int folder,
          const char *place,
          const char *name,
          GPtrArray *found)
{
  g_autofree char *below = g_build_filename (name, FILE_NAME, NULL);
  g_autofree char *joined = g_build_filename (place, name, NULL);
  g_autofree char *path = make_plain (joined);
  g_autofree char *text = NULL;
  GError *error = NULL;
  int file = troupe_folder_open_beneath (folder, below, O_RDONLY | O_NONBLOCK, FALSE, &error);
  TroupeAgentSkill *skill = NULL;

  g_assert (self != NULL);

  if (file < 0 && (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
                   g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY)))
    {
      g_error_free (error);
      return;
    }
  if (file >= 0)
    {
      TroupeFolderPolicy *policy = loading->policy;
      g_autofree char *bytes = NULL;
      g_auto (GStrv) lines = NULL;
      gsize length = 0;
      struct stat info;
      ssize_t n = 1;

      /* Reads a regular text file, with line ends converted to LF. */
      bytes = g_malloc (TROUPE_AGENT_LIMIT_SKILL + 1);
      if (fstat (file, &info) != 0 || !S_ISREG (info.st_mode))
        g_propagate_error (&error, make_error (_ ("It is not a regular file.")));
      else if (troupe_folder_policy_check_read (policy, path, &info, &error))
        {
          while (length <= TROUPE_AGENT_LIMIT_SKILL && n > 0)
            {
              n = read (file, bytes + length, TROUPE_AGENT_LIMIT_SKILL + 1 - length);
              if (n < 0 && errno == EINTR)
                n = 1;
              else if (n > 0)
                length += (gsize) n;
            }
          if (n < 0 || length > TROUPE_AGENT_LIMIT_SKILL ||
              !g_utf8_validate (bytes, (gssize) length, NULL))
            g_propagate_error (&error,
                               make_error (_ ("It is not a UTF-8 text file of at most 256 KiB.")));
          else
            {
              bytes[length] = '\0';
              lines = g_strsplit (bytes, "\r\n", -1);
              text = g_strjoinv ("\n", lines);
            }
        }
      close (file);
    }
  if (text != NULL)
    skill = read_skill (text, name, path, &error);
  if (skill != NULL && !check_is_agreed (skill, loading->texts, &error))
    g_clear_pointer (&skill, skill_free);
  if (skill == NULL)
    {
      note_failure (self, path, error);
      return;
    }
  note (self, TROUPE_EVENT_SKILL_LOADED, path)->name = g_strdup (skill->name);
  self->n_read++;
  g_ptr_array_add (found, g_strdup (skill->name));
  if (troupe_agent_skills_find (self, skill->name) != NULL)
    skill_free (skill);
  else
    g_ptr_array_add (self->skills, skill);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
load_folder (TroupeAgentSkills *self, const Loading *loading, const char *place)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *shown = make_plain (place);
  GError *error = NULL;
  int folder =
      troupe_folder_open_beneath (loading->root, place, O_RDONLY | O_DIRECTORY, FALSE, &error);
  g_autofree char *path = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;

  g_assert (self != NULL);

  if (folder < 0)
    {
      note_failure (self, place, error);
      return;
    }
  note (self, TROUPE_EVENT_SKILL_DISCOVERY_STARTED, shown);
  path = g_strdup_printf ("/proc/self/fd/%d", folder);
  dir = g_dir_open (path, 0, NULL);
  names = g_ptr_array_new_with_free_func (g_free);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (loading->cancellable); i++)
    {
      if (self->n_read >= TROUPE_AGENT_LIMIT_SKILLS)
        {
          note_failure (self, place, make_error (_ ("There are more than 256 skills.")));
          break;
        }
      load_one (self, loading, folder, place, g_ptr_array_index (names, i), found);
    }
  note (self, TROUPE_EVENT_SKILL_DISCOVERY_FINISHED, shown)->names = g_ptr_array_ref (found);
  close (folder);
}

/* --- Entries --------------------------------------------------------------------------------- */

typedef struct
{
  TroupeValue *entries[2];
  char *folder;
  GHashTable *texts; /* (nullable) */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  for (guint i = 0; i < G_N_ELEMENTS (work->entries); i++)
    g_clear_pointer (&work->entries[i], troupe_value_unref);
  g_free (work->folder);
  g_clear_pointer (&work->texts, g_hash_table_unref);
  g_free (work);
}

static TroupeAgentSkills *
load (const Work *work, GCancellable *cancellable)
{
  TroupeAgentSkills *self = skills_new ();
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (work->folder);
  const Loading loading = { .policy = policy,
                            .root = troupe_folder_pin_open (work->folder, O_RDONLY),
                            .texts = work->texts,
                            .cancellable = cancellable };

  for (guint i = 0; i < G_N_ELEMENTS (work->entries); i++)
    {
      TroupeValue *entries = work->entries[i];
      gsize n_entries =
          troupe_agent_skills_are_named (entries) ? troupe_value_list_get_length (entries) : 0;

      for (gsize j = 0; j < n_entries; j++)
        {
          TroupeValue *entry = troupe_value_list_get (entries, j);
          g_autofree char *shown = NULL;

          /* If it refers to Python or to a registry, it is reported as a failure. */
          if (troupe_value_is (entry, TROUPE_VALUE_STRING) &&
              *troupe_value_get_string (entry, NULL) != '@')
            {
              load_folder (self, &loading, troupe_value_get_string (entry, NULL));
              continue;
            }
          shown = troupe_value_is (entry, TROUPE_VALUE_STRING)
                      ? g_strdup (troupe_value_get_string (entry, NULL))
                      : troupe_value_to_json (entry, TROUPE_JSON_SPACED);
          note_failure (
              self, shown,
              g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                                   _ ("Skills can only be read from folders inside the project.")));
        }
      if (i == 0)
        self->n_own = self->news->len;
    }
  if (loading.root >= 0)
    close (loading.root);
  return self;
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task, load (data, cancellable),
                         (GDestroyNotify) troupe_agent_skills_unref);
}

/* @own, @crew, @folder, @texts: (nullable). (transfer full) */
static Work *
work_new (TroupeValue *own, TroupeValue *crew, const char *folder, GHashTable *texts)
{
  Work *work = g_new0 (Work, 1);

  work->entries[0] = own != NULL ? troupe_value_ref (own) : NULL;
  work->entries[1] = crew != NULL ? troupe_value_ref (crew) : NULL;
  work->folder = folder != NULL ? g_canonicalize_filename (folder, NULL) : g_get_current_dir ();
  work->texts = texts != NULL ? g_hash_table_ref (texts) : NULL;
  return work;
}

gboolean
troupe_agent_skills_are_named (TroupeValue *entries)
{
  return entries != NULL && troupe_value_is (entries, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (entries) > 0;
}

void
troupe_agent_skills_load_async (TroupeValue *own,
                                TroupeValue *crew,
                                const char *folder,
                                GHashTable *texts,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, troupe_agent_skills_load_async);
  g_task_set_task_data (task, work_new (own, crew, folder, texts), work_free);
  g_task_run_in_thread (task, load_thread);
}

TroupeAgentSkills *
troupe_agent_skills_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Accessors and events --------------------------------------------------------------------- */

guint
troupe_agent_skills_get_n (TroupeAgentSkills *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->skills->len;
}

const TroupeAgentSkill *
troupe_agent_skills_find (TroupeAgentSkills *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = 0; i < self->skills->len; i++)
    {
      const TroupeAgentSkill *skill = g_ptr_array_index (self->skills, i);

      if (g_str_equal (skill->name, name))
        return skill;
    }

  return NULL;
}

char *
troupe_agent_skills_list_names (TroupeAgentSkills *self)
{
  GString *out = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < self->skills->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            ((const TroupeAgentSkill *) g_ptr_array_index (self->skills, i))->name);

  return g_string_free (out, FALSE);
}

char *
troupe_agent_skills_describe (TroupeAgentSkills *self, const char *tool)
{
  g_autoptr (GString) list = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  if (self->skills->len == 0 || tool == NULL)
    return NULL;
  for (guint i = 0; i < self->skills->len; i++)
    {
      const TroupeAgentSkill *skill = g_ptr_array_index (self->skills, i);

      g_string_append_printf (list, "\n- %s: %s", skill->name, skill->description);
    }

  return troupe_prompt_fill (TROUPE_PROMPT_SKILLS, "tool", tool, "skills", list->str, NULL);
}

static void
tell_one (const News *news, TroupeEventBus *bus, TroupeScope *scope, const char *role)
{
  const gboolean is_search = news->type == TROUPE_EVENT_SKILL_DISCOVERY_STARTED ||
                             news->type == TROUPE_EVENT_SKILL_DISCOVERY_FINISHED;
  TroupeMapBuilder fields;

  troupe_agent_events_begin (&fields, role);
  troupe_agent_events_add_text (&fields, "skill_name", news->name);
  troupe_agent_events_add_text (&fields, is_search ? "search_path" : "skill_path", news->path);
  if (news->names != NULL)
    {
      g_autofree TroupeValue **items = g_new (TroupeValue *, news->names->len + 1);

      for (guint i = 0; i < news->names->len; i++)
        items[i] = troupe_value_new_string (g_ptr_array_index (news->names, i), -1);
      troupe_map_builder_add (&fields, "skills_found", troupe_value_new_integer (news->names->len));
      troupe_map_builder_add (&fields, "skill_names",
                              troupe_value_new_list (items, news->names->len));
    }
  if (news->error != NULL)
    troupe_agent_events_add_error (&fields, "skill", news->error);
  troupe_agent_events_emit (bus, news->type, scope, &fields);
}

void
troupe_agent_skills_tell (TroupeAgentSkills *self,
                          TroupeEventBus *bus,
                          TroupeScope *scope,
                          const char *role,
                          gboolean is_first)
{
  g_return_if_fail (self != NULL);

  if (!troupe_agent_events_are_watched (bus))
    return;
  for (guint i = 0; i < self->news->len; i++)
    {
      const News *news = g_ptr_array_index (self->news, i);

      if (i >= self->n_own && news->type != TROUPE_EVENT_SKILL_FAILED)
        continue;
      tell_one (news, bus, scope, role);
      if (i > 0 || !is_first || news->type != TROUPE_EVENT_SKILL_DISCOVERY_STARTED)
        continue;
      /* CrewAI copies the first agent of a process while it emits this event, and the copy
       * discovers its skills again. */
      for (guint j = 0; j < self->n_own; j++)
        if (((const News *) g_ptr_array_index (self->news, j))->type != TROUPE_EVENT_SKILL_FAILED)
          tell_one (g_ptr_array_index (self->news, j), bus, scope, role);
    }
}

void
troupe_agent_skills_list_permissions (TroupeValue *entries, TroupePermissionList *permissions)
{
  Work *work = NULL;
  g_autoptr (TroupeAgentSkills) skills = NULL;

  g_return_if_fail (permissions != NULL);

  if (!troupe_agent_skills_are_named (entries))
    return;
  work = work_new (entries, NULL, troupe_permission_list_get_folder (permissions), NULL);
  skills = load (work, NULL);
  work_free (work);
  for (guint i = 0; i < skills->skills->len; i++)
    {
      const TroupeAgentSkill *skill = g_ptr_array_index (skills->skills, i);
      g_autofree char *path = make_text_path (skill->path);

      troupe_permission_list_add_text (permissions, path, skill->digest);
    }
  for (gsize i = 0; i < troupe_value_list_get_length (entries); i++)
    {
      TroupeValue *entry = troupe_value_list_get (entries, i);

      /* Others than folders are refused (load_entry()). */
      if (troupe_value_is (entry, TROUPE_VALUE_STRING))
        troupe_permission_list_add_file (permissions, troupe_value_get_string (entry, NULL),
                                         TROUPE_FILE_READ | TROUPE_FILE_FOLDER |
                                             TROUPE_FILE_IN_PROJECT);
    }
}
