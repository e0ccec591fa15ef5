/* troupe-memory-subject.c: document and memory store of the memory commands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-subject"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-consent-prompt.h"
#include "troupe-memory-subject.h"
#include "troupe-terminal.h"

/* File name of the crew in a folder that does not contain a crew yet. */
#define CREW_FILE "crew.jsonc"

TroupeExit
troupe_memory_subject_fail (const GError *error)
{
  g_return_val_if_fail (error != NULL, TROUPE_EXIT_RUN_FAILED);

  troupe_terminal_print_error ("%s", error->message);

  return TROUPE_EXIT_RUN_FAILED;
}

void
troupe_memory_subject_free (TroupeMemorySubject *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->store);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->loaded, troupe_loaded_free);
  g_free (self->document);
  g_free (self->path);
  g_free (self);
}

/* --- Document --------------------------------------------------------------------------------- */

/* Returns the file of the document, or the path where it would be created. (transfer full)
 * (nullable): NULL after printing an error */
static char *
find_document (TroupeMemorySubject *self, const char *file)
{
  g_autofree char *crew = NULL;

  g_assert (self != NULL);

  if (self->loaded->document != NULL)
    {
      if (troupe_loaded_get_path (self->loaded) != NULL)
        return g_canonicalize_filename (troupe_loaded_get_path (self->loaded), NULL);
      troupe_terminal_print_error (_ ("Only a document that is saved in a file has a memory."));
      return NULL;
    }
  crew = troupe_crew_find_file (file);
  if (crew == NULL && g_file_test (file, G_FILE_TEST_IS_DIR))
    crew = g_build_filename (file, CREW_FILE, NULL);
  if (crew != NULL && g_file_test (crew, G_FILE_TEST_EXISTS))
    {
      gsize length = 0;
      g_autofree char *text = troupe_file_read (crew, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);
      g_autoptr (JsonNode) root =
          text != NULL ? troupe_json_read (text, length, TROUPE_JSON_COMMENTS, NULL, NULL) : NULL;

      /* Reads the top-level map of an incomplete crew file, which has a memory but no agents or
       * no tasks yet. */
      if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root) || troupe_crew_is_crew (root))
        self->fields = NULL;
      else
        self->fields = troupe_value_from_node (root);
    }
  if (self->fields != NULL || (crew != NULL && !g_file_test (crew, G_FILE_TEST_EXISTS)))
    return g_canonicalize_filename (crew, NULL);
  troupe_loaded_print_problems (self->loaded, TROUPE_SEVERITY_ERROR);

  return NULL;
}

TroupeMemorySubject *
troupe_memory_subject_new (TroupeCommandLine *line, const char *file, TroupeExit *result)
{
  g_autoptr (TroupeMemorySubject) self = g_new0 (TroupeMemorySubject, 1);
  g_autofree char *data = troupe_command_get_data_folder (line);
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (file != NULL && result != NULL, NULL);

  self->line = line;
  self->loaded = troupe_command_load (file);
  *result = TROUPE_EXIT_INVALID;
  self->document = find_document (self, file);
  if (self->document == NULL)
    return NULL;
  if (self->loaded->crew != NULL)
    {
      self->crew = troupe_crew_document_get_crew (self->loaded->crew);
      self->fields = troupe_value_ref (self->crew->fields);
    }
  self->path = troupe_memory_store_make_path (data, self->document);
  self->store = troupe_memory_store_open (self->path, &error);
  if (self->store != NULL)
    {
      g_autofree char *notice = troupe_memory_store_take_notice (self->store);

      if (notice != NULL)
        troupe_terminal_print_error ("%s", notice);
      *result = TROUPE_EXIT_OK;
      return g_steal_pointer (&self);
    }
  *result = troupe_memory_subject_fail (error);

  return NULL;
}

TroupeValue *
troupe_memory_subject_get (TroupeMemorySubject *self, const char *key)
{
  TroupeValue *value = NULL;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  if (self->fields != NULL)
    value = troupe_value_map_lookup_string (self->fields, key, -1);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

TroupeAgentDefinition *
troupe_memory_subject_make_judge (TroupeMemorySubject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->crew == NULL || self->crew->n_agents == 0)
    return NULL;

  return troupe_agent_definition_new (self->crew->agents[0].fields, NULL);
}

