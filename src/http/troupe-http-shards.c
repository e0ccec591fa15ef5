/* troupe-http-shards.c: distributes many connections over several sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-shards"

#include "config.h"

#include "troupe-http-proxy.h"
#include "troupe-http-shards.h"

/* Number of connections per session. For each call, libsoup iterates over all idle connections. */
#define SHARD 16

#define KEY "troupe-http-shards"

/* @n_active: number of calls that use the session, or wait for one of its connections */
typedef struct
{
  SoupSession *session;
  guint n_active;
} Shard;

typedef struct
{
  guint connections;
  GArray *shards; /* (element-type Shard): the first is the owner session */
} Shards;

static SoupSession *
make_session (guint connections)
{
  g_autoptr (GProxyResolver) proxy = troupe_http_proxy_new ();
  SoupSession *session =
      soup_session_new_with_options ("max-conns", connections, "max-conns-per-host", connections,
                                     "timeout", 0, "user-agent", "Troupe/" TROUPE_VERSION,
                                     "proxy-resolver", proxy, NULL);

  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);
  soup_session_remove_feature_by_type (session, SOUP_TYPE_AUTH_MANAGER);
  return session;
}

static void
shards_free (gpointer data)
{
  Shards *self = data;

  g_assert (self != NULL);

  for (guint i = 1; i < self->shards->len; i++)
    g_object_unref (g_array_index (self->shards, Shard, i).session);
  g_array_unref (self->shards);
  g_free (self);
}

SoupSession *
troupe_http_shards_new (guint connections)
{
  Shards *self = g_new0 (Shards, 1);
  Shard first = { make_session (MIN (connections, SHARD)), 0 };

  self->connections = connections;
  self->shards = g_array_new (FALSE, FALSE, sizeof (Shard));
  g_array_append_val (self->shards, first);
  g_object_set_data_full (G_OBJECT (first.session), KEY, self, shards_free);
  return first.session;
}

/* Returns the first shard with a free connection. If no shard has one, returns a new shard if
 * the limit permits, or else the shard with the fewest calls. */
static Shard *
find_shard (Shards *self)
{
  Shard *fewest = &g_array_index (self->shards, Shard, 0);
  guint n_connections = self->shards->len * SHARD;

  g_assert (self != NULL);

  for (guint i = 0; i < self->shards->len; i++)
    {
      Shard *shard = &g_array_index (self->shards, Shard, i);

      if (shard->n_active < SHARD)
        return shard;
      if (shard->n_active < fewest->n_active)
        fewest = shard;
    }
  if (n_connections < self->connections)
    {
      Shard next = { make_session (MIN (self->connections - n_connections, SHARD)), 0 };

      g_array_append_val (self->shards, next);
      return &g_array_index (self->shards, Shard, self->shards->len - 1);
    }
  return fewest;
}

SoupSession *
troupe_http_shards_take (SoupSession *session)
{
  Shards *self;
  Shard *shard;

  g_return_val_if_fail (SOUP_IS_SESSION (session), NULL);

  self = g_object_get_data (G_OBJECT (session), KEY);
  if (self == NULL)
    return g_object_ref (session);
  shard = find_shard (self);
  shard->n_active++;
  return g_object_ref (shard->session);
}

void
troupe_http_shards_give (SoupSession *session, SoupSession *taken)
{
  Shards *self;

  g_return_if_fail (SOUP_IS_SESSION (session));
  g_return_if_fail (SOUP_IS_SESSION (taken));

  self = g_object_get_data (G_OBJECT (session), KEY);
  for (guint i = 0; self != NULL && i < self->shards->len; i++)
    {
      Shard *shard = &g_array_index (self->shards, Shard, i);

      if (shard->session == taken)
        shard->n_active--;
    }
  g_object_unref (taken);
}
