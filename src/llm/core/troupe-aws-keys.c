/* troupe-aws-keys.c: AWS credentials, region and endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-aws-keys"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-aws-keys.h"
#include "troupe-llm-error.h"

#define DEFAULT_REGION "us-east-1"
/* Placeholder in the URLs of the table. */
#define REGION "REGION"

static gboolean
is_region (const char *text)
{
  return *text != '\0' && strlen (text) <= 63 &&
         strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (text);
}

/* Returns the region as CrewAI determines it. The first value that is set of the following is
 * used: the setting `aws_region_name` (or `region_name`), AWS_DEFAULT_REGION, AWS_REGION_NAME.
 * The default is us-east-1. (transfer full) */
static char *
get_region (TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  static const char *const variables[] = { "AWS_DEFAULT_REGION", "AWS_REGION_NAME" };
  const char *own = troupe_llm_settings_get_text (settings, "aws_region_name");
  char *region;

  if (own == NULL)
    own = troupe_llm_settings_get_text (settings, "region_name");
  region = g_strdup (own);
  for (guint i = 0; region == NULL && i < G_N_ELEMENTS (variables); i++)
    region = troupe_llm_environment_lookup (environment, variables[i]);

  return region != NULL ? region : g_strdup (DEFAULT_REGION);
}

char *
troupe_aws_make_url (const char *url, TroupeValue *settings, TroupeLlmEnvironment *environment)
{
  g_autofree char *region = get_region (settings, environment);
  g_auto (GStrv) parts = g_strsplit (url, REGION, 2);

  if (!is_region (region))
    return NULL;

  return g_strconcat (parts[0], region, parts[1], g_str_has_prefix (region, "cn-") ? ".cn" : NULL,
                      NULL);
}

/* Rejects keys that cannot be sent in a header. */
static gboolean
check_key (const char *key, const char *variable, const char *model, GError **error)
{
  for (const char *byte = key; byte != NULL && *byte != '\0'; byte++)
    if (!g_ascii_isgraph (*byte))
      {
        g_propagate_error (
            error, troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                                         _ ("The key for the model “%s” contains a space or an "
                                            "invalid character. Copy the key into %s again."),
                                         model, variable));
        return FALSE;
      }

  return TRUE;
}

static gboolean
check_found (const TroupeLlmTarget *self, const char *model, GError **error)
{
  const char *const *variables = self->service->key_variables;
  g_autofree char *both = g_strconcat (variables[0], ", ", variables[1], NULL);
  const char *missing = both;

  g_assert (self != NULL);

  if (self->key != NULL && self->secret_key != NULL)
    return TRUE;

  if (self->key != NULL)
    missing = variables[1];
  else if (self->secret_key != NULL)
    missing = variables[0];
  g_propagate_error (error,
                     troupe_llm_error_new (
                         TROUPE_LLM_ERROR_NO_KEY,
                         /* Translators: first %s is a model, second %s a service, third %s one
                          * or two names of variables, and fourth %s one of these names */
                         _ ("The model “%s” requires the account keys for %s. Set %s in the "
                            "environment, or store them in the keyring: troupectl key set %s"),
                         model, self->service->title, missing,
                         self->key != NULL ? variables[1] : variables[0]));

  return FALSE;
}

gboolean
troupe_aws_read_keys (TroupeLlmTarget *self,
                      const char *model,
                      TroupeValue *settings,
                      TroupeLlmEnvironment *environment,
                      GError **error)
{
  const char *const *variables = self->service->key_variables;

  self->region = get_region (settings, environment);
  if (!is_region (self->region))
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (
              TROUPE_LLM_ERROR_REFUSED,
              _ ("“%s” is not an AWS region. Expected a region such as us-east-1 or eu-central-1."),
              self->region));
      return FALSE;
    }

  self->key = troupe_llm_environment_lookup (environment, variables[0]);
  self->secret_key = troupe_llm_environment_lookup (environment, variables[1]);
  self->session_token = troupe_llm_environment_lookup (environment, variables[2]);

  return check_found (self, model, error) && check_key (self->key, variables[0], model, error) &&
         check_key (self->secret_key, variables[1], model, error) &&
         check_key (self->session_token, variables[2], model, error);
}
