/* troupe-a2a-config.c: configuration of remote A2A agents to which an agent may delegate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-a2a-config"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-a2a-config.h"
#include "troupe-sanitize-text.h"
#include "troupe-schema.h"

#define CARD_PATH "/.well-known/agent-card.json"
#define USUAL_INTERVAL_S 2.0
#define USUAL_HISTORY 100u

/* The fields of CrewAI's A2AConfig and A2AClientConfig, with their defaults. In CrewAI, `auth`
 * and `client_extensions` are Python objects, so they are rejected in a document. */
#define TEXTS "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
#define TRANSPORT "{\"enum\":[\"JSONRPC\",\"GRPC\",\"HTTP+JSON\"]}"
static const char schema_text[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"endpoint\":{\"type\":\"string\"},"
    "\"auth\":{\"type\":\"null\"},"
    "\"timeout\":{\"type\":\"integer\",\"default\":120},"
    "\"max_turns\":{\"type\":\"integer\",\"default\":10},"
    "\"response_model\":{},"
    "\"fail_fast\":{\"type\":\"boolean\",\"default\":true},"
    "\"trust_remote_completion_status\":{\"type\":\"boolean\",\"default\":false},"
    "\"updates\":{\"type\":\"object\"},"
    "\"accepted_output_modes\":" TEXTS ","
    "\"extensions\":" TEXTS ","
    "\"client_extensions\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"transport\":{\"type\":\"object\",\"properties\":{\"preferred\":" TRANSPORT ","
    "\"supported\":{\"type\":\"array\",\"items\":" TRANSPORT "},"
    "\"jsonrpc\":{\"type\":\"object\"},\"grpc\":{\"type\":\"object\"}}},"
    "\"transport_protocol\":" TRANSPORT ","
    "\"supported_transports\":{\"type\":\"array\",\"items\":" TRANSPORT "},"
    "\"use_client_preference\":{\"type\":\"boolean\"}"
    "},\"required\":[\"endpoint\"]}";

typedef struct
{
  TroupeA2aConfig config;
  guint n_references;
} Counted;

TroupeA2aConfig *
troupe_a2a_config_ref (TroupeA2aConfig *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  ((Counted *) self)->n_references++;
  return self;
}

void
troupe_a2a_config_unref (TroupeA2aConfig *self)
{
  g_return_if_fail (self != NULL);

  if (--((Counted *) self)->n_references > 0)
    return;
  g_free (self->endpoint);
  g_clear_pointer (&self->card_uri, g_uri_unref);
  g_free (self->label);
  g_clear_pointer (&self->response_schema, troupe_value_unref);
  g_strfreev (self->output_modes);
  g_strfreev (self->extensions);
  g_free (self->preferred);
  g_strfreev (self->transports);
  g_free (self);
}

/* --- Fields ----------------------------------------------------------------------------------- */

/* @place: the path below `a2a`, or empty */
static gboolean
refuse (GError **error, const char *place, const char *message)
{
  if (*place == '\0')
    g_set_error_literal (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE, message);
  else
    g_set_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE, "%s: %s", place, message);
  return FALSE;
}

/* Returns the member, or NULL if it is missing or null. (transfer none) (nullable) */
static TroupeValue *
get_filled (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

/* @list: (nullable): a list of strings, already validated by the schema */
static char **
take_texts (TroupeValue *list)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    g_strv_builder_add (builder, troupe_value_get_string (troupe_value_list_get (list, i), NULL));
  return g_strv_builder_end (builder);
}

static char *
take_text (TroupeValue *value)
{
  return value != NULL ? g_strdup (troupe_value_get_string (value, NULL)) : NULL;
}

/* Normalizes an address like CrewAI. The result has a lowercase host, no default port, and a
 * path. */
