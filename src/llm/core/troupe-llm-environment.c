/* troupe-llm-environment.c: environment variables and settings of a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-environment"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-llm-defaults.h"
#include "troupe-llm-environment.h"

TroupeLlmEnvironment *
troupe_llm_environment_new (TroupeLlmEnvironmentFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  TroupeLlmEnvironment *self = g_new0 (TroupeLlmEnvironment, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;

  return self;
}

TroupeLlmEnvironment *
troupe_llm_environment_ref (TroupeLlmEnvironment *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_llm_environment_unref (TroupeLlmEnvironment *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_clear_pointer (&self->recipients, troupe_key_recipients_unref);
  g_free (self);
}

TroupeKeyRecipients *
troupe_llm_environment_get_recipients (TroupeLlmEnvironment *self)
{
  return self != NULL ? self->recipients : NULL;
}

char *
troupe_llm_environment_lookup (TroupeLlmEnvironment *self, const char *name)
{
  g_autofree char *value = NULL;

  if (self != NULL && self->func != NULL)
    value = self->func (name, self->user_data);
  else
    value = g_strdup (g_getenv (name));

  if ((value == NULL || *g_strstrip (value) == '\0') && (self == NULL || self->func == NULL))
    {
      g_free (value);
      value = troupe_llm_defaults_lookup (name);
    }
  if (value == NULL || *g_strstrip (value) == '\0')
    return NULL;

  return g_steal_pointer (&value);
}

const char *
troupe_llm_settings_get_text (TroupeValue *settings, const char *name)
{
  TroupeValue *value;
  const char *text;

  if (settings == NULL)
    return NULL;

  value = troupe_value_map_lookup_string (settings, name, -1);
  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;

  text = troupe_value_get_string (value, NULL);

  return *text != '\0' ? text : NULL;
}

double
troupe_llm_settings_get_number (TroupeValue *settings, const char *name, double fallback)
{
  TroupeValue *value =
      settings != NULL ? troupe_value_map_lookup_string (settings, name, -1) : NULL;
  double number = fallback;

  if (value == NULL)
    return fallback;

  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    {
      number = (double) troupe_value_get_integer (value);
    }
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    {
      number = troupe_value_get_double (value);
    }
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      /* Templates always evaluate to a string. */
      const char *text = troupe_value_get_string (value, NULL);
      char *end;

      number = g_ascii_strtod (text, &end);
      if (end == text || *end != '\0')
        return fallback;
    }

  return isfinite (number) ? number : fallback;
}
