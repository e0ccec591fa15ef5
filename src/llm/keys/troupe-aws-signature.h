/* troupe-aws-signature.h: AWS Signature Version 4
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeAwsRequest:
 * @access_key: sent with the signature
 * @secret_key: used for signing
 * @session_token: (nullable): sent with temporary credentials
 * @url: the URL as it is sent, already percent-encoded
 * @headers: (nullable): name, value, … of headers to be signed in addition to host, time and token
 * @seconds: time since 1970
 *
 * Everything that is signed.
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

/* Returns the headers to be sent in addition to the given headers, according to AWS Signature
 * Version 4: name, value, …, NULL. Returns NULL if @url is invalid. (transfer full) (nullable) */
char **troupe_aws_signature_make (const TroupeAwsRequest *request);

G_END_DECLS
