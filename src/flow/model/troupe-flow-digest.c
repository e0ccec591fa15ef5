/* troupe-flow-digest.c: SHA-256 digest of a flow, to which consent and history are bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-digest"

#include "config.h"

#include "troupe-flow-fields.h"
#include "troupe-flow-record.h"

const char *
troupe_flow_get_digest (TroupeFlow *self)
{
  char *digest;
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (TroupeValue) content = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  digest = g_atomic_pointer_get (&self->digest);
  if (digest != NULL)
    return digest;
  /* Hashes the canonical content, without white space and comments; the order of keys matters,
   * because methods run in it. */
  whole = troupe_flow_value_from_node (NULL, self->root);
  content = troupe_value_map_without (whole, "x-troupe");
  text = troupe_value_to_json (content, TROUPE_JSON_COMPACT);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (!g_atomic_pointer_compare_and_exchange (&self->digest, NULL, digest))
    g_free (digest);
  return g_atomic_pointer_get (&self->digest);
}
