/* troupe-crew-document.c: open crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-document"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-document.h"
#include "troupe-crew-location.h"
#include "troupe-project-file.h"
#include "troupe-tree.h"

struct _TroupeCrewDocument
{
  TroupeDocument parent_instance;

  TroupeCrew *crew;    /* (nullable) */
  GPtrArray *problems; /* problems found when it was parsed */
};

G_DEFINE_FINAL_TYPE (TroupeCrewDocument, troupe_crew_document, TROUPE_TYPE_DOCUMENT)

/* In lookup order. */
static const char *const endings[] = { ".jsonc", ".json" };

static const char *
troupe_crew_document_describe (TroupeDocument *document)
{
  return _ ("a crew");
}

/* A project without a name is known by its folder, because the file is always named `crew`. */
static char *
troupe_crew_document_get_name (TroupeDocument *document)
{
  JsonNode *root = troupe_document_parts_get_root (troupe_document_get_parts (document), "");
  const char *name = troupe_tree_get_member_text (root, "name");
  const char *path = troupe_document_get_path (document);
  g_autofree char *file = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  if ((name == NULL || name[strspn (name, " \t\r\n")] == '\0') && file != NULL &&
      (g_str_equal (file, "crew.jsonc") || g_str_equal (file, "crew.json")))
    return g_path_get_basename (folder);
  return g_strdup (name);
}

/* --- Agent files ------------------------------------------------------------------------------ */

/* Returns the part with the agent @name. This is an entry of @parts, else a file. Returns NULL
 * if neither exists. (transfer full) (nullable) */
static char *
find_part (TroupeDocumentParts *parts, const char *folder, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *part = g_strconcat ("agents/", name, endings[i], NULL);

      if (troupe_document_parts_find (parts, part) != NULL)
        return g_steal_pointer (&part);
    }
  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *part = g_strconcat ("agents/", name, endings[i], NULL);

      if (troupe_project_file_exists (folder, part))
        return g_steal_pointer (&part);
    }
  return NULL;
}

/* Returns the names of all agents, the listed ones first. (transfer full) */
static GStrv
list_names (JsonNode *main)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonArray *agents = troupe_tree_get_member_list (main, "agents");
  const char *manager = troupe_tree_get_member_text (main, "manager_agent");

  for (guint i = 0; agents != NULL && i < json_array_get_length (agents); i++)
    {
      const char *name = troupe_tree_get_text (json_array_get_element (agents, i));

      if (name != NULL && *name != '\0')
        g_strv_builder_add (names, name);
    }
  if (manager != NULL && *manager != '\0')
    g_strv_builder_add (names, manager);
  return g_strv_builder_end (names);
}

static char *
get_folder (TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

static char **
troupe_crew_document_list_parts (TroupeDocument *document, JsonNode *main)
{
  TroupeDocumentParts *parts = troupe_document_get_parts (document);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_auto (GStrv) names = list_names (main);
  g_autofree char *folder = get_folder (document);

  g_assert (TROUPE_IS_DOCUMENT (document));

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *part = find_part (parts, folder, names[i]);

      if (part != NULL)
        g_strv_builder_add (found, part);
    }
  return g_strv_builder_end (found);
}

/* --- Parsing ---------------------------------------------------------------------------------- */

