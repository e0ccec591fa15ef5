/* troupe-memory-fields.c: memory and knowledge fields of documents: validation and permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-fields"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-memory-fields.h"
#include "troupe-memory-scope.h"
#include "troupe-memory.h"
#include "troupe-permission-services.h"
#include "troupe-project-file.h"
#include "troupe-python-refs.h"
#include "troupe-run-web.h"
#include "troupe-run.h"

/* --- Fields ----------------------------------------------------------------------------------- */

gboolean
troupe_memory_fields_want_memory (TroupeValue *fields)
{
  TroupeValue *value = troupe_value_get_member (fields, "memory");

  return value != NULL &&
         (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN) || troupe_value_get_boolean (value));
}

gboolean
troupe_memory_fields_have_knowledge (TroupeValue *fields)
{
  TroupeValue *value = troupe_value_get_member (fields, "knowledge_sources");

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (value) > 0;
}

/* Returns TRUE if `memory` is a separate memory and not a view of another one. */
gboolean
troupe_memory_fields_is_own (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP) &&
         (troupe_value_get_member (value, "memory_kind") == NULL ||
          g_strcmp0 (troupe_value_get_member_text (value, "memory_kind"), "memory") == 0);
}

TroupeValue *
troupe_memory_fields_get_embedder (TroupeValue *memory, TroupeValue *usual)
{
  return troupe_memory_fields_is_own (memory) ? troupe_value_get_member (memory, "embedder")
                                              : usual;
}

char *
troupe_memory_fields_make_root (TroupeCrew *crew)
{
  g_autofree char *own = NULL;

  g_return_val_if_fail (crew != NULL, NULL);

  own = troupe_memory_scope_of_crew (crew->name, NULL);
  return troupe_memory_scope_join (own, troupe_crew_get_memory_scope (crew));
}

gboolean
troupe_memory_fields_are_read_only (TroupeValue *memory)
{
  TroupeValue *read_only = troupe_value_get_member (memory, "read_only");

  if (read_only != NULL && troupe_value_is (read_only, TROUPE_VALUE_BOOLEAN))
    return troupe_value_get_boolean (read_only);

  /* As in CrewAI a slice is read-only unless the document specifies otherwise. */
  return g_strcmp0 (troupe_value_get_member_text (memory, "memory_kind"),
                    TROUPE_MEMORY_KIND_SLICE) == 0;
}

static gboolean
refuse (GError **error, const char *key, const char *message)
{
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, "%s: %s", key, message);

  return FALSE;
}

gboolean
troupe_memory_fields_check_source (TroupeKnowledgeSource *source,
                                   const char *folder,
                                   GError **error)
{
  g_auto (GStrv) files = NULL;
  g_auto (GStrv) addresses = NULL;

  g_return_val_if_fail (source != NULL && folder != NULL, FALSE);

  files = troupe_knowledge_source_list_files (source);
  for (guint i = 0; files[i] != NULL; i++)
    {
      const char *path = files[i];
      g_autofree char *root = g_canonicalize_filename (folder, NULL);
      g_autofree char *whole = g_canonicalize_filename (path, folder);
      const char *below = troupe_path_get_below (whole, root);
      g_autoptr (GError) cause = NULL;
      int descriptor = -1;

      if (below == NULL || *below == '\0')
        {
          g_autofree char *message =
              /* Translators: %s is a path */
              g_strdup_printf (_ ("the file “%s” is outside the project. Put it in the “knowledge” "
                                  "folder next to the document."),
                               path);

          return refuse (error, "knowledge_sources", message);
        }
      descriptor = troupe_project_file_open (root, below, NULL, &cause);
      if (descriptor >= 0)
        close (descriptor);
      else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
        return refuse (error, "knowledge_sources", cause->message);
      else
        {
          g_autofree char *message = g_strdup_printf (
              /* Translators: %s is a path */
              _ ("the file “%s” does not exist. Add the file, or remove the entry."), below);

          return refuse (error, "knowledge_sources", message);
        }
    }
  addresses = troupe_knowledge_source_list_addresses (source);
  for (guint i = 0; addresses[i] != NULL; i++)
    {
      g_autoptr (GError) cause = NULL;

      /* Only the address itself is checked. */
      if (!troupe_run_web_check (addresses[i], NULL, &cause) &&
          !refuse (error, "knowledge_sources", cause->message))
        return FALSE;
    }

  return TRUE;
}

