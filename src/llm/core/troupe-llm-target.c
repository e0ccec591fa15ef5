/* troupe-llm-target.c: resolves a model string to its service, URL and key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-target"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-aws-keys.h"
#include "troupe-google-place.h"
#include "troupe-llm-error.h"
#include "troupe-llm-private.h"
#include "troupe-llm-target.h"
#include "troupe-sanitize-text.h"

#define OLLAMA_PORT 11434
#define AZURE_API_VERSION "2024-06-01"
#define OPENAI_DOMAIN "openai.com"
#define FALLBACK "x-troupe-fallback"

static char *
lookup_first (TroupeLlmEnvironment *environment, const char *const *names)
{
  char *value = NULL;

  for (guint i = 0; value == NULL && names[i] != NULL; i++)
    value = troupe_llm_environment_lookup (environment, names[i]);

  return value;
}

/* Returns the row of OpenAI, whose API most other services use. */
static const TroupeProvider *
get_openai (void)
{
  guint n_providers;

  return &troupe_provider_get_all (&n_providers)[0];
}

/* Returns the URL set in the document. */
static const char *
get_url_setting (const TroupeProvider *service, TroupeValue *settings)
{
  const char *url;

  g_assert (service != NULL);

  if (service->is_url_from_environment)
    return NULL;
  url = troupe_llm_settings_get_text (settings, "base_url");
  if (url == NULL && service->wire == TROUPE_WIRE_AZURE)
    url = troupe_llm_settings_get_text (settings, "endpoint");

  return url != NULL ? url : troupe_llm_settings_get_text (settings, "api_base");
}

static void
set_unknown_model (GError **error, const char *model)
{
  g_propagate_error (
      error,
      troupe_llm_error_new (TROUPE_LLM_ERROR_UNKNOWN_MODEL,
                            _ ("The model “%s” has no known provider. Write it as provider/model, "
                               "for example openai/gpt-4.1-mini or ollama/llama3.2, or set the URL "
                               "of an OpenAI-compatible server as “base_url”."),
                            model));
}

const TroupeProvider *
troupe_llm_service_find (const char *model,
                         TroupeValue *settings,
                         TroupeLlmEnvironment *environment,
                         const char **name,
                         GError **error)
{
  const char *provider = troupe_llm_settings_get_text (settings, "provider");
  const char *slash = strchr (model, '/');
  const TroupeProvider *service = NULL;

  *name = model;
  if (slash != NULL)
    service = troupe_provider_find_by_prefix (model, slash - model);

  if (provider != NULL)
    {
      const TroupeProvider *named = troupe_provider_find_by_prefix (provider, -1);

      if (named == NULL)
        {
          set_unknown_model (error, provider);
          return NULL;
        }
      if (service == named)
        *name = slash + 1;
      service = named;
    }
  else if (service != NULL)
    {
      *name = slash + 1;
    }
  else if (slash == NULL)
    {
      service = troupe_provider_find_by_name (model);
    }
  else
    {
      /* The name may be `org/model` on a local server, which is only unambiguous if a URL is
       * set. */
      const TroupeProvider *openai = get_openai ();
      g_autofree char *url = lookup_first (environment, openai->url_variables);

      if (get_url_setting (openai, settings) != NULL || url != NULL)
        service = openai;
    }

  if (service == NULL || **name == '\0')
    {
      set_unknown_model (error, model);
      return NULL;
    }

  return service;
}

/* Completes the value of OLLAMA_HOST, which may be a host, host:port or a URL. Adds the scheme,
 * the port (only for http) and /v1 (doc/llm-client.md §5). */
static char *
complete_ollama_url (const char *text)
{
  g_autofree char *with_scheme = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GString) path = NULL;
  int port;

  with_scheme =
      strstr (text, "://") != NULL ? g_strdup (text) : g_strconcat ("http://", text, NULL);
  uri = g_uri_parse (with_scheme, SOUP_HTTP_URI_FLAGS & ~G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (uri == NULL)
    return g_strdup (text);

  port = g_uri_get_port (uri);
  if (port == -1 && g_ascii_strcasecmp (g_uri_get_scheme (uri), "http") == 0)
    port = OLLAMA_PORT;
  path = g_string_new (g_uri_get_path (uri));
  while (path->len > 0 && path->str[path->len - 1] == '/')
    g_string_truncate (path, path->len - 1);
  if (!g_str_has_suffix (path->str, "/v1"))
    g_string_append (path, "/v1");

  return g_uri_join (SOUP_HTTP_URI_FLAGS & ~G_URI_FLAGS_SCHEME_NORMALIZE, g_uri_get_scheme (uri),
                     g_uri_get_userinfo (uri), g_uri_get_host (uri), port, path->str,
                     g_uri_get_query (uri), NULL);
}

