/* test-aws-signature.c: AWS signatures: published test vectors and requests of this program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-aws-signature.h"

#define FORM "application/x-www-form-urlencoded"

typedef struct
{
  const char *method;
  const char *url;
  const char *service;
  const char *content_type; /* NULL for none */
  const char *token;
  const char *body;
  const char *names;
  const char *signature;
} Case;

static const Case cases[] = {
  /* Cases from the AWS signature test suite. */
  { "GET", "https://example.amazonaws.com/", "service", NULL, NULL, "", "host;x-amz-date",
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" },
  { "GET", "https://example.amazonaws.com/?Param2=value2&Param1=value1", "service", NULL, NULL, "",
    "host;x-amz-date", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500" },
  { "POST", "https://example.amazonaws.com", "service", NULL, NULL, "", "host;x-amz-date",
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b" },
  { "POST", "https://example.amazonaws.com/", "service", FORM, NULL, "Param1=value1",
    "content-type;host;x-amz-date",
    "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a" },
  { "GET", "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08", "iam",
    FORM "; charset=utf-8", NULL, "", "content-type;host;x-amz-date",
    "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7" },
  /* Cases whose signatures were computed with Python's hmac module. */
  { "POST", "http://127.0.0.1:8080/model/a.b-v1%3A0/converse", "bedrock", "application/json",
    "tok/en==", "{\"x\":1}", "content-type;host;x-amz-date;x-amz-security-token",
    "abf6eba4a2acaf5e0bd8ad957ac382b11d1646121e7b27fe1cef367a64086c4e" },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *one = &cases[i];
      const char *const headers[] = { "Content-Type", one->content_type, NULL };
      TroupeAwsRequest request = {
        .access_key = "AKIDEXAMPLE",
        .secret_key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        .session_token = one->token,
        .region = "us-east-1",
        .service = one->service,
        .method = one->method,
        .url = one->url,
        .headers = one->content_type != NULL ? headers : NULL,
        .body = one->body,
        .length = strlen (one->body),
        .seconds = 1440938160,
      };
      g_auto (GStrv) found = troupe_aws_signature_make (&request);
      g_autofree char *expected = g_strdup_printf (
          "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/%s/aws4_request, "
          "SignedHeaders=%s, Signature=%s",
          one->service, one->names, one->signature);

      g_assert_cmpstr (found[0], ==, "X-Amz-Date");
      g_assert_cmpstr (found[1], ==, "20150830T123600Z");
      g_assert_cmpstr (found[2], ==, "Authorization");
      g_assert_cmpstr (found[3], ==, expected);
      g_assert_cmpstr (found[4], ==, one->token != NULL ? "X-Amz-Security-Token" : NULL);
    }
}

static void
test_no_address (void)
{
  TroupeAwsRequest request = { .access_key = "a",
                               .secret_key = "b",
                               .region = "c",
                               .service = "d",
                               .method = "POST",
                               .url = "nonsense",
                               .body = "" };

  g_assert_null (troupe_aws_signature_make (&request));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/aws-signature/cases", test_cases);
  g_test_add_func ("/aws-signature/no-address", test_no_address);

  return g_test_run ();
}