/* Creates the sources of a list. (transfer full) (nullable) (element-type TroupeKnowledgeSource) */
GPtrArray *
troupe_memory_fields_read_sources (TroupeValue *list, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_knowledge_source_unref);

  for (gsize i = 0;
       troupe_value_is (list, TROUPE_VALUE_LIST) && i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *key = g_strdup_printf ("knowledge_sources[%u]", (guint) i);
      g_autoptr (GError) cause = NULL;
      TroupeKnowledgeSource *source = NULL;

      /* Sources that Python creates are only known when the crew starts. */
      if (troupe_python_ref_get_reference (troupe_value_list_get (list, i)) != NULL)
        continue;
      source = troupe_knowledge_source_new (troupe_value_list_get (list, i), folder, &cause);
      if (source == NULL)
        {
          refuse (error, key, cause->message);
          return NULL;
        }
      g_ptr_array_add (sources, source);
      if (!troupe_memory_fields_check_source (source, folder, error))
        return NULL;
    }

  return g_steal_pointer (&sources);
}

/* Rejects unknown embedders and those that only Python supports. */
static gboolean
check_embedders (TroupeValue *fields, GError **error)
{
  TroupeValue *memory = troupe_value_get_member (fields, "memory");
  TroupeValue *own = troupe_value_get_member (memory, "embedder");
  g_autoptr (GError) cause = NULL;

  g_assert (fields != NULL);

  if (troupe_memory_fields_want_memory (fields) && own != NULL &&
      !troupe_embedder_check (own, &cause))
    return refuse (error, "memory", cause->message);
  if (!troupe_memory_fields_have_knowledge (fields) && !troupe_memory_fields_want_memory (fields))
    return TRUE;

  return troupe_embedder_check (troupe_value_get_member (fields, "embedder"), &cause) ||
         refuse (error, "embedder", cause->message);
}

gboolean
troupe_memory_fields_check (TroupeValue *fields, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) sources = NULL;

  g_return_val_if_fail (fields != NULL && folder != NULL, FALSE);

  if (troupe_value_get_member (fields, "memory") != NULL)
    {
      TroupeValue *value = troupe_value_get_member (fields, "memory");
      const char *kind = troupe_value_get_member_text (value, "memory_kind");
      TroupeMemoryOptions options;
      g_autoptr (GError) cause = NULL;

      if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
        {
          if (!troupe_value_is (value, TROUPE_VALUE_MAP))
            return refuse (error, "memory", _ ("expected true, false or an object."));
          if (g_strcmp0 (kind, TROUPE_MEMORY_KIND_SCOPE) == 0 &&
              troupe_value_get_member_text (value, "root_path") == NULL)
            return refuse (error, "memory",
                           _ ("a “scope” requires “root_path”, a string such as “/team”."));
          if (g_strcmp0 (kind, TROUPE_MEMORY_KIND_SLICE) == 0 &&
              troupe_value_get_member (value, "scopes") == NULL)
            return refuse (error, "memory", _ ("a “slice” requires “scopes”, a list of paths."));
          if (kind != NULL && !g_str_equal (kind, TROUPE_MEMORY_KIND_SCOPE) &&
              !g_str_equal (kind, TROUPE_MEMORY_KIND_SLICE) && !g_str_equal (kind, "memory"))
            {
              g_autofree char *message = g_strdup_printf (
                  /* Translators: %s is a word of the document */
                  _ ("unknown “memory_kind” “%s”: expected memory, scope or slice."), kind);

              return refuse (error, "memory", message);
            }
          if (!troupe_memory_options_read (&options, value, &cause))
            return refuse (error, "memory", cause->message);
        }
    }
  if (!check_embedders (fields, error))
    return FALSE;
  if (!troupe_memory_fields_have_knowledge (fields))
    return TRUE;
  sources =
      troupe_memory_fields_read_sources (troupe_value_get_member (fields, "knowledge_sources"),
                                         folder, error);

  return sources != NULL;
}