char **
troupe_memory_subject_list_collections (TroupeMemorySubject *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *of_crew = troupe_knowledge_make_collection (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  g_strv_builder_add (names, of_crew);
  for (guint i = 0; self->crew != NULL && i < self->crew->n_agents; i++)
    {
      g_autofree char *name = troupe_knowledge_make_collection (self->crew->agents[i].role);

      g_strv_builder_add (names, name);
    }

  return g_strv_builder_end (names);
}

/* --- Consent ---------------------------------------------------------------------------------- */

/* Returns TRUE if @text is an address of this machine. Names that only begin like one, such as
 * localhost.example.org, are not. */
static gboolean
is_local (const char *text)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  return host != NULL && (g_ascii_strcasecmp (host, "localhost") == 0 ||
                          (address != NULL && g_inet_address_get_is_loopback (address)));
}

/* Returns TRUE if settings, or a value of them, could lead to another address. Unknown texts count as
 * addresses, so that a new setting is not forgotten. */
static gboolean
has_own_address (TroupeValue *settings)
{
  /* Everything else may be a part of an address: a URL, a region, a deployment, a proxy. */
  static const char *const plain[] = {
    "provider",  "model", "model_name",       "model_id",        "api_key",          "api_version",
    "task_type", "stop",  "reasoning_effort", "encoding_format", "x-troupe-fallback"
  };

  if (troupe_value_is (settings, TROUPE_VALUE_STRING))
    {
      const char *text = troupe_value_get_string (settings, NULL);

      return *text != '\0' && !is_local (text);
    }
  if (troupe_value_is (settings, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < troupe_value_list_get_length (settings); i++)
        if (has_own_address (troupe_value_list_get (settings, i)))
          return TRUE;
    }
  if (!troupe_value_is (settings, TROUPE_VALUE_MAP))
    return FALSE;
  for (gsize i = 0; i < troupe_value_map_get_size (settings); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (settings, i), NULL);
      TroupeValue *value = troupe_value_map_get_value (settings, i);
      gboolean is_plain = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (plain); k++)
        is_plain = is_plain || g_str_equal (key, plain[k]);
      if (!(is_plain && troupe_value_is (value, TROUPE_VALUE_STRING)) && has_own_address (value))
        return TRUE;
    }

  return FALSE;
}

gboolean
troupe_memory_subject_has_own_address (TroupeValue *model)
{
  return model != NULL && !troupe_value_is (model, TROUPE_VALUE_STRING) && has_own_address (model);
}

static gboolean
is_elsewhere (TroupeMemorySubject *self)
{
  TroupeValue *memory = troupe_memory_subject_get (self, "memory");
  TroupeValue *agent = NULL;

  g_assert (self != NULL);

  if (self->crew != NULL && self->crew->n_agents > 0)
    agent = self->crew->agents[0].fields;

  return troupe_memory_subject_has_own_address (troupe_memory_subject_get (self, "embedder")) ||
         troupe_memory_subject_has_own_address (troupe_value_get_member (memory, "embedder")) ||
         troupe_memory_subject_has_own_address (troupe_value_get_member (memory, "llm")) ||
         troupe_memory_subject_has_own_address (troupe_value_get_member (agent, "llm"));
}

gboolean
troupe_memory_subject_ask (TroupeMemorySubject *self)
{
  g_autofree char *reason = NULL;
  g_autofree char *place = NULL;
  g_autoptr (TroupeRun) run = NULL;
  TroupeFlowDocument *document = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!is_elsewhere (self))
    return TRUE;
  document = self->loaded->document;
  if (document == NULL)
    {
      if (troupe_command_line_has (self->line, "yes"))
        return TRUE;
      troupe_terminal_print_error (_ ("Nothing was run. The document specifies a custom embedder "
                                      "URL, to which texts would be sent. Use --yes to allow it."));
      return FALSE;
    }
  run = troupe_run_new (troupe_flow_document_get_flow (document));
  if (troupe_loaded_get_path (self->loaded) != NULL)
    {
      g_autofree char *path = g_canonicalize_filename (troupe_loaded_get_path (self->loaded), NULL);

      troupe_run_set_store (run, NULL, path, NULL);
    }
  if (troupe_consent_prompt_ask (self->line, run, &reason, &place))
    return TRUE;
  troupe_terminal_print_error ("%s", reason);

  return FALSE;
}
