/* troupe-crew-change.c: uncommitted edit of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-change"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-change.h"
#include "troupe-crew-document.h"
#include "troupe-tree.h"

/* Maximum length of a name in bytes, so that file names with their suffix are within the limit
 * of 255 bytes. */
#define LONGEST_NAME 200

static const char *const endings[] = { ".jsonc", ".json" };

void
troupe_crew_change_init (TroupeCrewChange *self, TroupeCrewSubject *subject)
{
  *self = (TroupeCrewChange){ subject, troupe_crew_subject_get_view (subject), FALSE };
  troupe_document_parts_ref (self->view.parts);
  if (troupe_crew_view_get_root (&self->view) == NULL)
    self->has_failed = TRUE;
}

void
troupe_crew_change_clear (TroupeCrewChange *self)
{
  g_clear_pointer (&self->view.parts, troupe_document_parts_unref);
}

/* @parts: (transfer full) */
static void
take_parts (TroupeCrewChange *self, TroupeDocumentParts *parts)
{
  troupe_document_parts_unref (self->view.parts);
  self->view.parts = parts;
}

void
troupe_crew_change_set_at (TroupeCrewChange *self, const char *const *path, JsonNode *value)
{
  g_auto (GStrv) keys = NULL;
  g_autofree char *part = NULL;
  g_autoptr (JsonNode) changed = NULL;
  JsonNode *root;

  if (self->has_failed)
    return;
  part = troupe_crew_view_locate (&self->view, path, &keys);
  root = troupe_document_parts_get_root (self->view.parts, part);
  if (root != NULL)
    changed = troupe_json_tree_with (root, (const char *const *) keys, value);
  self->has_failed = changed == NULL || !JSON_NODE_HOLDS_OBJECT (changed);
  if (!self->has_failed)
    take_parts (self, troupe_document_parts_with_root (self->view.parts, part, changed));
}

void
troupe_crew_change_rename_key (TroupeCrewChange *self, const char *const *path, const char *name)
{
  g_auto (GStrv) keys = NULL;
  g_autofree char *part = NULL;
  g_autoptr (JsonNode) changed = NULL;
  JsonNode *root;

  if (self->has_failed)
    return;
  part = troupe_crew_view_locate (&self->view, path, &keys);
  root = troupe_document_parts_get_root (self->view.parts, part);
  if (root != NULL)
    changed = troupe_json_tree_rename (root, (const char *const *) keys, name);
  self->has_failed = changed == NULL;
  if (changed != NULL)
    take_parts (self, troupe_document_parts_with_root (self->view.parts, part, changed));
}

/* Sets @value at @keys, relative to the crew, in the main part. */
static void
set_in_main (TroupeCrewChange *self, const char *const *keys, JsonNode *value)
{
  JsonNode *root = troupe_document_parts_get_root (self->view.parts, "");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) whole = NULL;
  g_autoptr (JsonNode) changed = NULL;

  if (self->has_failed)
    return;
  if (self->view.path != NULL)
    g_strv_builder_addv (builder, (const char **) self->view.path);
  g_strv_builder_addv (builder, (const char **) keys);
  whole = g_strv_builder_end (builder);
  changed = troupe_json_tree_with (root, (const char *const *) whole, value);
  self->has_failed = changed == NULL;
  if (changed != NULL)
    take_parts (self, troupe_document_parts_with_root (self->view.parts, "", changed));
}

static GPtrArray *
collect_keys (const char *key, va_list rest)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (; key != NULL; key = va_arg (rest, const char *))
    g_ptr_array_add (keys, (gpointer) key);
  g_ptr_array_add (keys, NULL);
  return keys;
}

void
troupe_crew_change_set (TroupeCrewChange *self, JsonNode *value, const char *key, ...)
{
  g_autoptr (GPtrArray) keys = NULL;
  va_list rest;

  va_start (rest, key);
  keys = collect_keys (key, rest);
  va_end (rest);
  troupe_crew_change_set_at (self, (const char *const *) keys->pdata, value);
}

void
troupe_crew_change_set_text (TroupeCrewChange *self, const char *text, const char *key, ...)
{
  g_autoptr (JsonNode) value = troupe_json_node_new_string (text);
  g_autoptr (GPtrArray) keys = NULL;
  va_list rest;

  va_start (rest, key);
  keys = collect_keys (key, rest);
  va_end (rest);
  troupe_crew_change_set_at (self, (const char *const *) keys->pdata, value);
}