/* --- Permissions ------------------------------------------------------------------------------ */

/* Creates a definition that has only a model. @llm: (nullable): NULL for CrewAI's default.
 * (transfer full) (nullable) */
TroupeAgentDefinition *
troupe_memory_fields_make_judge (TroupeValue *llm)
{
  static const char *const needed[] = { "role", "goal", "backstory" };
  g_autoptr (TroupeValue) fields = NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    troupe_map_builder_add (&builder, needed[i], troupe_value_new_string ("-", -1));
  troupe_map_builder_add (&builder, "llm",
                          llm != NULL ? troupe_value_ref (llm)
                                      : troupe_value_new_string (TROUPE_MEMORY_DEFAULT_MODEL, -1));
  fields = troupe_map_builder_end (&builder);

  return troupe_agent_definition_new (fields, NULL);
}

static void
tell_pages (TroupeKnowledgeSource *source, TroupePermissionList *permissions)
{
  g_auto (GStrv) addresses = troupe_knowledge_source_list_addresses (source);

  g_assert (permissions != NULL);

  /* Invalid addresses are rejected elsewhere before anything runs. */
  for (guint i = 0; addresses[i] != NULL; i++)
    {
      g_autoptr (GUri) uri = NULL;

      if (troupe_run_web_check (addresses[i], &uri, NULL))
        troupe_permission_list_add_page (permissions, addresses[i]);
    }
}

void
troupe_memory_fields_list_permissions (TroupeValue *fields,
                                       TroupeValue *of_crew,
                                       TroupePermissionList *permissions)
{
  TroupeValue *memory = troupe_value_get_member (fields, "memory");
  TroupeValue *embedder = troupe_value_get_member (fields, "embedder");

  g_return_if_fail (fields != NULL && permissions != NULL);

  if (embedder == NULL)
    embedder = troupe_value_get_member (of_crew, "embedder");
  if (troupe_memory_fields_want_memory (fields))
    {
      /* The embedder of an agent is only used for its knowledge. */
      TroupeValue *usual = troupe_value_get_member_text (fields, "role") == NULL ? embedder : NULL;

      troupe_permission_list_add_embedder (permissions,
                                           troupe_memory_fields_get_embedder (memory, usual),
                                           TROUPE_MEMORY_DEFAULT_EMBEDDING);
      if (troupe_memory_fields_is_own (memory))
        {
          g_autoptr (TroupeAgentDefinition) judge =
              troupe_memory_fields_make_judge (troupe_value_get_member (memory, "llm"));
          const char *model = judge != NULL ? troupe_agent_definition_get_model (judge) : NULL;

          if (model != NULL)
            troupe_permission_list_add_model (permissions, model,
                                              troupe_agent_definition_get_settings (judge));
        }
    }
  if (troupe_memory_fields_have_knowledge (fields))
    {
      TroupeValue *list;
      const char *folder;

      troupe_permission_list_add_embedder (permissions, embedder,
                                           TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING);
      list = troupe_value_get_member (fields, "knowledge_sources");
      folder = troupe_permission_list_get_folder (permissions);
      for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
        {
          g_autoptr (TroupeKnowledgeSource) source =
              troupe_knowledge_source_new (troupe_value_list_get (list, i),
                                           folder != NULL ? folder : ".", NULL);
          g_auto (GStrv) files =
              source != NULL ? troupe_knowledge_source_list_files (source) : NULL;

          for (guint k = 0; files != NULL && files[k] != NULL; k++)
            troupe_permission_list_add_file (permissions, files[k],
                                             TROUPE_FILE_READ | TROUPE_FILE_IN_PROJECT);
          if (source != NULL)
            tell_pages (source, permissions);
        }
    }
}