static gboolean
has_source (GPtrArray *agents, const char *name)
{
  g_assert (agents != NULL);

  for (guint i = 0; i < agents->len; i++)
    if (g_str_equal (((TroupeCrewAgentSource *) agents->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

static void
add_agent (GPtrArray *agents,
           TroupeDocumentParts *parts,
           const char *name,
           gboolean is_listed,
           const char *listed_at)
{
  g_autofree char *path = find_part (parts, NULL, name);
  const TroupeDocumentPart *part = path != NULL ? troupe_document_parts_find (parts, path) : NULL;
  TroupeCrewAgentSource *agent;
  g_autoptr (TroupeValue) value = NULL;

  if (has_source (agents, name))
    return;
  if (part != NULL && part->root != NULL && part->text == NULL)
    value = troupe_value_from_node (part->root);
  agent = troupe_crew_agent_source_new (name, value, path != NULL ? path : listed_at);
  agent->is_told = part != NULL && value == NULL;
  agent->is_listed = is_listed;
  agent->listed_at = g_strdup (listed_at);
  g_ptr_array_add (agents, agent);
}

/* Finds the part that contains @path of the model. @inner: (out): the path within that part. */
static const TroupeDocumentPart *
split_path (TroupeDocumentParts *parts, const char *path, const char **inner)
{
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      gsize length = strlen (part->name);

      if (length == 0 || !g_str_has_prefix (path, part->name) ||
          (path[length] != '\0' && path[length] != '.'))
        continue;
      *inner = path[length] == '.' ? path + length + 1 : path + length;
      return part;
    }
  *inner = path;
  return troupe_document_parts_find (parts, "");
}

/* Returns the path of the model for a path in the definition of the crew, where agents are called
 * `agents.NAME` wherever they are declared. (transfer full) */
static char *
find_agent_path (TroupeCrew *crew, const char *path)
{
  for (guint i = 0; i <= crew->n_agents; i++)
    {
      const TroupeCrewAgent *agent = i < crew->n_agents ? &crew->agents[i] : crew->manager;
      g_autofree char *inline_path =
          agent != NULL ? g_strconcat ("agents.", agent->name, NULL) : NULL;
      const gsize length = inline_path != NULL ? strlen (inline_path) : 0;

      if (length > 0 && g_str_has_prefix (path, inline_path) &&
          (path[length] == '\0' || path[length] == '.'))
        return g_strconcat (agent->path, path + length, NULL);
    }
  return g_strdup (path);
}

TroupeProblem *
troupe_crew_document_place_problem (TroupeCrewDocument *self, const TroupeProblem *problem)
{
  const TroupeCrewSpot spot = { FALSE, 0 };
  const TroupeDocumentPart *part;
  g_autofree char *path = NULL;
  const char *inner;

  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (self) && problem != NULL, NULL);

  path = self->crew != NULL ? find_agent_path (self->crew, problem->path) : g_strdup (problem->path);
  part = split_path (troupe_document_get_parts (TROUPE_DOCUMENT (self)), path, &inner);
  return troupe_crew_locate_problem (problem, &spot, part->name, inner, part->root, part->source);
}

/* Returns TRUE if an agent file could not be read. The notes of its part report the reason. */
static gboolean
has_unreadable (GPtrArray *agents)
{
  g_assert (agents != NULL);

  for (guint i = 0; i < agents->len; i++)
    if (((TroupeCrewAgentSource *) agents->pdata[i])->is_told)
      return TRUE;
  return FALSE;
}

static const char *
get_first_error (GPtrArray *problems)
{
  return problems->len > 0 ? ((TroupeProblem *) problems->pdata[0])->message
                           : _ ("Could not read the file of the agent.");
}

static gboolean
troupe_crew_document_read (TroupeDocument *document,
                           TroupeDocumentParts *parts,
                           gboolean must_load,
                           GError **error)
{
  TroupeCrewDocument *self = TROUPE_CREW_DOCUMENT (document);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeCrew) crew = NULL;
  const TroupeDocumentPart *main;
  g_autoptr (GPtrArray) agents = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_auto (TroupeCrewReader) reader = { NULL };
  g_autoptr (TroupeCrew) part_crew = NULL;
  TroupeCrewSource source;

  g_assert (TROUPE_IS_DOCUMENT (document));

  /* Reads the model from the parts. */
  main = troupe_document_parts_find (parts, "");
  agents = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_crew_agent_source_free);
  folder = get_folder (document);
  troupe_crew_reader_init (&reader, folder, FALSE);
  if (main->text == NULL)
    {
      JsonArray *list;
      const char *manager;

      value = troupe_value_from_node (main->root);
      list = troupe_tree_get_member_list (main->root, "agents");
      manager = troupe_tree_get_member_text (main->root, "manager_agent");
      for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
        {
          const char *name = troupe_tree_get_text (json_array_get_element (list, i));
          g_autofree char *listed_at = g_strdup_printf ("agents[%u]", i);

          if (name != NULL && *name != '\0')
            add_agent (agents, parts, name, TRUE, listed_at);
        }
      if (manager != NULL && *manager != '\0')
        add_agent (agents, parts, manager, FALSE, "manager_agent");
      source = (TroupeCrewSource){ value, agents, folder, FALSE };
      part_crew = troupe_crew_read (&reader, &source);
    }
  /* Copies the problems of the reader and adds their locations. */
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  for (guint i = 0; i < reader.problems->len; i++)
    {
      const TroupeProblem *problem = reader.problems->pdata[i];
      const char *inner;
      const TroupeDocumentPart *part = split_path (parts, problem->path, &inner);

      g_ptr_array_add (problems, troupe_crew_locate_problem (
                                     problem, &g_array_index (reader.spots, TroupeCrewSpot, i),
                                     part->name, inner, part->root, part->source));
    }
  crew = has_unreadable (agents) ? NULL : g_steal_pointer (&part_crew);
  if (must_load && crew == NULL && self->crew != NULL)
    {
      g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                           get_first_error (problems));
      return FALSE;
    }
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  self->crew = g_steal_pointer (&crew);
  self->problems = g_steal_pointer (&problems);
  return TRUE;
}