static gboolean
read_endpoint (TroupeA2aConfig *self, const char *text, GError **error)
{
  const char *trouble =
      /* Translators: endpoint is a key of a document */
      _ ("“endpoint” must be the URL of an agent, beginning with http:// or https://, without a "
         "user name.");
  g_autoptr (GUri) given =
      g_uri_parse (text, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  g_autoptr (GUri) lower = NULL;
  g_autofree char *host = NULL;
  const char *path;

  g_assert (self != NULL);

  if (given == NULL || g_uri_get_host (given) == NULL || *g_uri_get_host (given) == '\0' ||
      g_uri_get_userinfo (given) != NULL ||
      (!g_str_equal (g_uri_get_scheme (given), "http") &&
       !g_str_equal (g_uri_get_scheme (given), "https")))
    return refuse (error, "endpoint", trouble);
  host = g_ascii_strdown (g_uri_get_host (given), -1);
  path = g_uri_get_path (given);
  lower = g_uri_build (G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, g_uri_get_scheme (given),
                       NULL, host, g_uri_get_port (given), *path != '\0' ? path : "/",
                       g_uri_get_query (given), g_uri_get_fragment (given));
  self->endpoint = g_uri_to_string (lower);
  self->label = troupe_uri_describe_host (lower);
  self->card_uri = g_uri_build (G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE,
                                g_uri_get_scheme (lower), NULL, host, g_uri_get_port (lower),
                                *path == '\0' || g_str_equal (path, "/") ? CARD_PATH : path,
                                g_uri_get_query (lower), NULL);
  return TRUE;
}

/* Returns FALSE if the value is not a number above 0. */
static gboolean
read_above_0 (TroupeValue *value, gboolean is_whole, double *number)
{
  if (value == NULL)
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE) && !is_whole)
    *number = troupe_value_get_double (value);
  else
    return FALSE;
  return *number > 0;
}

/* Pydantic selects one of three classes. It uses the first class that is valid and has most of
 * the keys; the streaming class is always valid. */
static void
read_updates (TroupeA2aConfig *self, TroupeValue *updates)
{
  double interval = USUAL_INTERVAL_S;
  double timeout = 0;
  double polls = 0;
  double history = USUAL_HISTORY;

  g_assert (self != NULL);

  self->updates = TROUPE_A2A_UPDATES_STREAM;
  if (updates == NULL || !troupe_value_is (updates, TROUPE_VALUE_MAP))
    return;
  if (get_filled (updates, "url") != NULL)
    {
      self->updates = TROUPE_A2A_UPDATES_PUSH;
      return;
    }
  if (!read_above_0 (get_filled (updates, "interval"), FALSE, &interval) ||
      !read_above_0 (get_filled (updates, "timeout"), FALSE, &timeout) ||
      !read_above_0 (get_filled (updates, "max_polls"), TRUE, &polls) ||
      !read_above_0 (get_filled (updates, "history_length"), TRUE, &history))
    return;
  self->updates = TROUPE_A2A_UPDATES_POLL;
  self->interval_s = interval;
  self->poll_timeout_s = timeout;
  self->max_polls = (guint) MIN (polls, G_MAXUINT);
  self->history_length = (guint) MIN (history, G_MAXINT);
}

