/* troupe-crew-import-build.c: builds a project from the imported files of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-build"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-crew-old-memory.h"
#include "troupe-crew-subject.h"
#include "troupe-env-file.h"
#include "troupe-provider-table.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

/* Maximum number of removed fields. If CrewAI rejects more fields, the import gives up. */
#define MOST_REFUSED 500
/* Names with a common prefix of at least this many letters are considered related. */
#define LEAST_ALIKE 5

/* --- Cleaning up agents and tasks ------------------------------------------------------------- */

static const TroupeImportOrigin *
get_origin (const TroupeImportThing *thing, const char *key)
{
  const TroupeImportOrigin *origin = g_hash_table_lookup (thing->origins, key);

  return origin != NULL ? origin : g_hash_table_lookup (thing->origins, "");
}

static void
drop (TroupeImportThing *thing, const char *key)
{
  json_object_remove_member (thing->fields, key);
}

/* Removes null fields. A null context means no context and becomes an empty list. */
static void
drop_nulls (TroupeImportThing *thing)
{
  g_autoptr (GList) keys = json_object_get_members (thing->fields);

  for (GList *link = keys; link != NULL; link = link->next)
    {
      JsonNode *value = json_object_get_member (thing->fields, link->data);

      if (!JSON_NODE_HOLDS_NULL (value))
        continue;
      if (g_str_equal (link->data, "context"))
        json_object_set_array_member (thing->fields, "context", json_array_new ());
      else
        json_object_remove_member (thing->fields, link->data);
    }
}

static char *
make_path (const char *kind, const char *name, const char *key)
{
  return g_strconcat (kind, ".", name, key != NULL ? "." : "", key != NULL ? key : "", NULL);
}

/* Returns the length of the longest common prefix of a word in each name, such as 8 for
 * `research_task` and `researcher`. */
static guint
compare_names (const char *task, const char *agent)
{
  g_auto (GStrv) words = g_strsplit (task, "_", -1);
  g_auto (GStrv) others = g_strsplit (agent, "_", -1);
  guint most = 0;

  for (guint i = 0; words[i] != NULL; i++)
    for (guint k = 0; others[k] != NULL; k++)
      {
        guint n_same = 0;

        while (words[i][n_same] != '\0' && words[i][n_same] == others[k][n_same])
          n_same++;
        most = MAX (most, n_same);
      }
  return most;
}

/* Returns the agent with a related name, else the agent of the previous task, else the first
 * agent. */
static const char *
guess_agent (TroupeImporter *self, const char *task, const char *before)
{
  const char *guess = NULL;
  guint most = LEAST_ALIKE - 1;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      const TroupeImportThing *agent = self->agents->pdata[i];
      guint n_same = compare_names (task, agent->name);

      if (n_same > most)
        {
          most = n_same;
          guess = agent->name;
        }
    }
  if (guess == NULL)
    guess = before != NULL ? before : ((TroupeImportThing *) self->agents->pdata[0])->name;
  return guess;
}

/* Assigns agents, because each task of a sequential crew needs an existing agent. */
static void
give_agents (TroupeImporter *self)
{
  const char *before = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  JsonNode *process = json_object_get_member (self->crew->fields, "process");
  gboolean is_free = g_strcmp0 (troupe_tree_get_text (process), "hierarchical") == 0;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    g_ptr_array_add (names, ((TroupeImportThing *) self->agents->pdata[i])->name);
  g_ptr_array_add (names, NULL);
  for (guint i = 0; i < self->tasks->len && names->len > 1; i++)
    {
      TroupeImportThing *task = self->tasks->pdata[i];
      JsonNode *node = json_object_get_member (task->fields, "agent");
      const char *named = troupe_tree_get_text (node);
      const char *given;
      g_autofree char *path = g_strdup_printf ("tasks.%u.agent", i);

      if (named != NULL && troupe_import_find (self->agents, named) != NULL)
        {
          before = named;
          continue;
        }
      if (node == NULL && is_free)
        continue;
      given =
          named != NULL ? troupe_nearest_word (named, (const char *const *) names->pdata) : NULL;
      if (given == NULL)
        given = guess_agent (self, task->name, before);
      if (node == NULL)
        troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, get_origin (task, ""), path,
                                self->class != NULL
                                    ? _ ("Neither the file nor crew.py assigns an agent to this "
                                         "task. It was assigned to “%s”.")
                                    : _ ("The file assigns no agent to this task, and there is no "
                                         "crew.py. It was assigned to “%s”."),
                                given);
      else
        troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, get_origin (task, "agent"), path,
                                _ ("This agent does not exist. The task was assigned to “%s”."),
                                given);
      json_object_set_string_member (task->fields, "agent", given);
      before = given;
    }
}