/* Returns the names of the variables that may contain the URL in addition to those of the service,
 * and before them. CrewAI uses them as `base_url` if the document specifies no model. (nullable) */
static const char *const *
get_default_url_variables (const TroupeProvider *service, gboolean is_default)
{
  return is_default && !service->is_url_from_environment &&
                 service->wire != TROUPE_WIRE_BEDROCK && service->wire != TROUPE_WIRE_AZURE
             ? troupe_provider_list_default_url_variables ()
             : NULL;
}

static char *
find_base_url (const TroupeProvider *service,
               TroupeValue *settings,
               TroupeLlmEnvironment *environment,
               gboolean is_default,
               gboolean *is_own)
{
  g_autofree char *url = g_strdup (get_url_setting (service, settings));
  const char *const *defaults = get_default_url_variables (service, is_default);

  g_assert (service != NULL);

  if (url == NULL && defaults != NULL)
    url = lookup_first (environment, defaults);
  if (url == NULL)
    url = lookup_first (environment, service->url_variables);
  *is_own = url != NULL;
  if (url == NULL && service->wire == TROUPE_WIRE_BEDROCK)
    return troupe_aws_make_url (service->url, settings, environment);
  if (url == NULL && service->has_place)
    return troupe_google_make_url (service->url, settings, environment);
  if (url == NULL)
    return g_strdup (service->url);
  if (service->is_host_enough)
    return complete_ollama_url (url);

  return g_steal_pointer (&url);
}

/* Returns the key in the settings, unless it is the mask that replaced it when the document was
 * stored. (nullable) */
static const char *
get_own_key (TroupeValue *settings)
{
  const char *key = troupe_llm_settings_get_text (settings, "api_key");

  return g_strcmp0 (key, TROUPE_SECRET_MASK) != 0 ? key : NULL;
}

char *
troupe_llm_target_dup_key_advice (const char *variable, const char *model)
{
  g_return_val_if_fail (variable != NULL && model != NULL, NULL);

  return g_strdup_printf (
      /* Translators: the first two %s are the name of the same environment variable, the last one is a model */
      _ ("Set the environment variable %s, or store the key in the keyring: troupectl key set %s "
         "(a local server accepts any text). The model %s requires no key and no network."),
      variable, variable, model);
}

/* Rejects keys that cannot be sent in a header. They are rejected at this point because the
 * error message can name the variable. */
static gboolean
check_key (const TroupeLlmTarget *self, const char *model, GError **error)
{
  g_assert (self != NULL);

  if (self->account != NULL)
    return TRUE;
  if (self->key == NULL && self->service->key_command != NULL)
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_NO_KEY,
                     /* Translators: first %s is a model, second %s a service, third and fifth %s
                      * the names of environment variables, fourth %s a command, sixth %s the same
                      * as the fifth */
                     _ ("The model “%s” requires an access token or a service account of %s. Set "
                        "the environment variable %s to a token, which this command prints: %s; or "
                        "%s to the JSON file of a service account, or store its content in the "
                        "keyring: troupectl key set %s"),
                     model, self->service->title, self->key_variable, self->service->key_command,
                     self->service->account_variable, self->service->account_variable));
      return FALSE;
    }
  if (self->key == NULL)
    {
      /* Translators: first %s is a model, second %s a service */
      g_autofree char *what = g_strdup_printf (_ ("The model “%s” requires a key for %s."), model,
                                               self->service->title);
      g_autofree char *advice =
          troupe_llm_target_dup_key_advice (self->key_variable, TROUPE_LLM_MODEL_WITHOUT_KEY);

      g_propagate_error (error,
                         troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY, "%s %s", what, advice));
      return FALSE;
    }

  for (const char *byte = self->key; *byte != '\0'; byte++)
    if (!g_ascii_isgraph (*byte))
      {
        g_propagate_error (
            error, troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                                         _ ("The key for the model “%s” contains a space or an "
                                            "invalid character. Copy the key into %s again."),
                                         model, self->key_variable));
        return FALSE;
      }

  return TRUE;
}