static gboolean
read_response_model (TroupeA2aConfig *self, TroupeValue *model, GError **error)
{
  g_assert (self != NULL);

  if (model == NULL || troupe_value_is (model, TROUPE_VALUE_STRING))
    return TRUE;
  if (!troupe_value_is (model, TROUPE_VALUE_MAP))
    return refuse (error, "response_model", _ ("Expected a JSON schema."));
  if (troupe_value_get_member (model, "python") != NULL)
    return refuse (
        error, "response_model",
        _ ("The schema of a Python class is not supported here; write the JSON schema instead."));
  self->response_schema = troupe_value_ref (model);
  return TRUE;
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* Reports keys that neither class of CrewAI accepts, each with a specific message. */
static gboolean
check_keys (TroupeValue *entry, GError **error)
{
  TroupeValue *updates = troupe_value_map_lookup_string (entry, "updates", -1);

  if (get_filled (entry, "auth") != NULL)
    return refuse (error, "auth",
                   _ ("CrewAI does not support authentication for remote agents in a document; "
                      "remove “auth”."));
  if (updates != NULL && troupe_value_is (updates, TROUPE_VALUE_NULL))
    return refuse (error, "updates", _ ("This field must be an object, not null; remove it."));
  if (troupe_value_is_filled (troupe_value_get_member (entry, "client_extensions")))
    return refuse (error, "client_extensions",
                   _ ("These are Python objects, which a document cannot contain; remove them."));
  if (troupe_value_get_member (entry, "use_client_preference") != NULL &&
      (troupe_value_get_member (entry, "extensions") != NULL ||
       troupe_value_get_member (entry, "accepted_output_modes") != NULL))
    return refuse (error, "use_client_preference",
                   _ ("This cannot be combined with “extensions” and “accepted_output_modes”; use "
                      "“transport” with “preferred”."));
  return TRUE;
}

static TroupeA2aConfig *
config_new (TroupeSchema *schema, TroupeValue *entry, GError **error)
{
  g_autoptr (TroupeA2aConfig) self = (TroupeA2aConfig *) g_new0 (Counted, 1);
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  g_autoptr (TroupeValue) fields = NULL;
  const gboolean is_client = troupe_value_get_member (entry, "extensions") != NULL ||
                             troupe_value_get_member (entry, "accepted_output_modes") != NULL;
  TroupeValue *transport;
  TroupeValue *old;
  TroupeValue *old_list;
  TroupeValue *prefers;

  g_assert (schema != NULL);

  ((Counted *) self)->n_references = 1;
  if (!check_keys (entry, error))
    return NULL;
  fields = troupe_schema_check (schema, entry, problems);
  if (fields == NULL)
    {
      g_autofree char *text = troupe_schema_problems_to_text (problems);

      refuse (error, "", text);
      return NULL;
    }
  if (!read_endpoint (self, troupe_value_get_member_text (fields, "endpoint"), error) ||
      !read_response_model (self, get_filled (fields, "response_model"), error))
    return NULL;
  self->timeout_s =
      (guint) CLAMP (troupe_value_get_integer (troupe_value_get_member (fields, "timeout")), 1,
                     G_MAXINT / 1000);
  self->max_turns = troupe_value_get_integer (troupe_value_get_member (fields, "max_turns"));
  self->fails_fast = troupe_value_get_boolean (troupe_value_get_member (fields, "fail_fast"));
  self->trusts_completion =
      troupe_value_get_boolean (troupe_value_get_member (fields, "trust_remote_completion_status"));
  read_updates (self, get_filled (entry, "updates"));
  transport = get_filled (fields, "transport");
  old = get_filled (fields, "transport_protocol");
  old_list = get_filled (fields, "supported_transports");
  prefers = get_filled (fields, "use_client_preference");
  if (transport != NULL)
    self->preferred = take_text (get_filled (transport, "preferred"));
  if (old_list == NULL && transport != NULL)
    old_list = get_filled (transport, "supported");
  self->transports = take_texts (old_list);
  if (self->transports[0] == NULL)
    {
      g_strfreev (self->transports);
      self->transports = g_strsplit ("JSONRPC", ",", -1);
    }
  if (old != NULL)
    {
      g_free (self->preferred);
      self->preferred = take_text (old);
    }
  else if (prefers != NULL && troupe_value_get_boolean (prefers) && self->preferred == NULL)
    self->preferred = g_strdup (self->transports[0]);
  self->extensions = take_texts (get_filled (fields, "extensions"));
  if (get_filled (fields, "accepted_output_modes") != NULL)
    self->output_modes = take_texts (get_filled (fields, "accepted_output_modes"));
  else if (is_client)
    self->output_modes = g_strsplit ("application/json", ",", -1);
  return g_steal_pointer (&self);
}

/* @place: the path of the entry below `a2a`, or empty. Returns FALSE with an error. */
static gboolean
take_entry (GPtrArray *configs,
            TroupeSchema *schema,
            TroupeValue *entry,
            const char *place,
            GError **error)
{
  g_autoptr (GError) cause = NULL;
  TroupeA2aConfig *config = NULL;

  g_assert (configs != NULL);

  if (!troupe_value_is (entry, TROUPE_VALUE_MAP))
    return refuse (error, place, _ ("A remote agent must be an object with an “endpoint”."));
  if (troupe_value_get_member (entry, "endpoint") == NULL)
    return TRUE;
  config = config_new (schema, entry, &cause);
  if (config == NULL)
    return refuse (error, place, cause->message);
  g_ptr_array_add (configs, config);
  return TRUE;
}

GPtrArray *
troupe_a2a_configs_new (TroupeValue *a2a, GError **error)
{
  g_autoptr (GPtrArray) configs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_a2a_config_unref);
  g_autoptr (TroupeValue) document = NULL;
  g_autoptr (TroupeSchema) schema = NULL;

  if (a2a == NULL || troupe_value_is (a2a, TROUPE_VALUE_NULL))
    return g_steal_pointer (&configs);
  document = troupe_value_from_json (schema_text, -1, NULL);
  schema = troupe_schema_new (document, NULL, error);
  if (schema == NULL)
    return NULL;
  if (!troupe_value_is (a2a, TROUPE_VALUE_LIST))
    return take_entry (configs, schema, a2a, "", error) ? g_steal_pointer (&configs) : NULL;
  for (gsize i = 0; i < troupe_value_list_get_length (a2a); i++)
    {
      g_autofree char *place = g_strdup_printf ("[%" G_GSIZE_FORMAT "]", i);

      if (!take_entry (configs, schema, troupe_value_list_get (a2a, i), place, error))
        return NULL;
    }
  return g_steal_pointer (&configs);
}