/* Removes context entries that are not earlier tasks. */
static void
mend_context (TroupeImporter *self, guint index)
{
  TroupeImportThing *task = self->tasks->pdata[index];
  JsonNode *node = json_object_get_member (task->fields, "context");
  JsonArray *kept;
  g_autofree char *path = g_strdup_printf ("tasks.%u.context", index);

  g_assert (self != NULL);

  if (node == NULL)
    return;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      troupe_importer_report (
          self, TROUPE_CREW_IMPORT_LEFT_OUT, get_origin (task, "context"), path,
          _ ("A context must be a list of task names; CrewAI cannot load this one."));
      self->n_wrong++;
      drop (task, "context");
      return;
    }
  kept = json_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonNode *entry = json_array_get_element (json_node_get_array (node), i);
      const char *name = troupe_tree_get_text (entry);
      guint place;
      TroupeImportThing *other = name != NULL ? troupe_import_find (self->tasks, name) : NULL;

      if (other != NULL && g_ptr_array_find (self->tasks, other, &place) && place < index)
        json_array_add_element (kept, json_node_ref (entry));
      else
        {
          /* In Python, a context may be a later task. */
          self->n_wrong += other == NULL;
          troupe_importer_report (
              self, TROUPE_CREW_IMPORT_LEFT_OUT, get_origin (task, "context"), path,
              other != NULL ? _ ("“%s” is a later task, but a context must be an earlier one.")
                            : _ ("The task “%s” does not exist."),
              name != NULL ? name : "?");
        }
    }
  json_object_set_array_member (task->fields, "context", kept);
}

/* Renames agents whose name is not a valid file name, because each agent gets its own file. */
static void
rename_agents (TroupeImporter *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      TroupeImportThing *agent = self->agents->pdata[i];
      g_autofree char *old = g_strdup (agent->name);

      if (*old != '\0' && *old != '.' && strpbrk (old, "/\\\r\n\t") == NULL && strlen (old) <= 200)
        continue;
      g_free (agent->name);
      agent->name = g_strdup_printf ("agent_%u", i + 1);
      while (troupe_import_find (self->agents, agent->name) != agent)
        {
          char *longer = g_strconcat (agent->name, "_", NULL);

          g_free (agent->name);
          agent->name = longer;
        }
      for (guint k = 0; k < self->tasks->len; k++)
        {
          TroupeImportThing *task = self->tasks->pdata[k];

          if (g_strcmp0 (troupe_tree_get_text (json_object_get_member (task->fields, "agent")),
                         old) == 0)
            json_object_set_string_member (task->fields, "agent", agent->name);
        }
      if (g_strcmp0 (troupe_tree_get_text (
                         json_object_get_member (self->crew->fields, "manager_agent")),
                     old) == 0)
        json_object_set_string_member (self->crew->fields, "manager_agent", agent->name);
      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, get_origin (agent, ""), NULL,
                              _ ("This is not a valid file name. The agent was renamed to “%s”."),
                              agent->name);
    }
}

/* --- The folder of the project ---------------------------------------------------------------- */

static const char *
get_project (TroupeImporter *self)
{
  return self->program != NULL ? self->program->folder : self->folder;
}

/* Returns the model that `.env` sets for agents without one. Only the variables of the model are
 * read. @variable: (out) (transfer none). (transfer full) (nullable) */
static char *
read_default_model (TroupeImporter *self, const char **variable)
{
  const char *const *names = troupe_provider_list_model_variables ();
  g_autoptr (GHashTable) values = troupe_env_file_read (get_project (self), names, NULL, NULL);

  for (guint i = 0; values != NULL && names[i] != NULL; i++)
    {
      const char *model = g_hash_table_lookup (values, names[i]);

      *variable = names[i];
      if (model != NULL && *model != '\0')
        return g_strdup (model);
    }
  return NULL;
}

/* Gives the model of `.env` to the agents without a model, because the new crew is in another
 * folder. */