/* Every customer of some services has their own URL. */
static gboolean
check_url (const TroupeLlmTarget *self, const char *model, GError **error)
{
  g_assert (self != NULL);

  if (self->base_url != NULL)
    return TRUE;
  if (self->service->has_place)
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_NO_KEY,
                     /* Translators: first %s is a model, second %s a service, third and fourth %s
                      * environment variables */
                     _ ("The model “%s” requires a project of %s. Set the environment variables %s "
                        "and %s, or “vertex_project” and “vertex_location” of the model, to valid "
                        "names."),
                     model, self->service->title, "VERTEXAI_PROJECT", "VERTEXAI_LOCATION"));
      return FALSE;
    }
  g_propagate_error (
      error,
      troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                            /* Translators: first %s is a model, second %s a service such as Azure,
                             * third %s an environment variable */
                            _ ("The model “%s” requires your own URL of %s. Set the environment "
                               "variable %s, or “base_url” of the model."),
                            model, self->service->title, self->service->url_variables[0]));

  return FALSE;
}

/* Completes the target for Azure, which requires an API version. */
static void
complete_azure (TroupeLlmTarget *self, TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  g_assert (self != NULL);

  self->api_version = g_strdup (troupe_llm_settings_get_text (settings, "api_version"));
  if (self->api_version == NULL)
    self->api_version = lookup_first (environment, self->service->other_variables);
  if (self->api_version == NULL)
    self->api_version = g_strdup (AZURE_API_VERSION);
}

gboolean
troupe_llm_is_mock_model (const char *name)
{
  return g_str_equal (name, "echo") || g_str_equal (name, "slow") || g_str_equal (name, "script") ||
         g_str_has_prefix (name, "say:");
}

static gboolean
check_name (const TroupeLlmTarget *self, const char *model, GError **error)
{
  g_assert (self != NULL);

  if (!self->service->is_spoken)
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (
              TROUPE_LLM_ERROR_UNKNOWN_MODEL,
              /* Translators: first %s is a model, second %s a service such as Anthropic */
              _ ("The model “%s” belongs to %s, which this version of Troupe does not support yet. "
                 "Choose a model of OpenAI, Ollama or another OpenAI-compatible server."),
              model, self->service->title));
      return FALSE;
    }

  if (self->service->wire == TROUPE_WIRE_MOCK && !troupe_llm_is_mock_model (self->model))
    {
      g_propagate_error (error,
                         troupe_llm_error_new (TROUPE_LLM_ERROR_UNKNOWN_MODEL,
                                               _ ("Unknown model “%s”. Available: mock/echo, "
                                                  "mock/slow, mock/script and mock/say:TEXT."),
                                               model));
      return FALSE;
    }

  if (self->service->is_org_needed && strchr (self->model, '/') == NULL)
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (TROUPE_LLM_ERROR_UNKNOWN_MODEL,
                                _ ("“%s” is not a DeepInfra model: its models are named org/model, "
                                   "for example deepinfra/meta-llama/Llama-3.3-70B-Instruct."),
                                model));
      return FALSE;
    }

  return TRUE;
}

gboolean
troupe_llm_target_check_recipient (const TroupeLlmTarget *self,
                                   TroupeLlmEnvironment *environment,
                                   const char *token_url,
                                   GError **error)
{
  TroupeKeyRecipients *recipients = troupe_llm_environment_get_recipients (environment);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *const *variables = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (recipients == NULL)
    return TRUE;
  if (g_strcmp0 (self->key_variable, "api_key") == 0 ||
      (self->account == NULL &&
       (self->key == NULL || g_strcmp0 (self->key, self->service->fixed_key) == 0)))
    return troupe_key_recipients_check_shown (recipients, self->base_url, error);
  if (self->key_variable != NULL)
    g_ptr_array_add (names, (gpointer) self->key_variable);
  for (guint i = 0; self->service->key_variables[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) self->service->key_variables[i]);
  g_ptr_array_add (names, NULL);
  variables = (const char *const *) names->pdata;
  return troupe_key_recipients_check_host (recipients, self->base_url, variables, error) &&
         (token_url == NULL ||
          troupe_key_recipients_check_host (recipients, token_url, variables, error));
}

