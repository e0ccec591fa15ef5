/* troupe-agent-shared.c: state shared by the agents of a crew: tool cache, rate limit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-shared"

#include "config.h"

#include <string.h>

#include "troupe-agent-shared.h"

#define MINUTE_US (60 * G_USEC_PER_SEC)

/* @cache: tool results, by owner, tool and arguments */
struct _TroupeAgentShared
{
  guint ref_count;
  TroupeAgentRateLimit pace;
  gboolean has_cache;
  GHashTable *cache;
};

TroupeAgentShared *
troupe_agent_shared_new (guint max_rpm, gboolean has_cache)
{
  TroupeAgentShared *self = g_new0 (TroupeAgentShared, 1);

  self->ref_count = 1;
  self->pace.most = max_rpm;
  self->has_cache = has_cache;
  self->cache =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) troupe_value_unref);

  return self;
}

TroupeAgentShared *
troupe_agent_shared_ref (TroupeAgentShared *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;

  return self;
}

void
troupe_agent_shared_unref (TroupeAgentShared *self)
{
  g_return_if_fail (self != NULL);

  if (--self->ref_count > 0)
    return;
  g_hash_table_unref (self->cache);
  g_free (self);
}

/* --- Rate limit ------------------------------------------------------------------------------- */

gint64
troupe_agent_rate_limit_get_wait (TroupeAgentRateLimit *self)
{
  gint64 now = g_get_monotonic_time ();

  g_return_val_if_fail (self != NULL, 0);

  if (self->minute_us == 0 || now - self->minute_us >= MINUTE_US)
    {
      self->minute_us = now;
      self->n_sent = 0;
    }
  if (self->most == 0 || self->n_sent < self->most)
    return 0;

  return self->minute_us + MINUTE_US - now;
}

TroupeAgentRateLimit *
troupe_agent_shared_get_pace (TroupeAgentShared *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->pace.most > 0 ? &self->pace : NULL;
}

/* --- Cache ----------------------------------------------------------------------------------- */

gboolean
troupe_agent_shared_has_cache (TroupeAgentShared *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_cache;
}

/* (transfer full) */
static char *
make_key (const char *owner, const char *tool, TroupeValue *arguments)
{
  g_autofree char *given = troupe_value_to_json (arguments, TROUPE_JSON_COMPACT);

  return g_strdup_printf ("%" G_GSIZE_FORMAT " %s %s-%s", strlen (owner), owner, tool, given);
}

TroupeValue *
troupe_agent_shared_look_up (TroupeAgentShared *self,
                             const char *owner,
                             const char *tool,
                             TroupeValue *arguments)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (self != NULL && owner != NULL && tool != NULL && arguments != NULL, NULL);

  key = make_key (owner, tool, arguments);

  return g_hash_table_lookup (self->cache, key);
}

void
troupe_agent_shared_keep (TroupeAgentShared *self,
                          const char *owner,
                          const char *tool,
                          TroupeValue *arguments,
                          TroupeValue *value)
{
  g_return_if_fail (self != NULL && owner != NULL && tool != NULL);
  g_return_if_fail (arguments != NULL && value != NULL);

  g_hash_table_replace (self->cache, make_key (owner, tool, arguments), troupe_value_ref (value));
}

/* --- Policies -------------------------------------------------------------------------------- */

gboolean
troupe_agent_policy_from_text (const char *text, TroupeAgentPolicy *policy)
{
  static const char *const texts[] = {
    [TROUPE_AGENT_POLICY_WARN] = "warn",
    [TROUPE_AGENT_POLICY_IGNORE] = "ignore",
    [TROUPE_AGENT_POLICY_RAISE] = "raise",
  };

  g_return_val_if_fail (policy != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_strcmp0 (text, texts[i]) == 0)
      {
        *policy = (TroupeAgentPolicy) i;
        return TRUE;
      }

  return FALSE;
}
