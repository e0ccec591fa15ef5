/* troupe-aws-signature.h: requests that are signed instead of carrying a key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeAwsRequest:
 * @access_key: goes out with the signature
 * @secret_key: is what signs
 * @session_token: (nullable): goes out where the keys are for a time
 * @url: as it is sent: what is percent-encoded in it is so already
 * @headers: (nullable): name, value, … of those that are to be signed beside the host, the time and the token
 * @seconds: when, since 1970
 *
 * Everything that a signature says something about.
 */
typedef struct
{
  const char *access_key;
  const char *secret_key;
  const char *session_token;
  const char *region;
  const char *service;
  const char *method;
  const char *url;
  const char *const *headers;
  gconstpointer body;
  gsize length;
  gint64 seconds;
} TroupeAwsRequest;

/* The headers to be sent beside those that were given: name, value, …, NULL, as version 4 of AWS's signatures has
 * them. NULL where @url is no address. (transfer full) (nullable) */
char **troupe_aws_signature_make (const TroupeAwsRequest *request);

G_END_DECLS