TroupeLlmTarget *
troupe_llm_target_new (const char *model,
                       TroupeValue *settings,
                       TroupeLlmEnvironment *environment,
                       GError **error)
{
  g_autoptr (TroupeLlmTarget) self = g_new0 (TroupeLlmTarget, 1);
  g_autofree char *default_model = NULL;
  gboolean is_default = model == NULL;
  const char *name;
  const char *const *variables;

  if (is_default)
    model = default_model = troupe_llm_get_default_model (environment);

  self->service = troupe_llm_service_find (model, settings, environment, &name, error);
  if (self->service == NULL)
    return NULL;

  self->model = strchr (name, '/') == NULL && self->service->name_folder != NULL
                    ? g_strconcat (self->service->name_folder, name, NULL)
                    : g_strdup (name);
  if (!check_name (self, model, error))
    return NULL;
  if (self->service->wire == TROUPE_WIRE_MOCK)
    return g_steal_pointer (&self);

  self->base_url =
      find_base_url (self->service, settings, environment, is_default, &self->has_own_url);
  self->key_variable = self->service->key_variables[0];
  if (self->service->wire == TROUPE_WIRE_BEDROCK)
    return troupe_aws_read_keys (self, model, settings, environment, error) &&
                   troupe_llm_target_check_recipient (self, environment, NULL, error)
               ? g_steal_pointer (&self)
               : NULL;
  /* Finds the key and the variable it comes from. */
  variables = self->service->key_variables;
  self->key_variable = variables[0];
  self->key = g_strdup (get_own_key (settings));
  if (self->key != NULL)
    self->key_variable = "api_key";
  for (guint i = 0; self->key == NULL && variables[i] != NULL; i++)
    if ((self->key = troupe_llm_environment_lookup (environment, variables[i])) != NULL)
      self->key_variable = variables[i];
  if (self->key == NULL)
    self->key = g_strdup (self->service->fixed_key);
  if (self->service->account_variable != NULL &&
      g_strcmp0 (self->key_variable, self->service->account_variable) == 0)
    self->account = g_steal_pointer (&self->key);
  if (!check_key (self, model, error))
    return NULL;
  if (!check_url (self, model, error) ||
      !troupe_llm_target_check_recipient (
          self, environment, self->account != NULL ? self->service->token_url : NULL, error))
    return NULL;
  if (self->service->wire == TROUPE_WIRE_AZURE)
    complete_azure (self, settings, environment);

  return g_steal_pointer (&self);
}

char **
troupe_llm_target_get_secret_headers (const TroupeLlmTarget *self, gboolean is_bearer)
{
  const TroupeProvider *as = is_bearer ? get_openai () : self->service;
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();

  if (self->key != NULL && as->key_header != NULL)
    {
      g_autofree char *value = g_strconcat (as->key_scheme, self->key, NULL);

      g_strv_builder_add (headers, as->key_header);
      g_strv_builder_add (headers, value);
    }

  return g_strv_builder_end (headers);
}

TroupeSecret *
troupe_llm_target_get_secret (const TroupeLlmTarget *self)
{
  const char *texts[5] = { NULL };
  guint n_texts = 0;

  if (self->key != NULL && g_strcmp0 (self->key, self->service->fixed_key) != 0)
    texts[n_texts++] = self->key;
  if (self->secret_key != NULL)
    texts[n_texts++] = self->secret_key;
  if (self->session_token != NULL)
    texts[n_texts++] = self->session_token;
  /* The path of a file is no secret, and messages about the file contain it. */
  if (self->account != NULL && *self->account == '{')
    texts[n_texts++] = self->account;

  return n_texts > 0 ? troupe_secret_new (texts) : NULL;
}

void
troupe_llm_target_list_secrets (const TroupeLlmTarget *self, TroupeRedactor *redactor)
{
  g_return_if_fail (self != NULL);

  if (self->service == NULL || g_strcmp0 (self->key, self->service->fixed_key) != 0)
    troupe_redactor_add (redactor, self->key);
  troupe_redactor_add (redactor, self->secret_key);
  troupe_redactor_add (redactor, self->session_token);
  if (self->account != NULL && *self->account == '{')
    troupe_redactor_add (redactor, self->account);
}

