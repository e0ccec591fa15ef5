/* troupe-flow-digest.c: SHA-256 digest of a flow, to which consent and history are bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-digest"

#include "config.h"

#include "troupe-flow-fields.h"
#include "troupe-flow-record.h"

/* Hashes the canonical content, without white space and comments; the order of keys matters,
 * because methods run in it. */
static char *
compute_digest (TroupeFlow *self)
{
  g_autoptr (TroupeValue) whole = troupe_flow_value_from_node (NULL, self->root);
  g_autoptr (TroupeValue) content = troupe_value_map_without (whole, "x-troupe");
  g_autofree char *text = troupe_value_to_json (content, TROUPE_JSON_COMPACT);

  g_assert (self != NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

const char *
troupe_flow_get_digest (TroupeFlow *self)
{
  char *digest;

  g_return_val_if_fail (self != NULL, NULL);

  digest = g_atomic_pointer_get (&self->digest);
  if (digest != NULL)
    return digest;
  digest = compute_digest (self);
  if (!g_atomic_pointer_compare_and_exchange (&self->digest, NULL, digest))
    g_free (digest);
  return g_atomic_pointer_get (&self->digest);
}