static gboolean
troupe_crew_document_has_errors (TroupeDocument *document)
{
  return TROUPE_CREW_DOCUMENT (document)->crew == NULL;
}

static GPtrArray *
troupe_crew_document_diagnose (TroupeDocument *document)
{
  TroupeCrewDocument *self = TROUPE_CREW_DOCUMENT (document);
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  g_assert (TROUPE_IS_DOCUMENT (document));

  for (guint i = 0; i < self->problems->len; i++)
    g_ptr_array_add (problems, troupe_problem_ref (self->problems->pdata[i]));
  return problems;
}

static void
troupe_crew_document_finalize (GObject *object)
{
  TroupeCrewDocument *self = TROUPE_CREW_DOCUMENT (object);

  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->problems, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_crew_document_parent_class)->finalize (object);
}

static void
troupe_crew_document_class_init (TroupeCrewDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeDocumentClass *document_class = TROUPE_DOCUMENT_CLASS (klass);

  object_class->finalize = troupe_crew_document_finalize;
  document_class->describe = troupe_crew_document_describe;
  document_class->other_code = "not_a_crew";
  document_class->is_jsonc = TRUE;
  document_class->get_name = troupe_crew_document_get_name;
  document_class->list_parts = troupe_crew_document_list_parts;
  document_class->read = troupe_crew_document_read;
  document_class->has_errors = troupe_crew_document_has_errors;
  document_class->diagnose = troupe_crew_document_diagnose;
}

static void
troupe_crew_document_init (TroupeCrewDocument *self)
{
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
}

/* --- Finding crew files ----------------------------------------------------------------------- */

gboolean
troupe_crew_is_crew (JsonNode *root)
{
  g_return_val_if_fail (root != NULL, FALSE);

  return troupe_tree_get_member_list (root, "agents") != NULL &&
         troupe_tree_get_member_list (root, "tasks") != NULL;
}

/* Returns FALSE if @text cannot be a crew, so that a large flow is not parsed twice. A key may
 * contain escapes. */
static gboolean
may_be_crew (const char *text, gsize length)
{
  return memmem (text, length, "\\u", 2) != NULL ||
         (memmem (text, length, "\"agents\"", strlen ("\"agents\"")) != NULL &&
          memmem (text, length, "\"tasks\"", strlen ("\"tasks\"")) != NULL);
}