char *
troupe_llm_find_account_file (const char *const *variables,
                              const char *account_variable,
                              TroupeLlmEnvironment *environment)
{
  for (guint i = 0; account_variable != NULL && variables[i] != NULL; i++)
    {
      g_autofree char *value = troupe_llm_environment_lookup (environment, variables[i]);

      if (value != NULL)
        return g_str_equal (variables[i], account_variable) && *value != '{'
                   ? g_steal_pointer (&value)
                   : NULL;
    }
  return NULL;
}

static void
wipe (char *key)
{
  if (key != NULL)
    explicit_bzero (key, strlen (key));
  g_free (key);
}

void
troupe_llm_target_free (TroupeLlmTarget *self)
{
  g_free (self->model);
  g_free (self->base_url);
  wipe (self->key);
  wipe (self->account);
  wipe (self->secret_key);
  wipe (self->session_token);
  g_free (self->region);
  g_free (self->api_version);
  g_free (self);
}

char *
troupe_llm_get_default_model (TroupeLlmEnvironment *environment)
{
  char *model = lookup_first (environment, troupe_provider_list_model_variables ());

  return model != NULL ? model : g_strdup (TROUPE_PROVIDER_DEFAULT_MODEL);
}

gboolean
troupe_llm_model_is_reasoning (const char *name)
{
  const char *slash = strrchr (name, '/');

  if (slash != NULL)
    name = slash + 1;
  if (name[0] == 'o' && g_ascii_isdigit (name[1]))
    return TRUE;

  return g_str_has_prefix (name, "gpt-") &&
         g_ascii_strtoull (name + strlen ("gpt-"), NULL, 10) >= 5;
}

/**
 * troupe_llm_model_get_default:
 *
 * Returns: (transfer full): the model set in the process environment, used if a document specifies
 * none
 */
char *
troupe_llm_model_get_default (void)
{
  return troupe_llm_get_default_model (NULL);
}

char *
troupe_llm_model_get_name (const char *model, TroupeValue *settings)
{
  const TroupeProvider *service = NULL;
  const char *name = NULL;

  g_return_val_if_fail (model != NULL, NULL);

  service = troupe_llm_service_find (model, settings, NULL, &name, NULL);

  return g_strdup (service != NULL && service->wire != TROUPE_WIRE_MOCK ? name : model);
}

char *
troupe_llm_model_get_called (const char *model, TroupeValue *settings)
{
  TroupeValue *parameters =
      troupe_value_get_member_of (settings, "additional_params", TROUPE_VALUE_MAP);
  const char *other =
      parameters != NULL ? troupe_value_get_member_text (parameters, "model") : NULL;
  const TroupeProvider *service = NULL;
  const char *name = NULL;

  g_return_val_if_fail (model != NULL, NULL);

  if (other == NULL)
    return g_strdup (model);
  service = troupe_llm_service_find (model, settings, NULL, &name, NULL);
  if (service == NULL || !g_str_has_suffix (model, name) || strlen (name) == strlen (model))
    return g_strdup (other);
  return g_strdup_printf ("%.*s%s", (int) (strlen (model) - strlen (name)), model, other);
}

char *
troupe_llm_model_get_fallback (TroupeValue *settings, TroupeValue **fallback_settings)
{
  static const char *const names[] = { "model", "model_name", "deployment_name" };
  TroupeValue *fallback = troupe_value_get_member (settings, FALLBACK);
  g_autoptr (TroupeValue) rest = NULL;
  char *model = NULL;

  g_return_val_if_fail (fallback_settings != NULL, NULL);

  *fallback_settings = NULL;
  if (fallback == NULL || !troupe_value_is (fallback, TROUPE_VALUE_MAP))
    return g_strdup (troupe_llm_settings_get_text (settings, FALLBACK));

  rest = troupe_value_ref (fallback);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TroupeValue) whole = g_steal_pointer (&rest);

      if (model == NULL)
        model = g_strdup (troupe_llm_settings_get_text (whole, names[i]));
      rest = troupe_value_map_without (whole, names[i]);
    }
  if (model != NULL)
    *fallback_settings = g_steal_pointer (&rest);

  return model;
}

