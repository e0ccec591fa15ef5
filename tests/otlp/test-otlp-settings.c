/* test-otlp-settings.c: OTLP endpoint from the environment or the preferences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-otlp-settings.h"

static const char *const names[] = {
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "OTEL_EXPORTER_OTLP_TIMEOUT",
  "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
  "OTEL_SERVICE_NAME",
  "OTEL_RESOURCE_ATTRIBUTES",
  "OTEL_SDK_DISABLED",
  "OTEL_TRACES_EXPORTER",
  "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
};

/* @variables: up to four environment variables, each `NAME=VALUE` */
typedef struct
{
  const char *endpoint;
  const char *variables[4];
  const char *url; /* NULL if nothing is sent */
} Case;

static const Case cases[] = {
  { NULL, { NULL }, NULL },
  { NULL, { "OTEL_EXPORTER_OTLP_ENDPOINT=" }, NULL },
  { NULL, { "OTEL_EXPORTER_OTLP_ENDPOINT=http://h:4318" }, "http://h:4318/v1/traces" },
  { NULL, { "OTEL_EXPORTER_OTLP_ENDPOINT=https://h/a/b/" }, "https://h/a/b/v1/traces" },
  { NULL, { "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://h:1/x" }, "http://h:1/x" },
  { NULL, { "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://h:1" }, "http://h:1/" },
  { NULL,
    { "OTEL_EXPORTER_OTLP_ENDPOINT=http://a", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://b/t" },
    "http://b/t" },
  { "http://h:4318", { "OTEL_EXPORTER_OTLP_ENDPOINT=http://a" }, "http://h:4318/v1/traces" },
  { "http://h/v1/traces", { NULL }, "http://h/v1/traces" },
  { "http://[::1]:4318", { NULL }, "http://[::1]:4318/v1/traces" },
  { "http://h/o?tenant=1", { NULL }, "http://h/o/v1/traces?tenant=1" },
  { "http://h", { "OTEL_SDK_DISABLED=true" }, NULL },
  { "http://h", { "OTEL_SDK_DISABLED=1" }, "http://h/v1/traces" },
  { NULL, { "OTEL_EXPORTER_OTLP_ENDPOINT=http://h", "OTEL_TRACES_EXPORTER=none" }, NULL },
  { NULL,
    { "OTEL_EXPORTER_OTLP_ENDPOINT=http://h", "OTEL_TRACES_EXPORTER=console,otlp" },
    "http://h/v1/traces" },
  { "http://h", { "OTEL_TRACES_EXPORTER=none" }, "http://h/v1/traces" },
  { NULL,
    { "OTEL_EXPORTER_OTLP_ENDPOINT=http://h", "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf" },
    "http://h/v1/traces" },
  { "http://h", { "OTEL_EXPORTER_OTLP_PROTOCOL=grpc" }, "http://h/v1/traces" },
};

static void
clear_environment (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_unsetenv (names[i]);
}

static void
set_variable (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);

  g_setenv (parts[0], parts[1], TRUE);
}

static void
test_address (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeOtlpSettings) settings = NULL;

      clear_environment ();
      for (guint k = 0; k < 4 && cases[i].variables[k] != NULL; k++)
        set_variable (cases[i].variables[k]);
      settings = troupe_otlp_settings_new (cases[i].endpoint, &error);
      g_test_message ("case %u", i);
      g_assert_no_error (error);
      g_assert_cmpstr (settings != NULL ? settings->url : NULL, ==, cases[i].url);
    }
}

/* Invalid settings result in an error whose message contains nothing that could be a key. */
static void
test_refused (void)
{
  static const char *const bad[] = {
    "", "h:4318", "ftp://h", "http://", "http:/", "grpc://h", "http://u:sk-Secret0123@h:4318"
  };
  g_autoptr (GError) error = NULL;

  clear_environment ();
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_null (troupe_otlp_settings_new (bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_null (strstr (error->message, "sk-Secret"));
      g_clear_error (&error);
      g_assert_false (troupe_otlp_settings_check (bad[i], NULL));
    }

  g_setenv ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", TRUE);
  g_setenv ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", TRUE);
  g_assert_null (troupe_otlp_settings_new (NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);

  clear_environment ();
  g_setenv ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=sk-Secret0123,oops", TRUE);
  g_assert_null (troupe_otlp_settings_new ("http://h", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_null (strstr (error->message, "sk-Secret"));
  g_clear_error (&error);
  g_setenv ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%0d%0aevil:%201", TRUE);
  g_assert_null (troupe_otlp_settings_new ("http://h", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static void
test_lists (void)
{
  g_autoptr (TroupeOtlpSettings) settings = NULL;
  g_autofree char *headers = NULL;
  g_autofree char *resource = NULL;

  clear_environment ();
  g_setenv ("OTEL_EXPORTER_OTLP_HEADERS", "ignored=1", TRUE);
  g_setenv ("OTEL_EXPORTER_OTLP_TRACES_HEADERS", " Authorization = Basic%20YTpi ,x-tenant=a=b,",
            TRUE);
  g_setenv ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=a%20b,service.name=other", TRUE);
  g_setenv ("OTEL_EXPORTER_OTLP_TIMEOUT", "2500", TRUE);
  settings = troupe_otlp_settings_new ("http://h", NULL);
  headers = g_strjoinv ("|", settings->headers);
  resource = g_strjoinv ("|", settings->resource);
  g_assert_cmpstr (headers, ==, "Authorization|Basic YTpi|x-tenant|a=b");
  g_assert_cmpstr (resource, ==, "service.name|other|deployment.environment|a b");
  g_assert_cmpuint (settings->timeout_ms, ==, 2500);
  g_assert_false (settings->has_content);

  g_clear_pointer (&settings, troupe_otlp_settings_free);
  g_setenv ("OTEL_SERVICE_NAME", "mine", TRUE);
  g_setenv ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "soon", TRUE);
  settings = troupe_otlp_settings_new ("http://h", NULL);
  g_assert_cmpstr (settings->resource[1], ==, "mine");
  g_assert_cmpuint (settings->timeout_ms, ==, 10000);
}

static void
test_content (void)
{
  static const struct
  {
    const char *word;
    gboolean is_on;
  } words[] = { { "true", TRUE },           { "TRUE", TRUE },   { "SPAN_ONLY", TRUE },
                { "span_and_event", TRUE }, { "false", FALSE }, { "NO_CONTENT", FALSE },
                { "EVENT_ONLY", FALSE },    { "", FALSE },      { "1", FALSE } };

  clear_environment ();
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (TroupeOtlpSettings) settings = NULL;

      g_setenv ("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", words[i].word, TRUE);
      settings = troupe_otlp_settings_new ("http://h", NULL);
      g_assert_cmpint (settings->has_content, ==, words[i].is_on);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/otlp-settings/address", test_address);
  g_test_add_func ("/otlp-settings/refused", test_refused);
  g_test_add_func ("/otlp-settings/lists", test_lists);
  g_test_add_func ("/otlp-settings/content", test_content);
  return g_test_run ();
}