/* --- Tasks ------------------------------------------------------------------------------------ */

void
troupe_crew_change_set_in_task (TroupeCrewChange *self,
                                guint index,
                                const char *key,
                                JsonNode *value)
{
  g_autofree char *number = g_strdup_printf ("%u", index);

  troupe_crew_change_set (self, value, "tasks", number, key, NULL);
}

void
troupe_crew_change_set_tasks (TroupeCrewChange *self, GPtrArray *tasks)
{
  JsonArray *list = json_array_sized_new (tasks->len);
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < tasks->len; i++)
    json_array_add_element (list, json_node_ref (tasks->pdata[i]));
  node = troupe_tree_take_array (list);
  troupe_crew_change_set (self, node, "tasks", NULL);
}

GPtrArray *
troupe_crew_change_list_tasks (TroupeCrewChange *self)
{
  JsonArray *list = troupe_tree_get_member_list (troupe_crew_view_get_root (&self->view), "tasks");
  GPtrArray *tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    g_ptr_array_add (tasks, json_node_ref (json_array_get_element (list, i)));
  return tasks;
}

/* --- Agents ----------------------------------------------------------------------------------- */

static JsonNode *
get_agents (TroupeCrewChange *self)
{
  return troupe_tree_get_member (troupe_crew_view_get_root (&self->view), "agents");
}

/* Appends @entry (transfer none) to the list of agents. Creates the list if it does not exist. */
static void
append_entry (TroupeCrewChange *self, JsonNode *entry)
{
  static const char *const last[] = { "agents", "-1", NULL };
  JsonNode *agents = get_agents (self);

  if (agents == NULL || !JSON_NODE_HOLDS_ARRAY (agents))
    {
      g_autoptr (JsonNode) list = troupe_tree_take_array (json_array_new ());

      troupe_crew_change_set (self, list, "agents", NULL);
    }
  set_in_main (self, last, entry);
}

/* Returns TRUE if the agents of an inline crew are listed as maps with a `name` key, not as
 * `{NAME: {…}}`. */
static gboolean
uses_names (TroupeCrewChange *self)
{
  JsonArray *list = troupe_tree_get_member_list (troupe_crew_view_get_root (&self->view), "agents");
  JsonNode *last = json_array_get_length (list) > 0
                       ? json_array_get_element (list, json_array_get_length (list) - 1)
                       : NULL;

  return last == NULL || troupe_tree_get_member (last, "name") != NULL;
}

/* Creates the list entry for an agent. (transfer full) */
static JsonNode *
make_entry (TroupeCrewChange *self, const char *name, JsonNode *agent)
{
  JsonObject *entry = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  if (!uses_names (self))
    {
      json_object_set_member (entry, name, json_node_ref (agent));
      return troupe_tree_take_object (entry);
    }
  json_object_set_string_member (entry, "name", name);
  json_object_iter_init_ordered (&iter, json_node_get_object (agent));
  while (json_object_iter_next_ordered (&iter, &key, &value))
    if (!g_str_equal (key, "name"))
      json_object_set_member (entry, key, json_node_ref (value));
  return troupe_tree_take_object (entry);
}

void
troupe_crew_change_add_agent (TroupeCrewChange *self,
                              const char *name,
                              JsonNode *agent,
                              gboolean is_listed)
{
  JsonNode *agents;

  if (self->has_failed)
    return;
  agents = get_agents (self);
  if (self->view.path == NULL)
    {
      g_autofree char *part = g_strconcat ("agents/", name, endings[0], NULL);

      take_parts (self, troupe_document_parts_with_root (self->view.parts, part, agent));
      if (is_listed)
        troupe_crew_change_set_listed (self, name, TRUE);
    }
  else if (agents != NULL && JSON_NODE_HOLDS_ARRAY (agents))
    {
      g_autoptr (JsonNode) entry = make_entry (self, name, agent);

      append_entry (self, entry);
    }
  else
    troupe_crew_change_set (self, agent, "agents", name, NULL);
}

/* Returns the model that all agents have, or NULL. (transfer none) (nullable) */
static const char *
find_shared_model (TroupeCrewChange *self)
{
  g_auto (GStrv) agents = troupe_crew_view_list_agents (&self->view);
  const char *shared = NULL;

  for (guint i = 0; agents[i] != NULL; i++)
    {
      JsonNode *agent = troupe_crew_view_get_agent (&self->view, agents[i]);
      const char *model = agent != NULL ? troupe_tree_get_member_text (agent, "llm") : NULL;

      /* The file of a listed agent may be missing. */
      if (agent == NULL)
        continue;
      if (model == NULL || (shared != NULL && !g_str_equal (model, shared)))
        return NULL;
      shared = model;
    }
  return shared;
}