static void
take_default_model (TroupeImporter *self)
{
  const char *variable = NULL;
  g_autofree char *model = read_default_model (self, &variable);
  g_autoptr (TroupeImportOrigin) origin =
      troupe_import_origin_new (TROUPE_ENV_FILE_NAME, 0, 0, variable != NULL ? variable : "");
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *found = NULL;

  g_assert (self != NULL);

  found = model != NULL ? troupe_key_finder_find (self->keys, model) : NULL;
  if (model == NULL || found != NULL)
    return;
  for (guint i = 0; i < self->agents->len; i++)
    {
      TroupeImportThing *agent = self->agents->pdata[i];

      if (json_object_has_member (agent->fields, "llm"))
        continue;
      troupe_import_thing_set (agent, "llm", troupe_json_node_new_string (model),
                               troupe_import_origin_new (TROUPE_ENV_FILE_NAME, 0, 0, variable));
      troupe_text_list_append (names, agent->name);
    }
  if (names->len > 0)
    troupe_importer_report (
        self, TROUPE_CREW_IMPORT_CHANGED, origin, NULL,
        /* Translators: the first %s is a variable, the second a model, the third
         * a list of agents */
        _ ("“%s” in .env sets the model “%s” for agents without a model. It was "
           "written into: %s. The other variables of .env, such as keys, were "
           "not imported."),
        variable, model, names->str);
}

/* Reports a folder `knowledge` of which nothing is used. */
static void
report_knowledge (TroupeImporter *self)
{
  g_autofree char *folder = g_build_filename (get_project (self), "knowledge", NULL);
  g_autoptr (TroupeImportOrigin) origin =
      troupe_import_origin_new ("knowledge", 0, 0, "knowledge/");

  g_assert (self != NULL);

  for (guint i = 0; i < self->files->len; i++)
    if (g_str_has_prefix (((TroupeCrewImportFile *) self->files->pdata[i])->path, "knowledge/"))
      return;
  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                            _ ("No knowledge source of the crew uses the files in the folder "
                               "“knowledge”, so they were not copied."));
}

/* --- Creating the document -------------------------------------------------------------------- */

static JsonNode *
make_crew_tree (TroupeImporter *self)
{
  JsonObject *crew = json_object_new ();
  JsonArray *agents = json_array_new ();
  JsonArray *tasks = json_array_new ();
  const char *manager =
      troupe_tree_get_text (json_object_get_member (self->crew->fields, "manager_agent"));
  g_autofree char *base = g_path_get_basename (self->folder);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  g_assert (self != NULL);

  json_object_set_string_member (crew, "name",
                                 self->class != NULL ? self->class->statement->name : base);
  json_object_iter_init_ordered (&iter, self->crew->fields);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    json_object_set_member (crew, key, json_node_ref (value));
  for (guint i = 0; i < self->agents->len; i++)
    if (g_strcmp0 (((TroupeImportThing *) self->agents->pdata[i])->name, manager) != 0)
      json_array_add_string_element (agents, ((TroupeImportThing *) self->agents->pdata[i])->name);
  json_object_set_array_member (crew, "agents", agents);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const TroupeImportThing *thing = self->tasks->pdata[i];
      JsonObject *task = json_object_new ();

      json_object_set_string_member (task, "name", thing->name);
      json_object_iter_init_ordered (&iter, thing->fields);
      while (json_object_iter_next_ordered (&iter, &key, &value))
        if (!g_str_equal (key, "name"))
          json_object_set_member (task, key, json_node_ref (value));
      json_array_add_object_element (tasks, task);
    }
  json_object_set_array_member (crew, "tasks", tasks);
  return troupe_tree_take_object (crew);
}

static TroupeCrewDocument *
make_document (TroupeImporter *self, GError **error)
{
  g_autoptr (JsonNode) crew = make_crew_tree (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_auto (GStrv) names = NULL;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      const TroupeImportThing *agent = self->agents->pdata[i];
      JsonObject *fields;
      JsonObject *copy;
      JsonObjectIter iter;
      const char *key;
      JsonNode *value;

      g_strv_builder_add (builder, agent->name);
      fields = agent->fields;
      copy = json_object_new ();
      json_object_iter_init_ordered (&iter, fields);
      while (json_object_iter_next_ordered (&iter, &key, &value))
        json_object_set_member (copy, key, json_node_ref (value));
      g_ptr_array_add (trees, troupe_tree_take_object (copy));
    }
  names = g_strv_builder_end (builder);
  return troupe_crew_document_new_from_trees (crew, (const char *const *) names,
                                              (JsonNode *const *) trees->pdata, error);
}