void
troupe_llm_error_name (GError *error, const char *model, TroupeValue *settings)
{
  const TroupeProvider *service = NULL;
  const char *name = NULL;

  g_return_if_fail (error != NULL && model != NULL);

  service = troupe_llm_service_find (model, settings, NULL, &name, NULL);
  if (service != NULL && service->wire != TROUPE_WIRE_MOCK)
    troupe_llm_error_name_model (error, name, service->title);
}

/* Parses the URL of a model. (transfer full) (nullable): NULL if no server is used or its URL is
 * unknown */
static GUri *
find_uri (const char *model, TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  g_autofree char *default_model = NULL;
  g_autofree char *url = NULL;
  g_autoptr (GUri) uri = NULL;
  const TroupeProvider *service;
  const char *name;
  gboolean is_default = model == NULL, is_own;

  if (is_default)
    model = default_model = troupe_llm_get_default_model (environment);

  service = troupe_llm_service_find (model, settings, environment, &name, NULL);
  if (service == NULL)
    return NULL;

  url = find_base_url (service, settings, environment, is_default, &is_own);
  uri = url != NULL ? g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL) : NULL;
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0' ||
      service->wire == TROUPE_WIRE_MOCK)
    return NULL;

  return g_steal_pointer (&uri);
}

/**
 * troupe_llm_model_get_url:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 * @environment: (nullable): g_getenv()
 *
 * Determines the URL of the server that a document's model uses. Sends no request.
 *
 * Returns: (transfer full) (nullable): %NULL if no server is used (`mock/…`) or it is unknown
 */
char *
troupe_llm_model_get_url (const char *model,
                          TroupeValue *settings,
                          TroupeLlmEnvironment *environment)
{
  g_autoptr (GUri) uri = find_uri (model, settings, environment);

  return uri != NULL ? g_uri_to_string (uri) : NULL;
}

gboolean
troupe_llm_model_is_at_openai (const char *model,
                               TroupeValue *settings,
                               TroupeLlmEnvironment *environment)
{
  g_autoptr (GUri) uri = find_uri (model, settings, environment);
  g_autofree char *host = uri != NULL ? g_ascii_strdown (g_uri_get_host (uri), -1) : NULL;

  return host != NULL &&
         (g_str_equal (host, OPENAI_DOMAIN) || g_str_has_suffix (host, "." OPENAI_DOMAIN));
}