void
troupe_crew_change_add_new_agent (TroupeCrewChange *self, const char *name)
{
  JsonObject *agent = json_object_new ();
  g_autofree char *model = g_strdup (find_shared_model (self));
  g_autoptr (JsonNode) node = NULL;

  /* A placeholder would be sent to the model as if it were the user's text. */
  json_object_set_string_member (agent, "role", "");
  json_object_set_string_member (agent, "goal", "");
  json_object_set_string_member (agent, "backstory", "");
  if (model != NULL)
    json_object_set_string_member (agent, "llm", model);
  node = troupe_tree_take_object (agent);
  troupe_crew_change_add_agent (self, name, node, !troupe_crew_view_has_agent (&self->view, name));
}

static JsonNode *
drop_name (const char *key, JsonNode *node, gpointer name)
{
  return g_strcmp0 (troupe_tree_get_text (node), name) == 0 ? NULL : json_node_ref (node);
}

void
troupe_crew_change_set_listed (TroupeCrewChange *self, const char *name, gboolean is_listed)
{
  if (self->has_failed || self->view.path != NULL ||
      troupe_crew_view_is_listed (&self->view, name) == is_listed)
    return;
  if (is_listed)
    {
      g_autoptr (JsonNode) entry = troupe_json_node_new_string (name);

      append_entry (self, entry);
    }
  else
    {
      g_autoptr (JsonNode) list = troupe_tree_map (get_agents (self), drop_name, (gpointer) name);

      troupe_crew_change_set (self, list, "agents", NULL);
    }
}

void
troupe_crew_change_remove_agent (TroupeCrewChange *self, const char *name)
{
  if (self->has_failed)
    return;
  if (self->view.path == NULL)
    {
      const TroupeDocumentPart *file = troupe_crew_view_find_file (&self->view, name);
      g_autofree char *part = file != NULL ? g_strdup (file->name) : NULL;

      troupe_crew_change_set_listed (self, name, FALSE);
      if (part != NULL)
        take_parts (self, troupe_document_parts_without (self->view.parts, part));
      return;
    }
  /* A list may contain the same name twice. */
  while (!self->has_failed && troupe_crew_view_is_listed (&self->view, name))
    {
      const char *const path[] = { "agents", name, NULL };
      g_autofree char *part = NULL;
      g_auto (GStrv) keys = NULL;
      g_autoptr (JsonNode) changed = NULL;
      guint depth = g_strv_length ((char **) self->view.path) + 2;

      part = troupe_crew_view_locate (&self->view, path, &keys);
      /* If the entry is `{NAME: {…}}`, the complete entry is removed. */
      if (keys[depth] != NULL)
        g_clear_pointer (&keys[depth], g_free);
      changed = troupe_json_tree_with (troupe_document_parts_get_root (self->view.parts, ""),
                                       (const char *const *) keys, NULL);
      self->has_failed = changed == NULL;
      if (changed != NULL)
        take_parts (self, troupe_document_parts_with_root (self->view.parts, "", changed));
    }
}

/* --- Renaming agents -------------------------------------------------------------------------- */

/* Copies the problems in @notes and sets their part to @part. (transfer full) */
static GPtrArray *
move_notes (GPtrArray *notes, const char *part)
{
  GPtrArray *moved = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const TroupeProblem *note = notes->pdata[i];
      TroupeProblem *copy =
          troupe_problem_new (note->severity, note->code, note->path, "%s", note->message);

      copy->part = g_strdup (part);
      copy->line = note->line;
      copy->column = note->column;
      copy->fix = g_strdup (note->fix);
      copy->fix_action = g_strdup (note->fix_action);
      copy->fix_label = g_strdup (note->fix_label);
      g_ptr_array_add (moved, copy);
    }
  return moved;
}