/* Gets the field that a problem is about. Returns FALSE if there is no such field, for example because
 * it is missing. @key: (out) (transfer none) */
static gboolean
find_refused (TroupeImporter *self, char **keys, TroupeImportThing **thing, const char **key)
{
  guint64 index;

  g_assert (self != NULL);

  *thing = NULL;
  *key = NULL;
  if (keys == NULL || keys[0] == NULL)
    return FALSE;
  if (g_str_equal (keys[0], "agents") && keys[1] != NULL)
    *thing = troupe_import_find (self->agents, keys[1]);
  else if (g_str_equal (keys[0], "tasks") && keys[1] != NULL &&
           g_ascii_string_to_unsigned (keys[1], 10, 0, G_MAXUINT, &index, NULL) &&
           index < self->tasks->len)
    *thing = self->tasks->pdata[index];
  if (*thing != NULL)
    *key = keys[2];
  else
    {
      *thing = self->crew;
      *key = keys[0];
    }
  return *key != NULL && json_object_has_member ((*thing)->fields, *key);
}

/* Removes one field that CrewAI rejects. Returns FALSE if there is no such field. */
static gboolean
take_out (TroupeImporter *self, TroupeCrewDocument *document)
{
  g_autoptr (TroupeCrewSubject) subject = troupe_crew_subject_new (document);
  GPtrArray *problems = troupe_crew_subject_get_problems (subject);

  g_assert (self != NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];
      g_auto (GStrv) keys = troupe_crew_subject_split_path (subject, problem->path);
      TroupeImportThing *thing;
      const char *key;
      const TroupeImportOrigin *origin;
      g_autofree char *old = NULL;

      if (problem->severity != TROUPE_SEVERITY_ERROR || !find_refused (self, keys, &thing, &key))
        continue;
      origin = get_origin (thing, key);
      old = troupe_crew_old_memory_describe (key);
      if (old == NULL && g_str_equal (problem->code, "unknown_key"))
        troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, problem->path,
                                _ ("“%s” is not a CrewAI field. CrewAI ignores it in YAML, but "
                                   "rejects it in a crew file."),
                                key);
      else
        troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, problem->path, "%s",
                                problem->message);
      self->n_wrong += old == NULL && !g_str_equal (problem->code, "unknown_key");
      drop (thing, key);
      return TRUE;
    }
  return FALSE;
}

/* Returns the item that says already that something was skipped at @path, or NULL. */
static TroupeCrewImportItem *
find_left_out (TroupeImporter *self, const char *path)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      TroupeCrewImportItem *item = self->items->pdata[i];

      if (item->kind == TROUPE_CREW_IMPORT_LEFT_OUT && g_strcmp0 (item->path, path) == 0)
        return item;
    }
  return NULL;
}

/* Returns the location of a field, or if it is missing, of the agent or task that lacks it. @thing, @key:
 * (nullable). (transfer full) (nullable) */
static TroupeImportOrigin *
locate (const TroupeImportThing *thing, const char *key)
{
  const TroupeImportOrigin *origin =
      thing != NULL ? get_origin (thing, key != NULL ? key : "") : NULL;
  gboolean is_missing =
      thing != NULL && key != NULL && !json_object_has_member (thing->fields, key);

  return origin == NULL ? NULL
                        : troupe_import_origin_new (origin->file, origin->line, origin->last_line,
                                                    is_missing ? key : origin->what);
}

/* Reports the settings that CrewAI accepts but that the user should review, and what the crew still
 * lacks. */