static void
add_names (GPtrArray *names, const char *const *more)
{
  for (guint i = 0; more[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (names, more[i], g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (more[i]));
}

/**
 * troupe_llm_model_get_environment_names:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 * @environment: (nullable): g_getenv()
 *
 * Returns: (transfer full): the names of the environment variables that a call of the model reads,
 * in order of precedence; may be empty
 */
char **
troupe_llm_model_get_environment_names (const char *model,
                                        TroupeValue *settings,
                                        TroupeLlmEnvironment *environment)
{
  g_autofree char *default_model = NULL;
  GPtrArray *names = g_ptr_array_new ();
  const TroupeProvider *service;
  const char *name;
  gboolean is_default = model == NULL;

  if (is_default)
    {
      model = default_model = troupe_llm_get_default_model (environment);
      add_names (names, troupe_provider_list_model_variables ());
    }

  service = troupe_llm_service_find (model, settings, environment, &name, NULL);
  if (service != NULL && (get_own_key (settings) == NULL || service->wire == TROUPE_WIRE_BEDROCK))
    add_names (names, service->key_variables);
  if (service != NULL && get_url_setting (service, settings) == NULL)
    {
      const char *const *defaults = get_default_url_variables (service, is_default);

      if (defaults != NULL)
        add_names (names, defaults);
      add_names (names, service->url_variables);
    }
  if (service != NULL)
    add_names (names, service->other_variables);
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}

char **
troupe_llm_list_setting_variables (void)
{
  GPtrArray *names = g_ptr_array_new ();
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  add_names (names, troupe_provider_list_model_variables ());
  add_names (names, troupe_provider_list_default_url_variables ());
  for (guint i = 0; i < n_providers; i++)
    {
      add_names (names, providers[i].url_variables);
      add_names (names, providers[i].other_variables);
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}

char **
troupe_llm_model_get_key_names (const char *model,
                                TroupeValue *settings,
                                TroupeLlmEnvironment *environment,
                                gboolean *is_own)
{
  g_autofree char *default_model =
      model == NULL ? troupe_llm_get_default_model (environment) : NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const TroupeProvider *service;
  const char *name;

  g_return_val_if_fail (is_own != NULL, NULL);

  *is_own = get_own_key (settings) != NULL;
  service =
      troupe_llm_service_find (model != NULL ? model : default_model, settings, environment, &name,
                               NULL);
  if (service != NULL && (!*is_own || service->wire == TROUPE_WIRE_BEDROCK))
    g_strv_builder_addv (names, (const char **) service->key_variables);
  return g_strv_builder_end (names);
}

char *
troupe_llm_model_get_token_url (const char *model,
                                TroupeValue *settings,
                                TroupeLlmEnvironment *environment,
                                const char **variable,
                                char **file)
{
  g_autofree char *default_model =
      model == NULL ? troupe_llm_get_default_model (environment) : NULL;
  const TroupeProvider *service;
  const char *name;

  g_return_val_if_fail (variable != NULL && file != NULL, NULL);

  *variable = NULL;
  *file = NULL;
  service = troupe_llm_service_find (model != NULL ? model : default_model, settings, environment,
                                     &name, NULL);
  if (service == NULL || service->token_url == NULL || get_own_key (settings) != NULL)
    return NULL;
  for (guint i = 0; service->key_variables[i] != NULL; i++)
    {
      g_autofree char *key = troupe_llm_environment_lookup (environment, service->key_variables[i]);

      if (key != NULL && !g_str_equal (service->key_variables[i], service->account_variable))
        return NULL;
    }
  *variable = service->account_variable;
  *file =
      troupe_llm_find_account_file (service->key_variables, service->account_variable, environment);
  return g_strdup (service->token_url);
}

/* Returns the names of the variables that may contain the key, if neither the settings nor the
 * environment contains a key. (transfer full) */
static char **
list_missing (const char *model, TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  g_autofree char *default_model =
      model == NULL ? troupe_llm_get_default_model (environment) : NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const TroupeProvider *service;
  const char *name;
  gboolean is_bedrock;
  guint n_found = 0;

  service = troupe_llm_service_find (model != NULL ? model : default_model, settings, environment,
                                     &name, NULL);
  if (service == NULL)
    return g_strv_builder_end (names);
  is_bedrock = service->wire == TROUPE_WIRE_BEDROCK;
  if (!is_bedrock && get_own_key (settings) != NULL)
    return g_strv_builder_end (names);

  for (guint i = 0; service->key_variables[i] != NULL; i++)
    {
      g_autofree char *key = troupe_llm_environment_lookup (environment, service->key_variables[i]);

      if (key == NULL)
        g_strv_builder_add (names, service->key_variables[i]);
      else
        n_found++;
      /* One key is sufficient, except for Bedrock, which needs the first two for signing. */
      if (n_found > 0 && (!is_bedrock || (i == 1 && n_found == 2)))
        return g_new0 (char *, 1);
    }

  return g_strv_builder_end (names);
}

char **
troupe_llm_list_missing_keys (const char *model,
                              TroupeValue *settings,
                              TroupeLlmEnvironment *environment)
{
  g_autoptr (TroupeValue) rest = NULL;
  g_autofree char *fallback = troupe_llm_model_get_fallback (settings, &rest);
  g_auto (GStrv) own = list_missing (model, settings, environment);
  g_auto (GStrv) more = NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (fallback == NULL)
    return g_steal_pointer (&own);
  more = troupe_llm_list_missing_keys (fallback, rest, environment);
  g_strv_builder_addv (names, (const char **) own);
  g_strv_builder_addv (names, (const char **) more);

  return g_strv_builder_end (names);
}

/**
 * troupe_llm_model_list_missing_keys:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Returns: (transfer full): the names of the environment variables that may contain the key, if
 * neither the settings nor the process environment contains a key; empty if no key is missing
 */
char **
troupe_llm_model_list_missing_keys (const char *model, TroupeValue *settings)
{
  return troupe_llm_list_missing_keys (model, settings, NULL);
}