static void
rename_file (TroupeCrewChange *self, const char *name, const char *new_name)
{
  const TroupeDocumentPart *file = troupe_crew_view_find_file (&self->view, name);
  g_autofree char *part = NULL, *old = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (TroupeDocumentParts) with = NULL;
  TroupeDocumentPart moved;

  if (file == NULL)
    return;
  if (file->root == NULL || file->text != NULL)
    {
      self->has_failed = TRUE;
      return;
    }
  old = g_strdup (file->name);
  part = g_strconcat ("agents/", new_name, strrchr (file->name, '.'), NULL);
  notes = move_notes (file->notes, part);
  moved = *file;
  moved.name = part;
  moved.notes = notes;
  with = troupe_document_parts_with (self->view.parts, &moved);
  take_parts (self, troupe_document_parts_without (with, old));
}

typedef struct
{
  const char *name;
  JsonNode *new_name;
} Renaming;

static JsonNode *
rename_text (const char *key, JsonNode *node, gpointer user_data)
{
  const Renaming *renaming = user_data;

  return json_node_ref (
      g_strcmp0 (troupe_tree_get_text (node), renaming->name) == 0 ? renaming->new_name : node);
}

void
troupe_crew_change_rename_agent (TroupeCrewChange *self, const char *name, const char *new_name)
{
  g_autoptr (JsonNode) text = NULL;
  g_autoptr (JsonNode) list = NULL;
  Renaming renaming;

  if (self->has_failed)
    return;
  if (self->view.path != NULL)
    {
      const char *const path[] = { "agents", name, NULL };
      g_auto (GStrv) keys = NULL;
      g_autofree char *part = troupe_crew_view_locate (&self->view, path, &keys);
      JsonNode *root = troupe_document_parts_get_root (self->view.parts, "");
      JsonNode *agents = get_agents (self);
      guint depth = g_strv_length ((char **) self->view.path) + 2;
      g_autoptr (JsonNode) changed = NULL;

      if (JSON_NODE_HOLDS_ARRAY (agents) && keys[depth] == NULL)
        {
          const char *const place[] = { "agents", keys[depth - 1], "name", NULL };
          g_autoptr (JsonNode) inline_text = troupe_json_node_new_string (new_name);

          set_in_main (self, place, inline_text);
        }
      else
        {
          changed = troupe_json_tree_rename (root, (const char *const *) keys, new_name);
          self->has_failed = changed == NULL;
          if (changed != NULL)
            take_parts (self, troupe_document_parts_with_root (self->view.parts, "", changed));
        }
      return;
    }
  rename_file (self, name, new_name);
  if (self->has_failed || !troupe_crew_view_is_listed (&self->view, name))
    return;
  text = troupe_json_node_new_string (new_name);
  renaming = (Renaming){ name, text };
  list = troupe_tree_map (get_agents (self), rename_text, &renaming);
  troupe_crew_change_set (self, list, "agents", NULL);
}

gboolean
troupe_crew_change_commit (TroupeCrewChange *self, const char *label, GError **error)
{
  if (self->has_failed)
    return troupe_crew_refuse (
        error,
        _ ("Could not apply the change, because the crew does not contain the part to change."));
  return troupe_crew_subject_commit (self->subject, self->view.parts, label, NULL, TRUE, error);
}

/* --- Errors ----------------------------------------------------------------------------------- */

gboolean
troupe_crew_refuse (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT, message);
  return FALSE;
}

gboolean
troupe_crew_view_require_task (const TroupeCrewView *view, guint index, GError **error)
{
  if (troupe_crew_view_get_task (view, index) != NULL)
    return TRUE;
  return troupe_crew_refuse (error, _ ("Task %u does not exist."), index + 1);
}

gboolean
troupe_crew_view_require_agent (const TroupeCrewView *view, const char *name, GError **error)
{
  if (troupe_crew_view_has_agent (view, name))
    return TRUE;
  return troupe_crew_refuse (error, _ ("The crew has no agent “%s”."), name);
}

/* --- Helpers shared by all edits -------------------------------------------------------------- */

int
troupe_crew_view_find_task (const TroupeCrewView *view, const char *name, guint index)
{
  for (guint i = MIN (index, troupe_crew_view_get_n_tasks (view)); i-- > 0;)
    if (g_strcmp0 (troupe_crew_view_get_task_name (view, i), name) == 0)
      return (int) i;
  return -1;
}

gboolean
troupe_crew_view_has_context (const TroupeCrewView *view, guint index)
{
  JsonNode *context = troupe_tree_get_member (troupe_crew_view_get_task (view, index), "context");

  /* In a flow null is equivalent to a missing key. */
  return context != NULL && !(view->path != NULL && JSON_NODE_HOLDS_NULL (context));
}

JsonArray *
troupe_crew_view_get_context (const TroupeCrewView *view, guint index)
{
  return troupe_tree_get_member_list (troupe_crew_view_get_task (view, index), "context");
}