static void
report_warnings (TroupeImporter *self, TroupeCrewDocument *document)
{
  g_autoptr (TroupeCrewSubject) subject = troupe_crew_subject_new (document);
  GPtrArray *problems = troupe_crew_subject_get_problems (subject);

  g_assert (self != NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];
      const gboolean is_error = problem->severity == TROUPE_SEVERITY_ERROR;
      g_auto (GStrv) keys = troupe_crew_subject_split_path (subject, problem->path);
      TroupeCrewImportItem *item = is_error ? find_left_out (self, problem->path) : NULL;
      g_autoptr (TroupeImportOrigin) origin = NULL;
      TroupeImportThing *thing;
      const char *key;

      if (!find_refused (self, keys, &thing, &key) && !is_error)
        continue;
      if (item == NULL)
        {
          origin = locate (thing, key);
          item = troupe_importer_report (
              self, is_error ? TROUPE_CREW_IMPORT_LEFT_OUT : TROUPE_CREW_IMPORT_CHANGED, origin,
              problem->path, "%s", problem->message);
          self->n_wrong += is_error;
        }
      if (item->fix_action != NULL)
        continue;
      item->fix_action = g_strdup (problem->fix_action);
      item->fix_label = g_strdup (problem->fix_label);
    }
}

/* --- Reporting imported fields ---------------------------------------------------------------- */

static void
report_carried (TroupeImporter *self, const TroupeImportThing *thing, const char *path)
{
  g_autoptr (GString) list = g_string_new (NULL);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  g_assert (self != NULL);

  json_object_iter_init_ordered (&iter, thing->fields);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    troupe_text_list_append (list, key);
  if (list->len > 0)
    troupe_importer_report (self, TROUPE_CREW_IMPORT_CARRIED, get_origin (thing, ""), path, "%s",
                            list->str);
}

static void
report_all (TroupeImporter *self)
{
  g_assert (self != NULL);

  /* Reports the files that are copied or written next to the crew. */
  for (guint i = 0; i < self->files->len; i++)
    {
      const TroupeCrewImportFile *file = self->files->pdata[i];
      g_autoptr (TroupeImportOrigin) origin =
          troupe_import_origin_new (file->path, 0, 0, file->path);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CARRIED, origin, NULL, "%s",
                              file->source != NULL
                                  ? _ ("This file of the project is copied, because the crew needs "
                                       "it.")
                                  : _ ("This file is written, because the crew needs it."));
    }

  for (guint i = 0; i < self->agents->len; i++)
    {
      const TroupeImportThing *agent = self->agents->pdata[i];
      g_autofree char *path = make_path ("agents", agent->name, NULL);

      report_carried (self, agent, path);
    }
  for (guint i = 0; i < self->tasks->len; i++)
    {
      g_autofree char *path = g_strdup_printf ("tasks.%u", i);

      report_carried (self, self->tasks->pdata[i], path);
    }
  if (self->class != NULL && json_object_get_size (self->crew->fields) > 0)
    {
      g_hash_table_replace (self->crew->origins, g_strdup (""),
                            troupe_import_origin_new (self->python_name, 0, 0, "Crew"));
      report_carried (self, self->crew, "");
    }
}

/* --- Entry point ------------------------------------------------------------------------------ */

/* Returns the path of the file that should contain agents or tasks. */
static const char *
get_source (TroupeImporter *self, const TroupeImportFile *file)
{
  g_assert (self != NULL);

  return file->path != NULL ? file->path : self->module != NULL ? self->module->path : self->folder;
}

TroupeCrewDocument *
troupe_importer_build (TroupeImporter *self, GError **error)
{
  TroupeCrewDocument *document;

  g_assert (self != NULL);

  if (self->agents->len == 0)
    troupe_importer_refuse (error, _ ("%s: The file contains no agents that a crew can use."),
                            get_source (self, &self->agents_file));
  else if (self->tasks->len == 0)
    troupe_importer_refuse (error, _ ("%s: The file contains no tasks that a crew can run."),
                            get_source (self, &self->tasks_file));
  if (self->agents->len == 0 || self->tasks->len == 0)
    return NULL;
  for (guint i = 0; i < self->agents->len; i++)
    drop_nulls (self->agents->pdata[i]);
  for (guint i = 0; i < self->tasks->len; i++)
    drop_nulls (self->tasks->pdata[i]);
  rename_agents (self);
  give_agents (self);
  take_default_model (self);
  for (guint i = 0; i < self->tasks->len; i++)
    mend_context (self, i);
  document = make_document (self, error);
  for (guint i = 0; i < MOST_REFUSED && document != NULL && take_out (self, document); i++)
    {
      g_object_unref (document);
      document = make_document (self, error);
    }
  if (document == NULL)
    return NULL;
  report_warnings (self, document);
  report_knowledge (self);
  report_all (self);
  return document;
}