/* Returns TRUE if the file at @path contains a crew, regardless of its name. */
static gboolean
holds_crew (const char *path)
{
  gsize length;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;

  if (!g_str_has_suffix (path, endings[0]) && !g_str_has_suffix (path, endings[1]))
    return FALSE;
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);
  if (text == NULL || !may_be_crew (text, length))
    return FALSE;
  root = troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS, NULL,
                           NULL);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) && troupe_crew_is_crew (root);
}

char *
troupe_crew_find_file (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
        {
          g_autofree char *name = g_strconcat ("crew", endings[i], NULL);
          g_autofree char *file = g_build_filename (path, name, NULL);

          if (g_file_test (file, G_FILE_TEST_EXISTS))
            return g_steal_pointer (&file);
        }
      return NULL;
    }
  {
    g_autofree char *name = g_path_get_basename (path);

    if (g_file_test (path, G_FILE_TEST_EXISTS) &&
        (g_str_equal (name, "crew.jsonc") || g_str_equal (name, "crew.json") || holds_crew (path)))
      return g_strdup (path);
  }
  return NULL;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static TroupeCrewDocument *
read_file (const char *path, gboolean takes_text, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeCrewDocument) self = g_object_new (TROUPE_TYPE_CREW_DOCUMENT, NULL);
  g_autofree char *file = troupe_crew_find_file (path);

  if (file == NULL && g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("No crew found in %s: expected crew.jsonc or crew.json."), path);
      return NULL;
    }
  if (takes_text ? !troupe_document_open_file (TROUPE_DOCUMENT (self), file != NULL ? file : path,
                                               problems, error)
                 : !troupe_document_read_file (TROUPE_DOCUMENT (self), file != NULL ? file : path,
                                               problems, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCrewDocument *
troupe_crew_document_load (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupeCrewDocument) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  self = read_file (path, FALSE, problems, error);
  if (self == NULL || !troupe_document_refuse_errors (TROUPE_DOCUMENT (self), error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCrewDocument *
troupe_crew_document_open (const char *path, GPtrArray **problems, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  if (problems != NULL)
    *problems = NULL;
  return read_file (path, TRUE, problems, error);
}

TroupeCrewDocument *
troupe_crew_document_new_from_trees (JsonNode *crew,
                                     const char *const *names,
                                     JsonNode *const *agents,
                                     GError **error)
{
  g_autoptr (TroupeCrewDocument) self = g_object_new (TROUPE_TYPE_CREW_DOCUMENT, NULL);
  g_autoptr (GStrvBuilder) files = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autofree char *main = NULL;
  g_auto (GStrv) all_files = NULL, all_texts = NULL;

  g_return_val_if_fail (crew != NULL && names != NULL, NULL);

  main = troupe_json_write (crew, NULL, NULL);
  g_strv_builder_add (files, "");
  g_strv_builder_add (texts, main);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *file = g_strconcat ("agents/", names[i], endings[0], NULL);
      g_autofree char *text = troupe_json_write (agents[i], NULL, NULL);

      g_strv_builder_add (files, file);
      g_strv_builder_add (texts, text);
    }
  all_files = g_strv_builder_end (files);
  all_texts = g_strv_builder_end (texts);
  if (!troupe_document_read_texts (TROUPE_DOCUMENT (self), (const char *const *) all_files,
                                   (const char *const *) all_texts, NULL, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCrewDocument *
troupe_crew_document_new_from_texts (const char *const *names,
                                     const char *const *texts,
                                     const char *shown_name,
                                     GError **error)
{
  g_autoptr (TroupeCrewDocument) self = g_object_new (TROUPE_TYPE_CREW_DOCUMENT, NULL);
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (names != NULL && names[0] != NULL && texts != NULL, NULL);

  parts = g_strdupv ((char **) names);
  g_free (parts[0]);
  parts[0] = g_strdup ("");
  if (!troupe_document_read_texts (TROUPE_DOCUMENT (self), (const char *const *) parts, texts,
                                   shown_name, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeCrew *
troupe_crew_document_get_crew (TroupeCrewDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (self), NULL);

  return self->crew;
}