const char *
troupe_crew_view_get_task_agent (const TroupeCrewView *view, guint index)
{
  const char *name = troupe_tree_get_member_text (troupe_crew_view_get_task (view, index), "agent");

  return name != NULL && troupe_crew_view_has_agent (view, name) ? name : NULL;
}

char *
troupe_crew_view_find_neighbour (const TroupeCrewView *view, guint index)
{
  const guint n_tasks = troupe_crew_view_get_n_tasks (view);
  g_auto (GStrv) agents = troupe_crew_view_list_agents (view);
  const char *manager = troupe_crew_view_get_manager (view);

  for (guint i = MIN (index, n_tasks); i-- > 0;)
    if (troupe_crew_view_get_task_agent (view, i) != NULL)
      return g_strdup (troupe_crew_view_get_task_agent (view, i));
  for (guint i = index; i < n_tasks; i++)
    if (troupe_crew_view_get_task_agent (view, i) != NULL)
      return g_strdup (troupe_crew_view_get_task_agent (view, i));
  for (guint i = 0; agents[i] != NULL; i++)
    if (g_strcmp0 (agents[i], manager) != 0)
      return g_strdup (agents[i]);
  return g_strdup (agents[0]);
}

static gboolean
is_task_name_taken (const char *name, gpointer user_data)
{
  const TroupeCrewView *view = user_data;

  return troupe_crew_view_find_task (view, name, G_MAXUINT) >= 0;
}

char *
troupe_crew_view_make_task_name (const TroupeCrewView *view, const char *wanted)
{
  return troupe_tree_find_free_name (wanted, is_task_name_taken, (gpointer) view);
}

/* Returns TRUE if saving would overwrite an existing file of that agent name that the document
 * does not own. */
static gboolean
is_file_taken (TroupeCrewChange *self, const char *name)
{
  TroupeDocument *document = troupe_crew_subject_get_document (self->subject);
  const char *path = troupe_document_get_path (document);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *part = g_strconcat ("agents/", name, endings[i], NULL);
      g_autofree char *file = g_build_filename (folder, part, NULL);

      if (g_file_test (file, G_FILE_TEST_EXISTS) && !troupe_document_owns_file (document, part))
        return TRUE;
    }
  return FALSE;
}

char *
troupe_crew_change_describe_bad_name (TroupeCrewChange *self, const char *name)
{
  g_autofree char *stripped = g_strstrip (g_strdup (name));

  if (*stripped == '\0')
    return g_strdup (_ ("An agent needs a name."));
  if (!g_utf8_validate (name, -1, NULL) || strpbrk (name, "\r\n\t") != NULL ||
      !g_str_equal (stripped, name))
    return g_strdup (
        _ ("The name of an agent must be a single line without leading or trailing spaces."));
  if (troupe_crew_view_has_agent (&self->view, name))
    return g_strdup_printf (_ ("The agent “%s” already exists."), name);
  if (self->view.path != NULL)
    return NULL;
  if (strlen (name) > LONGEST_NAME)
    return g_strdup (_ ("The name is too long for a file name."));
  if (!troupe_crew_is_file_name (name))
    return g_strdup (_ (
        "The name is also used as a file name: it cannot begin with “.” or contain “/” or “\\”."));
  if (is_file_taken (self, name))
    return g_strdup_printf (
        _ ("A file for the agent “%s” already exists, but this crew does not use it."), name);
  return NULL;
}

static gboolean
is_agent_name_taken (const char *name, gpointer user_data)
{
  g_autofree char *mistake = troupe_crew_change_describe_bad_name (user_data, name);

  return mistake != NULL;
}

char *
troupe_crew_change_make_agent_name (TroupeCrewChange *self, const char *wanted)
{
  g_autofree char *copy = g_strdup (wanted + strspn (wanted, " .\r\n\t\v\f"));
  g_autofree char *safe = NULL;

  /* Converts @wanted to a valid file name. */
  g_strdelimit (copy, "/\\\r\n\t", '_');
  if (strlen (copy) > LONGEST_NAME / 2)
    *g_utf8_find_prev_char (copy, copy + LONGEST_NAME / 2) = '\0';
  g_strchomp (copy);
  safe = *copy != '\0' ? g_steal_pointer (&copy) : g_strdup ("agent");
  return troupe_tree_find_free_name (safe, is_agent_name_taken, self);
}
